"""The live log of a session, read from its file while it grows.

The view holds a window of the log: at most MAX_ROWS rows, wherever in the file they stand. Reading, parsing and cutting
happen on ``desk.run_in_background``'s threads, one piece at a time; the GUI thread only appends what comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from ....records.sessions import Session, SessionStatus
from ....storage.change_events import CommittedChange
from ... import theme
from ...text.translation import tr
from ..empty_state import EmptyState
from .find_bar import LogFindBar
from .loaded_range import LoadedRange
from .log_delegate import LogDelegate, find_words
from .log_model import MAX_ROWS, LogModel
from .log_source import LogPiece, LogSource
from .log_table import LogTable
from .position_bar import LogPositionBar
from .read_task import LogReadResult, LogReadTask, load_session

if TYPE_CHECKING:
    from ...app_context import AppContext

FOLD_PAUSE_MS = 60
TIME_FROM = 560


class LogView(QWidget):
    """Shows the log of one session, follows it while it grows, and goes to any line of it.

    ``missing`` says that the session's file is gone (removed by age or size), with the line that was wanted or 0.
    """

    missing = Signal(int)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._source: LogSource | None = None
        self._session_id: int | None = None
        self._running = False
        self._busy = self._stale = self._behind = False
        self._target = 0
        self._sought = False  # words of the target are still to be brought into view
        self._following = True
        self._steering = False

        self.model = LogModel(self)
        self.list = LogTable()
        self._held = LoadedRange(self.model, self.list)
        self._delegate = LogDelegate(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(self._delegate)
        self.list.set_row_height(self._delegate.row_height)
        self.list.whole_requested.connect(self._want_whole)
        self.list.customContextMenuRequested.connect(self._menu)
        bar = self.list.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._range_changed)
        self._empty = EmptyState("sessions", tr("No session chosen"), tr("Its log appears here."))
        self._where = LogPositionBar(self.list)
        self._jump = self._where.jump
        self._where.jump_requested.connect(self.jump_to_live)

        holder = QWidget()
        self._stack = QStackedLayout(holder)  # without a parent it would show its first page as a window
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(holder, 1)
        self._find = LogFindBar(desk)
        self._find.line_found.connect(self.show_line)
        self._find.closed.connect(self.list.setFocus)
        column.addWidget(self._find)
        column.addWidget(self._where)
        self.list.viewport().installEventFilter(self)
        self._fold_pause = QTimer(self, singleShot=True, interval=FOLD_PAUSE_MS)
        self._fold_pause.timeout.connect(self._fold_anew)
        desk.bridge.changed.connect(self._on_change)
        theme.theme_changed.connect(self.list.viewport().update)

    @property
    def session_id(self) -> int | None:
        """The session shown."""
        return self._session_id

    @property
    def following(self) -> bool:
        """Tell whether new lines are brought into view as they come."""
        return self._following

    def show_session(self, session_id: int | None) -> None:
        """Show another session's log from its end, following it; None shows none."""
        if session_id == self._session_id and session_id is not None:
            return
        self._session_id = session_id
        self._forget()
        if session_id is None:
            self._say(tr("No session chosen"), tr("Its log appears here."))
        else:
            self._say(tr("Opening the log…"))
            self._ask_session()

    def show_line(self, line: int, words: Sequence[str] = ()) -> None:
        """Go to a log line, select it and mark it, and the words in it. Waits for the file where that is not known yet.

        Where the words stand in what is not shown of a long line, all of the line is shown.
        """
        self._delegate.words = tuple(dict.fromkeys(word.lower() for word in words if word))
        self._sought = bool(self._delegate.words)
        self._target = line
        self._following = False
        self._go_to_target()

    def open_find(self) -> None:
        """Ctrl+F: open the field that searches the whole log, from the line that is current."""
        current = self.model.entry(self.list.currentIndex().row())
        self._find.open_at(current.number if current else 0)

    @property
    def findable(self) -> bool:
        """Tell whether there is a log to search in, with the focus in it."""
        focused = QApplication.focusWidget()
        return self._source is not None and focused is not None and self.isAncestorOf(focused)

    def jump_to_live(self) -> None:
        """Go to the newest line and follow from there."""
        self._following = True
        self._delegate.highlighted = 0
        if self._at_tail():
            self._to_bottom()
        else:
            self._run("tail")
        self._tell_where()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The list became wider or narrower: fold anew, in a moment."""
        if event.type() == QEvent.Type.Resize and watched is self.list.viewport():
            self._where.place_button()
            self._fold_pause.start()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what was written while nobody looked."""
        super().showEvent(event)
        self._fold_anew()
        if self._stale:
            self._catch_up()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button in its corner."""
        super().resizeEvent(event)
        self._where.place_button()

    def _ask_session(self) -> None:
        session_id = self._session_id
        if session_id is not None:
            self._desk.bridge.ask(partial(load_session, self._desk, session_id), self._session_known)

    def _session_known(self, session: Session | None) -> None:
        if session is None or session.id != self._session_id:
            return
        self._running = session.status == SessionStatus.RUNNING
        if self._source is None and session.log_file:
            self._source = LogSource(self._desk.folder.logs / session.log_file)  # an absolute path stays what it is
            self._find.show_log(self._source.path)
            self._run("around" if self._target else "tail", self._target)
        elif self._source is None:
            self._say(tr("No log yet"), tr("It appears here once the agent has started."))
        self._tell_where()

    def _forget(self) -> None:
        if self._source is not None:
            self._source.dropped = True
        self._source = None
        self._find.show_log(None)
        self._running = self._busy = self._stale = self._behind = False
        self._target = 0
        self._following = True
        self._delegate.highlighted = 0
        self._held.forget()
        self._jump.hide()

    def _on_change(self, change: CommittedChange) -> None:
        if self._session_id is None:
            return
        named = not change.ids or self._session_id in change.ids
        if change.table == "session_log" and named:
            if self._source is None:
                self._ask_session()
            else:
                self._catch_up()
        elif change.table in ("sessions", "*") and named:
            self._ask_session()
            self._catch_up()

    def _catch_up(self) -> None:
        if not self.isVisible():
            self._stale = True
        elif self._busy:
            self._behind = True
        elif self._source is not None and (self._following or self.model.rowCount() < MAX_ROWS):
            if self._held.last == 0:
                self._run("tail")
            elif self._at_tail():
                self._run("after", self._held.last)

    def _at_tail(self) -> bool:
        return self._source is not None and self._held.last >= self._source.total

    def _run(self, what: str, line: int = 0) -> None:
        if self._source is None:
            return
        if self._busy and what == "after":
            self._behind = True
            return
        self._busy = True
        self._stale = False
        self._desk.run_in_background(LogReadTask(self._source, what, line, self.model.columns), self._arrived)

    def _arrived(self, answer: LogReadResult) -> None:
        if answer.errand.source is not self._source:
            return
        self._busy = False
        piece = answer.piece
        if piece is None:
            self._file_missing()
            return
        take = {"before": self._take_earlier, "after": self._take_later, "whole": self._take_whole}
        self._steering = True
        take.get(answer.errand.kind, self._take_anew)(piece)
        self._steering = False
        if self._held.last or self.model.rowCount():
            self._stack.setCurrentWidget(self.list)
            self._where.show()
        else:
            self._say(
                tr("Nothing yet") if self._running else tr("The log is empty"), tr("The agent has not said anything.")
            )
        if self._target and piece.total:
            self._go_to_target()
        elif self._following:
            self._to_bottom()
        self._tell_where()
        if self._behind or (self._following and not self._at_tail()):
            self._behind = False
            self._catch_up()

    def _take_anew(self, piece: LogPiece) -> None:
        self._held.replace_all(piece)

    def _take_later(self, piece: LogPiece) -> None:
        self._held.add_later(piece, following=self._following)

    def _take_earlier(self, piece: LogPiece) -> None:
        self._held.add_earlier(piece, self._delegate.row_height)

    def _take_whole(self, piece: LogPiece) -> None:
        self._following = False
        self.model.expand(piece.first, piece.entries)
        self._seek_words(piece.first, self.model.rows_of(piece.first))

    def _go_to_target(self) -> None:
        if not self._target or self._source is None or self._busy:
            return
        if not self._held.contains_line(self._target):
            if self._held.last and self._target > self._source.total:
                self._target = self._source.total
            else:
                self._run("around", self._target)
                return
        row = self.model.row_of(self._target)
        line, self._target = self._target, 0
        if row < 0:
            row = self.model.rowCount() - 1
        rows = self.model.rows_of(line) or range(row, row + 1)
        self._delegate.highlighted = line
        self._steering = True
        self.list.select_rows(rows)
        self._steering = False
        self._seek_words(line, rows)
        self._tell_where()

    def _seek_words(self, line: int, rows: range) -> None:
        """Scroll to the words that were looked for; once, and for a line that is cut short after all of it is here."""
        if not self._sought:
            return
        words, self._steering = self._delegate.words, True
        found = self.list.go_to(rows, lambda text: any(find_words(text, words)))
        self._steering = False
        self._sought = not found and self.list.cut_short(rows)
        if self._sought:
            self._run("whole", line)

    def _want_whole(self, line: int) -> None:
        if not self._busy:
            self._run("whole", line)

    def _scrolled(self, value: int) -> None:
        if self._steering:
            return
        bar = self.list.verticalScrollBar()
        self._following = value >= bar.maximum() - 1 and self._at_tail()
        if not self._busy and self._source is not None and self.model.rowCount():
            if value == 0 and bar.maximum() > 0 and self._held.first > 1:
                self._run("before", self._held.first)
            elif value >= bar.maximum() - 1 and not self._at_tail():
                self._run("after", self._held.last)
        self._tell_where()

    def _range_changed(self, _low: int, high: int) -> None:
        if self._following:
            self._steering = True
            self.list.verticalScrollBar().setValue(high)
            self._steering = False

    def _to_bottom(self) -> None:
        self._steering = True
        self.list.scrollToBottom()
        self._steering = False

    def _fold_anew(self) -> None:
        width = self.list.viewport().width()
        self._delegate.with_time = width >= TIME_FROM
        top = self.list.indexAt(QPoint(theme.GAP_M, 1)).row()
        held = self.model.entry(top)
        chosen = self.model.entry(self.list.currentIndex().row())
        self._steering = True
        if self.model.set_columns(self._delegate.columns(width)):
            if chosen is not None:
                self.list.setCurrentIndex(self.model.index(self.model.row_at(chosen)))
            if self._following:
                self.list.scrollToBottom()
            elif held is not None:
                index = self.model.index(self.model.row_at(held))
                self.list.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
        self._steering = False

    def _menu(self, at: QPoint) -> None:
        self.list.open_menu(at, self.open_find, self.jump_to_live, self._jump.text())

    def _file_missing(self) -> None:
        line, self._target = self._target, 0
        if self._running:
            self._say(tr("Nothing yet"), tr("The log appears here as soon as the agent says something."))
            return
        self._say(
            tr("The log of this session has been removed"),
            tr(
                "Old logs are removed by age and size (see Settings, Logs). Each memory keeps a copy of the line it"
                " came from: see What was learned."
            ),
        )
        self.missing.emit(line)

    def _say(self, title: str, text: str = "") -> None:
        self._empty.set_message(title, text)
        self._stack.setCurrentWidget(self._empty)
        self._where.hide()

    def _tell_where(self) -> None:
        source = self._source
        if source is None or not self.model.rowCount():
            self._jump.hide()
            return
        lines = (self._held.first, self._held.last, source.total)
        self._where.show_position(lines, running=self._running, following=self._following, at_tail=self._at_tail())
