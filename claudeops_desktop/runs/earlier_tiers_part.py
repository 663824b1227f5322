"""What earlier tiers of a run found: the facts that their sessions recorded, held or not (S10)."""

from __future__ import annotations

from ..core.clock import Clock
from ..core.settings import Settings
from ..memory import MemoryQuery, MemoryService, quotable, shown_service
from ..records.record_books import RecordRepositories
from .service_standing import ExcludedServices

HEADING = "## Facts that earlier tiers of this run recorded"
VERIFY = "Said by those sessions: verify them before you rely on them."
HELD = "(held: not confirmed)"
MOST_FACTS = 20


def earlier_tiers_part(book: RecordRepositories, settings: Settings, clock: Clock, run_id: int, session_id: int) -> str:
    """The section, "" where earlier sessions of the run recorded nothing. Inside ``store.read``."""
    search = MemoryService(book, clock, lambda: settings).search
    excluded = ExcludedServices(settings.second_look.exclude_services)
    lines: list[str] = []
    for session in book.sessions.of_run(run_id):
        if session.id == session_id:
            continue
        for state, mark in (("active", ""), ("held", f" {HELD}")):
            ids = search.ids(MemoryQuery(session_id=session.id, state=state, sort="id", descending=False))
            for one in search.rows(ids):
                if (one.service or "") not in excluded and not excluded.mentioned_in(one.observation):
                    said = f"{shown_service(one.service)}: {quotable(one.observation)}"
                    lines.append(f"- tier {session.tier}: [{one.category}] {said}{mark}")
    if not lines:
        return ""
    return "\n".join((HEADING, "", VERIFY, "", *lines[:MOST_FACTS]))
