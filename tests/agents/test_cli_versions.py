"""The measured table of the CLI's versions, and which of its rows holds for a version."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.agents.claude_cli.cli_versions import (
    VersionStanding,
    measured_versions,
    numbers,
    supported_range,
    updates_input,
    version_support,
)

OURS = {
    *("--add-dir", "--allowedTools", "--append-system-prompt-file", "--disallowedTools", "--json-schema"),
    *("--max-budget-usd", "--max-turns", "--mcp-config", "--model", "--no-session-persistence", "--permission-mode"),
    *("--setting-sources", "--settings", "--strict-mcp-config", "--system-prompt", "--tools"),
}


def able(version: str):
    found = version_support(version).abilities
    assert found is not None
    return found


def test_the_table_holds_ten_versions_and_more_in_order():
    rows = measured_versions()
    assert len(rows) >= 10
    assert [row.version for row in rows] == sorted((row.version for row in rows), key=numbers)
    assert (rows[0].version, rows[-1].version) == ("2.1.110", "2.1.332")
    assert len({row.version for row in rows}) == len(rows)


def test_the_supported_range_begins_where_asking_for_an_outcome_ends():
    assert supported_range() == ("2.1.146", "2.1.332")


@pytest.mark.parametrize(
    ("version", "row"),
    [("2.1.137", "2.1.137"), ("2.1.138", "2.1.137"), ("2.1.197", "2.1.197"), ("2.1.200", "2.1.197")],
)
def test_between_two_measured_versions_the_older_row_holds(version, row):
    assert able(version).version == row


@pytest.mark.parametrize("version", ["2.1.333", "2.2.0", "3.0.0"])
def test_a_newer_version_takes_the_newest_row_and_says_so(version):
    support = version_support(version)
    assert (support.standing, able(version).version) == (VersionStanding.NEWER, "2.1.332")
    assert version in support.note
    assert "2.1.332" in support.note


@pytest.mark.parametrize("version", ["2.1.110", "2.1.137", "2.1.144"])
def test_versions_that_ask_without_end_are_limited(version):
    support = version_support(version)
    assert (support.standing, able(version).asks_without_end) == (VersionStanding.LIMITED, True)
    assert "without --json-schema" in support.note


@pytest.mark.parametrize("version", ["2.1.146", "2.1.187", "2.1.260", "2.1.332"])
def test_supported_versions_need_no_note(version):
    support = version_support(version)
    assert (support.standing, support.note) == (VersionStanding.SUPPORTED, "")
    assert not able(version).asks_without_end


@pytest.mark.parametrize(
    ("version", "standing"),
    [
        ("2.1.109", VersionStanding.TOO_OLD),
        ("1.0.44", VersionStanding.TOO_OLD),
        ("", VersionStanding.UNREADABLE),
        ("nightly", VersionStanding.UNREADABLE),
    ],
)
def test_without_a_row_nothing_is_assumed(version, standing):
    support = version_support(version)
    assert (support.standing, support.abilities) == (standing, None)
    assert support.note


@pytest.mark.slow
@given(st.text() | st.from_regex(r"\A[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,4}\Z"))
def test_any_version_has_an_answer(version):
    support = version_support(version)
    assert (support.abilities is None) == (support.standing in (VersionStanding.TOO_OLD, VersionStanding.UNREADABLE))


@pytest.mark.parametrize("version", ["2.1.197", "2.1.200", "2.1.330", "2.1.332"])
def test_a_version_between_two_that_take_a_hooks_input_takes_it(version):
    assert updates_input(version)


@pytest.mark.parametrize("version", ["2.1.109", "99.0.0", "", "soon"])
def test_a_version_that_was_not_measured_is_not_known_to_take_a_hooks_input(version):
    assert not updates_input(version)


def test_what_was_measured():
    """The facts that the code goes by."""
    resumes = {row.version: row.resume_reads_anew for row in measured_versions()}
    assert (resumes["2.1.259"], resumes["2.1.267"]) == (True, True)
    assert (resumes["2.1.268"], resumes["2.1.270"]) == (False, False)
    for row in measured_versions():
        assert row.hooks_decide, "without that the guard would decide nothing"
        assert row.resume_reads_anew or row.snapshot_off_reads_anew, "one of both works, or memory would be lost"
        assert row.supports_flag("--system-prompt-snapshot") == (numbers(row.version) >= (2, 1, 259))
        assert OURS & set(row.unknown_flags) == set()
        assert row.default_permission_mode
        assert {"Bash", "Read", "Write", "Edit"} <= set(row.tools)
        assert {"assistant", "user", "system/init", "result/success"} <= set(row.events)
