"""The columns of the tables of the page."""

from __future__ import annotations

from ....library import FollowedFeed, LibraryHit, SourceSuggestion, StoredDocument, WatchedFolder
from ...kit.columns import ColumnSpec, number_column, text_column, time_column
from ...text.translation import tr
from . import text as page_text
from .text import plain

DOCUMENTS: tuple[ColumnSpec[StoredDocument], ...] = (
    ColumnSpec(
        "state",
        tr("State"),
        110,
        text=lambda document: page_text.STATES[document.state],
        state=lambda document: page_text.SHAPES[document.state],
        tip=page_text.state_text,
    ),
    ColumnSpec(
        "title",
        tr("Title"),
        240,
        text=lambda document: plain(document.title),
        tip=lambda document: plain(document.source),
        stretch=True,
    ),
    ColumnSpec("kind", tr("Kind"), 90, text=lambda document: page_text.FORMATS.get(document.format, document.format)),
    ColumnSpec("tags", tr("Tags"), 150, text=lambda document: plain(", ".join(document.tags))),
    ColumnSpec(
        "relevance",
        tr("Relevance"),
        90,
        text=lambda document: page_text.RELEVANCE.get(document.relevance, ""),
        tip=page_text.judgement_text,
    ),
    number_column("parts", tr("Parts"), 60, lambda document: document.chunks),
    time_column("added", tr("Added"), 100, lambda document: document.added_at),
    text_column("source", tr("Source"), 220, lambda document: plain(document.source)),
)

HITS: tuple[ColumnSpec[LibraryHit], ...] = (
    ColumnSpec("document", tr("Document"), 150, text=lambda hit: plain(hit.title), tip=lambda hit: plain(hit.source)),
    ColumnSpec(
        "place",
        tr("Where it stands"),
        190,
        text=page_text.passage_place,
        tip=lambda hit: plain(hit.headings),
    ),
    ColumnSpec("text", tr("What it says"), 360, text=lambda hit: plain(hit.excerpt), stretch=True),
)

FOLDERS: tuple[ColumnSpec[WatchedFolder], ...] = (
    text_column("path", tr("Folder"), 380, lambda folder: plain(folder.path), stretch=True),
    text_column("tags", tr("Tags"), 140, lambda folder: plain(", ".join(folder.tags))),
    time_column("updated", tr("Looked through"), 140, lambda folder: folder.updated_at),
    ColumnSpec(
        "fault",
        tr("Problem"),
        260,
        text=lambda folder: page_text.fault_text(folder.fault),
        tip=lambda folder: page_text.fault_text(folder.fault),
        state=lambda folder: "warning" if folder.fault else "",
    ),
)

FEEDS: tuple[ColumnSpec[FollowedFeed], ...] = (
    ColumnSpec("title", tr("Feed"), 220, text=lambda feed: plain(feed.title) or plain(feed.url), stretch=True),
    ColumnSpec("every", tr("Polled"), 120, text=lambda feed: page_text.interval_text(feed.every_hours)),
    time_column("last", tr("Last poll"), 110, lambda feed: feed.polled_at),
    time_column("next", tr("Next poll"), 110, lambda feed: feed.next_at, none=tr("now")),
    ColumnSpec(
        "fault",
        tr("Problem"),
        260,
        text=lambda feed: page_text.fault_text(feed.fault),
        tip=lambda feed: page_text.fault_text(feed.fault),
        state=lambda feed: "warning" if feed.fault else "",
    ),
    text_column("url", tr("Address"), 260, lambda feed: plain(feed.url)),
)

SUGGESTIONS: tuple[ColumnSpec[SourceSuggestion], ...] = (
    text_column("address", tr("Suggested address"), 300, lambda suggestion: plain(suggestion.address)),
    text_column("reason", tr("Why"), 360, lambda suggestion: plain(suggestion.reason), stretch=True),
    time_column("when", tr("When"), 110, lambda suggestion: suggestion.suggested_at),
)
