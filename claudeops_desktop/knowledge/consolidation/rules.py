"""What a consolidation takes up, what it may not lose, and how a change is made in a file that somebody has edited
since (C10). Pure.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ...core.messages import UserMessage
from ..audits.comparison import shared_words
from ..audits.statements import place_of, sources_of
from ..entries import links_of, read_entry
from ..layout import MEMORY_FILE
from ..memory_file import read_memory_file
from ..proposals.types import StoredProposal

MOST = 7  # changes of a consolidation
MOST_LOST = 0.25  # of the entries
_KEPT_WORDS = 0.4  # of two wordings of an entry that was edited
_SOURCES = ("auditor", "discoverer")
_WEIGHTS = {"Contradicted": 1.0, "Stale": 0.9, "Wrong date": 0.6, "Redundant": 0.7}
_FOOTNOTE = re.compile(r"\[\^([^\]\s]{1,60})\]")


def rank_of(proposal: StoredProposal) -> float:
    """How much a change is worth, from 0: what misleads every session before what repeats itself."""
    draft = proposal.draft
    weight = _WEIGHTS.get(draft.title.partition(":")[0], 0.85) if draft.source == "auditor" else 0.85
    everywhere = 1.2 if draft.path == MEMORY_FILE else 1.0
    evidence = min(len(draft.evidence), 5) * 0.02
    return round(weight * everywhere * draft.confidence + evidence, 4)


def choose(
    proposals: Sequence[StoredProposal], entries: int, set_apart: frozenset[int] = frozenset()
) -> tuple[list[StoredProposal], list[str]]:
    """The handful that is taken up, the best first, and a sentence for each that is not but might be."""
    chosen, left = list[StoredProposal](), list[str]()
    lost = 0
    usable = [one for one in proposals if one.draft.source in _SOURCES and one.id not in set_apart]
    for one in sorted(usable, key=lambda each: (-rank_of(each), each.id)):
        draft = one.draft
        if not draft.trusted:
            left.append(UserMessage("{title}: its words come from outside; answer it by itself.", title=draft.title))
        elif twin := next((other for other in chosen if _clash(one, other)), None):
            left.append(UserMessage("{title}: proposal {id} changes the same.", title=draft.title, id=twin.id))
        elif draft.kind == "remove" and lost + 1 > MOST_LOST * entries:
            left.append(UserMessage("{title}: too much would be taken out at once.", title=draft.title))
        elif len(chosen) >= MOST:
            left.append(UserMessage("{title}: it waits for the next time.", title=draft.title))
        else:
            chosen.append(one)
            lost += draft.kind == "remove"
    return chosen, left


def losses(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Why a result is refused, in sentences: over a quarter of the entries is gone, of all or of MEMORY.md, or a source
    that stood in the folder is named nowhere any more. Empty where it may pass."""
    found = list[str]()
    own, left = _memory_lines(before), _memory_lines(after)
    gone = _vanished(own, left)
    if own and gone / len(own) > MOST_LOST:
        found.append(UserMessage("MEMORY.md would lose {lost} of {all} entries.", lost=gone, all=len(own)))
    files = {path for path in before if place_of(path) not in (None, "memory")}
    gone_files = len(files - {*after})
    total = len(own) + len(files)
    if total and (gone + gone_files) / total > MOST_LOST:
        found.append(UserMessage("The folder would lose {lost} of {all} entries.", lost=gone + gone_files, all=total))
    for source in sorted(sources_in(before) - sources_in(after)):
        found.append(UserMessage("The source {source} would be named nowhere any more.", source=source))
    return found


def sources_in(texts: Mapping[str, str]) -> frozenset[str]:
    """What the entries of a folder rest on: the sources of their frontmatter, their footnotes, and addresses that they
    link to."""
    found = set[str]()
    for path, text in texts.items():
        if place_of(path) is None:
            continue
        entry = read_entry(text)
        found.update(sources_of(entry.meta))
        found.update(f"[^{label}] {path}" for label in _FOOTNOTE.findall(entry.body))
        found.update(link for link in links_of(entry.body) if re.match(r"[a-z][a-z0-9+.-]*://", link, re.IGNORECASE))
    return frozenset(found)


def merge_text(base: str | None, ours: str | None, theirs: str | None) -> str | None:
    """``theirs`` with the change from ``base`` to ``ours`` made in it, line by line; None is a file that is not there.
    Raises LookupError where both have changed the same place."""
    if theirs in (base, ours):
        return ours
    if base == ours:
        return theirs
    if base is None or ours is None or theirs is None:
        raise LookupError("the file is gone, or is new, on one side only")
    lines = base.splitlines(keepends=True)
    edits = [(*hunk, True) for hunk in _hunks(lines, ours)] + [(*hunk, False) for hunk in _hunks(lines, theirs)]
    edits.sort(key=lambda edit: (edit[0], edit[1]))
    for one, other in pairwise(edits):
        overlap = other[0] < one[1] or (other[0] == one[0] and one[3] != other[3])
        if overlap and one[:3] != other[:3]:
            raise LookupError("both have changed the same lines")
    merged, at = list[str](), 0
    for start, end, new, _ in dict.fromkeys((*edit[:2], tuple(edit[2]), 0) for edit in edits):
        merged += lines[at:start] + list(new)
        at = end
    return "".join([*merged, *lines[at:]])


def _hunks(lines: Sequence[str], changed: str) -> list[tuple[int, int, list[str]]]:
    new = changed.splitlines(keepends=True)
    matcher = difflib.SequenceMatcher(None, lines, new, autojunk=False)
    return [(a, b, new[c:d]) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def _clash(one: StoredProposal, other: StoredProposal) -> bool:
    """Tell whether two change the same passage, or say the same."""
    mine, theirs = one.draft, other.draft
    if mine.path == theirs.path and mine.before and theirs.before:
        return mine.before in theirs.before or theirs.before in mine.before
    if mine.kind == theirs.kind == "add":
        return shared_words(mine.title, theirs.title) >= 0.6
    return False


def _memory_lines(texts: Mapping[str, str]) -> list[str]:
    return [entry.text for entry in read_memory_file(texts.get(MEMORY_FILE, "")).entries]


def _vanished(before: Sequence[str], after: Sequence[str]) -> int:
    """How many entries are neither there any more nor there in other words."""
    gone, new = list(before), list(after)
    for text in before:
        if text in new:
            new.remove(text)
            gone.remove(text)
    for text in list(gone):
        heir = next((other for other in new if shared_words(text, other) >= _KEPT_WORDS), None)
        if heir is not None:
            new.remove(heir)
            gone.remove(text)
    return len(gone)
