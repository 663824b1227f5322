"""The forms for the address of a page and of a feed, and the list of what the library follows and is suggested."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source as it is listed: what it is, what it is called and where it is, what there is to say about it, when it
    was looked at last and is looked at next, and what is wrong with it."""

    record: FollowedSource
    kind: str
    name: str
    address: str
    about: str
    last: str | None
    next: str | None = None
    fault: str = ""


def source_row(source: FollowedSource) -> SourceRow:
    """Return a source as it is listed."""
    if isinstance(source, WatchedFolder):
        tags = ", ".join(source.tags)
        return SourceRow(source, tr("Folder"), source.path, source.path, tags, source.updated_at, None, source.fault)
    if isinstance(source, SourceSuggestion):
        kind, address = tr("Suggested address"), source.address
        return SourceRow(source, kind, address, address, source.reason, source.suggested_at)
    name, every = source.title or source.url, text.interval_text(source.every_hours)
    return SourceRow(source, tr("Feed"), name, source.url, every, source.polled_at, source.next_at, source.fault)


def load_rows(context: AppContext) -> dict[Hashable, SourceRow]:
    """Return what agents suggest, then what is followed, on a reader thread."""
    sources = queries.load_sources(LibraryService(context.book))
    return {(type(one).__name__, one.id): source_row(one) for one in sources}


def next_text(row: SourceRow) -> str:
    """Return when a feed is polled again."""
    feed = isinstance(row.record, FollowedFeed)
    return (formatting.format_relative_time(row.next) or tr("now")) if feed else ""


def removal_text(dialog: SourcesDialog) -> str:
    """Return what the button says that is about the current source."""
    if isinstance(dialog.source, FollowedFeed):
        return tr("Follow no longer")
    return tr("Dismiss") if isinstance(dialog.source, SourceSuggestion) else tr("Watch no longer")


SOURCES = ListDialogSpec[SourceRow](
    title=tr("Folders and feeds"),
    name=tr("Folders and feeds"),
    look="FollowedSourceModel",
    intro=tr("Folders are looked through every five minutes, feeds when they are due. Both wait for sessions."),
    columns=(
        ColumnSpec("kind", tr("Kind"), 150, text=lambda row: row.kind),
        ColumnSpec(
            "name",
            tr("Folder or address"),
            240,
            text=lambda row: text.plain(row.name),
            tip=lambda row: text.plain(row.address),
            stretch=True,
        ),
        text_column("about", tr("About"), 180, lambda row: text.plain(row.about)),
        time_column("last", tr("Last time"), 100, lambda row: row.last),
        ColumnSpec("next", tr("Next time"), 100, text=next_text, ages=True),
        ColumnSpec(
            "fault",
            tr("Problem"),
            120,
            text=lambda row: text.fault_text(row.fault),
            tip=lambda row: text.fault_text(row.fault),
            state=lambda row: "warning" if row.fault else "",
        ),
    ),
    load=load_rows,
    tables=frozenset({"library_folders", "library_feeds", "library_suggestions"}),
    empty=tr("Nothing is followed. Where a page that you add has a feed, you are asked about it."),
    actions=(
        ActionSpec("watch", tr("Watch a folder…"), lambda dialog: dialog.watch_folder()),
        ActionSpec("follow", tr("Follow a feed…"), lambda dialog: dialog.follow_feed()),
        ActionSpec(
            "accept",
            tr("Fetch and add"),
            lambda dialog: dialog.accept_current(),
            shown=lambda dialog: isinstance(dialog.source, SourceSuggestion),
        ),
        ActionSpec(
            "remove",
            tr("Watch no longer"),
            lambda dialog: dialog.remove_current(),
            keys="Delete",
            for_table=True,
            label=removal_text,
            shown=lambda dialog: dialog.source is not None,
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


class SourcesDialog(ListDialog[SourceRow]):
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
    def source(self) -> FollowedSource | None:
        """Return the current source."""
        return self.current.record if self.current is not None else None

    @property
    def follows(self) -> bool:
        """Tell whether any folder or feed is followed."""
        return any(kind != SourceSuggestion.__name__ for kind, _ in self.model.keys)

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
        if isinstance(self.source, SourceSuggestion):
            self.page.work(queries.accept_suggestion(self.source))

    def remove_current(self) -> None:
        """Follow the current source no longer, or do not show the suggested address again."""
        source, library = self.source, self._library
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
