"""When each entry came and was last changed, as git knows it (C8). Reads the repository: not on a GUI thread."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from ..entries import read_entry
from ..layout import MEMORY_FILE
from ..memory_file import MemoryEntry, read_memory_file
from .types import CommitMoment, EntryVersions

if TYPE_CHECKING:
    from ..repository import KnowledgeCommit, KnowledgeRepository

_WORD = re.compile(r"[^\W_]+")
ALIKE = 0.6  # of the words that two wordings of one entry share


@dataclass(frozen=True, slots=True)
class FolderHistory:
    """``files`` by their paths, also those that are gone; ``entries`` of MEMORY.md by date and words: the commit that
    brought each, and the one that last changed its words."""

    files: Mapping[str, EntryVersions] = field(default_factory=dict)
    entries: Mapping[tuple[date | None, str], tuple[CommitMoment, CommitMoment]] = field(default_factory=dict)

    def of_entry(self, entry: MemoryEntry) -> tuple[CommitMoment, CommitMoment] | None:
        """What brought an entry of MEMORY.md as it stands now, and what changed it last; None for one that is not
        committed."""
        return self.entries.get((entry.date, words_of(entry.text)))


def words_of(text: str) -> str:
    """A text by its words alone."""
    return " ".join(_WORD.findall(text.casefold()))


def read_history(repository: KnowledgeRepository, verified: Collection[str]) -> FolderHistory:
    """Walk the history once. Of the files in ``verified`` the last change of content is looked for, beside that of
    their frontmatter."""
    commits = repository.log()
    files: dict[str, EntryVersions] = {}
    for commit in commits:  # the latest first
        moment = CommitMoment(commit.number, commit.at, commit.author)
        for path in commit.paths:
            known = files.get(path)
            files[path] = EntryVersions(
                moment, known.last if known else moment, removed=known.removed if known else None
            )
    present = repository.blobs()
    for path, known in list(files.items()):
        if path not in present:
            files[path] = EntryVersions(known.first, known.last, removed=known.last)
        elif path in verified:
            mine = [one for one in commits if path in one.paths]
            files[path] = EntryVersions(known.first, known.last, _content_change(repository, path, mine))
    mine = [one for one in commits if MEMORY_FILE in one.paths]
    return FolderHistory(files, _entry_moments(repository, mine))


def _content_change(
    repository: KnowledgeRepository, path: str, commits: Iterable[KnowledgeCommit]
) -> CommitMoment | None:
    """The last commit that changed more than the frontmatter; ``commits`` the latest first."""
    newer: KnowledgeCommit | None = None
    body: str | None = None
    for commit in commits:
        text = repository.text_at(path, commit.number)
        mine = read_entry(text).body.strip() if text is not None else None
        if newer is not None and mine != body:
            break
        newer, body = commit, mine
    return CommitMoment(newer.number, newer.at, newer.author) if newer is not None else None


def _entry_moments(
    repository: KnowledgeRepository, commits: Iterable[KnowledgeCommit]
) -> dict[tuple[date | None, str], tuple[CommitMoment, CommitMoment]]:
    """Follow the entries through all versions of the file, the oldest first: an entry with the same date and most of
    the same words is the same one."""
    found: dict[tuple[date | None, str], tuple[CommitMoment, CommitMoment]] = {}
    ever = dict(found)
    for commit in reversed(list(commits)):
        entries = read_memory_file(repository.text_at(MEMORY_FILE, commit.number) or "").entries
        keys = list(dict.fromkeys((entry.date, words_of(entry.text)) for entry in entries))
        here = {key: found[key] for key in keys if key in found}
        gone = {key: moments for key, moments in found.items() if key not in here}
        come = list[tuple[date | None, str]]()
        moment = CommitMoment(commit.number, commit.at, commit.author)
        for key in keys:
            if key in here:
                continue
            former = _former(key, gone)
            if former is not None:
                here[key] = (gone.pop(former)[0], moment)
            elif key in ever:  # it was restored: it is as old as it was
                here[key] = ever[key]
            else:
                come.append(key)
        brought = CommitMoment(commit.number, commit.at, commit.author, len(come))
        found = here | dict.fromkeys(come, (brought, brought))
        ever |= found
    return found


def _former(
    key: tuple[date | None, str], gone: Mapping[tuple[date | None, str], tuple[CommitMoment, CommitMoment]]
) -> tuple[date | None, str] | None:
    words = set(key[1].split())
    best, most = None, ALIKE
    for other in gone:
        if other[0] != key[0] or not words:
            continue
        theirs = set(other[1].split())
        share = len(words & theirs) / max(len(words | theirs), 1)
        if share >= most:
            best, most = other, share
    return best
