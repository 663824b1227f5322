"""Which service a sentence is about: by the configured names, then by names that operators know. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..types import service_name

_FILE = Path(__file__).parent / "services.txt"
_CALLED = re.compile(
    r"\b(?:the |an? )?[`*\"']?(?P<name>[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|[a-z][a-z0-9]{2,})[`*\"']? "
    r"(?:service|container|daemon|deployment|statefulset)\b",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"`[^`\n]*\s[^`\n]*`")
_NOUNS = (" service", " container", " daemon", " deployment", " statefulset")
_PIECE = re.compile(r"(?<![\w./@-])[^\W_]+")
_GOES_ON = re.compile(r"[\w@]|-[a-z0-9]|[./]\w")
_NOT_A_NAME = frozenset(
    """the this that each every any all both another other same new old first second third last main whole single failed
    affected web systemd docker database db mail dns backup monitoring failing dependent running stopped healthy and
    upstream downstream our your its restart start stop system internal external critical one two three most some app
    application restarted unhealthy following these those which what named init sidecar helper""".split()  # noqa: SIM905 — a list of words
)


class ServiceMention(NamedTuple):
    """A service that a text names, and where."""

    name: str
    start: int
    end: int


class ServiceNames:
    """The names to look for. ``services`` are the configured ones, which win over the known names."""

    def __init__(self, services: Iterable[str] = ()) -> None:
        self._of: dict[str, str] = {}
        configured = [name for name in map(service_name, services) if name]
        for name, also in known_names():
            meant = [one for one in configured if one == name or re.match(rf"{re.escape(name)}[-_.\d]", one)]
            stands = meant[0] if len(meant) == 1 else name
            for form in (name, *also):
                self._of[form] = stands
        for name in configured:
            for form in {name, re.sub(r"[-_.]", " ", name), re.sub(r"[-_. ]", "-", name)}:
                self._of[form] = name
        self._starts: dict[str, list[str]] = {}
        for form in sorted(self._of, key=len, reverse=True):
            if first := _PIECE.match(form):
                self._starts.setdefault(first[0], []).append(form)

    def mentions(self, text: str) -> list[ServiceMention]:
        """All services that a text names, in its order. A command is no mention: ``docker`` is a tool there."""
        if "`" in text:
            text = _COMMAND.sub(lambda code: " " * len(code[0]), text)
        lower = text.lower()
        found = list(self._known(lower)) if len(lower) == len(text) else []
        if any(word in lower for word in _NOUNS):
            for called in _CALLED.finditer(text):
                name = called["name"].lower()
                if name not in _NOT_A_NAME and not any(one.start <= called.start("name") < one.end for one in found):
                    found.append(ServiceMention(self._of.get(name, name), called.start("name"), called.end("name")))
            found.sort(key=lambda one: one.start)
        return found

    def _known(self, lower: str) -> Iterator[ServiceMention]:
        end = 0
        for piece in _PIECE.finditer(lower):
            if piece.start() < end:
                continue
            for form in self._starts.get(piece[0], ()):
                if lower.startswith(form, piece.start()) and not _GOES_ON.match(lower, piece.start() + len(form)):
                    end = piece.start() + len(form)
                    yield ServiceMention(self._of[form], piece.start(), end)
                    break

    def with_name(self, name: str) -> ServiceNames:
        """The same names and one more, under which a thing is known that nobody configured."""
        more = copy(self)
        more._of = self._of | {name: name}
        first = _PIECE.match(name)
        if first:
            forms = sorted((*self._starts.get(first[0], ()), name), key=len, reverse=True)
            more._starts = self._starts | {first[0]: forms}
        return more

    def exactly(self, text: str) -> str | None:
        """The service whose name this text is, such as the label of a list's entry; None where it is none."""
        return self._of.get(" ".join(text.lower().split()))


@lru_cache(maxsize=1)
def known_names() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The programs that operators run, each with the other ways to write its name."""
    found = []
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, also = line.partition("=")
            found.append((name.strip(), tuple(part.strip() for part in also.split(",") if part.strip())))
    return tuple(found)
