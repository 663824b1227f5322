"""Lifetimes as a table: a line for each domain, a cell for each of its three settings."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from ... import theme
from ...text.translation import tr
from .base_group import SettingsGroup
from .field_specs import FieldSpec, matches_search
from .setting_row import SettingRow
from .text import DOMAINS

CELL = 64
HEADS = {
    "decay": tr("Fades a day, λ"),
    "stale_days": tr("Stale after, days"),
    "archive_days": tr("Archived after, days"),
}
NOTE = tr(
    "Days count from the last confirmation or recall. 0 days: never. λ 0: no decay. Stale "
    "memories count half in recall; archived ones are found only when asked for."
)


class LifetimeCell(SettingRow):
    """A setting as a cell of the table: its editor and the way back to its default; the rest is said on hover."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        domain = DOMAINS.get(spec.part, spec.part)
        self.editor.setAccessibleName(f"{domain}: {HEADS[spec.name.rpartition('.')[2]]}")

    def show_value(self, value: object) -> None:
        """Show the value in force; on hover its bounds and default."""
        super().show_value(value)
        self.editor.setToolTip(f"{self.spec.description}\n{self._note.text()}")

    def _lay_out(self) -> None:
        self._note.hide()
        self._note.setParent(self)
        self._wrong.setParent(self)
        self.editor.setFixedWidth(CELL)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.editor)
        row.addWidget(self._reset)
        row.addStretch()
        policy = self._reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the columns stay where they are
        self._reset.setSizePolicy(policy)

    @property
    def complaint(self) -> QWidget:
        """The sentence that says what is wrong, for the line below."""
        return self._wrong


class LifetimesGroup(SettingsGroup):
    """The domains under one another. A search shows the whole line of what it finds."""

    def _put_rows(self, column: QVBoxLayout) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, theme.GAP_S, 0, theme.GAP_XS)
        grid.setHorizontalSpacing(theme.GAP_M)
        grid.setVerticalSpacing(theme.GAP_XS)
        for at, head in enumerate((tr("What it is about"), *HEADS.values())):
            label = theme.plain_label(head.replace(", ", ",\n"), "muted")
            grid.addWidget(label, 0, at, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        grid.setColumnStretch(len(HEADS) + 1, 1)
        self._lines: dict[str, tuple[list[SettingRow], QWidget]] = {}
        parts = list(dict.fromkeys(row.spec.part for row in self.rows if row.spec.part))
        for line, part in enumerate(parts):
            cells = [row for row in self.rows if row.spec.part == part]
            name = theme.plain_label(DOMAINS.get(part, part), "strong")
            grid.addWidget(name, 2 * line + 1, 0)
            below = QVBoxLayout()
            below.setSpacing(0)
            for at, cell in enumerate(cells, 1):
                grid.addWidget(cell, 2 * line + 1, at)
                if isinstance(cell, LifetimeCell):
                    below.addWidget(cell.complaint)
            grid.addLayout(below, 2 * line + 2, 0, 1, len(HEADS) + 2)
            self._lines[part] = (cells, name)
        column.addLayout(grid)
        column.addWidget(theme.plain_label(NOTE, "muted", wrap=True))
        self._own = [row for row in self.rows if not row.spec.part]
        for row in self._own:
            column.addWidget(row)

    def search(self, text: str) -> int:
        """Show the lines that the search means."""
        words = text.lower().split()
        whole = all(word in self._keywords for word in words)
        left = 0
        for part, (cells, name) in self._lines.items():
            said = f"{DOMAINS.get(part, part)} {part}".lower()
            found = (
                whole or all(word in said for word in words) or any(matches_search(cell.spec, text) for cell in cells)
            )
            name.setVisible(found)
            for cell in cells:
                cell.setVisible(found)
            left += found * len(cells)
        for row in self._own:
            row.setVisible(whole or matches_search(row.spec, text))
            left += row.isVisibleTo(self)
        self.setVisible(left > 0)
        return left
