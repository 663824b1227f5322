"""Folders that are searched with the links in them followed: ``grep -R``, ``rg -L``, ``diff -r``, ``tar -h``."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from posixpath import basename
from typing import NamedTuple

from .listed_files import SHOWS
from .options import OptionTable, ScannedOptions, options, scan
from .secret_paths import is_secret
from .shell_types import ShellWord, SimpleCommand, leaves_unseen

MOST_ENTRIES = 20_000
"""Entries of folders that are looked at for one command."""
MOST_LINKED = 5_000
"""Files behind links that are judged for one command."""


class UnseenFilesError(Exception):
    """Which files a command shows cannot be seen; the text says why, for the agent."""


class FileBudget:
    """Counts what was looked at for one command."""

    def __init__(self) -> None:
        self.entries = self.linked = 0

    def spend(self, entries: int = 0, linked: int = 0) -> None:
        """Count some more. Raises UnseenFilesError when it is too much."""
        self.entries += entries
        self.linked += linked
        if self.entries > MOST_ENTRIES or self.linked > MOST_LINKED:
            raise UnseenFilesError(
                "Links would be followed in more files than are looked through. "
                "Name a smaller folder, or search without following links (`grep -r`)."
            )


class _Follower(NamedTuple):
    """A program's options: those with values, and the ones by which it follows links or does not."""

    options: OptionTable
    follows: frozenset[str]
    stays: frozenset[str] = frozenset()
    first_is_text: frozenset[str] = frozenset()
    """Options without one of which the first operand is a pattern."""


def _follower(values: str, follows: str, *, first: str = "", stays: str = "") -> _Follower:
    known = options(f"{values} {follows} {stays}")
    return _Follower(known, frozenset(follows.split()), frozenset(stays.split()), frozenset(first.split()))


_GREP = _follower(
    "-e: --regexp: -f: --file: -A: -B: -C: -m: -d: -D: --include: --exclude: --exclude-dir: --exclude-from: "
    "--max-count: --after-context: --before-context: --context: --color:: --colour::",
    "-R --dereference-recursive",
    first="-e --regexp -f --file",
)
_RG = (
    "-e: --regexp: -f: --file: -g: --glob: --iglob: -t: -T: --type: --type-not: -A: -B: -C: -m: -d: --max-depth: -j: "
    "-M: -r:"
)
_AG = "-A: -B: -C: -G: -g: -m: -p: --depth: --ignore: --ignore-dir: --context: --after: --before:"
_FIND = (
    "-maxdepth: -mindepth: -name: -iname: -path: -ipath: -type: -xtype: -newer: -size: -mtime: -mmin: -user: -perm: "
    "-regex:"
)
_TAR = "-f: --file: -C: --directory: -T: -X: --exclude: -b:"
_DIFF = "-x: --exclude: -X: -I: -U: -C: -W: -D: -F: --label: -L:"
FOLLOWERS = {
    **dict.fromkeys(("grep", "egrep", "fgrep", "rgrep"), _GREP),
    "rg": _follower(_RG, "-L --follow", first="-e --regexp -f --file --files"),
    "ag": _follower(_AG, "-f --follow", first="-g"),
    "ack": _follower(_AG, "--follow", first="-f -g"),
    **dict.fromkeys(("find", "gfind"), _follower(_FIND, "-L -follow")),
    **dict.fromkeys(("fd", "fdfind"), _follower("-e: -E: -d: -t: -g: -x: -X: --exec: --exec-batch:", "-L --follow")),
    **dict.fromkeys(("tar", "gtar"), _follower(_TAR, "-h --dereference")),
    "bsdtar": _follower(_TAR, "-L -h --dereference -H"),
    **dict.fromkeys(("diff", "colordiff"), _follower(_DIFF, "-r --recursive", stays="--no-dereference")),
}
"""Programs that can show what lies behind the links in a folder."""
_FINDERS = frozenset({"find", "gfind", "fd", "fdfind"})
_RUNS = frozenset("xargs parallel -exec -execdir -ok -okdir -x -X --exec --exec-batch".split())


def searched_folders(command: SimpleCommand, whole: Sequence[SimpleCommand]) -> tuple[list[str], bool]:
    """Return the folders that a command of a text searches with the links in them followed, and whether it may do so
    with the rights of another user. What only tells names counts where something else in the text opens them."""
    names = [basename(word.text) for word in command.words]
    at = next((at for at, name in enumerate(names) if name in FOLLOWERS), -1)
    if at < 0 or (names[at] in _FINDERS and not any(map(_opens_found, whole))):
        return [], False
    known, words = FOLLOWERS[names[at]], list(command.words[at + 1 :])
    if names[at].endswith("tar") and words and words[0].text[:1] != "-":
        words[0] = words[0]._replace(text=f"-{words[0].text}")  # it takes its letters without a dash, too
    found = scan(words, known.options, short=names[at] not in ("find", "gfind"))
    letters = {name for name, _ in found.given}
    if not letters & known.follows or letters & known.stays:
        return [], False
    return [word.text for word in _places(known, found) if not leaves_unseen(word.text)], at > 0


def _places(known: _Follower, found: ScannedOptions) -> Sequence[ShellWord]:
    patterned = known.first_is_text and not known.first_is_text & {name for name, _ in found.given}
    return found.operands[1 if patterned else 0 :] or [ShellWord(".")]


def _opens_found(command: SimpleCommand) -> bool:
    """Tell whether a command may open files whose names another one prints."""
    texts = [word.text for word in command.words]
    if _RUNS.intersection(texts):
        return True
    return bool(texts) and basename(texts[0]) in SHOWS and any(leaves_unseen(text) for text in texts[1:])


def scan_folder(folder: str, budget: FileBudget, *, strict: bool = False) -> list[os.DirEntry[str]]:
    """List a folder. One that cannot be listed is empty, unless ``strict``. Raises UnseenFilesError."""
    entries: list[os.DirEntry[str]] = []
    try:
        with os.scandir(folder) as listing:
            for entry in listing:
                budget.spend(entries=1)
                entries.append(entry)
    except NotADirectoryError:
        return []
    except OSError as error:
        if strict and not isinstance(error, FileNotFoundError):
            raise UnseenFilesError(f"Which links lie in {folder[:200]} cannot be seen ({error.strerror}).") from error
    return entries


def secrets_behind_links(folder: str, budget: FileBudget, *, strict: bool) -> Iterator[str]:
    """Find the files with secrets that links in a folder, or in one below it, lead to from outside of it.

    Raises UnseenFilesError.
    """
    base = os.path.realpath(folder)
    seen: set[str] = {base}
    todo = [(base, False)]
    while todo:
        place, behind = todo.pop()
        for entry in scan_folder(place, budget, strict=strict):
            linked = entry.is_symlink()
            if not linked and not behind and not entry.is_dir(follow_symlinks=False):
                continue
            real = os.path.realpath(entry.path) if linked else entry.path
            if linked and (real.startswith(f"{base}{os.sep}") or real == base):
                continue  # it is searched there
            if os.path.isdir(real):
                if real not in seen:
                    seen.add(real)
                    todo.append((real, behind or linked))
                continue
            budget.spend(linked=1)
            if is_secret(ShellWord(real)):
                yield real
