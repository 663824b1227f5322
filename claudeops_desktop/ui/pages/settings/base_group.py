"""A group of the settings page: heading, one sentence, rows, and what a group adds of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ... import theme
from .setting_row import SettingRow
from .text import PART_TITLES


class SettingsGroup(QFrame):
    """``extra`` goes between the heading and the rows. ``keywords`` are found by the search besides the rows."""

    def __init__(
        self,
        name: str,
        title: str,
        text: str,
        rows: list[SettingRow],
        extra: QWidget | None = None,
        keywords: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.name = name
        self.title = title
        self.rows = rows
        self.extra = extra
        self._keywords = f"{title} {text} {keywords}".lower()
        self.setAccessibleName(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
        column.setSpacing(0)
        column.addWidget(theme.plain_label(title, "section"))
        column.addWidget(theme.plain_label(text, "muted", wrap=True))
        column.addSpacing(theme.GAP_S)
        if extra is not None:
            column.addWidget(extra)
        self._parts: list[tuple[QWidget, str]] = []
        self._put_rows(column)

    def _put_rows(self, column: QVBoxLayout) -> None:
        part = ""
        for row in self.rows:
            if row.spec.part != part:
                part = row.spec.part
                heading = theme.plain_label(PART_TITLES.get(part) or part.capitalize(), "muted")
                heading.setContentsMargins(0, theme.GAP_M, 0, 0)
                self._parts.append((heading, part))
                column.addWidget(heading)
            column.addWidget(row)

    def search(self, text: str) -> int:
        """Show what the search means; how many rows (or the group's own part) that leaves."""
        from .field_specs import matches_search

        words = text.lower().split()
        whole = all(word in self._keywords for word in words)
        left = 0
        for row in self.rows:
            found = whole or matches_search(row.spec, text)
            row.setVisible(found)
            left += found
        for heading, part in self._parts:
            heading.setVisible(any(row.spec.part == part and not row.isHidden() for row in self.rows))
        if self.extra is not None:
            self.extra.setVisible(whole)
            left += whole
        self.setVisible(left > 0)
        return left
