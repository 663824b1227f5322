"""Loads the memory part of a prompt (S2, M6, E9). A run, the preview and the command line all ask for it here."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

from ..agents.registry import capabilities_of
from ..core.clock import to_text
from ..core.errors import ClaudeOpsError
from ..core.paths import DataFolder
from ..core.principals import acting_as
from ..core.secrets.redact_shapes import without_shapes
from ..core.settings import Settings
from ..language.extraction.types import ConversationTurn
from ..memory import MemoryContext, MemoryService
from ..memory.prompt_memory.types import InjectionRequest, PromptMemory, TokenBudgets, empty_prompt_memory
from ..records.record_books import RecordRepositories
from ..storage.diagnosis import explain_failure
from .learned_notes import VERIFIER, session_role, with_learned
from .memory_file_notes import with_memory_file
from .prompt import TierHandover
from .request import RunRequest
from .role_notebook import with_notebook
from .run_context import RunContext
from .session_skills import with_procedures

log = logging.getLogger(__name__)


def reads_prompt(agent: str) -> bool:
    """Tell whether an agent reads what is appended: the watcher measures and reads none."""
    return capabilities_of(agent).reads_context


@dataclass(frozen=True, slots=True)
class PromptSession:
    """The session that a prompt is composed for; ``session_id`` None in a preview."""

    agent: str = "claude"
    services: tuple[str, ...] = ()
    hand_over: TierHandover | None = None
    session_id: int | None = None


def injection_request(
    settings: Settings, now: datetime, request: RunRequest, session: PromptSession, budget: int | None = None
) -> InjectionRequest:
    """What memory is asked for before a session. ``budget`` (tokens) stands in for the setting.

    A tier above the first is about what was handed over to it, so that text counts too.
    """
    hand_over = session.hand_over
    handed = (hand_over.reason, hand_over.summary, hand_over.context, hand_over.note) if hand_over else ()
    return InjectionRequest(
        TokenBudgets.from_settings(settings, budget, verifier=request.verifies is not None),
        now,
        session.services,
        request.prompt,
        tuple(text for text in handed if text),
        session.session_id,
        reads_prompt(session.agent),
        settings.memory.recall_profile,
        VERIFIER if request.verifies else session_role(hand_over.from_tier + 1 if hand_over else request.tier),
        takes_skills=capabilities_of(session.agent).takes_skills,
    )


def compose_prompt_memory(book: RecordRepositories, memory: MemoryService, request: InjectionRequest) -> PromptMemory:
    """All parts of one prompt, with what was learned from outcomes that fits it. Writes nothing; on any thread that may
    wait for the database and for recall."""
    if request.reads_prompt:
        asked = request
        settings = memory.settings.all()
        request = book.store.read(lambda: with_learned(book, asked, settings)).result()
        data = DataFolder(book.store.path.parent)
        request = with_memory_file(with_notebook(request, data, settings), data, settings)
        if request.takes_skills:
            request = with_procedures(request, data, settings)
    return memory.prompt.compose(request)


def compose_memory(around: RunContext, request: InjectionRequest, warnings: list[str]) -> PromptMemory:
    """All parts of memory for one prompt, after staleness decay and the check for reminders that have come due.

    A run never fails because memory cannot be read: it goes on without, and adds a sentence to ``warnings`` and a
    warning to the events (S2).
    """
    book, memory, now = around.book, around.memory, request.now
    try:
        with acting_as(None):  # upkeep is of all facts, whoever may see them
            book.store.write(lambda: memory.aging.decay(now)).result()
            book.store.write(lambda: memory.reminders.check(now)).result()
        book.store.read(
            lambda: memory.ingest.warm(request.services)
        )  # in the time that the agent takes to start, so that no marker waits for it
        found = compose_prompt_memory(book, memory, request)
    except Exception as error:
        fault = error if isinstance(error, ClaudeOpsError) else explain_failure(error, book.store.path)
        if fault is None:
            log.exception("memory could not be read")
        else:
            log.warning("memory could not be read: %s", fault)
        why = f"{type(error).__name__}: {error}" if fault is None else fault.full_text
        _record_warning(around, request, f"Memory could not be read, so this session runs without it: {why}", warnings)
        return empty_prompt_memory(MemoryContext("", 0, request.budgets.memory, 0))
    for trouble in found.troubles:
        _record_warning(around, request, trouble, warnings)
    return found


def note_wish(around: RunContext, request: RunRequest, session_id: int, now: datetime) -> None:
    """Days to come and corrections in what the operator asks of a run (E13, E15). Inside ``store.write``.

    A schedule asks the same each time, and an alert is another program's text: neither counts. What cannot be read
    out of it is no reason not to run.
    """
    if not request.by_hand or not request.prompt.strip():
        return
    said = [ConversationTurn(1, "user", without_shapes(request.prompt), to_text(now))]
    around.memory.reminders.scan(said, session_id=session_id)
    around.memory.lessons.learn(said, session_id=session_id)


def _record_warning(around: RunContext, request: InjectionRequest, told: str, warnings: list[str]) -> None:
    warnings.append(told)
    book = around.book
    book.store.write(
        lambda: book.events.add(
            level="warning", message=told, service=None, session_id=request.session_id, now=around.clock()
        )
    )
