"""What a session is told of memory (S2, M6, E9): the run, the preview and the command line ask for the same."""

from __future__ import annotations

import logging
from datetime import datetime

from ..agents.registry import capabilities_of
from ..core.clock import to_text
from ..core.errors import ClaudeOpsError
from ..core.secrets.redact_shapes import without_shapes
from ..core.settings import Settings
from ..language.extraction.types import ConversationTurn
from ..memory import MemoryContext
from ..memory.prompt_memory.types import InjectionRequest, PromptMemory, TokenBudgets, empty_prompt_memory
from ..storage.diagnosis import explain_failure
from .prompt import TierHandover
from .request import RunRequest
from .run_context import RunContext

log = logging.getLogger(__name__)


def reads_prompt(agent: str) -> bool:
    """Whether an agent reads what is appended: the watcher measures and reads none."""
    return capabilities_of(agent).reads_context


def injection_request(
    settings: Settings,
    now: datetime,
    request: RunRequest,
    services: tuple[str, ...],
    hand_over: TierHandover | None = None,
    session_id: int | None = None,
    agent: str = "claude",
    budget: int | None = None,
) -> InjectionRequest:
    """What a session begins with. A later tier is about what was handed on to it. ``budget`` instead of the setting."""
    handed = (hand_over.reason, hand_over.summary, hand_over.context, hand_over.note) if hand_over else ()
    return InjectionRequest(
        TokenBudgets.from_settings(settings, budget),
        now,
        services,
        request.prompt,
        tuple(text for text in handed if text),
        session_id,
        reads_prompt(agent),
        settings.memory.recall_profile,
    )


def compose_memory(around: RunContext, request: InjectionRequest, warnings: list[str]) -> PromptMemory:
    """All of memory for one prompt, after the staleness check and the check of days that have passed.

    Whatever of it cannot be read, the run goes on without and says so (S2).
    """
    book, memory, now = around.book, around.memory, request.now
    try:
        book.store.write(lambda: memory.aging.decay(now)).result()
        book.store.write(lambda: memory.reminders.check(now)).result()
        book.store.read(lambda: memory.ingest.warm(request.services))  # while the agent starts: no marker waits for it
        found = memory.prompt.compose(request)
    except Exception as error:
        fault = error if isinstance(error, ClaudeOpsError) else explain_failure(error, book.store.path)
        if fault is None:
            log.exception("memory could not be read")
        else:
            log.warning("memory could not be read: %s", fault)
        why = f"{type(error).__name__}: {error}" if fault is None else fault.full_text
        _say(around, request, f"Memory could not be read, so this session runs without it: {why}", warnings)
        return empty_prompt_memory(MemoryContext("", 0, request.budgets.memory, 0))
    for trouble in found.troubles:
        _say(around, request, trouble, warnings)
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


def _say(around: RunContext, request: InjectionRequest, told: str, warnings: list[str]) -> None:
    warnings.append(told)
    book = around.book
    book.store.write(
        lambda: book.events.add(
            level="warning", message=told, service=None, session_id=request.session_id, now=around.clock()
        )
    )
