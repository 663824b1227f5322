"""The questions on cases, and the reading of their rows (L6). Inside ``store.read``."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import orjson

from ...core.clock import Clock, from_text, to_text
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...storage import DataStore
from ...storage.database import proxy
from ..signatures.alias_records import AliasRecords
from ..signatures.service_aliases import equal_names
from ..signatures.signature import problem_signature
from .outcomes import CaseAttempt
from .stored_case import CaseMoment, CaseReports, StoredAttempt, StoredCase
from .track_record import TrackRecord
from .treatments import action_key, best_treatment, count_treatments, without_names

_COLUMNS = (
    "id, service, faulty_service, host, project, trigger, signature, symptom, shown, state, cause, cure, held,"
    " afterwards, uncertain, seen, opened_at, closed_at, edited_at, retired_at, merged_into, variant"
)
SAME_SYMPTOM = (
    "(SELECT b.id FROM cases a JOIN cases b ON b.signature = a.signature AND b.service = a.service WHERE a.id = ?)"
)


class CaseQueries:
    """The questions on cases."""

    def __init__(self, store: DataStore, clock: Clock, aliases: AliasRecords) -> None:
        self._store = store
        self._clock = clock
        self._aliases = aliases

    def signature_of(self, trigger: str, shown: str, symptom: str = "") -> str:
        """What tells one problem of a service from another: the kind of check or the alert with the message that it
        showed; without a trigger that message alone, or else the words of the symptom. What varies is masked, and
        kinds of messages that the operator takes for one are one."""
        return problem_signature(trigger, shown or ("" if trigger else symptom), self._aliases.resolve)

    def list(
        self, *, service: str | None = None, states: Sequence[str] = (), limit: int | None = None
    ) -> builtins.list[StoredCase]:
        """Cases, the latest first; those that were merged into another are left out."""
        where, values = ["merged_into IS NULL"], builtins.list[Any]()
        if service:
            names = orjson.dumps(equal_names(service)).decode()
            where.append("id IN (SELECT case_id FROM case_services WHERE service IN (SELECT value FROM json_each(?)))")
            values.append(names)
        if states:
            where.append(f"state IN ({', '.join('?' * len(states))})")
            values += states
        tail = " LIMIT ?" if limit is not None else ""
        values += [limit] if limit is not None else []
        return self._select(f"{' AND '.join(where)} ORDER BY opened_at DESC, id DESC{tail}", *values)

    def get(self, case_id: int) -> StoredCase | None:
        """One case; of one that was merged, the case that it is part of."""
        found = self._select("id = ?", case_id)
        if found and found[0].merged_into is not None:
            return self.get(found[0].merged_into)
        return found[0] if found else None

    def by_ids(self, ids: Iterable[int]) -> builtins.list[StoredCase]:
        """These cases, in this order; those that are gone are left out."""
        wanted = [*dict.fromkeys(ids)]
        found = {
            one.id: one for one in self._select("id IN (SELECT value FROM json_each(?))", orjson.dumps(wanted).decode())
        }
        return [found[number] for number in wanted if number in found]

    def of_incident(self, incident_id: int) -> builtins.list[StoredCase]:
        """The cases that an incident is an occurrence of."""
        return self._select(
            "merged_into IS NULL AND id IN (SELECT case_id FROM case_occurrences WHERE incident_id = ?)", incident_id
        )

    def of_session(self, session_id: int) -> builtins.list[StoredCase]:
        """The cases that a session has attempts in."""
        return self._select(
            "merged_into IS NULL AND id IN (SELECT case_id FROM case_occurrences WHERE session_id = ?)", session_id
        )

    def with_signatures(self, signatures: Iterable[str]) -> builtins.list[int]:
        """The numbers of the cases of one of these signatures, latest first. What became part of another case gives
        that one its signature: one problem may show itself in several messages."""
        rows = proxy.execute_sql(
            "WITH RECURSIVE part(id, whole) AS (SELECT id, merged_into FROM cases WHERE signature IN"
            " (SELECT value FROM json_each(?)) UNION SELECT c.id, c.merged_into FROM cases c JOIN part p ON"
            " c.id = p.whole) SELECT c.id FROM cases c WHERE c.merged_into IS NULL AND c.id IN (SELECT id FROM part)"
            " ORDER BY c.opened_at DESC, c.id DESC",
            (orjson.dumps([*signatures]).decode(),),
        )
        return [number for (number,) in rows]

    def of_same_symptom(self, case: StoredCase) -> builtins.list[StoredCase]:
        """All cases in use of the symptom of one, on its service, the latest first: more than one where it has several
        causes."""
        return self._select(
            f"id IN {SAME_SYMPTOM} AND merged_into IS NULL AND retired_at IS NULL ORDER BY opened_at DESC, id DESC",
            case.id,
        )

    def failed_elsewhere(self, case: StoredCase) -> str:
        """The service on which what helped here has failed since, against the same kind of problem; "" for none."""
        best = best_treatment(case.treatments)
        if best is None:
            return ""
        names = (case.service, case.faulty, *case.services)
        row = proxy.execute_sql(
            "SELECT c.service FROM cases c JOIN case_occurrences o ON o.case_id = c.id JOIN case_attempts a ON"
            " a.occurrence_id = o.id WHERE c.signature = ? AND c.id <> ? AND a.generic_key = ? AND a.result ="
            " 'did_not_help' AND a.at > ? ORDER BY a.at DESC LIMIT 1",
            (case.signature, case.id, action_key(without_names(best.action, names)), best.last_at),
        ).fetchone()
        return str(row[0]) if row else ""

    def occurrence_of(self, key: str) -> int | None:
        """The number of an occurrence by its key."""
        row = proxy.execute_sql("SELECT id FROM case_occurrences WHERE key = ?", (key,)).fetchone()
        return int(row[0]) if row else None

    def must(self, case_id: int) -> StoredCase:
        """One case. Raises OperatorError where there is none."""
        found = self.get(case_id)
        if found is None:
            raise OperatorError(
                UserMessage("There is no case {case_id}.", case_id=case_id), UserMessage("See `claudeops cases list`.")
            )
        return found

    # --- rows ------------------------------------------------------------------------------------------------------

    def _select(self, where: str, *values: Any) -> builtins.list[StoredCase]:
        rows = proxy.execute_sql(f"SELECT {_COLUMNS} FROM cases WHERE {where}", values).fetchall()
        if not rows:
            return []
        ids = [row[0] for row in rows]
        wanted = orjson.dumps(ids).decode()
        services = _grouped("SELECT case_id, service FROM case_services", wanted, "")
        attempts, records = self._attempts(ids), self._records(wanted)
        moments, reports = self._moments(wanted), self._reports(ids)
        places = _grouped(
            "SELECT case_id, incident_id, session_id, held, id, opened_at, end FROM case_occurrences",
            wanted,
            "ORDER BY opened_at, id",
        )
        found = []
        for row in rows:
            number = row[0]
            told = attempts.get(number, [])
            held = {one[3]: one[2] for one in places.get(number, [])}
            case = StoredCase(*row)
            found.append(
                replace(
                    case,
                    held=None if case.held is None else bool(case.held),
                    services=tuple(name for (name,) in services.get(number, [])),
                    attempts=tuple(told),
                    treatments=count_treatments(attempts_with_times(told, held)),
                    timeline=tuple(moments.get(number, [])),
                    occurrences=tuple((one[4], one[5]) for one in places.get(number, [])),
                    record=records.get(number, TrackRecord()),
                    reports=reports.get(number, CaseReports()),
                    incident_ids=tuple(dict.fromkeys(one[0] for one in places.get(number, []) if one[0] is not None)),
                    session_ids=tuple(dict.fromkeys(one[1] for one in places.get(number, []) if one[1] is not None)),
                )
            )
        return found

    def _held(self, case_id: int) -> dict[int, int | None]:
        rows = proxy.execute_sql("SELECT id, held FROM case_occurrences WHERE case_id = ?", (case_id,))
        return dict(rows.fetchall())

    def _attempts(self, ids: Sequence[int]) -> dict[int, builtins.list[StoredAttempt]]:
        wanted = orjson.dumps([*dict.fromkeys(ids)]).decode()
        rows = proxy.execute_sql(
            "SELECT o.case_id, o.id, a.action, a.effect, a.at, a.ordered_by, a.evidence, a.result,"
            " a.seconds_to_recovery FROM case_attempts a JOIN case_occurrences o ON o.id = a.occurrence_id"
            " WHERE o.case_id IN (SELECT value FROM json_each(?)) ORDER BY a.at, a.place",
            (wanted,),
        )
        found: dict[int, builtins.list[StoredAttempt]] = {}
        for case_id, occurrence, action, effect, at, by, evidence, result, seconds in rows:
            attempt = CaseAttempt(action, effect, from_text(at), by, evidence, result, seconds)
            found.setdefault(case_id, []).append(StoredAttempt(occurrence, attempt))
        return found

    def _reports(self, ids: Sequence[int]) -> dict[int, CaseReports]:
        """What the latest occurrences say that name a cause, and a cure."""
        rows = _grouped(
            "SELECT case_id, cause, cause_evidence, cause_session, cure, verified_by, cure_session FROM"
            " case_occurrences",
            orjson.dumps([*ids]).decode(),
            "ORDER BY opened_at DESC, id DESC",
        )
        found = {}
        for number, told in rows.items():
            cause = next((one[:3] for one in told if one[0]), ("", "", None))
            cure = next((one[3:] for one in told if one[3]), ("", "", None))
            found[number] = CaseReports(*cause, *cure)
        return found

    def _moments(self, wanted: str) -> dict[int, builtins.list[CaseMoment]]:
        rows = proxy.execute_sql(
            "SELECT o.case_id, t.at, t.kind, t.text, t.evidence FROM case_timeline t JOIN case_occurrences o"
            " ON o.id = t.occurrence_id WHERE o.case_id IN (SELECT value FROM json_each(?)) ORDER BY t.at, t.id",
            (wanted,),
        )
        found: dict[int, builtins.list[CaseMoment]] = {}
        for case_id, *values in rows:
            found.setdefault(case_id, []).append(CaseMoment(*values))
        return found

    def _records(self, wanted: str) -> dict[int, TrackRecord]:
        offers = _grouped(
            "SELECT case_id, count(*), sum(outcome IN ('resolved', 'failed')), sum(outcome = 'resolved') FROM"
            " case_offers",
            wanted,
            "GROUP BY case_id",
        )
        votes = _grouped(
            "SELECT case_id, sum(vote = 'up'), sum(vote = 'down') FROM case_votes", wanted, "GROUP BY case_id"
        )
        found = {}
        for number in {*offers, *votes}:
            ((offered, recalls, resolved),) = offers.get(number, [(0, 0, 0)])
            ((up, down),) = votes.get(number, [(0, 0)])
            found[number] = TrackRecord(offered, recalls, resolved, up, down)
        return found


def _grouped(select: str, wanted: str, tail: str) -> dict[int, builtins.list[tuple[Any, ...]]]:
    found: dict[int, builtins.list[tuple[Any, ...]]] = {}
    rows = proxy.execute_sql(f"{select} WHERE case_id IN (SELECT value FROM json_each(?)) {tail}", (wanted,))
    for number, *values in rows:
        found.setdefault(number, []).append(tuple(values))
    return found


def attempts_with_times(
    attempts: Iterable[StoredAttempt], held: dict[int, int | None]
) -> builtins.list[tuple[CaseAttempt, str, bool | None]]:
    """What ``count_treatments`` counts; ``held`` by the number of the occurrence."""
    return [
        (one.attempt, to_text(one.attempt.at), None if (kept := held.get(one.occurrence)) is None else bool(kept))
        for one in attempts
    ]
