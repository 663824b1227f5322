"""What is known of a service, put into rows. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ....memory.fact import Memory
from ....records.alerts import AlertRecord
from ....records.cooldowns import CooldownAction
from ....records.events import Event
from ....records.health import HealthCheck
from ....records.run_list import RunLine
from ... import words
from ...page import Place
from ...widgets.record_table import Column
from .model import Fact

CHECK_COLUMNS = (
    Column("when", "When", 96),
    Column("state", "State", 96),
    Column("check", "Check", 68),
    Column("took", "Took", 76, number=True),
    Column("how", "Known by", 84),
    Column("detail", "What was found", 300),
)
EVENT_COLUMNS = (
    Column("when", "When", 100),
    Column("level", "Level", 100),
    Column("seen", "Acknowledged", 126),
    Column("message", "Message", 400),
)
MEMORY_COLUMNS = (
    Column("category", "Category", 116),
    Column("confidence", "Confidence", 92, number=True),
    Column("text", "What is remembered", 440),
    Column("updated", "Confirmed", 100),
)
ACTION_COLUMNS = (
    Column("when", "When", 100),
    Column("what", "Action", 120),
    Column("outcome", "Outcome", 100),
    Column("message", "What was said", 400),
)
RUN_COLUMNS = (
    Column("when", "When", 100),
    Column("state", "State", 112),
    Column("trigger", "Started by", 100),
    Column("tiers", "Tiers", 70),
    Column("summary", "Summary", 360),
)
ALERT_COLUMNS = (
    Column("when", "When", 100),
    Column("state", "State", 104),
    Column("sender", "From", 116),
    Column("services", "Services", 140),
    Column("title", "Alert", 300),
    Column("why", "Outcome", 220),
)
STATES_OF_ALERTS = {
    "received": "queued",
    "started": "completed",
    "repeated": "skipped",
    "refused": "warning",
    "resolved": "good",
    "test": "good",
}


def checks(found: Sequence[HealthCheck]) -> list[Fact]:
    """Each leads to the session that checked."""
    return [
        Fact(
            one.id,
            {
                "when": words.when(one.checked_at),
                "state": one.status,
                "check": one.check_type,
                "took": words.duration_ms(one.response_ms),
                "how": "measured" if one.measured else "the agent",
                "detail": one.detail,
            },
            Place("sessions", id=one.session_id) if one.session_id else None,
            one.status,
            {"when": words.exact(one.checked_at)},
        )
        for one in found
    ]


def events(found: Sequence[Event]) -> list[Fact]:
    """Each leads to the page of events."""
    return [
        Fact(
            one.id,
            {
                "when": words.when(one.created_at),
                "level": one.level,
                "seen": words.when(one.acknowledged_at) or "no",
                "message": one.message,
            },
            Place("events", id=one.id),
            one.level,
            {"when": words.exact(one.created_at)},
        )
        for one in found
    ]


def memories(found: Sequence[Memory]) -> list[Fact]:
    """Each leads to the page of memories."""
    return [
        Fact(
            one.id,
            {
                "category": one.category,
                "confidence": f"{one.confidence:.2f}",
                "text": one.observation,
                "updated": words.when(one.updated_at),
            },
            Place("memories", id=one.id),
            tips={"updated": words.exact(one.updated_at)},
        )
        for one in found
    ]


def actions(found: Sequence[CooldownAction]) -> list[Fact]:
    """Each leads to the page of cooldowns."""
    return [
        Fact(
            one.id,
            {
                "when": words.when(one.created_at),
                "what": one.action_type,
                "outcome": _outcome(one),
                "message": one.message,
            },
            Place("cooldowns", id=one.id),
            "completed" if one.success else "failed",
            {"when": words.exact(one.created_at)},
        )
        for one in found
    ]


def runs(found: Sequence[RunLine]) -> list[Fact]:
    """Each leads to its last session."""
    return [
        Fact(
            one.id,
            {
                "when": words.when(one.started_at),
                "state": one.status.replace("_", " "),
                "trigger": one.trigger,
                "tiers": " → ".join(str(link.tier) for link in one.chain),
                "summary": one.summary or one.reason,
            },
            Place("sessions", id=one.chain[-1].session_id) if one.chain else None,
            one.status,
            {"when": words.exact(one.started_at)},
        )
        for one in found
    ]


def alerts(found: Sequence[AlertRecord], sessions: dict[int, int]) -> list[Fact]:
    """Each leads to the run that it started; ``sessions`` are the first session of each run."""
    return [
        Fact(
            one.id,
            {
                "when": words.when(one.received_at),
                "state": one.state,
                "sender": one.source,
                "services": ", ".join(one.services),
                "title": one.title,
                "why": one.why or (f"run {one.run_id}" if one.run_id else ""),
            },
            Place("sessions", id=sessions[one.run_id]) if one.run_id in sessions else None,
            STATES_OF_ALERTS.get(one.state, "unknown"),
            {"when": words.exact(one.received_at), "title": f"{one.title}\n{one.payload[:600]}".strip()},
        )
        for one in found
    ]


def _outcome(one: CooldownAction) -> str:
    if getattr(one, "state", "completed") == "attempted":
        return "attempted"
    return "success" if one.success else "failure"
