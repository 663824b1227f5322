"""The overview of all keys (F1), those of every page too: searched by word, copied, or printed as a page."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ...core.atomic_write import write_whole
from .. import theme
from ..pages.base_page import BasePage
from ..text.translation import tr
from ..widgets.fit_to_screen import fit_to_screen
from ..widgets.search_field import SearchField
from ..widgets.vertical_scroll import VerticalScroll
from .command_palette import plain_action_text

EVERYWHERE = (
    (tr("Tab, Shift+Tab"), tr("The next or previous control")),
    (tr("Arrows, Home, End"), tr("Move in a table or list")),
    (tr("Return"), tr("Open the row")),
    (tr("Return in a search field"), tr("Go to the first row that was found")),
    (tr("Ctrl+C"), tr("Copy the selected rows of a table")),
    (tr("Shift+F10"), tr("Open the menu of a table: copy, export, look, columns")),
    (tr("Escape"), tr("Clear a search field; close a dialog")),
)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Keys and what they do, under a heading."""

    group: str
    keys: str
    what: str


class KeysDialog(QDialog):
    """Lists the actions that have a key. ``place`` is where the page to print is written; it is opened in a
    browser. The keys of ``first``, a page, come first.
    """

    def __init__(
        self,
        groups: Sequence[tuple[str, Sequence[QAction]]],
        parent: QWidget,
        place: Path | None = None,
        first: BasePage | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self._place = place
        self.rows: list[KeyRow] = []
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.search = SearchField(tr("Search keys"))
        self.search.searched.connect(self._search)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.GAP_XL)
        self._grid.setVerticalSpacing(theme.GAP_S)
        self._lines: list[tuple[KeyRow | None, list[QWidget]]] = []
        self.add([*(page_key_rows(first) if first is not None else []), *action_key_rows(groups)])
        self._grid.setColumnStretch(1, 1)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._grid)
        column.addStretch()
        area = VerticalScroll(inner, name=tr("Keys"))
        area.setMinimumWidth(inner.sizeHint().width() + theme.GAP_XL)
        self.none = theme.plain_label(tr("No key does that. The palette (Ctrl+K) finds every command."), "muted")
        self.none.hide()
        self.copy = QPushButton(tr("Copy as text"))
        self.copy.clicked.connect(self._copy)
        self.print = QPushButton(tr("Open as a page to print"))
        self.print.clicked.connect(self._print)
        self.print.setVisible(place is not None)
        leave = QPushButton(tr("Close"))
        leave.clicked.connect(self.reject)
        leave.setDefault(True)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addWidget(self.copy)
        buttons.addWidget(self.print)
        buttons.addStretch()
        buttons.addWidget(leave)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        whole.setSpacing(theme.GAP_M)
        whole.addWidget(self.search)
        whole.addWidget(self.none)
        whole.addWidget(area, 1)
        whole.addLayout(buttons)
        fit_to_screen(self, max(480, self.sizeHint().width()), 620)
        self.search.setFocus()

    def append_rows(self, more: Iterator[Sequence[KeyRow]]) -> None:
        """Show what comes, one part at a time: the window answers between them."""
        self._more = more
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._go_on)
        self._next.start()

    def _go_on(self) -> None:
        rows = next(self._more, None)
        if rows is not None:
            self.add(rows)
            self._search(self.search.text())
            self._next.start()

    def add(self, rows: Sequence[KeyRow]) -> None:
        """Show more, below what is there."""
        group, line = "", self._grid.rowCount() if self._lines else 0
        self.rows += rows
        for row in rows:
            if row.group != group:
                group = row.group
                heading = theme.plain_label(group, "section")
                heading.setContentsMargins(0, theme.GAP_M if line else 0, 0, 0)
                self._grid.addWidget(heading, line, 0, 1, 2)
                self._lines.append((None, [heading]))
                line += 1
            keys, what = theme.plain_label(row.keys, "mono"), theme.plain_label(row.what)
            self._grid.addWidget(keys, line, 0)
            self._grid.addWidget(what, line, 1)
            self._lines.append((row, [keys, what]))
            line += 1

    def _search(self, text: str) -> None:
        found = {id(row) for row in filter_key_rows(self.rows, text)}
        groups = {row.group for row in self.rows if id(row) in found}
        for row, widgets in self._lines:
            shown = id(row) in found if row is not None else widgets[0].text() in groups  # type: ignore[attr-defined]
            for widget in widgets:
                widget.setVisible(shown)
        self.none.setVisible(not found)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(keys_as_text(self.rows))
        self.copy.setText(tr("Copied"))

    def _print(self) -> None:
        if self._place is None:
            return
        write_whole(self._place, keys_as_html(self.rows))
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._place))):
            self.print.setText(tr("Written to {path}", path=self._place))


def page_key_rows(page: BasePage) -> list[KeyRow]:
    """The keys of one page: those of its actions, and those of its parts."""
    own = [KeyRow(page.title, keys, what) for keys, what in page.more_keys()]
    return [*_rows([(page.title, page.actions())]), *own]


def action_key_rows(groups: Sequence[tuple[str, Sequence[QAction]]]) -> list[KeyRow]:
    """The actions that have a key, under their headings, and what holds everywhere."""
    return [*_rows(groups), *(KeyRow(tr("On every page"), keys, what) for keys, what in EVERYWHERE)]


def _rows(groups: Sequence[tuple[str, Sequence[QAction]]]) -> list[KeyRow]:
    return [
        KeyRow(
            title,
            ", ".join(keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts()),
            plain_action_text(action),
        )
        for title, actions in groups
        for action in actions
        if action.shortcuts()
    ]


def filter_key_rows(rows: Sequence[KeyRow], text: str) -> list[KeyRow]:
    """The rows that every word of a text stands in."""
    wanted = text.lower().split()
    return [row for row in rows if all(word in f"{row.group} {row.keys} {row.what}".lower() for word in wanted)]


def keys_as_text(rows: Sequence[KeyRow]) -> str:
    """A list to paste."""
    widest = max((len(row.keys) for row in rows), default=0)
    lines: list[str] = []
    group = ""
    for row in rows:
        if row.group != group:
            group = row.group
            lines += [*([""] if lines else []), group]
        lines.append(f"  {row.keys:<{widest}}  {row.what}")
    return "\n".join(lines) + "\n"


def keys_as_html(rows: Sequence[KeyRow]) -> str:
    """A page to print, in two columns."""
    parts: list[str] = []
    group = ""
    for row in rows:
        if row.group != group:
            group = row.group
            parts.append(f"<h2>{html.escape(group)}</h2>")
        parts.append(f"<p><kbd>{html.escape(row.keys)}</kbd> {html.escape(row.what)}</p>")
    style = (
        "body{font:13px sans-serif;columns:2;margin:2em}h1{column-span:all}h2{font-size:15px;margin:1em 0 .3em}"
        "p{margin:.2em 0}kbd{display:inline-block;min-width:9em;font-family:monospace}"
    )
    title = html.escape(tr("Keys of Claude Ops"))
    head = f'<!doctype html><meta charset="utf-8"><title>{title}</title><style>{style}</style>'
    return f"{head}<h1>{title}</h1>{''.join(parts)}\n"
