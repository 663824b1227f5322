"""The page Library: documents, a search in what they say, and a reader (C14, C15)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget
from shiboken6 import isValid

from ....library import LibraryChange, LibraryHit, LibraryService, RemovedDocument, StoredDocument
from ... import theme
from ...kit.actions import ActionSet, ActionSpec
from ...kit.columns import ColumnModel, ColumnSpec, make_table, number_column, show_rows, text_column, time_column
from ...kit.detail import EmptyText
from ...kit.reading_page import ReadingPage
from ...latest_query import LatestQuery
from ...text.translation import tr, tr_count
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.notice_bar import NoticeBar, NoticeLine
from ..base_page import PageLocation
from . import dialogs, queries, text
from .document_pane import LibraryDocumentPane
from .queries import DocumentList, LibraryWork, OpenDocument
from .text import plain

if TYPE_CHECKING:
    from ...app_context import AppContext

DOCUMENTS: tuple[ColumnSpec[StoredDocument], ...] = (
    ColumnSpec(
        "state",
        tr("State"),
        110,
        text=lambda document: text.STATES[document.state],
        state=lambda document: text.SHAPES[document.state],
        tip=text.state_text,
    ),
    ColumnSpec(
        "title",
        tr("Title"),
        240,
        text=lambda document: plain(document.title),
        tip=lambda document: plain(document.source),
        stretch=True,
    ),
    ColumnSpec("kind", tr("Kind"), 90, text=lambda document: text.FORMATS.get(document.format, document.format)),
    ColumnSpec("tags", tr("Tags"), 150, text=lambda document: plain(", ".join(document.tags))),
    ColumnSpec(
        "relevance",
        tr("Relevance"),
        90,
        text=lambda document: text.RELEVANCE.get(document.relevance, ""),
        tip=text.judgement_text,
    ),
    number_column("parts", tr("Parts"), 60, lambda document: document.chunks),
    time_column("added", tr("Added"), 100, lambda document: document.added_at),
    text_column("source", tr("Source"), 220, lambda document: plain(document.source)),
)
HITS: tuple[ColumnSpec[LibraryHit], ...] = (
    ColumnSpec("document", tr("Document"), 150, text=lambda hit: plain(hit.title), tip=lambda hit: plain(hit.source)),
    ColumnSpec("place", tr("Where it stands"), 190, text=text.passage_place, tip=lambda hit: plain(hit.headings)),
    ColumnSpec("text", tr("What it says"), 360, text=lambda hit: plain(hit.excerpt), stretch=True),
)
ACTIONS: tuple[ActionSpec[LibraryPage], ...] = (
    ActionSpec("file", tr("Add a file…"), lambda page: page.add_file()),
    ActionSpec("folder", tr("Add a folder, and keep it up to date…"), lambda page: page.add_folder()),
    ActionSpec("page", tr("Add a web page…"), lambda page: page.add_page()),
    ActionSpec("sources", tr("Folders and feeds…"), lambda page: page.open_sources()),
    ActionSpec(
        "note",
        tr("Write a note"),
        lambda page: page.open_note(),
        label=lambda page: tr("Open the note") if page.document and page.document.note_path else tr("Write a note"),
        enabled=lambda page: page.document is not None and bool(page.document.chunks) and not page.writing_note,
    ),
    ActionSpec(
        "remove",
        tr("Remove the document"),
        lambda page: page.remove_document(),
        keys="Delete",
        for_table=True,
        label=lambda page: tr("Remove"),
        tip=lambda page: tr("Remove it from the library; a file stays where it is"),
    ),
)
ADD = ("file", "folder", "page")


class LibraryPage(ReadingPage[StoredDocument]):
    """Without a search the list has the documents, with one the passages that answer it. ``working`` says what is being
    read or fetched; ``working_changed`` follows."""

    title = tr("Library")
    tables = frozenset({"library_documents", "library_suggestions"})
    working_changed = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        self.pane = LibraryDocumentPane()
        empty = EmptyText("knowledge", text.EMPTY_TITLE, text.EMPTY)
        model: ColumnModel[StoredDocument] = ColumnModel(DOCUMENTS, "LibraryDocumentModel")
        super().__init__(context, model, tr("Search what the documents say"), empty, self.pane, parent)
        self._library = LibraryService(context.book)
        self._wanted: int | None = None
        self._part: int | None = None
        self._question = ""
        self._feed = ""
        self._suggested = 0
        self._works: list[LibraryWork] = []
        self.writing_note: bool = False
        self._lister = LatestQuery(context.bridge, self._listed, self.post, self)
        self._opener = LatestQuery(context.bridge, self._opened, self.post, self)
        self._finder = LatestQuery(context.bridge, self._found, self.post, self, context.run_in_background)
        self.hits: ColumnModel[LibraryHit] = ColumnModel(HITS, "LibraryHitModel", self)
        self.places = make_table(self.hits, tr("Passages"), self.lists)
        self.lists.addWidget(self.places)
        self.action_set = ActionSet(self, ACTIONS, self.table)
        self.pane.add_buttons([self.action_set.make_button(name) for name in ("note", "remove")])
        self.pane.hide()
        self.notices = NoticeBar(self)
        self.above.addWidget(self.notices)
        self._make_head()
        self._connect_parts()

    def _make_head(self) -> None:
        states = [FilterChoice(word, name) for name, word in text.STATES.items()]
        self.state = FilterBox(tr("State"), [FilterChoice(tr("All states"), ""), *states])
        add = QToolButton(self)
        add.setText(tr("Add"))
        add.setAccessibleName(tr("Add to the library"))
        add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        theme.set_role(add, "button")
        menu = QMenu(add)
        menu.addActions([self.action_set.actions[name] for name in ADD])
        add.setMenu(menu)
        for part in (self.state, self.action_set.make_button("sources"), add):
            self.head.addWidget(part)

    def _connect_parts(self) -> None:
        self.search.searched.connect(self._searched)
        self.search.entered.connect(self._enter_table)
        self.state.value_chosen.connect(lambda _value: self.refresh())
        self.table.row_picked.connect(self._picked)
        self.places.row_picked.connect(self._place_picked)
        for table in (self.table, self.places):
            table.row_opened.connect(lambda _key: self.pane.parts.setFocus(Qt.FocusReason.OtherFocusReason))
        self.empty.action_triggered.connect(self.add_file)
        self.empty.other_button.setText(tr("Add a web page"))
        self.empty.other_action_triggered.connect(self.add_page)

    @property
    def document(self) -> StoredDocument | None:
        """Return the document that is read."""
        return self.pane.opened.document if self.pane.opened is not None else None

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view, with the document and its part, the question or the list that the location names."""
        filters = (place.filters or {}) if place is not None else {}
        if filters.get("question"):
            self.search.setText(str(filters["question"]))
        elif place is not None and place.id is not None:
            self.show_document(place.id, filters.get("part"))
        self.refresh()
        if filters.get("view") == "following":
            self.open_sources()
        elif place is not None:
            self.focus_search()

    def actions(self) -> list[QAction]:
        """Return the declared actions, for the command palette and the list of keys."""
        return list(self.action_set.actions.values())

    def more_keys(self) -> list[tuple[str, str]]:
        """Return the key of the lists."""
        return [("Return", tr("Read the document"))]

    def refresh(self) -> None:
        """List the documents anew."""
        self._lister.ask(partial(queries.load_documents, self._library, str(self.state.value or "")))

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what was kept, also by the page when it had tabs."""
        former = state.get("documents")
        super().restore_state(former | state if isinstance(former, dict) else state)

    # --- what is listed and read -------------------------------------------------------------------------------------

    def show_document(self, number: int, part: int | None = None) -> None:
        """Read a document."""
        self._wanted, self._part = number, part
        self._opener.ask(partial(queries.load_document, self._library, number))

    def _listed(self, found: DocumentList) -> None:
        rows: dict[Hashable, StoredDocument] = {one.id: one for one in found.documents}
        self.fact_changed.emit(text.fact_line(found.status))
        self.state.setVisible(bool(found.status.documents))
        self._suggested = found.status.suggestions
        self._tell_notices()
        if self._wanted is not None and self._wanted in rows:  # it may be another version of it
            if self.table.current != self._wanted:
                self.table.show_keys(list(rows))
                self.table.select_key(self._wanted)
            self.show_document(self._wanted, self._part)
        show_rows(self.table, self.model, rows)
        if not self._question:
            self._show_list(self.table if rows else self.empty, bool(found.status.documents))

    def _show_list(self, shown: QWidget, has_documents: bool = True) -> None:
        self.lists.setCurrentWidget(shown)
        if shown is not self.empty:
            return
        self.pane.clear()
        self.empty.other_button.setVisible(not has_documents)
        if self._question:
            self.empty.set_message(text.NOTHING_FOUND, text.NOTHING_FOUND_MORE)
        elif has_documents:
            self.empty.set_message(text.NO_STATE)
        else:
            self.empty.set_message(text.EMPTY_TITLE, text.EMPTY, tr("Add a file"))

    def _searched(self, words: str) -> None:
        self._question = words.strip()
        if self._question:
            self._finder.ask(partial(queries.find_places, self.context, self._question))
        else:
            self.lists.setCurrentWidget(self.table)
            self.refresh()

    def _found(self, answer: tuple[str, list[LibraryHit]]) -> None:
        question, hits = answer
        if question != self._question:
            return
        rows = {(one.document_id, one.chunk): one for one in hits}
        self.places.show_keys(list(rows))
        self.hits.set_rows(rows)
        self._show_list(self.places if rows else self.empty)
        if rows:
            self.places.setCurrentIndex(QModelIndex())
            self.places.select_key(next(iter(rows)))

    def _picked(self, key: object) -> None:
        if isinstance(key, int) and key != self._wanted:
            self.show_document(key)

    def _place_picked(self, key: object) -> None:
        if isinstance(key, tuple):
            self.show_document(key[0], key[1])

    def _opened(self, opened: OpenDocument) -> None:
        if opened.document.id != self._wanted:
            return
        part, self._part = self._part, None
        self.pane.show_document(opened, part)
        self.action_set.update()
        if opened.document.unread:
            self.context.bridge.write(partial(self._library.documents.mark_read, [opened.document.id]))

    def _enter_table(self) -> None:
        (self.places if self._question else self.table).focus_first_row()

    # --- what is done ------------------------------------------------------------------------------------------------

    def add_file(self) -> None:
        """Choose a file and read it."""
        dialogs.ask_for_path(self, tr("Add a file to the library"), watch=False, work=self.work)

    def add_folder(self) -> None:
        """Choose a folder, read its documents, and keep them up to date."""
        dialogs.ask_for_path(self, tr("Add a folder to the library"), watch=True, work=self.work)

    def add_page(self) -> None:
        """Ask for the address of a page, and fetch it."""
        dialogs.ask_for_page(self.context, self, self.work)

    def open_sources(self) -> dialogs.SourcesDialog:
        """Show what is followed, and the addresses that agents suggest."""
        dialog = dialogs.SourcesDialog(self.context, self)
        dialog.open()
        return dialog

    @property
    def working(self) -> str:
        """Return what is being read or fetched; "" for nothing."""
        return plain(self._works[-1].sentence) if self._works else ""

    def work(self, work: LibraryWork) -> None:
        """Do something that takes a while."""
        self._works.append(work)
        self._feed = ""
        self._tell_working()
        run = partial(work.run, self.context)
        self.context.run_in_background(run, partial(self._changed, work), partial(self._not_changed, work))

    def _changed(self, work: LibraryWork, change: LibraryChange) -> None:
        if not isValid(self):
            return
        self._works.remove(work)
        self.post(text.change_text(change))
        fresh = (*change.added, *change.changed, *change.unchanged)
        if len(fresh) == 1:
            self.search.clear()
            self._wanted, self._part = fresh[0].id, None
            self.table.clearSelection()
        self._feed = change.feeds[0] if change.feeds else ""
        self._tell_working()
        self.refresh()

    def _not_changed(self, work: LibraryWork, error: Exception) -> None:
        if isValid(self):
            self._works.remove(work)
            self.post_error(error)
            self._tell_working()
            self.refresh()

    def _tell_working(self) -> None:
        self._tell_notices()
        self.working_changed.emit()

    def _tell_notices(self) -> None:
        lines = []
        if self.working:
            lines.append(NoticeLine(self.working, "clock", "muted"))
        if self._feed:
            follow = partial(dialogs.ask_for_feed, self.context, self, self.work, self._feed)
            lines.append(NoticeLine(tr("The page has a feed: {address}", address=plain(self._feed)), "info", "muted",
                                    tr("Follow…"), follow))  # fmt: skip
        if self._suggested:
            said = tr_count("%n suggested address", "%n suggested addresses", self._suggested)
            lines.append(NoticeLine(said, "review", "muted", tr("Show"), self.open_sources))
        self.notices.show_notices(lines)

    def remove_document(self) -> None:
        """Remove the chosen document; undo brings it back."""
        if self._wanted is None:
            return
        documents = self._library.documents
        self.context.undo.perform(
            tr("Removed a document from the library"),
            partial(documents.remove, self._wanted),
            documents.put_back,
            done=self._removed,
            failed=self.post_error,
        )

    def _removed(self, gone: RemovedDocument) -> None:
        if not isValid(self):
            return
        if self._wanted == gone.document.id:
            self._wanted = None
        self.pane.clear()
        self.table.clearSelection()
        if self._question:
            self._searched(self._question)
        self.refresh()

    def open_note(self) -> None:
        """Show the note of the document, or write one."""
        if self.document is None:
            return
        if self.document.note_path:
            self.navigation_requested.emit(PageLocation("knowledge", filters={"path": self.document.note_path}))
            return
        self.writing_note = True
        self.action_set.update()
        number = self.document.id
        work = partial(queries.write_note, self.context, number)
        self.context.run_in_background(work, partial(self._note_written, number), self._note_failed)

    def _note_written(self, number: int, path: str) -> None:
        if isValid(self):
            self.writing_note = False
            self.post(tr("The note is in {path}.", path=path))
            if self._wanted == number:
                self.show_document(number)

    def _note_failed(self, error: Exception) -> None:
        if isValid(self):
            self.writing_note = False
            self.action_set.update()
            self.post_error(error)
