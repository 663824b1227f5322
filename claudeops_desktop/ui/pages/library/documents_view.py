"""The documents of the library, a search in what they say, and a reader (C15)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from ....library import LibraryChange, LibraryHit, LibraryService, RemovedDocument
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...kit.columns import ColumnModel, make_table
from ...latest_query import LatestQuery
from ...text.translation import error_text, tr
from ...widgets.detail_split import DetailSplit
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.search_field import SearchField
from ..base_page import PageLocation
from . import columns, commands, dialogs, queries
from . import text as page_text
from .document_pane import LibraryDocumentPane
from .queries import DocumentList, OpenDocument

TABLES = ("library_documents", "library_suggestions", "*")
SOON_MS = 150


class LibraryDocumentsView(QWidget):
    """``message_posted`` carries a sentence, ``navigation_requested`` a PageLocation, ``fact_changed`` the line under
    the title. Without a search the table lists the documents, with one the passages that answer it."""

    message_posted = Signal(str)
    navigation_requested = Signal(object)
    fact_changed = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.library = LibraryService(desk.book)
        self._wanted: int | None = None
        self._part: int | None = None
        self._question = ""
        self._busy = 0
        self._latest = LatestQuery(desk.bridge, self._listed, self.message_posted.emit, self)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._make_parts()
        self._lay_out()
        desk.bridge.changed.connect(self._data_changed)

    # --- parts -------------------------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.search = SearchField(tr("Search what the documents say"))
        self.search.searched.connect(self._searched)
        self.state = FilterBox(
            tr("State"),
            [
                FilterChoice(tr("All states"), ""),
                *(FilterChoice(word, name) for name, word in page_text.STATES.items()),
            ],
        )
        self.state.value_chosen.connect(lambda _value: self.refresh())
        self.add = self._make_add()
        self.working = theme.plain_label(role="muted", wrap=True)
        self.feed_offer = QPushButton("")
        theme.set_role(self.feed_offer, "link")
        self.feed_offer.clicked.connect(self._follow_offer)
        self.splitter = DetailSplit(self)
        self._stack = QStackedWidget(self.splitter)
        self.model = ColumnModel(columns.DOCUMENTS, "LibraryDocumentModel", self)
        self.table = make_table(self.model, tr("Documents"), self._stack)
        self.hits = ColumnModel(columns.HITS, "LibraryHitModel", self)
        self.places = make_table(self.hits, tr("Passages"), self._stack)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(lambda _key: self._into_reader())
        self.places.row_picked.connect(self._place_picked)
        self.places.row_opened.connect(lambda _key: self._into_reader())
        self.search.entered.connect(self._enter_table)
        removal = QAction(tr("Remove the document"), self)
        removal.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        removal.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        removal.triggered.connect(self.remove_selected)
        self.table.addAction(removal)
        self.empty = EmptyState(
            "knowledge", page_text.EMPTY_TITLE, page_text.EMPTY, tr("Add a file"), tr("Add a web page")
        )
        self.empty.action_triggered.connect(self.add_file)
        self.empty.other_action_triggered.connect(self.add_page)
        for shown in (self.table, self.places, self.empty):
            self._stack.addWidget(shown)
        self.pane = LibraryDocumentPane(self.splitter)
        self.pane.remove_requested.connect(self.remove_document)
        self.pane.note_requested.connect(self._write_note)
        self.pane.note_opened.connect(self._open_note)
        self.pane.hide()
        self.splitter.set_parts(self._stack, self.pane, (1, 1), gap=theme.GAP_M)

    def _make_add(self) -> QToolButton:
        button = QToolButton(self)
        button.setText(tr("Add"))
        button.setAccessibleName(tr("Add to the library"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        theme.set_role(button, "button")
        menu = QMenu(button)
        self.add_actions = []
        for said, act in (
            (tr("File…"), self.add_file),
            (tr("Folder, and keep it up to date…"), self.add_folder),
            (tr("Web page…"), self.add_page),
        ):
            action = menu.addAction(said)
            action.triggered.connect(act)
            self.add_actions.append(action)
        button.setMenu(menu)
        return button

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.search, 1)
        row.addWidget(self.state)
        row.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(row)
        for part in (self.working, self.feed_offer):
            part.setVisible(False)
            column.addWidget(part)
        column.addWidget(self.splitter, 1)

    # --- view --------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """List the documents anew, or search anew."""
        self._latest.ask(partial(queries.load_documents, self.library, str(self.state.value or "")))

    def take_focus(self) -> None:
        """Put the keys into the search."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def show_place(self, place: PageLocation) -> None:
        """Show the document, and the part of it, that a location names; or search for what it asks."""
        wanted = place.filters or {}
        if wanted.get("question"):
            self.search.setText(str(wanted["question"]))
        elif place.id is not None:
            self.show_document(place.id, wanted.get("part"))

    def show_document(self, number: int, part: int | None = None) -> None:
        """Read a document."""
        self._wanted, self._part = number, part
        self.desk.bridge.ask(partial(queries.load_document, self.library, number), self._opened, self._failed)

    def save_state(self) -> dict[str, Any]:
        """How it is divided."""
        return {"splitter": self.splitter.save_state()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take it up."""
        self.splitter.restore_state(state.get("splitter"))

    @property
    def is_working(self) -> bool:
        """Whether something is being read or fetched."""
        return self._busy > 0

    # --- answers -----------------------------------------------------------------------------------------------------

    def _data_changed(self, change: CommittedChange) -> None:
        if change.table in TABLES and self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def _listed(self, found: DocumentList) -> None:
        keys = [one.id for one in found.documents]
        if list(self.model.keys) != keys:
            self.table.show_keys(keys)
        self.model.set_rows({one.id: one for one in found.documents})
        self.fact_changed.emit(page_text.fact_line(found.status))
        self.state.setVisible(bool(found.status.documents))
        if self.search.text().strip():
            return
        self._stack.setCurrentWidget(self.table if keys else self.empty)
        self.empty.other_button.setVisible(not found.status.documents)
        if not keys:
            self.pane.clear()
            if found.status.documents:
                self.empty.set_message(page_text.NO_STATE)
            else:
                self.empty.set_message(page_text.EMPTY_TITLE, page_text.EMPTY, tr("Add a file"))
        elif self._wanted in keys:
            self.table.select_key(self._wanted)
            self.show_document(int(self._wanted or 0), self._part)
        elif not self.table.selectionModel().hasSelection() and not self.table.has_pending_selection:
            self.table.setCurrentIndex(QModelIndex())
            self.table.select_key(keys[0])

    def _searched(self, text: str) -> None:
        self._question = text.strip()
        if not self._question:
            self._stack.setCurrentWidget(self.table)
            self.refresh()
            return
        work = partial(queries.find_places, self.desk, self.library, self._question)
        self.desk.run_in_background(work, partial(self._found, self._question), self._failed)

    def _found(self, question: str, hits: list[LibraryHit]) -> None:
        if not isValid(self) or question != self._question:
            return
        rows = {(one.document_id, one.chunk): one for one in hits}
        self.places.show_keys(list(rows))
        self.hits.set_rows(rows)
        self._stack.setCurrentWidget(self.places if rows else self.empty)
        if rows:
            self.places.setCurrentIndex(QModelIndex())
            self.places.select_key(next(iter(rows)))
        else:
            self.empty.other_button.hide()
            self.empty.set_message(page_text.NOTHING_FOUND, page_text.NOTHING_FOUND_MORE)
            self.pane.clear()

    def _picked(self, key: object) -> None:
        if isinstance(key, int) and key != self._wanted:
            self.show_document(key)

    def _place_picked(self, key: object) -> None:
        if isinstance(key, tuple):
            self.show_document(key[0], key[1])

    def _opened(self, opened: OpenDocument) -> None:
        if not isValid(self) or opened.document.id != self._wanted:
            return
        part, self._part = self._part, None
        self.pane.show_document(opened, part)
        self.pane.show()
        if opened.document.unread:
            self.desk.bridge.write(lambda: self.library.documents.mark_read([opened.document.id]))

    def _failed(self, error: Exception) -> None:
        if isValid(self):
            self.message_posted.emit(error_text(error))

    def _enter_table(self) -> None:
        table = self.places if self._question else self.table
        table.focus_first_row()

    def _into_reader(self) -> None:
        self.pane.parts.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- acting ------------------------------------------------------------------------------------------------------

    def add_file(self) -> None:
        """Choose a file and read it."""
        self._choose(tr("Add a file to the library"), QFileDialog.FileMode.ExistingFile, watch=False)

    def add_folder(self) -> None:
        """Choose a folder, read its documents, and keep them up to date."""
        self._choose(tr("Add a folder to the library"), QFileDialog.FileMode.Directory, watch=True)

    def _choose(self, title: str, mode: QFileDialog.FileMode, *, watch: bool) -> None:
        dialog = QFileDialog(self, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        dialog.fileSelected.connect(partial(self.read_path, watch=watch))
        dialog.open()

    def read_path(self, path: str, *, watch: bool = False) -> None:
        """Read a file, or watch a folder."""
        self._work(tr("Reading {name}…", name=path), partial(commands.add_path, self.library, path, watch=watch))

    def add_page(self) -> None:
        """Ask for the address of a page, and fetch it."""
        form = dialogs.page_form(self)
        form.accepted_values.connect(self._fetch)
        form.open()

    def _fetch(self, values: dict[str, str]) -> None:
        work = partial(
            commands.add_page, self.desk, values["url"], values["why"],
            note=values["note"] == "yes", own_network=values["network"] == dialogs.OWN,
        )  # fmt: skip
        self._work(tr("Fetching {address}…", address=values["url"]), work)

    def _work(self, said: str, work: Callable[[], LibraryChange]) -> None:
        self._busy += 1
        self.feed_offer.hide()
        self.working.setText(page_text.plain(said))
        self.working.show()
        self.desk.run_in_background(work, self._changed, self._not_changed)

    def _changed(self, change: LibraryChange) -> None:
        if not isValid(self):
            return
        self._done()
        self.message_posted.emit(page_text.change_text(change))
        fresh = (*change.added, *change.changed, *change.unchanged)
        if len(fresh) == 1:
            self.search.clear()
            self._wanted, self._part = fresh[0].id, None
        if change.feeds:
            address = change.feeds[0]
            self.feed_offer.setText(
                tr("It has a feed: follow {address}…", address=page_text.plain(address)).replace("&", "&&")
            )
            self.feed_offer.setProperty("feed", address)
            self.feed_offer.show()
        self.refresh()

    def _not_changed(self, error: Exception) -> None:
        if isValid(self):
            self._done()
            self.message_posted.emit(error_text(error))
            self.refresh()

    def _done(self) -> None:
        self._busy -= 1
        self.working.setVisible(self._busy > 0)

    def _follow_offer(self) -> None:
        form = dialogs.feed_form(self, str(self.feed_offer.property("feed")))
        form.accepted_values.connect(self._follow)
        form.open()

    def _follow(self, values: dict[str, str]) -> None:
        work = partial(
            commands.follow_feed, self.desk, values["url"], float(values["every"]),
            own_network=values["network"] == dialogs.OWN,
        )  # fmt: skip
        self._work(tr("Reading the feed {address}…", address=values["url"]), work)

    def remove_selected(self) -> None:
        """Remove the chosen document."""
        if isinstance(self.table.current, int):
            self.remove_document(self.table.current)

    def remove_document(self, number: int) -> None:
        """Remove a document; undo brings it back."""
        documents = self.library.documents

        def removed(gone: RemovedDocument) -> None:
            if isValid(self):
                self._wanted = None if self._wanted == gone.document.id else self._wanted
                self.pane.clear()
                self.table.clearSelection()
                if self._question:
                    self._searched(self._question)
                self.refresh()

        self.desk.undo.perform(
            tr("Removed a document from the library"),
            partial(documents.remove, number),
            documents.put_back,
            done=removed,
            failed=self._failed,
        )

    def _write_note(self, number: int) -> None:
        def written(path: str) -> None:
            if isValid(self):
                self.message_posted.emit(tr("The note is in {path}.", path=path))
                self.show_document(number)

        self.desk.run_in_background(partial(commands.write_note, self.desk, number), written, self._failed)

    def _open_note(self, path: str) -> None:
        self.navigation_requested.emit(PageLocation("knowledge", filters={"path": path}))
