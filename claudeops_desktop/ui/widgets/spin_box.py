"""Number fields that look as the other fields do."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractSpinBox

from .. import theme


def inset_text(field: QAbstractSpinBox) -> None:
    """Its words begin where those of a text field do: a style sheet cannot move them in a spin box."""
    line = field.lineEdit()
    if line is not None:
        line.setTextMargins(theme.GAP_S, 0, 0, 0)
