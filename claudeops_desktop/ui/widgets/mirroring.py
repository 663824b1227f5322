"""What is painted by hand, in a window that reads from right to left."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget


def mirror_rect(widget: QWidget, part: QRectF) -> QRectF:
    """Where a part of a widget belongs that was laid out from left to right: there, or at the other side."""
    if widget.isLeftToRight():
        return part
    return QRectF(widget.width() - part.right(), part.top(), part.width(), part.height())
