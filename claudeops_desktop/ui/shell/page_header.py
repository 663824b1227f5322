"""The top of every page: its title, one line of fact, and the actions of every page: stop, run now, dry run, pause."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from .. import icons, theme
from ..app_status import AppStatus
from ..widgets.elided_label import ElidedLabel


class PageHeader(QFrame):
    """``run_requested``, ``stop_requested`` (the run that is on) and ``stop_all_requested`` come from buttons;
    ``pause_requested`` and ``dry_run_requested`` carry on or off.
    """

    run_requested = Signal()
    stop_requested = Signal()
    stop_all_requested = Signal()
    pause_requested = Signal(bool)
    dry_run_requested = Signal(bool)

    def __init__(self, run_actions: list[QAction | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self._title = ElidedLabel(role="title")
        self._fact = ElidedLabel(role="muted")
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._title)
        words.addWidget(self._fact)
        self._make_runs(run_actions)
        self._make_switches()
        row = QHBoxLayout(self)
        row.setSpacing(theme.GAP_S)
        row.addLayout(words, 1)
        row.addSpacing(theme.GAP_M)
        row.addWidget(self.stop)
        row.addWidget(self.stop_all)
        run = QHBoxLayout()
        run.setSpacing(1)
        run.addWidget(self.run)
        run.addWidget(self.more)
        row.addLayout(run)
        row.addWidget(self.dry_run)
        row.addWidget(self.pause)
        self._row = row
        self._dress()
        self.set_margin(theme.MARGIN)

    def _make_runs(self, run_actions: list[QAction | None]) -> None:
        self.run = QToolButton()
        self.run.setText("Run now")
        self.run.setToolTip("Start a run now (Ctrl+R); the schedule stays as it is")
        theme.set_role(self.run, "primary")
        self.run.setFixedHeight(theme.TARGET)
        self.run.clicked.connect(self.run_requested)
        self.more = QToolButton()
        self.more.setToolTip("Choose the tier, or run with a prompt, services or another agent")
        self.more.setAccessibleName("More ways to run")
        theme.set_role(self.more, "primary")
        self.more.setProperty("small", True)
        self.more.setFixedSize(theme.TARGET, theme.TARGET)
        menu = QMenu(self.more)
        for action in run_actions:
            menu.addSeparator() if action is None else menu.addAction(action)
        self.more.setMenu(menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.stop = QToolButton()
        self.stop.setText("Stop run")
        theme.set_role(self.stop, "button")
        self.stop.setToolTip("Stop the run that is on (Ctrl+.)")
        self.stop.setFixedHeight(theme.TARGET)
        self.stop.clicked.connect(self.stop_requested)
        self.stop_all = QToolButton()
        self.stop_all.setText("Stop all")
        self.stop_all.setAccessibleName("Stop everything")
        theme.set_role(self.stop_all, "button")
        self.stop_all.setProperty("danger", True)
        self.stop_all.setToolTip(
            "Emergency stop: end every agent, refuse every question and pause the schedules (Ctrl+Shift+X)"
        )
        self.stop_all.setFixedHeight(theme.TARGET)
        self.stop_all.clicked.connect(self.stop_all_requested)

    def _make_switches(self) -> None:
        self.dry_run = QToolButton()
        theme.set_role(self.dry_run, "button")
        self.dry_run.setFixedHeight(theme.TARGET)
        self.dry_run.setCheckable(True)
        self.dry_run.clicked.connect(self._dry_run_clicked)
        self._dry: bool | None = None
        self.pause = QToolButton()
        theme.set_role(self.pause, "button")
        self.pause.setFixedHeight(theme.TARGET)
        self.pause.clicked.connect(self._pause_clicked)
        self._paused: bool | None = None

    def set_margin(self, margin: int) -> None:
        """Keep in line with the page below."""
        self._row.setContentsMargins(margin, theme.GAP_M, margin, theme.GAP_M)

    def set_title(self, title: str, fact: str) -> None:
        """The page's title and its line of fact."""
        self._title.setText(title)
        self._fact.setText(fact)

    def set_fact(self, fact: str) -> None:
        """Another line of fact."""
        self._fact.setText(fact)

    @property
    def fact(self) -> str:
        """The line under the title."""
        return self._fact.text()

    def show_status(self, standing: AppStatus) -> None:
        """Show what the buttons would do now."""
        self.stop.setVisible(standing.live)
        self.stop.setEnabled(not standing.stopping)
        self.stop.setText("Stopping…" if standing.stopping else "Stop run")
        if standing.dry_run != self._dry:
            self._dry = standing.dry_run
            says = "Dry run is on: let runs change things again" if self._dry else "Dry run: let no run change anything"
            self.dry_run.setAccessibleName(says)
            self.dry_run.setToolTip(f"{says} (Ctrl+Shift+D)")
            icons.set_themed_icon(self.dry_run, "lock", "accent" if self._dry else "text")
        self.dry_run.setChecked(standing.dry_run)
        if standing.paused != self._paused:
            self._paused = standing.paused
            self.pause.setText("Resume" if standing.paused else "")
            self.pause.setAccessibleName("Resume scheduled runs" if standing.paused else "Pause scheduled runs")
            self.pause.setToolTip(f"{self.pause.accessibleName()} (Ctrl+Shift+P)")
            self._dress()

    def _dry_run_clicked(self) -> None:
        self.dry_run.setChecked(bool(self._dry))  # as it stands, until it was changed
        self.dry_run_requested.emit(not self._dry)

    def _pause_clicked(self) -> None:
        self.pause_requested.emit(not self._paused)

    def _dress(self) -> None:
        icons.set_themed_icon(self.pause, "play" if self._paused else "pause")
        self.pause.setToolButtonStyle(theme.text_beside_icon() if self._paused else theme.icon_only())
        icons.set_themed_icon(self.stop, "stop")
        self.stop.setToolButtonStyle(theme.text_beside_icon())
        icons.set_themed_icon(self.stop_all, "stop", "bad")
        self.stop_all.setToolButtonStyle(theme.text_beside_icon())
        icons.set_themed_icon(self.run, "play", "on_accent")
        self.run.setToolButtonStyle(theme.text_beside_icon())
        icons.set_themed_icon(self.more, "chevron", "on_accent")
