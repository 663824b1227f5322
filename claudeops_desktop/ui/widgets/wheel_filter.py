"""A field in a list that scrolls: the mouse wheel scrolls the list, and never changes the field under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class _WheelFilter(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the wheel to what is around the field."""
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)


def leave_wheel_to_list(field: QWidget) -> None:
    """Let the wheel over ``field`` scroll what it stands in."""
    field.installEventFilter(_WheelFilter(field))
