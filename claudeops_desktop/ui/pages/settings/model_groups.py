"""The model that helps memory and the one that reads for meaning: how each stands, and a test of it."""

from __future__ import annotations

import os
import time

from PySide6.QtWidgets import QProgressBar, QWidget

from ....core.errors import OperatorError
from ....core.money import money
from ....models.permission import is_allowed
from ....storage import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr
from .reading_group import ReadingCost
from .status_widgets import StatusGroup, TestButton

QUESTION = "Answer with the one word: ready."
SAME = ("Takes 60s to start after a restart", "Needs a minute after it was restarted")
OTHER = "The certificate is renewed on the first Monday of a month"


class ModelGroup(StatusGroup):
    """Which model serves; the test asks it one short thing."""

    tables = frozenset({"settings"})

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.reading = ReadingCost(context)
        self.trial = TestButton(context, tr("Test the model"), tr("Asking…"), self._test)
        self.lay_out(self.reading, self.state, self.trial, spacing=theme.GAP_S)
        self.refresh()

    def refresh(self) -> None:
        """Say how it stands."""
        self.reading.refresh()
        wanted = self.context.settings.current.model
        if not is_allowed(self.context.settings.current):
            self.state.set_state("idle", tr("No model is asked: only what is said outright is kept."))
        elif wanted.kind == "endpoint" and not wanted.url:
            self.state.set_state("warning", tr("The endpoint has no address yet."))
        elif wanted.kind == "endpoint":
            self.state.set_state("good", tr("{value} at {url}.", value=wanted.name or tr("The model"), url=wanted.url))
        else:
            self.state.set_state(
                "good",
                tr("The Claude CLI with {value}. Each call costs what the CLI reports.", value=wanted.name or "haiku"),
            )

    def _test(self) -> str:
        from ....models.choose import model_to_try

        model = model_to_try(self.context.settings.current, self.context.folder, os.environ)
        answer = model.ask(QUESTION, timeout_s=self.context.settings.current.model.timeout_s)
        said = " ".join(answer.text.split())[:80]
        cost = money(answer.cost_usd) if answer.cost_usd else tr("no cost")
        return tr(
            "{value} answered “{said}” in {duration_ms}, {cost}.",
            value=answer.model or model.name,
            said=said,
            duration_ms=formatting.format_duration_ms(answer.duration_ms),
            cost=cost,
        )


class EmbeddingGroup(StatusGroup):
    """What reads for meaning, how far the index is, and a test with three sentences."""

    tables = frozenset({"memory_index", "settings"})

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Memories embedded"))
        self.bar.hide()
        self.trial = TestButton(context, tr("Test the embedding"), tr("Reading three sentences…"), self._test)
        self.lay_out(self.state, self.bar, self.trial)
        self.refresh()

    def refresh(self) -> None:
        """Say how it stands, and how far the memories are read anew."""
        wanted = self.context.settings.current.embedding
        self.trial.setVisible(wanted.kind != "none")
        now = self.context.memory.recall.index_progress
        reading = now is not None and now.doing == "vectors" and now.total > 0
        self.bar.setVisible(reading)
        if wanted.kind == "none":
            self.state.set_state("idle", tr("Keywords only: no search by meaning."))
        elif now is not None and reading:
            self.bar.setRange(0, now.total)
            self.bar.setValue(now.done)
            share = formatting.format_percent(now.done / now.total)
            self.state.set_state(
                "running",
                tr(
                    "Embedding memories: {done} of {total} ({share}).",
                    done=formatting.format_number(now.done),
                    total=formatting.format_number(now.total),
                    share=share,
                ),
            )
        elif now is not None and now.fault:
            self.state.set_state("warning", tr("{fault} Until then, keywords and the graph are used.", fault=now.fault))
        elif wanted.kind == "endpoint" and not wanted.url:
            self.state.set_state("warning", tr("The endpoint has no address yet: keywords are used."))
        elif wanted.kind == "wordllama":
            self.state.set_state("good", tr("The built-in model: no network, loaded with the first question."))
        else:
            self.state.set_state(
                "good", tr("{value}: after a change all memories are embedded again.", value=wanted.name or wanted.kind)
            )

    def _changed(self, change: CommittedChange) -> None:
        if self.isVisible():
            super()._changed(change)

    def _test(self) -> str:
        from ....memory import embedder

        began = time.perf_counter()
        made = embedder(self.context.settings.current.embedding)
        if made is None:
            raise OperatorError(tr("No embedding is set."), tr("Choose one below."))
        first, second, other = made.embed([*SAME, OTHER])
        took = (time.perf_counter() - began) * 1000
        near, far = float(first @ second), float(first @ other)
        summary = tr(
            "{name}, {first} numbers a text, {took}.",
            name=made.name,
            first=len(first),
            took=formatting.format_duration_ms(took),
        )
        if near <= far:
            return tr(
                "{summary} It rated two sentences with the same meaning as less alike ({near}) than "
                "two others ({far}).",
                summary=summary,
                near=f"{near:.2f}",
                far=f"{far:.2f}",
            )
        return tr(
            "{summary} Two sentences with the same meaning: {near} alike; with different meanings: {far}.",
            summary=summary,
            near=f"{near:.2f}",
            far=f"{far:.2f}",
        )
