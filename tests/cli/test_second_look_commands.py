"""``claudeops memory second-look``: how it stands, on and off, what was sent, what came of it, and the way back."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.chat_endpoint import ChatEndpoint, Reply
from support.other_process import stored_rows

from claudeops_desktop.language.types import ContradictionCertainty, PairJudgement, Verdict
from claudeops_desktop.memory.apply_verdict import ChangeCause, contradict
from claudeops_desktop.memory.lifecycle import JudgedMemory
from claudeops_desktop.memory.types import MemoryCandidate

OLD = "The nightly report takes 22 s to start"
NEW = "A failure of the nightly report shows after 4 minutes"
BOTH = json.dumps({"answers": [{"pair": 1, "answer": "both", "why": "Two attributes."}]})


@pytest.fixture
def close_one(written) -> Callable[[], tuple[int, int]]:
    """A fact without a service that another one closes."""

    def close() -> tuple[int, int]:
        with written() as books:

            def write() -> tuple[int, int]:
                old = books.memory.edits.add(MemoryCandidate("timing", None, OLD)).after[0].memory
                new = books.memory.edits.add(MemoryCandidate("timing", None, NEW)).after[0].memory
                judgement = PairJudgement(Verdict.CONTRADICTION, 0.95, "One unit.", ContradictionCertainty.CERTAIN)
                contradict(JudgedMemory(old, judgement), new, ChangeCause(NEW, "agent", books.book.clock()))
                return old.id, new.id

            return books.write(write)

    return close


@pytest.fixture
def closed(close_one) -> tuple[int, int]:
    """The ids of the two."""
    return close_one()


@pytest.fixture
def endpoint(claudeops) -> Iterator[ChatEndpoint]:
    with ChatEndpoint(Reply(BOTH, usage={"cost": 0.01})) as server:
        for name, value in (("allowed", "yes"), ("kind", "endpoint"), ("name", "tiny"), ("url", server.url)):
            assert claudeops("settings", "set", f"model.{name}", value).code == 0
        yield server


@pytest.fixture
def fake_claude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that answers as the Claude CLI does, and notes how it was called."""
    place = tmp_path / "bin"
    place.mkdir()
    said = {"type": "result", "subtype": "success", "is_error": False, "result": "", "total_cost_usd": 0.002}
    said["structured_output"] = json.loads(BOTH)
    program = place / "claude"
    program.write_text(
        f"#!/bin/sh\n'''exec' {shlex.quote(sys.executable)} \"$0\" \"$@\"\n' '''\n"
        "import json, pathlib, sys\n"
        "if '--version' in sys.argv:\n    print('2.1.330 (Claude Code)')\n    sys.exit()\n"
        f"seen = pathlib.Path({str(place / 'seen.jsonl')!r})\n"
        "with seen.open('a') as file:\n"
        "    file.write(json.dumps({'argv': sys.argv[1:], 'stdin': sys.stdin.read()}) + chr(10))\n"
        f"print({json.dumps(said)!r})\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:/usr/bin:/bin")
    return place / "seen.jsonl"


@pytest.mark.slow
def test_a_closing_is_checked_and_the_outcome_is_listed_shown_and_undone(claudeops, closed, endpoint) -> None:
    old, new = closed
    answer = claudeops("memory", "second-look", "run", "--json")
    assert (answer.json["changed"], answer.json["cost_usd"], answer.json["waiting"]) == (1, 0.01, 0)
    (row,) = claudeops("memory", "second-look", "list", "--json").json
    assert (row["older"], row["newer"], row["answer"], row["answer_why"]) == (OLD, NEW, "both", "Two attributes.")
    assert (row["state"], row["reason"], row["call"]["model"]) == ("changed", "no service", "tiny")
    sent = claudeops("memory", "second-look", "sent", row["call_id"], "--json").json
    messages = endpoint.asked[0]["messages"]
    assert "\n".join(sent["sent"]) == messages[1]["content"]
    assert messages[0]["content"].startswith(sent["system"])
    shown = claudeops("memory", "second-look", "sent", row["call_id"]).out
    assert OLD in shown
    assert claudeops("memory", "second-look", "undo", row["id"]).code == 0
    rows = {memory["id"]: memory for memory in claudeops("memory", "list", "--json").json}
    assert rows[old]["superseded_by"] == new
    assert claudeops("memory", "second-look", "undo", row["id"]).code == 1


@pytest.mark.slow
def test_an_outcome_can_also_be_taken_back_where_closings_are(claudeops, closed, endpoint) -> None:
    endpoint.replies = [Reply(BOTH.replace("both", "replaced"))]
    claudeops("memory", "second-look", "run")
    (row,) = claudeops("memory", "closed", "--json").json
    assert claudeops("memory", "reopen", row["memory"]["id"]).code == 0
    assert claudeops("memory", "list", "--json").json[0]["superseded_by"] is None


@pytest.mark.slow
def test_it_asks_the_smallest_model_of_the_cli_once_that_is_allowed(claudeops, closed, fake_claude) -> None:
    assert claudeops("memory", "second-look", "run").code == 1
    assert not fake_claude.exists()
    assert claudeops("settings", "set", "model.allowed", "yes").code == 0
    status = claudeops("memory", "second-look", "status", "--json").json
    assert (status["enabled"], status["model"], status["below"]) == (True, "claude:haiku", 0.9)
    assert claudeops("memory", "second-look", "run", "--json").json["changed"] == 1
    (call,) = [json.loads(line) for line in fake_claude.read_text().splitlines()]
    assert call["argv"][call["argv"].index("--tools") + 1] == ""
    assert {"--no-session-persistence", "--strict-mcp-config"} <= set(call["argv"])
    assert OLD in call["stdin"]
    assert not any(OLD in argument for argument in call["argv"])
    assert claudeops("memory", "second-look", "status", "--json").json["usd_today"] == 0.002
    assert json.loads(next(fake_claude.parent.parent.rglob("model-spend.json")).read_text())


def test_off_means_that_nobody_is_asked(claudeops, closed, fake_claude) -> None:
    assert claudeops("settings", "set", "model.allowed", "yes").code == 0
    assert claudeops("memory", "second-look", "off", "--json").json == {"enabled": False}
    answer = claudeops("memory", "second-look", "run")
    assert (answer.code, "model.allowed" in answer.err) == (1, True)
    assert claudeops("memory", "second-look", "status", "--json").json["model"] is None
    assert not fake_claude.exists()
    answer = claudeops("memory", "second-look", "on")
    assert (answer.code, "settings set model.allowed yes" in answer.err) == (1, True)
    assert claudeops("settings", "get", "model.allowed").out.strip() == "no"


@pytest.mark.slow
def test_while_everything_is_stopped_nobody_is_asked(claudeops, closed, endpoint) -> None:
    assert claudeops("stop", "--all").code == 0
    assert claudeops("memory", "second-look", "run").code != 0
    assert endpoint.asked == []


@pytest.mark.slow
def test_the_day_s_cap_holds(claudeops, closed, close_one, endpoint) -> None:
    claudeops("settings", "set", "model.day_usd", "0.005")
    assert claudeops("memory", "second-look", "run", "--json").json["changed"] == 1
    close_one()
    answer = claudeops("memory", "second-look", "run", "--json").json
    assert (answer["changed"], answer["waiting"]) == (0, 1)
    assert "its cap is" in answer["note"]
    assert len(endpoint.asked) == 1


@pytest.mark.slow
def test_without_a_model_it_says_so(claudeops, closed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert "whether one may is not answered yet" in claudeops("memory", "second-look", "status").out
    assert claudeops("settings", "set", "model.allowed", "yes").code == 0
    answer = claudeops("memory", "second-look", "run")
    assert (answer.code, "The Claude CLI was not found" in answer.err) == (0, True)
    assert claudeops("memory", "second-look", "status", "--json").json["waiting"] == 1


@pytest.mark.slow
def test_the_tables_are_for_people(claudeops, closed, endpoint) -> None:
    assert "Nothing was checked yet." in claudeops("memory", "second-look", "list").out
    assert "1 changed" in claudeops("memory", "second-look", "run").out
    out = claudeops("memory", "second-look", "list").out
    assert "is valid again" in out
    assert claudeops("memory", "second-look", "sent", "99").code == 1


@pytest.mark.slow
def test_what_was_sent_is_gone_after_a_purge(claudeops, closed, endpoint, data_dir: Path) -> None:
    endpoint.replies = [Reply(BOTH.replace("Two attributes.", "The nightly report has two attributes."))]
    claudeops("memory", "second-look", "run")
    assert claudeops("memory", "purge", "nightly report", "--yes").code == 0
    assert claudeops("memory", "second-look", "list", "--all", "--json").json == []
    rows = [stored_rows(data_dir, f"SELECT * FROM {name}") for name in ("second_looks", "second_look_calls")]
    assert "nightly" not in str(rows)
    assert len(rows[1]) == 1, "that a call was made is known still"
