"""The order in which the Tab key goes through parts whose rows come and go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def order_focus(first: QWidget, parts: Sequence[QWidget]) -> None:
    """Have the Tab key go from ``first`` through each part and what lies in it, in this order.

    Qt puts whatever is made later at the end of the window's order. A widget that hands its focus to one of its own
    parts is moved as a whole: were only that part moved, the Tab key would come back to it from where the widget was
    left, and never get further.
    """
    window = first.window()  # the list of a box is a window of its own
    wanted = [stop for part in parts for stop in _stops_in(part) if stop.window() is window]
    for stop in wanted:
        if (proxy := stop.focusProxy()) is not None:
            stop.setFocusPolicy(proxy.focusPolicy())  # setTabOrder does not move what takes no focus
    for one, following in pairwise((first, *wanted)):
        QWidget.setTabOrder(one, following)


def _stops_in(part: QWidget) -> Iterator[QWidget]:
    if _takes_tab(part):
        yield part
        return
    for child in part.children():
        if isinstance(child, QWidget) and not child.isWindow():
            yield from _stops_in(child)


def _takes_tab(widget: QWidget) -> bool:
    """Tell whether the Tab key reaches the widget itself or the part that it hands its focus to."""
    proxy = widget.focusProxy()
    if proxy is not None and not widget.isAncestorOf(proxy):
        return False
    return bool((proxy or widget).focusPolicy() & Qt.FocusPolicy.TabFocus)
