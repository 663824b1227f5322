"""What groups of the settings are made of: how something stands, a test of it, and lists of what can be removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ....storage import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...kit.layouts import Part, fill_column, fill_row
from ...text.translation import error_text
from ...widgets.state_dot import StateDot


class StatusLabel(QWidget):
    """A dot and a sentence: how something stands."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__()
        self.dot = StateDot("unknown")
        self.text = theme.plain_label(sentence, wrap=True, select=True)
        fill_row(self, self.dot, self.text, grow=self.text)

    def set_state(self, state: str, sentence: str) -> None:
        """Show it."""
        self.dot.set_state(state)
        self.text.setText(sentence)


class TestButton(QWidget):
    """A button that tries something out, with what came of it beside it: every group that can fail has one. ``work``
    runs on a thread and answers a sentence, or raises one; ``doing`` stands there meanwhile."""

    def __init__(self, context: AppContext, title: str, doing: str, work: Callable[[], str]) -> None:
        super().__init__()
        self._context = context
        self._doing = doing
        self._work = work
        self.button = QPushButton(title)
        self.button.clicked.connect(self.start)
        self.outcome = theme.plain_label(wrap=True, select=True)
        fill_row(self, self.button, self.outcome, grow=self.outcome, spacing=theme.GAP_M, edge=theme.GAP_XS)

    def start(self) -> None:
        """Try it."""
        self.button.setEnabled(False)
        self.outcome.setText(self._doing)
        self._context.run_in_background(self._work, self._said, self._failed)

    def _said(self, sentence: str) -> None:
        self.button.setEnabled(True)
        self.outcome.setText(sentence)

    def _failed(self, error: Exception) -> None:
        self._said(error_text(error))


@dataclass(frozen=True, slots=True)
class ListedThing:
    """A line of a list: what names it, how it stands, and its button, which a screen reader calls ``spoken``; no
    button where there is no ``label``."""

    name: str
    state: str
    sentence: str
    label: str = ""
    spoken: str = ""
    act: Callable[[], object] | None = None


class ThingList(QWidget):
    """Lines with a button each; ``none`` is said where there are none. ``rows`` and ``buttons`` are found by name."""

    def __init__(self, none: str) -> None:
        super().__init__()
        self.none = theme.plain_label(none, "muted", wrap=True)
        self.rows: dict[str, StatusLabel] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._list = QVBoxLayout()
        self._list.setSpacing(theme.GAP_XS)
        fill_column(self, self.none, self._list)

    def show_things(self, things: Sequence[ListedThing]) -> None:
        """Show these instead of those before."""
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.rows.clear()
        self.buttons.clear()
        self.none.setVisible(not things)
        for thing in things:
            self._list.addWidget(self._line(thing))

    def _line(self, thing: ListedThing) -> QWidget:
        line, label = QWidget(self), StatusLabel()
        label.set_state(thing.state, thing.sentence)
        label.dot.setVisible(bool(thing.state))
        self.rows[thing.name] = label
        row = fill_row(line, label, grow=label, spacing=theme.GAP_M)
        if thing.act is not None:
            act = thing.act
            button = QPushButton(thing.label)
            button.setAccessibleName(thing.spoken)
            button.clicked.connect(lambda _checked=False: act())
            self.buttons[thing.name] = button
            row.addWidget(button)
        return line


class StatusGroup(QWidget):
    """Base of the part of a group. ``refresh`` finds out anew how everything stands, also after changes of ``tables``;
    ``message_posted`` is for the toast. ``state`` says how it stands in a line, ``outcome`` what went wrong."""

    tables: ClassVar[frozenset[str]] = frozenset()
    message_posted = Signal(str)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.state = StatusLabel()
        self.outcome = theme.plain_label(role="wrong", wrap=True)
        self.outcome.hide()
        if self.tables:
            context.bridge.changed.connect(self._changed)

    def refresh(self) -> None:
        """Find out anew."""

    def lay_out(self, *parts: Part, spacing: int = theme.GAP_XS) -> None:
        """Put the parts under one another."""
        fill_column(self, *parts, spacing=spacing, bottom=theme.GAP_S)

    def show_failure(self, error: Exception) -> None:
        """Say what went wrong."""
        self.outcome.setText(error_text(error))
        self.outcome.show()

    def _changed(self, change: CommittedChange) -> None:
        if change.table in self.tables or change.table == "*":
            self.refresh()
