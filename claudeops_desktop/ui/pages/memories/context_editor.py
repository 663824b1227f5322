"""The text that goes with the system prompt of one run: read whole, changed where the operator wants it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....memory import tokens_of
from ....runs.request import RunRequest
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.formatting import format_number
from ...text.translation import tr, tr_count
from ..base_page import PageLocation
from .preview_pane import PreviewPane

SETTLE_MS = 120
UNTOUCHED = tr(
    "This is sent with the agent's system prompt. Your changes apply to this run only; the guard's rules always apply."
)


class ContextEditor(QDialog):
    """``context_accepted`` carries the text for the run, None where it is as it would be anyway;
    ``navigation_requested`` a PageLocation."""

    context_accepted = Signal(object)
    navigation_requested = Signal(object)

    def __init__(self, desk: AppContext, request: RunRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("The context of this run"))
        self.resize(1080, 700)
        self.pane = PreviewPane(desk, request, self)
        self.pane.about.hide()  # the run says what it is about
        self.prompt_view = self.pane.prompt_view
        self.prompt_view.let_edit(request.appended)
        self.state = theme.plain_label(UNTOUCHED, "muted", wrap=True)
        self.gone = theme.plain_label(role="muted", wrap=True)
        self.gone.hide()
        self.size_text = theme.plain_label(role="muted")
        self.reset = QPushButton(tr("Reset the text"))
        self.reset.setToolTip(tr("The context without your changes, as it would be now"))
        self.take = QPushButton(tr("Use this text"))
        theme.set_role(self.take, "primary")
        self.leave = QPushButton(tr("Cancel"))
        for button in (self.reset, self.take, self.leave):
            button.setAutoDefault(False)
        self.reset.clicked.connect(self.prompt_view.reset)
        self.take.clicked.connect(self._take)
        self.leave.clicked.connect(self.reject)
        self.pane.navigation_requested.connect(self._leave_for)
        self.pane.memory_requested.connect(self._leave_for_memory)
        self.pane.preview_shown.connect(self._tell)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._tell)
        self.prompt_view.text_edited.connect(self._settle.start)
        self._lay_out()
        self._tell()
        self.prompt_view.text.setFocus()

    @property
    def text(self) -> str | None:
        """What the run is to be told instead; None where nothing was changed."""
        return self.prompt_view.text.toPlainText() if self.prompt_view.changed else None

    def _lay_out(self) -> None:
        said = QHBoxLayout()
        said.setSpacing(theme.GAP_M)
        said.addWidget(self.state, 1)
        said.addWidget(self.reset)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addWidget(self.size_text, 1)
        buttons.addWidget(self.leave)
        buttons.addWidget(self.take)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_L, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_S)
        column.addLayout(said)
        column.addWidget(self.gone)
        column.addWidget(self.pane, 1)
        column.addLayout(buttons)

    def _tell(self) -> None:
        changed = self.prompt_view.changed
        self.reset.setEnabled(changed)
        self.state.setText(_said(*self.prompt_view.changes) if changed else UNTOUCHED)
        theme.set_role(self.state, "warn" if changed else "muted")
        gone = [line for line in self.prompt_view.changes[1] if line.strip()] if changed else []
        self.gone.setVisible(bool(gone))
        self.gone.setText(tr("Removed: {gone}", gone=formatting.make_breakable(" ⏎ ".join(gone), 300)) if gone else "")
        own, asked = (
            tokens_of(len(self.prompt_view.text.toPlainText())),
            tokens_of(len(self.prompt_view.asked.toPlainText())),
        )
        self.size_text.setText(
            tr_count(
                "The whole text: about %n token, with the prompt about {all}",
                "The whole text: about %n tokens, with the prompt about {all}",
                own,
                all=format_number(own + asked),
            )
        )

    def _take(self) -> None:
        self.context_accepted.emit(self.text)
        self.accept()

    def _leave_for(self, place: PageLocation) -> None:
        self.reject()
        self.navigation_requested.emit(place)

    def _leave_for_memory(self, memory_id: int) -> None:
        self._leave_for(PageLocation("memories", id=memory_id))


def _said(new: int, gone: tuple[str, ...]) -> str:
    parts = []
    if new:
        parts.append(tr_count("%n line added or changed (marked)", "%n lines added or changed (marked)", new))
    if gone:
        parts.append(tr_count("%n line changed or removed", "%n lines changed or removed", len(gone)))
    return tr("You changed it: {parts}. This applies to this run only.", parts=", ".join(parts))
