"""A data folder of version 0.1.0 opens and behaves the same: what that version answered is kept beside it."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from kept_versions import (
    FIXTURES,
    PLACE,
    KeptVersion,
    check_answer,
    commands,
    copy_of,
    differences,
    options,
)
from support.signed_exports import sign_as

VERSION = "version_0_1_0"
RESTORED = pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")
SESSIONS = (1, 2, 3, 10)

# By the name of its file: what is asked, in words of the command line. Each answers with JSON but for the prompts.
QUESTIONS = {
    "prompts": "prompts list --json",
    "sessions": "sessions list --json --limit 2",
    "sessions-escalated": "sessions list --json --status escalated --limit 1",
    **{f"session-{number}": f"sessions show {number} --json" for number in SESSIONS},
    "session-turns": "sessions turns 3 --json",
    "session-turn": "sessions turn 3 2 --json",
    "session-tools": "sessions tools 3 --json",
    "session-log": "sessions log 9 --json",
    "session-search": "sessions search restart --json",
    "events": "events list --json --limit 0",
    "events-waiting": "events list --json --state waiting",
    "event": "events show 1 --json",
    "mutes": "events mutes --json",
    "memories": "memory list --json --limit 0",
    "memories-inactive": "memory list --json --state inactive",
    "memories-pinned": "memory list --json --state pinned",
    "memories-closed": "memory closed --json",
    "memories-trash": "memory trash --json",
    "memory-history": "memory history 7 --json",
    "memory-observed": "memory show 26 --json",
    "memory-closed-by-another": "memory show 28 --json",
    "second-looks": "memory second-look list --json",
    "why-memory": "why --json --memory 7",
    "review-held": "review list --json",
    "review-conflicts": "review list --json --kind conflict",
    "review-expiring": "review list --json --kind expiring",
    "review-answers": "review answers --json",
    "lessons": "lessons list --json",
    "coming": "coming list --json --all",
    "steps": "steps list --json --limit 12",
    "telemetry": "telemetry --json --limit 12",
    "telemetry-days": "telemetry --json --days",
    "schedules": "schedule list --json",
    "schedules-upcoming": "schedule upcoming --json",
    "due-times": "schedule history --json --limit 12",
    "due-times-skipped": "schedule history --json --state skipped",
    "cooldowns": "cooldowns list --json",
    "cooldowns-standing": "cooldowns standing --json",
    "cooldown-limits": "cooldowns limits postgres --json",
    "approvals": "approvals list --json --limit 0",
    "approval": "approvals show 3 --json",
    "alerts": "alerts list --json",
    "alert": "alerts show 1 --json",
    "notifications": "notify list --json --limit 0",
    "spend": "spend --json --days 3",
    "health": "health --json",
    "health-of-one": "health jellyfin --json",
    "services": "services list --json",
    "services-check": "services check --json",
    "repositories": "repositories list --json",
    "setting": "settings get lifetimes.own --json",
    "secrets": "secrets list --json",
    "database": "maintenance check --json",
    "not-there": "memory show 999 --json",
    "refused": "schedule edit 99 --name x --json",
    "wrong-usage": "memory edit 1 --json",
    "memory-block": "context",
    "memory-block-of-a-service": "context --service postgres --budget 200",
}
PROMPTS = {
    "prompt": "context --part all",
    "prompt-of-tier-3": "context --part all --tier 3 --service jellyfin --prompt check",
}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KeptVersion:
    """What version 0.1.0 left, in a folder of the test's; no model and no program of this machine is asked."""
    monkeypatch.setenv("CLAUDEOPS_MODEL_ALLOWED", "no")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    return copy_of(VERSION, tmp_path)


@pytest.mark.parametrize("name", QUESTIONS)
def test_it_answers_as_before(kept: KeptVersion, name: str) -> None:
    check_answer(VERSION, name, kept(*shlex.split(QUESTIONS[name])).document())


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_holds_the_same_memory(kept: KeptVersion, name: str) -> None:
    """What stands before it, the session's environment, is told in other words since."""
    answer = kept(*shlex.split(PROMPTS[name])).document()
    lines = answer["stdout"]
    start = next(number for number, line in enumerate(lines) if line.startswith("The following "))
    check_answer(VERSION, name, answer | {"stdout": lines[start:]})


@pytest.mark.parametrize("question", ["How long does jellyfin take to start?", "nightly dump"])
def test_it_recalls_the_same(kept: KeptVersion, question: str) -> None:
    answer = kept("recall", question, "--json", "--held", "--archived", "--superseded").json
    found = [(item["memory"]["id"], item["score"], item["marks"], item["origin"]) for item in answer["items"]]
    summary = {"profile": answer["profile"], "tier": answer["tier"], "found": [list(one) for one in found]}
    check_answer(VERSION, f"recall-{len(question)}", summary)


def test_what_its_rules_drew_moves_to_review_when_told_to_and_is_put_back_as_it_was(kept: KeptVersion) -> None:
    before = kept("memory", "list", "--json").json
    asked = kept("review", "earlier", "--json").json
    numbers = [24, 25, 26, 27]
    assert ([row["id"] for row in asked["facts"]], asked["to_move"], asked["moved"]) == (numbers, 4, 0)
    assert kept("memory", "list", "--json").json == before
    assert "4 facts drawn by rules of an earlier version" in kept("review", "list").out
    assert kept("review", "earlier", "--move").code == 0
    held = {row["id"]: row["confidence"] for row in kept("review", "list", "--json").json}
    assert held.items() >= {row["id"]: row["confidence"] for row in before if row["id"] in numbers}.items()
    assert kept("review", "put-back", "24").code == 0
    assert kept("review", "put-back", "--all", "--json").json["put_back"] == [
        row for row in before if row["id"] in numbers[1:]
    ]
    assert kept("memory", "list", "--json").json == before


@pytest.mark.slow
def test_doctor_checks_the_same(kept: KeptVersion) -> None:
    """Which checks there are, and how those end that look at the data folder; others look at this machine."""
    rows = {row["what"]: row["verdict"] for row in kept("doctor", "--json").json}
    of_the_folder = ("version", "data folder", "settings", "database", "log index", "crashes")
    new = ("checks", "store", "clock", "model", "confinement")  # of later versions: none of them is about the folder
    known = [name for name in rows if name not in new]
    check_answer(VERSION, "doctor", {"checks": known, "ended": {name: rows.get(name) for name in of_the_folder}})


@pytest.mark.slow
def test_every_command_and_option_is_still_there(kept: KeptVersion) -> None:
    """Also where help no longer lists it. New ones may come."""
    file = FIXTURES / VERSION / "answers" / "commands.txt"
    if os.environ.get("RECORD_ANSWERS"):
        file.write_text("\n".join(commands(kept)) + "\n", "utf-8")
    for line in file.read_text("utf-8").splitlines():
        path, _, known = line.partition(": ")
        answer = kept(*path.split()[1:], "--help")
        assert answer.code == 0, line
        found = dict(option.partition("=")[::2] for option in options(answer.out))
        for option, _, values in (word.partition("=") for word in known.split()):
            assert option in found, line
            assert set(values.split("|")) <= set(found[option].split("|")), line


class TestSettings:
    def test_every_value_is_read(self, kept: KeptVersion, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("CLAUDEOPS_MODEL_ALLOWED")
        rows = kept("settings", "list", "--json").json
        check_answer(VERSION, "settings", {row["name"]: [row["value"], row["default"], row["origin"]] for row in rows})
        unset = {row["name"] for row in rows if row["value"] == row["default"]}
        assert {
            name
            for name in unset
            if not name.startswith(
                ("monitoring.", "learning.", "knowledge.", "triage.", "updates.", "server.", "store.")
            )
        } <= {
            "agent.projects",
            "alerts.enabled",
            "window.language",
            "notifications.weekly_report",
            "memory.environment_tokens",
            "model.allowed",  # reading was on there and the second look off: it is asked
            *("memory.cases_budget", "memory.patterns_budget", "memory.verifier_patterns_budget"),
        }

    def test_one_change_leaves_the_others_and_the_comments(self, kept: KeptVersion) -> None:
        file = kept.data / "settings.toml"
        before = file.read_text("utf-8")
        assert kept("settings", "set", "run.paused", "false").code == 0
        assert file.read_text("utf-8") == before.replace("paused = true", "paused = false")

    def test_a_change_of_the_services_leaves_the_others_and_the_comments(self, kept: KeptVersion) -> None:
        file = kept.data / "services.toml"
        before = file.read_text("utf-8")
        assert kept("services", "edit", "caddy", "--set", "port=8443").code == 0
        assert file.read_text("utf-8") == before.replace("port = 443", "port = 8443")


class TestExports:
    def test_memories_are_exported_as_before(self, kept: KeptVersion) -> None:
        assert differences(_exported(kept), kept("memory", "export").json) == []

    @pytest.mark.slow
    def test_an_export_is_taken_into_an_empty_folder(self, kept: KeptVersion, new_data_dir: Path) -> None:
        file = kept.exports / "memories.json"
        sign_as(new_data_dir, file)
        answer = kept("memory", "import", file, "--json", data=new_data_dir)
        assert answer.code == 0, answer.err
        taken = kept("memory", "export", data=new_data_dir).json
        assert (answer.json["added"], answer.json["skipped"]) == (len(taken), 0)
        assert [_said(row) for row in taken] == [_said(row) for row in _exported(kept)]

    @pytest.mark.slow
    def test_a_session_is_exported_as_before(self, kept: KeptVersion) -> None:
        file = kept.place / "session.json"
        assert kept("sessions", "export", 7, "-o", file).code == 0
        known = json.loads((kept.exports / "session.json").read_text("utf-8"))
        exported = json.loads(file.read_text("utf-8").replace(str(kept.place), PLACE))
        assert differences(known, exported | {name: known[name] for name in ("made_at", "made_by")}) == []


class TestBackup:
    def test_it_is_whole(self, kept: KeptVersion) -> None:
        assert kept("backup", "--check", kept.exports / "backup.zip").code == 0

    @pytest.mark.slow
    @RESTORED
    def test_it_is_restored_into_an_empty_folder(self, kept: KeptVersion, new_data_dir: Path) -> None:
        answer = kept("restore", kept.exports / "backup.zip", "--yes", "--json", data=new_data_dir)
        assert answer.code == 0, answer.err
        settings = (FIXTURES / VERSION / "claudeops" / "settings.toml").read_bytes()
        assert (new_data_dir / "settings.toml").read_bytes() == settings
        for name in ("memories", "events", "due-times", "approvals", "lessons"):
            check_answer(VERSION, name, kept(*shlex.split(QUESTIONS[name]), data=new_data_dir).document())
        ((log,),) = kept.rows("SELECT log_file FROM sessions WHERE id = 9", data=new_data_dir)
        assert Path(log).parent == new_data_dir / "logs"

    @pytest.mark.slow
    @RESTORED
    def test_it_takes_the_place_of_what_is_there(self, kept: KeptVersion) -> None:
        assert kept("memory", "rm", 1, 2).code == 0
        assert kept("restore", kept.exports / "backup.zip", "--yes").code == 0
        check_answer(VERSION, "memories", kept(*shlex.split(QUESTIONS["memories"])).document())


@pytest.mark.slow
def test_it_is_edited_and_every_change_is_in_the_history(kept: KeptVersion) -> None:
    assert kept("memory", "edit", 18, "--confidence", "0.6").code == 0
    assert kept("review", "approve", 21).code == 0
    assert kept("memory", "restore", 13).code == 0
    assert kept("memory", "reopen", 7).code == 0
    assert kept("coming", "cancel", 1).code == 0
    assert kept("events", "ack", "--all").code == 0
    assert kept("schedule", "enable", 4).code == 0
    rows = kept.rows("SELECT id, confidence, gate FROM memories WHERE id IN (13, 18, 21) ORDER BY id")
    assert rows == [(13, 0.7, "allow"), (18, 0.6, "allow"), (21, 0.7, "allow")]
    assert [row["action"] for row in kept("memory", "history", 18, "--json").json][-1] == "edited"


@pytest.mark.slow
def test_a_run_reinforces_what_it_says_again(kept: KeptVersion) -> None:
    (log,) = kept.data.glob("logs/session-000001-*.ndjson")
    known = kept.rows("SELECT id, observation FROM memories ORDER BY id")
    done = _program(kept, "run", "--agent", f"replay:{log}", "--json")
    out, err = done.communicate(timeout=200)
    assert done.returncode == 0, err
    told = json.loads(out)
    assert told["session"]["status"] == "completed"
    assert told["session"]["id"] == 15
    assert {row["memory"]["id"] for row in told["memories"] if row["memory"]} <= {number for number, _ in known}
    assert kept.rows("SELECT id, observation FROM memories ORDER BY id") == known


@pytest.mark.slow
def test_the_window_opens_on_it(kept: KeptVersion, qtbot) -> None:
    known = kept.rows("SELECT id, observation, confidence FROM memories ORDER BY id")
    window = _program(kept, env={"QT_QPA_PLATFORM": "offscreen"})
    with window:
        qtbot.waitUntil((kept.data / "schedule.lock").exists, timeout=60_000)
        window.send_signal(signal.SIGTERM)
        out, err = window.communicate(timeout=90)
    assert window.returncode == 0, err
    assert "Traceback" not in out + err
    assert json.loads((kept.data / "ui-state.json").read_text("utf-8"))["page"] == "memories"
    assert [row[:2] for row in kept.rows("SELECT id, observation FROM memories ORDER BY id")] == [r[:2] for r in known]


def _program(kept: KeptVersion, *words: str, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(kept.data), *words],
        env=os.environ | (env or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _exported(kept: KeptVersion) -> list[dict[str, object]]:
    exported: list[dict[str, object]] = json.loads((kept.exports / "memories.json").read_text("utf-8"))
    return exported


def _said(row: dict[str, object]) -> dict[str, object]:
    """What a memory says and how it stands; numbers of rows are those of the folder."""
    kept = ("category", "service", "observation", "confidence", "active", "pinned", "created_at", "updated_at", "state")
    return {name: row[name] for name in kept if name in row}
