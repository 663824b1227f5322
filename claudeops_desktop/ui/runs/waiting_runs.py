"""The runs that wait or are parked, a row each, with a cross that cancels them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from ...runs.request import ParkedRun, QueuedRun, QueueState
from .. import icons, theme
from ..shell.status_line import parked_run_text, queued_run_text
from ..text import formatting
from ..text.translation import tr, tr_count
from ..widgets.row_button import RowButton

MOST = 5


class WaitingRunRow(QWidget):
    """One of them. ``cancel_requested`` carries the number of a waiting run, ``drop_requested`` the id of a parked
    one."""

    cancel_requested = Signal(int)
    drop_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._held: ParkedRun | QueuedRun | None = None
        self._text = RowButton()
        self._text.setFocusPolicy(self._text.focusPolicy().NoFocus)
        self.cancel = QToolButton()
        theme.set_role(self.cancel, "icon")
        icons.set_themed_icon(self.cancel, "close", "muted")
        self.cancel.clicked.connect(self._cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_XS)
        row.addWidget(self._text, 1)
        row.addWidget(self.cancel)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def show_run(self, held: QueuedRun | ParkedRun) -> None:
        """Show one."""
        self._held = held
        if isinstance(held, QueuedRun):
            text, state, aside, verb = (
                queued_run_text(held.request),
                "queued",
                formatting.format_relative_time(held.queued_at),
                tr("Cancel"),
            )
        else:
            text, verb = parked_run_text(held), tr("Give up")
            state = "waiting" if held.why == "approval" else "missed"
            aside = formatting.format_relative_time(held.until) if held.until else ""
        self._text.set_content(state, text[:1].upper() + text[1:], aside)
        self.cancel.setToolTip(tr("Cancel this run") if isinstance(held, QueuedRun) else tr("Give up this run"))
        self.cancel.setAccessibleName(tr("{verb}: {run}", verb=verb, run=text))

    def _cancel(self) -> None:
        if isinstance(self._held, QueuedRun):
            self.cancel_requested.emit(self._held.number)
        elif self._held is not None:
            self.drop_requested.emit(self._held.run_id)


class WaitingRunsList(QWidget):
    """Parked runs, then those that wait their turn; hidden while there are none."""

    cancel_requested = Signal(int)
    drop_requested = Signal(int)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        heading = theme.plain_label(title, "muted")
        heading.setContentsMargins(theme.GAP_XS, theme.GAP_S, 0, theme.GAP_XS)
        column.addWidget(heading)
        self.rows = [WaitingRunRow(self) for _ in range(MOST)]
        for row in self.rows:
            row.cancel_requested.connect(self.cancel_requested)
            row.drop_requested.connect(self.drop_requested)
            column.addWidget(row)
        self._more = theme.plain_label(role="muted")
        self._more.setContentsMargins(theme.GAP_XS, 0, 0, 0)
        column.addWidget(self._more)
        self.hide()

    def show_queue(self, state: QueueState) -> None:
        """Show how the queue stands."""
        held: list[ParkedRun | QueuedRun] = [*state.parked, *state.waiting]
        self.setVisible(bool(held))
        for at, row in enumerate(self.rows):
            row.setVisible(at < len(held))
            if at < len(held):
                row.show_run(held[at])
        more = len(held) - len(self.rows)
        self._more.setVisible(more > 0)
        self._more.setText(tr_count("and %n more", "and %n more", more))
