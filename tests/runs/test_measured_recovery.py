"""A recovery time that the watcher measured: once a single case, from the second time on the usual one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.memory import Memory, MemoryAction, MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.runs.marker_store import MarkerStore
from claudeops_desktop.runs.session_setup import planned_services
from claudeops_desktop.storage import open_store
from claudeops_desktop.stream.events import AssistantText

ONCE = "Recovery time after an outage, once: 23 s (measured)"
USUAL = "Takes about 25 s to recover after an outage (measured, 23 s to 27 s)"
LATER = "Takes about 3 min to recover after an outage (measured, 23 s to 10 min)"
Say = Callable[..., list[tuple[MemoryAction, Memory | None]]]


@pytest.fixture
def book(folder: DataFolder) -> Iterator[RecordRepositories]:
    store = open_store(folder)
    yield RecordRepositories(store)
    store.close()


@pytest.fixture
def say(book: RecordRepositories) -> Say:
    """``say(text…)``: a session of an agent says memories of the service web; what became of each."""

    def run(*texts: str, agent: str = "watch") -> list[tuple[MemoryAction, Memory | None]]:
        def begin() -> int:
            now = utc_now()
            number = book.sessions.begin_run(
                trigger=RunTrigger.MANUAL, agent=agent, max_tier=1, dry_run=False, services=(), now=now
            )
            return book.sessions.begin(now=now, run_id=number, agent=agent, tier=1, trigger=RunTrigger.MANUAL)

        keeper = MarkerStore(book, MemoryService(book), book.store.write(begin).result(), 1)
        lines = "\n".join(f"[MEMORY:timing:web] {text}" for text in texts)
        keeper.store_line(1, to_text(utc_now()), [AssistantText(lines, 0, "m1", main=True)])
        harvest = keeper.wait_until_stored()
        assert harvest.failures == []
        return [(outcome.action, outcome.memory) for outcome in harvest.memories]

    return run


def test_what_was_measured_once_is_believed_half(say: Say):
    ((action, memory),) = say(ONCE)
    assert memory is not None
    assert (action, memory.confidence, memory.observation) == (MemoryAction.INSERTED, 0.5, ONCE)


def test_from_the_second_time_on_the_same_memory_says_what_is_usual(say: Say):
    ((_, first),) = say(ONCE)
    ((action, second),) = say(USUAL)
    assert first is not None and second is not None
    assert (action, second.id, second.observation, second.confidence) == (MemoryAction.REFRESHED, first.id, USUAL, 0.7)


def test_another_single_case_takes_the_place_of_the_first_and_is_believed_no_more(say: Say):
    ((_, first),) = say(ONCE)
    ((action, second),) = say(ONCE.replace("23 s", "40 s"))
    assert first is not None and second is not None
    assert (action, second.id, second.confidence) == (MemoryAction.REFRESHED, first.id, 0.5)


def test_the_usual_time_is_reinforced_and_contradicted_as_any_other(say: Say):
    say(ONCE)
    ((_, usual),) = say(USUAL)
    ((again, same),) = say(USUAL)
    assert usual is not None and same is not None
    assert (again, same.id, same.confidence) == (MemoryAction.REINFORCED, usual.id, 0.8)
    ((other, new),) = say(LATER)
    assert new is not None
    assert (other, new.id != usual.id) == (MemoryAction.CONTRADICTED, True)


def test_other_facts_and_what_an_agent_says_take_the_place_of_nothing(say: Say):
    ((_, first),) = say(ONCE)
    assert first is not None
    others = say("systemd needs about 45 s to bring the unit from start to active")
    others += say(USUAL.replace("25 s", "26 s"), agent="claude")
    assert first.id not in {memory.id for action, memory in others if memory and action is MemoryAction.REFRESHED}
    ((_, own),) = say("Recovery time after an outage, once: 90 s (measured)", agent="claude")
    assert own is None or own.confidence != 0.5


def test_a_time_with_its_range_takes_the_place_of_a_bound_and_of_one_without(say: Say):
    ((_, bound),) = say("Recovers within about 10 min after an outage (checked every 5 min)")
    ((action, sharp),) = say("Takes about 25 s to recover after an outage (measured)")
    ((again, ranged),) = say(USUAL)
    assert bound is not None and sharp is not None and ranged is not None
    assert (action, again) == (MemoryAction.REFRESHED, MemoryAction.REFRESHED)
    assert bound.id == sharp.id == ranged.id


def test_services_in_maintenance_or_muted_are_named_to_the_watcher(book: RecordRepositories):
    now = utc_now()

    def arrange() -> None:
        book.rules.maintain("db", now, None, "new disk", now)
        book.mutes.add(service="web", now=now)
        book.mutes.add(service="mail", level="info", now=now)

    book.store.write(arrange).result()
    setup = SimpleNamespace(context=SimpleNamespace(book=book), now=now)
    assert planned_services(setup) == ["db", "web"]
