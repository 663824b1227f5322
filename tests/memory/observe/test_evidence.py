"""Evidence, end to end: what a session's own tools measured again confirms what is known; repetition does not (M12)."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from transcripts import ID, Transcript

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.memory import tables
from claudeops_desktop.memory.prompt_memory import records

START = "Takes 60s to start after restart"
RESTART = "docker restart jellyfin && docker logs -f jellyfin"
OTHER = "9a30589d-5f1d-46ac-8a2d-3d5dd22e961c"
READY = "jellyfin | Main: Startup complete 0:01:00\njellyfin ready after 60 seconds"


def says(text):
    content = [{"type": "text", "text": text}]
    return {"type": "assistant", "message": {"role": "assistant", "id": "m", "content": content}}


def runs(number, command, output):
    """A command of the agent and what it printed, as the CLI streams them."""
    use = {"type": "tool_use", "id": f"toolu_{number}", "name": "Bash", "input": {"command": command}}
    answer = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": output}
    yield {"type": "assistant", "message": {"role": "assistant", "id": "m", "content": [use]}}
    yield {"type": "user", "message": {"role": "user", "content": [answer]}, "tool_use_result": {"stdout": output}}


@pytest.fixture
def session(desk, tmp_path):
    """A session that is over, with its stream as it was recorded; ``told`` were in its prompt. Its id."""

    def make(*events, told=()):
        number = desk.session()
        path = tmp_path / f"session-{number}.ndjson"
        base = {"session_id": ID}
        path.write_bytes(b"".join(json.dumps(base | event).encode() + b"\n" for event in events))
        at = to_text(desk.clock())

        def write():
            execute = desk.store.database.execute_sql
            execute(
                "UPDATE sessions SET log_file = ?, agent = 'claude', status = 'completed', ended_at = ? WHERE id = ?",
                (str(path), at, number),
            )
            for memory in told:
                execute(
                    "INSERT INTO injections (session_id, memory_id, part, tokens, created_at, settled_at)"
                    " VALUES (?, ?, 'memory', 24, ?, '')",
                    (number, memory.id, at),
                )

        desk.write(write)
        return number

    return make


@pytest.fixture
def old(desk):
    """A fact that nobody confirmed for weeks, and is about to leave the prompts."""
    memory = desk.add(START, service="jellyfin", confidence=0.5)
    desk.clock.forward(days=45)
    assert [one.memory.id for one in desk.memory.aging.expiring()] == [memory.id]
    return memory


def is_confirmed(desk, memory):
    return desk.get(memory.id).last_confirmed_at > to_text(desk.clock() - timedelta(hours=1))


def finish(desk, observer, number):
    """What happens after a session: its log is observed, and what it was told is settled."""
    observer().observe_session(number)
    desk.memory.prompt.settle_echoes()


def test_a_measurement_of_a_fact_that_was_not_in_the_prompt_confirms_it(desk, observer, session, old):
    number = session(says("I restart jellyfin."), *runs(1, RESTART, READY), says("It is back."))
    finish(desk, observer, number)
    assert is_confirmed(desk, old)
    last = desk.memory.history.versions(old.id)[-1]
    assert (last.action, last.by, last.session_id) == ("confirmed", "observer", number)
    assert "jellyfin ready after 60 seconds" in last.why
    assert desk.memory.aging.expiring() == []


def test_a_measurement_of_a_fact_that_was_in_the_prompt_confirms_it_once(desk, observer, session, old):
    number = session(says("It needs 60 s, I wait."), *runs(1, RESTART, READY), told=[old])
    finish(desk, observer, number)
    assert is_confirmed(desk, old)
    assert [v.action for v in desk.memory.history.versions(old.id)].count("confirmed") == 1


@pytest.mark.parametrize("told", [True, False])
def test_a_session_that_only_repeats_it_confirms_nothing(desk, observer, session, old, told):
    number = session(
        *([says(f"From memory: jellyfin {START[0].lower()}{START[1:]}.")] if told else []),
        *runs(1, "cat notes/jellyfin.md", f"jellyfin {START.lower()}"),
        *runs(2, "claudeops memory list --service jellyfin", f"jellyfin timing 0.5 {START}"),
        *runs(3, "echo 'jellyfin takes 60 seconds to start'", "jellyfin takes 60 seconds to start"),
        *([says("As noted, jellyfin needs 60 s to start.")] if told else []),
        told=[old] if told else [],
    )
    finish(desk, observer, number)
    assert "confirmed" not in [v.action for v in desk.memory.history.versions(old.id)]


def test_another_value_or_another_service_confirms_nothing(desk, observer, session, old):
    number = session(
        *runs(1, RESTART, "jellyfin ready after 45 seconds"),
        *runs(2, "docker logs plex", "plex ready after 60 seconds"),
    )
    finish(desk, observer, number)
    assert "confirmed" not in [v.action for v in desk.memory.history.versions(old.id)]


def test_what_the_session_said_first_is_not_confirmed_by_its_own_output(desk, observer, session):
    number = session(*runs(1, RESTART, READY))
    memory = desk.add(START, service="jellyfin")
    desk.write(lambda: tables.update(memory.id, session_id=number))
    desk.clock.forward(days=45)
    finish(desk, observer, number)
    assert "confirmed" not in [v.action for v in desk.memory.history.versions(memory.id)]


def test_another_clients_transcript_confirms_too_and_a_backfill_does_not(desk, observer, transcript: Transcript, old):
    for event in runs(1, RESTART, READY):
        transcript.line(**event)
    observer().observe_file(transcript.path)  # of whenever it was
    assert not is_confirmed(desk, old)
    now = Transcript(transcript.path.with_name(f"{OTHER}.jsonl"), OTHER)
    for event in runs(2, RESTART, READY):
        now.line(**event)
    observer().observe_file(now.path, "session_end")
    assert is_confirmed(desk, old)


def test_the_wish_for_a_check_is_met_by_the_next_measurement(desk, observer, session, old):
    desk.write(lambda: desk.memory.aging.check([old.id]))
    assert [memory.id for memory in desk.memory.aging.to_check()] == [old.id]
    desk.clock.forward(hours=2)
    finish(desk, observer, session(*runs(1, RESTART, READY), told=[old]))
    assert desk.memory.aging.to_check() == [] and desk.memory.aging.expiring() == []
    assert list(records.list_unsettled()) == []
