"""What is known of a service, put into rows. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ....learning import StoredCase
from ....memory import Memory
from ....records.cooldowns import CooldownAction
from ....records.events import Event
from ....records.health import HealthCheck
from ....records.run_list import RunLine
from ...text import formatting
from ...text.translation import tr
from ...widgets.fact_table import FactRow
from ...widgets.record_model import TableColumn
from ...widgets.state_dot import state_word
from ..base_page import PageLocation
from ..cases.text import LOOKS, case_state, helped_text, symptom_text

CHECK_COLUMNS = (
    TableColumn("when", tr("When"), 96),
    TableColumn("state", tr("State"), 128),
    TableColumn("check", tr("Check"), 68),
    TableColumn("took", tr("Took"), 76, number=True),
    TableColumn("how", tr("Known by"), 84),
    TableColumn("detail", tr("What was found"), 300),
)
EVENT_COLUMNS = (
    TableColumn("when", tr("When"), 100),
    TableColumn("level", tr("Level"), 100),
    TableColumn("seen", tr("Acknowledged"), 126),
    TableColumn("message", tr("Message"), 400),
)
MEMORY_COLUMNS = (
    TableColumn("category", tr("Category"), 116),
    TableColumn("confidence", tr("Confidence"), 92, number=True),
    TableColumn("text", tr("What is remembered"), 440),
    TableColumn("updated", tr("Confirmed"), 100),
)
CASE_COLUMNS = (
    TableColumn("state", tr("State"), 130),
    TableColumn("symptom", tr("What was out of order"), 240),
    TableColumn("helped", tr("What helped"), 260),
    TableColumn("seen", tr("Seen"), 60, number=True),
    TableColumn("when", tr("Latest"), 100),
)
ACTION_COLUMNS = (
    TableColumn("when", tr("When"), 100),
    TableColumn("what", tr("Action"), 120),
    TableColumn("outcome", tr("Outcome"), 100),
    TableColumn("message", tr("What was said"), 400),
)
RUN_COLUMNS = (
    TableColumn("when", tr("When"), 100),
    TableColumn("state", tr("State"), 128),
    TableColumn("trigger", tr("Started by"), 100),
    TableColumn("tiers", tr("Tiers"), 70),
    TableColumn("summary", tr("Summary"), 360),
)


def check_rows(found: Sequence[HealthCheck]) -> list[FactRow]:
    """Each leads to the session that checked."""
    return [
        FactRow(
            one.id,
            {
                "when": formatting.format_relative_time(one.checked_at),
                "state": state_word(one.status),
                "check": one.check_type,
                "took": formatting.format_duration_ms(one.response_ms),
                "how": tr("measured") if one.measured else tr("the agent"),
                "detail": one.detail,
            },
            PageLocation("sessions", id=one.session_id) if one.session_id else None,
            one.status,
            {"when": formatting.format_exact_time(one.checked_at)},
        )
        for one in found
    ]


def event_rows(found: Sequence[Event]) -> list[FactRow]:
    """Each leads to the page of events."""
    return [
        FactRow(
            one.id,
            {
                "when": formatting.format_relative_time(one.created_at),
                "level": state_word(one.level),
                "seen": formatting.format_relative_time(one.acknowledged_at) or "no",
                "message": one.message,
            },
            PageLocation("events", id=one.id),
            one.level,
            {"when": formatting.format_exact_time(one.created_at)},
        )
        for one in found
    ]


def memory_rows(found: Sequence[Memory]) -> list[FactRow]:
    """Each leads to the page of memories."""
    return [
        FactRow(
            one.id,
            {
                "category": one.category,
                "confidence": f"{one.confidence:.2f}",
                "text": one.observation,
                "updated": formatting.format_relative_time(one.updated_at),
            },
            PageLocation("memories", id=one.id),
            tips={"updated": formatting.format_exact_time(one.updated_at)},
        )
        for one in found
    ]


def case_rows(found: Sequence[StoredCase]) -> list[FactRow]:
    """Each leads to the page of cases."""
    return [
        FactRow(
            one.id,
            {
                "state": case_state(one),
                "symptom": symptom_text(one),
                "helped": helped_text(one),
                "seen": formatting.format_number(one.seen),
                "when": formatting.format_relative_time(one.opened_at),
            },
            PageLocation("cases", id=one.id),
            LOOKS.get(one.state, "unknown"),
            {"when": formatting.format_exact_time(one.opened_at)},
        )
        for one in found
    ]


def action_rows(found: Sequence[CooldownAction]) -> list[FactRow]:
    """Each leads to the page of cooldowns."""
    return [
        FactRow(
            one.id,
            {
                "when": formatting.format_relative_time(one.created_at),
                "what": state_word(one.action_type),
                "outcome": state_word(one.outcome),
                "message": one.message,
            },
            PageLocation("cooldowns", id=one.id),
            one.outcome,
            {"when": formatting.format_exact_time(one.created_at)},
        )
        for one in found
    ]


def run_rows(found: Sequence[RunLine]) -> list[FactRow]:
    """Each leads to its last session."""
    return [
        FactRow(
            one.id,
            {
                "when": formatting.format_relative_time(one.started_at),
                "state": state_word(one.look),
                "trigger": state_word(one.trigger),
                "tiers": " → ".join(str(link.tier) for link in one.chain),
                "summary": one.summary or one.reason,
            },
            PageLocation("sessions", id=one.chain[-1].session_id) if one.chain else None,
            one.look,
            {"when": formatting.format_exact_time(one.started_at)},
        )
        for one in found
    ]
