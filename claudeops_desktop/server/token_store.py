"""The tokens of the server in the database: made, rotated, revoked, and found again by their hash."""

from __future__ import annotations

import builtins
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from ..core.clock import to_text
from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from ..records.principals import PrincipalRecords
from ..storage import DataStore
from .tables import ServerTokenRow
from .token_types import (
    ALERT_TOKEN_NAME,
    PREFIX,
    ServerToken,
    TokenKind,
    TokenScope,
    check_name,
    parse_scopes,
    token_hash,
)

RANDOM_BYTES = 32
_FIELDS = [getattr(ServerTokenRow, name) for name in ServerToken.__dataclass_fields__]
_LISTS = [builtins.list(ServerToken.__dataclass_fields__).index(name) for name in ("scopes", "projects")]


def make_token() -> str:
    """A new token: 256 random bits behind a prefix that names us."""
    return PREFIX + secrets.token_urlsafe(RANDOM_BYTES)


class TokenStore:
    """The questions and the writes on tokens. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def list(self) -> builtins.list[ServerToken]:
        """All tokens by name, revoked ones too."""
        return [_token(row) for row in ServerTokenRow.select(*_FIELDS).order_by(ServerTokenRow.name).tuples()]

    def get(self, name: str) -> ServerToken | None:
        """A token by its name."""
        rows = ServerTokenRow.select(*_FIELDS).where(ServerTokenRow.name == name.strip().lower()).tuples()
        return next((_token(row) for row in rows), None)

    def add(
        self,
        name: str,
        scopes: Sequence[str],
        now: datetime,
        *,
        kind: TokenKind = "agent",
        domain: str = "",
        expires: timedelta | None = None,
        principal: str = "",
        projects: Sequence[str] = (),
    ) -> tuple[ServerToken, str]:
        """Make a token: how it is kept, and its value, which nobody can read again. A name whose token was revoked may
        be taken anew. ``principal`` is the person or agent that it is for, "" for one of its own name. Raises
        UsageError for a wrong name or scope, OperatorError for a name that is in use and a project that is not there.
        """
        name, wanted, value = check_name(name), parse_scopes(scopes), make_token()
        if TokenScope.APPROVE in wanted and kind != "person":
            raise UsageError(
                UserMessage("Only a person's token may answer the questions of an agent."),
                UserMessage("Add --person, or leave the scope approve out."),
            )
        old = self.get(name)
        if old is not None and old.revoked_at is None:
            raise OperatorError(
                UserMessage("There is a token “{name}” already.", name=name),
                UserMessage("Take another name, or replace it: claudeops tokens rotate {name}", name=name),
            )
        if old is not None:
            ServerTokenRow.delete().where(ServerTokenRow.id == old.id).execute()
        whom = PrincipalRecords(self._store, "principals").add(principal or name, now, kind).name
        known = PrincipalRecords(self._store, "projects")
        row = ServerTokenRow.create(
            name=name,
            kind=kind,
            principal=whom,
            projects=" ".join(sorted({known.require(project).name for project in projects})),
            scopes=" ".join(wanted),
            domain=domain,
            token_hash=token_hash(value),
            created_at=to_text(now),
            expires_at=to_text(now + expires) if expires is not None else None,
        )
        self._store.changed("server_tokens", row.id, what="inserted")
        return self._require(name), value

    def rotate(self, name: str, now: datetime, keep_old: timedelta = timedelta()) -> tuple[ServerToken, str]:
        """Replace a token's value; the old one holds for ``keep_old`` more. Raises OperatorError."""
        old, value = self._require(name), make_token()
        if old.revoked_at is not None:
            raise OperatorError(
                UserMessage("The token “{name}” is revoked.", name=old.name),
                UserMessage("Make a new one: claudeops tokens add {name} --scope …", name=old.name),
            )
        if old.origin != "operator":
            raise OperatorError(
                UserMessage("The token “{name}” is kept in the keyring.", name=old.name),
                UserMessage("Replace it there: claudeops alerts token"),
            )
        self._update(
            old,
            token_hash=token_hash(value),
            previous_hash=old.token_hash if keep_old else "",
            previous_until=to_text(now + keep_old) if keep_old else None,
            rotated_at=to_text(now),
        )
        return self._require(name), value

    def revoke(self, name: str, now: datetime) -> ServerToken:
        """Make a token worthless, at once and in every process. Raises OperatorError for one that is not there."""
        old = self._require(name)
        if old.revoked_at is None:
            self._update(old, revoked_at=to_text(now), previous_hash="", previous_until=None)
        return self._require(name)

    def adopt_alert_token(self, value: str, now: datetime) -> None:
        """Keep the alert receiver's token, whose value is in the keyring or the environment, as one of these; "" takes
        it away. One that was revoked stays so until its value changes."""
        old = next((token for token in self.list() if token.origin == "keyring"), None)
        if not value:
            if old is not None and old.revoked_at is None:
                ServerTokenRow.delete().where(ServerTokenRow.id == old.id).execute()
                self._store.changed("server_tokens", old.id, what="deleted")
            return
        found = token_hash(value)
        if old is not None:
            if old.token_hash != found:
                self._update(old, token_hash=found, rotated_at=to_text(now), revoked_at=None)
            return
        if any(found in (token.token_hash, token.previous_hash) for token in self.list()):
            return  # the operator took a token of this list for alerts
        names = {token.name for token in self.list()}
        name = next(each for each in (ALERT_TOKEN_NAME, "alerts-keyring", f"alerts-{found[:8]}") if each not in names)
        row = ServerTokenRow.create(
            name=name, scopes=TokenScope.ALERT.value, token_hash=found, origin="keyring", created_at=to_text(now)
        )
        self._store.changed("server_tokens", row.id, what="inserted")

    def note_used(self, token_id: int, came_from: str, now: datetime) -> None:
        """Record the last use of a token."""
        ServerTokenRow.update(last_used_at=to_text(now), last_used_from=came_from[:60]).where(
            ServerTokenRow.id == token_id
        ).execute()
        self._store.changed("server_tokens", token_id)

    def _require(self, name: str) -> ServerToken:
        found = self.get(name)
        if found is None:
            raise OperatorError(
                UserMessage("There is no token “{name}”.", name=name.strip()[:60]),
                UserMessage("See `claudeops tokens list`."),
            )
        return found

    def _update(self, token: ServerToken, **columns: Any) -> None:
        ServerTokenRow.update(**columns).where(ServerTokenRow.id == token.id).execute()
        self._store.changed("server_tokens", token.id)


def _token(row: Sequence[Any]) -> ServerToken:
    values = builtins.list(row)
    for place in _LISTS:
        values[place] = tuple(values[place].split())
    return ServerToken(*values)
