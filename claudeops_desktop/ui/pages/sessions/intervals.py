"""A run as stretches of time: its sessions, and what they waited for. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ....core.clock import from_text
from ....records.approvals import Approval, state_at
from ....records.sessions import Session
from ...text import formatting
from ...text.translation import tr
from ...widgets.state_dot import state_word
from . import text

SESSION, WAITING, PAUSE = "session", "waiting", "pause"
SHORTEST_PAUSE_S = 2.0


@dataclass(frozen=True, slots=True)
class RunInterval:
    """One stretch. ``status`` of the session, or of the question: waiting, approved, refused…

    ``waits`` are the stretches within a session in which it waited for a yes to an action.
    """

    kind: str
    start: datetime
    end: datetime
    status: str
    tier: int
    session_id: int = 0
    waits: tuple[tuple[datetime, datetime], ...] = ()

    @property
    def seconds(self) -> float:
        """How long."""
        return max(0.0, (self.end - self.start).total_seconds())

    @property
    def waited(self) -> float:
        """Seconds for which it waited for the operator."""
        if self.kind == WAITING:
            return self.seconds
        return sum((end - start).total_seconds() for start, end in self.waits)

    @property
    def label(self) -> str:
        """What stands in its bar."""
        if self.kind == SESSION:
            return f"{self.tier} {formatting.tier_name(self.tier)}"
        return tr("waited for you") if self.kind == WAITING else ""

    @property
    def sentence(self) -> str:
        """What it is, in words."""
        took = formatting.format_duration(self.seconds)
        if self.kind == SESSION:
            said = tr(
                "Tier {tier} {tier_name}: {status_name} after {took}",
                tier=self.tier,
                tier_name=formatting.tier_name(self.tier),
                status_name=text.status_name(self.status),
                took=took,
            )
            return (
                tr(
                    "{said}, {waited} of that waiting for approval",
                    said=said,
                    waited=formatting.format_duration(self.waited),
                )
                if self.waits
                else said
            )
        if self.kind == WAITING:
            said = state_word(self.status)
            return tr("Waited {took} for approval of tier {tier}: {said}", took=took, tier=self.tier, said=said)
        return tr("Nothing ran for {took}", took=took)


def build_intervals(chain: Sequence[Session], approvals: Sequence[Approval], now: datetime) -> list[RunInterval]:
    """Stretches in the order of time; what lies between them is a pause."""
    asked = [state_at(one, now) for one in approvals]
    found = [_session(one, asked, now) for one in chain]
    found += [
        RunInterval(WAITING, from_text(one.asked_at), _end(one, now), one.state, one.tier, one.session_id or 0)
        for one in asked
        if one.kind == "tier"
    ]
    found.sort(key=lambda span: (span.start, span.kind != SESSION))
    whole: list[RunInterval] = []
    for span in found:
        if whole and (span.start - whole[-1].end).total_seconds() >= SHORTEST_PAUSE_S:
            whole.append(RunInterval(PAUSE, whole[-1].end, span.start, "", span.tier))
        whole.append(span)
    return whole


def _session(one: Session, asked: Sequence[Approval], now: datetime) -> RunInterval:
    start, end = from_text(one.started_at), from_text(one.ended_at) if one.ended_at else now
    waits = tuple(
        (max(start, from_text(question.asked_at)), min(end, _end(question, now)))
        for question in asked
        if question.kind == "action" and question.session_id == one.id and from_text(question.asked_at) < end
    )
    return RunInterval(SESSION, start, end, one.status, one.tier, one.id, waits)


def _end(question: Approval, now: datetime) -> datetime:
    return from_text(question.answered_at) if question.answered_at else now


def intervals_text(spans: Sequence[RunInterval]) -> str:
    """All of it as it is read aloud."""
    return ". ".join(span.sentence for span in spans)
