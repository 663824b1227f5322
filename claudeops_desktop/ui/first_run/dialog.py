"""The first minute: four steps over the window. It can be skipped, left and taken up again where it was left (D6)."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from .. import icons, theme
from ..app_context import AppContext
from ..text.translation import tr
from ..ui_state import UiState
from ..widgets.fit_to_screen import fit_to_screen
from .agent_step import AgentStep
from .base_step import FirstRunStep
from .finish_step import FinishStep
from .run_step import RunStep
from .services_step import ServicesStep
from .should_show import REMEMBERED

NAMES = (tr("Agent"), tr("Services"), tr("First run"), tr("From here on"))
RAIL = 148
SIZE = (760, 540)


class FirstRunDialog(QDialog):
    """*Skip* and *Finish* are remembered for good; closing it (Escape) leaves it for the next start."""

    def __init__(self, desk: AppContext, remembered: UiState, parent: QWidget) -> None:
        super().__init__(parent)
        self._remembered = remembered
        self.setWindowTitle(tr("Welcome to Claude Ops"))
        self.setModal(True)
        self._services = ServicesStep(desk)
        self.steps: tuple[FirstRunStep, ...] = (AgentStep(desk), self._services, RunStep(desk), FinishStep(desk))
        self.stack = QStackedWidget()
        for step in self.steps:
            step.busy.connect(self._busy)
            step.main_changed.connect(self._main_moved)
            self.stack.addWidget(step)
        self._rail = [QLabel() for _ in NAMES]
        self.skip = QPushButton(tr("Skip"))
        self.skip.setToolTip(tr("Not shown again; you can open it from Settings, Desktop"))
        self.skip.clicked.connect(self._skip)
        self.back = QPushButton(tr("Back"))
        self.back.clicked.connect(self._back)
        self.next = QPushButton(tr("Next"))
        theme.set_role(self.next, "primary")
        self.next.setDefault(True)
        self.next.clicked.connect(self._next)
        for button in (self.skip, self.back):
            button.setAutoDefault(False)
        self._lay_out()
        fit_to_screen(self, *SIZE)
        known = remembered.get(REMEMBERED)
        known = known if isinstance(known, dict) and not known.get("done") else {}
        left_at, own = known.get("step", 0), known.get("own")
        self._services.take_up(map(str, own) if isinstance(own, list) else ())
        self._services.own_changed.connect(self._keep)
        self._at = -1
        self._go(left_at if isinstance(left_at, int) and 0 <= left_at < len(self.steps) else 0)

    @property
    def step_index(self) -> int:
        """Which step is in view, from 0."""
        return self._at

    def _lay_out(self) -> None:
        rail = QVBoxLayout()
        rail.setContentsMargins(theme.GAP_L, theme.GAP_XL, theme.GAP_L, theme.GAP_L)
        rail.setSpacing(theme.GAP_M)
        mark = QLabel()
        icons.set_themed_icon(mark, "app", "accent")
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(mark)
        head.addWidget(theme.plain_label("Claude Ops", "strong"), 1)
        rail.addLayout(head)
        rail.addSpacing(theme.GAP_S)
        for label in self._rail:
            rail.addWidget(label)
        rail.addStretch()
        side = QFrame()
        side.setObjectName("sidebar")
        side.setFixedWidth(RAIL)
        side.setLayout(rail)
        foot = QHBoxLayout()
        foot.setSpacing(theme.GAP_S)
        foot.addWidget(self.skip)
        foot.addStretch()
        foot.addWidget(self.back)
        foot.addWidget(self.next)
        right = QVBoxLayout()
        right.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        right.setSpacing(theme.GAP_L)
        right.addWidget(self.stack, 1)
        right.addLayout(foot)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(side)
        whole.addLayout(right, 1)

    def _go(self, step: int) -> None:
        if self._at >= 0:
            self.steps[self._at].deactivate()
        self._at = step
        self._keep()
        self.stack.setCurrentIndex(step)
        for number, label in enumerate(self._rail):
            label.setText(f"{number + 1}  {NAMES[number]}")
            theme.set_role(label, "strong" if number == step else "muted")
        self.back.setVisible(step > 0)
        self.skip.setVisible(step < len(self.steps) - 1)
        self.next.setText(tr("Finish") if step == len(self.steps) - 1 else tr("Next"))
        self.steps[step].activate()
        self._mark_main()
        (self.steps[step].first_focus() or self.next).setFocus()

    def _keep(self) -> None:
        """For the next start: where it was left, and what was typed."""
        self._remembered.set(REMEMBERED, {"done": False, "step": self._at, "own": list(self._services.own)})

    def _main_moved(self) -> None:
        """What was to be done here is on its way: Return goes on, and never presses what is not looked at."""
        self._mark_main()
        if self.steps[self._at].main_button() is None and isinstance(self.focusWidget(), QPushButton | None):
            self.next.setFocus()

    def _mark_main(self) -> None:
        """One button is the one to press, and looks like it."""
        own = self.steps[self._at].main_button()
        theme.set_role(self.next, "" if own is not None else "primary")
        for step in self.steps:
            if isinstance(step, RunStep):
                theme.set_role(step.run, "primary" if step.run is own else "")
                icons.set_themed_icon(step.run, "play", "on_accent" if step.run is own else "text")

    def _next(self) -> None:
        if not self.steps[self._at].may_leave():
            return
        if self._at < len(self.steps) - 1:
            self._go(self._at + 1)
            return
        self.steps[self._at].deactivate()
        self._done()

    def _back(self) -> None:
        self._go(self._at - 1)

    def _skip(self) -> None:
        self._done()

    def _done(self) -> None:
        self._remembered.set(REMEMBERED, {"done": True})
        self.accept()

    def _busy(self, on: bool) -> None:
        self.next.setEnabled(not on)


def open_first_run(desk: AppContext, remembered: UiState, window: QWidget) -> FirstRunDialog:
    """Open it over the window; the one that is open already comes to the front."""
    opened = window.findChild(FirstRunDialog)
    if opened is not None and opened.isVisible():
        opened.raise_()
        return opened
    dialog = FirstRunDialog(desk, remembered, window)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
