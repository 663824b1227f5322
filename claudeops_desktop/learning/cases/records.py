"""The cases of one store: filing what was seen, edits by the operator, offers and what became of them (L6).

Reads belong inside ``store.read``; writes must run inside ``store.write``.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import orjson

from ...core.clock import Clock, from_text, to_text
from ...core.errors import OperatorError, UsageError
from ...core.messages import UserMessage
from ...guard.service_names import folded
from ...language.prompt_quoting import one_line
from ...storage import DataStore
from ...storage.database import proxy
from ..signatures.alias_records import AliasRecords
from ..signatures.service_aliases import are_equal_services, equal_names
from ..signatures.signature import problem_signature
from .outcomes import FOLLOWED_FOR, HELD_FOR, RECOVERED, CaseAttempt, CaseOutcome, confirm_cure
from .same_case import Recovery, find_same, recovery_of
from .stored_case import CaseMoment, CaseReports, StoredAttempt, StoredCase
from .track_record import TrackRecord
from .treatments import action_key, best_treatment, count_treatments, last_recovery, without_names
from .types import CaseDraft

STATES = ("open", "cured", "recovered", "recovered_later", "went_away", "given_up", "unclear")
LONGEST_TEXT = 600  # characters of a symptom, a cause or a cure by hand
_COLUMNS = (
    "id, service, faulty_service, host, project, trigger, signature, symptom, shown, state, cause, cure, held,"
    " afterwards, uncertain, seen, opened_at, closed_at, edited_at, retired_at, merged_into, variant"
)
_HELD = list(StoredCase.__dataclass_fields__).index("held")
BY_HAND = "operator"
_SAME_SYMPTOM = (
    "(SELECT b.id FROM cases a JOIN cases b ON b.signature = a.signature AND b.service = a.service WHERE a.id = ?)"
)


@dataclass(frozen=True, slots=True)
class FiledCase:
    """What became of a draft: the case, whether it is a new one, and whether this occurrence was known before."""

    case_id: int
    is_new: bool
    was_known: bool


class CaseRecords:
    """The questions and the writes on cases."""

    def __init__(self, store: DataStore, clock: Clock, aliases: AliasRecords) -> None:
        self._store = store
        self._clock = clock
        self._aliases = aliases

    def signature_of(self, trigger: str, shown: str, symptom: str = "") -> str:
        """What tells one problem of a service from another: the kind of check or the alert with the message that it
        showed; without a trigger that message alone, or else the words of the symptom. What varies is masked, and
        kinds of messages that the operator takes for one are one."""
        return problem_signature(trigger, shown or ("" if trigger else symptom), self._aliases.resolve)

    # --- questions -------------------------------------------------------------------------------------------------

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

    def of_same_symptom(self, case: StoredCase) -> builtins.list[StoredCase]:
        """All cases in use of the symptom of one, on its service, the latest first: more than one where it has several
        causes."""
        return self._select(
            f"id IN {_SAME_SYMPTOM} AND merged_into IS NULL AND retired_at IS NULL ORDER BY opened_at DESC, id DESC",
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

    # --- filing ----------------------------------------------------------------------------------------------------

    def file(self, draft: CaseDraft) -> FiledCase:
        """Store what was seen. The same occurrence again replaces what was stored of it; another one of the same
        problem is added to its case."""
        sql = "SELECT id, case_id, checks, held, closed_at, from_ledger FROM case_occurrences WHERE key = ?"
        known = proxy.execute_sql(sql, (draft.key,)).fetchone()
        if known is None:
            case_id = self._same_problem(draft)
            is_new = case_id is None
            if case_id is None:
                case_id = self._add_case(draft)
            done = proxy.execute_sql(
                "INSERT INTO case_occurrences (case_id, key, source, opened_at) VALUES (?, ?, ?, ?)",
                (case_id, draft.key, draft.source, to_text(draft.opened_at)),
            )
            self._file_under_names(case_id, draft)
            self._rewrite(int(done.lastrowid), draft)
            self._refresh(case_id)
            return FiledCase(case_id, is_new, False)
        occurrence, case_id, checks, held, closed, from_ledger = known
        earlier_version = closed is not None and draft.from_ledger and not from_ledger
        if draft.checks >= checks and not earlier_version:  # what was filed with more checks is known better
            self._rewrite(occurrence, draft)
            case_id = self._settle_place(occurrence, case_id, draft)
        elif held is None and draft.held is not None:
            proxy.execute_sql("UPDATE case_occurrences SET held = ? WHERE id = ?", (int(draft.held), occurrence))
        self._refresh(case_id)
        return FiledCase(case_id, False, True)

    def _add_case(self, draft: CaseDraft) -> int:
        signature = self._signature(draft)
        (variant,) = proxy.execute_sql(
            "SELECT count(*) FROM cases WHERE signature = ? AND service = ? AND host = ? AND project = ?",
            (signature, draft.service, draft.host, draft.project),
        ).fetchone()
        done = proxy.execute_sql(
            "INSERT INTO cases (service, faulty_service, host, project, trigger, signature, symptom, shown, cause,"
            " variant, opened_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                draft.service, draft.faulty, draft.host, draft.project, draft.trigger, signature,
                one_line(draft.symptom), one_line(draft.shown), one_line(draft.cause), variant,
                to_text(draft.opened_at), to_text(self._clock()),
            ),
        )  # fmt: skip
        return int(done.lastrowid)

    def _settle_place(self, occurrence: int, case_id: int, draft: CaseDraft) -> int:
        """The case of an occurrence that is over: another than the one that it was shown under while it was open, where
        it recovered after something else. One that nothing is left of becomes part of that."""
        if draft.closed_at is None:
            return case_id
        place = self._same_problem(draft, occurrence, case_id)
        if place == case_id:
            return case_id
        if place is None:
            place = self._add_case(draft)
        proxy.execute_sql("UPDATE case_occurrences SET case_id = ? WHERE id = ?", (place, occurrence))
        self._file_under_names(place, draft)
        proxy.execute_sql(
            "UPDATE cases SET cause = '' WHERE id = ? AND edited_at IS NULL AND cause = ?",
            (case_id, one_line(draft.cause)),
        )
        (left,) = proxy.execute_sql("SELECT count(*) FROM case_occurrences WHERE case_id = ?", (case_id,)).fetchone()
        if not left:
            proxy.execute_sql("UPDATE cases SET merged_into = ? WHERE id = ?", (place, case_id))
        self._refresh(case_id)
        return place

    def _file_under_names(self, case_id: int, draft: CaseDraft) -> None:
        for name in dict.fromkeys((draft.service, draft.faulty, *draft.named)):
            if name:
                self._file_under(case_id, folded(name))

    def _file_under(self, case_id: int, name: str) -> None:
        proxy.execute_sql(
            "INSERT INTO case_services (case_id, service) SELECT ?1, ?2 WHERE NOT EXISTS"
            " (SELECT 1 FROM case_services WHERE case_id = ?1 AND service = ?2)",
            (case_id, name),
        )

    def _signature(self, draft: CaseDraft) -> str:
        return self.signature_of(draft.trigger, draft.shown, draft.symptom)

    def sign_again(self) -> int:
        """Give every case its signature anew, after the operator said which kinds of messages are one; how many
        changed."""
        rows = proxy.execute_sql("SELECT id, trigger, shown, symptom, signature FROM cases").fetchall()
        count = 0
        for number, trigger, shown, symptom, before in rows:
            signature = self.signature_of(trigger, shown, symptom)
            if signature != before:
                proxy.execute_sql("UPDATE cases SET signature = ? WHERE id = ?", (signature, number))
                count += 1
        if count:
            self._store.changed("cases")
        return count

    def _same_problem(self, draft: CaseDraft, occurrence: int | None = None, case_id: int | None = None) -> int | None:
        """The case of the same signature on the same service, or on one of the same name, and of the same recovery; of
        another host or project it is another case. ``occurrence`` does not speak for ``case_id``, which it is in."""
        rows = proxy.execute_sql(
            "SELECT id, service, host, project FROM cases WHERE signature = ? AND merged_into IS NULL"
            " ORDER BY opened_at DESC, id DESC",
            (self._signature(draft),),
        ).fetchall()
        found = list[Recovery]()
        for number, service, host, project in rows:
            differs = any(old and new and old != new for old, new in ((host, draft.host), (project, draft.project)))
            if are_equal_services(service, draft.service) and not differs:
                found.append(self._last_recovery(number, occurrence))
        return find_same(found, recovery_of(draft), case_id)

    def _last_recovery(self, case_id: int, without: int | None) -> Recovery:
        """What a case's occurrences, without one of them, last recovered after, and their last cause."""
        rows = proxy.execute_sql(
            "SELECT o.id, o.cause, a.generic_key FROM case_occurrences o LEFT JOIN case_attempts a ON a.occurrence_id ="
            " o.id AND (a.result IN (?, ?) OR a.seconds_to_recovery IS NOT NULL) AND a.evidence <> 'by hand'"
            " WHERE o.case_id = ? ORDER BY o.opened_at DESC, o.id DESC",
            (*RECOVERED, case_id),
        ).fetchall()
        others = [row for row in rows if row[0] != without]
        return Recovery(
            case_id,
            next((key for _, _, key in others if key), ""),
            next((cause for _, cause, _ in others if cause), ""),
            bool(others),
        )

    def _rewrite(self, occurrence: int, draft: CaseDraft) -> None:
        end = draft.end if draft.end != "open" or draft.closed_at is None else "given_up"
        proxy.execute_sql(
            "UPDATE case_occurrences SET end = ?, opened_at = ?, closed_at = ?, held = ?, uncertain = ?,"
            " incident_id = ?, session_id = ?, checks = ?, from_ledger = ?, cause = ?, cause_evidence = ?,"
            " cause_session = ?, cure = ?, verified_by = ?, cure_session = ? WHERE id = ?",
            (
                end, to_text(draft.opened_at), to_text(draft.closed_at) if draft.closed_at else None,
                None if draft.held is None else int(draft.held), one_line(draft.uncertain), draft.incident_id,
                draft.session_id, draft.checks, int(draft.from_ledger), one_line(draft.cause),
                one_line(draft.cause_evidence), draft.cause_session, one_line(draft.reported_cure),
                one_line(draft.verified_by), draft.cure_session, occurrence,
            ),
        )  # fmt: skip
        proxy.execute_sql("DELETE FROM case_attempts WHERE occurrence_id = ? AND evidence <> 'by hand'", (occurrence,))
        proxy.execute_sql("DELETE FROM case_timeline WHERE occurrence_id = ?", (occurrence,))
        for place, one in enumerate(draft.attempts):
            self._add_attempt(occurrence, place, one, (draft.service, draft.faulty, *draft.named))
        for entry in draft.timeline:
            proxy.execute_sql(
                "INSERT INTO case_timeline (occurrence_id, at, kind, text, evidence) VALUES (?, ?, ?, ?, ?)",
                (occurrence, to_text(entry.at), entry.kind, one_line(entry.text), one_line(entry.evidence)),
            )

    def _add_attempt(self, occurrence: int, place: int, one: CaseAttempt, names: Iterable[str] = ()) -> None:
        proxy.execute_sql(
            "INSERT INTO case_attempts (occurrence_id, place, action, action_key, effect, ordered_by, at, result,"
            " seconds_to_recovery, evidence, generic_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                occurrence, place, one_line(one.action), action_key(one.action), one.effect, one.by, to_text(one.at),
                one.result, one.seconds_to_recovery, one_line(one.evidence),
                action_key(without_names(one.action, names)),
            ),
        )  # fmt: skip

    def confirm(self, draft: CaseDraft, case_id: int) -> CaseDraft:
        """The draft with what it recovered after as its cure, where that is proven by the other occurrences of its
        case."""
        case = self.get(case_id)
        best = best_treatment(case.treatments) if case is not None else None
        if draft.cure is None or best is None or best.key != action_key(draft.attempts[draft.cure].action):
            return draft
        outcome = confirm_cure(CaseOutcome(draft.end, draft.attempts, draft.cure))
        return replace(draft, end=outcome.end, attempts=outcome.attempts)

    def _refresh(self, case_id: int) -> None:
        """The case as its occurrences make it: state and times of the latest one, the cure that is best by count."""
        rows = proxy.execute_sql(
            "SELECT end, opened_at, closed_at, held, uncertain, id FROM case_occurrences WHERE case_id = ?"
            " ORDER BY opened_at DESC, id DESC",
            (case_id,),
        ).fetchall()
        if not rows:
            return
        attempts = self._attempts([case_id]).get(case_id, [])
        best = best_treatment(count_treatments(attempts_with_times(attempts, self._held(case_id))))
        words = " ".join(dict.fromkeys(one.attempt.action for one in attempts))[:4000]
        state, opened, closed, held, uncertain, latest = rows[0]
        if (
            state == "recovered"
            and best is not None
            and any(one.occurrence == latest and action_key(one.attempt.action) == best.key for one in attempts)
        ):
            state = "cured"
        cause = self._reports([case_id]).get(case_id, CaseReports()).cause
        proxy.execute_sql(
            "UPDATE cases SET state = ?, opened_at = ?, closed_at = ?, held = ?, uncertain = ?, seen = ?, words = ?,"
            " cure = CASE WHEN edited_at IS NULL THEN ? ELSE cure END, cause = CASE WHEN edited_at IS NULL AND ? <> ''"
            " THEN ? ELSE cause END WHERE id = ?",
            (
                *(state, opened, closed, held, uncertain, len(rows), words, best.action if best else ""),
                *(cause, cause, case_id),
            ),
        )
        self._store.changed("cases", case_id)

    # --- by the operator -------------------------------------------------------------------------------------------

    def edit(
        self,
        case_id: int,
        *,
        symptom: str | None = None,
        cause: str | None = None,
        cure: str | None = None,
        state: str | None = None,
        service: str | None = None,
    ) -> StoredCase:
        """Change what a case says. What the operator wrote is not written over by what is seen later. Raises
        OperatorError for a case that is not there, UsageError for a state that is none."""
        case = self.must(case_id)
        if state is not None and state not in STATES:
            raise UsageError(
                UserMessage("“{state}” is no state of a case.", state=state),
                UserMessage("Take one of {states}.", states=", ".join(STATES)),
            )
        given = {"symptom": symptom, "cause": cause, "cure": cure, "state": state, "service": service}
        values = {name: one_line(text)[:LONGEST_TEXT] for name, text in given.items() if text is not None}
        if not values:
            raise UsageError(
                UserMessage("Nothing to change was named."),
                UserMessage("Give --symptom, --cause, --cure, --state or --service."),
            )
        if values.get("service") == "":
            raise UsageError(
                UserMessage("The service is empty."), UserMessage("Name the service that the problem is on.")
            )
        names = ", ".join(f"{name} = ?" for name in values)
        proxy.execute_sql(
            f"UPDATE cases SET {names}, edited_at = ? WHERE id = ?", (*values.values(), to_text(self._clock()), case.id)
        )
        if service:
            self._file_under(case.id, folded(values["service"]))
        if cure:  # his own word is an attempt that helped: it is counted like one, and named as his
            self._add_own_cure(case, values["cure"])
        self._store.changed("cases", case.id)
        return self.must(case.id)

    def _add_own_cure(self, case: StoredCase, cure: str) -> None:
        row = proxy.execute_sql(
            "SELECT id FROM case_occurrences WHERE case_id = ? ORDER BY opened_at DESC, id DESC LIMIT 1", (case.id,)
        ).fetchone()
        key = action_key(cure)
        if row is None or any(one.key == key and one.helped for one in case.treatments):
            return
        place = 1 + max((one.occurrence for one in case.attempts), default=0) + len(case.attempts)
        attempt = CaseAttempt(cure, "", self._clock(), BY_HAND, "by hand", "helped")
        self._add_attempt(row[0], place, attempt)

    def merge(self, case_id: int, other_id: int) -> StoredCase:
        """Make the other case part of this one: its occurrences, services and offers count here. Raises OperatorError
        where one is not there, or both are the same."""
        case, other = self.must(case_id), self.must(other_id)
        if case.id == other.id:
            raise OperatorError(
                UserMessage("Case {id} cannot be merged with itself.", id=case.id), UserMessage("Name two cases.")
            )
        for table in ("case_occurrences", "case_offers"):
            proxy.execute_sql(
                f"UPDATE OR IGNORE {table} SET case_id = ?, from_case = coalesce(from_case, ?) WHERE case_id = ?",
                (case.id, other.id, other.id),
            )
        for name in other.services:
            self._file_under(case.id, name)
        proxy.execute_sql("UPDATE OR IGNORE case_votes SET case_id = ? WHERE case_id = ?", (case.id, other.id))
        proxy.execute_sql("UPDATE cases SET merged_into = ? WHERE id = ?", (case.id, other.id))
        self._refresh(case.id)
        self._store.changed("cases", other.id)
        return self.must(case.id)

    def unmerge(self, other_id: int) -> StoredCase:
        """Make a case that was merged into another one a case of its own again. Raises OperatorError where it was not
        merged."""
        rows = proxy.execute_sql("SELECT merged_into FROM cases WHERE id = ?", (other_id,)).fetchone()
        if rows is None or rows[0] is None:
            raise OperatorError(
                UserMessage("Case {case_id} was not merged into another one.", case_id=other_id),
                UserMessage("See `claudeops cases list`."),
            )
        for table in ("case_occurrences", "case_offers"):
            proxy.execute_sql(
                f"UPDATE {table} SET case_id = from_case, from_case = NULL WHERE from_case = ?", (other_id,)
            )
        proxy.execute_sql("UPDATE cases SET merged_into = NULL WHERE id = ?", (other_id,))
        self._refresh(rows[0])
        self._refresh(other_id)
        return self.must(other_id)

    def restore(self, before: StoredCase) -> StoredCase:
        """Put back the words and the state that a case had, after an edit."""
        names = ("symptom", "cause", "cure", "state", "service", "edited_at", "retired_at")
        columns = ", ".join(f"{name} = ?" for name in names)
        values = [getattr(before, name) for name in names]
        proxy.execute_sql(f"UPDATE cases SET {columns} WHERE id = ?", (*values, before.id))
        if before.edited_at is None:  # what the operator had written as a cure is taken back with it
            proxy.execute_sql(
                "DELETE FROM case_attempts WHERE ordered_by = ? AND evidence = 'by hand' AND occurrence_id IN"
                " (SELECT id FROM case_occurrences WHERE case_id = ?)",
                (BY_HAND, before.id),
            )
            self._refresh(before.id)
        self._store.changed("cases", before.id)
        return self.must(before.id)

    def retire(self, case_id: int, retired: bool = True) -> StoredCase:
        """Offer a case no longer, or again."""
        case = self.must(case_id)
        proxy.execute_sql(
            "UPDATE cases SET retired_at = ? WHERE id = ?", (to_text(self._clock()) if retired else None, case.id)
        )
        self._store.changed("cases", case.id)
        return self.must(case.id)

    def vote(self, case_id: int, voter: str, vote: str) -> StoredCase:
        """A person says whether a case was right (up) or wrong (down); "" takes it back. The latest word of each
        person counts."""
        case = self.must(case_id)
        if vote in ("up", "down"):
            proxy.execute_sql(
                "INSERT OR REPLACE INTO case_votes (case_id, voter, vote, at) VALUES (?, ?, ?, ?)",
                (case.id, voter, vote, to_text(self._clock())),
            )
        else:
            proxy.execute_sql("DELETE FROM case_votes WHERE case_id = ? AND voter = ?", (case.id, voter))
        self._store.changed("cases", case.id)
        return self.must(case.id)

    def rename_service(self, old: str, new: str) -> int:
        """File the cases of a service under its new name; how many."""
        rows = proxy.execute_sql("UPDATE cases SET service = ? WHERE service = ?", (new, old)).rowcount
        proxy.execute_sql("UPDATE cases SET faulty_service = ? WHERE faulty_service = ?", (new, old))
        proxy.execute_sql("UPDATE case_services SET service = ? WHERE service = ?", (folded(new), folded(old)))
        self._store.changed("cases")
        return int(rows)

    # --- offers ----------------------------------------------------------------------------------------------------

    def record_offer(self, case_id: int, session_id: int | None, confidence: float, bar: str, symptom: str) -> None:
        """A session was told of a case; once for each session."""
        case = self.get(case_id)
        if case is None:
            return
        best = best_treatment(case.treatments) or last_recovery(case.treatments)
        proxy.execute_sql(
            "INSERT OR IGNORE INTO case_offers (case_id, session_id, offered_at, confidence, bar, symptom, cure_key)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                case.id, session_id, to_text(self._clock()), confidence, bar, one_line(symptom)[:LONGEST_TEXT],
                best.key if best else "",
            ),
        )  # fmt: skip
        self._store.changed("case_offers")

    def settle_offers(self, case_id: int) -> None:
        """Say what became of the offers of a case, and of the other cases of its symptom, by the attempts of the
        sessions that were told of it: resolved where its cure was tried and the service recovered, failed where it was
        tried and did not. What was not tried says nothing."""
        tried: dict[int, dict[str, str]] = {}
        rows = proxy.execute_sql(
            "SELECT o.session_id, a.action_key, a.result, a.at FROM case_attempts a JOIN case_occurrences o"
            f" ON o.id = a.occurrence_id WHERE o.case_id IN {_SAME_SYMPTOM} AND o.session_id IS NOT NULL ORDER BY a.at",
            (case_id,),
        )
        for session, key, result, _ in rows:
            if result != "unknown":
                tried.setdefault(session, {})[key] = result
        offers = proxy.execute_sql(
            "SELECT f.id, f.session_id, f.cure_key, s.run_id FROM case_offers f JOIN sessions s ON s.id = f.session_id"
            f" WHERE f.case_id IN {_SAME_SYMPTOM} AND f.outcome = ''",
            (case_id,),
        ).fetchall()
        for number, session, key, run in offers:
            done = dict(tried.get(session, {}))
            for (other,) in proxy.execute_sql("SELECT id FROM sessions WHERE run_id = ?", (run,)).fetchall():
                done |= tried.get(other, {})
            if key in done:
                self.settle_offer(number, "resolved" if done[key] in RECOVERED else "failed")
            elif done:
                self.settle_offer(number, "not_followed")

    def incidents_to_follow(self, now: datetime, *, checked: bool = False) -> builtins.list[int]:
        """Incidents that are over for half an hour and of which it was not said yet whether the cure held, the latest
        first: one that nobody looks at again keeps no later one waiting. ``checked``: only those whose service was
        measured since then, so that it can be said."""
        since = (
            "AND EXISTS (SELECT 1 FROM health_checks h WHERE h.service = i.service AND h.measured = 1 AND h.checked_at"
            f" >= strftime('%Y-%m-%dT%H:%M:%fZ', o.closed_at, '+{HELD_FOR.total_seconds():.0f} seconds'))"
        )
        rows = proxy.execute_sql(
            "SELECT o.incident_id FROM case_occurrences o JOIN incidents i ON i.id = o.incident_id"
            " WHERE o.held IS NULL AND o.closed_at >= ? AND o.closed_at <= ? AND i.folded_into IS NULL"
            " AND o.end IN ('cured', 'recovered', 'recovered_later', 'went_away', 'unclear')"
            f" {since if checked else ''}"
            " ORDER BY o.closed_at DESC LIMIT 50",
            (to_text(now - FOLLOWED_FOR), to_text(now - HELD_FOR)),
        )
        return [number for (number,) in rows]

    def open_offers(self) -> builtins.list[tuple[int, int, int]]:
        """Offers whose end is not known: their number, case and session."""
        return [
            (number, case, session)
            for number, case, session in proxy.execute_sql(
                "SELECT id, case_id, session_id FROM case_offers WHERE outcome = '' AND session_id IS NOT NULL"
            )
        ]

    def settle_offer(self, offer_id: int, outcome: str) -> None:
        """What became of an offer: resolved, failed or not_followed."""
        proxy.execute_sql(
            "UPDATE case_offers SET outcome = ?, settled_at = ? WHERE id = ?",
            (outcome, to_text(self._clock()), offer_id),
        )
        self._store.changed("case_offers", offer_id)

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
