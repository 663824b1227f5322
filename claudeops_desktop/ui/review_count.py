"""How much needs the operator's review (E4, E11, M12): the side bar and the overview say the same number."""

from __future__ import annotations

from .app_context import AppContext

REVIEWED_TABLES = ("memories", "patterns", "operator_questions", "proposals")


def count_reviews(desk: AppContext) -> int:
    """Facts that the gate held, pairs in conflict, facts about to expire, proven patterns, proposed changes and
    questions. Inside ``store.read``."""
    from ..core.clock import utc_now
    from ..knowledge.proposals.tables import ProposalRecords
    from ..learning import count_patterns_to_approve  # not before the first picture
    from ..routine.questions.tables import count_open_questions

    proposals = ProposalRecords(desk.book.store, utc_now).counts().get("review", 0)
    return sum((*desk.memory.review.counts(), count_patterns_to_approve(), count_open_questions(), proposals))
