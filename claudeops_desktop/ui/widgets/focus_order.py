"""The order in which the Tab key goes through parts whose rows come and go."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def order_focus(first: QWidget, parts: Sequence[QWidget]) -> None:
    """Have the Tab key go from ``first`` through each part and what lies in it, in this order.

    Qt puts whatever is made later at the end of the window's order. No widget among the parts may have
    a focus proxy within itself: Qt does not move it, and from where it stays the Tab key comes back to the proxy.
    """
    window = first.window()  # the list of a box is a window of its own
    found = [child for part in parts for child in (part, *part.findChildren(QWidget))]
    wanted = [child for child in found if _takes_tab(child) and child.window() is window]
    last = first
    for widget in wanted:
        if last.nextInFocusChain() is not widget:
            QWidget.setTabOrder(last, widget)
        last = widget


def _takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
