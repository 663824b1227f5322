"""The checks that are not well: how often in a row each was bad, and how often good since."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ..storage import DataStore
from .incident_types import CheckState
from .tables import CheckStateRow

_STATE_FIELDS = [getattr(CheckStateRow, name) for name in CheckState.__dataclass_fields__]


class CheckStateRecords:
    """The questions and the writes on check states. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def check_states(self, service: str | None = None) -> builtins.list[CheckState]:
        """The checks that are not well, by key."""
        query = CheckStateRow.select(*_STATE_FIELDS).order_by(CheckStateRow.key)
        if service is not None:
            query = query.where(CheckStateRow.service == service)
        return [_check_state(row) for row in query.tuples()]

    def check_state(self, key: str) -> CheckState | None:
        """How a check stands; None for one that is well."""
        row = CheckStateRow.select(*_STATE_FIELDS).where(CheckStateRow.key == key).tuples().first()
        return _check_state(row) if row else None

    def put_check_state(self, state: CheckState) -> None:
        """Write down how a check stands."""
        CheckStateRow.replace(**asdict(state)).execute()
        self._store.changed("check_states")

    def clear_check_states(self, keys: Sequence[str]) -> None:
        """These checks are well, or are no longer made."""
        if keys:
            CheckStateRow.delete().where(CheckStateRow.key.in_(list(keys))).execute()
            self._store.changed("check_states")

    def _dismiss(self, service: str, dismissed: bool) -> None:
        """Tell whether the checks of a service open no other incident before they were good once."""
        states = CheckStateRow.update(dismissed=int(dismissed)).where(CheckStateRow.service == service)
        if states.execute():
            self._store.changed("check_states")


def _check_state(row: tuple[Any, ...]) -> CheckState:
    values = list(row)
    values[7], values[8] = bool(values[7]), bool(values[8])
    return CheckState(*values)
