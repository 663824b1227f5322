"""When a service was checked last: the time of the newest check, on every page, on the command line and over REST."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from support.check_result_rows import result

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.monitoring.results.store import CheckResultStore
from claudeops_desktop.runs.service_standing import picture_services
from claudeops_desktop.runs.service_states import read_states
from claudeops_desktop.server.api.readings import list_health
from claudeops_desktop.ui.pages.overview.queries import OverviewData, load_overview
from claudeops_desktop.ui.pages.overview.standing_label import describe_standing
from claudeops_desktop.ui.pages.services.queries import load_services

WATCHED = '[[service]]\nname = "web"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = 9\n'


@pytest.fixture
def now():
    return utc_now()


@pytest.fixture
def checked(desk, write, now):
    """The state changed 7 minutes ago, and the last check was 25 seconds ago."""
    desk.folder.services_file.write_text(WATCHED)

    def record():
        return desk.book.health.add(
            service="web", status="healthy", session_id=None, measured=True, now=now - timedelta(minutes=7)
        )

    write(record)
    with CheckResultStore(desk.folder.check_results) as store:
        store.add([result(now - timedelta(seconds=25), check="tcp")])
    return desk


def test_every_place_tells_the_time_of_the_newest_check(checked, now):
    newest, changed = to_text(now - timedelta(seconds=25)), to_text(now - timedelta(minutes=7))
    book, folder = checked.book, checked.folder
    (line,) = load_services(checked, now=now).values()
    overview = load_overview(checked, OverviewData(), now, now)
    told = picture_services(book, folder, Settings(), now).get("web")
    (row,) = list_health(SimpleNamespace(parts=SimpleNamespace(book=book, folder=folder))).document.items
    for one in (line.newest, overview.services["web"], told, row):
        assert (one.status, one.checked_at, one.since) == ("healthy", newest, changed)
    assert describe_standing(overview, now).notes == ("Last checked 25 s ago.",)


def test_the_page_of_services_says_it_beside_the_result(qtbot, open_page, checked):
    page = open_page(checked)
    qtbot.waitUntil(lambda: page.line is not None and "measured" in page.line.checked_text)
    assert page.line.checked_text.startswith("Checked 2") and " s ago" in page.detail.facts.text()


def test_a_service_whose_change_is_not_recorded_yet_stands_as_its_check_found_it(desk, now):
    desk.folder.services_file.write_text(WATCHED)
    with CheckResultStore(desk.folder.check_results) as store:
        store.add([result(now, "down", check="tcp")])
    assert read_states(desk.book, desk.folder)["web"].status == "down"
    assert load_overview(desk, OverviewData(), now, now).unchecked == ()


def test_what_is_no_longer_checked_says_nothing_of_a_service(desk, now):
    desk.folder.services_file.write_text(WATCHED)
    with CheckResultStore(desk.folder.check_results) as store:
        store.add([result(now, "down", check="http")])
    assert "web" not in read_states(desk.book, desk.folder)
