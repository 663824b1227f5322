"""The weekly report by mail: only where it is wanted; an address that does not work is told of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support.folders import used_folder

from claudeops_desktop.core.messages import UserMessage
from claudeops_desktop.core.settings.groups import NotificationSettings
from claudeops_desktop.notifications.apprise_backend import SendResult
from claudeops_desktop.notifications.weekly_report import send_weekly_report
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.routine.weekly.spans import span_of
from claudeops_desktop.routine.weekly.types import ReportSentence, WeeklyReport
from claudeops_desktop.storage import open_store

REPORT = WeeklyReport(
    span_of("2026-W09", UTC), (ReportSentence("happened", UserMessage("No run was made."), "page", "sessions"),)
)


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path / "data"))
    yield RecordRepositories(store, lambda: datetime(2026, 3, 1, 2, tzinfo=UTC))
    store.close()


def send(book, results, **settings):
    sent = []

    def outward(title, body, urgency):
        sent.append((title, body))
        return tuple(results)

    return send_weekly_report(book, NotificationSettings(**settings), REPORT, outward), sent


def test_it_is_off_by_default(book):
    assert send(book, []) == (False, [])
    assert send(book, [], weekly_report=True, outward=False) == (False, [])


def test_where_it_is_wanted_it_goes_out_as_markdown(book):
    done, sent = send(book, [SendResult("mail", "Email")], weekly_report=True)
    assert done
    assert sent == [("Claude Ops: week 2026-W09", "# Week 2026-W09\n\n## What happened\n\n- No run was made.\n")]


def test_an_address_that_does_not_work_becomes_an_event(book):
    done, _ = send(book, [SendResult("mail", "Email", "The server refused it.")], weekly_report=True)
    assert not done
    (event,) = book.store.read(book.events.list).result()
    assert event.message == "The weekly report did not reach mail. The server refused it."
