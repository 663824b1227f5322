"""For whom the window and the command line read and write where several people share a store: its operator (X2)."""

from __future__ import annotations

import os
import pwd
import re
from functools import lru_cache

from ..agents.registry import registered_agents
from ..core.errors import UsageError
from ..core.principals import ActingPrincipal, check_principal_name, make_operator
from ..core.settings import Settings
from .session_principal import projects_of

NOBODY = "operator"
_LONGEST = 40


def operator_name(settings: Settings) -> str:
    """By which name this operator is known in a store that several people share: the setting ``store.operator``, else
    the name of the system's user. Never that of an agent of this machine: what is his is not shown to its sessions."""
    return _named(settings.store.operator)


def store_operator(settings: Settings) -> ActingPrincipal:
    """The operator of this machine, as one of several of a store. Of a store that is a file nobody is named instead."""
    return _operator(settings.store.operator, projects_of(settings))


@lru_cache(maxsize=8)
def _operator(wanted: str, projects: tuple[str, ...]) -> ActingPrincipal:
    return make_operator(_named(wanted), projects, _agents())


def _named(wanted: str) -> str:
    try:
        name = check_principal_name(wanted or re.sub(r"[^a-z0-9._-]+", "-", _user().lower()).strip("-._")[:_LONGEST])
    except UsageError:
        name = NOBODY
    return f"{name[: _LONGEST - len(NOBODY) - 1]}-{NOBODY}" if name in _agents() else name


def _agents() -> tuple[str, ...]:
    found = []
    for agent in registered_agents():
        try:
            found.append(check_principal_name(agent.name))
        except UsageError:
            continue
    return tuple(found)


def _user() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except (OSError, KeyError):
        return ""
