"""The table of all questions there were, and which of them a filter leaves. Pure but for the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ....records.approvals import Approval
from ... import approval_words, words
from ...widgets.record_table import Column, RecordModel


class HistoryModel(RecordModel):
    """Keys are ids, rows are Approvals; all known at once."""

    COLUMNS = (
        Column("asked", "Asked", 92),
        Column("state", "Answer", 180),
        Column("kind", "What for", 132),
        Column("services", "Services", 110),
        Column("what", "Reason or command", 300),
    )

    def text(self, row: Approval, column: str) -> str:
        """What a cell shows."""
        match column:
            case "asked":
                return words.when(row.asked_at)
            case "state":
                return approval_words.STATES.get(row.state, row.state)
            case "kind":
                return f"tier {row.tier}" if row.kind == "tier" else approval_words.KINDS[kind_of(row)]
            case "services":
                return words.listed(row.services)
            case _:
                return " ".join(approval_words.visible(row.command or row.reason).split())

    def tip(self, row: Approval, column: str) -> str:
        """Exact times, and what is cut off."""
        match column:
            case "asked":
                return words.exact(row.asked_at)
            case "state":
                return "\n".join((approval_words.answer(row), words.exact(row.answered_at), row.note)).strip()
            case "services":
                return ", ".join(row.services)
            case "what":
                return approval_words.visible(row.command or row.reason)[:1000]
        return ""

    def state(self, row: Approval, column: str) -> str:
        """The answer as a shape."""
        return row.state if column == "state" else ""


def kind_of(approval: Approval) -> str:
    """A key of ``approval_words.KINDS``."""
    found = approval_words.kind(approval)
    return found if found in approval_words.KINDS else "unknown"


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """Which of them. None and "" leave a filter open."""

    text: str = ""
    state: str | None = None
    kind: str | None = None
    service: str | None = None


def matching(rows: Sequence[Approval], query: HistoryQuery, *, leave: str = "") -> list[Approval]:
    """The rows that a query leaves; ``leave`` names a filter that is not looked at."""
    wanted = query.text.casefold().split()
    return [
        row
        for row in rows
        if (leave == "state" or query.state in (None, row.state))
        and (leave == "kind" or query.kind in (None, kind_of(row)))
        and (leave == "service" or query.service is None or query.service in row.services)
        and all(word in _said(row) for word in wanted)
    ]


def counts(rows: Sequence[Approval], query: HistoryQuery) -> dict[str, Counter[str]]:
    """How many rows each value of each filter would leave, under the other filters."""
    return {
        "state": Counter(row.state for row in matching(rows, query, leave="state")),
        "kind": Counter(kind_of(row) for row in matching(rows, query, leave="kind")),
        "service": Counter(name for row in matching(rows, query, leave="service") for name in row.services),
    }


def _said(row: Approval) -> str:
    parts = (row.reason, row.command, row.context, row.note, " ".join(row.services), f"run {row.run_id}")
    return "\n".join(parts).casefold()
