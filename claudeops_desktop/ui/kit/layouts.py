"""Widgets beside and under one another, with the usual distances."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from .. import theme

Box = TypeVar("Box", bound=QBoxLayout)
Part = QWidget | QLayout | None


def row_of(*parts: Part, grow: Part = None, spacing: int = theme.GAP_S) -> QHBoxLayout:
    """Return parts side by side: None is room between them, ``grow`` takes the room that is left."""
    return _filled(QHBoxLayout(), parts, grow, spacing)


def column_of(*parts: Part, grow: Part = None, spacing: int = theme.GAP_S) -> QVBoxLayout:
    """Return parts under one another: None is room between them, ``grow`` takes the room that is left."""
    return _filled(QVBoxLayout(), parts, grow, spacing)


def fill_column(
    holder: QWidget, *parts: Part, grow: Part = None, spacing: int = theme.GAP_S, bottom: int = 0
) -> QVBoxLayout:
    """Put parts under one another into a widget, without a margin but the one at the ``bottom``."""
    column = _filled(QVBoxLayout(holder), parts, grow, spacing)
    column.setContentsMargins(0, 0, 0, bottom)
    return column


def fill_row(
    holder: QWidget, *parts: Part, grow: Part = None, spacing: int = theme.GAP_S, edge: int = 0
) -> QHBoxLayout:
    """Put parts side by side into a widget, with a margin of ``edge`` above and below them."""
    row = _filled(QHBoxLayout(holder), parts, grow, spacing)
    row.setContentsMargins(0, edge, 0, edge)
    return row


def _filled(layout: Box, parts: tuple[Part, ...], grow: Part, spacing: int) -> Box:
    layout.setSpacing(spacing)
    for part in parts:
        stretch = int(part is grow)
        if part is None:
            layout.addStretch()
        elif isinstance(part, QWidget):
            layout.addWidget(part, stretch)
        else:
            layout.addLayout(part, stretch)
    return layout
