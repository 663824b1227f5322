"""The guard and the memory tools (E18): exactly ours are left to the list; in a dry run nothing is written."""

from __future__ import annotations

import pytest

from claudeops_desktop.agents.claude_cli.memory_tools import READING, WRITING
from claudeops_desktop.guard.tool_judgement import OUR_TOOLS


def test_the_guard_knows_the_tools_that_are_handed_over():
    assert {name for name, writes in OUR_TOOLS.items() if writes} == set(WRITING)
    assert {name for name, writes in OUR_TOOLS.items() if not writes} == set(READING)


@pytest.mark.parametrize("tool", [*READING, *WRITING])
def test_they_are_allowed_and_written_down(guarded, tool):
    assert guarded.ask(tool, question="x")[0] == "allow"
    call = guarded.book.tool_calls.of_session(guarded.session_id)[-1]
    assert (call.tool_name, call.verdict, call.by) == (tool, "allow", "guard")


def test_in_a_dry_run_nothing_is_remembered_or_forgotten(guarded):
    guarded.rules(dry_run=True)
    for tool in READING:
        assert guarded.ask(tool, question="x")[0] == "allow"
    for tool in WRITING:
        assert guarded.ask(tool, id=1)[0] == "deny"


def test_where_the_guard_cannot_decide_no_tool_goes_on(guarded):
    guarded.folder.database.unlink()
    for tool in ("mcp__claudeops__remember", "mcp__claudeops__run", "mcp__claudeops2__remember"):
        assert guarded.ask(tool, text="x")[0] == "deny"
