"""MEMORY.md (C1): sections, dated entries, within what an agent reads of it."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.knowledge.entry_checks import check_entry
from claudeops_desktop.knowledge.memory_file import (
    MOST_LINES,
    SECTIONS,
    add_entry,
    cut_for_prompt,
    entry_in,
    read_memory_file,
    remove_entry,
    replace_entry,
)

DAY = date(2026, 3, 2)


def made(*rows: tuple[str, str]) -> str:
    text = ""
    for section, said in rows:
        text = add_entry(text, section, said, DAY)
    return text


def test_entries_have_a_date_and_stand_in_sections_in_the_order_of_the_domains() -> None:
    text = made(("Operations", "Backups run at 02:00."), ("Rules and conventions", "Ask first."), ("Mine", "x"))
    found = read_memory_file(text)
    assert found.sections == ("Rules and conventions", "Operations", "Mine")
    assert "- (2026-03-02) Backups run at 02:00.\n" in text and check_entry("MEMORY.md", text) == []
    assert entry_in(found.entries, "backups run at 02:00") is not None


def test_a_change_touches_the_lines_of_its_entry_alone() -> None:
    text = made(("Operations", "One."), ("Operations", "Two."), ("Preferences", "Three."))
    text = text.replace("## Preferences", "Words of mine, between.\n\n## Preferences")
    one, two, _ = sorted(read_memory_file(text).entries, key=lambda entry: "One Two Three".index(entry.text[:-1]))
    changed = replace_entry(text, two, "Two and a half.", date(2026, 4, 1))
    assert changed == text.replace("- (2026-03-02) Two.", "- (2026-04-01) Two and a half.")
    assert remove_entry(changed, one) == changed.replace("- (2026-03-02) One.\n", "")
    with pytest.raises(LookupError):
        remove_entry(remove_entry(text, one), one)


def test_a_heading_of_ours_goes_with_its_last_entry_unless_something_else_stands_below() -> None:
    text = made(("Operations", "One."), ("Health", "Two."))
    for section in ("Projects", "Rules and conventions", "Hobbies"):
        more = add_entry(text, section, "Soon gone.", DAY)
        entry = entry_in(read_memory_file(more).entries, "soon gone")
        assert entry is not None and remove_entry(more, entry) == text
    for kept in ("## Mine", "## Projects\n\nWords of mine, below."):
        more = f"{text}\n{kept}\n- (2026-03-02) Soon gone.\n"
        entry = entry_in(read_memory_file(more).entries, "soon gone")
        assert entry is not None and remove_entry(more, entry) == more.replace("- (2026-03-02) Soon gone.\n", "")


def test_over_its_limits_it_is_said_and_a_warning_comes_before() -> None:
    rows = [("Operations", f"Fact {number}.") for number in range(MOST_LINES + 1)]
    near = made(*rows[:176])
    assert [one.level for one in check_entry("MEMORY.md", near)] == ["warning"]
    assert [one.level for one in check_entry("MEMORY.md", made(*rows))] == ["error"]
    assert [one.level for one in check_entry("MEMORY.md", made(("Operations", "x" * 26_000)))] == ["error"]


def test_it_is_cut_by_section_with_whole_entries_and_says_which() -> None:
    text = made(*[("Operations", f"Fact number {number} is this.") for number in range(20)], ("Projects", "P."))
    whole, cut = cut_for_prompt(text, 10_000)
    assert cut == () and whole.count("\n- ") == 21
    part, cut = cut_for_prompt(text, 400)
    assert len(part) <= 400 and "Operations" in cut
    assert all(line in whole.splitlines() for line in part.splitlines())
    assert cut_for_prompt(text, 5) == ("", ("Operations", "Projects"))


SAID = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=60).filter(
    lambda text: bool(" ".join(text.split()).lstrip("-# ").strip())
)


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from([*SECTIONS.values(), "Mine"]), SAID), max_size=12), st.integers(0, 2_000))
def test_what_was_added_is_read_and_no_cut_is_over_its_room(rows: list[tuple[str, str]], room: int) -> None:
    text = made(*rows)
    found = read_memory_file(text)
    assert len(found.entries) == len(rows)
    assert all(entry.date == DAY for entry in found.entries)
    for entry in found.entries:
        text = remove_entry(text, entry)
    assert read_memory_file(text).entries == ()
    assert set(read_memory_file(text).sections) <= {"Mine"}, "a heading of ours goes with its last entry"
    assert len(cut_for_prompt(made(*rows), room)[0]) <= room
