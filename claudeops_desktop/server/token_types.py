"""Tokens of the server: what they may do, and how one stands. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from ..core.clock import from_text
from ..core.errors import UsageError
from ..core.messages import UserMessage
from ..core.principals import SHARED_ONLY, ActingPrincipal
from ..core.trusted_time import is_time_trusted

PREFIX = "cldops_"
"""What every token begins with, so that it is known as a secret wherever it turns up (``core.secrets.shape_table``)."""
ALERT_TOKEN_NAME = "alerts"  # noqa: S105 — the name of a token
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
TokenKind = Literal["agent", "person"]
TokenState = Literal["active", "expired", "revoked"]


class TokenScope(StrEnum):
    """What a token may do. Each stands for itself: none holds another one."""

    READ = "read"
    WRITE = "write"
    RUN = "run"
    APPROVE = "approve"
    ADMIN = "admin"
    ALERT = "alert"


SCOPE_MEANINGS = {
    TokenScope.READ: "read what its person or agent may see",
    TokenScope.WRITE: "add, edit and forget memories",
    TokenScope.RUN: "start runs",
    TokenScope.APPROVE: "answer questions of the agent",
    TokenScope.ADMIN: "see all tokens and what was written with them, and revoke tokens",
    TokenScope.ALERT: "send alerts and heartbeats",
}


@dataclass(frozen=True, slots=True)
class ServerToken:
    """A token as it is kept. ``kind`` is whom it is for, ``origin`` keyring for the alert receiver's own token.
    ``domain`` is that of the agent's own facts, "" for none: in recall, facts of others count less. ``principal`` is
    the person or agent that it belongs to, "" for one of its own name, and ``projects`` those whose rows it sees.

    Times are UTC in stored form; ``expires_at`` None never expires. ``previous_hash`` holds until ``previous_until``
    after a rotation.
    """

    id: int
    name: str
    kind: str
    scopes: tuple[str, ...]
    domain: str
    token_hash: str
    previous_hash: str
    previous_until: str | None
    origin: str
    created_at: str
    rotated_at: str | None
    expires_at: str | None
    revoked_at: str | None
    last_used_at: str | None
    last_used_from: str
    principal: str = ""
    projects: tuple[str, ...] = ()

    @property
    def owner(self) -> str:
        """The person or agent that it belongs to: who is not named has the token's own name."""
        return self.principal or self.name

    def state(self, now: datetime) -> TokenState:
        """Tell whether it can be used at ``now``. One that expires counts as expired while the clock is not trusted."""
        if self.revoked_at is not None:
            return "revoked"
        if self.expires_at is None or (from_text(self.expires_at) > now and is_time_trusted()):
            return "active"
        return "expired"

    def hashes(self, now: datetime) -> tuple[str, ...]:
        """The hashes that it is known by at ``now``; none once it cannot be used."""
        if self.state(now) != "active":
            return ()
        if self.previous_hash and self.previous_until is not None and from_text(self.previous_until) > now:
            return self.token_hash, self.previous_hash
        return (self.token_hash,)

    def as_json(self, now: datetime) -> dict[str, Any]:
        """The row without its hashes, and how it stands."""
        row = asdict(self)
        for name in ("token_hash", "previous_hash"):
            del row[name]
        return row | {"scopes": list(self.scopes), "projects": list(self.projects), "state": self.state(now)}


@dataclass(frozen=True, slots=True)
class TokenCaller:
    """Who sent a request: the token's row, where it came from, and for whom it acts. ``refusal`` says in one sentence
    why it may do nothing, "" where it may."""

    token_id: int
    name: str
    scopes: frozenset[str]
    came_from: str = ""
    kind: str = "agent"
    domain: str = ""
    principal: ActingPrincipal = SHARED_ONLY
    refusal: str = ""

    def may(self, *scopes: str) -> bool:
        """Whether it has any of these scopes."""
        return not self.scopes.isdisjoint(scopes)


def token_hash(value: str) -> str:
    """The SHA-256 of a token, in hex. Tokens are 256 random bits, so that nothing slower is needed against guessing."""
    return hashlib.sha256(value.encode()).hexdigest()


def check_name(name: str) -> str:
    """The name of a token in the form it is kept. Raises UsageError."""
    clean = name.strip().lower()
    if NAME.fullmatch(clean) is None:
        raise UsageError(
            UserMessage("{name} cannot be the name of a token.", name=f"{name[:60]!r}"),
            UserMessage("Use letters, digits, dots, - and _, 40 at most, such as backup-agent."),
        )
    return clean


def parse_scopes(words: Sequence[str]) -> tuple[str, ...]:
    """Scopes from words, which may hold several with commas. Raises UsageError."""
    named = [part.strip().lower() for word in words for part in word.split(",") if part.strip()]
    known = [scope.value for scope in TokenScope]
    if wrong := [part for part in named if part not in known]:
        raise UsageError(
            UserMessage("There is no scope “{scope}”.", scope=wrong[0][:40]),
            UserMessage("Use one or more of {join}.", join=", ".join(known)),
        )
    if not named:
        raise UsageError(UserMessage("A token needs a scope."), UserMessage("Use --scope read, or read,write."))
    return tuple(scope for scope in known if scope in named)
