"""The findings of one store (L7). Reads belong inside ``store.read``; writes must run inside ``store.write``."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ...core.clock import Clock, from_text, to_text
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...language.prompt_quoting import one_line
from ...storage import DataStore
from ...storage.database import proxy
from ..signatures.alias_records import AliasRecords
from ..signatures.signature import service_signature
from .lifecycle import FindingState, take_attempt, take_checks, take_sighting, take_time

LONGEST = 300  # characters
EVENT_KEY, INCIDENT_KEY = "event:", "incident:"  # how the key of a sighting begins
_OF_INCIDENTS = (
    f"EXISTS (SELECT 1 FROM finding_sightings g WHERE g.finding_id = findings.id AND g.key LIKE '{INCIDENT_KEY}%')"
)
_COLUMNS = (
    "id, signature, service, title, state, sightings, first_seen_at, last_seen_at, fixed_at, fixed_by, fixed_version,"
    " attempted_at, attempted_by, attempts_from, regressed_at, notified_at"
)


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """A row of ``findings``; times are stored text. ``title`` is one line of untrusted text."""

    id: int
    signature: str
    service: str
    title: str
    state: str
    sightings: int
    first_seen_at: str
    last_seen_at: str
    fixed_at: str | None
    fixed_by: str
    fixed_version: str
    attempted_at: str | None
    attempted_by: str
    attempts_from: str | None
    regressed_at: str | None
    notified_at: str | None

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class FindingSighting:
    """A row of ``finding_sightings``. ``key`` names what was seen: ``event:12``, ``incident:3``."""

    at: str
    text: str
    version: str
    session_id: int | None
    key: str = ""

    @property
    def event_id(self) -> int | None:
        """Return the event that was seen; None where it was none."""
        return _number_after(EVENT_KEY, self.key)

    @property
    def incident_id(self) -> int | None:
        """Return the incident that was seen; None where it was none."""
        return _number_after(INCIDENT_KEY, self.key)


@dataclass(frozen=True, slots=True)
class NewSighting:
    """Something that happened ``at``. ``key`` names it, so that it counts once; ``trigger`` is the kind of check or the
    alert, "" for a message alone."""

    key: str
    service: str
    text: str
    at: datetime
    trigger: str = ""
    version: str = ""
    session_id: int | None = None


class FindingRecords:
    """The questions and the writes on findings."""

    def __init__(self, store: DataStore, clock: Clock, aliases: AliasRecords) -> None:
        self._store = store
        self._clock = clock
        self._aliases = aliases

    def list(
        self, *, states: Sequence[str] = (), service: str | None = None, limit: int | None = None
    ) -> builtins.list[StoredFinding]:
        """Findings, those that were seen last first; what was seen once is left out where no state is named."""
        where, values = ["1"], builtins.list[Any]()
        if states:
            where.append(f"state IN ({', '.join('?' * len(states))})")
            values += states
        else:
            where.append("state <> 'seen'")
        if service is not None:
            where.append("service = ?")
            values.append(service)
        tail = " LIMIT ?" if limit is not None else ""
        values += [limit] if limit is not None else []
        return self._select(f"{' AND '.join(where)} ORDER BY last_seen_at DESC, id DESC{tail}", *values)

    def must(self, finding_id: int) -> StoredFinding:
        """One of them. Raises OperatorError where there is none."""
        found = self._select("id = ?", finding_id)
        if not found:
            raise OperatorError(
                UserMessage("There is no finding {id}.", id=finding_id), UserMessage("See `claudeops learn findings`.")
            )
        return found[0]

    def sightings(self, finding_id: int, limit: int = 200) -> builtins.list[FindingSighting]:
        """When it was seen, the latest first."""
        rows = proxy.execute_sql(
            "SELECT at, text, version, session_id, key FROM finding_sightings WHERE finding_id = ?"
            " ORDER BY at DESC LIMIT ?",
            (finding_id, limit),
        )
        return [FindingSighting(*row) for row in rows]

    def without_incident(self) -> builtins.list[StoredFinding]:
        """Return the findings that were never seen as an incident, those that were seen last first; what was seen once
        is left out."""
        return self._select(f"state <> 'seen' AND NOT {_OF_INCIDENTS} ORDER BY last_seen_at DESC, id DESC")

    def of_incident(self, incident_id: int) -> StoredFinding | None:
        """Return the finding that an incident is a sighting of; None where it is none."""
        where = "id = (SELECT finding_id FROM finding_sightings WHERE key = ?)"
        return next(iter(self._select(where, f"{INCIDENT_KEY}{incident_id}")), None)

    def note_sighting(self, new: NewSighting) -> StoredFinding:
        """Note that something was seen; the finding as it stands then. The same one counts once."""
        signature = service_signature(new.service, new.trigger, new.text, self._aliases.resolve)
        row = proxy.execute_sql(
            "SELECT id FROM findings WHERE signature = ? AND service = ?", (signature, new.service)
        ).fetchone()
        if row is None:
            done = proxy.execute_sql(
                "INSERT INTO findings (signature, service, title, first_seen_at, last_seen_at) VALUES (?, ?, ?, ?, ?)",
                (signature, new.service, one_line(new.text)[:LONGEST], to_text(new.at), to_text(new.at)),
            )
            number = int(done.lastrowid)
        else:
            number = int(row[0])
        done = proxy.execute_sql(
            "INSERT OR IGNORE INTO finding_sightings (finding_id, key, at, text, version, session_id)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (number, new.key, to_text(new.at), one_line(new.text)[:LONGEST], new.version, new.session_id),
        )
        if done.rowcount:
            one = self.must(number)
            self._put(one, take_sighting(_state(one), new.at, new.version))
        return self.must(number)

    def to_follow(self) -> builtins.list[tuple[StoredFinding, str, builtins.list[int]]]:
        """Findings that somebody may have done something about: each with when it was first seen by a session, and the
        runs of those sessions."""
        rows = proxy.execute_sql(
            "SELECT g.finding_id, min(g.at), group_concat(DISTINCT s.run_id) FROM findings f JOIN finding_sightings g"
            " ON g.finding_id = f.id JOIN sessions s ON s.id = g.session_id WHERE f.state IN ('open', 'regressed')"
            " AND g.at >= coalesce(f.attempts_from, '') GROUP BY g.finding_id"
        ).fetchall()
        since = {number: (at, [int(run) for run in runs.split(",")]) for number, at, runs in rows if runs}
        found = self._select("state IN ('open', 'regressed')")
        return [(one, *since.get(one.id, ("", []))) for one in found if one.id in since or one.attempted_at]

    def link_attempt(self, finding_id: int, at: datetime, by: str) -> bool:
        """Somebody did something about a finding; whether that counts as an attempt at it."""
        one = self.must(finding_id)
        after = take_attempt(_state(one), at)
        if after.attempted_at == _moment(one.attempted_at):
            return False
        self._put(one, after)
        proxy.execute_sql("UPDATE findings SET attempted_by = ? WHERE id = ?", (by, one.id))
        return True

    def link_incident(self, service: str, trigger: str, seen: tuple[datetime, datetime], at: datetime, by: str) -> int:
        """What ended an incident is an attempt at the finding of its trigger, and at those that were seen between these
        two moments; at how many."""
        rows = proxy.execute_sql(
            "SELECT id FROM findings f WHERE service = ?1 AND state IN ('open', 'regressed') AND (signature = ?2 OR"
            " EXISTS (SELECT 1 FROM finding_sightings g WHERE g.finding_id = f.id AND g.at BETWEEN ?3 AND ?4))",
            (service, service_signature(service, trigger) if trigger else "", to_text(seen[0]), to_text(seen[1])),
        ).fetchall()
        return sum(self.link_attempt(number, at, by) for (number,) in rows)

    def note_good_checks(
        self, service: str, good: Sequence[datetime], version: str = ""
    ) -> builtins.list[StoredFinding]:
        """The service was measured and found well at these times; the findings that are fixed by that."""
        fixed = []
        for one in self._select("service = ? AND state IN ('open', 'regressed')", service):
            after = take_checks(_state(one), good, version)
            if after.state == "fixed":
                self._put(one, after)
                proxy.execute_sql("UPDATE findings SET fixed_by = attempted_by WHERE id = ?", (one.id,))
                fixed.append(self.must(one.id))
        return fixed

    def settle(self) -> builtins.list[StoredFinding]:
        """Let time pass: what was not seen for a week is quiet; those."""
        now, quiet = self._clock(), []
        for one in self._select("state IN ('open', 'regressed')"):
            after = take_time(_state(one), now)
            if after.state != one.state:
                self._put(one, after)
                quiet.append(self.must(one.id))
        return quiet

    def take_regressions(self) -> builtins.list[StoredFinding]:
        """Regressions that the operator was not notified of yet; from now on he was."""
        found = self._select("state = 'regressed' AND (notified_at IS NULL OR notified_at < regressed_at)")
        for one in found:
            proxy.execute_sql("UPDATE findings SET notified_at = ? WHERE id = ?", (to_text(self._clock()), one.id))
        return found

    def reopen(self, finding_id: int) -> StoredFinding:
        """The operator says that it is open still; what was done before he said so does not count as an attempt."""
        one = self.must(finding_id)
        proxy.execute_sql(
            "UPDATE findings SET state = 'open', fixed_at = NULL, fixed_by = '', fixed_version = '', attempted_at ="
            " NULL, attempted_by = '', attempts_from = ? WHERE id = ?",
            (to_text(self._clock()), one.id),
        )
        self._store.changed("findings", one.id)
        return self.must(one.id)

    def close(self, finding_id: int, version: str = "") -> StoredFinding:
        """The operator says that it is fixed."""
        one = self.must(finding_id)
        proxy.execute_sql(
            "UPDATE findings SET state = 'fixed', fixed_at = ?, fixed_by = 'operator', fixed_version = ? WHERE id = ?",
            (to_text(self._clock()), version, one.id),
        )
        self._store.changed("findings", one.id)
        return self.must(one.id)

    def join_aliases(self) -> int:
        """File the findings of kinds of messages that the operator takes for one together; how many were joined."""
        count = 0
        for key, other in self._aliases.accepted():
            rows = proxy.execute_sql("SELECT DISTINCT service FROM findings").fetchall()
            for (service,) in rows:
                old = service_signature(service, "", "", lambda _, key=key: key)  # type: ignore[misc]
                new = service_signature(service, "", "", lambda _, other=other: other)  # type: ignore[misc]
                for one in self._select("signature = ? AND service = ?", old, service):
                    self._join(one, new)
                    count += 1
        return count

    def _join(self, one: StoredFinding, signature: str) -> None:
        """Make a finding one of this signature: its sightings go to the finding that has it already, if there is one.
        The joined one stands as the one that was seen last did."""
        rows = self._select("signature = ? AND service = ?", signature, one.service)
        if not rows:
            proxy.execute_sql("UPDATE findings SET signature = ? WHERE id = ?", (signature, one.id))
            self._store.changed("findings", one.id)
            return
        kept = rows[0]
        proxy.execute_sql("UPDATE finding_sightings SET finding_id = ? WHERE finding_id = ?", (kept.id, one.id))
        proxy.execute_sql("DELETE FROM findings WHERE id = ?", (one.id,))
        latest = max(kept, one, key=lambda each: each.last_seen_at)
        state = "open" if latest.state == "seen" else latest.state
        columns = (
            "fixed_at", "fixed_by", "fixed_version", "attempted_at", "attempted_by", "attempts_from", "regressed_at",
            "notified_at",
        )  # fmt: skip
        proxy.execute_sql(
            f"UPDATE findings SET state = ?, sightings = ?, first_seen_at = ?, last_seen_at = ?,"
            f" {', '.join(f'{name} = ?' for name in columns)} WHERE id = ?",
            (
                state, kept.sightings + one.sightings, min(kept.first_seen_at, one.first_seen_at), latest.last_seen_at,
                *(getattr(latest, name) for name in columns), kept.id,
            ),
        )  # fmt: skip
        self._store.changed("findings", kept.id, one.id)

    def _put(self, one: StoredFinding, after: FindingState) -> None:
        proxy.execute_sql(
            "UPDATE findings SET state = ?, sightings = ?, last_seen_at = ?, fixed_at = ?, fixed_version = ?,"
            " regressed_at = ?, attempted_at = ?, attempts_from = ? WHERE id = ?",
            (
                after.state, after.sightings, _text(after.last_seen_at) or one.last_seen_at, _text(after.fixed_at),
                after.fixed_version, _text(after.regressed_at), _text(after.attempted_at), _text(after.attempts_from),
                one.id,
            ),
        )  # fmt: skip
        self._store.changed("findings", one.id)

    def _select(self, where: str, *values: Any) -> builtins.list[StoredFinding]:
        rows = proxy.execute_sql(f"SELECT {_COLUMNS} FROM findings WHERE {where}", values)
        return [StoredFinding(*row) for row in rows.fetchall()]


def _number_after(prefix: str, key: str) -> int | None:
    number = key.removeprefix(prefix)
    return int(number) if number != key and number.isdecimal() else None


def _state(one: StoredFinding) -> FindingState:
    return FindingState(
        one.state, one.sightings, _moment(one.last_seen_at) if one.sightings else None, _moment(one.attempted_at),
        _moment(one.fixed_at), one.fixed_version, _moment(one.regressed_at), _moment(one.attempts_from),
    )  # fmt: skip


def _moment(text: str | None) -> datetime | None:
    return from_text(text) if text else None


def _text(moment: datetime | None) -> str | None:
    return to_text(moment) if moment else None
