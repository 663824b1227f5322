"""An alert as all sources tell it, and what is answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

SOURCES = {
    "alertmanager": "Alertmanager",
    "grafana": "Grafana",
    "uptime-kuma": "Uptime Kuma",
    "json": "Another program",
    "text": "Another program",
}


@dataclass(frozen=True, slots=True)
class Alert:
    """One alert. All of its text is another program's and not to be trusted.

    ``key`` is the same whenever the same thing is told again. ``hints`` are (kind, text) that may name a service, the
    likeliest first; ``services`` what the sender named outright. ``test``: its sender only tries whether it arrives;
    ``started_at`` is when it began to fire, where the sender says so.
    """

    source: str
    key: str
    title: str
    text: str = ""
    level: str = "warning"
    resolved: bool = False
    services: tuple[str, ...] = ()
    hints: tuple[tuple[str, str], ...] = ()
    test: bool = False
    started_at: datetime | None = None

    @property
    def sender(self) -> str:
        """The name of the program that sent it, as people read it."""
        return SOURCES[self.source]


@dataclass(frozen=True, slots=True)
class AlertOutcome:
    """What became of one alert: its row, and its state (received, repeated, refused, resolved or test)."""

    id: int
    title: str
    services: tuple[str, ...]
    state: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class AlertReply:
    """The answer that the sender of alerts gets."""

    taken: tuple[AlertOutcome, ...]

    @property
    def run_asked(self) -> bool:
        """Whether a run was asked for."""
        return any(one.state == "received" for one in self.taken)
