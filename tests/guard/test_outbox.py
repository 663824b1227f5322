"""Calls that wait for the server: kept in order, handed over once, put aside where they cannot be."""

from __future__ import annotations

import fcntl

import pytest
from guard_world import NOON

from claudeops_desktop.guard.guard_store import RecordedCall
from claudeops_desktop.guard.outbox import NAME, REFUSED, any_kept, deliver_calls, keep_call, kept_calls
from claudeops_desktop.guard.server_store import ServerSilent

CALLS = [RecordedCall(1, f"t{n}", "Bash", f"ls {n}", "read", ("web",), NOON) for n in (1, 2)]


@pytest.fixture
def outbox(tmp_path):
    for call in CALLS:
        keep_call(str(tmp_path), call, "guard", "why")
    return tmp_path


def deliver(folder, record=None):
    told = []
    count = deliver_calls(str(folder), record or (lambda call, by, why, at: told.append((call, by, why, at))))
    return count, told


def test_an_empty_folder_keeps_nothing(tmp_path):
    assert (any_kept(str(tmp_path)), kept_calls(str(tmp_path)), deliver(tmp_path)) == (False, [], (0, []))


def test_calls_are_handed_over_in_order_and_once(outbox):
    assert any_kept(str(outbox))
    assert [(kept.call, kept.by, kept.why) for kept in kept_calls(str(outbox))] == [
        (call, "guard", "why") for call in CALLS
    ]
    assert (outbox / NAME).stat().st_mode & 0o777 == 0o600
    assert deliver(outbox) == (2, [(call, "guard", "why", NOON) for call in CALLS])
    assert (any_kept(str(outbox)), deliver(outbox)) == (False, (0, []))


def test_what_is_half_written_or_no_call_is_not_listed_and_put_aside_when_delivered(outbox):
    with (outbox / NAME).open("a") as file:
        file.write("nonsense\n[1, 2]\nhalf")
    assert len(kept_calls(str(outbox))) == 2
    count, told = deliver(outbox)
    assert (count, len(told)) == (4, 2)
    assert (outbox / REFUSED).read_text() == "nonsense\n[1, 2]\n"


def test_a_call_that_cannot_be_recorded_is_put_aside_and_the_others_go_on(outbox):
    told = []

    def record(call, by, why, at):
        if call.tool_use_id == "t1":
            raise LookupError("its session is gone")
        told.append(call)

    assert deliver(outbox, record)[0] == 2
    assert told == CALLS[1:]
    assert (outbox / REFUSED).read_text().count("\n") == 1


def test_a_server_that_is_silent_leaves_all_of_them_waiting(outbox):
    def record(*_):
        raise ServerSilent("no answer")

    with pytest.raises(ServerSilent):
        deliver(outbox, record)
    assert kept_calls(str(outbox))[0].call == CALLS[0]
    assert len(kept_calls(str(outbox))) == 2


def test_what_another_process_delivers_is_left_to_it(outbox):
    with (outbox / NAME).open("r+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert deliver(outbox) == (0, [])
    assert len(kept_calls(str(outbox))) == 2
