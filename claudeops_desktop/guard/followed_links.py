"""A command with the links in it followed: a file is judged by where it lies, not only by what it is called."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from glob import iglob
from itertools import islice

from .secret_paths import path_in
from .shell_script import read_script
from .shell_types import MARKS, PLAIN, UNSEEN, ShellWord
from .visited_folders import resolve_from_folder

_OF_THE_KERNEL = ("/dev/", "/proc/", "/sys/")
MOST_MATCHES = 200
"""Files of one pattern that are looked at."""


def follow_links(command: str, folder: str) -> str:
    """The command with each path that a link takes part in replaced by where it leads; as it is where there is none.

    A path that does not exist here, as one of another machine or of a container, stays.
    """
    for text, place in dict.fromkeys(_linked(command, folder)):
        quoted = "'" + place.replace("'", "'\\''") + "'"
        found, times = re.subn(rf"(?<![\w./-]){re.escape(text)}(?![\w/.-])", lambda _, by=quoted: by, command)  # type: ignore[misc]
        command = found if times else f"{command}\ncat {quoted}"  # written with quotes inside: judged as shown
    return command


def _linked(command: str, folder: str) -> Iterator[tuple[str, str]]:
    """Each path of a command, as it is written, that leads elsewhere by a link, and where it leads."""
    for each in read_script(command).commands:
        folders = dict.fromkeys((folder, *(resolve_from_folder(visited, folder) for visited in each.visited)))
        for word in (*each.words[1:], *(redirect.target for redirect in each.redirects)):
            text = path_in(word.text)
            if (
                not text
                or len(text) > 4096
                or text.startswith(_OF_THE_KERNEL)
                or any(sign in text for sign in (UNSEEN, PLAIN, "\n", *MARKS))
            ):
                continue
            for place in folders:
                for path in _paths(word._replace(text=text), place):
                    if (real := os.path.realpath(path)) != os.path.normpath(path) and os.path.exists(real):
                        yield text, real


def _paths(word: ShellWord, folder: str) -> Iterator[str]:
    """The files that a word names from a folder."""
    path = os.path.join(folder or os.sep, os.path.expanduser(word.text))
    if word.pattern:
        yield from islice(iglob(path, include_hidden=True), MOST_MATCHES)
    elif os.path.lexists(path):
        yield path
