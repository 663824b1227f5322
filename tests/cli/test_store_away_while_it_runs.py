"""The store is away for a while: what a run in the terminal shows and asks goes on when it is back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from claudeops_desktop.cli.live import LiveOutput
from claudeops_desktop.cli.questions import TerminalQuestions
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.core.messages import UserMessage
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.runs.run_context import process_owner
from claudeops_desktop.storage import CommittedChange
from claudeops_desktop.storage.store import PRESENCE


class StoreThatComesAndGoes:
    """A store of which nothing can be read while it is away. ``refused`` counts what was not answered."""

    def __init__(self, store: Any) -> None:
        self._store, self.away, self.refused = store, True, 0

    def read(self, question: Callable[[], Any]) -> Future[Any]:
        if not self.away:
            return self._store.read(question)
        self.refused += 1
        answer: Future[Any] = Future()
        answer.set_exception(EnvironmentFault(UserMessage("The server does not answer.")))
        return answer


def begin_session(books: Any, log_file: str = "") -> tuple[int, int]:
    now, book = utc_now(), books.book

    def begin() -> tuple[int, int]:
        run = book.sessions.begin_run(trigger="manual", agent="x", max_tier=1, dry_run=False, services=[], now=now)
        owned = {"agent": "x", "trigger": "manual", "owner": process_owner(), "log_file": log_file}
        return run, book.sessions.begin(now=now, run_id=run, **owned)

    return books.write(begin)


def test_a_question_is_asked_when_the_store_is_back(
    written: Callable[[], Any], qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    with written() as books:
        run, _ = begin_session(books)
        until = utc_now() + timedelta(minutes=15)
        question = ApprovalQuestion(kind="tier", tier=2, run_id=run, expires_at=until)
        books.write(lambda: books.book.approvals.ask_operator(question, utc_now()))
        store = StoreThatComesAndGoes(books.book.store)
        questions = TerminalQuestions(SimpleNamespace(store=store, book=books.book), prompt=False)
        questions.changed(CommittedChange("approvals"))
        qtbot.waitUntil(lambda: store.refused > 0)
        store.away = False
        questions.changed(CommittedChange(PRESENCE))
        told: list[str] = []

        def is_told() -> bool:
            told.append(capsys.readouterr().err)
            return "claudeops approvals approve 1" in "".join(told)

        qtbot.waitUntil(is_told)
        questions.close()


def test_what_a_session_says_is_shown_when_the_store_is_back(
    written: Callable[[], Any], tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    with written() as books:
        log = tmp_path / "log.ndjson"
        log.touch()
        _, number = begin_session(books, str(log))
        store = StoreThatComesAndGoes(books.book.store)
        output = LiveOutput(SimpleNamespace(store=store, book=books.book))
        output.changed(CommittedChange("session_log", (number,)))
        while not store.refused:
            pass
        store.away = False
        output.changed(CommittedChange("session_log", (number,)))
        output.close()
    assert f"Session {number}" in capsys.readouterr().out
