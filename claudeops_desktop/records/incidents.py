"""Incidents (D11): open, acknowledged, resolved; their time line; and the checks that are not well.

When one opens and resolves is the rule of ``monitoring.incident_rules``; here it is written down.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

import orjson

from ..core.clock import from_text, to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.principals import owner_here
from .check_states import CheckStateRecords
from .incident_names import carry_over_check_states, replace_name
from .incident_types import (
    BY_ALERT,
    BY_MEASUREMENT,
    BY_OPERATOR,
    CheckState,
    EntryKind,
    Incident,
    IncidentEntry,
    IncidentState,
)
from .tables import CheckStateRow, IncidentEntryRow, IncidentRow, IncidentRunRow

__all__ = [
    "BY_ALERT",
    "BY_MEASUREMENT",
    "BY_OPERATOR",
    "CheckState",
    "EntryKind",
    "Incident",
    "IncidentEntry",
    "IncidentRecords",
    "IncidentState",
]

OPENED_BY = {"alert": "Opened: an alert reports it.", "check": "Opened: confirmed by a second attempt."}
RESOLVED_BY = {
    BY_MEASUREMENT: "Resolved: two good checks in a row.",
    BY_ALERT: "Resolved by the sender of the alert.",
}
SETTLES = timedelta(minutes=2)
"""How long a service has to recover after the one that explained its incident."""
_STANDS_ALONE = "(folded_into IS NULL OR folded_into IN (SELECT id FROM incidents WHERE state = 'resolved'))"
"""What is folded under an incident that is over is explained by nothing any more."""

_FIELDS = [getattr(IncidentRow, name) for name in Incident.__dataclass_fields__]
_ENTRY_FIELDS = [getattr(IncidentEntryRow, name) for name in IncidentEntry.__dataclass_fields__]


class IncidentRecords(CheckStateRecords):
    """The questions and the writes on incidents. Writes must run inside ``store.write``."""

    # --- questions -------------------------------------------------------------------------------------------------

    def list(
        self,
        *,
        open_only: bool = False,
        service: str | None = None,
        since: str = "",
        limit: int | None = None,
        before: int | None = None,
    ) -> builtins.list[Incident]:
        """Incidents, newest first; those from ``since`` (stored text, of their opening) on; ``before`` is an id."""
        query = IncidentRow.select(*_FIELDS).order_by(IncidentRow.id.desc())
        if before is not None:
            query = query.where(IncidentRow.id < before)
        if open_only:
            query = query.where(IncidentRow.state != IncidentState.RESOLVED)
        if service:
            query = query.where(IncidentRow.service == service)
        if since:
            query = query.where(IncidentRow.opened_at >= since)
        return [Incident(*row) for row in query.limit(limit).tuples()]

    def open_incidents(self) -> builtins.list[Incident]:
        """All that are not resolved: first those that stand by themselves, the worst and then the oldest first."""
        return self._select(
            f"state <> 'resolved' ORDER BY NOT {_STANDS_ALONE}, worst <> 'down', opened_at, id",
        )

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

    def by_ids(self, ids: Iterable[int]) -> builtins.list[Incident]:
        """These incidents, by id; those that are gone are left out."""
        wanted = orjson.dumps(list(ids)).decode()
        return self._select("id IN (SELECT value FROM json_each(?)) ORDER BY id", wanted)

    def need_operator(self, now: datetime) -> builtins.list[Incident]:
        """Those that need the operator: open, explained by no other, and not snoozed; the worst and oldest first.

        What was explained by one that is over has a moment to recover too before it counts.
        """
        return self._select(
            "state = 'open' AND (snoozed_until IS NULL OR snoozed_until <= ?)"
            " AND (folded_into IS NULL OR folded_into IN"
            " (SELECT id FROM incidents WHERE state = 'resolved' AND resolved_at <= ?))"
            " ORDER BY worst <> 'down', opened_at, id",
            to_text(now),
            to_text(now - SETTLES),
        )

    def next_snooze_end(self, now: datetime) -> str | None:
        """When the next snooze ends by itself (stored text)."""
        found = self._store.database.execute_sql(
            "SELECT min(snoozed_until) FROM incidents WHERE state = 'open' AND snoozed_until > ?", (to_text(now),)
        )
        end: str | None = found.fetchone()[0]
        return end

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
        return self._select("id IN (SELECT incident_id FROM incident_runs WHERE run_id = ?) ORDER BY id", run_id)

    def as_json(self, incident: Incident) -> dict[str, Any]:
        """The row for ``--json``, with the services folded under it and the runs about it."""
        return self.as_json_rows([incident])[0]

    def as_json_rows(self, incidents: Sequence[Incident]) -> builtins.list[dict[str, Any]]:
        """The rows for ``--json``, each with the services folded under it and the runs about it."""
        wanted = orjson.dumps([one.id for one in incidents]).decode()
        folded: dict[int, list[str]] = {}
        runs: dict[int, list[int]] = {}
        for incident_id, service in self._store.database.execute_sql(
            "SELECT folded_into, service FROM incidents WHERE folded_into IN (SELECT value FROM json_each(?))"
            " ORDER BY id",
            (wanted,),
        ):
            folded.setdefault(incident_id, []).append(service)
        for incident_id, run_id in self._store.database.execute_sql(
            "SELECT incident_id, run_id FROM incident_runs WHERE incident_id IN (SELECT value FROM json_each(?))"
            " ORDER BY run_id",
            (wanted,),
        ):
            runs.setdefault(incident_id, []).append(run_id)
        return [{**asdict(one), "folded": folded.get(one.id, []), "run_ids": runs.get(one.id, [])} for one in incidents]

    # --- an incident's life ----------------------------------------------------------------------------------------

    def open(
        self, *, service: str, source: str, started_at: datetime, worst: str, cause: str, now: datetime
    ) -> Incident:
        """Open one. The caller has seen that the service has none open: the database refuses a second one."""
        first_seen = min(started_at, now)
        row = IncidentRow.create(
            service=service,
            source=source,
            started_at=to_text(first_seen),
            opened_at=to_text(now),
            worst=worst,
            cause=cause,
        )
        self._store.changed("incidents", row.id, what="inserted")
        self.add_entry(int(row.id), EntryKind.STARTED, f"First seen: {cause}" if cause else "First seen.", first_seen)
        self.add_entry(int(row.id), EntryKind.OPENED, OPENED_BY.get(source, OPENED_BY["check"]), now)
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
        """Put it under the incident that explains it. What was folded under it moves along.

        A root that is itself explained by another one stands for that one; where that one is the incident itself, the
        two change places. Raises OperatorError where either is resolved, or both are the same.
        """
        incident, root = self._must_be_live(incident_id), self._must_be_live(root_id)
        if incident.id == root.id:
            raise OperatorError(
                UserMessage("Incident {id} cannot explain itself.", id=root.id), UserMessage("Name another one.")
            )
        above = self.get(root.folded_into) if root.folded_into is not None else None
        if above is not None and above.id == incident.id:
            self._update(root.id, folded_into=None)
            self.add_entry(root.id, EntryKind.UNFOLDED, f"It explains the incident of {incident.service}.", now)
        elif above is not None and above.is_live:
            root = above
        if incident.folded_into == root.id:
            return incident
        self._update(incident_id, folded_into=root.id)
        self.add_entry(incident_id, EntryKind.FOLDED, f"Explained by the incident of {root.service}.", now)
        for below in self.folded_under(incident_id):
            self._update(below.id, folded_into=root.id)
        return self._must(incident_id)

    def unfold(self, incident_id: int, now: datetime) -> Incident:
        """Let it stand by itself: what explained it is over, and it is not."""
        before = self._must(incident_id)
        if before.folded_into is None:
            return before
        root = self.get(before.folded_into)
        self._update(incident_id, folded_into=None)
        why = "It stands by itself again."
        if root is not None and not root.is_live:
            closed = root.resolved_by == BY_OPERATOR
            over = f"The incident of {root.service} was closed" if closed else f"{root.service} is well again"
            why = f"{over} and this service is not well."
        self.add_entry(incident_id, EntryKind.UNFOLDED, why, now)
        return self._must(incident_id)

    def acknowledge(self, incident_id: int, now: datetime) -> Incident:
        """The operator has seen it; once more changes nothing. Raises OperatorError where it is resolved."""
        if self._must_be_live(incident_id).state == IncidentState.OPEN:
            self._update(incident_id, state=IncidentState.ACKNOWLEDGED, acknowledged_at=to_text(now))
            self.add_entry(incident_id, EntryKind.ACKNOWLEDGED, f"Acknowledged by {_actor_name()}.", now)
        return self._must(incident_id)

    def unacknowledge(self, incident_id: int, now: datetime) -> Incident:
        """Take it back. Raises OperatorError where it is resolved."""
        if self._must_be_live(incident_id).state == IncidentState.ACKNOWLEDGED:
            self._update(incident_id, state=IncidentState.OPEN, acknowledged_at=None)
            self.add_entry(incident_id, EntryKind.NOTE, "Acknowledgement taken back.", now)
        return self._must(incident_id)

    def snooze(self, incident_id: int, until: datetime | None, now: datetime) -> Incident:
        """No notices of it until then, and it does not count as needing the operator; None ends that. Raises
        OperatorError where it is resolved, or the moment has passed."""
        self._must_be_live(incident_id)
        if until is not None and until <= now:
            raise OperatorError(UserMessage("That moment has passed already."), UserMessage("Name a later end."))
        self._update(incident_id, snoozed_until=to_text(until) if until else None)
        said = f"Notices are off until {until.astimezone():%Y-%m-%d %H:%M}." if until else "Notices are on again."
        self.add_entry(incident_id, EntryKind.SNOOZED, said, now)
        return self._must(incident_id)

    def note(self, incident_id: int, text: str, now: datetime) -> IncidentEntry:
        """Add words of the operator's to the time line. Raises OperatorError for no words."""
        self._must(incident_id)
        if not text.strip():
            raise OperatorError(UserMessage("The note is empty."), UserMessage("Write what there is to say."))
        entry = self.add_entry(incident_id, EntryKind.NOTE, text.strip(), now)
        return next(one for one in self.entries(incident_id) if one.id == entry)

    def resolve(self, incident_id: int, by: str, now: datetime, why: str = "") -> Incident:
        """It is over. ``by`` is measurement, alert or operator. Where the operator closes it, its checks open no other
        before they were good once, and what was folded under it stands by itself. Raises OperatorError where it is
        resolved already."""
        incident = self._must_be_live(incident_id)
        self._update(
            incident_id,
            state=IncidentState.RESOLVED,
            resolved_at=to_text(now),
            resolved_by=by,  # snoozed_until stays: who wanted no notices of it wants none of its end either
        )
        self.add_entry(incident_id, EntryKind.RESOLVED, why or _resolved_by(by), now)
        if by == BY_OPERATOR:
            self._dismiss(incident.service, True)
            for below in self.folded_under(incident_id):  # nobody watches over the root any more: these must be seen
                if below.is_live:
                    self.unfold(below.id, now)
        return self._must(incident_id)

    def reopen(self, incident_id: int, now: datetime) -> Incident:
        """Open a resolved one again. Raises OperatorError where it is open, or another of its service is."""
        incident = self._must(incident_id)
        if incident.is_live:
            raise OperatorError(
                UserMessage("Incident {incident_id} is not resolved.", incident_id=incident_id),
                UserMessage("Only a resolved one can be reopened."),
            )
        other = self.open_for(incident.service)
        if other is not None:
            raise OperatorError(
                UserMessage("{service} has an open incident already: {id}.", service=incident.service, id=other.id),
                UserMessage("Use that one."),
            )
        self._update(
            incident_id,
            state=IncidentState.OPEN,
            acknowledged_at=None,
            resolved_at=None,
            resolved_by="",
            folded_into=None,
            snoozed_until=None,
        )
        self._dismiss(incident.service, False)
        self.add_entry(incident_id, EntryKind.REOPENED, f"Reopened by {_actor_name()}.", now)
        return self._must(incident_id)

    def restore(self, before: Incident, now: datetime) -> Incident:
        """Put back how an incident stood before the operator changed it: state, snooze and what explains it. Raises
        OperatorError where it is gone, or another of its service is open."""
        current = self._must(before.id)
        other = self.open_for(current.service)
        if before.is_live and other is not None and other.id != before.id:
            raise OperatorError(
                UserMessage("{service} has an open incident already: {id}.", service=current.service, id=other.id),
                UserMessage("Use that one."),
            )
        root = self.get(before.folded_into) if before.folded_into is not None else None
        self._update(
            before.id,
            state=before.state,
            acknowledged_at=before.acknowledged_at,
            resolved_at=before.resolved_at,
            resolved_by=before.resolved_by,
            snoozed_until=before.snoozed_until,
            folded_into=root.id if root is not None and root.is_live else None,
        )
        if current.is_live != before.is_live:
            self._dismiss(current.service, not before.is_live and before.resolved_by == BY_OPERATOR)
        self.add_entry(before.id, EntryKind.NOTE, f"Taken back by {_actor_name()}: it is {before.state} again.", now)
        return self._must(before.id)

    def set_investigation(self, incident_id: int, what: str, text: str, now: datetime) -> None:
        """Record what becomes of the question whether a run looks into it. Raises OperatorError for no incident."""
        self._must(incident_id)
        self._update(incident_id, investigation=what)
        if text:
            self.add_entry(incident_id, EntryKind.INVESTIGATION, text, now)

    def link_run(self, incident_id: int, run_id: int, now: datetime) -> None:
        """A run is about this incident."""
        if run_id not in self.run_ids(incident_id):
            IncidentRunRow.insert(
                incident_id=incident_id, run_id=run_id, linked_at=to_text(now)
            ).on_conflict_ignore().execute()
            self.add_entry(incident_id, EntryKind.RUN, f"Run {run_id} looks into it.", now, run_id)

    # --- names -----------------------------------------------------------------------------------------------------

    def rename_service(self, old: str, new: str) -> int:
        """Carry a service's incidents over to its new name, in what they say too; how many. Notes stay as they were
        written. Where both names have an open incident, that of the old name is resolved."""
        if old == new:
            return 0
        mine, other = self.open_for(old), self.open_for(new)
        if mine is not None and other is not None:
            now = from_text(max(mine.opened_at, other.opened_at))
            self.resolve(mine.id, BY_OPERATOR, now, f"{new} has an open incident already.")
            if other.folded_into == mine.id:
                self._update(other.id, folded_into=None)
        changed = IncidentRow.update(service=new).where(IncidentRow.service == old).execute()
        if replace_name(old, new) or changed:
            self._store.changed("incidents")
        if carry_over_check_states(old, new):
            self._store.changed("check_states")
        return int(changed)

    def remove_service(self, service: str) -> int:
        """Forget all incidents of a service, and that it explained others; how many there were."""
        gone = IncidentRow.select(IncidentRow.id).where(IncidentRow.service == service)
        IncidentRow.update(folded_into=None).where(IncidentRow.folded_into.in_(gone)).execute()
        number = IncidentRow.delete().where(IncidentRow.service == service).execute()
        if replace_name(service, "a removed service") or number:
            self._store.changed("incidents")
        if CheckStateRow.delete().where(CheckStateRow.service == service).execute():
            self._store.changed("check_states")
        return int(number)

    # --- inside ----------------------------------------------------------------------------------------------------

    def _select(self, where: str, *values: object) -> builtins.list[Incident]:
        """Incidents by a condition with its order."""
        names = ", ".join(Incident.__dataclass_fields__)
        rows = self._store.database.execute_sql(f"SELECT {names} FROM incidents WHERE {where}", values)
        return [Incident(*row) for row in rows.fetchall()]

    def _update(self, incident_id: int, **columns: Any) -> None:
        IncidentRow.update(**columns).where(IncidentRow.id == incident_id).execute()
        self._store.changed("incidents", incident_id)

    def _must(self, incident_id: int) -> Incident:
        found = self.get(incident_id)
        if found is None:
            raise OperatorError(
                UserMessage("There is no incident {incident_id}.", incident_id=incident_id),
                UserMessage("See `claudeops incidents list`."),
            )
        return found

    def _must_be_live(self, incident_id: int) -> Incident:
        found = self._must(incident_id)
        if not found.is_live:
            raise OperatorError(
                UserMessage("Incident {incident_id} is resolved already.", incident_id=incident_id),
                UserMessage("`claudeops incidents reopen {incident_id}` opens it.", incident_id=incident_id),
            )
        return found


def _actor_name() -> str:
    """Who acts, for a text that all operators of a store read; the operator of a file has no name."""
    return owner_here() or "you"


def _resolved_by(by: str) -> str:
    return RESOLVED_BY.get(by) or f"Closed by {_actor_name()}."
