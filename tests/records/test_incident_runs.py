"""What runs did in a time, by when their calls began (D11, L6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from claudeops_desktop.records.incident_runs import acting_calls, services_of_runs
from claudeops_desktop.records.tool_calls import ToolCall

AT = [f"2026-03-01T12:0{minute}:00.000Z" for minute in range(6)]
RAN = ToolCall(
    0, 1, "t1", "Bash", "restart web", "restart", ("web",), "allow", "tier", "", None, AT[0], AT[2], began_at=AT[2]
)


@pytest.fixture
def add(book, write):
    return lambda call: write(lambda: book.tool_calls.add(call))


@pytest.mark.parametrize(
    ("call", "found"),
    [
        (RAN, True),
        (replace(RAN, kind="unknown"), True),
        (replace(RAN, kind="read"), False),
        (replace(RAN, kind="disclose"), False),
        (replace(RAN, kind=""), False),
        (replace(RAN, verdict="deny", began_at=None), False),
        (replace(RAN, began_at=None), False),
        (replace(RAN, asked_at=AT[1], began_at=AT[0]), False),  # before
        (replace(RAN, asked_at=AT[2], began_at=AT[5]), False),  # after
        (replace(RAN, asked_at=AT[0], began_at=AT[4]), True),  # asked before, and begun then
    ],
)
def test_what_counts_is_a_call_that_began_then_and_acted(book, add, session, run, call, found):
    session(run())
    add(call)
    told = acting_calls(book.store, AT[1], AT[4])
    assert told == ([(1, replace(call, id=1))] if found else [])


def test_calls_come_in_the_order_in_which_they_began(book, add, session, run):
    session(run()), session(run())
    add(replace(RAN, began_at=AT[3]))
    add(replace(RAN, session_id=2, began_at=AT[2]))
    assert [number for number, _ in acting_calls(book.store, AT[1], AT[4])] == [2, 1]


def test_a_run_is_about_its_services_and_those_of_its_calls(book, add, session, run):
    session(run(services=("nginx",))), session(run(services=("wiki",)))
    add(replace(RAN, kind="read", services=("disk",)))
    add(replace(RAN, tool_use_id="t2", services=("shop-maintd",)))
    add(replace(RAN, session_id=2, began_at=AT[5]))
    found = services_of_runs(book.store, AT[1], AT[4])
    assert found == {1: {"nginx", "disk", "shop-maintd"}}
