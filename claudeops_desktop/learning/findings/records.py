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
from ..signatures.signature import service_signature
from .lifecycle import FindingState, take_checks, take_sighting, take_time

LONGEST = 300  # characters
_COLUMNS = (
    "id, signature, service, title, state, sightings, first_seen_at, last_seen_at, fixed_at, fixed_by, fixed_version,"
    " attempted_at, attempted_by, regressed_at, notified_at"
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
    regressed_at: str | None
    notified_at: str | None

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class FindingSighting:
    """A row of ``finding_sightings``."""

    at: str
    text: str
    version: str
    session_id: int | None


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

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

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
            "SELECT at, text, version, session_id FROM finding_sightings WHERE finding_id = ? ORDER BY at DESC LIMIT ?",
            (finding_id, limit),
        )
        return [FindingSighting(*row) for row in rows]

    def note_sighting(self, new: NewSighting) -> StoredFinding:
        """Note that something was seen; the finding as it stands then. The same one counts once."""
        signature = service_signature(new.service, new.trigger, new.text)
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

    def link_attempt(self, service: str, at: datetime, by: str, trigger: str = "") -> int:
        """Somebody did something about the open findings of a service, with a trigger only those of it; of how many."""
        rows = self._select("service = ? AND state IN ('open', 'regressed')", service)
        wanted = service_signature(service, trigger) if trigger else ""
        count = 0
        for one in rows:
            if wanted and one.signature != wanted:
                continue
            proxy.execute_sql(
                "UPDATE findings SET attempted_at = ?, attempted_by = ? WHERE id = ?", (to_text(at), by, one.id)
            )
            self._store.changed("findings", one.id)
            count += 1
        return count

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
        """The operator says that it is open still."""
        one = self.must(finding_id)
        proxy.execute_sql("UPDATE findings SET state = 'open', fixed_at = NULL, fixed_by = '' WHERE id = ?", (one.id,))
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

    def _put(self, one: StoredFinding, after: FindingState) -> None:
        proxy.execute_sql(
            "UPDATE findings SET state = ?, sightings = ?, last_seen_at = ?, fixed_at = ?, fixed_version = ?,"
            " regressed_at = ? WHERE id = ?",
            (
                after.state, after.sightings, _text(after.last_seen_at) or one.last_seen_at, _text(after.fixed_at),
                after.fixed_version, _text(after.regressed_at), one.id,
            ),
        )  # fmt: skip
        self._store.changed("findings", one.id)

    def _select(self, where: str, *values: Any) -> builtins.list[StoredFinding]:
        rows = proxy.execute_sql(f"SELECT {_COLUMNS} FROM findings WHERE {where}", values)
        return [StoredFinding(*row) for row in rows.fetchall()]


def _state(one: StoredFinding) -> FindingState:
    return FindingState(
        one.state, one.sightings, _moment(one.last_seen_at) if one.sightings else None, _moment(one.attempted_at),
        _moment(one.fixed_at), one.fixed_version, _moment(one.regressed_at),
    )  # fmt: skip


def _moment(text: str | None) -> datetime | None:
    return from_text(text) if text else None


def _text(moment: datetime | None) -> str | None:
    return to_text(moment) if moment else None
