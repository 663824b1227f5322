"""What the guard of one session goes by. The application writes it beside the session's files, the broker reads it.

The file is the operator's alone and lies in the data folder, which no session may write to.
"""

from __future__ import annotations

import json
import os
import stat
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from .cooldown import CooldownLimits
from .known_services import KnownService, services_of_json
from .redaction import LONGEST_TEXT, conceal, of_environment

if TYPE_CHECKING:
    from pathlib import Path


UPDATED, NAMED = "updated", "named"


class GuardPolicy(NamedTuple):
    """The rules of one session.

    ``restart`` … ``disclose`` are automatic, ask or never. ``services`` turns a unit or a container into the service
    that the operator calls it; ``known`` is all that services.toml says of each. Paths are absolute. ``allowed`` and
    ``forbidden`` are the operator's own rules for tools, in the CLI's words; ``skills`` are the procedures that the
    session is handed, as the CLI calls them, and ``skills_folder`` is where they lie; ``knowledge_folder`` may not be
    changed. ``work`` is the one folder that the session may write in; ``confined``: the operating system holds it to
    that and to the folders of ``writable``. ``store`` is the URL of the server that holds the store, "" where
    ``database`` does, and ``packages`` are the folders that its driver, and the library for containers, are imported
    from. ``form`` is how a CLI is told
    to have a command run outside: updated (the hook puts another input in the place of the model's) or named (the agent
    is told the command). ``mcp`` starts the server of the memory tools, ``compact`` notes that a conversation is about
    to be compacted. ``mark`` is the variable by which processes of the session are found. Values of
    ``secret_variables`` are not written down, nor what ``secrets`` are the fingerprints of.
    """

    session_id: int
    run_id: int
    tier: int
    dry_run: bool
    database: str
    data_folder: str
    work: str
    restart: str = "automatic"
    redeploy: str = "automatic"
    destructive: str = "ask"
    unknown: str = "ask"
    stop: str = "ask"
    host: str = "ask"
    disclose: str = "ask"
    wait_minutes: float = 15.0
    limits: CooldownLimits = CooldownLimits()
    services: dict[str, str] = {}  # noqa: RUF012 nobody writes to it
    stop_at_refusal: bool = False
    cost_usd: float | None = None
    allowed: tuple[str, ...] = ()
    secret_variables: tuple[str, ...] = ()
    salt: str = ""
    secrets: tuple[tuple[int, str], ...] = ()
    known: tuple[KnownService, ...] = ()
    skills: tuple[str, ...] = ()
    skills_folder: str = ""
    knowledge_folder: str = ""
    store: str = ""
    packages: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    confined: bool = False
    writable: tuple[str, ...] = ()
    form: str = UPDATED
    mcp: tuple[str, ...] = ()
    compact: tuple[str, ...] = ()
    mark: dict[str, str] = {}  # noqa: RUF012 nobody writes to it

    def conceal(self, text: str) -> str:
        """A text as it may be written down: without secrets, and without what looks like one."""
        from ..core.secrets.redact_shapes import without_shapes

        text = of_environment(text, os.environ, self.secret_variables)
        return conceal(without_shapes(text, LONGEST_TEXT * 2), self.salt, self.secrets)

    def for_kind(self, kind: str) -> str:
        """The operator's policy for a kind of action."""
        return {
            "restart": self.restart,
            "redeploy": self.redeploy,
            "stop": self.stop,
            "host": self.host,
            "destructive": self.destructive,
            "disclose": self.disclose,
        }.get(kind, self.unknown)

    @property
    def listed_services(self) -> tuple[KnownService, ...]:
        """The operator's services, with the units and containers that belong to them."""
        parts: dict[str, list[str]] = {}
        for part, name in self.services.items():
            parts.setdefault(name, []).append(part)
        for service in self.known:
            parts.pop(service.name, None)
        return (*self.known, *(KnownService(name, tuple(own), tuple(own)) for name, own in parts.items()))


def write_policy(path: Path, policy: GuardPolicy) -> None:
    """Write it whole or not at all, readable by the operator alone. Raises EnvironmentFault."""
    part = path.with_suffix(".new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            known = [service._asdict() for service in policy.known]
            json.dump(policy._asdict() | {"limits": policy.limits._asdict(), "known": known}, file)
        part.replace(path)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage(
                "The guard's rules cannot be written to {path}: {strerror}.", path=path, strerror=error.strerror
            )
        ) from error


def read_policy(path: str) -> GuardPolicy:
    """Read it. Raises OSError, ValueError or TypeError for what cannot be used."""
    if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe would be waited for without end
        raise OSError("the rules of this session are no file")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        table: dict[str, Any] = json.loads(text)
        policy = GuardPolicy(
            **(table | {"limits": CooldownLimits(**table["limits"]), "known": services_of_json(table.get("known", ()))})
        )
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError("the rules of this session cannot be read") from error
    if policy.tier not in (1, 2, 3) or not isinstance(policy.session_id, int) or not policy.database:
        raise ValueError("the rules are not whole")
    return policy
