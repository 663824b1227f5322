"""In which folders a command may run, after ``cd`` and its kind; and what a name is, seen from there."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import normpath

from .shell_types import ShellWord

MOST = 12
_MOVES = ("cd", "pushd", "popd", "chdir")


def visited_after(words: Sequence[ShellWord], folders: tuple[str, ...]) -> tuple[str, ...]:
    """Where the next command may run, the likeliest place last: a ``cd`` that fails leaves the shell where it was."""
    texts = [word.text for word in words]
    while texts and texts[0] in ("builtin", "command"):
        texts = texts[1:]
    if not texts or texts[0] not in _MOVES:
        return folders
    given = [text for text in texts[1:] if text not in ("-P", "-L", "-e", "-@", "--", "-q", "-n")]
    before = folders[-1] if folders else "."
    if texts[0] == "popd" or given[:1] == ["-"] or (texts[0] == "pushd" and (not given or given[0][:1] in "+-")):
        target = next((each for each in reversed(folders[:-1])), ".")
    else:
        target = resolve_from_folder(given[0], before) if given else "~"
    kept = folders or (".",)
    return (*(each for each in kept[-MOST:] if each != target), target)


def resolve_from_folder(path: str, folder: str) -> str:
    """A path as it is seen from a folder's own place: absolute, of somebody's home, or as it is where nothing moved."""
    if path.startswith(("/", "~")) or folder in ("", "."):
        return normpath(path) if path else "."
    return normpath(f"{folder}/{path}")
