"""Find in a log: the whole file, not only the rows that are loaded, searched on a thread."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from ... import icons, theme
from ...text.formatting import format_number
from ...text.translation import tr
from ..search_field import SearchField
from .log_source import LogSource

if TYPE_CHECKING:
    from ...app_context import AppContext

_WORD = re.compile(rb"[a-z0-9_./-]{2,}")


@dataclass(frozen=True, slots=True)
class FindInLog:
    """One search, for ``desk.run_in_background``: the next log line that says ``text``, after (or before) line
    ``start``.

    Case does not matter. At the end it goes on from the other end; None where no line says it.
    """

    path: Path
    text: str
    start: int
    back: bool = False

    def __call__(self) -> int | None:
        """Search, with a source of its own: the view's is read on another thread."""
        source = LogSource(self.path)
        try:
            source.scan()
            return find_line(source, self.text, self.start, back=self.back)
        except OSError:
            return None


def find_line(source: LogSource, text: str, start: int, *, back: bool = False) -> int | None:
    """The nearest log line beyond ``start`` that says ``text``; on from the other end, ``start`` itself comes last."""
    total = source.total
    wanted = text.casefold()
    words = sorted(_WORD.findall(wanted.encode()), key=len) if wanted.isascii() else []
    start = min(max(start, 0), total + 1)
    order = (
        chain(range(start - 1, 0, -1), range(total, max(start, 1) - 1, -1))
        if back
        else chain(range(start + 1, total + 1), range(1, min(start, total) + 1))
    )
    with source.path.open("rb") as file:
        for line in order:
            if words and words[-1] not in source.read_raw(file, line).lower():
                continue  # cheaper than to understand it
            if any(wanted in entry.text.casefold() for entry in source.read_whole(line)):
                return line
    return None


class LogFindBar(QWidget):
    """A field below the log. ``line_found`` carries the log line to show; ``closed`` that it is no longer wanted."""

    line_found = Signal(int)
    closed = Signal()

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._path: Path | None = None
        self._line = 0
        self._busy = False
        self.field = SearchField(tr("Find in this log"))
        self.field.installEventFilter(self)
        self.field.searched.connect(self._typed)
        self.status_label = theme.plain_label(role="muted")
        self.up = self._button("chevron_up", tr("Previous match (Shift+Return)"))
        self.down = self._button("chevron", tr("Next match (Return)"))
        self.leave = self._button("close", tr("Close (Escape)"))
        self.up.clicked.connect(self.find_before)
        self.down.clicked.connect(self.find_next)
        self.leave.clicked.connect(self.close_bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.GAP_S, theme.GAP_XS, theme.GAP_XS, theme.GAP_XS)
        row.setSpacing(theme.GAP_XS)
        row.addWidget(self.field, 1)
        row.addSpacing(theme.GAP_XS)
        row.addWidget(self.status_label, 1)
        for button in (self.up, self.down, self.leave):
            row.addWidget(button)
        self.hide()

    def show_log(self, path: Path | None) -> None:
        """Another log is shown above."""
        if path != self._path:
            self._path, self._line = path, 0
            self.status_label.setText("")

    def open_at(self, line: int) -> None:
        """Ctrl+F: search from log line ``line`` on."""
        self._line = line
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    @Slot()
    def find_next(self) -> None:
        """Further down."""
        self._find(back=False)

    @Slot()
    def find_before(self) -> None:
        """Further up."""
        self._find(back=True)

    @Slot()
    def close_bar(self) -> None:
        """Escape."""
        self.hide()
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return goes on, Shift+Return back, Escape closes."""
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F3):
                self._find(back=shift)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
        return super().eventFilter(watched, event)

    @Slot(str)
    def _typed(self, text: str) -> None:
        self._line = max(0, self._line - 1)  # what is found already stays found while more is typed
        if text:
            self._find(back=False)
        else:
            self.status_label.setText("")

    def _find(self, *, back: bool) -> None:
        text = self.field.text().strip()
        self.field.set_text_quietly(self.field.text())
        if not text or self._path is None or self._busy:
            return
        self._busy = True
        self.status_label.setText(tr("Searching…"))
        asked = FindInLog(self._path, text, self._line, back)
        self._desk.run_in_background(asked, partial(self.found, asked))

    def found(self, asked: FindInLog, line: int | None) -> None:
        """What came of a search."""
        self._busy = False
        if asked.path != self._path:
            return
        if asked.text != self.field.text().strip():
            self._find(back=asked.back)
        elif line is None:
            self.status_label.setText(tr("“{words}” is not in this log.", words=asked.text))
        else:
            over = line <= asked.start if not asked.back else line >= asked.start
            on = tr(", on from the {value}", value="end" if asked.back else "top") if over and asked.start else ""
            self._line = line
            self.status_label.setText(tr("Line {line}{on}", line=format_number(line), on=on))
            self.line_found.emit(line)

    def _button(self, icon: str, name: str) -> QToolButton:
        made = QToolButton()
        made.setAccessibleName(name.partition(" (")[0])
        made.setToolTip(name)
        theme.set_role(made, "icon")
        icons.set_themed_icon(made, icon)
        return made
