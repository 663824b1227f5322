"""The cases of one store: filing what was seen, and edits by the operator (L6).

Reads belong inside ``store.read``; writes must run inside ``store.write``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import orjson

from ...core.clock import to_text
from ...core.errors import OperatorError, UsageError
from ...core.messages import UserMessage
from ...guard.service_names import folded
from ...language.prompt_quoting import one_line
from ...storage.database import proxy
from ..signatures.service_aliases import are_equal_services
from .case_offers import LONGEST_TEXT, CaseOffers
from .case_queries import attempts_with_times
from .cured_things import cured_things
from .outcomes import RECOVERED, CaseAttempt, CaseOutcome, confirm_cure
from .same_case import CaseRecovery, find_same, recovery_of
from .stored_case import FOUND_BY, CaseReports, StoredCase
from .treatments import action_key, best_treatment, count_treatments, without_names
from .types import CaseDraft

STATES = ("open", "cured", "recovered", "recovered_later", "went_away", "given_up", "unclear")
BY_HAND = "operator"


@dataclass(frozen=True, slots=True)
class FiledCase:
    """What became of a draft: the case, and whether it is a new one."""

    case_id: int
    is_new: bool


class CaseRecords(CaseOffers):
    """The writes on cases."""

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
            return FiledCase(case_id, is_new)
        occurrence, case_id, checks, held, closed, from_ledger = known
        earlier_version = closed is not None and draft.from_ledger and not from_ledger
        if draft.checks >= checks and not earlier_version:  # what was filed with more checks is known better
            self._rewrite(occurrence, draft)
            case_id = self._settle_place(occurrence, case_id, draft)
        else:
            if held is None and draft.held is not None:
                proxy.execute_sql("UPDATE case_occurrences SET held = ? WHERE id = ?", (int(draft.held), occurrence))
            if not earlier_version:
                self._add_report(occurrence, draft)
                case_id = self._settle_place(occurrence, case_id, draft)
        self._refresh(case_id)
        return FiledCase(case_id, False)

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
        it recovered after something else. One that nothing is left of becomes part of that. What the operator merged or
        wrote stays where it is."""
        (by_hand,) = proxy.execute_sql(
            "SELECT o.from_case IS NOT NULL OR c.edited_at IS NOT NULL FROM case_occurrences o JOIN cases c"
            " ON c.id = o.case_id WHERE o.id = ?",
            (occurrence,),
        ).fetchone()
        if draft.closed_at is None or by_hand:
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
        """The case of the same recovery on the same service, or on one of the same name, and of the same signature, or
        of the same kind of check and cause; of another host or project it is another case. ``occurrence`` does not
        speak for ``case_id``, which it is in."""
        signature = self._signature(draft)
        rows = proxy.execute_sql(
            "SELECT id, service, host, project FROM cases WHERE merged_into IS NULL"
            " AND (signature = ?1 OR (trigger = ?2 AND trigger <> '')) ORDER BY opened_at DESC, id DESC",
            (signature, draft.trigger),
        ).fetchall()
        alike = set(self.with_signatures([signature]))
        found = list[CaseRecovery]()
        for number, service, host, project in rows:
            differs = any(old and new and old != new for old, new in ((host, draft.host), (project, draft.project)))
            if are_equal_services(service, draft.service) and not differs:
                case = self._recovery_of_case(number, occurrence, (service, draft.service))
                found.append(replace(case, same_symptom=number in alike))
        return find_same(found, recovery_of(draft), case_id)

    def _recovery_of_case(self, case_id: int, without: int | None, names: Iterable[str]) -> CaseRecovery:
        """What a case's occurrences, without one of them, recovered after, and their last cause."""
        rows = proxy.execute_sql(
            "SELECT o.id, o.cause, o.from_case, a.action, a.generic_key"
            " FROM case_occurrences o LEFT JOIN case_attempts a"
            " ON a.occurrence_id = o.id AND (a.result IN (?, ?) OR a.seconds_to_recovery IS NOT NULL)"
            " AND a.evidence <> 'by hand' WHERE o.case_id = ? ORDER BY o.opened_at DESC, o.id DESC",
            (*RECOVERED, case_id),
        ).fetchall()
        others = [row for row in rows if row[0] != without]
        return CaseRecovery(
            case_id,
            frozenset(key for *_, key in others if key),
            next((cause for _, cause, *_ in others if cause), ""),
            any(merged is None for _, _, merged, *_ in others),
            things=frozenset().union(
                *(cured_things(action or "", cause or "", names) for _, cause, _, action, _ in others)
            ),
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

    def _add_report(self, occurrence: int, draft: CaseDraft) -> None:
        """What sessions report of an occurrence that was filed with more checks than are on record now, as those of a
        running monitor are: cause and cure are taken over. Its attempts stay, but for those whose end was not known."""
        if draft.cure is not None and draft.attempts[draft.cure].result != "unknown":
            proxy.execute_sql(
                "UPDATE case_attempts SET result = 'recovered_after' WHERE occurrence_id = ? AND result = 'unknown'"
                " AND seconds_to_recovery IS NOT NULL",
                (occurrence,),
            )
        proxy.execute_sql(
            "UPDATE case_occurrences SET cause = ?, cause_evidence = ?, cause_session = ?, cure = ?, verified_by = ?,"
            " cure_session = ? WHERE id = ?",
            (
                one_line(draft.cause), one_line(draft.cause_evidence), draft.cause_session,
                one_line(draft.reported_cure), one_line(draft.verified_by), draft.cure_session, occurrence,
            ),
        )  # fmt: skip
        if draft.cure_session is not None:
            proven = ("helped", occurrence, "recovered_after")
            proxy.execute_sql("UPDATE case_attempts SET result = ? WHERE occurrence_id = ? AND result = ?", proven)
            proxy.execute_sql(
                "UPDATE case_occurrences SET end = 'cured' WHERE id = ? AND end = 'recovered'", (occurrence,)
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
        moments = self._moments(orjson.dumps([case_id]).decode()).get(case_id, [])
        said = (one.text for one in moments if one.kind in FOUND_BY)
        words = " ".join(dict.fromkeys((*(one.attempt.action for one in attempts), *said)))[:4000]
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
