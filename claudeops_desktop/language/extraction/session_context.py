"""What a session is about while it goes on: the services that its commands name, its working folder, and what was
spoken of last (E3). Pure.

A transcript says "the queue is full" and means the service whose log was read just before. What a command names is a
name in the words around it too, also where nobody configured it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
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
TAIL = 300  # characters of a turn that tell what it spoke of last
LONGEST_NAME = 40


class SessionContext:
    """Fed with commands and with what was spoken of, in order; knows what a sentence without a subject is about.

    ``is_new``: nothing was said yet.
    """

    def __init__(self, names: ServiceNames) -> None:
        self.names = names
        self._cwd = ""
        self.is_new = True
        self._fresh = False
        self._said: str | None = None
        self._done: str | None = None
        self._folder: str | None = None
        self._program: str | None = None
        self._path: str | None = None

    def topic(self, but: Collection[str] = ()) -> str | None:
        """The service that a pronoun means where nothing nearer says it: the last one named, the last one that a
        command was for, the working folder's; none of ``but``."""
        found = (self._said, self._done, self._folder, self._program, self._path)
        return next((one for one in found if one and one not in but), None)

    @property
    def place(self) -> str | None:
        """What a sentence that names nothing is about: the project that the folder is of, before a single service of
        it."""
        return self._folder or self._done or self._said or self._program or self._path

    def follow(self, turn: ConversationTurn) -> None:
        """A turn begins: where it works, what it runs."""
        if turn.cwd != self._cwd:
            self._cwd = turn.cwd
            self.see_folder(turn.cwd)
        if turn.command:
            self.see_command(turn.command)

    def add_turn(self, turn: ConversationTurn) -> None:
        """A turn was said: what it spoke of last counts for the two after it."""
        if turn.text:
            self.is_new = False
            known = [one.name for one in self.names.mentions(turn.text[-TAIL:]) if one.known]
            self._said = known[-1] if known else self._said if self._fresh else None
            self._fresh = bool(known)

    def see_folder(self, cwd: str) -> None:
        """The session works in this folder."""
        if cwd:
            found = _of_path(cwd.rstrip("/") + "/x")
            self._folder = self._known(found) if found else None

    def see_command(self, command: str) -> None:
        """The session ran this."""
        for name in targets(command[:LONGEST_COMMAND]):
            known = self.names.exactly(name)
            if known is None:
                self.names = self.names.with_name(name)
            self._done, self._said = known or name, None
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
