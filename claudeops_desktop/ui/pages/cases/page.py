"""Cases: what was out of order, what was tried, and what helped; and one of them in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QStackedLayout, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....learning import StoredCase
from ....storage.change_events import CommittedChange
from ... import theme
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.detail_split import DetailSplit
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.search_field import SearchField
from ..base_page import BasePage, PageLocation
from . import commands
from .commands import CaseEdit
from .detail_pane import CasePane
from .dialogs import CaseEditDialog, MergeCaseDialog
from .model import CaseQuery, CaseTableModel, choose_cases
from .queries import load_cases, render_postmortem
from .text import STATES

if TYPE_CHECKING:
    from ...app_context import AppContext

SOON_MS = 120
BESIDE_FROM = 1240  # px of the page: what was out of order and what helped are sentences, and need the width
TABLES = frozenset(("cases", "case_offers", "*"))
NOTHING = (
    tr("No case yet"),
    tr(
        "When an outage is over, what was tried and what helped is kept here, as the checks showed it. "
        "Sessions that are observed add theirs."
    ),
)
NO_MATCH = (tr("No case matches"), tr("Try other words or another filter."), tr("Clear the filters"))


class CasesPage(BasePage):
    """A PageLocation with an id shows that case; ``{"service": name}`` those of a service."""

    title = tr("Cases")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._in_view = False
        self._query = self._query_shown = CaseQuery()
        self._cases: list[StoredCase] = []
        self._known = False
        self.dialog: QWidget | None = None
        self._make_parts()
        self._make_keys()
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._retell = QTimer(self, interval=formatting.RETELL_MS)
        self._retell.timeout.connect(self._tell_times)
        desk.bridge.changed.connect(self._on_change)

    @property
    def current(self) -> StoredCase | None:
        """The chosen case."""
        return next((case for case in self._cases if case.id == self.table.current), None)

    def activate(self, place: PageLocation | None = None) -> None:
        """Follow the cases from now on, and show the one that was asked for."""
        self._in_view = True
        self._retell.start()
        self.refresh()
        if place is not None and place.id is not None:
            self.show_case(place.id)
        elif place is not None and (service := (place.filters or {}).get("service")):
            self.search.set_text_quietly(str(service))
            self._searched(str(service))

    def deactivate(self) -> None:
        """Stop every timer."""
        self._in_view = False
        self._retell.stop()

    def show_case(self, case_id: int) -> None:
        """Turn to one; filters that would hide it are cleared."""
        self._clear_filters()
        self.table.select_key(case_id)
        self.table.setFocus()

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.search.setFocus()
        self.search.selectAll()

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the list."""
        return [("F2", tr("Edit the chosen case"))]

    def refresh(self) -> None:
        """Ask anew."""
        self._soon.stop()
        self.desk.bridge.ask(partial(load_cases, self.desk), self._answered, newest=True)

    def save_state(self) -> dict[str, Any]:
        """The splitter, the filter and the look of the table."""
        return {"splitter": self.splitter.save_state(), "state": self._query.state}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up; what does not fit is left aside."""
        self.splitter.restore_state(state.get("splitter"))
        if state.get("state") in STATES:
            self._state_chosen(state["state"])
            self.state.set_value(state["state"])

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self._filters = QWidget(self)
        row = FlowLayout(theme.GAP_S, self._filters, fill=True)
        self.search = SearchField(tr("Search cases"), self._filters)
        self.search.searched.connect(self._searched)
        self.state = FilterBox(tr("State"), _state_choices(()), self._filters)
        self.state.value_chosen.connect(self._state_chosen)
        row.addWidget(self.search)
        row.addWidget(self.state)
        room = QWidget(self)
        self._empty = EmptyState("memories", *NOTHING, parent=room)
        self._empty.action_triggered.connect(self._clear_filters)
        self.splitter = DetailSplit(room)
        self.model = CaseTableModel(self)
        self.table = RecordTable(self.model, tr("Cases"), self.splitter)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(1, 2)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(lambda _key: self.open_edit())
        self.table.sort_requested.connect(self._sort)
        self.search.entered.connect(self.table.focus_first_row)
        self.pane = CasePane(self.splitter)
        self.pane.navigation_requested.connect(self.navigation_requested)
        self.pane.edit_requested.connect(self.open_edit)
        self.pane.merge_requested.connect(self.open_merge)
        self.pane.export_requested.connect(self.open_export)
        self.pane.retire_requested.connect(self.toggle_retired)
        self.pane.vote_requested.connect(self.vote)
        self.splitter.set_parts(self.table, self.pane, (1, 1), gap=theme.GAP_M, beside_from=BESIDE_FROM)
        self._lists = QStackedLayout(room)
        self._lists.addWidget(self._empty)
        self._lists.addWidget(self.splitter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self._filters)
        column.addWidget(room, 1)

    def _make_keys(self) -> None:
        edit = QAction(tr("Edit the chosen case"), self)
        edit.setShortcut(QKeySequence("F2"))
        edit.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        edit.triggered.connect(lambda _checked=False: self.open_edit())
        self.addAction(edit)

    # --- what is known -----------------------------------------------------------------------------------------------

    def _answered(self, cases: list[StoredCase]) -> None:
        self._known = True
        self._cases = cases
        self.state.set_choices(_state_choices(cases))
        self._show()
        cured = sum(case.state == "cured" for case in cases)
        found = tr_count("%n case", "%n cases", len(cases))
        self.fact_changed.emit(
            tr("{cases} · {cured} cured", cases=found, cured=formatting.format_number(cured)) if cases else ""
        )

    def _show(self) -> None:
        found = choose_cases(self._cases, self._query)
        keys = [case.id for case in found]
        if list(self.model.keys) != keys:
            self.table.keeps_rows_in_place = self._query == self._query_shown
            self.table.show_keys(keys)
        self._query_shown = self._query
        self.model.set_rows({case.id: case for case in found if self.model.known_row(case.id) != case})
        self._filters.setVisible(bool(self._cases))
        self._empty.set_message(*(NO_MATCH if self._cases else NOTHING))
        self._lists.setCurrentWidget(self.splitter if keys else self._empty)
        if keys and self.table.current is None and not self.table.has_pending_selection:
            self.table.select_key(keys[0])
        self.pane.show_case(self.current if keys else None)

    def _picked(self, _key: object) -> None:
        self.pane.show_case(self.current)

    def _tell_times(self) -> None:
        self.model.refresh_times("when")
        self.pane.refresh_times(utc_now())

    def _on_change(self, change: CommittedChange) -> None:
        if self._in_view and change.table in TABLES and not self._soon.isActive():
            self._soon.start()

    # --- what the operator does --------------------------------------------------------------------------------------

    def _searched(self, text: str) -> None:
        self._query = replace(self._query, text=text)
        self._show()

    def _state_chosen(self, state: Any) -> None:
        self._query = replace(self._query, state=state)
        self._show()

    def _sort(self, column: str, descending: bool) -> None:
        self._query = replace(self._query, sort=column, descending=descending)
        self._show()

    def _clear_filters(self) -> None:
        self._query = replace(self._query, state=None, text="")
        self.search.set_text_quietly("")
        self.state.set_value(None)
        if self._known:
            self._show()

    def open_edit(self) -> None:
        """The form for the words of the chosen case."""
        case = self.current
        if case is not None and self.dialog is None:
            dialog = CaseEditDialog(case, self)
            dialog.saved.connect(partial(self._save_edit, case))
            self._open(dialog)

    def open_merge(self) -> None:
        """Choose the case that the chosen one becomes part of: those of the same services first."""
        case = self.current
        if case is not None and self.dialog is None:
            others = [one for one in self._cases if one.id != case.id]
            others.sort(key=lambda one: not set(one.services) & set(case.services))
            dialog = MergeCaseDialog(case, others, self)
            dialog.chosen.connect(partial(self._merge, case.id))
            self._open(dialog)

    def open_export(self) -> None:
        """Ask where to."""
        case = self.current
        if case is None or self.dialog is not None:
            return
        dialog = QFileDialog(self, tr("Export case {number}", number=case.id), str(Path.home()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([tr("Markdown (*.md)"), tr("JSON (*.json)")])
        dialog.setDefaultSuffix("md")
        dialog.selectFile(f"case-{case.id:06d}.md")
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Export"))
        dialog.fileSelected.connect(lambda name, number=case.id: self.export_to(number, Path(name)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._open(dialog)

    def export_to(self, case_id: int, path: Path) -> None:
        """Write the draft; ``message_posted`` says when it is there, or why not."""
        self.desk.bridge.ask(partial(render_postmortem, self.desk, case_id, path), self._rendered, self._failed)

    def toggle_retired(self) -> None:
        """Offer the chosen case no longer, or again."""
        case = self.current
        if case is not None:
            on, book = case.retired_at is None, self.desk.book
            label = tr("The case is not offered any more") if on else tr("The case is offered again")
            self._perform(
                label,
                partial(commands.retire_case, book, case.id, on),
                lambda _answer: commands.retire_case(book, case.id, not on),
            )

    def vote(self, vote: str) -> None:
        """Say whether the chosen case was right."""
        case = self.current
        if case is not None:
            book = self.desk.book
            label = tr("Noted that the case was right") if vote == "up" else tr("Noted that the case was wrong")
            self._perform(
                label,
                partial(commands.vote_case, book, case.id, vote),
                lambda _answer: commands.vote_case(book, case.id, ""),
            )

    def _save_edit(self, case: StoredCase, edit: CaseEdit) -> None:
        book = self.desk.book
        self._perform(
            tr("Changed a case"),
            partial(commands.edit_case, book, case, edit),
            lambda _answer: commands.restore_case(book, case),
        )

    def _merge(self, case_id: int, into: int) -> None:
        book = self.desk.book
        self._perform(
            tr("Merged two cases"),
            partial(commands.merge_cases, book, into, case_id),
            lambda other: commands.split_case(book, other),
        )

    def _perform(self, label: str, do: Callable[[], Any], undo: Callable[[Any], object]) -> None:
        self.desk.undo.perform(label, do, undo)

    def _open(self, dialog: Any) -> None:
        self.dialog = dialog
        dialog.destroyed.connect(self._dialog_closed)
        dialog.open()

    def _dialog_closed(self) -> None:
        self.dialog = None

    def _rendered(self, report: tuple[str, Path]) -> None:
        from ....core.atomic_write import write_whole

        text, path = report
        self.desk.run_in_background(partial(write_whole, path, text), partial(self._exported, path), self._failed)

    def _exported(self, path: Path, _done: object) -> None:
        self.message_posted.emit(tr("Exported to {shorten_path}.", shorten_path=formatting.shorten_path(path)), None)

    def _failed(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error), None)


def _state_choices(cases: Sequence[StoredCase]) -> tuple[FilterChoice, ...]:
    counts = {name: sum(case.state == name for case in cases) for name in STATES}
    return (
        FilterChoice(tr("Any state"), None, len(cases)),
        *(FilterChoice(word, name, counts[name]) for name, word in STATES.items()),
    )
