"""Incidents (D11): open, acknowledged, resolved; their time line; and the checks that are not well.

When one opens and resolves is the rule of ``monitoring.incident_rules``; here it is written down.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from ..core.clock import from_text, to_text
from ..core.errors import OperatorError
from ..storage import DataStore
from .tables import CheckStateRow, IncidentEntryRow, IncidentRow, IncidentRunRow


class IncidentState(StrEnum):
    """How an incident stands."""

    OPEN = "open"
    ACKNOWLEDGED = "acknowledged"
    RESOLVED = "resolved"


class EntryKind(StrEnum):
    """What a line of the time line tells."""

    STARTED = "started"
    OPENED = "opened"
    WORSE = "worse"
    ALERT = "alert"
    ACKNOWLEDGED = "acknowledged"
    SNOOZED = "snoozed"
    NOTE = "note"
    FOLDED = "folded"
    UNFOLDED = "unfolded"
    RUN = "run"
    INVESTIGATION = "investigation"
    RECOVERING = "recovering"
    RESOLVED = "resolved"
    REOPENED = "reopened"
    RENAMED = "renamed"


BY_MEASUREMENT, BY_ALERT, BY_OPERATOR = "measurement", "alert", "operator"


@dataclass(frozen=True, slots=True)
class Incident:
    """A row of ``incidents``. Times are stored text (UTC).

    ``started_at`` is the first bad measurement (or the alert), ``opened_at`` when a second one confirmed it; ``source``
    is check or alert; ``worst`` degraded or down; ``cause`` what was seen, in one sentence; ``folded_into`` the
    incident that explains this one; ``resolved_by`` measurement, alert or operator; ``investigation`` is empty, or what
    became of the question whether a run looks into it: asked, started, or why not.
    """

    id: int
    service: str
    state: str
    source: str
    started_at: str
    opened_at: str
    acknowledged_at: str | None = None
    resolved_at: str | None = None
    resolved_by: str = ""
    worst: str = "down"
    cause: str = ""
    folded_into: int | None = None
    snoozed_until: str | None = None
    investigation: str = ""

    @property
    def is_live(self) -> bool:
        """Whether it is not resolved."""
        return self.state != IncidentState.RESOLVED

    def is_snoozed(self, now: datetime) -> bool:
        """Whether the operator wants no notices of it yet."""
        return self.snoozed_until is not None and from_text(self.snoozed_until) > now


@dataclass(frozen=True, slots=True)
class IncidentEntry:
    """A line of an incident's time line; ``run_id`` names the run that it tells of."""

    id: int
    incident_id: int
    at: str
    kind: str
    text: str
    run_id: int | None

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class CheckState:
    """A row of ``check_states``: a check that was bad when it was measured last, or has not been good often enough.

    ``bad_since`` is its first bad measurement; ``bad_count`` and ``good_count`` count measurements in a row;
    ``confirmed``: a second measurement found it bad too; ``dismissed``: the operator closed its incident, so it opens
    no other before it was good once.
    """

    key: str
    service: str
    check_type: str
    status: str
    bad_since: str
    bad_count: int
    good_count: int
    confirmed: bool
    dismissed: bool
    detail: str
    seen_at: str


_FIELDS = [getattr(IncidentRow, name) for name in Incident.__dataclass_fields__]
_ENTRY_FIELDS = [getattr(IncidentEntryRow, name) for name in IncidentEntry.__dataclass_fields__]
_STATE_FIELDS = [getattr(CheckStateRow, name) for name in CheckState.__dataclass_fields__]


class IncidentRecords:
    """The questions and the writes on incidents. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    # --- questions -------------------------------------------------------------------------------------------------

    def list(
        self, *, open_only: bool = False, service: str | None = None, since: str = "", limit: int | None = None
    ) -> builtins.list[Incident]:
        """Incidents, newest first; those from ``since`` (stored text, of their opening) on."""
        query = IncidentRow.select(*_FIELDS).order_by(IncidentRow.id.desc())
        if open_only:
            query = query.where(IncidentRow.state != IncidentState.RESOLVED)
        if service:
            query = query.where(IncidentRow.service == service)
        if since:
            query = query.where(IncidentRow.opened_at >= since)
        return [Incident(*row) for row in query.limit(limit).tuples()]

    def open_incidents(self) -> builtins.list[Incident]:
        """All that are not resolved: first those that stand by themselves, the oldest first."""
        found = self.list(open_only=True)
        return sorted(found, key=lambda one: (one.folded_into is not None, one.worst != "down", one.opened_at, one.id))

    def get(self, incident_id: int) -> Incident | None:
        """One incident."""
        row = IncidentRow.select(*_FIELDS).where(IncidentRow.id == incident_id).tuples().first()
        return Incident(*row) if row else None

    def open_for(self, service: str) -> Incident | None:
        """The incident of a service that is not resolved."""
        query = IncidentRow.select(*_FIELDS).where(
            (IncidentRow.service == service) & (IncidentRow.state != IncidentState.RESOLVED)
        )
        row = query.tuples().first()
        return Incident(*row) if row else None

    def folded_under(self, incident_id: int) -> builtins.list[Incident]:
        """The incidents that this one explains."""
        query = IncidentRow.select(*_FIELDS).where(IncidentRow.folded_into == incident_id).order_by(IncidentRow.id)
        return [Incident(*row) for row in query.tuples()]

    def entries(self, incident_id: int) -> builtins.list[IncidentEntry]:
        """The time line, in order of time."""
        query = IncidentEntryRow.select(*_ENTRY_FIELDS).where(IncidentEntryRow.incident_id == incident_id)
        return [IncidentEntry(*row) for row in query.order_by(IncidentEntryRow.at, IncidentEntryRow.id).tuples()]

    def run_ids(self, incident_id: int) -> builtins.list[int]:
        """The runs about an incident, in order."""
        query = IncidentRunRow.select(IncidentRunRow.run_id).where(IncidentRunRow.incident_id == incident_id)
        return [row[0] for row in query.order_by(IncidentRunRow.run_id).tuples()]

    def of_run(self, run_id: int) -> builtins.list[Incident]:
        """The incidents that a run was about."""
        ids = IncidentRunRow.select(IncidentRunRow.incident_id).where(IncidentRunRow.run_id == run_id)
        return [Incident(*row) for row in IncidentRow.select(*_FIELDS).where(IncidentRow.id.in_(ids)).tuples()]

    def as_json(self, incident: Incident) -> dict[str, Any]:
        """The row for ``--json``, with the services folded under it and the runs about it."""
        folded = [one.service for one in self.folded_under(incident.id)]
        return {**asdict(incident), "folded": folded, "run_ids": self.run_ids(incident.id)}

    # --- an incident's life ----------------------------------------------------------------------------------------

    def open(
        self, *, service: str, source: str, started_at: datetime, worst: str, cause: str, now: datetime
    ) -> Incident:
        """Open one. The caller has seen that the service has none open."""
        row = IncidentRow.create(
            service=service,
            source=source,
            started_at=to_text(min(started_at, now)),
            opened_at=to_text(now),
            worst=worst,
            cause=cause,
        )
        self._store.changed("incidents", row.id, what="inserted")
        self.add_entry(int(row.id), EntryKind.STARTED, f"First seen: {cause}" if cause else "First seen.", started_at)
        self.add_entry(int(row.id), EntryKind.OPENED, "Opened: confirmed by a second attempt.", now)
        return self._must(int(row.id))

    def add_entry(self, incident_id: int, kind: str, text: str, at: datetime, run_id: int | None = None) -> int:
        """Add a line to the time line; its id."""
        row = IncidentEntryRow.create(incident_id=incident_id, at=to_text(at), kind=kind, text=text, run_id=run_id)
        self._store.changed("incidents", incident_id)
        return int(row.id)

    def set_worst(self, incident_id: int, worst: str, cause: str) -> None:
        """It has become worse than it was at first."""
        self._update(incident_id, worst=worst, cause=cause)

    def fold(self, incident_id: int, root_id: int, now: datetime) -> Incident:
        """Put it under the incident that explains it. What was folded under it moves along."""
        root = self._must(root_id)
        self._update(incident_id, folded_into=root_id)
        self.add_entry(incident_id, EntryKind.FOLDED, f"Explained by the incident of {root.service}.", now)
        for below in self.folded_under(incident_id):
            self._update(below.id, folded_into=root_id)
        return self._must(incident_id)

    def unfold(self, incident_id: int, now: datetime) -> Incident:
        """Let it stand by itself: what explained it is over, and it is not."""
        before = self._must(incident_id)
        root = self.get(before.folded_into) if before.folded_into else None
        self._update(incident_id, folded_into=None)
        why = f"{root.service} is well again and this service is not." if root else "It stands by itself again."
        self.add_entry(incident_id, EntryKind.UNFOLDED, why, now)
        return self._must(incident_id)

    def acknowledge(self, incident_id: int, now: datetime) -> Incident:
        """The operator has seen it. Raises OperatorError where it is resolved."""
        self._must_be_live(incident_id)
        self._update(incident_id, state=IncidentState.ACKNOWLEDGED, acknowledged_at=to_text(now))
        self.add_entry(incident_id, EntryKind.ACKNOWLEDGED, "Acknowledged by you.", now)
        return self._must(incident_id)

    def unacknowledge(self, incident_id: int, now: datetime) -> Incident:
        """Take it back."""
        self._must_be_live(incident_id)
        self._update(incident_id, state=IncidentState.OPEN, acknowledged_at=None)
        self.add_entry(incident_id, EntryKind.NOTE, "Acknowledgement taken back.", now)
        return self._must(incident_id)

    def snooze(self, incident_id: int, until: datetime | None, now: datetime) -> Incident:
        """No notices of it until then; None ends it. Raises OperatorError where it is resolved."""
        self._must_be_live(incident_id)
        self._update(incident_id, snoozed_until=to_text(until) if until else None)
        told = f"Notices are off until {until.astimezone():%Y-%m-%d %H:%M}." if until else "Notices are on again."
        self.add_entry(incident_id, EntryKind.SNOOZED, told, now)
        return self._must(incident_id)

    def note(self, incident_id: int, text: str, now: datetime) -> IncidentEntry:
        """Add words of the operator's to the time line. Raises OperatorError for no words."""
        self._must(incident_id)
        if not text.strip():
            raise OperatorError("The note is empty.", "Write what there is to say.")
        entry = self.add_entry(incident_id, EntryKind.NOTE, text.strip(), now)
        return next(one for one in self.entries(incident_id) if one.id == entry)

    def resolve(self, incident_id: int, by: str, now: datetime, why: str = "") -> Incident:
        """It is over. ``by`` is measurement, alert or operator. Its checks open no other before they were good once
        where the operator closes it. Raises OperatorError where it is resolved already."""
        incident = self._must_be_live(incident_id)
        self._update(
            incident_id,
            state=IncidentState.RESOLVED,
            resolved_at=to_text(now),
            resolved_by=by,  # snoozed_until stays: who wanted no notices of it wants none of its end either
        )
        told = {BY_MEASUREMENT: "Resolved: two good checks in a row.", BY_ALERT: "Resolved by the sender of the alert."}
        self.add_entry(incident_id, EntryKind.RESOLVED, why or told.get(by, "Closed by you."), now)
        if by == BY_OPERATOR:
            CheckStateRow.update(dismissed=1).where(CheckStateRow.service == incident.service).execute()
        return self._must(incident_id)

    def reopen(self, incident_id: int, now: datetime) -> Incident:
        """Open a resolved one again. Raises OperatorError where it is open, or another of its service is."""
        incident = self._must(incident_id)
        if incident.is_live:
            raise OperatorError(f"Incident {incident_id} is not resolved.", "Only a resolved one can be reopened.")
        other = self.open_for(incident.service)
        if other is not None:
            raise OperatorError(f"{incident.service} has an open incident already: {other.id}.", "Use that one.")
        self._update(
            incident_id,
            state=IncidentState.OPEN,
            acknowledged_at=None,
            resolved_at=None,
            resolved_by="",
            folded_into=None,
            snoozed_until=None,
        )
        CheckStateRow.update(dismissed=0).where(CheckStateRow.service == incident.service).execute()
        self.add_entry(incident_id, EntryKind.REOPENED, "Reopened by you.", now)
        return self._must(incident_id)

    def set_investigation(self, incident_id: int, what: str, text: str, now: datetime) -> None:
        """Record what becomes of the question whether a run looks into it."""
        self._update(incident_id, investigation=what)
        if text:
            self.add_entry(incident_id, EntryKind.INVESTIGATION, text, now)

    def link_run(self, incident_id: int, run_id: int, now: datetime) -> None:
        """A run is about this incident."""
        if run_id not in self.run_ids(incident_id):
            IncidentRunRow.insert(incident_id=incident_id, run_id=run_id).on_conflict_ignore().execute()
            self.add_entry(incident_id, EntryKind.RUN, f"Run {run_id} looks into it.", now, run_id)

    # --- checks that are not well ----------------------------------------------------------------------------------

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

    # --- names -----------------------------------------------------------------------------------------------------

    def rename_service(self, old: str, new: str) -> int:
        """Carry a service's incidents over to its new name; how many. An open one of the new name stays the only open
        one: that of the old name is resolved."""
        mine, other = self.open_for(old), self.open_for(new)
        if mine is not None and other is not None:
            now = from_text(max(mine.opened_at, other.opened_at))
            self.resolve(mine.id, BY_OPERATOR, now, f"{old} is {new} now, which has an open incident.")
        changed = IncidentRow.update(service=new).where(IncidentRow.service == old).execute()
        for state in self.check_states(old):
            CheckStateRow.delete().where(CheckStateRow.key == state.key).execute()
        if changed:
            self._store.changed("incidents")
        return int(changed)

    def remove_service(self, service: str) -> int:
        """Forget all incidents of a service; how many there were."""
        gone = [one.id for one in self.list(service=service)]
        IncidentRow.update(folded_into=None).where(IncidentRow.folded_into.in_(gone)).execute()
        IncidentRow.delete().where(IncidentRow.service == service).execute()
        CheckStateRow.delete().where(CheckStateRow.service == service).execute()
        if gone:
            self._store.changed("incidents")
        return len(gone)

    # --- inside ----------------------------------------------------------------------------------------------------

    def _update(self, incident_id: int, **columns: Any) -> None:
        IncidentRow.update(**columns).where(IncidentRow.id == incident_id).execute()
        self._store.changed("incidents", incident_id)

    def _must(self, incident_id: int) -> Incident:
        found = self.get(incident_id)
        if found is None:
            raise OperatorError(f"There is no incident {incident_id}.", "See `claudeops incidents list`.")
        return found

    def _must_be_live(self, incident_id: int) -> Incident:
        found = self._must(incident_id)
        if not found.is_live:
            raise OperatorError(
                f"Incident {incident_id} is resolved already.", f"`claudeops incidents reopen {incident_id}` opens it."
            )
        return found


def _check_state(row: tuple[Any, ...]) -> CheckState:
    values = list(row)
    values[7], values[8] = bool(values[7]), bool(values[8])
    return CheckState(*values)
