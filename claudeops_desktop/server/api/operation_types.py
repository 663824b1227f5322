"""What an operation of the REST interface is: its path, who may use it, what goes in and out, and its function."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ..token_types import TokenCaller
from .request_types import NoQuery

if TYPE_CHECKING:
    from ..routes import ServerParts

Mode = Literal["read", "write", "free"]
"""``read`` runs inside ``store.read``, ``write`` inside one transaction with the log of writes, ``free`` by itself."""


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A request that was let in and checked. ``query`` and ``body`` are of the operation's own types."""

    parts: ServerParts
    caller: TokenCaller
    path: Mapping[str, Any]
    query: Any
    body: Any
    if_match: str
    now: datetime

    @property
    def row_id(self) -> int:
        """The number in the path."""
        return int(self.path["id"])


@dataclass(frozen=True, slots=True)
class ApiReply:
    """An answer. ``target`` and ``detail`` go into the log of writes; ``detail`` names fields, not their contents."""

    document: Any
    status: int = 200
    target: str = ""
    detail: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """One operation. ``errors`` are the statuses beside those that every operation may answer."""

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    name: str
    scope: str
    summary: str
    result: Any
    handler: Callable[[ApiCall], ApiReply]
    query: type = NoQuery
    body: Any = None
    mode: Mode = "read"
    statuses: tuple[int, ...] = (200,)
    errors: tuple[int, ...] = ()
    matches: bool = False

    @property
    def writes(self) -> bool:
        """Whether it may change something."""
        return self.scope != "read" and self.method != "GET"


ETAG_FORM = r'^(\*|"[!#-~]{1,80}")$'
"""What If-Match may say: the ETag that was read, or ``*`` for whatever there is."""


def etag_of(document: Any) -> str:
    """A strong validator of an answer: another one as soon as any part of it is another."""
    return f'"{hashlib.sha256(msgspec.json.encode(document)).hexdigest()[:32]}"'


def etags_in(header: str) -> set[str]:
    """The validators of an If-Match or If-None-Match header; a weak one counts as the strong one it names."""
    return {one.strip().removeprefix("W/") for one in header.split(",") if one.strip()}
