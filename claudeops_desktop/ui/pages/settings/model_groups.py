"""The model that helps memory and the one that reads for meaning: how each stands, and a test of it."""

from __future__ import annotations

import os
import time

from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from ....core.errors import OperatorError
from ....core.money import money
from ....storage import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from .status_widgets import StatusLabel, TestButton

QUESTION = "Answer with the one word: ready."
SAME = ("Takes 60s to start after a restart", "Needs a minute after it was restarted")
OTHER = "The certificate is renewed on the first Monday of a month"


class ModelGroup(QWidget):
    """Which model serves; the test asks it one short thing."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.state = StatusLabel()
        self.trial = TestButton(desk, "Test the model", "Asking…", self._test)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.GAP_S)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(self.state)
        column.addWidget(self.trial)
        desk.bridge.changed.connect(self._changed)
        self.refresh()

    def refresh(self) -> None:
        """Say how it stands."""
        wanted = self._desk.settings.current.model
        self.trial.setVisible(wanted.kind != "none")
        if wanted.kind == "none":
            self.state.set_state("idle", "No model: rules draw the facts and settle what they can. That costs nothing.")
        elif wanted.kind == "endpoint" and not wanted.url:
            self.state.set_state("warning", "The endpoint has no address yet.")
        elif wanted.kind == "endpoint":
            self.state.set_state("good", f"{wanted.name or 'The model'} at {wanted.url}.")
        else:
            self.state.set_state(
                "good", f"The Claude CLI with {wanted.name or 'haiku'}. Each call costs what the CLI says."
            )

    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("settings", "*"):
            self.refresh()

    def _test(self) -> str:
        from ....models.choose import choose_model

        model = choose_model(self._desk.settings.current, self._desk.folder, os.environ)
        if model is None:
            raise OperatorError("No model is set, or it cannot be found.", "Choose one below.")
        answer = model.ask(QUESTION, timeout_s=self._desk.settings.current.model.timeout_s)
        said = " ".join(answer.text.split())[:80]
        cost = money(answer.cost_usd) if answer.cost_usd else "no cost"
        return (
            f"{answer.model or model.name} answered “{said}” in "
            f"{formatting.format_duration_ms(answer.duration_ms)}, {cost}."
        )


class EmbeddingGroup(QWidget):
    """What reads for meaning, how far the index is, and a test with three sentences."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.state = StatusLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Memories read for meaning")
        self.bar.hide()
        self.trial = TestButton(desk, "Test the embedding", "Reading three sentences…", self._test)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.GAP_S)
        column.setSpacing(theme.GAP_XS)
        for part in (self.state, self.bar, self.trial):
            column.addWidget(part)
        desk.bridge.changed.connect(self._changed)
        self.refresh()

    def refresh(self) -> None:
        """Say how it stands, and how far the memories are read anew."""
        wanted = self._desk.settings.current.embedding
        self.trial.setVisible(wanted.kind != "none")
        now = self._desk.memory.recall.index_progress
        reading = now is not None and now.doing == "vectors" and now.total > 0
        self.bar.setVisible(reading)
        if wanted.kind == "none":
            self.state.set_state("idle", "Keywords alone: nothing is read for its meaning.")
        elif now is not None and reading:
            self.bar.setRange(0, now.total)
            self.bar.setValue(now.done)
            share = formatting.format_percent(now.done / now.total)
            self.state.set_state(
                "running", f"Reading memories for their meaning: {now.done:,} of {now.total:,} ({share})."
            )
        elif now is not None and now.fault:
            self.state.set_state("warning", f"{now.fault} Keywords and the graph serve meanwhile.")
        elif wanted.kind == "endpoint" and not wanted.url:
            self.state.set_state("warning", "The endpoint has no address yet: keywords serve.")
        elif wanted.kind == "wordllama":
            self.state.set_state("good", "The built-in model: no network, loaded with the first question.")
        else:
            self.state.set_state("good", f"{wanted.name or wanted.kind}: after a change all memories are read anew.")

    def _changed(self, change: CommittedChange) -> None:
        if self.isVisible() and change.table in ("memory_index", "settings", "*"):
            self.refresh()

    def _test(self) -> str:
        from ....memory import embedder

        began = time.perf_counter()
        made = embedder(self._desk.settings.current.embedding)
        if made is None:
            raise OperatorError("No embedding is set.", "Choose one below.")
        first, second, other = made.embed([*SAME, OTHER])
        took = (time.perf_counter() - began) * 1000
        near, far = float(first @ second), float(first @ other)
        told = f"{made.name}, {len(first)} numbers a text, {formatting.format_duration_ms(took)}."
        if near <= far:
            return f"{told} It took two sentences of one meaning for less alike ({near:.2f}) than others ({far:.2f})."
        return f"{told} Two sentences of one meaning: {near:.2f} alike; of two meanings: {far:.2f}."
