"""What the guard of one session goes by. The application writes it beside the session's files, the hook reads it.

The file is the operator's alone and lies in the data folder, which no session may write to.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import EnvironmentFault
from .cooldown import Limits
from .masks import conceal, of_environment

if TYPE_CHECKING:
    from pathlib import Path


class GuardPolicy(NamedTuple):
    """The rules of one session.

    ``restart`` … ``disclose`` are automatic, ask or never. ``services`` turns a unit or a container into the service
    that the operator calls it. Paths are absolute. ``allowed`` are the operator's own rules for tools, in the CLI's
    words; values of ``secret_variables`` are not written down, nor what ``secrets`` are the fingerprints of.
    """

    session_id: int
    run_id: int
    tier: int
    dry_run: bool
    database: str
    data_folder: str
    hand_off: str
    restart: str = "automatic"
    redeploy: str = "automatic"
    destructive: str = "ask"
    unknown: str = "ask"
    stop: str = "ask"
    host: str = "ask"
    disclose: str = "ask"
    wait_minutes: float = 15.0
    limits: Limits = Limits()
    services: dict[str, str] = {}  # noqa: RUF012 nobody writes to it
    stop_at_refusal: bool = False
    cost_usd: float | None = None
    allowed: tuple[str, ...] = ()
    secret_variables: tuple[str, ...] = ()
    salt: str = ""
    secrets: tuple[tuple[int, str], ...] = ()

    def conceal(self, text: str) -> str:
        """A text as it may be written down: without secrets, and without what looks like one."""
        from ..secret_shapes import without_shapes

        known = conceal(of_environment(text, os.environ, self.secret_variables), self.salt, self.secrets)
        return without_shapes(known)

    def of(self, kind: str) -> str:
        """The operator's policy for a kind of action."""
        return {
            "restart": self.restart,
            "redeploy": self.redeploy,
            "stop": self.stop,
            "host": self.host,
            "destructive": self.destructive,
            "disclose": self.disclose,
        }.get(kind, self.unknown)

    def service(self, name: str) -> str:
        """The service that a unit, a container or a workload belongs to."""
        return self.services.get(name, name)


def write_policy(path: Path, policy: GuardPolicy) -> None:
    """Write it whole or not at all, readable by the operator alone. Raises EnvironmentFault."""
    part = path.with_suffix(".new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(policy._replace(limits=policy.limits._asdict())._asdict(), file)  # type: ignore[arg-type]
        part.replace(path)
    except OSError as error:
        raise EnvironmentFault(f"The guard's rules cannot be written to {path}: {error.strerror}.") from error


def read_policy(path: str) -> GuardPolicy:
    """Read it. Raises OSError, ValueError or TypeError for what cannot be used."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        table: dict[str, Any] = json.loads(text)
        policy = GuardPolicy(**(table | {"limits": Limits(**table["limits"])}))
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError("the rules of this session cannot be read") from error
    if policy.tier not in (1, 2, 3) or not isinstance(policy.session_id, int) or not policy.database:
        raise ValueError("the rules are not whole")
    return policy
