"""What a session works on while it goes on: the services that its commands name, and its working folder (E3). Pure.

What a command names is a name in the words around it too, also where nobody configured it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePosixPath

from ..word_lists import rows, table
from .subject import ServiceNames
from .types import ConversationTurn

_FILE = "language/extraction/scene.txt"
_UNIT = re.compile(r"\.(?:service|timer|socket|mount|target|slice|path)$")
_POD = re.compile(r"-(?:[0-9a-f]{6,10}-[a-z0-9]{5}|(?=[a-z]*\d)[a-z0-9]{5}|\d{1,2})$")
_HASH = re.compile(r"-(?=[a-z]*\d)[0-9a-f]{6,10}$")
LONGEST_COMMAND = 2_000
LONGEST_NAME = 40


class SessionContext:
    """Fed with turns in order; knows which service a sentence that names none is filed under.

    ``is_new``: nothing was said yet; ``said`` is what the agent said last.
    """

    def __init__(self, names: ServiceNames) -> None:
        self.names = names
        self._cwd = ""
        self.is_new = True
        self.said = ""
        self._done: str | None = None
        self._folder: str | None = None
        self._program: str | None = None
        self._path: str | None = None

    @property
    def place(self) -> str | None:
        """What the session works on: the project that its folder is of, before what its commands were for last."""
        return self._folder or self._done or self._program or self._path

    def follow(self, turn: ConversationTurn) -> None:
        """A turn begins: where it works, what it runs."""
        if turn.cwd != self._cwd:
            self._cwd = turn.cwd
            found = _of_path(turn.cwd.rstrip("/") + "/x") if turn.cwd else None
            self._folder = self._known(found) if found else None
        if turn.command:
            self._see_command(turn.command)

    def remember_turn(self, turn: ConversationTurn) -> None:
        """Remember what a turn said, for the turns after it: the agent's last words, and that somebody has spoken."""
        if turn.role != "tool" and turn.text:
            self.is_new = False
            self.said = turn.text if turn.role == "assistant" else self.said

    def _see_command(self, command: str) -> None:
        for name in targets(command[:LONGEST_COMMAND]):
            self._done = self._known(name)
        if path := next((one for one in _paths(command) if _is_name(one)), None):
            self._path = self._known(path)
        if program := _program(command):
            self._program = self.names.exactly(program) or program

    def _known(self, name: str) -> str:
        known = self.names.exactly(name)
        if known is None:
            self.names = self.names.with_name(name)
        return known or name


def targets(command: str) -> Iterator[str]:
    """The services that a command is for, in its order: units, containers, deployments."""
    if not command:
        return
    for hit in table(_FILE, "targets").finditer(command):
        if name := _named(hit):
            yield name


def _named(hit: re.Match[str]) -> str | None:
    name = next((group for group in hit.groups() if group), "").lower()
    name = _UNIT.sub("", name).partition("@")[0].strip("-.\\")
    for ending in (_POD, _HASH):
        name = ending.sub("", name) if len(ending.sub("", name)) > 2 else name
    return name if _is_name(name) else None


def _paths(command: str) -> Iterator[str]:
    """The folders that a command works in, the outer ones first."""
    for hit in table(_FILE, "places").finditer(command):
        path = next(group for group in hit.groups() if group)
        yield from (part.lower() for part in PurePosixPath(path).parts[2:-1])


def _of_path(path: str) -> str | None:
    """The folder of a path that may be a service's: the last one that is not generic."""
    parts = [part.lower() for part in PurePosixPath(path).parts[1:-1]]
    parts = parts[2:] if parts[:1] == ["home"] else parts
    return next((part for part in reversed(parts) if _is_name(part)), None)


def _is_name(name: str) -> bool:
    return 2 < len(name) <= LONGEST_NAME and name[0].isalpha() and not _generic().fullmatch(name)


def _program(command: str) -> str | None:
    for service, expression in _programs():
        if expression.search(command):
            return service
    return None


@lru_cache(maxsize=1)
def _generic() -> re.Pattern[str]:
    return re.compile("|".join(rows(_FILE, "generic")))


@lru_cache(maxsize=1)
def _programs() -> tuple[tuple[str, re.Pattern[str]], ...]:
    found = []
    for row in rows(_FILE, "programs"):
        service, _, programs = row.partition(" = ")
        found.append((service, re.compile(rf"(?:^|[\s;&|'\"(/])(?:{programs})\s")))
    return tuple(found)
