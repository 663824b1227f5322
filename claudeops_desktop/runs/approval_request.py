"""A run asks the operator whether it may go up a tier (S10): what the question says. Off the main thread."""

from __future__ import annotations

from datetime import timedelta

from ..records.approvals import Approval, ApprovalQuestion
from .escalation import what_it_may
from .prompt import TierHandover
from .run_context import RunContext
from .session_setup import cap_for
from .setup_types import PreparedSession, SessionRequest


def ask_for_tier(around: RunContext, prepared: PreparedSession, step: SessionRequest, hand: TierHandover) -> Approval:
    """The question, which waits now; or the yes for the whole run that covers it.

    Raises PolicyRefusal where nothing is left to spend on that tier: nobody is asked for what cannot follow.
    """
    book, now, run_id = around.book, around.clock(), prepared.run_id
    policies = around.settings.current.approvals
    covering = book.store.read(lambda: book.approvals.find_covering(run_id, "tier")).result()
    if covering is not None:
        return covering
    cost = book.store.read(lambda: cap_for(around, prepared.agent.name, run_id, now)).result()

    def ask() -> Approval:
        number = book.approvals.ask_operator(
            ApprovalQuestion(
                kind="tier",
                tier=step.tier,
                run_id=run_id,
                session_id=prepared.session_id,
                services=hand.services or prepared.services,
                reason=hand.reason,
                context=hand.context or hand.summary,
                may=what_it_may(step.tier, policies),
                cost_usd=cost,
                expires_at=now + timedelta(minutes=policies.wait_minutes),
            ),
            now,
        )
        asked = book.approvals.get(number)
        assert asked is not None  # noqa: S101
        return asked

    return book.store.write(ask).result()
