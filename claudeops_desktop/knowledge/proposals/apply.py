"""What a file says after a proposed change, and what it said before one that is taken back. Pure.

A change is looked for by its own words, so that it can still be made in a file that somebody has edited since. In
MEMORY.md ``before`` and ``after`` are entries, with or without their hyphen and date; elsewhere they are passages.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from ...core.messages import UserMessage
from ..layout import MEMORY_FILE
from ..memory_file import (
    SECTIONS,
    MemoryEntry,
    add_entry,
    entry_in,
    read_memory_file,
    remove_entry,
    replace_entry,
)
from ..sync.merge_text import merge_text
from .types import ProposalDraft

_LINE = re.compile(r"^-\s+(?:\((\d{4}-\d{2}-\d{2})\)\s+)?")
_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*\s*$")


class ProposalOutdated(Exception):
    """The change cannot be made any more; ``sentence`` says why. ``done`` where the file says already what the change
    would make it say."""

    def __init__(self, sentence: UserMessage, *, done: bool = False) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.done = done


def apply_draft(text: str, draft: ProposalDraft, day: date) -> str:
    """The file with the change made; "" where it is to be deleted. Raises ProposalOutdated."""
    if draft.source == "sync":
        return _merged(text, draft)
    if draft.path == MEMORY_FILE:
        return _apply_to_memory_file(text, draft, day)
    if draft.kind == "add":
        return _added(text, draft)
    start, end = _find(text, draft)
    after = draft.after if draft.kind == "edit" else ""
    if not after and not (text[:start] + text[end:]).strip():
        return ""
    if not after:  # a passage leaves no second blank line behind
        head, tail = text[:start].rstrip(" "), text[end:]
        if head.endswith("\n\n") or not head:
            tail = tail.lstrip("\n")
        elif head.endswith("\n") and tail.startswith("\n"):
            tail = tail[1:]
        return head + tail
    return text[:start] + after + text[end:]


def inverse_of(draft: ProposalDraft) -> ProposalDraft:
    """The change that takes this one back."""
    if draft.source == "sync":
        return replace(draft, before=draft.after, after=draft.before)
    if draft.kind == "add":
        return replace(draft, kind="remove", before=draft.after, after="")
    if draft.kind == "remove":
        return replace(draft, kind="add", before="", after=draft.before)
    return replace(draft, before=draft.after, after=draft.before)


def heading_of(draft: ProposalDraft) -> str:
    """The section of MEMORY.md that a change is for; a domain stands for its heading."""
    return SECTIONS.get(draft.section, draft.section) or SECTIONS["operations"]


def entry_text(said: str) -> str:
    """An entry of MEMORY.md without its hyphen and date, on one line."""
    return " ".join(_LINE.sub("", said.strip(), count=1).split())


def _merged(text: str, draft: ProposalDraft) -> str:
    """The file with the change of another machine merged in; where both have changed the same lines, as that machine
    has it: the difference shows what goes."""
    said = merge_text(draft.path, draft.before or None, text, draft.after) if text and draft.after else None
    merged = draft.after if said is None else said
    if merged == text:
        raise ProposalOutdated(UserMessage("{path} says this already.", path=draft.path), done=True)
    return merged


def _apply_to_memory_file(text: str, draft: ProposalDraft, day: date) -> str:
    found = read_memory_file(text).entries
    wanted = entry_text(draft.after)
    if draft.kind == "add":
        if not wanted:
            raise ProposalOutdated(UserMessage("There is no text to add."))
        if entry_in(found, wanted) is not None:
            raise ProposalOutdated(UserMessage("MEMORY.md says this already."), done=True)
        return add_entry(text, heading_of(draft), wanted, _date_of(draft.after) or day)
    old = _entry(found, draft)
    if old is None:
        done = draft.kind == "remove" or entry_in(found, wanted) is not None
        raise ProposalOutdated(UserMessage("MEMORY.md has no entry any more that says this."), done=done)
    if draft.kind == "remove":
        return remove_entry(text, old)
    return replace_entry(text, old, wanted, _date_of(draft.after) or day)


def _entry(found: tuple[MemoryEntry, ...], draft: ProposalDraft) -> MemoryEntry | None:
    """The entry that is meant: in its section and of its date first, else wherever it stands."""
    wanted, dated, section = entry_text(draft.before), _date_of(draft.before), heading_of(draft)
    meant = [one for one in found if entry_in([one], wanted)]
    if dated is not None:
        meant = [one for one in meant if one.date == dated]
    return next((one for one in meant if one.section == section), meant[0] if meant else None)


def _date_of(said: str) -> date | None:
    match = _LINE.match(said.strip())
    try:
        return date.fromisoformat(match[1]) if match and match[1] else None
    except ValueError:
        return None


def _added(text: str, draft: ProposalDraft) -> str:
    said = draft.after.strip()
    if not said:
        raise ProposalOutdated(UserMessage("There is no text to add."))
    if not text.strip():
        return f"{said}\n"
    if said in text:
        raise ProposalOutdated(UserMessage("{path} says this already.", path=draft.path), done=True)
    if not draft.section:
        return f"{text.rstrip()}\n\n{said}\n"
    place = _section(text, draft.section)
    if place is None:
        return f"{text.rstrip()}\n\n## {draft.section}\n\n{said}\n"
    head, tail = text[: place[1]].rstrip(), text[place[1] :]
    in_list = said.startswith(("- ", "* ")) and head.rsplit("\n", 1)[-1].startswith(("- ", "* "))
    return f"{head}\n{'' if in_list else chr(10)}{said}\n{chr(10) if tail else ''}{tail}"


def _find(text: str, draft: ProposalDraft) -> tuple[int, int]:
    """Where ``before`` stands. Raises ProposalOutdated where it does not, or in more than one place."""
    before = draft.before if draft.before in text else draft.before.strip()
    if not before or before not in text:
        done = draft.kind == "remove" or (bool(draft.after.strip()) and draft.after.strip() in text)
        raise ProposalOutdated(
            UserMessage("{path} no longer says what was to be changed.", path=draft.path), done=done and bool(before)
        )
    place = _section(text, draft.section) if draft.section else None
    if place is not None and before in text[place[0] : place[1]]:
        start = text.index(before, place[0])
        return start, start + len(before)
    if text.count(before) > 1:
        raise ProposalOutdated(UserMessage("{path} says this in more than one place.", path=draft.path))
    start = text.index(before)
    return start, start + len(before)


def _section(text: str, name: str) -> tuple[int, int] | None:
    """Where a section begins, behind its heading, and ends; None where there is none of that name."""
    at, begin, level = 0, -1, 0
    for line in text.splitlines(keepends=True):
        found = _HEADING.match(line.rstrip("\n"))
        if begin >= 0 and found and len(found[1]) <= level:
            return begin, at
        at += len(line)
        if begin < 0 and found and found[2].casefold() == name.casefold():
            begin, level = at, len(found[1])
    return (begin, at) if begin >= 0 else None
