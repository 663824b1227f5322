"""What an edited file changes, line by line, against the version that it was edited from (C1, C7). Pure.

The file that was edited may be older than the database: only what differs between the two versions of the file is the
editor's doing. What the database has become since is compared where it is carried out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from .fact_files import FactFile, FactLine


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line before and after an edit."""

    before: FactLine
    after: FactLine


@dataclass(frozen=True, slots=True)
class FileEdits:
    """What an editor did to a file. ``returned`` are lines with a number that the version before did not have: moved
    from another file, or brought back. ``unread`` are lines that cannot be read, ``strays`` new lines that are no
    facts."""

    changed: tuple[ChangedLine, ...] = ()
    added: tuple[FactLine, ...] = ()
    returned: tuple[FactLine, ...] = ()
    removed: tuple[FactLine, ...] = ()
    unread: tuple[FactLine, ...] = ()
    strays: tuple[tuple[int, str], ...] = ()


def compare_files(before: FactFile, after: FactFile) -> FileEdits:
    """What was done between two versions of a file. A number that stands twice belongs to the line that was not
    changed, else to the first; the other lines are new ones."""
    old = {one.bullet.number: one for one in before.lines if one.bullet.number is not None}
    seen: dict[int, FactLine] = {}
    unread: list[FactLine] = []
    added: list[FactLine] = []
    for one in after.lines:
        number = one.bullet.number
        if one.bullet.fault:
            unread.append(one)
        elif number is None:
            added.append(one)
        elif number in seen:
            kept, other = (one, seen[number]) if _same(old.get(number), one) else (seen[number], one)
            seen[number] = kept
            if not _same(kept, other):
                added.append(replace(other, bullet=replace(other.bullet, number=None)))
        else:
            seen[number] = one
    for one in unread:  # a number that stands in a line which cannot be read is there all the same
        if one.bullet.number in old and one.bullet.number not in seen:
            seen[one.bullet.number] = old[one.bullet.number]
    known = Counter(_plain(one) for one in before.lines if one.bullet.number is None)
    fresh = []
    for one in added:
        if known[_plain(one)]:
            known[_plain(one)] -= 1
        else:
            fresh.append(one)
    lines = Counter(line for _, line in before.strays)
    strays = []
    for number, line in after.strays:
        if lines[line]:
            lines[line] -= 1
        else:
            strays.append((number, line))
    there = [(old[number], one) for number, one in seen.items() if number in old]
    return FileEdits(
        tuple(ChangedLine(before, one) for before, one in there if not _same(before, one)),
        tuple(sorted(fresh, key=lambda one: one.line)),
        tuple(one for number, one in seen.items() if number not in old),
        tuple(one for number, one in old.items() if number not in seen),
        tuple(unread),
        tuple(strays),
    )


def _same(one: FactLine | None, other: FactLine) -> bool:
    return one is not None and one.bullet == other.bullet and one.service == other.service


def _plain(one: FactLine) -> tuple[str, str, str | None]:
    return one.bullet.text, one.bullet.category, one.service
