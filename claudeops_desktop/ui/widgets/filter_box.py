"""A choice that says how many rows each of its entries would leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from .. import theme
from ..text.formatting import format_number


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """One entry: what it says, what it stands for, how many rows it leaves (None: not counted)."""

    text: str
    value: Any
    count: int | None = None


class FilterBox(QComboBox):
    """``value_chosen`` carries the value when the operator picks another entry; setting entries or values tells
    nothing."""

    value_chosen = Signal(object)

    def __init__(self, name: str, choices: Sequence[FilterChoice] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_accessible_name(self, name)
        self.setToolTip(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMaxVisibleItems(20)
        self._choices: tuple[FilterChoice, ...] = ()
        self.activated.connect(self._activated)
        self._last: Any = None
        self.set_choices(choices)

    @property
    def value(self) -> Any:
        """What the entry shown stands for."""
        at = self.currentIndex()
        return self._choices[at].value if 0 <= at < len(self._choices) else None

    def set_choices(self, choices: Sequence[FilterChoice]) -> None:
        """Show these entries; the value chosen stays chosen, and stays listed even where it is gone from them."""
        new = tuple(choices)
        if new == self._choices or self.view().isVisible():  # not under the operator's eyes
            return
        value = self.value
        known = [choice.value for choice in new]
        if self._choices and value not in known:
            gone = next(choice for choice in self._choices if choice.value == value)
            new = (*new, FilterChoice(gone.text, gone.value, 0))
            known.append(value)
        self._choices = new
        if [self.itemText(i) for i in range(self.count())] != [_text(choice) for choice in new]:
            blocked = self.blockSignals(True)
            self.clear()
            for choice in new:
                self.addItem(_text(choice))
            self.setCurrentIndex(known.index(value) if value in known else 0)
            self.blockSignals(blocked)
        self._last = self.value

    def set_value(self, value: Any) -> None:
        """Choose a value without telling of it; an unknown one is added."""
        known = [choice.value for choice in self._choices]
        if value not in known:
            self._choices = (*self._choices, FilterChoice(str(value), value))
            self.addItem(str(value))
            known.append(value)
        self.setCurrentIndex(known.index(value))
        self._last = value

    def _activated(self, _index: int) -> None:
        if self.value != self._last:
            self._last = self.value
            self.value_chosen.emit(self.value)


def _text(choice: FilterChoice) -> str:
    return choice.text if choice.count is None else f"{choice.text}  {format_number(choice.count)}"
