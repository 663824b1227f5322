"""Pages and feeds of the network as documents of the library (C14). Waits on the network, never inside ``store.write``.

A page is known by the address that was named, also where that sends on to another one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar
from urllib.parse import urljoin, urlsplit

from ..core.errors import ClaudeOpsError, OperatorError
from ..core.messages import UserMessage
from ..storage import DataStore
from .chunks import split_document
from .discovery.addresses import host_of, require_url
from .discovery.feeds import FeedEntry, parse_feed
from .discovery.fetch import FetchedPage, PageFetcher
from .discovery.repositories import releases_feed
from .reading.document_reading import hash_content, read_content
from .reading.formats import FEED_TYPES, charset_of_answer, format_of_answer
from .subscriptions.tables import FeedRecords
from .tables import LibraryRecords
from .tags import clean_tags
from .types import DocumentText, FollowedFeed, LibraryChange, NewDocument, StoredDocument, join_changes

MOST_ENTRIES = 20  # new ones of a feed at one poll
POLL_S = 180.0  # for all pages of one poll
WHOLE_ENTRY = 1_500  # characters of text in the feed itself that are taken for the whole entry
CONVERSION_S = 30.0
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _PageDetails:
    """What is known of a page before it is fetched."""

    title: str = ""
    tags: tuple[str, ...] = ()
    context: str = ""
    feed_id: int | None = None


class WebDocuments:
    """Adds pages and polls feeds."""

    def __init__(self, store: DataStore, documents: LibraryRecords, feeds: FeedRecords) -> None:
        self._store = store
        self._documents = documents
        self._feeds = feeds

    def add_page(
        self,
        url: str,
        *,
        title: str = "",
        tags: Sequence[str] = (),
        context: str = "",
        allow_private: bool = False,
    ) -> LibraryChange:
        """Fetch a page and keep it; ``feeds`` of the answer are those that the page names, or that tell of the releases
        of a repository. ``context`` is why it is worth reading. Raises UsageError, OperatorError, PolicyRefusal or
        EnvironmentFault."""
        details = _PageDetails(title, clean_tags(tags), context)
        return self._add_page(PageFetcher(allow_private=allow_private), url, details)

    def poll_feed(
        self, url: str, *, tags: Sequence[str] = (), allow_private: bool = False, every_hours: float | None = None
    ) -> LibraryChange:
        """Follow a feed, and keep its new entries: 20 at the most, the next ones at the next poll. Raises as above."""
        url = require_url(url)
        found = PageFetcher(allow_private=allow_private).fetch(url)
        parse_feed(found.content, url)  # what is no feed is not followed
        feed = self._write(
            lambda: self._feeds.follow(url, clean_tags(tags), allow_private=allow_private, every_hours=every_hours)
        )
        return self._take_entries(feed, found, _not_stopped)

    def poll_feeds(self, *, due_only: bool = False, stopped: Callable[[], bool] | None = None) -> LibraryChange:
        """Keep the new entries of the feeds that are followed, or of those whose time has come. A feed that cannot be
        read is passed over with a sentence, and waits longer for its next poll."""
        stopped = stopped or _not_stopped
        parts = []
        for feed in self._read(self._feeds.due if due_only else self._feeds.list):
            if stopped():
                break
            try:
                fetcher = PageFetcher(allow_private=feed.allow_private)
                found = fetcher.fetch(feed.url, feed.etag, feed.last_modified)
                parts.append(self._take_entries(feed, found, stopped))
            except ClaudeOpsError as error:
                self._note_fault(feed, error.full_text)
                parts.append(LibraryChange(skipped=(error.sentence,)))
        return join_changes(parts)

    def _take_entries(self, feed: FollowedFeed, found: FetchedPage, stopped: Callable[[], bool]) -> LibraryChange:
        if found.unchanged:
            self._write(lambda: self._feeds.note_poll(feed, "", feed.etag, feed.last_modified))
            return LibraryChange()
        parsed = parse_feed(found.content, found.url)
        addresses = {url: one for one in parsed.entries if (url := _address_of(one))}
        seen = self._read(lambda: self._documents.seen_sources(addresses))
        new = [(url, one) for url, one in addresses.items() if url not in seen]
        fetcher, private = PageFetcher(), PageFetcher(allow_private=True)
        parts, taken, ends = list[LibraryChange](), 0, time.monotonic() + POLL_S
        for url, entry in new[:MOST_ENTRIES]:
            if time.monotonic() > ends or stopped():
                break
            # A feed of the own network may lead to its own host; what else it names must be public.
            own = feed.allow_private and host_of(url) == host_of(feed.url)
            parts.append(self._take_entry(private if own else fetcher, url, entry, feed))
            taken += 1
        # A server that says that nothing changed would keep back what was left for the next time.
        whole = taken == len(new)
        tag, modified = (found.etag, found.last_modified) if whole else ("", "")
        self._write(lambda: self._feeds.note_poll(feed, parsed.title, tag, modified, more=not whole))
        return replace(join_changes(parts), feeds=())

    def _take_entry(self, fetcher: PageFetcher, url: str, entry: FeedEntry, feed: FollowedFeed) -> LibraryChange:
        """The entry as the feed has it where that is the whole, else its page, else what the feed says of it."""
        details = _PageDetails(tags=feed.tags, feed_id=feed.id)
        own = _read_entry(entry)
        if own is None or len(own.text) < WHOLE_ENTRY:
            try:
                return self._add_page(fetcher, url, details)
            except ClaudeOpsError as error:
                if own is None:
                    self._write(lambda: self._documents.note_try(url))
                    return LibraryChange(skipped=(error.sentence,))
        return self._keep(url, own, entry.html.encode(), details)

    def _add_page(self, fetcher: PageFetcher, url: str, details: _PageDetails) -> LibraryChange:
        url = require_url(url)
        found = fetcher.fetch(url)
        kind = format_of_answer(found.content_type, found.url)
        if not kind and found.content_type.partition(";")[0].strip().lower() in FEED_TYPES:
            raise OperatorError(
                UserMessage("{url} is a feed, not a page.", url=found.url),
                UserMessage("Follow it with `claudeops library follow {url}`.", url=found.url),
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
        named = [releases_feed(url), *(_absolute(found.url, one) for one in read.feeds)]
        change = self._keep(url, read, found.content, details)
        return replace(change, feeds=tuple(dict.fromkeys(filter(None, named))))

    def _keep(self, url: str, document: DocumentText, content: bytes, details: _PageDetails) -> LibraryChange:
        # Pages differ in their scripts from one fetch to the next: what they say decides whether they changed.
        digest = hash_content(f"{document.title}\n{document.text}".encode())
        old = self._read(lambda: self._documents.by_source(url))
        title, tags, context = details.title, details.tags, details.context
        if old is not None and old.content_hash == digest:
            same = self._write(lambda: self._documents.note_unchanged(old, "", None, title, tags, context))
            return LibraryChange(unchanged=(same,))
        new = NewDocument(
            url, "web", document, digest, len(content), "", title, tags, feed_id=details.feed_id,
            unread=details.feed_id is not None, context=context,
        )  # fmt: skip
        chunks = split_document(document)
        kept: StoredDocument = self._write(lambda: self._documents.keep(new, chunks))
        return LibraryChange(added=(kept,)) if old is None else LibraryChange(changed=(kept,))

    def _note_fault(self, feed: FollowedFeed, sentence: str) -> None:
        self._write(lambda: self._feeds.note_fault(feed, sentence))

    def _read(self, question: Callable[[], T]) -> T:
        return self._store.read(question).result()

    def _write(self, operation: Callable[[], T]) -> T:
        return self._store.write(operation).result()


def _not_stopped() -> bool:
    return False


def _read_entry(entry: FeedEntry) -> DocumentText | None:
    """What the feed itself says of an entry; None for nothing."""
    try:
        found = read_content(
            entry.html.encode("utf-8", "replace"), "html", entry.title or entry.url, "utf-8", CONVERSION_S
        )
    except OperatorError:
        return None
    return DocumentText(entry.title or found.title, found.text, "html")


def _address_of(entry: FeedEntry) -> str:
    """The address of an entry in the form in which it is kept; "" for one that is none."""
    try:
        return require_url(entry.url)
    except OperatorError:
        return ""


def _absolute(base: str, href: str) -> str:
    try:
        return require_url(urljoin(base, href))
    except (OperatorError, ValueError):
        return ""
