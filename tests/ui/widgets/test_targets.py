"""Whatever is clicked is at least 28 pixels high, on every page, view and dialog."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar, QWidget
from support.tour import stops

from claudeops_desktop.ui import theme

LEAST = theme.TARGET
WITHIN = (QComboBox, QAbstractSpinBox, QLineEdit, QTabBar)  # what is drawn inside of another target


def low_targets(front: QWidget) -> list[str]:
    """The targets in sight that are lower than LEAST."""
    found = []
    for kind in (QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit):
        for one in front.findChildren(kind):
            inside = isinstance(one.parentWidget(), WITHIN)
            if one.isVisible() and not inside and one.height() < LEAST:
                name = one.accessibleName() or (one.text() if hasattr(one, "text") else "")
                found.append(f"{type(one).__name__} “{name}” in {type(one.parentWidget()).__name__}: {one.height()}")
    for bar in front.findChildren(QTabBar):
        for place in range(bar.count() if bar.isVisible() else 0):
            high = bar.tabRect(place).height()
            found += [f"tab {bar.tabText(place)}: {high}"] if bar.isTabVisible(place) and high < LEAST else []
    return found


@pytest.mark.slow
def test_every_target_is_high_enough(window, settle) -> None:
    low: dict[str, str] = {}
    screens = 0
    for stop, front in stops(window, settle):
        screens += 1
        for one in low_targets(front):
            low.setdefault(one, stop)
    assert screens > 50
    assert low == {}
