"""Runs that check the claims of another session: their prompt, and after which runs they start (L1).

Off by default: it costs as much as another session. The verifier runs at tier 1, whose tools only look.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..core.errors import ClaudeOpsError, OperatorError
from ..core.messages import UserMessage
from ..core.paths import bundled_path
from ..records.sessions import RunTrigger
from .request import RunEnded, RunRequest

if TYPE_CHECKING:
    from ..records.record_books import RecordRepositories
    from .queue import RunQueue
    from .run_context import RunContext

log = logging.getLogger(__name__)
LONGEST_REPORT = 12_000  # characters of the report that is checked
MOST_CALLS = 60
LONGEST_CALL = 300
TIER_OF_ACTIONS = 3
A_DAY = timedelta(hours=23)  # a run at the same hour each day may start a little earlier than the day before


def verification_request(book: RecordRepositories, session_id: int) -> RunRequest:
    """A run that checks what a session claims. Inside ``store.read``. Raises OperatorError where there is no such
    session, or it said nothing."""
    session = book.sessions.get(session_id)
    if session is None:
        raise OperatorError(
            UserMessage("There is no session {id}.", id=session_id), UserMessage("See `claudeops sessions list`.")
        )
    if not (session.response or session.summary).strip():
        raise OperatorError(
            UserMessage("Session {id} reported nothing that could be checked.", id=session_id),
            UserMessage("Choose one that has ended with a report."),
        )
    run = book.sessions.run(session.run_id)
    services = tuple(run.services) if run is not None else ()
    return RunRequest(trigger=RunTrigger.MANUAL, tier=1, max_tier=1, services=services, verifies=session_id)


def load_verifier_prompt(book: RecordRepositories, session_id: int) -> str:
    """What a verifier is told: its task, the report as a quotation, and what the session ran."""
    from ..language.prompt_quoting import one_line  # not before the first picture
    from .prompt import quote_lines

    session = book.sessions.get(session_id)
    calls = book.tool_calls.of_session(session_id)
    text = bundled_path("prompts", "verifier.md").read_text(encoding="utf-8")
    text = text.replace("{{outcome}}", bundled_path("prompts", "outcome.md").read_text(encoding="utf-8").strip())
    report = (session.response or session.summary)[:LONGEST_REPORT] if session is not None else ""
    ran = [f"> {one_line(call.tool_name)}: {one_line(call.input)[:LONGEST_CALL]}" for call in calls[-MOST_CALLS:]]
    parts = [text.strip(), f"## The report of session {session_id}", "\n".join(quote_lines(report)) or "> (nothing)"]
    if ran:
        parts += ["## What it ran", "\n".join(ran)]
    return "\n\n".join(parts)


def wants_verification(setting: str, tier: int, last: datetime | None, now: datetime) -> bool:
    """Tell whether the report of a session of a tier is to be checked. ``last`` is when a verifier last began. Pure."""
    if setting == "daily":
        return last is None or now - last >= A_DAY
    return setting == "always" or (setting == "tier3" and tier >= TIER_OF_ACTIONS)


class SessionVerifier:
    """Starts a verifier after the runs that the settings name. Lives on the main thread."""

    def __init__(self, around: RunContext, runs: RunQueue) -> None:
        self._around = around
        self._runs = runs

    def run_ended(self, run: RunEnded) -> None:
        """A run is over: its last session may be checked."""
        wanted = self._around.settings.current.learning.verifier
        if wanted == "never" or run.request.verifies is not None or not run.session_ids:
            return
        number = run.session_ids[-1]
        self._around.book.store.read(lambda: self._wanted(number, wanted)).add_done_callback(
            lambda done: self._around.loop.call(lambda: self._start(done.result() if not done.exception() else None))
        )

    def _wanted(self, session_id: int, wanted: str) -> RunRequest | None:
        from ..agents.registry import capabilities_of  # not needed for the first picture
        from ..learning import last_verification

        session = self._around.book.sessions.get(session_id)
        if session is None or session.dry_run or not capabilities_of(session.agent).reads_context:
            return None
        if not wants_verification(wanted, session.tier, last_verification(), self._around.book.clock()):
            return None
        try:
            return verification_request(self._around.book, session_id)
        except OperatorError:  # it said nothing
            return None

    def _start(self, request: RunRequest | None) -> None:
        if request is None:
            return
        try:
            self._runs.enqueue(request)
        except ClaudeOpsError as error:
            log.warning("a verification was not started: %s", error.full_text)
