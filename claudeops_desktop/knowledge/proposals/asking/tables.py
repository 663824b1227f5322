"""``proposal_calls`` and ``proposal_positions``: what a model was asked, and up to where facts were read. Reads belong
inside ``store.read``, all else inside ``store.write``. No text is kept here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from ....core.clock import from_text, to_text
from ....storage.database import proxy

CallPurpose = Literal["triage", "reflection", "summaries"]
FIRST_RETRY = timedelta(minutes=15)
LAST_RETRY = timedelta(hours=4)
CALLS_KEPT = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class ProposalCalls:
    """The last calls for a purpose: ``last_at`` the last one (None: never), ``failed`` how many at the end failed."""

    last_at: datetime | None
    failed: int

    def may_ask(self, now: datetime, interval: timedelta) -> bool:
        """Tell whether another call may be made: the last one is long enough ago, longer after failures."""
        if self.last_at is None:
            return True
        wait = min(FIRST_RETRY * int(2 ** min(self.failed - 1, 10)), LAST_RETRY) if self.failed else interval
        return now >= self.last_at + wait


def begin_call(purpose: CallPurpose, model: str, sent: int, now: datetime) -> int:
    """Note a call that is about to be made; its id."""
    proxy.execute_sql("DELETE FROM proposal_calls WHERE asked_at < ?", (to_text(now - CALLS_KEPT),))
    done = proxy.execute_sql(
        "INSERT INTO proposal_calls (purpose, asked_at, model, sent) VALUES (?, ?, ?, ?)",
        (purpose, to_text(now), model, sent),
    )
    return int(done.lastrowid)


def end_call(number: int, cost_usd: float, now: datetime, fault: str = "") -> None:
    """Note what a call cost, and why it brought nothing where it did not."""
    proxy.execute_sql(
        "UPDATE proposal_calls SET answered_at = ?, cost_usd = ?, fault = ? WHERE id = ?",
        (to_text(now), cost_usd, fault, number),
    )


def calls_of(purpose: CallPurpose, now: datetime) -> ProposalCalls:
    """How it stands with calls."""
    rows = proxy.execute_sql(
        "SELECT asked_at, fault FROM proposal_calls WHERE purpose = ? ORDER BY id DESC LIMIT 50", (purpose,)
    ).fetchall()
    failed = next((place for place, (_, fault) in enumerate(rows) if not fault), len(rows))
    return ProposalCalls(from_text(rows[0][0]) if rows else None, failed)


def position(name: str) -> int | None:
    """Up to where something was read; None where it never was."""
    found = proxy.execute_sql("SELECT position FROM proposal_positions WHERE name = ?", (name,)).fetchone()
    return int(found[0]) if found is not None else None


def set_position(name: str, place: int, now: datetime) -> None:
    """Write down up to where something was read."""
    proxy.execute_sql(
        "INSERT INTO proposal_positions (name, position, at) VALUES (?, ?, ?)"
        " ON CONFLICT (name) DO UPDATE SET position = excluded.position, at = excluded.at",
        (name, place, to_text(now)),
    )
