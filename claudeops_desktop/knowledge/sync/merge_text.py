"""Three versions of one text become one, or it is said that they do not (X6). Pure.

Regions in which only one side differs from what both began with are taken over. Where both have put list entries in at
one place, both stay. Anything else is for a person to decide: no text ever gets conflict markers.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from ..entries import conflict_line
from ..entry_checks import ERROR, check_entry
from ..layout import MEMORY_FILE, OPERATIONS_LOG
from ..memory_file import FRONT, add_entry, read_memory_file, remove_entry, without_line

MOST_LINES = 20_000
_LIST = ("- ", "* ", "+ ", "#", "|")


class _SameRegion(NamedTuple):
    """Lines that all three have: where they begin in each, and how many."""

    base: int
    ours: int
    theirs: int
    length: int


def merge_text(path: str, base: str | None, ours: str, theirs: str) -> str | None:
    """The text that has the changes of both sides; None where a person has to decide. ``base`` is what both began with,
    None for a file that both have made."""
    if path == OPERATIONS_LOG:
        return _joined_lines(base or "", ours, theirs)
    merged = merge_lines(_lines(base or ""), _lines(ours), _lines(theirs)) if base is not None else None
    said = "".join(merged) if merged is not None else None
    if path == MEMORY_FILE and (said is None or not _is_sound(path, said, ours, theirs)):
        said = _merged_memory(base or "", ours, theirs)
    if said is None or conflict_line(said) or not _is_sound(path, said, ours, theirs):
        return None
    return said


def merge_lines(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str] | None:
    """The lines with the changes of both sides; None where both have changed the same ones in different ways."""
    if max(len(base), len(ours), len(theirs)) > MOST_LINES:
        return None
    merged: list[str] = []
    at_base = at_ours = at_theirs = 0
    for region in _regions(base, ours, theirs):
        old = base[at_base : region.base]
        mine, other = ours[at_ours : region.ours], theirs[at_theirs : region.theirs]
        if mine in (other, old):
            merged += other
        elif other == old:
            merged += mine
        elif not old and _are_entries(mine) and _are_entries(other):
            merged += _joined(other, mine)
        else:
            return None
        merged += base[region.base : region.base + region.length]
        at_base, at_ours, at_theirs = (
            region.base + region.length, region.ours + region.length, region.theirs + region.length,
        )  # fmt: skip
    return merged


def _regions(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[_SameRegion]:
    """What all three have in common, in order, with an empty region at the end."""
    one = SequenceMatcher(None, base, ours, autojunk=False).get_matching_blocks()
    two = SequenceMatcher(None, base, theirs, autojunk=False).get_matching_blocks()
    found: list[_SameRegion] = []
    at = to = 0
    while at < len(one) and to < len(two):
        mine, other = one[at], two[to]
        start, end = max(mine.a, other.a), min(mine.a + mine.size, other.a + other.size)
        if start < end:
            found.append(_SameRegion(start, mine.b + start - mine.a, other.b + start - other.a, end - start))
        if mine.a + mine.size < other.a + other.size:
            at += 1
        else:
            to += 1
    return [*found, _SameRegion(len(base), len(ours), len(theirs), 0)]


def _are_entries(lines: Sequence[str]) -> bool:
    return all(not line.strip() or line.startswith(_LIST) for line in lines)


def _joined(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Both runs of entries, each entry once."""
    known = {line.rstrip("\n") for line in first}
    if first and not first[-1].endswith("\n"):
        first = [*first[:-1], f"{first[-1]}\n"]
    return [*first, *(line for line in second if line.rstrip("\n") not in known)]


def _joined_lines(base: str, ours: str, theirs: str) -> str:
    """A log of which lines are only added: theirs, with what is new here behind it. A line that one side has taken out
    since stays out."""
    mine, other, old = (text.splitlines() for text in (ours, theirs, base))
    gone = (set(old) - set(mine)) | (set(old) - set(other))
    kept = dict.fromkeys(line for line in [*other, *mine] if line not in gone)
    return "".join(f"{line}\n" for line in kept)


def _merged_memory(base: str, ours: str, theirs: str) -> str | None:
    """MEMORY.md by its entries: what one side has added comes in, what one side has taken out goes. None where that
    would lose lines of ours that are no entries."""
    old, mine = ({(one.section, one.text): one for one in read_memory_file(text).entries} for text in (base, ours))
    said = theirs or FRONT
    there = {(one.section, one.text): one for one in read_memory_file(said).entries}
    for key in old.keys() - mine.keys():
        if key in there:
            said = remove_entry(said, without_line(there[key]))
    for (section, text), one in mine.items():
        if (section, text) in old or (section, text) in there:
            continue
        if not section or one.date is None:
            return None
        said = add_entry(said, section, text, one.date)
    prose = {line for line in _prose(ours) if line not in _prose(base)}
    return said if prose <= _prose(said) else None


def _prose(text: str) -> set[str]:
    """The lines that are no entries."""
    entries = {one.line for one in read_memory_file(text).entries}
    lines = enumerate(text.splitlines(), 1)
    return {line.strip() for number, line in lines if number not in entries and line.strip()}


def _is_sound(path: str, said: str, ours: str, theirs: str) -> bool:
    """Tell whether a merge broke nothing that was whole before it."""
    wrong = {one.sentence for one in check_entry(path, said) if one.level == ERROR}
    before = {one.sentence for text in (ours, theirs) for one in check_entry(path, text) if one.level == ERROR}
    return wrong <= before


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)
