"""Filters that are declared: a box over one field of a page's query, each entry with how many rows it would leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtWidgets import QPushButton, QWidget

from .. import icons
from ..text.formatting import format_number
from ..text.translation import tr
from ..widgets.filter_box import FilterBox, FilterChoice

Value = TypeVar("Value")
NARROWEST, WIDEST = 76, 220


def sum_counts(counts: Mapping[Any, int]) -> int:
    """Return how many rows an open filter leaves: in most all that its values do."""
    return sum(counts.values())


def is_text(value: object) -> bool:
    """Tell whether a remembered value is a text, as most filters have."""
    return isinstance(value, str)


@dataclass(frozen=True)
class FilterSpec(Generic[Value]):
    """A filter by the field ``name`` of the query; None there leaves it open, which ``any_text`` stands for.

    ``words`` names a value. ``values`` lists those to choose from, given the one in force and the counts; without it
    they are those that were counted. ``total`` is how many rows the open filter leaves. ``valid`` tells whether a value
    is one of the filter: what was remembered may be damaged. A ``secondary`` filter is behind a button until it is set.
    """

    name: str
    label: str
    any_text: str
    words: Callable[[Value], str] = str
    values: Callable[[Value | None, Mapping[Value, int]], Sequence[Value]] | None = None
    valid: Callable[[object], bool] = is_text
    total: Callable[[Mapping[Value, int]], int] = sum_counts
    counted: bool = True
    secondary: bool = False

    def choices(self, value: Value | None, counts: Mapping[Value, int] | None = None) -> list[FilterChoice]:
        """Return the entries of the box; without ``counts`` they are not known yet."""
        numbers = counts if self.counted else None
        listed = self.values(value, counts or {}) if self.values is not None else list(counts or {})
        if numbers is None:
            return [FilterChoice(self.any_text, None), *(FilterChoice(self.words(one), one) for one in listed)]
        entries = [FilterChoice(self.words(one), one, numbers.get(one, 0)) for one in listed]
        return [FilterChoice(self.any_text, None, self.total(numbers)), *entries]


class MoreFilters(QPushButton):
    """Shows and hides the filters that are less used, and says how many of them are set."""

    def __init__(self, boxes: Sequence[FilterBox], parent: QWidget) -> None:
        super().__init__(tr("More filters"), parent)
        self._boxes = boxes
        self.setCheckable(True)
        icons.set_themed_icon(self, "filter")
        self.toggled.connect(self._show_boxes)
        self._show_boxes(False)

    def show_active(self) -> None:
        """Say how many are set: they are in sight while one is."""
        active = sum(box.value is not None for box in self._boxes)
        self.setText(f"{tr('More filters')} {format_number(active)}" if active else tr("More filters"))
        if active:
            self.setChecked(True)

    def _show_boxes(self, shown: bool) -> None:
        for box in self._boxes:
            box.setVisible(shown)


def make_filter_boxes(filters: Sequence[FilterSpec[Any]]) -> dict[str, FilterBox]:
    """Return the boxes by name. In a narrow window they give way before they are cut off."""
    boxes = {}
    for one in filters:
        box = FilterBox(one.label, one.choices(None))
        box.setMinimumWidth(NARROWEST)
        box.setMaximumWidth(WIDEST)
        boxes[one.name] = box
    return boxes


def valid_values(filters: Sequence[FilterSpec[Any]], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a query among these values, where they are what they should be."""
    found = {one.name: values[one.name] for one in filters if one.name in values and one.valid(values[one.name])}
    if is_text(values.get("text")):
        found["text"] = values["text"]
    return found
