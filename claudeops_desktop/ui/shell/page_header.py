"""The top of every page: its title, one line of fact, and the actions of every page: stop, run now, dry run, pause."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from .. import icons, theme
from ..app_status import AppStatus
from ..text.translation import tr
from ..widgets.elided_label import ElidedLabel

WORDS_FROM = 900  # of its own width: all buttons with their words, and room for the line of fact


class PageHeader(QFrame):
    """``run_requested``, ``stop_requested`` (the run that is on) and ``stop_all_requested`` come from buttons;
    ``pause_requested`` and ``dry_run_requested`` carry on or off; ``help_requested`` asks for the help of the page.
    """

    run_requested = Signal()
    stop_requested = Signal()
    stop_all_requested = Signal()
    pause_requested = Signal(bool)
    dry_run_requested = Signal(bool)
    help_requested = Signal()

    def __init__(self, run_actions: list[QAction | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self._wide = False
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
        row.addWidget(self.help)
        self._row = row
        self._set_button_styles()
        self.set_margin(theme.MARGIN)

    def _make_runs(self, run_actions: list[QAction | None]) -> None:
        self.run = QToolButton()
        self.run.setText(tr("Run now"))
        self.run.setToolTip(tr("Start a run now (Ctrl+R); the schedule stays as it is"))
        theme.set_role(self.run, "primary")
        self.run.setFixedHeight(theme.TARGET)
        self.run.clicked.connect(self.run_requested)
        self.more = QToolButton()
        self.more.setToolTip(tr("Choose the tier, or run with a prompt, services or another agent"))
        self.more.setAccessibleName(tr("More ways to run"))
        theme.set_role(self.more, "primary")
        self.more.setProperty("small", True)
        self.more.setFixedSize(theme.TARGET, theme.TARGET)
        menu = QMenu(self.more)
        for action in run_actions:
            menu.addSeparator() if action is None else menu.addAction(action)
        self.more.setMenu(menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.stop = QToolButton()
        self.stop.setText(tr("Stop run"))
        theme.set_role(self.stop, "button")
        self.stop.setToolTip(tr("Stop the run that is on (Ctrl+.)"))
        self.stop.setFixedHeight(theme.TARGET)
        self.stop.clicked.connect(self.stop_requested)
        self.stop_all = QToolButton()
        self.stop_all.setText(tr("Stop all"))
        self.stop_all.setAccessibleName(tr("Stop everything"))
        theme.set_role(self.stop_all, "button")
        self.stop_all.setProperty("danger", True)
        self.stop_all.setToolTip(
            tr("Emergency stop: end every agent, refuse every request and pause the schedules (Ctrl+Shift+X)")
        )
        self.stop_all.setFixedHeight(theme.TARGET)
        self.stop_all.clicked.connect(self.stop_all_requested)

    def _make_switches(self) -> None:
        self.dry_run = QToolButton()
        self.dry_run.setText(tr("Dry run"))
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
        self.help = QToolButton()
        self.help.setAccessibleName(tr("Help for this page"))
        self.help.setToolTip(tr("Help for this page (Shift+F1)"))
        theme.set_role(self.help, "button")
        self.help.setProperty("small", True)
        self.help.setFixedSize(theme.TARGET, theme.TARGET)
        self.help.clicked.connect(self.help_requested)

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

    def show_status(self, status: AppStatus) -> None:
        """Show what the buttons would do now."""
        self.stop.setVisible(status.live)
        self.stop.setEnabled(not status.stopping)
        self.stop.setText(tr("Stopping…") if status.stopping else tr("Stop run"))
        if status.dry_run != self._dry:
            self._dry = status.dry_run
            if self._dry:
                name, tip = tr("Turn off dry run"), tr("Dry run is on: let runs change things again (Ctrl+Shift+D)")
            else:
                name, tip = tr("Turn on dry run"), tr("Dry run: let no run change anything (Ctrl+Shift+D)")
            self.dry_run.setAccessibleName(name)
            self.dry_run.setToolTip(tip)
            icons.set_themed_icon(self.dry_run, "lock", "accent" if self._dry else "text")
        self.dry_run.setChecked(status.dry_run)
        if status.paused != self._paused:
            self._paused = status.paused
            if status.paused:
                name, tip = tr("Resume scheduled runs"), tr("Resume scheduled runs (Ctrl+Shift+P)")
            else:
                name, tip = tr("Pause scheduled runs"), tr("Pause scheduled runs (Ctrl+Shift+P)")
            self.pause.setText(tr("Resume") if status.paused else tr("Pause"))
            self.pause.setAccessibleName(name)
            self.pause.setToolTip(tip)
            self._set_button_styles()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Below a certain width the switches show their icons only; Resume always has its word."""
        super().resizeEvent(event)
        wide = event.size().width() >= WORDS_FROM
        if wide != self._wide:
            self._wide = wide
            self._set_button_styles()

    def _dry_run_clicked(self) -> None:
        self.dry_run.setChecked(bool(self._dry))  # until the setting has changed it shows what holds
        self.dry_run_requested.emit(not self._dry)

    def _pause_clicked(self) -> None:
        self.pause_requested.emit(not self._paused)

    def _set_button_styles(self) -> None:
        with_word, alone = theme.text_beside_icon(), theme.icon_only()
        icons.set_themed_icon(self.pause, "play" if self._paused else "pause")
        self.pause.setToolButtonStyle(with_word if self._paused or self._wide else alone)
        self.dry_run.setToolButtonStyle(with_word if self._wide else alone)
        icons.set_themed_icon(self.stop, "stop")
        self.stop.setToolButtonStyle(with_word)
        icons.set_themed_icon(self.stop_all, "stop", "bad")
        self.stop_all.setToolButtonStyle(with_word)
        icons.set_themed_icon(self.run, "play", "on_accent")
        self.run.setToolButtonStyle(with_word)
        icons.set_themed_icon(self.more, "chevron", "on_accent")
        icons.set_themed_icon(self.help, "help")
        self.help.setToolButtonStyle(alone)
