"""Where a question is asked: its field, how deep to look, of which service, and what else to search."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from ....core.clock import utc_now
from ....language.types import GENERAL
from ....memory import PROFILES, FilterCounts, RecallRequest
from ... import icons, theme
from ...text.translation import tr
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from .text import PROFILES as PROFILE_WORDS

LEAST_QUESTION = 240  # pixels; where there is less, the boxes go to a line below
OPTIONS = {
    "held": tr("Memories that need review"),
    "superseded": tr("Replaced memories"),
    "archived": tr("Archived memories"),
}


class QuestionField(QLineEdit):
    """Where a question is typed: earlier ones are offered. ``down_pressed`` says that the arrow wants the answers."""

    down_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(tr("Ask what is known"))
        self.setAccessibleName(tr("A question to memory"))
        self.setClearButtonEnabled(True)
        glass = QAction(tr("Ask"), self)
        icons.set_themed_icon(glass, "recall", "faint")
        self.addAction(glass, QLineEdit.ActionPosition.LeadingPosition)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(tr("Ask") if glass in button.actions() else tr("Clear the question"))
        self.recent = QStringListModel(self)
        self._completer = QCompleter(self.recent, self)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(self._completer)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Down and empty by Escape, where no list of earlier questions is open."""
        popup = self._completer.popup()
        open_list = popup is not None and popup.isVisible()
        if event.key() == Qt.Key.Key_Down and not open_list:
            self.down_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text() and not open_list:
            self.clear()
        else:
            super().keyPressEvent(event)


class QuestionBar(QWidget):
    """``asked`` says that the question is to be answered, ``options_changed`` that it would be answered in another way
    now, ``edited`` that other words are typed. ``why`` is the button beside it that asks why something is missing."""

    asked = Signal()
    edited = Signal()
    options_changed = Signal()

    def __init__(self, profile: str, why: QPushButton, parent: QWidget) -> None:
        super().__init__(parent)
        self.question = QuestionField(self)
        self.question.setMinimumWidth(LEAST_QUESTION)
        self.question.returnPressed.connect(self.asked)
        self.question.textEdited.connect(self._typed)
        self.profile = FilterBox(tr("Search depth"), [FilterChoice(PROFILE_WORDS[name], name) for name in PROFILES])
        self.profile.set_value(profile)
        self.service = FilterBox(tr("Service"), [FilterChoice(tr("Any service"), None)])
        self.service.setMaximumWidth(200)
        for box in (self.profile, self.service):
            box.value_chosen.connect(self._changed)
        self.go = QPushButton(tr("Ask"))
        theme.set_role(self.go, "primary")
        self.go.clicked.connect(self.asked)
        self._make_options()
        row = FlowLayout(theme.GAP_S, self, fill=True)
        for part in (self.question, self.profile, self.service, self.options, self.go, why):
            row.addWidget(part)

    def _make_options(self) -> None:
        self.options = QToolButton(self)
        self.options.setText(tr("Options"))
        self.options.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.options.setToolTip(tr("Also search these"))
        self.options.setToolButtonStyle(theme.text_beside_icon())
        icons.set_themed_icon(self.options, "filter", "muted")
        theme.set_role(self.options, "button")
        menu = QMenu(self.options)
        self.includes = {name: menu.addAction(text) for name, text in OPTIONS.items()}
        for action in self.includes.values():
            action.setCheckable(True)
            action.toggled.connect(self._include)
        self.options.setMenu(menu)

    @property
    def text(self) -> str:
        """Return the words of the question."""
        return self.question.text().strip()

    @property
    def included(self) -> list[str]:
        """Return what is searched that is left out otherwise."""
        return [name for name, action in self.includes.items() if action.isChecked()]

    def make_request(self) -> RecallRequest:
        """Return the question as recall takes it."""
        included = self.included
        return RecallRequest(
            question=self.text,
            now=utc_now(),
            profile=str(self.profile.value),
            services=(self.service.value,) if self.service.value else (),
            include_held="held" in included,
            include_archived="archived" in included,
            include_superseded="superseded" in included,
            asked_by="operator",
        )

    def suggest(self, facets: FilterCounts, asked: Sequence[str]) -> None:
        """Offer the services that memories are about, and what was asked before."""
        names = [FilterChoice(name, name, number) for name, number in facets.services.items() if name != GENERAL]
        self.service.set_choices([FilterChoice(tr("Any service"), None), *names])
        self.question.recent.setStringList(list(asked))

    def take_focus(self) -> None:
        """Put the keys into the question."""
        self.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.question.selectAll()

    def _typed(self, _text: str) -> None:
        self.edited.emit()

    def _changed(self, _value: object) -> None:
        self.options_changed.emit()

    def _include(self, _on: bool) -> None:
        number = len(self.included)
        self.options.setText(tr("Options {on}", on=number) if number else tr("Options"))
        self.options_changed.emit()
