"""What a session is about, as a question to memory; and asking it without holding the session up (E9)."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.errors import ClaudeOpsError
from ..context import one_line
from ..recall.types import RecallClosedError, RecallRequest, RecallResult

if TYPE_CHECKING:
    from ..reminders.triggers import FutureTrigger
    from .types import InjectionRequest

log = logging.getLogger(__name__)
LONGEST_WISH = 600
LONGEST_HANDED = 400
MORE = 20  # what the block tells already comes back too: so many are asked for beyond those that are wanted
UNDER_PRESSURE = 5

Recall = Callable[[RecallRequest], RecallResult]


@dataclass(frozen=True, slots=True)
class RecallOutcome:
    """What recall brought, or the sentence that says why it brought nothing."""

    recalled: RecallResult | None
    note: str = ""


def question(request: InjectionRequest, due: tuple[FutureTrigger, ...]) -> str:
    """What the session is about, in words to search by; "" where it is about nothing in particular."""
    said = [one_line(request.wish)[:LONGEST_WISH]]
    said += [one_line(text)[:LONGEST_HANDED] for text in request.handed_over]
    said += [one_line(trigger.original_message)[:LONGEST_HANDED] for trigger in due]
    return " ".join(part for part in (*map(one_line, request.services), *said) if part)


def ask(recall: Recall, request: RecallRequest, patience_s: float) -> RecallOutcome:
    """Ask on a thread of its own and wait ``patience_s`` seconds at most. Never raises: a run goes on without it."""
    answers: queue.SimpleQueue[RecallResult | Exception] = queue.SimpleQueue()

    def work() -> None:
        try:
            answers.put(recall(request))
        except Exception as error:
            answers.put(error)

    began = time.monotonic()
    threading.Thread(target=work, name="recall-for-prompt", daemon=True).start()
    try:
        answer = answers.get(timeout=patience_s)
    except queue.Empty:
        return RecallOutcome(
            None, f"Recall took more than {patience_s:g} seconds: the prompt goes without what it would bring."
        )
    if isinstance(answer, RecallClosedError):
        return RecallOutcome(None, f"{answer} The prompt goes without what recall would bring.")
    if isinstance(answer, Exception):
        log.error("recall for a prompt failed", exc_info=answer)
        why = answer.full_text if isinstance(answer, ClaudeOpsError) else f"{type(answer).__name__}: {answer}"
        return RecallOutcome(None, f"Recall failed, so the prompt goes without what it would bring: {why}")
    log.debug("recall for a prompt took %.0f ms", (time.monotonic() - began) * 1000)
    return RecallOutcome(answer, answer.note)
