"""A command with the links in it followed: a file is judged by where it lies, not only by what it is called."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from fnmatch import translate

from .linked_folders import FileBudget, scan_folder, searched_folders, secrets_behind_links
from .secret_paths import is_secret, mixes_secrets, path_in
from .shell_script import read_script
from .shell_types import MARKS, PLAIN, UNSEEN, ShellWord
from .visited_folders import resolve_from_folder

_OF_THE_KERNEL = ("/dev/", "/proc/", "/sys/")
_DEEPEST = 3
"""Texts within texts, as of ``sudo sh -c '…'``, whose words are looked at."""


def follow_links(command: str, folder: str) -> str:
    """Return the command with each path that a link takes part in replaced by where it leads.

    A path that does not exist here, as one of another machine or of a container, stays. Raises UnseenFilesError where
    patterns and folders name more files than are looked at.
    """
    leading: dict[str, list[str]] = {}
    for text, place in dict.fromkeys(_linked(command, folder, FileBudget(), 0)):
        leading.setdefault(text, []).append("'" + place.replace("'", "'\\''") + "'")
    for text, places in leading.items():
        quoted = " ".join(places)
        found, times = re.subn(rf"(?<![\w./-]){re.escape(text)}(?![\w/.-])", lambda _, by=quoted: by, command)  # type: ignore[misc]
        command = found if text and times else f"{command}\ncat {quoted}"  # not written so: judged as shown
    return command


def _linked(command: str, folder: str, budget: FileBudget, depth: int) -> Iterator[tuple[str, str]]:
    """Find each path of a command, as it is written, that leads elsewhere by a link, and where it leads; "" for one
    that is found in a folder."""
    commands = read_script(command).commands
    for each in commands:
        folders = tuple(dict.fromkeys((folder, *(resolve_from_folder(visited, folder) for visited in each.visited))))
        words = dict.fromkeys((*each.words[1:], *(redirect.target for redirect in each.redirects)))
        for word in words:
            yield from _linked_in(word, folders, budget, depth)
        searched, strict = searched_folders(each, commands)
        for path in dict.fromkeys(_place(name, folder) for name in searched for folder in folders):
            yield from (("", real) for real in secrets_behind_links(path, budget, strict=strict))


def _linked_in(word: ShellWord, folders: Sequence[str], budget: FileBudget, depth: int) -> Iterator[tuple[str, str]]:
    text = path_in(word.text)
    if not text or text.startswith(_OF_THE_KERNEL) or any(sign in text for sign in (UNSEEN, PLAIN, *MARKS)):
        return
    if depth < _DEEPEST and re.search(r"[\s;|&<>]", text):  # it may be a text that a shell runs
        for place in folders:
            yield from _linked(text, place, budget, depth + 1)
    if len(text) > 4096 or "\n" in text:
        return
    for place in folders:
        for path in _paths(word._replace(text=text), place, budget):
            if (real := os.path.realpath(path)) == os.path.normpath(path) or not os.path.exists(real):
                continue
            if word.pattern:
                budget.spend(linked=1)
                if not (is_secret(ShellWord(real)) or mixes_secrets(ShellWord(real))):
                    continue
            yield text, real


def _place(path: str, folder: str) -> str:
    return os.path.join(folder or os.sep, os.path.expanduser(path))


def _paths(word: ShellWord, folder: str, budget: FileBudget) -> Iterator[str]:
    """Find the files that a word names from a folder."""
    path = _place(word.text, folder)
    if word.pattern:
        yield from _matches(os.sep, path.split(os.sep)[1:], budget)
    elif os.path.lexists(path):
        yield path


def _matches(folder: str, steps: Sequence[str], budget: FileBudget) -> Iterator[str]:
    """Find what a pattern names, one step of the path after the other."""
    step, *rest = steps
    if not any(sign in step for sign in "*?["):
        found = [os.path.join(folder, step)]
    else:
        matches = re.compile(translate(step)).match
        found = [entry.path for entry in scan_folder(folder, budget) if matches(entry.name)]
    for path in found:
        if not rest:
            if os.path.lexists(path):
                yield path
        elif os.path.isdir(path):
            yield from _matches(path, rest, budget)
