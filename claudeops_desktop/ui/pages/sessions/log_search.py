"""Search through all logs, in the place of the table of runs: passages, newest first, and how far the index is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QStackedLayout, QVBoxLayout, QWidget

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
from ...kit.columns import ColumnModel, make_table
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.empty_state import EmptyState
from .hit_table import HIT_COLUMNS, PASSAGE, PassageCell
from .queries import list_sessions

if TYPE_CHECKING:
    from ...app_context import AppContext

LOOK_AGAIN_MS = 1_500
HELP = tr('Words that are in one line · "a phrase" · begin* · -without')


class LogSearch(QWidget):
    """``hit_opened`` carries the LogHit to go to."""

    hit_opened = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._text = ""
        self._narrowed: RunQuery | None = None
        self._busy = self._again = self._opened_one = False
        self._hits: tuple[LogHit, ...] = ()
        self.model: ColumnModel[LogHit] = ColumnModel(HIT_COLUMNS, "HitModel", self)
        self.table = make_table(self.model, tr("Passages found"), self)
        self.table.setItemDelegateForColumn(PASSAGE, PassageCell(self.table))
        self.table.row_opened.connect(self._opened)
        self.status_label = theme.plain_label(role="muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedSize(120, 6)
        self._bar.setAccessibleName(tr("How much of the logs can be searched"))
        self._behind = theme.plain_label(role="muted")
        foot = QHBoxLayout()
        foot.setSpacing(theme.GAP_S)
        foot.setContentsMargins(0, 0, 0, theme.GAP_XS)
        foot.addWidget(self.status_label, 1)
        foot.addWidget(self._behind)
        foot.addWidget(self._bar)
        self._empty = EmptyState("search", tr("Search in all logs"), HELP)
        inner = QWidget()
        self._stack = QStackedLayout(inner)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(inner, 1)
        column.addLayout(foot)
        self.setFocusProxy(self.table)
        self._soon = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._soon.timeout.connect(self._look_again)
        context.bridge.changed.connect(self._on_change)
        self._tell_progress(None)

    @property
    def hits(self) -> tuple[LogHit, ...]:
        """What was found, newest first."""
        return self._hits

    def search(self, text: str, within: RunQuery | None) -> None:
        """Search for a text, in the sessions of the runs that a query means (None: in all)."""
        self._text, self._narrowed = text, within
        self._ask()

    def deactivate(self) -> None:
        """Out of view: nothing ticks."""
        self._soon.stop()

    def step_hit(self, way: int) -> bool:
        """Go to the next hit (1) or the one before (-1) and open it; False where there is none."""
        if not self._hits:
            return False
        current = self.table.current
        place = current + way if isinstance(current, int) and self._opened_one else 0
        place %= len(self._hits)
        self.table.select_key(place)
        self._opened(place)
        return True

    def _ask(self) -> None:
        if self._busy:
            self._again = True
            return
        self._busy, self._again = True, False
        if self._text:
            self.status_label.setText(tr("Searching…"))
        if self._narrowed is None:
            self._search(None)
        else:
            self._context.bridge.ask(partial(list_sessions, self._context, self._narrowed), self._search, self._failed)

    def _search(self, sessions: frozenset[int] | None) -> None:
        self._context.run_in_background(
            partial(_search_logs, self._context, self._text, sessions), self._found, self._failed
        )

    def _found(self, answer: tuple[str, LogSearchResult, IndexProgress]) -> None:
        text, found, stand = answer
        self._busy = False
        self._tell_progress(stand)
        if self._again or text != self._text:
            self._ask()
            return
        fresh = [(hit.session_id, hit.line) for hit in found.hits] != [(h.session_id, h.line) for h in self._hits]
        self._hits = found.hits
        if fresh or not text:
            self._opened_one = False
            self.model.set_keys(range(len(found.hits)))
            self.model.set_rows(dict(enumerate(found.hits)))
        self._tell(found, stand)

    def _tell(self, found: LogSearchResult, stand: IndexProgress) -> None:
        if found.hits:
            count = (
                tr("More than {number} lines", number=formatting.format_number(found.count))
                if found.more
                else tr_count("%n line", "%n lines", found.count)
            )
            shown = (
                tr(", the newest {hits} shown", hits=formatting.format_number(len(found.hits)))
                if found.count > len(found.hits)
                else ""
            )
            self.status_label.setText(
                tr("{number}{shown} · Return opens the log there · F3 the next one", number=count, shown=shown)
            )
            self._stack.setCurrentWidget(self.table)
            return
        self._stack.setCurrentWidget(self._empty)
        self.status_label.setText("")
        if not self._text:
            self._empty.set_message(tr("Search in all logs"), HELP)
        elif not read_query(self._text).looks_for:
            self._empty.set_message(
                tr("Nothing to look for yet"), tr("Give at least one word to look for. {help}", help=HELP)
            )
        elif not stand.complete:
            self._empty.set_message(tr("Not found so far"), tr("The logs are still being indexed."))
        else:
            self._empty.set_message(
                tr("No log says that"), tr("Fewer words, or the beginning of one with *, may find more.")
            )

    def _tell_progress(self, stand: IndexProgress | None) -> None:
        behind = stand is not None and not stand.complete
        self._bar.setVisible(behind)
        self._behind.setVisible(behind)
        if stand is None or not behind:
            return
        self._bar.setMaximum(1000)
        self._bar.setValue(round(stand.share * 1000))
        left = (stand.total - stand.done) / 1e6
        size = tr("{left} MB", left=f"{left:,.0f}") if left >= 1 else tr("less than 1 MB")
        self._behind.setText(
            tr(
                "{share} of the logs can be searched, {size} to go",
                share=formatting.format_percent(stand.share),
                size=size,
            )
        )
        if self._context.log_index is not None:
            self._context.log_index.request_pass()
        if self.isVisible():
            self._soon.start()

    def _look_again(self) -> None:
        if self.isVisible():
            self._ask()

    def _on_change(self, change: CommittedChange) -> None:
        if change.table == "log_index" and self.isVisible():
            self._ask()

    def _failed(self, error: Exception) -> None:
        self._busy = False
        self._hits = ()
        self.model.set_keys(())
        self._stack.setCurrentWidget(self._empty)
        self._empty.set_message(tr("The logs could not be searched"), error_text(error))
        self.status_label.setText("")
        if self._context.log_index is not None:  # what is damaged is made anew
            self._context.log_index.request_pass()

    def _opened(self, key: object) -> None:
        if isinstance(key, int) and key < len(self._hits):
            self._opened_one = True
            self.hit_opened.emit(self._hits[key])


def _search_logs(
    context: AppContext, text: str, sessions: frozenset[int] | None
) -> tuple[str, LogSearchResult, IndexProgress]:
    stand = index_progress(context.folder)
    return text, search_logs(context.folder, LogSearchRequest(read_query(text), sessions)), stand
