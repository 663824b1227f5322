"""The order in which the Tab key goes through a window whose parts come and go: that in which they are laid out.

Qt puts whatever is made later at the end of the window's order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QSplitter, QWidget


def first_stop(parts: Iterable[QWidget]) -> QWidget | None:
    """Return what the Tab key reaches first in these parts; None where it reaches nothing."""
    return next((stop for part in parts for stop in _stops_in(part)), None)


def order_focus(parts: Sequence[QWidget]) -> None:
    """Have the Tab key go through these parts of a window in turn, and through each as it is laid out."""
    wanted = list(dict.fromkeys(stop for part in parts for stop in _stops_in(part)))
    if wanted and _stops_after(wanted[0], set(wanted)) != wanted[1:]:
        for one, following in pairwise(wanted):
            QWidget.setTabOrder(one, following)


def _stops_in(part: QWidget) -> Iterator[QWidget]:
    """Yield what can be seen in a part and takes the Tab key.

    A widget that hands its focus to a part of its own stays where it is with all in it: Qt does not move it, and were
    its parts moved away from it, the Tab key would come back to them from there and get no further.
    """
    proxy = part.focusProxy()
    if not part.isVisible() or part.isWindow() or (proxy is not None and part.isAncestorOf(proxy)):
        return
    if proxy is None and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield part
    for child in _laid_out(part):
        yield from _stops_in(child)


def _laid_out(part: QWidget) -> list[QWidget]:
    """Return the children of a widget, those of its layout first."""
    layout = part.layout()
    ordered = list(_widgets_of(layout)) if layout is not None else []
    if isinstance(part, QSplitter):
        ordered = [inner for at in range(part.count()) if (inner := part.widget(at)) is not None]
    return ordered + [child for child in part.children() if isinstance(child, QWidget) and child not in ordered]


def _widgets_of(layout: QLayout) -> Iterator[QWidget]:
    for item in filter(None, map(layout.itemAt, range(layout.count()))):
        if (widget := item.widget()) is not None:
            yield widget
        elif (inner := item.layout()) is not None:
            yield from _widgets_of(inner)


def _stops_after(first: QWidget, stops: set[QWidget]) -> list[QWidget]:
    found, now = [], first.nextInFocusChain()
    while now is not None and now is not first:
        if now in stops:
            found.append(now)
        now = now.nextInFocusChain()
    return found
