"""The class of effect of a command (S14), and the services that it concerns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .target_types import CommandTarget
from .targets import names_of, program_targets

READ = "read"
DISCLOSE = "disclose"
RESTART = "restart"
REDEPLOY = "redeploy"
STOP = "stop"
HOST = "host"
DESTRUCTIVE = "destructive"
UNKNOWN = "unknown"

KINDS = (READ, RESTART, REDEPLOY, DISCLOSE, UNKNOWN, STOP, HOST, DESTRUCTIVE)
"""The classes of effect, from harmless to worst. A certain deletion is worse than an unknown effect
(docs/decisions/0011 and 0078)."""
ASKS_BY_DEFAULT = (DISCLOSE, UNKNOWN, STOP, HOST, DESTRUCTIVE)
"""The classes that need the operator's approval in every tier unless the settings say otherwise (S14)."""

_WORSE = {kind: place for place, kind in enumerate(KINDS)}
_DOES = {
    READ: "only looks",
    DISCLOSE: "shows secrets, or sends data to another machine",
    RESTART: "starts, restarts or reloads something",
    REDEPLOY: "installs, builds or changes what runs",
    UNKNOWN: "does what cannot be told beforehand",
    STOP: "switches something off, kills processes or cuts the network",
    HOST: "reaches the files, processes or privileges of the host",
    DESTRUCTIVE: "deletes, overwrites or disables something",
}


class CommandEffect(NamedTuple):
    """What one simple command does. ``why`` is a sentence, "" for what only reads; ``program`` its bare name.
    ``services`` are the names that ``targets``, what it acts on, are taken for where no service is known. ``creates``
    are the places that it does nothing but write, with what it ``copies`` or moves there (``new_files``)."""

    kind: str
    services: tuple[str, ...] = ()
    why: str = ""
    program: str = ""
    targets: tuple[CommandTarget, ...] = ()
    creates: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()

    def acting_on(self, targets: Iterable[CommandTarget]) -> CommandEffect:
        """The same effect on other targets."""
        found = tuple(dict.fromkeys(targets))
        return self._replace(targets=found, services=names_of(found))


class EffectSummary(NamedTuple):
    """What a whole command does: ``kind`` and ``why`` are those of its worst part."""

    kind: str
    services: tuple[str, ...]
    why: str
    parts: tuple[CommandEffect, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """All kinds that occur in it, worst first."""
        return tuple(sorted({part.kind for part in self.parts}, key=_WORSE.__getitem__, reverse=True))

    def services_of(self, kind: str) -> tuple[str, ...]:
        """What the parts of one kind are about."""
        return tuple(dict.fromkeys(name for part in self.parts if part.kind == kind for name in part.services))

    def targets_of(self, kinds: Iterable[str]) -> tuple[CommandTarget, ...]:
        """What the parts of these kinds act on."""
        wanted = frozenset(kinds)
        return tuple(dict.fromkeys(target for part in self.parts if part.kind in wanted for target in part.targets))


def worse_kind(one: str, other: str) -> str:
    """The worse of two kinds."""
    return one if _WORSE[one] >= _WORSE[other] else other


def does(kind: str, program: str) -> str:
    """A sentence for a part of that kind: ``docker restart starts, stops or reloads something.``"""
    return f"“{program}” {_DOES[kind]}."


def make_effect(kind: str, program: str, services: Iterable[str | CommandTarget] = (), why: str = "") -> CommandEffect:
    """A part with its sentence."""
    part = CommandEffect(kind, (), why or ("" if kind == READ else does(kind, program)), program)
    return part.acting_on(program_targets(services, program))


def combine_effects(parts: Iterable[CommandEffect]) -> EffectSummary:
    """What several parts do together. Nothing at all only reads."""
    every = tuple(parts) or (CommandEffect(READ),)
    worst = max(every, key=lambda part: _WORSE[part.kind])
    services = tuple(dict.fromkeys(name for part in every if part.kind != READ for name in part.services))
    return EffectSummary(worst.kind, services, worst.why or "It only looks.", every)
