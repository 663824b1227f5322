"""What a target of a command is: what it is called, of which kind, and how that is meant (S11)."""

from __future__ import annotations

from typing import NamedTuple

from .lazy_regex import LazyRegex

NAME, UNIT, CONTAINER, PROCESS, COMMAND, PROJECT, WORKLOAD, PID = (
    "name", "unit", "container", "process", "command", "project", "workload", "pid",
)  # fmt: skip
"""The kinds of targets. COMMAND is a process by its whole command line; NAME is what a program acts on that manages no
services: a package, an image, a volume."""

EXACT, GLOB, REGEX, LITERAL, ANY = "exact", "glob", "regex", "literal", "any"
"""How a target is meant: by its name, by a shell's pattern, by a regular expression, by a text in which a service may
be named (a line that ``grep`` looks for), or as whatever there is."""

_UNIT_ENDINGS = (".service", ".socket", ".timer", ".target", ".mount", ".path", ".scope", ".automount", ".swap")
_PLAIN_NAME = LazyRegex(r"[\w-]+\Z")
_HIDDEN = LazyRegex(r"[\0-\6]")


class CommandTarget(NamedTuple):
    """One thing that a command acts on. ``host`` is the machine it is on, as ssh is told: "" for this one, UNSEEN for
    one that is not known. A compose service has its project in ``projects`` and the folders where its file may lie in
    ``folders``, UNSEEN where one is not known."""

    kind: str
    text: str = ""
    match: str = EXACT
    host: str = ""
    projects: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    fixed: bool = False
    """Whether an option names the folder: compose then looks in none of those above it."""
    files: tuple[str, ...] = ()
    """The compose files that the call names, where their folder is known."""
    profiles: tuple[str, ...] = ()
    """The profiles that the call switches on, UNSEEN for one that is not known."""
    hints: tuple[str, ...] = ()
    """Names of compose files that are a project's rather than the usual one: ``jellyfin`` for ``jellyfin.yml``."""

    @property
    def name(self) -> str:
        """The service that it is taken for where no service is known; "" where it names none."""
        if self.kind == PROJECT and not self.text:
            names = [*self.projects, *(() if self.projects else (base_name(folder) for folder in self.folders))]
            return names[0] if len(names) == 1 else ""
        named = self.match == EXACT or self.is_plain_regex
        name = base_name(self.text) if named and self.kind != PID else ""
        return name.rpartition(":")[2] if self.kind == UNIT else name  # of a group of supervisord

    @property
    def is_plain_regex(self) -> bool:
        """Tell whether it is a regular expression that is a mere name: ``pkill nginx``."""
        return self.match == REGEX and self.kind in (PROCESS, COMMAND) and bool(_PLAIN_NAME.match(self.text))


def base_name(text: str) -> str:
    """A service's name from a unit, a container, ``deploy/web`` or a file; "" where it is not seen."""
    name = text.strip("/").rpartition("/")[2].lower()
    for ending in _UNIT_ENDINGS:
        name = name.removesuffix(ending)
    return "" if not name or _HIDDEN.search(name) or name in (".", "..", "~") else name


def is_hidden(text: str) -> bool:
    """Tell whether part of a text is known only when the command runs."""
    return bool(_HIDDEN.search(text))


def any_of(kind: str) -> CommandTarget:
    """A target that may be anything of its kind."""
    return CommandTarget(kind, "", ANY)
