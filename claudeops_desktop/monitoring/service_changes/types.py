"""What is said before and after a service is renamed or removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ...memory import MemoryChange

SHOWN = {
    "checks": ("check", "checks"),
    "memories": ("memory", "memories"),
    "events": ("event", "events"),
    "incidents": ("incident", "incidents"),
    "health_checks": ("measurement", "measurements"),
    "cooldown_actions": ("action", "actions"),
    "schedules": ("schedule", "schedules"),
    "dependents": ("service that depends on it", "services that depend on it"),
}
"""What is counted for the operator, in this order."""


@dataclass(frozen=True, slots=True)
class ServiceUse:
    """How much there is of a service, by table; ``checks`` are those in services.toml and ``dependents`` the services
    that name it in ``depends_on``. ``running`` is the session that is about it now, 0 for none."""

    service: str
    counts: Mapping[str, int] = field(default_factory=dict)
    running: int = 0

    @property
    def known(self) -> bool:
        """Tell whether anything knows the name."""
        return any(self.counts.values())

    @property
    def text(self) -> str:
        """``2 checks, 14 memories, 1,204 events``; "" for nothing."""
        parts = []
        for name, (one, many) in SHOWN.items():
            number = self.counts.get(name, 0)
            if number:
                parts.append(f"{number:,} {one if number == 1 else many}")
        return ", ".join(parts)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"service": self.service, "counts": dict(self.counts)}


@dataclass(frozen=True, slots=True)
class RenameReport:
    """What was renamed, by table or file."""

    old: str
    new: str
    changed: Mapping[str, int] = field(default_factory=dict)
    merged: bool = False

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class RemovalReport:
    """What was removed, by table or file. ``services_file`` is the text of services.toml before and after; ``rows``
    are rows as they were, by table, and ``archived`` the memories: with these it can be undone while its history is
    kept."""

    service: str
    kept_history: bool
    changed: Mapping[str, int] = field(default_factory=dict)
    disabled_schedules: tuple[str, ...] = ()
    services_file: tuple[str | None, str | None] = (None, None)
    rows: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    archived: MemoryChange | None = None

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "service": self.service,
            "kept_history": self.kept_history,
            "changed": dict(self.changed),
            "disabled_schedules": list(self.disabled_schedules),
        }
