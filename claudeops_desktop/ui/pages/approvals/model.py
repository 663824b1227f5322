"""The table of all questions there were, and which of them a filter leaves. Pure but for the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ....records.approvals import Approval
from ...text import approval_text, formatting
from ...text.translation import tr
from ...widgets.record_model import RecordModel, TableColumn


class ApprovalHistoryModel(RecordModel):
    """Keys are ids, rows are Approvals; all known at once."""

    COLUMNS = (
        TableColumn("asked", tr("Asked"), 92),
        TableColumn("state", tr("Answer"), 180),
        TableColumn("kind", tr("What for"), 132),
        TableColumn("services", tr("Services"), 110),
        TableColumn("what", tr("Reason or command"), 300),
    )

    def text(self, row: Approval, column: str) -> str:
        """What a cell shows."""
        match column:
            case "asked":
                return formatting.format_relative_time(row.asked_at)
            case "state":
                return approval_text.STATES.get(row.state, row.state)
            case "kind":
                return (
                    tr("tier {tier}", tier=row.tier)
                    if row.kind == "tier"
                    else approval_text.KINDS[approval_filter_kind(row)]
                )
            case "services":
                return formatting.format_names(row.services)
            case _:
                return " ".join(approval_text.escape_command(row.command or row.reason).split())

    def tip(self, row: Approval, column: str) -> str:
        """Exact times, and what is cut off."""
        match column:
            case "asked":
                return formatting.format_exact_time(row.asked_at)
            case "state":
                return "\n".join(
                    (approval_text.answer_text(row), formatting.format_exact_time(row.answered_at), row.note)
                ).strip()
            case "services":
                return ", ".join(row.services)
            case "what":
                return approval_text.escape_command(row.command or row.reason)[:1000]
        return ""

    def state(self, row: Approval, column: str) -> str:
        """The answer as a shape."""
        return row.state if column == "state" else ""


def approval_filter_kind(approval: Approval) -> str:
    """A key of ``approval_text.KINDS``."""
    found = approval_text.approval_kind(approval)
    return found if found in approval_text.KINDS else "unknown"


@dataclass(frozen=True, slots=True)
class ApprovalHistoryQuery:
    """Which of them. None and "" leave a filter open."""

    text: str = ""
    state: str | None = None
    kind: str | None = None
    service: str | None = None


def filter_approvals(rows: Sequence[Approval], query: ApprovalHistoryQuery, *, leave: str = "") -> list[Approval]:
    """The rows that a query leaves; ``leave`` names a filter that is not looked at."""
    wanted = query.text.casefold().split()
    return [
        row
        for row in rows
        if (leave == "state" or query.state in (None, row.state))
        and (leave == "kind" or query.kind in (None, approval_filter_kind(row)))
        and (leave == "service" or query.service is None or query.service in row.services)
        and all(word in _said(row) for word in wanted)
    ]


def count_per_filter_value(rows: Sequence[Approval], query: ApprovalHistoryQuery) -> dict[str, Counter[str]]:
    """How many rows each value of each filter would leave, under the other filters."""
    return {
        "state": Counter(row.state for row in filter_approvals(rows, query, leave="state")),
        "kind": Counter(approval_filter_kind(row) for row in filter_approvals(rows, query, leave="kind")),
        "service": Counter(name for row in filter_approvals(rows, query, leave="service") for name in row.services),
    }


def _said(row: Approval) -> str:
    parts = (
        row.reason,
        row.command,
        row.context,
        row.note,
        " ".join(row.services),
        tr("run {run_id}", run_id=row.run_id),
    )
    return "\n".join(parts).casefold()
