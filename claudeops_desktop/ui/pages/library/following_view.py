"""What the library follows by itself: watched folders and feeds; and the addresses that agents suggest (C14)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from ....library import LibraryChange, LibraryService
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...kit.columns import ColumnModel, make_table, show_rows
from ...latest_query import LatestQuery
from ...text.translation import error_text, tr
from ...widgets.record_table import RecordTable
from . import columns, commands, dialogs, queries
from . import text as page_text
from .queries import FollowedSources

TABLES = ("library_folders", "library_feeds", "library_suggestions", "library_documents", "*")
SOON_MS = 150


class LibraryFollowingView(QWidget):
    """``message_posted`` carries a sentence, ``fact_changed`` the line under the title. Delete follows the chosen
    folder or feed no longer, or dismisses the chosen address."""

    message_posted = Signal(str)
    fact_changed = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.library = LibraryService(desk.book)
        self._busy = 0
        self._latest = LatestQuery(desk.bridge, self._known, self.message_posted.emit, self)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self.intro = theme.plain_label(
            tr("Folders are looked through every five minutes, feeds when they are due. Both wait for sessions."),
            "muted",
            wrap=True,
        )
        self.update_now = self._button(tr("Update now"), self.update_all)
        self.watch = self._button(tr("Watch a folder…"), self.watch_folder)
        self.unwatch = self._button(tr("Watch no longer"), self.unwatch_selected)
        self.follow = self._button(tr("Follow a feed…"), self.follow_feed)
        self.unfollow = self._button(tr("Follow no longer"), self.unfollow_selected)
        self.accept = self._button(tr("Fetch and add"), self.accept_selected)
        self.dismiss = self._button(tr("Dismiss"), self.dismiss_selected)
        self._folders = ColumnModel(columns.FOLDERS, "WatchedFolderModel", self)
        self._feeds = ColumnModel(columns.FEEDS, "FollowedFeedModel", self)
        self._suggestions = ColumnModel(columns.SUGGESTIONS, "SourceSuggestionModel", self)
        self.folders = self._table(self._folders, tr("Watched folders"), self.unwatch_selected)
        self.feeds = self._table(self._feeds, tr("Feeds"), self.unfollow_selected)
        self.suggestions = self._table(self._suggestions, tr("Suggested addresses"), self.dismiss_selected)
        self.no_folders = theme.plain_label(tr("No folder is watched."), "muted")
        self.no_feeds = theme.plain_label(
            tr("No feed is followed. Where a page that you add has one, you are asked about it."), "muted", wrap=True
        )
        self.working = theme.plain_label(role="muted", wrap=True)
        self.working.setVisible(False)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, theme.GAP_M, 0, 0)
        self._column.setSpacing(theme.GAP_S)
        head = QHBoxLayout()
        head.addWidget(self.intro, 1)
        head.addWidget(self.update_now)
        self._column.addLayout(head)
        self._column.addWidget(self.working)
        self.suggested = self._section(tr("Suggested by agents"), (self.accept, self.dismiss), (self.suggestions,))
        self._section(tr("Watched folders"), (self.watch, self.unwatch), (self.no_folders, self.folders))
        self._section(tr("Feeds"), (self.follow, self.unfollow), (self.no_feeds, self.feeds))
        self._column.addStretch()
        self.suggested.setVisible(False)
        desk.bridge.changed.connect(self._data_changed)

    def _button(self, text: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.clicked.connect(act)
        return button

    def _table(self, model: ColumnModel[Any], name: str, removal: Callable[[], None]) -> RecordTable:
        table = make_table(model, name, self)
        table.setMinimumHeight(4 * theme.ROW)
        table.row_picked.connect(lambda _key: self._fit_buttons())
        action = QAction(name, table)
        action.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(removal)
        table.addAction(action)
        return table

    def _section(self, title: str, buttons: tuple[QPushButton, ...], parts: tuple[QWidget, ...]) -> QWidget:
        holder = QWidget(self)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, theme.GAP_S, 0, 0)
        column.setSpacing(theme.GAP_S)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP_S)
        row.addWidget(theme.plain_label(title, "section"), 1)
        for button in buttons:
            row.addWidget(button)
        column.addLayout(row)
        for part in parts:
            column.addWidget(part)
        self._column.addWidget(holder, 1)
        return holder

    # --- view --------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Ask for everything anew."""
        self._latest.ask(partial(queries.load_followed, self.library))

    def take_focus(self) -> None:
        """Put the keys into the first table that has rows."""
        shown = [table for table in (self.suggestions, self.folders, self.feeds) if table.isVisibleTo(self)]
        (shown[0] if shown else self.watch).setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def is_working(self) -> bool:
        """Whether something is being read or fetched."""
        return self._busy > 0

    def _data_changed(self, change: CommittedChange) -> None:
        if change.table in TABLES and self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def _known(self, found: FollowedSources) -> None:
        show_rows(self.folders, self._folders, {one.id: one for one in found.folders})
        show_rows(self.feeds, self._feeds, {one.id: one for one in found.feeds})
        show_rows(self.suggestions, self._suggestions, {one.id: one for one in found.suggestions})
        self.suggested.setVisible(bool(found.suggestions))
        self.folders.setVisible(bool(found.folders))
        self.feeds.setVisible(bool(found.feeds))
        self.no_folders.setVisible(not found.folders)
        self.no_feeds.setVisible(not found.feeds)
        self.update_now.setEnabled(bool(found.folders or found.feeds) and not self._busy)
        self.fact_changed.emit(page_text.fact_line(found.status))
        self._fit_buttons()

    def _fit_buttons(self) -> None:
        for table, buttons in (
            (self.folders, (self.unwatch,)),
            (self.feeds, (self.unfollow,)),
            (self.suggestions, (self.accept, self.dismiss)),
        ):
            for button in buttons:
                button.setEnabled(table.current is not None)

    # --- acting ------------------------------------------------------------------------------------------------------

    def update_all(self) -> None:
        """Look through the folders and poll the feeds now."""
        self._work(tr("Looking through the folders and the feeds…"), partial(commands.update_all, self.desk))

    def watch_folder(self) -> None:
        """Choose a folder and watch it."""
        dialog = QFileDialog(self, tr("Watch a folder"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.watch_path)
        dialog.open()

    def watch_path(self, path: str) -> None:
        """Watch a folder."""
        self._work(tr("Reading {name}…", name=path), partial(commands.add_path, self.library, path, watch=True))

    def follow_feed(self) -> None:
        """Ask for the address of a feed."""
        form = dialogs.feed_form(self)
        form.accepted_values.connect(self._follow)
        form.open()

    def _follow(self, values: dict[str, str]) -> None:
        work = partial(
            commands.follow_feed, self.desk, values["url"], float(values["every"]),
            own_network=values["network"] == dialogs.OWN,
        )  # fmt: skip
        self._work(tr("Reading the feed {address}…", address=values["url"]), work)

    def accept_selected(self) -> None:
        """Fetch the chosen address and add it."""
        if (row := self._suggestions.known_row(self.suggestions.current)) is not None:
            work = partial(commands.accept_suggestion, self.desk, row.id)
            self._work(tr("Fetching {address}…", address=row.address), work)

    def dismiss_selected(self) -> None:
        """Do not show the chosen address again."""
        if (row := self._suggestions.known_row(self.suggestions.current)) is not None:
            settle = self.library.suggestions.settle
            self.desk.undo.perform(
                tr("Dismissed a suggested address"),
                partial(settle, row.id, "dismissed"),
                lambda _row: settle(row.id, "open"),
                failed=self._failed,
            )

    def unfollow_selected(self) -> None:
        """Follow the chosen feed no longer."""
        if (row := self._feeds.known_row(self.feeds.current)) is not None:
            self.desk.undo.perform(
                tr("A feed is followed no longer"),
                partial(self.library.feeds.unfollow, row.url),
                self.library.feeds.put_back,
                failed=self._failed,
            )

    def unwatch_selected(self) -> None:
        """Watch the chosen folder no longer; its documents leave the library."""
        if (row := self._folders.known_row(self.folders.current)) is not None:
            self.desk.undo.perform(
                tr("A folder is watched no longer; its documents were removed"),
                partial(commands.unwatch, self.library, row),
                partial(commands.watch_again, self.library),
                aside=True,
                done=lambda _folder: self.refresh(),
                failed=self._failed,
            )

    def _work(self, said: str, work: Callable[[], LibraryChange]) -> None:
        self._busy += 1
        self.working.setText(page_text.plain(said))
        self.working.show()
        self.update_now.setEnabled(False)
        self.desk.run_in_background(work, self._changed, self._not_changed)

    def _changed(self, change: LibraryChange) -> None:
        if isValid(self):
            self._done()
            self.message_posted.emit(page_text.change_text(change))

    def _not_changed(self, error: Exception) -> None:
        if isValid(self):
            self._done()
            self.message_posted.emit(error_text(error))

    def _done(self) -> None:
        self._busy -= 1
        self.working.setVisible(self._busy > 0)
        self.refresh()

    def _failed(self, error: Exception) -> None:
        if isValid(self):
            self.message_posted.emit(error_text(error))
