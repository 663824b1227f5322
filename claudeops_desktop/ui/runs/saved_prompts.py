"""Prompts worth keeping, in the dialog of a run: choose one, save, rename, delete (with undo)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from ...core.clock import utc_now
from ...records.record_books import RecordRepositories
from ...records.saved_prompts import LONGEST_NAME, SavedPrompt, checked_name
from ...runs.request import RunRequest
from ...storage.change_events import CommittedChange
from .. import icons, theme
from ..app_context import AppContext
from ..text.translation import error_text, tr
from ..undo_stack import ignore_answer
from ..widgets.elided_label import ElidedLabel

NONE = tr("Choose a saved prompt")


class SavedPromptsRow(QWidget):
    """``prompt_chosen`` carries a SavedPrompt; ``save_requested`` asks for ``begin_saving`` with what is to be kept."""

    prompt_chosen = Signal(object)
    save_requested = Signal()

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._prompts: tuple[SavedPrompt, ...] = ()
        self._current: int | None = None
        self._naming: RunRequest | SavedPrompt | None = None
        self.box = QComboBox()
        theme.set_accessible_name(self.box, tr("Saved prompts"))
        self.box.activated.connect(self._activated)
        self.save = QPushButton(tr("Save as…"))
        self.save.setToolTip(tr("Save prompt, tier, services and agent under a name"))
        self.save.setAutoDefault(False)
        self.save.clicked.connect(self.save_requested)
        self.more = QToolButton()
        theme.set_role(self.more, "button")
        icons.set_themed_icon(self.more, "more")
        self.more.setProperty("small", True)
        self.more.setFixedSize(theme.TARGET, theme.TARGET)
        self.more.setAccessibleName(tr("Rename or delete the saved prompt"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more)
        self.rename = QAction(tr("Rename…"), menu)
        self.rename.triggered.connect(self._rename)
        self.delete = QAction(tr("Delete"), menu)
        self.delete.triggered.connect(self._delete)
        menu.addActions([self.rename, self.delete])
        self.more.setMenu(menu)
        self.name = NameField()
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setAccessibleName(tr("Name of the saved prompt"))
        self.name.setPlaceholderText(tr("Name"))
        self.name.textChanged.connect(self._name_typed)
        self.name.name_entered.connect(self._name_it)
        self.name.name_cancelled.connect(self._end_naming)
        self.keep = QPushButton(tr("Save"))
        self.keep.setAutoDefault(False)
        self.keep.clicked.connect(self._name_it)
        self.leave = QPushButton(tr("Cancel"))
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self._end_naming)
        self.status_label = ElidedLabel(role="muted")
        self.undo = QPushButton(tr("Undo"))
        theme.set_role(self.undo, "link")
        self.undo.setAutoDefault(False)
        self.undo.clicked.connect(self._take_back)
        self._lay_out()
        desk.bridge.changed.connect(self._changed)
        self._ask()

    def begin_saving(self, request: RunRequest) -> None:
        """Ask for the name that these choices are kept under."""
        self._naming = request
        current = self._one(self._current)
        self._begin_naming(current.name if current else "")

    @property
    def current(self) -> SavedPrompt | None:
        """The one chosen."""
        return self._one(self._current)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(theme.GAP_S)
        first.addWidget(self.box, 1)
        first.addWidget(self.save)
        first.addWidget(self.more)
        self._second = QWidget()
        second = QHBoxLayout(self._second)
        second.setContentsMargins(0, 0, 0, 0)
        second.setSpacing(theme.GAP_S)
        second.addWidget(self.name, 1)
        second.addWidget(self.keep)
        second.addWidget(self.leave)
        self._third = QWidget()
        third = QHBoxLayout(self._third)
        third.setContentsMargins(0, 0, 0, 0)
        third.setSpacing(theme.GAP_S)
        third.addWidget(self.status_label, 1)
        third.addWidget(self.undo)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addLayout(first)
        column.addWidget(self._second)
        column.addWidget(self._third)
        self._second.hide()
        self._third.hide()
        self._fill()

    def _ask(self) -> None:
        self._desk.bridge.ask(self._desk.book.prompts.list, self._known, newest=True)

    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("saved_prompts", "*"):
            self._ask()

    def _known(self, prompts: list[SavedPrompt]) -> None:
        self._prompts = tuple(prompts)
        self._fill()

    def _fill(self) -> None:
        self.box.clear()
        self.box.addItem(NONE if self._prompts else tr("No saved prompts yet"), None)
        for prompt in self._prompts:
            self.box.addItem(prompt.name, prompt.id)
        at = max(0, self.box.findData(self._current)) if self._current is not None else 0
        self.box.setCurrentIndex(at)
        if at == 0:
            self._current = None
        self.box.setEnabled(bool(self._prompts))
        self.more.setEnabled(self._current is not None)

    def _one(self, number: int | None) -> SavedPrompt | None:
        return next((prompt for prompt in self._prompts if prompt.id == number), None)

    def _activated(self) -> None:
        self._current = self.box.currentData()
        self.more.setEnabled(self._current is not None)
        prompt = self.current
        if prompt is not None:
            self.prompt_chosen.emit(prompt)

    # --- a name --------------------------------------------------------------------------------------------------

    def _rename(self) -> None:
        prompt = self.current
        if prompt is not None:
            self._naming = prompt
            self._begin_naming(prompt.name)

    def _begin_naming(self, name: str) -> None:
        self._third.hide()
        self._second.show()
        self.name.setText(name)
        self._name_typed()
        self.name.setFocus()
        self.name.selectAll()

    def _end_naming(self) -> None:
        self._naming = None
        self._second.hide()
        self.box.setFocus()

    def _name_typed(self) -> None:
        name = " ".join(self.name.text().split())
        taken = any(prompt.name == name for prompt in self._prompts)
        renaming = isinstance(self._naming, SavedPrompt)
        own = isinstance(self._naming, SavedPrompt) and self._naming.name == name
        self.keep.setText(tr("Rename") if renaming else tr("Replace") if taken else tr("Save"))
        self.keep.setEnabled(bool(name) and not (renaming and taken and not own))
        wrong = renaming and taken and not own
        self.name.setToolTip(tr("Another saved prompt is called “{name}”.", name=name) if wrong else "")
        self.name.setProperty("wrong", wrong)
        self.name.style().unpolish(self.name)
        self.name.style().polish(self.name)

    def _name_it(self) -> None:
        if not self.keep.isEnabled() or self._naming is None:
            return
        name, naming = checked_name(self.name.text()), self._naming
        book, now = self._desk.book, utc_now()
        self._end_naming()
        if isinstance(naming, SavedPrompt):
            self._current = naming.id
            self._do(
                tr("Renamed to “{name}”", name=name),
                partial(_rename_prompt, book, naming, name, now),
                partial(_put_back_prompt, book, naming),
            )
        else:
            before = next((prompt for prompt in self._prompts if prompt.name == name), None)
            label = tr("Replaced “{name}”", name=name) if before else tr("Saved “{name}”", name=name)
            self._do(
                label,
                partial(_save_prompt, book, name, naming, now),
                partial(_undo_save, book, name, before),
                self._saved,
            )

    def _saved(self, saved: object) -> None:
        if isinstance(saved, SavedPrompt):
            self._current = saved.id
            self._ask()

    def _delete(self) -> None:
        prompt = self.current
        if prompt is not None:
            self._current = None
            book = self._desk.book
            self._do(
                tr("Deleted “{name}”", name=prompt.name),
                partial(_remove_prompt, book, prompt.id),
                partial(_put_back_prompt, book, prompt),
            )

    # --- doing and taking back -----------------------------------------------------------------------------------

    def _do(
        self,
        label: str,
        do: Callable[[], object],
        undo: Callable[[], object],
        done: Callable[[object], None] | None = None,
    ) -> None:
        """Done and remembered; the dialog lies over the window's own toast, so it says so itself."""

        def was_done(answer: object) -> None:
            self.undo.setProperty("step", self._desk.undo.undo_text)
            self.undo.show()
            self._say(f"{label}.")
            if done is not None:
                done(answer)

        self._desk.undo.perform(label, do, ignore_answer(undo), tell=False, done=was_done, failed=self._failed)

    def _take_back(self) -> None:
        self._third.hide()
        if self._desk.undo.undo_text == self.undo.property("step"):
            self._desk.undo.undo()

    def _failed(self, error: Exception) -> None:
        self.undo.hide()
        self._say(error_text(error))

    def _say(self, sentence: str) -> None:
        self.status_label.setText(sentence)
        self._third.show()


class NameField(QLineEdit):
    """Keeps Return and Escape to itself: in the dialog around it they would start the run, or close it."""

    name_entered = Signal()
    name_cancelled = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return gives the name, Escape gives it up."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.name_entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.name_cancelled.emit()
        else:
            super().keyPressEvent(event)


def _save_prompt(book: RecordRepositories, name: str, request: RunRequest, now: datetime) -> SavedPrompt:
    asked = request
    return book.prompts.save(name, asked.prompt, now, tier=asked.tier, services=asked.services, agent=asked.agent)


def _undo_save(book: RecordRepositories, name: str, before: SavedPrompt | None) -> None:
    if before is not None:
        book.prompts.put_back(before)
        return
    found = book.prompts.get(name)
    if found is not None:
        book.prompts.remove(found.id)


def _rename_prompt(book: RecordRepositories, prompt: SavedPrompt, name: str, now: datetime) -> None:
    book.prompts.rename(prompt.id, name, now)


def _remove_prompt(book: RecordRepositories, prompt_id: int) -> None:
    book.prompts.remove(prompt_id)


def _put_back_prompt(book: RecordRepositories, prompt: SavedPrompt) -> None:
    book.prompts.put_back(prompt)
