"""Search through all logs, in the place of the table of runs: passages, newest first, and how far the index is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QStackedWidget, QVBoxLayout, QWidget

from ....records.run_list import RunQuery
from ....runs.log_index.query import read_query
from ....runs.log_index.search import (
    IndexProgress,
    LogHit,
    LogSearchRequest,
    LogSearchResult,
    index_progress,
    search_logs,
)
from ....storage.change_events import CommittedChange
from ... import theme
from ...kit.columns import ColumnModel, ColumnSpec, make_table, text_column, time_column
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import ROW, Index
from .queries import list_sessions

if TYPE_CHECKING:
    from ...app_context import AppContext

FoundHits: TypeAlias = tuple[str, LogSearchResult, IndexProgress]
LOOK_AGAIN_MS = 1_500
BAR_SIZE = 120, 6
HELP = tr('Words that are in one line · "a phrase" · begin* · -without')
PARTS = {"said": tr("said"), "asked": tr("tool call"), "answered": tr("tool's answer"), "errors": tr("error")}

COLUMNS: tuple[ColumnSpec[LogHit], ...] = (
    ColumnSpec("session", tr("Session"), 72, number=True, text=lambda hit: str(hit.session_id)),
    time_column("at", tr("Time"), 110, lambda hit: hit.at or None),
    ColumnSpec("line", tr("Line"), 64, number=True, text=lambda hit: formatting.format_number(hit.line)),
    ColumnSpec("part", tr("Where"), 112, minor=1, text=lambda hit: PARTS.get(hit.part, hit.part)),
    text_column("passage", tr("Passage"), 240, lambda hit: hit.snippet, stretch=True),
)


def split_marked(hit: LogHit) -> list[tuple[str, bool]]:
    """Return the passage in plain and marked pieces, in order. The marks are those of the text before it is made
    harmless."""
    found: list[tuple[str, bool]] = []
    at = 0
    for start, length in hit.marks:
        found += [(hit.snippet[at:start], False), (hit.snippet[start : start + length], True)]
        at = start + length
    found.append((hit.snippet[at:], False))
    return [(formatting.strip_direction_marks(text), marked) for text, marked in found if text]


def found_text(found: LogSearchResult) -> str:
    """Return how many lines were found, and how to go on."""
    count = tr_count("%n line", "%n lines", found.count)
    if found.more:
        count = tr("More than {number} lines", number=formatting.format_number(found.count))
    shown = ""
    if found.count > len(found.hits):
        shown = tr(", the newest {hits} shown", hits=formatting.format_number(len(found.hits)))
    return tr("{number}{shown} · Return opens the log there · F3 the next one", number=count, shown=shown)


def nothing_text(text: str, progress: IndexProgress) -> tuple[str, str]:
    """Return why nothing is shown: a title and a sentence."""
    if not text:
        return tr("Search in all logs"), HELP
    if not read_query(text).looks_for:
        return tr("Nothing to look for yet"), tr("Give at least one word to look for. {help}", help=HELP)
    if not progress.complete:
        return tr("Not found so far"), tr("The logs are still being indexed.")
    return tr("No log says that"), tr("Fewer words, or the beginning of one with *, may find more.")


def progress_text(progress: IndexProgress) -> str:
    """Return how much of the logs can be searched."""
    left = (progress.total - progress.done) / 1e6
    size = tr("{left} MB", left=f"{left:,.0f}") if left >= 1 else tr("less than 1 MB")
    share = formatting.format_percent(progress.share)
    return tr("{share} of the logs can be searched, {size} to go", share=share, size=size)


class PassageCell(RecordCell):
    """Paints the passage on one line, with the words that were looked for on a ground of their own."""

    def paint_text(self, painter: QPainter, room: QRect, index: Index) -> None:
        """Paint piece by piece, plain and marked."""
        hit: LogHit | None = index.data(ROW)
        t = theme.current_tokens()
        plain, bold = QFont(painter.font()), QFont(painter.font())
        bold.setWeight(QFont.Weight.DemiBold)
        left, end = room.left(), room.right()
        for text, marked in split_marked(hit) if hit is not None else ():
            painter.setFont(bold if marked else plain)
            metrics = painter.fontMetrics()
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, end - left)
            place = QRect(left, room.top(), metrics.horizontalAdvance(shown), room.height())
            if marked:
                current = index.row() == self._view.currentIndex().row()
                ground = QRect(left, room.center().y() - metrics.height() // 2, place.width(), metrics.height())
                painter.fillRect(ground, t.colour("line" if current else "accent_weak"))
            painter.setPen(t.colour("accent" if marked else "text"))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
            left += place.width()
            if left >= end or shown != text:
                break


class LogSearch(QWidget):
    """``hit_opened`` carries the LogHit to go to."""

    hit_opened = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._text = ""
        self._narrowed: RunQuery | None = None
        self._busy = self._again = self._opened_one = False
        self.hits: tuple[LogHit, ...] = ()  # what was found, newest first
        self.model: ColumnModel[LogHit] = ColumnModel(COLUMNS, "HitModel", self)
        self.table = make_table(self.model, tr("Passages found"), self)
        self.table.setItemDelegateForColumn(len(COLUMNS) - 1, PassageCell(self.table))
        self.table.row_opened.connect(self._open)
        self.status_label = theme.plain_label(role="muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedSize(*BAR_SIZE)
        self._bar.setAccessibleName(tr("How much of the logs can be searched"))
        self._behind = theme.plain_label(role="muted")
        self._empty = EmptyState("search", tr("Search in all logs"), HELP)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._soon.timeout.connect(self._look_again)
        context.bridge.changed.connect(self._committed)

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(theme.GAP_S)
        foot.setContentsMargins(0, 0, 0, theme.GAP_XS)
        foot.addWidget(self.status_label, 1)
        for part in (self._behind, self._bar):
            foot.addWidget(part)
            part.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(self._stack, 1)
        column.addLayout(foot)

    def search(self, text: str, within: RunQuery | None) -> None:
        """Search for a text, in the sessions of the runs that a query means (None: in all)."""
        self._text, self._narrowed = text, within
        self._ask()

    def deactivate(self) -> None:
        """Go out of view: nothing ticks."""
        self._soon.stop()

    def step_hit(self, way: int) -> bool:
        """Go to the next hit (1) or the one before (-1) and open it; False where there is none."""
        if not self.hits:
            return False
        current = self.table.current
        place = current + way if isinstance(current, int) and self._opened_one else 0
        self.table.select_key(place % len(self.hits))
        self._open(place % len(self.hits))
        return True

    def _ask(self) -> None:
        self._again = self._busy
        if self._busy:
            return
        self._busy = True
        if self._text:
            self.status_label.setText(tr("Searching…"))
        if self._narrowed is None:
            self._search(None)
        else:
            self._context.bridge.ask(partial(list_sessions, self._context, self._narrowed), self._search, self._failed)

    def _search(self, sessions: frozenset[int] | None) -> None:
        work = partial(_search_logs, self._context, self._text, sessions)
        self._context.run_in_background(work, self._found, self._failed)

    def _found(self, answer: FoundHits) -> None:
        text, found, progress = answer
        self._busy = False
        self._show_progress(progress)
        if self._again or text != self._text:
            self._ask()
            return
        places = [(hit.session_id, hit.line) for hit in self.hits]
        fresh = [(hit.session_id, hit.line) for hit in found.hits] != places
        self.hits = found.hits
        if fresh or not text:
            self._opened_one = False
            self.model.set_keys(range(len(found.hits)))
            self.model.set_rows(dict(enumerate(found.hits)))
        self.status_label.setText(found_text(found) if found.hits else "")
        self._stack.setCurrentWidget(self.table if found.hits else self._empty)
        self._empty.set_message(*nothing_text(text, progress))

    def _show_progress(self, progress: IndexProgress) -> None:
        behind = not progress.complete
        self._bar.setVisible(behind)
        self._behind.setVisible(behind)
        if not behind:
            return
        self._bar.setMaximum(1000)
        self._bar.setValue(round(progress.share * 1000))
        self._behind.setText(progress_text(progress))
        if self._context.log_index is not None:
            self._context.log_index.request_pass()
        if self.isVisible():
            self._soon.start()

    def _look_again(self) -> None:
        if self.isVisible():
            self._ask()

    def _committed(self, change: CommittedChange) -> None:
        if change.table == "log_index":
            self._look_again()

    def _failed(self, error: Exception) -> None:
        self._busy = False
        self.hits = ()
        self.model.set_keys(())
        self._stack.setCurrentWidget(self._empty)
        self._empty.set_message(tr("The logs could not be searched"), error_text(error))
        self.status_label.setText("")
        if self._context.log_index is not None:  # what is damaged is made anew
            self._context.log_index.request_pass()

    def _open(self, key: object) -> None:
        if isinstance(key, int) and key < len(self.hits):
            self._opened_one = True
            self.hit_opened.emit(self.hits[key])


def _search_logs(context: AppContext, text: str, sessions: frozenset[int] | None) -> FoundHits:
    progress = index_progress(context.folder)
    return text, search_logs(context.folder, LogSearchRequest(read_query(text), sessions)), progress
