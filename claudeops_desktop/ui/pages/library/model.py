"""The tables of the page."""

from __future__ import annotations

from ....library import FollowedFeed, LibraryHit, SourceSuggestion, StoredDocument, WatchedFolder
from ...text import formatting
from ...text.translation import tr
from ...widgets.record_model import RecordModel, TableColumn
from . import text as page_text


class LibraryDocumentModel(RecordModel):
    """Keys are numbers of documents, rows are StoredDocuments."""

    COLUMNS = (
        TableColumn("state", tr("State"), 110),
        TableColumn("title", tr("Title"), 240),
        TableColumn("kind", tr("Kind"), 90),
        TableColumn("tags", tr("Tags"), 150),
        TableColumn("relevance", tr("Relevance"), 90),
        TableColumn("parts", tr("Parts"), 60, number=True),
        TableColumn("added", tr("Added"), 100),
        TableColumn("source", tr("Source"), 220),
    )

    def text(self, row: StoredDocument, column: str) -> str:
        """What a cell shows."""
        match column:
            case "state":
                return page_text.STATES[row.state]
            case "title":
                return page_text.plain(row.title)
            case "kind":
                return page_text.FORMATS.get(row.format, row.format)
            case "tags":
                return page_text.plain(", ".join(row.tags))
            case "relevance":
                return page_text.RELEVANCE.get(row.relevance, "")
            case "parts":
                return formatting.format_number(row.chunks)
            case "added":
                return formatting.format_relative_time(row.added_at)
            case _:
                return page_text.plain(row.source)

    def tip(self, row: StoredDocument, column: str) -> str:
        """Exact times, what is wrong, and why it was judged so."""
        match column:
            case "state":
                return page_text.state_text(row)
            case "added":
                return formatting.format_exact_time(row.added_at)
            case "relevance":
                return page_text.judgement_text(row)
            case "source" | "title":
                return page_text.plain(row.source)
        return ""

    def state(self, row: StoredDocument, column: str) -> str:
        """Its state as a shape."""
        return page_text.SHAPES[row.state] if column == "state" else ""

    def export_text(self, row: StoredDocument, column: str) -> str:
        """Exact times in a file."""
        return formatting.format_exact_time(row.added_at) if column == "added" else self.text(row, column)


class LibraryHitModel(RecordModel):
    """Keys are (document, part), rows are LibraryHits."""

    COLUMNS = (
        TableColumn("document", tr("Document"), 150),
        TableColumn("place", tr("Where it stands"), 190),
        TableColumn("text", tr("What it says"), 360),
    )

    def text(self, row: LibraryHit, column: str) -> str:
        """What a cell shows."""
        match column:
            case "document":
                return page_text.plain(row.title)
            case "place":
                return page_text.passage_place(row)
            case _:
                return page_text.plain(row.excerpt)

    def tip(self, row: LibraryHit, column: str) -> str:
        """The file or the address; all headings."""
        return page_text.plain(row.source if column == "document" else row.headings) if column != "text" else ""


class WatchedFolderModel(RecordModel):
    """Keys are numbers of folders, rows are WatchedFolders."""

    COLUMNS = (
        TableColumn("path", tr("Folder"), 380),
        TableColumn("tags", tr("Tags"), 140),
        TableColumn("updated", tr("Looked through"), 140),
        TableColumn("fault", tr("Problem"), 260),
    )

    def text(self, row: WatchedFolder, column: str) -> str:
        """What a cell shows."""
        match column:
            case "path":
                return page_text.plain(row.path)
            case "tags":
                return page_text.plain(", ".join(row.tags))
            case "updated":
                return formatting.format_relative_time(row.updated_at)
            case _:
                return page_text.fault_text(row.fault)

    def tip(self, row: WatchedFolder, column: str) -> str:
        """Exact times, and what is cut off."""
        return formatting.format_exact_time(row.updated_at) if column == "updated" else self.text(row, column)

    def state(self, row: WatchedFolder, column: str) -> str:
        """A warning where it could not be looked through."""
        return "warning" if column == "fault" and row.fault else ""


class FollowedFeedModel(RecordModel):
    """Keys are numbers of feeds, rows are FollowedFeeds."""

    COLUMNS = (
        TableColumn("title", tr("Feed"), 220),
        TableColumn("every", tr("Polled"), 120),
        TableColumn("last", tr("Last poll"), 110),
        TableColumn("next", tr("Next poll"), 110),
        TableColumn("fault", tr("Problem"), 260),
        TableColumn("url", tr("Address"), 260),
    )

    def text(self, row: FollowedFeed, column: str) -> str:
        """What a cell shows."""
        match column:
            case "title":
                return page_text.plain(row.title) or page_text.plain(row.url)
            case "every":
                return page_text.interval_text(row.every_hours)
            case "last":
                return formatting.format_relative_time(row.polled_at)
            case "next":
                return formatting.format_relative_time(row.next_at) if row.next_at else tr("now")
            case "fault":
                return page_text.fault_text(row.fault)
            case _:
                return page_text.plain(row.url)

    def tip(self, row: FollowedFeed, column: str) -> str:
        """Exact times, and what is cut off."""
        if column in ("last", "next"):
            return formatting.format_exact_time(row.polled_at if column == "last" else row.next_at)
        return self.text(row, column) if column in ("fault", "url") else ""

    def state(self, row: FollowedFeed, column: str) -> str:
        """A warning where the last poll failed."""
        return "warning" if column == "fault" and row.fault else ""


class SourceSuggestionModel(RecordModel):
    """Keys are numbers of suggestions, rows are SourceSuggestions."""

    COLUMNS = (
        TableColumn("address", tr("Suggested address"), 300),
        TableColumn("reason", tr("Why"), 360),
        TableColumn("when", tr("When"), 110),
    )

    def text(self, row: SourceSuggestion, column: str) -> str:
        """What a cell shows."""
        match column:
            case "address":
                return page_text.plain(row.address)
            case "reason":
                return page_text.plain(row.reason)
            case _:
                return formatting.format_relative_time(row.suggested_at)

    def tip(self, row: SourceSuggestion, column: str) -> str:
        """Exact times, and what is cut off."""
        return formatting.format_exact_time(row.suggested_at) if column == "when" else self.text(row, column)
