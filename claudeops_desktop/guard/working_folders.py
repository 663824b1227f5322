"""The working folder of a command: what ``cd``, ``pushd`` and ``popd`` make of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from posixpath import isabs, join, normpath

from .shell_types import UNSEEN, ShellWord
from .target_types import is_hidden


def changed_folders(words: Sequence[ShellWord], folders: Iterable[str]) -> tuple[str, ...]:
    """The folders that a command may be in after ``cd``. ``folders`` are those before; UNSEEN is one not known."""
    given = [word.text for word in words[1:] if word.text == "-" or not word.text.startswith("-")]
    if words[0].text == "popd" or (words[0].text == "pushd" and not given):
        return (UNSEEN,)
    return tuple(dict.fromkeys(enter_folder(before, given[0] if given else "~") for before in folders))


def enter_folder(before: str, target: str) -> str:
    """The folder that ``target`` names, seen from the folder ``before``."""
    if is_hidden(target) or target == "-" or any(sign in target for sign in "*?["):
        return UNSEEN
    if isabs(target) or target.startswith("~"):
        return normpath(target)
    return UNSEEN if before == UNSEEN else normpath(join(before, target))
