"""Checkpoints after every turn, from the stream as it arrives (E1): once each, redacted, whole after a crash."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from claudeops_desktop.agents.checkpoint import turns_of_checkpoints
from claudeops_desktop.agents.log import SessionLog
from claudeops_desktop.agents.reader import StreamReader, replay_lines
from claudeops_desktop.agents.redact import LineRedactor
from claudeops_desktop.agents.turns import read_turns
from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.records.checkpoints import Checkpoint
from claudeops_desktop.runs.checkpointer import HELD, SessionCheckpointer
from claudeops_desktop.runs.reconcile import reconcile_records
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.stream import writing
from claudeops_desktop.stream.turns import totals_after

ABOUT = {"session_id": "cli-1", "model": "haiku"}


def usage(line: bytes, out: int, new: int = 100) -> bytes:
    """The same line with what the CLI says of its tokens."""
    data = json.loads(line)
    data["message"]["usage"] = {"input_tokens": new, "output_tokens": out}
    return writing.line(data)


def stream(turns: int = 3, *, end: bool = True) -> list[bytes]:
    """A session of so many turns: each says a sentence and calls a tool that answers."""
    lines = [writing.init(cwd="/srv", version="2.1.330", **ABOUT)]
    for n in range(1, turns + 1):
        lines += [
            usage(writing.assistant_text(f"I look at {n}.", message_id=f"m{n}", **ABOUT), 50),
            usage(
                writing.tool_use("Bash", {"command": f"df {n}"}, message_id=f"m{n}", tool_use_id=f"t{n}", **ABOUT), 50
            ),
            writing.tool_result(f"disk {n} is fine", session_id="cli-1", tool_use_id=f"t{n}"),
        ]
    if end:
        lines.append(writing.result("Done.", session_id="cli-1", cost_usd=0.06, num_turns=turns))
    return lines


@pytest.fixture
def session(engine: ApplicationEngine) -> int:
    """A session that runs."""

    def begin() -> int:
        now = engine.book.clock()
        run = engine.book.sessions.begin_run(
            trigger="manual", agent="claude", max_tier=1, dry_run=False, services=[], now=now
        )
        return engine.book.sessions.begin(
            now=now, run_id=run, agent="claude", trigger="manual", owner="1:1.0", prompt_text="Look at the disks."
        )

    return engine.store.write(begin).result()


@pytest.fixture
def read(engine: ApplicationEngine, session: int, tmp_path: Path) -> Callable[..., SessionCheckpointer]:
    """Give lines to the session as they would arrive; its checkpointer."""

    def feed(lines: list[bytes], secrets: tuple[str, ...] = ()) -> SessionCheckpointer:
        turns = SessionCheckpointer(engine.book, session, "Look at the disks.")
        log = SessionLog(tmp_path / "log.ndjson", LineRedactor(secrets))
        reader = StreamReader(
            log, lambda *_: None, lambda line, data, events: turns.read_line(line.number, line.at, data, events)
        )
        reader.feed("stdout", b"".join(lines))
        reader.finish()
        log.close()
        return turns

    return feed


def rows(engine: ApplicationEngine, session: int) -> list[Checkpoint]:
    return engine.store.read(lambda: engine.book.checkpoints.of_session(session)).result()


def test_after_each_turn_its_input_calls_output_and_state_are_kept(engine, session, read) -> None:
    read(stream(3)).wait_until_stored()
    first, second, third = rows(engine, session)
    assert (first.turn, second.turn, third.turn) == (1, 2, 3)
    assert first.user_input == "Look at the disks."
    assert second.user_input == ""
    assert second.model_output == "I look at 2."
    (call,) = second.tool_calls
    assert (call["name"], call["input"], call["result"], call["is_error"]) == (
        "Bash",
        {"command": "df 2"},
        "disk 2 is fine",
        False,
    )
    state = second.state
    assert (state["line"], state["last_line"], state["model"]) == (5, 7, "haiku")
    assert (state["agent_session_id"], state["cwd"], state["version"]) == ("cli-1", "/srv", "2.1.330")
    assert (state["tokens"]["new"], state["so_far"]["new"], state["so_far"]["out"]) == (100, 200, 100)
    assert [one.state["cost_usd"] for one in (first, second, third)] == [0.02, 0.02, 0.02]
    assert [one.state["status"] for one in (first, second, third)] == ["running", "running", "completed"]


def test_a_turn_is_kept_as_soon_as_its_calls_are_answered(engine, session, read) -> None:
    read(stream(2, end=False))
    engine.store.drain()
    engine.store.drain()  # what was gathered while the worker was busy
    assert [one.tool_calls[0]["answered"] for one in rows(engine, session)] == [True, True]


def test_reading_the_log_again_gives_the_same_rows(engine, session, read, tmp_path) -> None:
    """S6: after a crash the log is read again; nothing is there twice."""
    read(stream(HELD + 10)).wait_until_stored()
    before = rows(engine, session)
    again = SessionCheckpointer(engine.book, session)
    for line, data, events in replay_lines(tmp_path / "log.ndjson"):
        again.read_line(line.number, line.at, data or {}, events)
    again.wait_until_stored()
    assert rows(engine, session) == before
    assert len(before) == HELD + 10


def test_the_turns_of_a_log_and_of_its_checkpoints_are_the_same(engine, session, read, tmp_path) -> None:
    read(stream(5)).wait_until_stored()
    kept, said = turns_of_checkpoints(rows(engine, session)), read_turns(tmp_path / "log.ndjson")
    assert kept == said
    assert totals_after(kept, 4) == totals_after(said, 4)


def test_what_becomes_of_a_turn_long_after_it_is_added(engine, session, read) -> None:
    """A sub-agent in the background answers after a hundred turns; the cost is told at the end, for all."""
    lines = stream(HELD + 40)
    late = lines.pop(3)  # the answer to the first call
    read([*lines[:-1], late, lines[-1]]).wait_until_stored()
    found = rows(engine, session)
    assert (found[0].tool_calls[0]["answered"], found[0].tool_calls[0]["result"]) == (True, "disk 1 is fine")
    assert found[0].tool_calls[0]["input"] == {"command": "df 1"}
    assert found[0].model_output == "I look at 1."
    costs = [one.state["cost_usd"] for one in found]
    assert None not in costs
    assert sum(costs) == pytest.approx(0.06, abs=0.0001)


def test_a_secret_is_in_no_checkpoint(engine, session, read) -> None:
    """S4: what is kept was redacted on the way in."""
    said = [
        writing.assistant_text("The key is hunter2-secret.", message_id="m", **ABOUT),
        writing.tool_use("Bash", {"command": "login hunter2-secret"}, message_id="m", tool_use_id="t", **ABOUT),
        writing.tool_result("token hunter2-secret ok", session_id="cli-1", tool_use_id="t"),
    ]
    read(said, ("hunter2-secret",)).wait_until_stored()
    whole = str(rows(engine, session))
    assert "hunter2" not in whole
    assert whole.count("[redacted]") == 3


@pytest.mark.slow
def test_a_secret_in_the_prompt_is_in_no_checkpoint(engine, tmp_path) -> None:
    agent = tmp_path / "claude"
    agent.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo "2.1.197 (Claude Code)" && exit\ncat ' + str(tmp_path / "s")
    )
    agent.chmod(0o755)
    (tmp_path / "s").write_bytes(b"".join(stream(1)))
    engine.settings.change("agent.claude_path", str(agent))
    ended = engine.run_to_end(RunRequest(agent="claude", prompt="Log in with sk-ant-api03-aaaaaaaaaaaaaaaa please."))
    (first, *_) = rows(engine, ended.session_ids[0])
    assert "Log in with [redacted] please." in first.user_input


def test_a_live_session_leaves_its_turns(engine, play) -> None:
    ended = play("I begin.", "I end.")
    found = rows(engine, ended.session_ids[0])
    assert [one.model_output for one in found] == ["I begin.", "I end."]


def test_the_session_as_it_stood_after_any_turn(engine, session, read) -> None:
    read(stream(4)).wait_until_stored()
    at = engine.store.read(lambda: engine.book.checkpoints.at_turn(session, 2)).result()
    assert (at.last.turn, at.of, at.prompt, at.agent_session_id) == (2, 4, "Look at the disks.", "cli-1")
    assert at.cost_usd == pytest.approx(0.03)
    told = at.as_json()
    assert (told["turn"], told["of"], told["calls"], len(told["before"])) == (2, 4, 2, 1)
    assert engine.store.read(lambda: engine.book.checkpoints.at_turn(session, 5)).result() is None
    assert engine.store.read(lambda: engine.book.checkpoints.at_turn(99, 1)).result() is None
    assert engine.store.read(lambda: engine.book.checkpoints.last(99)).result() is None


def test_garbage_leaves_no_turn_and_no_trouble(engine, session, read) -> None:
    read(
        [
            b"\xff\xfe garbage\n",
            b"{}\n",
            b"[1]\n",
            b'{"type": 7}\n',
            b'{"type":"user","message":"x"}\n',
            b'{"type":"assistant","message":{"content":[{"type":"text","text":7}]}}\n',
            b'{"type":"result","total_cost_usd":"much"}\n',
        ]
    ).wait_until_stored()
    assert all(one.model_output == "" for one in rows(engine, session))


def test_after_a_crash_the_turns_that_were_not_stored_are(engine, session, read, tmp_path) -> None:
    read(stream(3, end=False)).wait_until_stored()
    before = rows(engine, session)
    engine.store.write(lambda: engine.store.database.execute_sql("DELETE FROM checkpoints WHERE turn > 1")).result()
    engine.store.write(lambda: engine.book.sessions.update(session, log_file=str(tmp_path / "log.ndjson"))).result()
    assert reconcile_records(engine.book, engine.memory, engine.folder.root).session_ids == (session,)
    assert rows(engine, session) == before


@pytest.mark.file_only("a trigger of SQLite's stands for a full disk")
def test_a_full_disk_keeps_the_turns_for_later(engine, session, read) -> None:
    def sql(text: str) -> None:
        engine.store.write(lambda: engine.store.database.execute_sql(text)).result()

    sql("CREATE TRIGGER no_room BEFORE INSERT ON checkpoints BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
    turns = read(stream(3))
    with pytest.raises(EnvironmentFault, match="disk is full"):
        turns.wait_until_stored()
    assert rows(engine, session) == []
    sql("DROP TRIGGER no_room")
    turns.wait_until_stored()
    assert [one.turn for one in rows(engine, session)] == [1, 2, 3]


@pytest.mark.slow
@pytest.mark.file_only("a trigger of SQLite's stands for a full disk")
def test_a_run_ends_though_its_turns_cannot_be_kept(engine, play) -> None:
    engine.store.write(
        lambda: engine.store.database.execute_sql(
            "CREATE TRIGGER no_room BEFORE INSERT ON checkpoints BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
        )
    ).result()
    ended = play("I begin.")
    assert ended.status == "completed"
    assert any("Not every turn" in warning for warning in ended.warnings)


def test_checkpoints_go_with_their_age_and_with_their_session(engine, session, read) -> None:
    read(stream(2)).wait_until_stored()
    later = datetime(2100, 1, 1, tzinfo=UTC)
    prune = engine.book.checkpoints.prune
    assert engine.store.write(lambda: prune(later)).result() == 0  # it runs
    engine.store.write(lambda: engine.book.sessions.update(session, status="completed")).result()
    assert engine.store.write(lambda: prune(datetime(2000, 1, 1, tzinfo=UTC))).result() == 0
    assert engine.store.write(lambda: prune(later)).result() == 2
