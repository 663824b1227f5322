"""Offers of cases to sessions, and what became of them (L6).

Reads belong inside ``store.read``; writes must run inside ``store.write``.
"""

from __future__ import annotations

import builtins
from datetime import datetime

from ...core.clock import to_text
from ...language.prompt_quoting import one_line
from ...storage.database import proxy
from .case_queries import SAME_SYMPTOM, CaseQueries
from .outcomes import FOLLOWED_FOR, HELD_FOR, RECOVERED
from .treatments import best_treatment, last_recovery

LONGEST_TEXT = 600  # characters of a symptom, a cause or a cure by hand


class CaseOffers(CaseQueries):
    """The questions and the writes on offers."""

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
            f" ON o.id = a.occurrence_id WHERE o.case_id IN {SAME_SYMPTOM} AND o.session_id IS NOT NULL ORDER BY a.at",
            (case_id,),
        )
        for session, key, result, _ in rows:
            if result != "unknown":
                tried.setdefault(session, {})[key] = result
        offers = proxy.execute_sql(
            "SELECT f.id, f.session_id, f.cure_key, s.run_id FROM case_offers f JOIN sessions s ON s.id = f.session_id"
            f" WHERE f.case_id IN {SAME_SYMPTOM} AND f.outcome = ''",
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

    def settle_offer(self, offer_id: int, outcome: str) -> None:
        """What became of an offer: resolved, failed or not_followed."""
        proxy.execute_sql(
            "UPDATE case_offers SET outcome = ?, settled_at = ? WHERE id = ?",
            (outcome, to_text(self._clock()), offer_id),
        )
        self._store.changed("case_offers", offer_id)
