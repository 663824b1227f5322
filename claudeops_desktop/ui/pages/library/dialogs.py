"""The forms for the address of a page and of a feed, and the list of what the library follows and is suggested."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from ....library import FollowedFeed, LibraryService, SourceSuggestion, WatchedFolder
from ... import theme
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, text_column, time_column
from ...kit.fields import ChoiceField, LineField, TextField, Values, check_filled
from ...kit.forms import FormDialog, FormSpec
from ...kit.list_dialog import ListDialog, ListDialogSpec
from ...text import formatting
from ...text.translation import tr
from . import queries, text
from .queries import FollowedSource, LibraryWork

if TYPE_CHECKING:
    from ...app_context import AppContext
    from .page import LibraryPage

NETWORK = ChoiceField(
    "own_network",
    tr("Network"),
    choices=[(tr("Only the public internet"), False), (tr("This host may be in my own network"), True)],
)
PAGE_FIELDS = (
    LineField("url", tr("Address of a page or a repository"), hint="https://"),
    TextField("why", tr("Why it is worth reading"), hint=tr("Kept with it, and in its note."), lines=3),
    ChoiceField("note", tr("Note"), choices=[(tr("Write a note with its source"), True), (tr("Write no note"), False)]),
    NETWORK,
)
FEED_FIELDS = (
    LineField("url", tr("Address of an RSS or Atom feed"), hint="https://"),
    ChoiceField("every", tr("Polled"), choices=[(said, hours) for hours, said in text.INTERVALS]),
    NETWORK,
)
USUAL_HOURS = 6.0


def _page_work(values: Values) -> LibraryWork:
    return queries.add_page(values["url"], values["why"], note=values["note"], own_network=values["own_network"])


def _feed_work(values: Values) -> LibraryWork:
    return queries.follow_feed(values["url"], values["every"], own_network=values["own_network"])


PAGE_FORM = FormSpec(
    tr("Add a web page"), PAGE_FIELDS, tr("Add"), _page_work, check_filled(PAGE_FIELDS, "why", "note", "own_network"),
    width=540,
)  # fmt: skip
FEED_FORM = FormSpec(
    tr("Follow a feed"), FEED_FIELDS, tr("Follow"), _feed_work, check_filled(FEED_FIELDS, "own_network"), width=540
)


def ask_for_page(context: AppContext, parent: QWidget, work: Callable[[LibraryWork], object]) -> None:
    """Ask for the address of a page, and have it fetched."""
    _ask(FormDialog(context, PAGE_FORM, {}, parent), work)


def ask_for_feed(context: AppContext, parent: QWidget, work: Callable[[LibraryWork], object], url: str = "") -> None:
    """Ask for the address of a feed, and have it followed."""
    _ask(FormDialog(context, FEED_FORM, {"url": url, "every": USUAL_HOURS}, parent), work)


def _ask(form: FormDialog[LibraryWork], work: Callable[[LibraryWork], object]) -> None:
    form.submitted.connect(work)
    form.open()


def ask_for_path(parent: QWidget, title: str, *, watch: bool, work: Callable[[LibraryWork], object]) -> None:
    """Choose a file to read, or a folder to read and keep up to date."""
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.Directory if watch else QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(lambda path: work(queries.read_path(path, watch=watch)))
    dialog.open()


# --- what is followed ------------------------------------------------------------------------------------------------


def kind_text(source: FollowedSource) -> str:
    """Return what a source is."""
    if isinstance(source, WatchedFolder):
        return tr("Folder")
    return tr("Feed") if isinstance(source, FollowedFeed) else tr("Suggested address")


def name_text(source: FollowedSource) -> str:
    """Return where a source is, or what it calls itself."""
    if isinstance(source, WatchedFolder):
        return text.plain(source.path)
    return text.plain(source.title or source.url if isinstance(source, FollowedFeed) else source.address)


def about_text(source: FollowedSource) -> str:
    """Return the tags of a folder, how often a feed is polled, or why an address was suggested."""
    if isinstance(source, WatchedFolder):
        return text.plain(", ".join(source.tags))
    return text.interval_text(source.every_hours) if isinstance(source, FollowedFeed) else text.plain(source.reason)


def last_time(source: FollowedSource) -> str | None:
    """Return when a source was looked at last, or suggested."""
    if isinstance(source, WatchedFolder):
        return source.updated_at
    return source.polled_at if isinstance(source, FollowedFeed) else source.suggested_at


def next_text(source: FollowedSource) -> str:
    """Return when a feed is polled again."""
    if not isinstance(source, FollowedFeed):
        return ""
    return formatting.format_relative_time(source.next_at) or tr("now")


def fault_text(source: FollowedSource) -> str:
    """Return what is wrong with a source; "" for nothing."""
    return "" if isinstance(source, SourceSuggestion) else text.fault_text(source.fault)


def removal_text(dialog: SourcesDialog) -> str:
    """Return what the button says that is about the current source."""
    if isinstance(dialog.current, FollowedFeed):
        return tr("Follow no longer")
    return tr("Dismiss") if isinstance(dialog.current, SourceSuggestion) else tr("Watch no longer")


SOURCES = ListDialogSpec[FollowedSource](
    title=tr("Folders and feeds"),
    name=tr("Folders and feeds"),
    look="FollowedSourceModel",
    intro=tr("Folders are looked through every five minutes, feeds when they are due. Both wait for sessions."),
    columns=(
        ColumnSpec("kind", tr("Kind"), 150, text=kind_text),
        ColumnSpec(
            "name",
            tr("Folder or address"),
            240,
            text=name_text,
            tip=lambda source: text.plain(source.url) if isinstance(source, FollowedFeed) else name_text(source),
            stretch=True,
        ),
        text_column("about", tr("About"), 180, about_text),
        time_column("last", tr("Last time"), 100, last_time),
        ColumnSpec("next", tr("Next time"), 100, text=next_text, ages=True),
        ColumnSpec(
            "fault",
            tr("Problem"),
            120,
            text=fault_text,
            tip=fault_text,
            state=lambda source: "warning" if fault_text(source) else "",
        ),
    ),
    load=queries.load_sources,
    tables=frozenset({"library_folders", "library_feeds", "library_suggestions"}),
    empty=tr("Nothing is followed. Where a page that you add has a feed, you are asked about it."),
    actions=(
        ActionSpec("watch", tr("Watch a folder…"), lambda dialog: dialog.watch_folder()),
        ActionSpec("follow", tr("Follow a feed…"), lambda dialog: dialog.follow_feed()),
        ActionSpec(
            "accept",
            tr("Fetch and add"),
            lambda dialog: dialog.accept_current(),
            shown=lambda dialog: isinstance(dialog.current, SourceSuggestion),
        ),
        ActionSpec(
            "remove",
            tr("Watch no longer"),
            lambda dialog: dialog.remove_current(),
            keys="Delete",
            for_table=True,
            label=removal_text,
            shown=lambda dialog: dialog.current is not None,
        ),
        ActionSpec(
            "update",
            tr("Update now"),
            lambda dialog: dialog.page.work(queries.update_all()),
            enabled=lambda dialog: not dialog.page.working,
            shown=lambda dialog: dialog.follows,
        ),
    ),
    size=(900, 420),
)


class SourcesDialog(ListDialog[FollowedSource]):
    """The list of sources, over the page that does the work."""

    def __init__(self, context: AppContext, page: LibraryPage) -> None:
        self.page = page
        super().__init__(context, SOURCES, page)
        self._library = LibraryService(context.book)
        self.working = theme.plain_label(role="muted", wrap=True)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)  # noqa: S101 — made by ListDialog
        column.insertWidget(1, self.working)
        page.working_changed.connect(self._show_working)
        self._show_working()

    @property
    def follows(self) -> bool:
        """Tell whether any folder or feed is followed."""
        rows = (self.model.known_row(key) for key in self.model.keys)
        return any(isinstance(row, WatchedFolder | FollowedFeed) for row in rows)

    def _show_working(self) -> None:
        self.working.setText(self.page.working)
        self.working.setVisible(bool(self.page.working))
        self.action_set.update()

    def watch_folder(self) -> None:
        """Choose a folder, read its documents, and keep them up to date."""
        ask_for_path(self, tr("Watch a folder"), watch=True, work=self.page.work)

    def follow_feed(self) -> None:
        """Ask for the address of a feed, and follow it."""
        ask_for_feed(self.context, self, self.page.work)

    def accept_current(self) -> None:
        """Fetch the suggested address and add it."""
        if isinstance(self.current, SourceSuggestion):
            self.page.work(queries.accept_suggestion(self.current))

    def remove_current(self) -> None:
        """Follow the current source no longer, or do not show the suggested address again."""
        source, library = self.current, self._library
        perform = partial(self.context.undo.perform, failed=self.page.post_error)
        if isinstance(source, SourceSuggestion):
            settle = partial(library.suggestions.settle, source.id)
            perform(tr("Dismissed a suggested address"), partial(settle, "dismissed"), lambda _row: settle("open"))
        elif isinstance(source, FollowedFeed):
            unfollow = partial(library.feeds.unfollow, source.url)
            perform(tr("A feed is followed no longer"), unfollow, library.feeds.put_back)
        elif isinstance(source, WatchedFolder):
            again = queries.read_path(source.path, watch=True, tags=source.tags)
            said = tr("A folder is watched no longer; its documents were removed")
            unwatch = partial(library.unwatch_folder, source.path)
            perform(said, unwatch, lambda _done: again.run(self.context), aside=True)
