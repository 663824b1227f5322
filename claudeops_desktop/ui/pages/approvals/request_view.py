"""What is asked, in full: the very command, what it does, the reason, who asks, its cost, and the folded context."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from ....records.approvals import Approval
from ... import theme
from ...text import approval_text, formatting
from ...text.translation import tr
from ...widgets.fold_button import FoldButton

CONTEXT_LINES = 10
WHOLE = 100_000


class ApprovalRequestView(QWidget):
    """All text of the agent is plain, and can be selected. ``session_requested`` carries the session that asks.

    ``facts`` is what has to be read before a yes; the command in it is as high as it needs.
    """

    session_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._approval: Approval | None = None
        self.reason = theme.plain_label(wrap=True, select=True)
        self.facts = QWidget(self)
        self.command = PlainTextBox(tr("The command"), parent=self.facts)
        self.files = PlainTextBox(tr("Files of the session that it uses"), parent=self.facts)
        self.effect = theme.plain_label(wrap=True)
        self.asks = theme.plain_label(role="muted", wrap=True)
        self.session = QPushButton(tr("Show the session"), self)
        theme.set_role(self.session, "link")
        self.session.clicked.connect(self._go)
        self.services = theme.plain_label(wrap=True, select=True)
        self.may = theme.plain_label(wrap=True)
        self.cost = theme.plain_label(wrap=True)
        self.fold = FoldButton(tr("What the agent found so far"), self)
        self.fold.toggled.connect(self._unfold)
        self.context = PlainTextBox(tr("What the agent found so far"), mono=False, most=CONTEXT_LINES, parent=self)
        asks = QHBoxLayout()
        asks.setSpacing(theme.GAP_S)
        asks.addWidget(self.asks, 1)
        asks.addWidget(self.session)
        grid = QGridLayout(self.facts)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.GAP_M)
        grid.setVerticalSpacing(theme.GAP_XS)
        grid.setColumnStretch(1, 1)
        self._names: dict[QWidget, QLabel] = {}
        for row, (name, part) in enumerate(
            (
                (tr("Command"), self.command),
                (tr("Its files"), self.files),
                (tr("Effect"), self.effect),
                (tr("Services"), self.services),
                (tr("If yes"), self.may),
                (tr("Reason"), self.reason),
                (tr("Cost"), self.cost),
            )
        ):
            label = theme.plain_label(name, "muted")
            label.setContentsMargins(0, 1, 0, 0)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(part, row, 1)
            self._names[part] = label
        label = theme.plain_label(tr("Asked"), "muted")
        grid.addWidget(label, 7, 0)
        grid.addLayout(asks, 7, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(self.facts)
        column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.context)
        column.addStretch()
        self._unfold(False)

    def show_approval(self, approval: Approval) -> None:
        """Show one. Where it is the same as before only the times are said anew."""
        if self._approval != approval:
            self._approval = approval
            self.reason.setText(formatting.make_breakable(approval.reason, 1200))
            self.command.show_text(approval_text.escape_command(approval.command))
            self.files.show_text(formatting.strip_direction_marks(approval.files))
            self.effect.setText(approval_text.effect_text(approval))
            self.services.setText(formatting.make_breakable(", ".join(approval.services)))
            self.may.setText(approval.may)
            self.cost.setText(approval_text.cost_text(approval))
            self.session.setVisible(approval.session_id is not None)
            self.context.show_text(formatting.strip_direction_marks(approval.context))
            for part, shown in (
                (self.reason, bool(approval.reason)),
                (self.command, bool(approval.command)),
                (self.services, bool(approval.services)),
                (self.may, bool(approval.may)),
                (self.files, bool(approval.files)),
            ):
                part.setVisible(shown)
                self._names[part].setVisible(shown)
            self.fold.setVisible(bool(approval.context))
            self.fold.setChecked(False)
            self._unfold(False)
        self.refresh_times()

    def refresh_times(self) -> None:
        """Say the time anew."""
        one = self._approval
        if one is None:
            return
        by = tr("by tier {value}", value=one.tier - 1 if one.kind == "tier" else one.tier)
        of = tr(" of run {run_id}", run_id=one.run_id) if one.run_id is not None else ""
        self.asks.setText(f"{formatting.format_relative_time(one.asked_at)} {by}{of}")
        self.asks.setToolTip(formatting.format_exact_time(one.asked_at))

    def _unfold(self, on: bool) -> None:
        self.context.setVisible(on and self._approval is not None and bool(self._approval.context))

    def _go(self) -> None:
        if self._approval is not None and self._approval.session_id is not None:
            self.session_requested.emit(self._approval.session_id)


class PlainTextBox(QPlainTextEdit):
    """Untrusted text to be read whole: as high as it needs, up to ``most`` lines, then it scrolls."""

    def __init__(self, name: str, *, mono: bool = True, most: int = WHOLE, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._most = most
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setWordWrapMode(self.wordWrapMode().WrapAtWordBoundaryOrAnywhere)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._dress()
        theme.theme_changed.connect(self._dress)

    def show_text(self, text: str) -> None:
        """Show a text."""
        if self.toPlainText() != text:
            self.setPlainText(text)
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrower is higher."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self, *_: object) -> None:
        lines = max(1, min(self._most, round(self.document().documentLayout().documentSize().height())))
        frame = 2 * self.frameWidth() + 2 * int(self.document().documentMargin())
        height = lines * self.fontMetrics().lineSpacing() + frame
        if self.height() != height:
            self.setFixedHeight(height)

    def _dress(self) -> None:
        self.setFont(theme.mono_font() if self._mono else theme.body_font())
        self._fit()
