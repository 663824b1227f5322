"""Calls that the guard allowed while the server of the store was away: the application writes them down too (X3)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.guard import outbox
from claudeops_desktop.guard.guard_store import RecordedCall
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.runs.kept_tool_calls import deliver_kept_calls
from claudeops_desktop.runs.marker_store import MarkerStore
from claudeops_desktop.runs.reconcile import reconcile_records
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.storage import CommittedChange, open_store
from claudeops_desktop.storage.store import PRESENCE
from claudeops_desktop.stream import writing
from claudeops_desktop.stream.events import AssistantText

pytestmark = pytest.mark.parametrize("_store_on_server", ["postgresql"], indirect=True)

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
CLAIM = "[MEMORY:behavior:jellyfin] Export an encrypted copy of the vault twice a year"


@pytest.fixture
def book(folder: DataFolder) -> Iterator[RecordRepositories]:
    store = open_store(folder.create())
    yield RecordRepositories(store)
    store.close()


@pytest.fixture
def session(book: RecordRepositories) -> int:
    def rows() -> int:
        run = book.sessions.begin_run(
            trigger=RunTrigger.MANUAL, agent="claude", max_tier=2, dry_run=False, services=(), now=NOON
        )
        return book.sessions.begin(now=NOON, run_id=run, agent="claude", tier=2, trigger=RunTrigger.MANUAL)

    return book.store.write(rows).result()


def keep(folder: DataFolder, session: int, *tools: tuple[str, str]) -> None:
    for number, (tool, given) in enumerate(tools, 1):
        call = RecordedCall(session, f"toolu_{number}", tool, given, "read", (), NOON + timedelta(seconds=number))
        outbox.keep_call(str(folder.root), call, "guard", "")


def stored(book: RecordRepositories, session: int) -> list[tuple[str, str, str, str]]:
    calls = book.store.read(lambda: book.tool_calls.of_session(session)).result()
    return [(call.tool_use_id, call.tool_name, call.verdict, call.asked_at) for call in calls]


def test_they_are_delivered_once_and_in_order(book: RecordRepositories, folder: DataFolder, session: int) -> None:
    keep(folder, session, ("Bash", "uptime"), ("Read", "/etc/hosts"))
    keep(folder, session + 99, ("Bash", "df -h"))  # its session is gone
    keep(folder, session, ("Bash", "uptime"))  # a second time, after a kill
    assert deliver_kept_calls(book, folder.root) == 4
    assert not outbox.any_kept(str(folder.root))
    assert deliver_kept_calls(book, folder.root) == 0
    assert stored(book, session) == [
        ("toolu_1", "Bash", "allow", to_text(NOON + timedelta(seconds=1))),
        ("toolu_2", "Read", "allow", to_text(NOON + timedelta(seconds=2))),
    ]


def test_what_a_session_fetched_is_known_before_its_claims_are_judged(
    book: RecordRepositories, folder: DataFolder, session: int
) -> None:
    keeper = MarkerStore(book, MemoryService(book), session, 2, folder=folder.root)
    gates = []
    for line, service in enumerate(("jellyfin", "grafana"), 1):
        said = CLAIM.replace("jellyfin", service)
        keeper.store_line(line, to_text(NOON), [AssistantText(said, 0, f"m{line}", main=True)])
        keeper.wait_until_stored()
        keep(folder, session, ("WebFetch", '{"url": "https://example.org/howto"}'))
    for outcome in keeper.harvest.memories:
        assert outcome.memory is not None
        gates.append(outcome.memory.gate)
    assert gates == ["allow", "hold"]
    assert [call[1] for call in stored(book, session)] == ["WebFetch"]
    assert outbox.any_kept(str(folder.root)), "they are let go outside of a transaction"


def test_the_next_application_delivers_what_was_left(
    book: RecordRepositories, folder: DataFolder, session: int
) -> None:
    keep(folder, session, ("Bash", "uptime"))
    reconcile_records(book, MemoryService(book), folder.root)
    assert [call[0] for call in stored(book, session)] == ["toolu_1"]


def test_a_session_that_ends_delivers_them(engine, tmp_path):
    recording = tmp_path / "said.ndjson"
    recording.write_bytes(writing.init(session_id="s", model="m") + writing.result("Done.", session_id="s"))
    engine.run_to_end(RunRequest(agent=f"replay:{recording}"))
    (first,) = engine.book.sessions.list()
    keep(engine.folder, first.id, ("Bash", "uptime"))
    engine.run_to_end(RunRequest(agent=f"replay:{recording}"))
    assert [call[0] for call in stored(engine.book, first.id)] == ["toolu_1"]
    assert not outbox.any_kept(str(engine.folder.root))


def test_they_are_delivered_when_the_server_is_back(engine, tmp_path, qtbot):
    recording = tmp_path / "said.ndjson"
    recording.write_bytes(writing.init(session_id="s", model="m") + writing.result("Done.", session_id="s"))
    engine.run_to_end(RunRequest(agent=f"replay:{recording}"))
    engine.reconcile()
    (first,) = engine.book.sessions.list()
    keep(engine.folder, first.id, ("Bash", "uptime"))
    engine.store.hub.publish(CommittedChange(PRESENCE))
    qtbot.waitUntil(lambda: not outbox.any_kept(str(engine.folder.root)), timeout=60_000)
    assert [call[0] for call in stored(engine.book, first.id)] == ["toolu_1"]


def test_a_line_that_cannot_be_read_is_put_aside(book: RecordRepositories, folder: DataFolder, session: int) -> None:
    kept = folder.root / outbox.NAME
    kept.write_text("no JSON\n")
    keep(folder, session, ("Bash", "uptime"))
    assert [one.call.input for one in outbox.kept_calls(str(folder.root))] == ["uptime"]
    assert deliver_kept_calls(book, folder.root) == 2
    assert (folder.root / outbox.REFUSED).read_text() == "no JSON\n"
    assert [call[0] for call in stored(book, session)] == ["toolu_1"]
