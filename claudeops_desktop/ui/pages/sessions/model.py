"""The table of runs, each with its tiers folded in."""

from __future__ import annotations

from collections.abc import Callable

from ....core.clock import from_text, utc_now
from ....core.money import money
from ....records.run_list import RunLine
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.record_model import RecordModel, TableColumn
from . import text


class RunModel(RecordModel):
    """Keys are run ids, rows are RunLines."""

    COLUMNS = (
        TableColumn("status", tr("Status"), 164, sort="status"),
        TableColumn("started", tr("Started"), 96, sort="started"),
        TableColumn("chain", tr("Tiers"), 84, sort="tiers"),
        TableColumn("trigger", tr("Trigger"), 92, sort="trigger"),
        TableColumn("agent", tr("Agent"), 84, sort="agent"),
        TableColumn("duration", tr("Took"), 96, number=True, sort="duration"),
        TableColumn("cost", tr("Cost"), 74, number=True, sort="cost"),
        TableColumn("learned", tr("Learned"), 84, number=True, sort="learned"),
        TableColumn("summary", tr("Summary"), 300),
    )

    def text(self, row: RunLine, column: str) -> str:
        """What a cell shows."""
        return _TEXTS[column](row)

    def export_text(self, row: RunLine, column: str) -> str:
        """The stored time instead of how long ago it was."""
        return row.started_at or "" if column == "started" else self.text(row, column)

    def tip(self, row: RunLine, column: str) -> str:
        """The exact time, the chain in words, the whole summary."""
        match column:
            case "status":
                return row.reason
            case "started":
                return formatting.format_exact_time(row.started_at)
            case "chain":
                return text.chain_text(row)
            case "agent":
                return row.agent
            case "learned":
                return _learned_tip(row)
            case "summary":
                return _summary(row)
        return ""

    def state(self, row: RunLine, column: str) -> str:
        """The status as a shape."""
        return row.look if column == "status" else ""


def _status(row: RunLine) -> str:
    return text.status_name(row.look)


def _started(row: RunLine) -> str:
    return formatting.format_relative_time(row.started_at)


def _chain(row: RunLine) -> str:
    return " → ".join(str(link.tier) for link in row.chain)


def _trigger(row: RunLine) -> str:
    return text.trigger_name(row.trigger)


def _agent(row: RunLine) -> str:
    return row.agent.partition(":")[0]


def _duration(row: RunLine) -> str:
    if row.duration_ms is not None:
        return formatting.format_duration_ms(row.duration_ms)
    if row.status == "running":
        return formatting.format_duration((utc_now() - from_text(row.started_at)).total_seconds())
    return ""


def _cost(row: RunLine) -> str:
    return money(row.cost_usd)


def _learned(row: RunLine) -> str:
    return formatting.format_number(row.learned) if row.learned else ""


def _learned_tip(row: RunLine) -> str:
    said = tr("{learned} stored, reinforced or contradicted", learned=tr_count("%n memory", "%n memories", row.learned))
    return (
        tr(
            "{said}\n{near_misses} not stored",
            said=said,
            near_misses=tr_count("%n marker", "%n markers", row.near_misses),
        )
        if row.near_misses
        else said
    )


def _summary(row: RunLine) -> str:
    said = row.summary or row.reason
    return tr("Dry run: {said}", said=said) if row.dry_run else said


_TEXTS: dict[str, Callable[[RunLine], str]] = {
    "status": _status,
    "started": _started,
    "chain": _chain,
    "trigger": _trigger,
    "agent": _agent,
    "duration": _duration,
    "cost": _cost,
    "learned": _learned,
    "summary": _summary,
}
