"""What earlier tiers of a run found: the facts that their sessions recorded, held or not (S10).

What is held because it would change permissions, policy or tools is told to nobody but the operator (E4).
"""

from __future__ import annotations

from dataclasses import replace

from ..core.clock import Clock
from ..core.settings import Settings
from ..memory import MemoryQuery, MemoryService, danger, quotable, shown_service
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
        recorded = MemoryQuery(session_id=session.id, state="active", sort="id", descending=False)
        for query, mark in ((recorded, ""), (replace(recorded, state="held"), f" {HELD}")):
            ids = search.ids(query)
            for one in search.rows(ids):
                if danger(one.observation) is not None:  # it would give this session orders
                    continue
                if (one.service or "") not in excluded and not excluded.mentioned_in(one.observation):
                    said = f"{shown_service(one.service)}: {quotable(one.observation)}"
                    lines.append(f"- tier {session.tier}: [{one.category}] {said}{mark}")
    if not lines:
        return ""
    return "\n".join((HEADING, "", VERIFY, "", *lines[:MOST_FACTS]))
