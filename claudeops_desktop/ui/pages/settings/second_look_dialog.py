"""What was sent for a second look: each pair with the judge's verdict, the model's answer and what was done, and a
button that takes it back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from ....memory import ExaminedPair, SecondLookState, shown_service
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...kit.layouts import row_of
from ...kit.work_dialog import WorkDialog
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.vertical_scroll import VerticalScroll

MOST = 100
TEXT = tr("Facts as they were sent, without secrets, the latest first. Only the instructions below are sent along.")
NOTHING = tr("Nothing was sent yet.")


class SecondLookDialog(WorkDialog):
    """The pairs that were looked at."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("What was sent for a second look"), parent)
        self.resize(760, 560)
        self.cards: list[SecondLookCard] = []
        self.status_label = theme.plain_label(TEXT, "muted", wrap=True)
        inner = QWidget()
        theme.set_role(inner, "surface")
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, theme.GAP_S, 0)
        self._column.setSpacing(theme.GAP_M)
        self.instructions = theme.plain_label("", "mono", wrap=True, select=True)
        self._column.addWidget(self.instructions)
        self._column.addStretch()
        area = VerticalScroll(inner, name=tr("What was sent for a second look"))
        close = self.make_button(tr("Close"), self.accept)
        self.lay_out(self.status_label, area, row_of(None, close), grow=area)
        self._latest = LatestQuery(context.bridge, self._show, self.status_label.setText, self)
        context.bridge.changed.connect(self._on_change)
        self._ask()

    def _ask(self) -> None:
        self._latest.ask(lambda: self.context.memory.second_look.latest(MOST))

    def _on_change(self, change: CommittedChange) -> None:
        if change.table in ("second_looks", "*"):
            self._ask()

    def _show(self, pairs: list[ExaminedPair]) -> None:
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.status_label.setText(TEXT if pairs else NOTHING)
        system = next((pair.call.system for pair in pairs if pair.call is not None), "")
        self.instructions.setText(formatting.strip_direction_marks(system))
        self.instructions.setVisible(bool(system))
        self.cards = [SecondLookCard(pair) for pair in pairs]
        for at, card in enumerate(self.cards):
            card.undo_requested.connect(self._undo)
            self._column.insertWidget(at, card)

    def _undo(self, look_id: int) -> None:
        self.context.bridge.write(lambda: self.context.memory.second_look.undo(look_id), failed=self.show_failure)

    def update_buttons(self) -> None:
        """Leave all as it is: each card answers for its own button."""

    def show_failure(self, error: Exception) -> None:
        """Say why something could not be taken back."""
        self._ask()
        self.status_label.setText(error_text(error))


class SecondLookCard(QFrame):
    """One pair. ``undo_requested`` carries its number."""

    undo_requested = Signal(int)

    def __init__(self, pair: ExaminedPair) -> None:
        super().__init__()
        theme.set_role(self, "card")
        self._id = pair.look.id
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_M, theme.GAP_M, theme.GAP_M, theme.GAP_M)
        column.setSpacing(theme.GAP_S)
        column.addWidget(theme.plain_label(formatting.strip_direction_marks(pair_title(pair)), "strong"))
        older = tr("Older: {observation}", observation=pair.old.observation)
        newer = tr("Newer: {newer_text}", newer_text=pair.newer_text)
        for line, role in ((older, "body"), (newer, "body"), *((line, "muted") for line in pair_lines(pair))):
            said = formatting.make_breakable(formatting.strip_direction_marks(line))
            column.addWidget(theme.plain_label(said, role, wrap=True, select=True))
        self.undo_button = QPushButton(tr("Take back"))
        self.undo_button.setAutoDefault(False)
        self.undo_button.setToolTip(tr("Restore both facts as they were before the model was asked"))
        self.undo_button.setVisible(pair.look.state is SecondLookState.CHANGED and pair.look.conflict_id is not None)
        self.undo_button.clicked.connect(self._press)
        column.addLayout(row_of(self.undo_button, None))
        self.setAccessibleName(f"{pair_title(pair)}: {pair.old.observation[:300]}")

    def _press(self) -> None:
        self.undo_button.setEnabled(False)
        self.undo_requested.emit(self._id)


def pair_title(pair: ExaminedPair) -> str:
    """Service, when it was looked at, and by which model."""
    asked = pair.call.model if pair.call is not None else tr("not sent")
    return f"{shown_service(pair.old.service)} · {formatting.format_relative_time(pair.look.settled_at)} · {asked}"


def pair_lines(pair: ExaminedPair) -> list[str]:
    """What the judge said, what the model was sent and said, and what was done."""
    look = pair.look
    lines = [
        tr(
            "Judge: {verdict}, certainty {score}. {why}", verdict=look.verdict, score=f"{look.score:.0%}", why=look.why
        ).rstrip()
    ]
    if look.answer:
        lines.append(tr("Model: {answer}. {answer_why}", answer=look.answer, answer_why=look.answer_why).rstrip())
    if look.outcome:
        lines.append(look.outcome)
    if look.sent:
        lines.append(tr("Sent: {sent}", sent=look.sent))
    return lines
