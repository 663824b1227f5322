"""Stale: a plan whose time has passed (C8). Pure: the month that a text names is the first one after it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from ...core.messages import UserMessage
from ..proposals.types import ProposalEvidence
from .types import AuditFinding, KnowledgeStatement

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_TIME = rf"(?P<time>{'|'.join((*_MONTHS, *_SEASONS))})(?:\s+(?P<year>20\d\d))?\b"
_PLAN = re.compile(
    r"\b(?:(?:is|are|was|were)\s+(?:planned|scheduled|due|expected)\s+(?:for|in|by)|until|till)\s+(?:early\s+|late\s+)?"
    + _TIME,
    re.IGNORECASE,
)
_EACH = re.compile(r"\b(?:every|each|yearly|annually|always)\b", re.IGNORECASE)
GRACE = timedelta(days=14)


def find_past_plan(statement: KnowledgeStatement, now: datetime) -> Iterator[AuditFinding]:
    """The finding where a statement says that something is planned for, or lasts until, a month or a season that is
    over for two weeks; what comes round every year is no plan."""
    match = _PLAN.search(statement.text)
    written = statement.date or (statement.stated_at.date() if statement.stated_at else None)
    if match is None or written is None or _EACH.search(statement.text):
        return
    end = _end_of(match["time"].lower(), int(match["year"]) if match["year"] else None, written)
    if now.date() < end + GRACE:
        return
    said = ProposalEvidence("file", statement.ref, f"Written on {written.isoformat()}: “{match[0]}”")
    yield AuditFinding(
        "stale", statement.path, statement.line, statement.text,
        UserMessage("It speaks of a time that ended on {day}.", day=(end - timedelta(days=1)).isoformat()), (said,),
        statement.raw, "", statement.section, confidence=0.75,
    )  # fmt: skip


def _end_of(name: str, year: int | None, written: date) -> date:
    """The day after a month, or after the first month of a season."""
    month = _SEASONS.get(name) or _MONTHS.index(name) + 1
    at = year or (written.year if month >= written.month else written.year + 1)
    return date(at + (month == 12), month % 12 + 1, 1)
