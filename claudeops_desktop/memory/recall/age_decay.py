"""Old facts count less, each domain at its own pace (E10): ``score × exp(−λ × days)``, stale ones halved. Pure."""

from __future__ import annotations

import math
from datetime import datetime

from ...core.clock import from_text
from ...core.settings.groups import DomainLifetime, LifetimeSettings
from ..types import Memory

STALE_COUNTS = 0.5
DAY_S = 86_400.0


def lifetime(domain: str, settings: LifetimeSettings) -> DomainLifetime:
    """The lifetime of a domain; that of operations for a domain that the settings do not know."""
    return settings.for_domain(domain)


def days_since(moment: str, now: datetime) -> float:
    """Days since a stored moment; 0 for none, and where the clock was set back."""
    try:
        return max(0.0, (now - from_text(moment)).total_seconds() / DAY_S) if moment else 0.0
    except ValueError:
        return 0.0


def factor(days: float, rate: float, stale: bool) -> float:
    """What is left of a score after so many days at λ = ``rate``."""
    return math.exp(-rate * max(0.0, days)) * (STALE_COUNTS if stale else 1.0)


def current_score(memory: Memory, now: datetime, settings: LifetimeSettings) -> float:
    """What is left of a memory's score now. Days count from its last confirmation; a pinned one keeps all."""
    if memory.pinned:
        return 1.0
    days = days_since(memory.stated_at, now)
    return factor(days, lifetime(memory.domain, settings).decay, memory.state == "stale")
