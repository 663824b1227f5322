"""Three versions of all shared files: what is to change here (X6). Pure but for the texts, which ``load`` reads.

Of a file that both sides have changed in ways that do not go together, the version of the remote stays under its name,
because the others have it already; ours is kept beside it under a name that its content gives, so that every
workstation that finds the same pair gives it the same name. The operator chooses, wherever he sits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from ...core.messages import UserMessage
from ..conflict_files import KeptPair
from ..entry_checks import WARNING, EntryProblem
from .merge_text import merge_text
from .shared_files import why_left_alone

_BESIDE = re.compile(r"(.+)-([0-9a-f]{8})(\.[^./]+)?")
Blobs = Mapping[str, str]
Load = Callable[[str], bytes]


@dataclass
class FolderMerge:
    """What a merge says: ``files`` to write here, None for one that goes; ``pairs`` of two texts that wait for the
    operator; paths that are ``left`` alone on both sides; and what he should know."""

    files: dict[str, str | None] = field(default_factory=dict)
    pairs: list[KeptPair] = field(default_factory=list)
    left: set[str] = field(default_factory=set)
    problems: list[EntryProblem] = field(default_factory=list)


def merge_folders(base: Blobs, ours: Blobs, theirs: Blobs, load: Load) -> FolderMerge:
    """What is to change here. The three map the paths of shared files to their revisions."""
    merge = FolderMerge()
    for path in sorted(base.keys() | ours.keys() | theirs.keys()):
        old, mine, other = base.get(path, ""), ours.get(path, ""), theirs.get(path, "")
        if mine == other:
            continue
        if other and (why := why_left_alone(path, load(other))):
            merge.left.add(path)
            merge.problems.append(EntryProblem(path, WARNING, why))
            continue
        if other == old:
            continue
        if old and why_left_alone(path, load(old)):
            old = ""
        if mine == old:
            merge.files[path] = _text(load(other)) if other else None
        elif not mine or not other:
            _keep_the_changed(merge, path, _text(load(other)) if other else None)
        else:
            _merge_one(merge, path, _text(load(old)) if old else None, load(mine), load(other), mine)
    _name_new_pairs(merge, ours, theirs)
    return merge


def beside_name(path: str, revision: str) -> str:
    """The name of a text that is kept beside a file: ``notes/backups-1f3c9a02.md``."""
    pure = PurePosixPath(path)
    return str(pure.with_name(f"{pure.stem}-{revision[:8]}{pure.suffix}"))


def _keep_the_changed(merge: FolderMerge, path: str, theirs: str | None) -> None:
    """One side has deleted what the other has changed: the change stays."""
    if theirs is not None:
        merge.files[path] = theirs
    where = UserMessage("It was deleted here and changed elsewhere, so it is back.")
    kept = UserMessage("It was changed here and deleted elsewhere, so it stays.")
    merge.problems.append(EntryProblem(path, WARNING, where if theirs is not None else kept))


def _merge_one(merge: FolderMerge, path: str, base: str | None, mine: bytes, other: bytes, revision: str) -> None:
    ours, theirs = _text_or_none(mine), _text(other)
    if ours is None:
        merge.left.add(path)
        merge.problems.append(EntryProblem(path, WARNING, UserMessage("It is not text in UTF-8.")))
        return
    said = merge_text(path, base, ours, theirs)
    if said is None:
        beside = beside_name(path, revision)
        merge.files[path] = theirs
        merge.files[beside] = ours
        merge.pairs.append(KeptPair(path, beside))
    elif said != ours:
        merge.files[path] = said


def _name_new_pairs(merge: FolderMerge, ours: Blobs, theirs: Blobs) -> None:
    """A text that another workstation has kept beside a file comes as a pair, too."""
    for beside, text in list(merge.files.items()):
        found = _BESIDE.fullmatch(beside)
        if text is None or found is None or beside in ours or not theirs.get(beside, "").startswith(found[2]):
            continue
        path = f"{found[1]}{found[3] or ''}"
        pair = KeptPair(path, beside)
        if path in theirs and pair not in merge.pairs:
            merge.pairs.append(pair)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _text_or_none(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None
