"""A session that was given a fact and says it again is no confirmation, unless it looked for itself first (M9)."""

from __future__ import annotations

import json

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory.repeat_evidence import GIVEN_ONLY, SAID_ONCE
from claudeops_desktop.memory.session_sources import service_names_in
from claudeops_desktop.memory.types import MemoryAction
from claudeops_desktop.runs.marker_store import MarkerStore
from claudeops_desktop.stream.events import parse
from claudeops_desktop.stream.writing import assistant_text

TEXT = "Takes 60s to start after restart"
AGAIN = "[MEMORY:timing:jellyfin] Takes about 60 seconds to start after a restart"


@pytest.fixture
def known(desk):
    """A fact at 0.7, said two days ago."""
    desk.says(f"[MEMORY:timing:jellyfin] {TEXT}")
    desk.clock.forward(days=2)
    (memory,) = desk.all()
    return memory


def given(desk, memory, *, recalled=False, agent="claude"):
    """A session that was given this memory."""
    number = desk.session()
    desk.write(lambda: desk.book.sessions.update(number, agent=agent))
    at = to_text(desk.clock())
    execute = desk.store.database.execute_sql

    def tell():
        if recalled:
            execute(
                "INSERT INTO recalls (at, asked_by, question, profile, tier, memory_ids, session_id)"
                " VALUES (?, 'agent', 'q', 'lean', 'x', ?, ?)",
                (at, json.dumps([memory.id]), number),
            )
        else:
            execute(
                "INSERT INTO injections (session_id, memory_id, part, tokens, created_at)"
                " VALUES (?, ?, 'memory', 9, ?)",
                (number, memory.id, at),
            )

    desk.write(tell)
    return number


def calls(desk, session, command="docker logs jellyfin", *, tool="Bash", services=(), verdict="allow", ended=True):
    """The guard's ledger: a call of this session and when it ended; the moment moves on."""
    at = to_text(desk.clock())
    row = (session, f"t{at}", tool, json.dumps({"command": command}), json.dumps(services), verdict, at)
    desk.write(
        lambda: desk.store.database.execute_sql(
            "INSERT INTO tool_calls (session_id, tool_use_id, tool_name, input, services, verdict, by, why, asked_at,"
            " ended_at) VALUES (?, ?, ?, ?, ?, ?, 'tier', '', ?, ?)",
            (*row, at if ended else None),
        )
    )
    desk.clock.forward(seconds=5)


def unchanged(desk, memory):
    return desk.get(memory.id) == memory and len(desk.all()) == 1


def test_a_recording_that_is_played_was_made_without_the_prompt_so_that_it_confirms(desk, known):
    desk.says(AGAIN, session=given(desk, known, agent="replay"))
    assert desk.get(known.id).confidence == 0.8


def test_a_repeat_by_a_session_that_had_it_in_its_prompt_changes_nothing(desk, known):
    number = given(desk, known)
    (outcome,) = desk.says(AGAIN, session=number)
    assert (outcome.action, outcome.why) == (MemoryAction.UNCHANGED, GIVEN_ONLY)
    assert unchanged(desk, known)
    (marker,) = desk.book.markers.of_session(number)
    assert (marker.action, marker.why, marker.target_id) == ("unchanged", GIVEN_ONLY, known.id)


def test_what_was_recalled_was_given_too(desk, known):
    (outcome,) = desk.says(AGAIN, session=given(desk, known, recalled=True))
    assert outcome.why == GIVEN_ONLY
    assert unchanged(desk, known)


def test_a_repeat_after_a_look_at_the_service_confirms(desk, known):
    number = given(desk, known)
    calls(desk, number)
    (outcome,) = desk.says(AGAIN, session=number)
    assert outcome.action is MemoryAction.REINFORCED
    assert desk.get(known.id).confidence == 0.8


def test_a_service_that_the_guard_recognised_need_not_be_named(desk, known):
    number = given(desk, known)
    calls(desk, number, "systemctl status media", services=["jellyfin"])
    desk.says(AGAIN, session=number)
    assert desk.get(known.id).confidence == 0.8


def test_a_unit_of_services_toml_names_its_service(desk, known):
    desk.store.path.with_name("services.toml").write_text(
        '[[service]]\nname = "jellyfin"\ncheck = "unit"\nunit = "mediaserver.service"\n', encoding="utf-8"
    )
    number = given(desk, known)
    calls(desk, number, "journalctl -u mediaserver")
    desk.says(AGAIN, session=number)
    assert desk.get(known.id).confidence == 0.8


@pytest.mark.parametrize(
    "call",
    [
        {"command": "docker logs plex"},
        {"command": "docker logs jellyfin2"},
        {"verdict": "deny"},
        {"ended": False},
        {"command": "jellyfin", "tool": "mcp__claudeops__recall"},
        {"command": "check jellyfin", "tool": "TodoWrite"},
        {"command": "claudeops memory list --service jellyfin"},
    ],
)
def test_a_call_that_shows_nothing_of_the_service_is_no_look(desk, known, call):
    number = given(desk, known)
    calls(desk, number, **call)
    desk.says(AGAIN, session=number)
    assert unchanged(desk, known)


def test_a_look_that_ended_after_it_was_said_does_not_count(desk, known):
    number = given(desk, known)
    desk.says(AGAIN, session=number)
    calls(desk, number)
    assert unchanged(desk, known)


def test_a_line_that_is_read_late_counts_only_what_ended_before_it_was_said(desk, known):
    number, said_at = given(desk, known), to_text(desk.clock())
    desk.clock.forward(seconds=5)
    calls(desk, number)
    keeper = MarkerStore(desk.book, desk.memory, number, 1)
    keeper.store_line(1, said_at, parse(assistant_text(AGAIN, session_id="s", message_id="m", model="haiku")))
    keeper.wait_until_stored()
    assert unchanged(desk, known)


def test_the_look_of_another_session_does_not_count(desk, known):
    calls(desk, desk.session())
    desk.says(AGAIN, session=given(desk, known))
    assert unchanged(desk, known)


def test_a_session_counts_once_for_a_fact(desk, known):
    number = given(desk, known)
    calls(desk, number)
    desk.says(AGAIN, session=number)
    (outcome,) = desk.says("[MEMORY:timing:jellyfin] After a restart it takes 60s to start", session=number)
    assert (outcome.action, outcome.why) == (MemoryAction.UNCHANGED, SAID_ONCE)
    assert desk.get(known.id).confidence == 0.8


def test_a_session_that_was_not_given_it_confirms_without_a_look(desk, known):
    desk.says(AGAIN)
    assert desk.get(known.id).confidence == 0.8


def test_a_general_fact_has_no_service_to_look_at(desk):
    text = "[MEMORY:maintenance] Backups of all hosts begin at 02:00"
    desk.says(text)
    (memory,) = desk.all()
    number = given(desk, memory)
    calls(desk, number, "systemctl list-timers")
    desk.says("[MEMORY:maintenance] The backups of all hosts begin at 02:00", session=number)
    assert unchanged(desk, memory)
    desk.says("[MEMORY:maintenance] The backups of all hosts begin at 02:00")
    assert desk.get(memory.id).confidence == 0.8


def test_a_recalled_fact_that_faded_does_not_come_back_by_being_said_again(desk):
    faded = desk.add(TEXT, service="jellyfin", confidence=0.2)
    desk.says(AGAIN, session=given(desk, faded, recalled=True))
    assert unchanged(desk, faded)


def test_the_remember_tool_follows_the_same_rule(desk, known):
    number = given(desk, known)

    def remembers(text):
        fact = ExtractedFact(text, "timing", "jellyfin", quote=text, quote_at=to_text(desk.clock()))
        return desk.write(lambda: desk.memory.ingest.agent_fact(fact, number, 1))

    assert remembers("Takes about 60 seconds to start after a restart").why == GIVEN_ONLY
    assert unchanged(desk, known)
    calls(desk, number)
    assert remembers("Takes about 60 seconds to start after a restart").action is MemoryAction.MERGED
    assert remembers("After a restart it takes 60s to start").why == SAID_ONCE
    assert desk.get(known.id).confidence == 0.8


def test_a_fact_that_is_only_repeated_stays_where_it_is_and_is_not_promoted(desk, known):
    """Told and said again in three sessions without a look: the nightly rule has nothing to go by."""
    for words in ("about 60 seconds", "60 s", "60 seconds"):
        desk.says(
            f"[MEMORY:timing:jellyfin] Takes {words} to start after a restart", session=given(desk, desk.get(known.id))
        )
        desk.clock.forward(days=1)
    assert unchanged(desk, known)
    assert desk.write(lambda: desk.memory.curation.facts_since(0, 10)[1]) == []


def test_a_services_file_at_fault_names_the_service_alone(tmp_path):
    broken = tmp_path / "services.toml"
    broken.write_text("[[service]\n", encoding="utf-8")
    assert service_names_in(broken, "redis") == {"redis"}
    assert service_names_in(tmp_path / "none.toml", "redis") == {"redis"}
