"""Triage by a model in the background: every half hour what the rules did not decide is sent in batches (C3, C4). Twice
a day at most, the summaries of what memory knows are written anew where facts came (C2).

Only the application that keeps the schedule asks a model by itself: never beside a run, while schedules are paused,
while everything is stopped, or where no model may be asked.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from ..core.emergency_stop_marker import is_stopped
from ..models.permission import is_allowed
from .run_context import RunContext

if TYPE_CHECKING:
    from ..knowledge import KnowledgeService
    from ..knowledge.proposals.service import ProposalService
    from ..memory import DueSummary
    from ..models.base import LanguageModel

log = logging.getLogger(__name__)
BEAT_S = 60.0
FIRST_S = 60.0
LEAVE_S = 2.0
BETWEEN_SUMMARIES = timedelta(hours=12)


class TriageRunner:
    """Lives on the main thread; a thread of its own asks the model. ``busy`` says whether a run is on."""

    def __init__(self, around: RunContext, busy: Callable[[], bool]) -> None:
        self._around = around
        self._busy = busy
        self._stop = threading.Event()
        self._call_off: Callable[[], None] | None = None
        self._idle = threading.Event()
        self._idle.set()
        self._quiet_at: tuple[int, ...] = ()

    def start(self) -> None:
        """Look for proposals that wait, now and from time to time."""
        if self._call_off is None:
            self._stop.clear()
            self._call_off = self._around.loop.every(BEAT_S, self.look_now, FIRST_S)

    def rest(self) -> None:
        """Ask nothing more, until the next start. Does not wait."""
        self._stop.set()
        if self._call_off is not None:
            self._call_off()
            self._call_off = None

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is being asked, so long at most; whether that is so."""
        return self._idle.wait(seconds)

    def close(self) -> None:
        """Ask nothing more. A model that does not answer now is given up: what was sent is asked again later."""
        self.rest()
        self.wait(LEAVE_S)

    def look_now(self) -> None:
        """Triage now, if anything is due and nothing speaks against it. Returns at once; main thread."""
        settings = self._around.settings.current
        if not is_allowed(settings) or self._held() or not self._idle.is_set():
            return
        store = self._around.book.store
        mark = store.mark()
        if mark == self._quiet_at:
            return  # nobody wrote since nothing waited
        self._idle.clear()
        question = store.read(self._counts)
        question.add_done_callback(partial(self._counted, mark))

    def _counts(self) -> tuple[bool, bool]:
        """Tell whether a model has anything to do, and whether it may be asked now. Inside ``store.read``."""
        from ..knowledge.proposals.asking import tables as asking
        from ..knowledge.proposals.tables import ProposalRecords
        from ..knowledge.proposals.triage import EVERY

        now = self._around.clock()
        waiting = ProposalRecords(self._around.book.store, self._around.clock).count_due()
        may_triage = bool(waiting) and asking.calls_of("triage", now).may_ask(now, EVERY)
        due = self._due_summaries()
        may_write = bool(due) and asking.calls_of("summaries", now).may_ask(now, BETWEEN_SUMMARIES)
        return bool(waiting or due), may_triage or may_write

    def _counted(self, mark: tuple[int, ...], answer: Future[tuple[bool, bool]]) -> None:
        """Any thread: whether something is due is known."""
        if not answer.cancelled() and answer.exception() is not None:
            log.warning("the triage could not read what waits: %s", answer.exception())
        elif not answer.cancelled():
            waiting, may_ask = answer.result()
            if waiting and may_ask and not self._held():
                threading.Thread(target=self._triage, name="triage", daemon=True).start()
                return
            if not waiting:
                self._quiet_at = mark
        self._idle.set()

    def _triage(self) -> None:
        from ..agents.redact import text_redactor
        from ..core.secrets.redact_shapes import without_shapes
        from ..models.choose import choose_model

        around = self._around
        settings = around.settings.current
        try:
            model = choose_model(settings, around.folder, around.environ, around.clock)
            redact = text_redactor(around.environ, settings.logs.secret_variables)
            folder, proposals = self._open()

            def clean(text: str) -> str:
                return redact(without_shapes(text))

            try:
                if around.book.store.read(proposals.is_due).result():
                    proposals.reflect(model, clean)
                    proposals.triage(model, clean, self._held)
            finally:
                folder.close()
            if model is not None and not self._held():
                self._write_summaries(model, clean)
        except Exception:
            if not self._stop.is_set():
                log.exception("the triage failed; it is tried again at a later beat")
        finally:
            self._idle.set()

    def _due_summaries(self) -> list[DueSummary]:
        """The summaries that a model is to write, without those that it must not be told of. Inside ``store.read``."""
        from ..knowledge.renderings.model_summaries import sendable

        excluded = self._around.settings.current.second_look.exclude_services
        return sendable(self._around.memory.folder.due_summaries(), excluded)

    def _write_summaries(self, model: LanguageModel, clean: Callable[[str], str]) -> None:
        from ..knowledge.proposals.asking import tables as asking
        from ..knowledge.renderings.model_summaries import write_summaries
        from ..models.base import ModelFault

        around, store = self._around, self._around.book.store
        now = around.clock()
        due = store.read(self._due_summaries).result()
        if not due or not store.read(lambda: asking.calls_of("summaries", now)).result().may_ask(
            now, BETWEEN_SUMMARIES
        ):
            return
        call = store.write(lambda: asking.begin_call("summaries", model.name, len(due), now)).result()
        cost, fault = 0.0, ""
        try:
            cost = write_summaries(around.memory, due, model, clean).cost_usd
        except ModelFault as found:
            cost, fault = float(getattr(found, "cost_usd", 0.0)), found.full_text
        store.write(lambda: asking.end_call(call, cost, around.clock(), fault)).result()

    def _open(self) -> tuple[KnowledgeService, ProposalService]:
        from ..knowledge import open_knowledge
        from ..knowledge.proposals.service import ProposalService

        around = self._around
        folder = open_knowledge(around.folder, around.settings.current, around.clock)
        return folder, ProposalService(
            around.book, folder, around.memory, lambda: around.settings.current, around.clock
        )

    def _held(self) -> bool:
        """Tell whether nothing may be asked now, or no more."""
        if self._stop.is_set() or is_stopped(self._around.folder.root) or self._busy():
            return True
        return self._around.settings.current.run.paused
