"""Of facts about one thing the newest comes first, in the prompt as in an answer; what it calls changed is marked."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from memory_world import Desk

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.language.claims.announced_change import announces_change
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import expiring, newest_first, resources
from claudeops_desktop.memory.context import ContextBlock
from claudeops_desktop.memory.types import GateDecision, Memory

ALLOWED = GateDecision("allow", "test", "Allowed.", 0.9)


def fact(number: int, text: str, day: int, *, service: str | None = "pihole", **more: object) -> Memory:
    at = f"2026-03-{day:02d}T00:00:00.000Z"
    return Memory(number, service, "behavior", text, 0.7, 1, at, at, None, 1, last_confirmed_at=at, **more)  # type: ignore[arg-type]


OLD = fact(1, "The upstream resolver is Quad9", 1)
NEW = fact(2, "Queries go to the unbound resolver, upstream is port 5335", 2)
APART = fact(3, "The kids' VLAN is forced through a NAT rule", 3)


def ordered(*ranked: Memory, pairs: tuple[tuple[int, int], ...] = ()) -> list[int]:
    found = newest_first.newest_first(
        ranked, lambda memory: memory, newest_first.near_by_words, {frozenset(pair) for pair in pairs}
    )
    return [memory.id for memory in found]


def test_the_newer_of_two_near_facts_takes_the_place_of_the_better() -> None:
    assert ordered(OLD, APART, NEW) == [2, 1, 3]


def test_what_is_about_something_else_keeps_its_place_whatever_its_time() -> None:
    assert ordered(OLD, APART) == [1, 3]


@pytest.mark.parametrize("service", [None, "unbound"])
def test_facts_of_another_service_and_of_none_are_not_near(service: str | None) -> None:
    one = replace(OLD, service=None) if service is None else OLD
    assert ordered(one, replace(NEW, service=service)) == [1, 2]


def test_a_pair_in_conflict_is_near_whatever_its_words() -> None:
    assert ordered(OLD, APART, pairs=((1, 3),)) == [3, 1]


def test_an_older_fact_that_is_near_the_best_stays_behind_its_own_newer_one() -> None:
    best = fact(5, "The upstream resolver answers in 20 ms", 9)
    assert ordered(best, OLD, APART) == [5, 1, 3]
    assert ordered(best, OLD, APART, pairs=((1, 3),)) == ordered(best, APART, OLD, pairs=((1, 3),)) == [5, 3, 1]


VOUCHED = [{"pinned": 1}, {"source": "operator"}, {"source_key": "operator"}, {"source_key": "measured"}]
SAID_ONCE = [{}, {"confirmed": 0, "source_key": "Bash:/var/log/syslog"}]  # by a session itself, by one log


@pytest.mark.parametrize("new", SAID_ONCE)
@pytest.mark.parametrize("old", VOUCHED)
def test_what_one_source_says_stays_behind_what_is_vouched_for(old: dict[str, object], new: dict[str, object]) -> None:
    assert ordered(replace(OLD, **old), replace(NEW, **new)) == [1, 2]  # type: ignore[arg-type]


@pytest.mark.parametrize("new", VOUCHED)
def test_of_what_is_vouched_for_the_newest_is_first(new: dict[str, object]) -> None:
    assert ordered(replace(OLD, source="operator"), replace(NEW, **new)) == [2, 1]  # type: ignore[arg-type]


@pytest.mark.parametrize("new", SAID_ONCE)
def test_among_what_one_source_says_each_the_newest_is_first(new: dict[str, object]) -> None:
    assert ordered(OLD, replace(NEW, **new)) == [2, 1]  # type: ignore[arg-type]


def test_what_was_said_in_the_same_moment_stays_as_it_is_ranked() -> None:
    assert ordered(OLD, replace(NEW, last_confirmed_at=OLD.last_confirmed_at)) == [1, 2]


def test_of_a_pair_of_one_moment_the_later_one_is_the_newer() -> None:
    assert ordered(OLD, replace(NEW, last_confirmed_at=OLD.last_confirmed_at), pairs=((1, 2),)) == [2, 1]


MOVED = fact(4, "We moved the upstream resolver to unbound on port 5335", 4)


def test_a_fact_is_older_where_a_newer_one_announces_its_change() -> None:
    assert newest_first.find_older([MOVED, APART, OLD]) == {1: MOVED}


def test_without_an_announcement_nothing_is_older() -> None:
    assert newest_first.find_older([OLD, NEW]) == {}


def test_an_announcement_makes_nothing_older_that_was_said_after_it() -> None:
    assert newest_first.find_older([MOVED, replace(OLD, last_confirmed_at="2026-03-09T00:00:00.000Z")]) == {}


def test_an_announcement_is_about_the_fact_that_shares_most_with_it() -> None:
    other = fact(5, "Port 5335 must be free at boot", 2)
    assert newest_first.find_older([OLD, other, MOVED]) == {1: MOVED}


@pytest.mark.parametrize("service", [None, "unbound"])
def test_an_announcement_is_about_its_own_service(service: str | None) -> None:
    old = OLD if service else replace(OLD, service=None)
    assert newest_first.find_older([old, replace(MOVED, service=service)]) == {}


@pytest.mark.parametrize("new", SAID_ONCE)
@pytest.mark.parametrize("old", VOUCHED)
def test_what_one_source_says_calls_nothing_older_that_is_vouched_for(
    old: dict[str, object], new: dict[str, object]
) -> None:
    assert newest_first.find_older([replace(OLD, **old), replace(MOVED, **new)]) == {}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "Queries now go to unbound",
        "Port 80 isn't needed any more",
        "The Nvidia card is gone",
        "Moved onto the NUC",
        "bumped to v3.4",
        "I've switched the backups off",
        "ARC may take 24 GB since the RAM upgrade",
        "Since last week mail goes through mx2",
        "I swapped the ConBee for a Sonoff dongle on a two metre extension",
        "It used to run on the Pi",
        "Raised nofile to 65536",
        "The database has been moved to db2",
        "Logs go to Loki instead of syslog",
        "Zoom went away, calls are on Jitsi",
    ],
)
def test_a_statement_that_announces_a_change(text: str) -> None:
    assert announces_change(text)


@pytest.mark.parametrize(
    "text",
    [
        "Takes 60s to start after a restart",
        "Old snapshots are dropped after a week",
        "The moved files lie in /srv/old",
        "Gravity gets rebuilt every Sunday",
        "Nothing is known about the port",
        "Needs root since it binds port 80",
        "The restart is slow since the cache is cold",
        "The key in /etc/jwt is used to sign tokens",
        "Used to sign tokens",
        "The sync fails now and then",
        "Hooks must not run any longer than 5 minutes",
        "Don't start any more workers than cores",
        "After a reboot the routes are gone",
        "When the cache was dropped the first query takes 10 s",
        "If the volume was moved, run restorecon",
        "Replaced disks go to the shelf in room 2",
        "Increased latency during the backup is normal",
        "Use reload instead of restart",
        "It has been seen to hang at 100 clients",
    ],
)
def test_a_statement_that_announces_none(text: str) -> None:
    assert not announces_change(text)


# --- the prompt ----------------------------------------------------------------------------------------------------


def lines(desk: Desk) -> list[str]:
    return [entry.line.partition(" (confidence")[0] for entry in desk.context(2000, "pihole").included]


def say(desk: Desk, text: str, days_ago: int = 0, **more: object) -> Memory:
    """A fact drawn from a passage that was said some days ago."""
    at = to_text(desk.clock() - timedelta(days=days_ago))

    def write() -> Memory:
        passage = resources.add(text, "passage", at, f"cli:{text}", desk.clock())
        found = desk.memory.ingest.fact(
            ExtractedFact(text, "behavior", "pihole", quote_at=at, **more),  # type: ignore[arg-type]
            ALLOWED,
            source="observed",
            resource_id=passage,
        )
        assert found.memory is not None
        return found.memory

    return desk.write(write)


def test_the_prompt_holds_the_newer_one_first_and_marks_the_older(desk: Desk) -> None:
    say(desk, "The upstream resolver is Quad9", 9, strength="explicit")  # 0.9
    say(desk, "The kids' VLAN is forced through a NAT rule", 8)
    say(desk, "We moved the upstream resolver to unbound on port 5335", 7)
    assert lines(desk) == [
        "- [behavior] We moved the upstream resolver to unbound on port 5335",
        "- [behavior] The upstream resolver is Quad9 (older)",
        "- [behavior] The kids' VLAN is forced through a NAT rule",
    ]


def test_what_is_taken_in_later_is_not_newer_than_what_was_said_later(desk: Desk) -> None:
    say(desk, "Queries go to the unbound resolver, upstream is port 5335", 1)
    desk.clock.forward(seconds=5)
    say(desk, "The upstream resolver is Quad9", 20)  # a backfill reads an older session
    assert lines(desk)[0].endswith("port 5335")


def test_what_is_edited_without_another_meaning_stays_as_old_as_it_is(desk: Desk) -> None:
    old = say(desk, "The upstream resolver is Quad9", 9)
    say(desk, "Queries go to the unbound resolver, upstream is port 5335", 1)
    desk.edit(old.id, category="dependency", confidence=0.95)
    assert lines(desk)[0].endswith("port 5335")
    desk.edit(old.id, observation="The upstream resolver is Quad9.")
    assert desk.get(old.id).stated_at == old.stated_at


def test_a_session_s_own_conclusion_stays_behind_an_older_fact_of_the_operator(desk: Desk) -> None:
    desk.add("The upstream resolver is Quad9", "behavior", "pihole")
    desk.clock.forward(days=1)
    desk.says("[MEMORY:behavior:pihole] Queries go to the unbound resolver, upstream is port 5335")
    assert lines(desk)[0].endswith("Quad9")


def test_a_fact_that_the_operator_reworded_is_the_operator_s(desk: Desk) -> None:
    old = say(desk, "The upstream resolver is Quad9", 9)
    desk.edit(old.id, observation="The upstream resolver is quad9")
    say(desk, "Queries go to the unbound resolver, upstream is port 5335", 1)
    assert lines(desk)[0].endswith("quad9")


def test_what_a_check_of_ours_confirms_is_measured(desk: Desk) -> None:
    old = say(desk, "The upstream resolver is Quad9", 9)
    desk.write(lambda: expiring.confirm(desk.get(old.id), by="watcher", why="Shown.", now=desk.clock()))
    assert newest_first.vouched(desk.get(old.id))


def test_a_text_that_says_something_else_is_stated_by_the_edit(desk: Desk) -> None:
    old = say(desk, "The upstream resolver listens on port 53", 9)
    desk.edit(old.id, observation="The upstream resolver listens on port 5353")
    assert desk.get(old.id).stated_at == to_text(desk.clock())


@pytest.mark.parametrize("budget", range(400, 420))
def test_the_budget_holds_with_the_marks(budget: int) -> None:
    block = ContextBlock(budget, 80, datetime(2026, 3, 9, tzinfo=UTC))
    for number in range(40):
        old = fact(2 * number + 1, f"Disk{number} is a spare of pool{number}", 1)
        new = fact(2 * number + 2, f"We moved disk{number} from pool{number} to the shelf", 2)
        block.add_memories([(old, 0.7), (new, 0.7)])
    found = block.finish()
    assert found.tokens <= budget
    assert sum(entry.older for entry in found.included) >= 5
    assert len(found.included) + found.left_out_count == 80


def test_nothing_is_closed_because_it_is_near(desk: Desk) -> None:
    old = say(desk, "The upstream resolver is Quad9", 9)
    say(desk, "Queries go to the unbound resolver, upstream is port 5335", 1)
    lines(desk)
    assert desk.get(old.id).superseded_by is None
