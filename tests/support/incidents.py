"""Incidents for tests and pictures: a root with what depends on it, others alone, and some that are over."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.records.changes import ChangeKind, NewChange
from claudeops_desktop.records.incidents import BY_MEASUREMENT, BY_OPERATOR


def fill_incidents(book: Any, resolved: int = 6) -> dict[str, int]:
    """Put them in; the ids of the open ones by service. Call inside ``store.write``."""
    now, incidents = utc_now(), book.incidents

    def begin(service: str, minutes: float, cause: str, worst: str = "down") -> int:
        at = now - timedelta(minutes=minutes)
        made = incidents.open(
            service=service, source="check", started_at=at - timedelta(minutes=1), worst=worst, cause=cause, now=at
        )
        return int(made.id)

    for number in range(resolved):
        service = ("caddy", "gitea", "jellyfin")[number % 3]
        start = now - timedelta(days=number + 1, minutes=17)
        made = incidents.open(
            service=service,
            source="check",
            started_at=start,
            worst="down" if number % 2 else "degraded",
            cause="connection refused",
            now=start + timedelta(minutes=1),
        )
        by = BY_OPERATOR if number == 2 else BY_MEASUREMENT
        incidents.resolve(made.id, by, start + timedelta(minutes=9 + number))
    found = {
        "postgres": begin("postgres", 42, "refuses connections on port 5432"),
        "gitea": begin("gitea", 41, "answers 500 instead of 200"),
        "nextcloud": begin("nextcloud", 41, "answers 503 instead of 200"),
        "wiki": begin("wiki", 40, "no answer within 10 s"),
        "pihole": begin("pihole", 190, "took 4.2 s on average", "degraded"),
        "grafana": begin("grafana", 12, "connection refused"),
    }
    for child in ("gitea", "nextcloud", "wiki"):
        incidents.fold(found[child], found["postgres"], now - timedelta(minutes=40))
    began = now - timedelta(minutes=30)
    run = book.sessions.begin_run(
        trigger="manual", agent="claude", max_tier=3, dry_run=False, services=("postgres",), now=began
    )  # fmt: skip
    session = book.sessions.begin(
        now=began,
        run_id=run,
        agent="claude",
        tier=2,
        trigger="manual",
        prompt_text="",
        log_file="",
    )
    ended = now - timedelta(minutes=26)
    book.sessions.update(
        session, status="completed", ended_at=to_text(ended), cost_usd=0.31,
        summary="postgres does not start: the disk of /var/lib/postgresql is full",
    )  # fmt: skip
    book.sessions.end_run(run, "completed", ended)
    incidents.link_run(found["postgres"], run, now - timedelta(minutes=30))
    book.cooldowns.add(
        service="postgres", action_type="restart", success=False, message="exited again after 2 s",
        session_id=session, tier=2, now=now - timedelta(minutes=28),
    )  # fmt: skip
    book.events.add(
        level="critical", message="postgres is down: refuses connections on port 5432", service="postgres",
        session_id=None, now=now - timedelta(minutes=42),
    )  # fmt: skip
    book.events.add(
        level="critical", message="The disk of /var/lib/postgresql is full", service="postgres",
        session_id=session, now=now - timedelta(minutes=27),
    )  # fmt: skip
    incidents.note(found["postgres"], "Old backups are being moved away", now - timedelta(minutes=20))
    upgrade = NewChange(
        at=now - timedelta(minutes=83), kind=ChangeKind.PACKAGE, subject="postgresql-15", before="15.6", after="15.7",
        text="postgresql-15 15.6 → 15.7", services=("postgres",),
    )  # fmt: skip
    book.changes.add([upgrade])
    incidents.acknowledge(found["pihole"], now - timedelta(minutes=100))
    incidents.set_investigation(found["grafana"], "asked", "", now)
    return found
