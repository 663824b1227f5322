"""Whose token a request carries: compared with the hashes in the database, read anew after anything was written."""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from threading import Lock
from typing import Protocol

from ..core.clock import Clock, from_text, utc_now
from ..core.errors import ClaudeOpsError
from ..core.principals import make_principal
from ..records.principals import Directory, PrincipalRecords
from ..storage import DataStore
from .token_store import TokenStore
from .token_types import ServerToken, TokenCaller, TokenScope, token_hash

log = logging.getLogger(__name__)
KEYRING_KEPT_S = 30.0
USE_NOTED_EVERY = timedelta(minutes=1)
LONGEST = 512
_DIRECTORIES: tuple[Directory, ...] = ("principals", "projects")

UNSET = "There is no token yet, so no alert is taken in. Make one with `claudeops alerts token`."


class TokenFinder(Protocol):
    """Who finds the owner of a token. Methods may block."""

    def find_caller(self, value: str, came_from: str) -> TokenCaller | None:
        """The owner of a token that can be used now; None for any other."""

    def alert_problem(self) -> str:
        """Why nobody can send alerts, in one sentence; "" where somebody can."""


class TokenAuthenticator:
    """Finds the owner of a token. Every hash is compared in constant time, whether or not an earlier one was right.

    ``alert_token`` reads the alert receiver's own token from the keyring or the environment, "" for none, and may
    raise ClaudeOpsError; it is adopted into the table, and asked for again every half minute at most.
    """

    def __init__(self, store: DataStore, alert_token: Callable[[], str], clock: Clock = utc_now) -> None:
        self._store = store
        self._tokens = TokenStore(store)
        self._alert_token = alert_token
        self._clock = clock
        self._lock = Lock()
        self._mark: tuple[int, ...] | None = None
        self._known: tuple[ServerToken, ...] = ()
        self._removed: Mapping[str, frozenset[str]] = {"principals": frozenset(), "projects": frozenset()}
        self._asked_at: float | None = None
        self._keyring_problem = ""

    def find_caller(self, value: str, came_from: str) -> TokenCaller | None:
        """The owner of a token; its use is recorded, once a minute at most."""
        if not value or len(value) > LONGEST:
            return None
        found = self._find(value)
        if found is None and self._ask_keyring():
            found = self._find(value)
        if found is None:
            return None
        now = self._clock()
        if found.last_used_at is None or now - from_text(found.last_used_at) >= USE_NOTED_EVERY:
            self._store.write(lambda: self._tokens.note_used(found.id, came_from, now))
        refusal, projects = self._bounds(found)
        return TokenCaller(
            found.id, found.name, frozenset(found.scopes), came_from, found.kind, found.domain,
            make_principal(found.owner, projects), refusal,
        )  # fmt: skip

    def _bounds(self, token: ServerToken) -> tuple[str, tuple[str, ...]]:
        """Why a token may do nothing, "" where it may, and the projects whose rows it sees."""
        if token.owner in self._removed["principals"]:
            return f"The token “{token.name}” belongs to “{token.owner}”, who was removed. Make another one.", ()
        gone = [name for name in token.projects if name in self._removed["projects"]]
        if gone:
            said = f"The token “{token.name}” is bound to the project “{gone[0]}”, which was removed. Make another one."
            return said, ()
        return "", token.projects

    def alert_problem(self) -> str:
        """Why no alert can come in; the keyring is asked where the table knows of no token."""
        if not self._can_alert():
            self._ask_keyring()
        return "" if self._can_alert() else self._keyring_problem or UNSET

    def forget_keyring(self) -> None:
        """The keyring was changed: ask it again at the next request."""
        self._asked_at = None

    def _find(self, value: str) -> ServerToken | None:
        wanted, now = token_hash(value), self._clock()
        found: ServerToken | None = None
        for token in self._all():
            for known in token.hashes(now):
                if hmac.compare_digest(known, wanted):
                    found = token
        return found

    def _can_alert(self) -> bool:
        now = self._clock()
        return any(token.state(now) == "active" and TokenScope.ALERT in token.scopes for token in self._all())

    def _all(self) -> tuple[ServerToken, ...]:
        with self._lock:
            mark = self._store.mark("server_tokens", *_DIRECTORIES)
            if mark != self._mark:
                self._known = tuple(self._store.read(self._tokens.list).result())
                self._removed = {
                    directory: self._store.read(partial(_removed_names, self._store, directory)).result()
                    for directory in _DIRECTORIES
                }
                self._mark = mark
            return self._known

    def _ask_keyring(self) -> bool:
        """Adopt what the keyring holds. False where it was asked a moment ago and nothing can be new."""
        asked = self._asked_at
        if asked is not None and time.monotonic() - asked < KEYRING_KEPT_S:
            return False
        try:
            value = self._alert_token()
        except ClaudeOpsError as error:
            log.warning("the token for alerts cannot be read: %s", error)
            self._keyring_problem = error.full_text
            return False
        self._keyring_problem = ""
        self._asked_at = time.monotonic() if value else None
        now = self._clock()
        self._store.write(lambda: self._tokens.adopt_alert_token(value, now)).result()
        return True


def _removed_names(store: DataStore, directory: Directory) -> frozenset[str]:
    return frozenset(one.name for one in PrincipalRecords(store, directory).list() if one.removed_at is not None)
