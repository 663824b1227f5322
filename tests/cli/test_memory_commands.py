"""``claudeops memory``: list, add, edit, adjust, rm, history (M13, M14, M16)."""

from __future__ import annotations

import pytest

COLUMNS = [
    "id",
    "service",
    "category",
    "observation",
    "confidence",
    "active",
    "created_at",
    "updated_at",
    "session_id",
    "tier",
]


def add(claudeops, text, *more):
    return claudeops("memory", "add", text, "--category", "timing", *more, "--json").json


def test_a_memory_added_by_hand_has_no_session_and_the_confidence_of_a_marker(claudeops):
    row = add(claudeops, "Takes 60s to start", "--service", "Jellyfin")
    assert (row["service"], row["confidence"], row["active"], row["session_id"]) == ("jellyfin", 0.7, 1, None)


def test_rows_have_the_columns_of_the_table_the_spec_s_first(claudeops):
    add(claudeops, "Takes 60s to start")
    (row,) = claudeops("memory", "list", "--json").json
    assert list(row)[:10] == COLUMNS


def test_general_means_no_service(claudeops):
    assert add(claudeops, "Backups slow everything", "--service", "general")["service"] is None


def test_memories_are_listed_by_id(claudeops):
    for text in ("c", "a", "b"):
        add(claudeops, text)
    assert [row["id"] for row in claudeops("memory", "list", "--json").json] == [1, 2, 3]


def test_a_confidence_over_one_is_clamped_with_a_word_on_stderr(claudeops):
    answer = claudeops("memory", "add", "x", "--category", "timing", "--confidence", "1.5", "--json")
    assert answer.json["confidence"] == 1.0
    assert "0 to 1" in answer.err
    assert answer.code == 0


def test_a_category_that_is_none_is_refused_and_the_allowed_ones_are_named(claudeops):
    answer = claudeops("memory", "add", "x", "--category", "misc")
    assert answer.code == 2
    assert "timing, dependency, behavior, remediation, maintenance" in answer.err


def test_an_empty_text_is_refused(claudeops):
    assert claudeops("memory", "add", "  ", "--category", "timing").code == 2


def test_a_memory_can_be_pinned_as_it_is_added(claudeops):
    assert add(claudeops, "x", "--pin")["pinned"] == 1


@pytest.mark.slow
def test_filters_leave_what_they_name(claudeops):
    add(claudeops, "Takes 60s to start", "--service", "jellyfin")
    add(claudeops, "Nightly dump locks tables", "--service", "postgres", "--confidence", "0.2")

    def ids(*words):
        return [row["id"] for row in claudeops("memory", "list", *words, "--json").json]

    assert ids("--service", "JELLYFIN") == [1]
    assert ids("--state", "inactive") == [2]
    assert ids("--state", "active") == [1]
    assert ids("--text", "nightly tables") == [2]
    assert ids("--category", "behavior") == []


def test_a_filter_that_is_none_is_wrong_usage(claudeops):
    assert claudeops("memory", "list", "--state", "sleepy").code == 2
    assert claudeops("memory", "list", "--category", "misc").code == 2


def test_editing_text_leaves_the_confidence(claudeops):
    add(claudeops, "Takes 60s", "--confidence", "0.9")
    row = claudeops("memory", "edit", 1, "--text", "Takes 70s", "--json").json
    assert (row["observation"], row["confidence"]) == ("Takes 70s", 0.9)


def test_raising_an_inactive_memory_to_0_3_makes_it_active_again(claudeops):
    assert add(claudeops, "x", "--confidence", "0.1")["active"] == 0
    assert claudeops("memory", "edit", 1, "--confidence", "0.3", "--json").json["active"] == 1


def test_pin_and_unpin(claudeops):
    add(claudeops, "x")
    assert claudeops("memory", "edit", 1, "--pin", "--json").json["pinned"] == 1
    assert claudeops("memory", "edit", 1, "--unpin", "--json").json["pinned"] == 0


def test_an_edit_that_names_nothing_is_wrong_usage(claudeops):
    add(claudeops, "x")
    assert claudeops("memory", "edit", 1).code == 2


@pytest.mark.parametrize("words", [("edit", 9, "--pin"), ("rm", 9), ("history", 9), ("adjust", 9, "--by", "0.1")])
def test_an_unknown_id_is_told_in_a_sentence(claudeops, words):
    answer = claudeops("memory", *words)
    assert answer.code == 1
    assert answer.err == "There is no memory 9. See `memory list`.\n"


def test_several_are_adjusted_by_the_same_amount(claudeops):
    for confidence in ("0.4", "0.95"):
        add(claudeops, confidence, "--confidence", confidence)
    rows = claudeops("memory", "adjust", 1, 2, "--by", "0.1", "--json").json
    assert [row["confidence"] for row in rows] == [0.5, 1.0]


@pytest.mark.slow
def test_one_unknown_id_among_several_leaves_all_as_they_were(claudeops):
    add(claudeops, "x")
    assert claudeops("memory", "rm", 1, 2).code == 1
    assert len(claudeops("memory", "list", "--json").json) == 1


@pytest.mark.slow
def test_deleted_memories_are_gone(claudeops):
    for text in "abc":
        add(claudeops, text)
    deleted = claudeops("memory", "rm", 1, 3, "--json").json["deleted"]
    assert [row["id"] for row in deleted] == [1, 3]
    assert [row["id"] for row in claudeops("memory", "list", "--json").json] == [2]


@pytest.mark.slow
def test_history_says_what_when_by_whom_and_why(claudeops):
    add(claudeops, "x")
    claudeops("memory", "edit", 1, "--confidence", "0.9")
    versions = claudeops("memory", "history", 1, "--json").json
    assert [(v["action"], v["by"], v["confidence"]) for v in versions] == [
        ("inserted", "operator", 0.7),
        ("edited", "operator", 0.9),
    ]
    assert "0.7" in versions[1]["why"]


def test_the_text_of_an_agent_cannot_reach_the_terminal_as_control_characters(claudeops):
    add(claudeops, "red \x1b[31m\u202ealert [bold]x[/bold]")
    shown = claudeops("memory", "list").out
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "[bold]x[/bold]" in shown


def test_a_narrow_terminal_gets_lines_of_name_and_value(claudeops, monkeypatch):
    add(claudeops, "Takes 60s to start", "--service", "jellyfin")
    monkeypatch.setenv("COLUMNS", "40")
    assert "observation  Takes 60s to start" in claudeops("memory", "list").out


@pytest.mark.slow
def test_people_see_fifty_rows_and_are_told_of_the_rest(claudeops, written):
    from claudeops_desktop.memory.types import MemoryCandidate

    with written() as books:
        books.write(lambda: [books.memory.edits.add(MemoryCandidate("timing", None, f"fact {n}")) for n in range(60)])
    assert "50 of 60 memories; --limit 0 shows all." in claudeops("memory", "list").out
    assert len(claudeops("memory", "list", "--json").json) == 60
    assert len(claudeops("memory", "list", "--json", "--limit", 5).json) == 5
