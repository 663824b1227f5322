"""The guard while everything is stopped: no call goes through, and a question that waits is refused."""

from __future__ import annotations

import json
import subprocess

import pytest
from guard_world import read
from support.other_process import held_for_writing

from claudeops_desktop.core.emergency_stop_marker import clear_marker, is_stopped, set_marker
from claudeops_desktop.runs.emergency_stop import record_stop


@pytest.mark.parametrize(
    ("tool", "given"),
    [("Bash", {"command": "ls"}), ("Read", {"file_path": "/etc/hosts"}), ("Glob", {"pattern": "*.md"})],
)
def test_no_call_goes_through(guarded, tool, given):
    set_marker(guarded.folder.root)
    answer = json.loads(guarded.process(guarded.payload(tool, **given)).stdout)
    verdict, why = read(answer)
    assert (verdict, answer["continue"]) == ("deny", False)
    assert "emergency stop" in why
    clear_marker(guarded.folder.root)
    assert guarded.ask(tool, **given)[0] != "deny"


def test_a_question_that_waits_is_refused_though_it_was_approved_too_late(guarded):
    guarded.rules(restart="ask")

    def stopped():
        set_marker(guarded.folder.root)
        (asked,) = guarded.book.approvals.waiting(guarded.now)
        write = guarded.book.store.write
        write(lambda: guarded.book.approvals.answer(asked.id, "approved", "window", guarded.now)).result()

    guarded.slept = stopped
    verdict, why = guarded.bash("systemctl restart nginx")
    assert (verdict, "emergency stop" in why) == ("deny", True)
    assert guarded.actions() == []


@pytest.mark.slow
def test_the_real_hook_lets_go_while_the_database_is_locked(guarded, qtbot):
    guarded.rules(restart="ask")
    with guarded.broker():
        hook = subprocess.Popen(guarded.client("hook"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        hook.stdin.write(guarded.payload("Bash", command="systemctl restart nginx"))
        hook.stdin.close()
        hook.stdin = None
        qtbot.waitUntil(lambda: len(guarded.book.approvals.unanswered()) == 1)
        with held_for_writing(guarded.folder, exclusive=True):
            set_marker(guarded.folder.root)
            out, _ = hook.communicate(timeout=90)
    assert read(json.loads(out))[0] == "deny"
    record_stop(guarded.book, guarded.folder.root)
    (asked,) = guarded.book.approvals.list()
    assert (asked.state, asked.answered_by, asked.note) == ("refused", "emergency stop", "Stopped by the operator.")


def test_a_place_that_cannot_be_looked_at_counts_as_stopped(monkeypatch, tmp_path):
    def refuse(*_args, **_more):
        raise PermissionError

    assert not is_stopped(tmp_path)
    monkeypatch.setattr("claudeops_desktop.core.emergency_stop_marker.os.stat", refuse)
    assert is_stopped(tmp_path)
