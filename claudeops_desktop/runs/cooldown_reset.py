"""Cooldowns are cleared by health that we measured (S11), where measured checks are stored."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from ..core.clock import from_text, to_text
from ..guard.cooldown import healthy_again
from ..records.record_books import RecordRepositories

FAR_BACK = timedelta(days=400)


def clear_by_health(
    book: RecordRepositories, services: Iterable[str], healthy_minutes: float, now: datetime
) -> tuple[str, ...]:
    """Let the actions on services that are well again count no longer; their names. Call inside ``store.write``."""
    cleared = []
    counting = book.cooldowns.counting(now - FAR_BACK)
    for service in dict.fromkeys(services):
        actions = [action for action in counting if action.service == service]
        if not actions:
            continue
        last = max(from_text(action.created_at) for action in actions)
        checks = [c for c in book.health.of_service(service, since=to_text(last), limit=1000) if c.measured]
        moment = healthy_again(checks, last, timedelta(minutes=healthy_minutes))
        if moment is not None:
            minutes = f"{healthy_minutes:g} minute{'' if healthy_minutes == 1 else 's'}"
            why = f"Two healthy checks in a row, at least {minutes} apart, measured after the action."
            book.cooldowns.clear_service(service, why, now)
            cleared.append(service)
    return tuple(cleared)
