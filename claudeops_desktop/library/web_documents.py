"""Pages and feeds of the network as documents of the library (C14). Waits on the network, never inside ``store.write``.

A page is known by the address that was named, also where that sends on to another one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from ..core.errors import ClaudeOpsError, EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from ..storage import DataStore
from .chunks import split_document
from .discovery.addresses import require_url
from .discovery.feeds import FeedEntry, parse_feed
from .discovery.fetch import FetchedPage, PageFetcher
from .feed_records import FeedRecords, FollowedFeed
from .reading.document_reading import hash_content, read_content
from .reading.formats import FEED_TYPES, charset_of_answer, format_of_answer
from .records import LibraryRecords
from .tags import clean_tags
from .types import DocumentText, LibraryChange, NewDocument, StoredDocument

MOST_ENTRIES = 20  # new ones of a feed at one poll
POLL_S = 180.0  # for all pages of one poll
WHOLE_ENTRY = 1_500  # characters of text in the feed itself that are taken for the whole entry
CONVERSION_S = 30.0


class WebDocuments:
    """Adds pages and polls feeds."""

    def __init__(self, store: DataStore, documents: LibraryRecords, feeds: FeedRecords) -> None:
        self._store = store
        self._documents = documents
        self._feeds = feeds

    def add_page(
        self, url: str, *, title: str = "", tags: Sequence[str] = (), allow_private: bool = False
    ) -> LibraryChange:
        """Fetch a page and keep it; ``feeds`` of the answer are those that the page names. Raises UsageError,
        OperatorError, PolicyRefusal or EnvironmentFault."""
        return self._add_page(PageFetcher(allow_private=allow_private), url, title, clean_tags(tags))

    def poll_feed(self, url: str, *, tags: Sequence[str] = (), allow_private: bool = False) -> LibraryChange:
        """Follow a feed, and keep its new entries: 20 at the most, the next ones at the next poll. Raises as above."""
        url = require_url(url)
        found = PageFetcher(allow_private=allow_private).fetch(url)
        parse_feed(found.content, url)  # what is no feed is not followed
        feed = self._store.write(
            lambda: self._feeds.follow(url, clean_tags(tags), allow_private=allow_private)
        ).result()
        return self._take_entries(feed, found)

    def poll_feeds(self) -> LibraryChange:
        """Keep the new entries of all feeds that are followed. A feed that cannot be read is passed over with a
        sentence."""
        change = LibraryChange()
        for feed in self._store.read(self._feeds.list).result():
            try:
                fetcher = PageFetcher(allow_private=feed.allow_private)
                found = fetcher.fetch(feed.url, feed.etag, feed.last_modified)
                change = change.joined(self._take_entries(feed, found))
            except ClaudeOpsError as error:
                change = change.joined(LibraryChange(skipped=(error.sentence,)))
        return change

    def _take_entries(self, feed: FollowedFeed, found: FetchedPage) -> LibraryChange:
        if found.unchanged:
            self._note_poll(feed, "", feed.etag, feed.last_modified)
            return LibraryChange()
        parsed = parse_feed(found.content, found.url)
        known = {one.source for one in self._store.read(self._documents.list).result()}
        new = list({one.url: one for one in parsed.entries if _is_new(one, known)}.values())
        fetcher = PageFetcher(allow_private=feed.allow_private)
        change, taken, ends = LibraryChange(), 0, time.monotonic() + POLL_S
        for entry in new[:MOST_ENTRIES]:
            if time.monotonic() > ends:
                break
            change = change.joined(self._take_entry(fetcher, entry, feed.tags))
            taken += 1
        # A server that says that nothing changed would keep back what was left for the next time.
        whole = taken == len(new)
        self._note_poll(feed, parsed.title, found.etag if whole else "", found.last_modified if whole else "")
        return change

    def _take_entry(self, fetcher: PageFetcher, entry: FeedEntry, tags: tuple[str, ...]) -> LibraryChange:
        """The entry as the feed has it where that is the whole, else its page, else what the feed says of it."""
        own = _read_entry(entry)
        if own is None or len(own.text) < WHOLE_ENTRY:
            try:
                return self._add_page(fetcher, entry.url, "", tags)
            except (OperatorError, EnvironmentFault) as error:
                if own is None:
                    return LibraryChange(skipped=(error.sentence,))
        content = entry.html.encode()
        return self._keep(require_url(entry.url), own, content, "", tags)

    def _add_page(self, fetcher: PageFetcher, url: str, title: str, tags: tuple[str, ...]) -> LibraryChange:
        url = require_url(url)
        found = fetcher.fetch(url)
        kind = format_of_answer(found.content_type, found.url)
        if not kind and found.content_type.partition(";")[0].strip().lower() in FEED_TYPES:
            raise OperatorError(
                UserMessage("{url} is a feed, not a page.", url=found.url),
                UserMessage("Follow it with `claudeops library feed {url}`.", url=found.url),
            )
        if not kind:
            said = found.content_type.partition(";")[0].strip() or "no type"
            raise OperatorError(
                UserMessage("{url} is no document that can be read ({type}).", url=found.url, type=said[:80]),
                UserMessage("Pages, Markdown, plain text, PDF, EPUB and DOCX can be read."),
            )
        name = urlsplit(found.url).path.rstrip("/").rpartition("/")[2] or urlsplit(found.url).netloc
        charset = charset_of_answer(found.content_type)
        read = read_content(found.content, kind, name, charset, CONVERSION_S)
        feeds = tuple(dict.fromkeys(_absolute(found.url, one) for one in read.feeds))
        change = self._keep(url, read, found.content, title, tags)
        return change.joined(LibraryChange(feeds=tuple(filter(None, feeds))))

    def _keep(
        self, url: str, document: DocumentText, content: bytes, title: str, tags: tuple[str, ...]
    ) -> LibraryChange:
        # Pages differ in their scripts from one fetch to the next: what they say decides whether they changed.
        digest = hash_content(f"{document.title}\n{document.text}".encode())
        old = self._store.read(lambda: self._documents.by_source(url)).result()
        if old is not None and old.content_hash == digest:
            same = self._store.write(lambda: self._documents.note_unchanged(old, "", None, title, tags)).result()
            return LibraryChange(unchanged=(same,))
        new = NewDocument(url, "web", document, digest, len(content), "", title, tags)
        chunks = split_document(document)
        kept: StoredDocument = self._store.write(lambda: self._documents.keep(new, chunks)).result()
        return LibraryChange(added=(kept,)) if old is None else LibraryChange(changed=(kept,))

    def _note_poll(self, feed: FollowedFeed, title: str, etag: str, last_modified: str) -> None:
        self._store.write(lambda: self._feeds.note_poll(feed, title, etag, last_modified)).result()


def _read_entry(entry: FeedEntry) -> DocumentText | None:
    """What the feed itself says of an entry; None for nothing."""
    try:
        found = read_content(entry.html.encode(), "html", entry.title or entry.url, "utf-8", CONVERSION_S)
    except OperatorError:
        return None
    return DocumentText(entry.title or found.title, found.text, "html")


def _is_new(entry: FeedEntry, known: set[str]) -> bool:
    try:
        return require_url(entry.url) not in known
    except OperatorError:
        return False


def _absolute(base: str, href: str) -> str:
    try:
        return require_url(urljoin(base, href))
    except (OperatorError, ValueError):
        return ""
