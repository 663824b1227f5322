"""``claudeops approvals``, and how a run in the terminal asks (S10)."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from support.other_process import stored_rows

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.stream import writing

WISH = {
    "summary": "jellyfin is down",
    "services_checked": [],
    "escalation": {"needed": True, "reason": "does not answer", "services": ["jellyfin"], "context": "tried twice"},
}


@pytest.fixture
def asked(written):
    """A question in the data folder; its number."""

    def ask(minutes: float = 15, **more) -> int:
        now = utc_now()
        fields = {
            "kind": "tier",
            "tier": 3,
            "expires_at": now + timedelta(minutes=minutes),
            "services": ["jellyfin"],
            "reason": "does not \x1b[31manswer",
            "context": "tried\ntwice",
            "may": "It may redeploy.",
            "cost_usd": 1.0,
        }
        with written() as books:
            return books.write(lambda: books.book.approvals.ask_operator(ApprovalQuestion(**(fields | more)), now))

    return ask


def test_what_waits_is_listed_with_the_time_that_is_left(claudeops, asked):
    asked()
    out = claudeops("approvals", "list").out
    assert "waits, 15 min left" in out
    assert "Tier 3" in out
    assert "\x1b" not in out


def test_one_is_shown_with_all_there_is_to_know(claudeops, asked):
    out = claudeops("approvals", "show", asked()).out
    for words in ("Tier 3 – waits", "Services: jellyfin", "  tried\n  twice", "It may redeploy.", "At most $1.00."):
        assert words in out


def test_an_answer_is_given_and_said(claudeops, asked):
    number = asked()
    answer = claudeops("approvals", "approve", number, "--for-run", "--note", "gently", "--json")
    assert answer.code == 0
    assert (answer.json["state"], answer.json["answered_by"], answer.json["note"]) == (
        "approved_run",
        "command line",
        "gently",
    )


def test_what_was_answered_cannot_be_answered_again(claudeops, asked):
    number = asked()
    assert claudeops("approvals", "refuse", number).out == "Tier 3: refused.\n"
    answer = claudeops("approvals", "approve", number)
    assert answer.code == 1
    assert f"Question {number} waits no longer: it was refused" in answer.err


def test_after_its_time_it_cannot_be_approved(claudeops, asked):
    number = asked(minutes=-1)
    assert claudeops("approvals", "list", "--state", "waiting").out == "There are none.\n"
    answer = claudeops("approvals", "approve", number)
    assert answer.code == 1
    assert "it was not answered in time" in answer.err


@pytest.mark.parametrize("words", [("show", 7), ("approve", 7), ("refuse", 7), ("list", "--state", "odd")])
def test_what_is_not_there_is_wrong_usage(claudeops, words):
    assert claudeops("approvals", *words).code == 2


def stream(tmp_path: Path) -> Path:
    file = tmp_path / "asks.ndjson"
    said = [
        writing.init(session_id="s", model="m", cwd="/srv"),
        writing.result("down", session_id="s", structured=WISH),
    ]
    file.write_bytes(b"".join(said))
    return file


def environ(data_dir: Path) -> dict[str, str]:
    return os.environ | {
        "CLAUDEOPS_DATA_DIR": str(data_dir),
        "PATH": "/usr/bin:/bin",
        "CLAUDEOPS_APPROVALS_TIER2": "ask",
        "CLAUDEOPS_APPROVALS_TIER3": "never",
        "COLUMNS": "150",
    }


@pytest.fixture
def terminal(data_dir, tmp_path):
    """A run at a terminal that asks; gives its other end. ``type`` waits for words on the screen and types then."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "claudeops_desktop", "run", "--agent", f"replay:{stream(tmp_path)}"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environ(data_dir),
    )
    os.close(theirs)
    shown = bytearray()

    def read_until(words: str) -> str:
        end = time.monotonic() + 90
        while words.encode() not in shown and time.monotonic() < end:
            if select.select([ours], [], [], 1)[0]:
                try:
                    shown.extend(os.read(ours, 4096))
                except OSError:
                    break
        assert words.encode() in shown, shown.decode(errors="replace")
        return shown.decode(errors="replace")

    def type_in(words: str, text: str) -> None:
        read_until(words)
        os.write(ours, text.encode())

    def to_the_end() -> int:
        """Nobody may wait for it and not read: what it says might not fit into the terminal."""
        end = time.monotonic() + 90
        while time.monotonic() < end and process.poll() is None:
            if select.select([ours], [], [], 1)[0]:
                try:
                    shown.extend(os.read(ours, 4096))
                except OSError:
                    break
        return process.wait(90)

    process.to_the_end = to_the_end
    yield process, read_until, type_in
    process.kill()
    process.wait()
    os.close(ours)


def states(data_dir: Path) -> list[tuple[str, str]]:
    return stored_rows(data_dir, "SELECT state, answered_by FROM approvals")


@pytest.mark.slow
def test_at_a_terminal_it_asks_there_and_goes_on_after_a_yes(terminal, data_dir):
    process, read_until, type_in = terminal
    type_in("[N]o (", "y\n")
    shown = read_until("session 2 (tier 2)")
    assert "Tier 2 needs approval" in shown
    assert "it may: restart and reload services" in shown
    assert process.to_the_end() == 0
    assert states(data_dir) == [("approved", "terminal")]


@pytest.mark.slow
def test_enter_alone_is_a_no(terminal, data_dir):
    process, read_until, type_in = terminal
    type_in("[N]o (", "\n")
    read_until("you refused it")
    assert process.to_the_end() == 0
    assert states(data_dir) == [("refused", "terminal")]


@pytest.mark.slow
def test_what_is_no_answer_is_asked_again(terminal, data_dir):
    process, _, type_in = terminal
    type_in("[N]o (", "perhaps\n")
    type_in("perhaps\r\nApprove?", "n\n")
    assert process.to_the_end() == 0
    assert states(data_dir) == [("refused", "terminal")]


@pytest.mark.slow
def test_answered_from_elsewhere_the_terminal_waits_no_longer(terminal, claudeops, data_dir):
    process, read_until, _ = terminal
    read_until("[N]o (")
    assert claudeops("approvals", "refuse", 1).code == 0
    read_until("you refused it")
    assert process.to_the_end() == 0
    assert states(data_dir) == [("refused", "command line")]


@pytest.mark.slow
def test_without_a_terminal_it_says_how_to_answer_and_waits(data_dir, tmp_path, claudeops):
    process = subprocess.Popen(
        [sys.executable, "-m", "claudeops_desktop", "run", "--agent", f"replay:{stream(tmp_path)}", "--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environ(data_dir),
    )
    told = process.stderr.readline()
    assert "claudeops approvals approve 1, or refuse 1" in told
    assert claudeops("approvals", "approve", 1, "--note", "only jellyfin").code == 0
    out, _ = process.communicate(timeout=90)
    document = json.loads(out)
    assert [session["tier"] for session in document["sessions"]] == [1, 2]
    assert [approval["state"] for approval in document["approvals"]] == ["approved"]
    assert "> only jellyfin" in document["sessions"][1]["prompt_text"]


@pytest.mark.slow
def test_stopped_with_ctrl_c_while_it_asks(data_dir, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "claudeops_desktop", "run", "--agent", f"replay:{stream(tmp_path)}", "--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environ(data_dir),
    )
    process.stderr.readline()
    process.send_signal(2)
    process.communicate(timeout=90)
    assert states(data_dir) == [("withdrawn", "application")]


@pytest.mark.slow
def test_a_run_that_is_tried_again_says_so_and_can_be_given_up(data_dir, tmp_path):
    overloaded = Path(__file__).parents[1] / "recordings" / "api_error_529-2.1.197.ndjson"
    agent = tmp_path / "claude"
    agent.write_text(
        f"#!/bin/sh\n[ \"$1\" = --version ] && {{ echo '2.1.197 (Claude Code)'; exit; }}\ncat '{overloaded}'\nexit 1\n"
    )
    agent.chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, "-m", "claudeops_desktop", "run", "--agent", "claude", "--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environ(data_dir) | {"CLAUDEOPS_AGENT_CLAUDE_PATH": str(agent)},
    )
    told = process.stderr.readline()
    assert "The API was overloaded (529)" in told
    assert "It is tried again in 5 min (1 of 2). Ctrl+C gives it up." in told
    process.send_signal(2)
    process.communicate(timeout=90)
    assert process.returncode == 1
