"""The files of a session's work folder that a command names: what a yes to the command also says yes to.

They are shown with the question, and the command runs only where they still hold what they held then.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterator
from typing import NamedTuple

from ..core.work_folder import WORK_VARIABLE
from .secret_paths import path_in
from .shell_script import read_script
from .visited_folders import resolve_from_folder

MOST_FILES = 100
MOST_BYTES = 8_000_000
SHOWN = 4_000
"""Characters of one file that are kept and shown."""
SHOWN_IN_ALL = 12_000
_PLAIN_NAME = re.compile(r"[\w.@%+~,:-]+")
_AFTER_A_PATH = frozenset("\"' \t\n;&|<>)") | {""}


class HandedFile(NamedTuple):
    """One file: its path, its size in bytes, a digest of what it holds, and its text, which may be cut or say that
    there is none. A link is never followed: its text says where it leads."""

    path: str
    size: int
    digest: str
    text: str


class TooManyFiles(ValueError):
    """A command names more of the work folder than can be shown and compared."""


def find_handed(command: str, folder: str, work: str) -> tuple[HandedFile, ...]:
    """Return the files beneath ``work`` that a command in ``folder`` names, sorted by path. Raises TooManyFiles, and
    OSError for a file that cannot be read.

    A folder stands for all files in it, and so does one that the command is run from, a pattern for those in its
    folder, and a name that is not there for what is beside it. A path that is put together as the command runs is not
    found.
    """
    if not work:
        return ()
    work = os.path.normpath(work)
    found = dict[str, HandedFile]()
    for place in sorted({os.path.normpath(path) for path in (*_mentioned(command, work), *_worded(command, folder))}):
        if place == work or place.startswith(f"{work}/"):
            found |= {path: _read(path) for path in _files(place, work) if path not in found}
        if len(found) > MOST_FILES or sum(each.size for each in found.values()) > MOST_BYTES:
            raise TooManyFiles(
                f"it names more than {MOST_FILES} files or {MOST_BYTES // 1_000_000} MB of the work folder; name those"
                " that it needs one by one"
            )
    return tuple(found[path] for path in sorted(found))


def describe_handed(files: tuple[HandedFile, ...], work: str) -> str:
    """Return what the files hold, each under its name, for the operator who is asked. "" without any."""
    left, parts = SHOWN_IN_ALL, list[str]()
    for each in files:
        text = each.text if len(each.text) <= left else f"{each.text[:left]}…"
        left = max(0, left - len(each.text))
        parts.append(f"{os.path.relpath(each.path, work)}, {each.size:,} bytes:\n{text}")
    return "\n\n".join(parts)


def name_changed(before: tuple[HandedFile, ...], now: tuple[HandedFile, ...]) -> str:
    """Return the name of a file that is not what it was, "" where all are."""
    then = {each.path: each.digest for each in before}
    later = {each.path: each.digest for each in now}
    changed = sorted(path for path in then.keys() | later.keys() if then.get(path) != later.get(path))
    return os.path.basename(changed[0]) if changed else ""


def _mentioned(command: str, work: str) -> Iterator[str]:
    """The places in the work folder that the text itself names, within a script for another shell too."""
    mention = rf"(?:{re.escape(work)}|\$\{{{WORK_VARIABLE}\}}|\${WORK_VARIABLE}(?!\w))(?![\w.@%+~,:-])[\"']?"
    for found in re.finditer(rf"{mention}(?P<rest>(?:/[\w./@%+~,:-]*)?)(?P<after>.?)", command, re.DOTALL):
        ends = found["after"] in _AFTER_A_PATH
        yield work + (found["rest"] if ends else os.path.dirname(found["rest"]))


def _worded(command: str, folder: str) -> Iterator[str]:
    """The places that the words of a command name from the folders it is run in, and those folders."""
    yield folder or os.sep
    for each in read_script(command).commands:
        places = [folder, *(resolve_from_folder(visited, folder) for visited in each.visited)]
        yield from filter(None, places[1:])
        for word in (*each.words, *(redirect.target for redirect in each.redirects)):
            text = path_in(word.text)
            if text and "\0" not in text:
                for place in places:
                    path = os.path.join(place or os.sep, os.path.expanduser(text))
                    yield os.path.dirname(path) if word.pattern else path


def _files(place: str, work: str) -> Iterator[str]:
    """The files at a place within the work folder."""
    while place != work and not os.path.lexists(place):
        place = os.path.dirname(place)
    if not os.path.isdir(place) or os.path.islink(place):
        beside = os.path.dirname(place)
        if all(_PLAIN_NAME.fullmatch(name) for name in os.listdir(beside)):
            yield place
            return
        place = beside  # where a name holds spaces, the text alone does not show which of them is meant
    for folder, folders, files in os.walk(place):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        yield from (os.path.join(folder, name) for name in (*links, *files))


def _read(path: str) -> HandedFile:
    """Raises OSError."""
    state = os.lstat(path)
    if stat.S_ISLNK(state.st_mode):
        target = os.readlink(path)
        return HandedFile(path, 0, f"link {target}", f"(a link to {target})")
    if not stat.S_ISREG(state.st_mode):
        return HandedFile(path, 0, "no file", "(no regular file)")
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        content = file.read(MOST_BYTES + 1)
    digest = hashlib.sha256(content).hexdigest()
    return HandedFile(path, len(content), digest, _text_of(content))


def _text_of(content: bytes) -> str:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return "(not a text)"
    if "\0" in text:
        return "(not a text)"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
