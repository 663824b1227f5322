"""Watched folders, feeds that are followed, and addresses that agents suggest (C14, C15).

Reads belong inside ``store.read``; writes must run inside ``store.write``.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import orjson

from ...core.clock import Clock, to_text
from ...core.errors import OperatorError, UsageError
from ...core.messages import UserMessage, pack_message, unpack_message
from ...core.secrets.redact_shapes import without_shapes
from ...storage import DataStore
from ...storage.database import proxy
from ..types import FollowedFeed, SourceSuggestion, WatchedFolder

LEAST_HOURS, MOST_HOURS = 0.25, 24.0 * 30
LONGEST_WAIT = timedelta(days=7)
LONGEST_REASON = 500
MOST_SUGGESTIONS = 200
"""Open ones; an agent can put no more in front of the operator."""


class FolderRecords:
    """The folders that are watched."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def list(self) -> builtins.list[WatchedFolder]:
        """All of them, by path."""
        rows = proxy.execute_sql(
            "SELECT id, path, tags, added_at, updated_at, fault FROM library_folders ORDER BY path"
        )
        return [
            WatchedFolder(number, path, tuple(orjson.loads(tags)), added, updated, unpack_message(fault))
            for number, path, tags, added, updated, fault in rows
        ]

    def watch(self, path: str, tags: Sequence[str] = ()) -> WatchedFolder:
        """Remember a folder; one that is known takes the tags that are named now."""
        proxy.execute_sql(
            "INSERT INTO library_folders (path, tags, added_at) VALUES (?1, ?2, ?3) ON CONFLICT (path) DO UPDATE SET"
            " tags = CASE ?2 WHEN '[]' THEN tags ELSE ?2 END",
            (path, _json(tags), to_text(self._clock())),
        )
        found = next(one for one in self.list() if one.path == path)
        self._store.changed("library_folders", found.id, what="inserted")
        return found

    def forget(self, folder: WatchedFolder) -> None:
        """Watch a folder no longer."""
        proxy.execute_sql("DELETE FROM library_folders WHERE id = ?", (folder.id,))
        self._store.changed("library_folders", folder.id, what="deleted")

    def note_update(self, folder: WatchedFolder, fault: str = "") -> None:
        """A folder was looked through now, or could not be."""
        if fault:
            change = ("UPDATE library_folders SET fault = ? WHERE id = ?", (pack_message(fault), folder.id))
        else:
            sql = "UPDATE library_folders SET fault = '', updated_at = ? WHERE id = ?"
            change = (sql, (to_text(self._clock()), folder.id))
        proxy.execute_sql(*change)
        self._store.changed("library_folders", folder.id)


_FEED = (
    "id, url, title, etag, last_modified, allow_private, tags, added_at, polled_at, every_hours, next_at, failures,"
    " fault"
)


class FeedRecords:
    """The feeds that are followed."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def list(self) -> builtins.list[FollowedFeed]:
        """All of them, by address."""
        return [_feed_of(*row) for row in proxy.execute_sql(f"SELECT {_FEED} FROM library_feeds ORDER BY url")]

    def due(self) -> builtins.list[FollowedFeed]:
        """Those whose time has come, the longest overdue first."""
        rows = proxy.execute_sql(
            f"SELECT {_FEED} FROM library_feeds WHERE next_at IS NULL OR next_at <= ?"
            " ORDER BY coalesce(next_at, ''), url",
            (to_text(self._clock()),),
        )
        return [_feed_of(*row) for row in rows]

    def follow(
        self, url: str, tags: Sequence[str] = (), *, allow_private: bool = False, every_hours: float | None = None
    ) -> FollowedFeed:
        """Remember a feed; one that is known takes what is named now. Raises UsageError for an interval that is too
        short or too long."""
        if every_hours is not None and not LEAST_HOURS <= every_hours <= MOST_HOURS:
            raise UsageError(
                UserMessage("A feed cannot be polled every {hours} hours.", hours=f"{every_hours:g}"),
                UserMessage("Take {least} to {most} hours.", least=f"{LEAST_HOURS:g}", most=f"{MOST_HOURS:g}"),
            )
        proxy.execute_sql(
            "INSERT INTO library_feeds (url, allow_private, tags, added_at, every_hours) VALUES (?1, ?2, ?3, ?4,"
            " coalesce(?5, 6)) ON CONFLICT (url) DO UPDATE SET allow_private = max(allow_private, ?2),"
            " tags = CASE ?3 WHEN '[]' THEN tags ELSE ?3 END, every_hours = coalesce(?5, every_hours), next_at = NULL",
            (url, int(allow_private), _json(tags), to_text(self._clock()), every_hours),
        )
        found = self._must(url)
        self._store.changed("library_feeds", found.id, what="inserted")
        return found

    def unfollow(self, url: str) -> FollowedFeed:
        """Follow a feed no longer; its documents stay. Raises OperatorError where it is not followed."""
        found = self._must(url)
        proxy.execute_sql("DELETE FROM library_feeds WHERE id = ?", (found.id,))
        self._store.changed("library_feeds", found.id, what="deleted")
        return found

    def put_back(self, feed: FollowedFeed) -> FollowedFeed:
        """Follow a feed again as it was."""
        found = self.follow(feed.url, feed.tags, allow_private=feed.allow_private, every_hours=feed.every_hours)
        proxy.execute_sql("UPDATE library_feeds SET title = ? WHERE id = ?", (feed.title, found.id))
        return self._must(feed.url)

    def note_poll(self, feed: FollowedFeed, title: str, etag: str, last_modified: str, *, more: bool = False) -> None:
        """A feed was polled now. Without ``etag`` and ``last_modified`` it is read whole the next time, which is soon
        where there is ``more`` to take."""
        now = self._clock()
        wait = timedelta(hours=LEAST_HOURS if more else feed.every_hours)
        self._polled(feed, title or feed.title, etag, last_modified, now, now + wait, 0, "")

    def note_fault(self, feed: FollowedFeed, fault: str) -> None:
        """A poll failed: the next one waits twice as long as this one did, a week at the most."""
        now, failures = self._clock(), feed.failures + 1
        wait = min(timedelta(hours=feed.every_hours) * 2 ** min(failures, 12), LONGEST_WAIT)
        self._polled(
            feed, feed.title, feed.etag, feed.last_modified, now, now + wait, failures, pack_message(fault)
        )  # fmt: skip

    def _polled(
        self,
        feed: FollowedFeed,
        title: str,
        etag: str,
        modified: str,
        now: datetime,
        then: datetime,
        failures: int,
        fault: str,
    ) -> None:
        proxy.execute_sql(
            "UPDATE library_feeds SET title = ?, etag = ?, last_modified = ?, polled_at = ?, next_at = ?, failures = ?,"
            " fault = ? WHERE id = ?",
            (title, etag, modified, to_text(now), to_text(then), failures, fault, feed.id),
        )
        self._store.changed("library_feeds", feed.id)

    def _must(self, url: str) -> FollowedFeed:
        found = next((one for one in self.list() if one.url == url), None)
        if found is None:
            raise OperatorError(
                UserMessage("The feed {url} is not followed.", url=url),
                UserMessage("`claudeops library feeds` shows those that are."),
            )
        return found


class SuggestionRecords:
    """Addresses that agents found worth reading. Nothing is fetched before the operator adds one."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def list(self, state: str = "open") -> builtins.list[SourceSuggestion]:
        """Those in a state, the oldest first."""
        rows = proxy.execute_sql(
            "SELECT id, address, reason, session_id, state, suggested_at FROM library_suggestions WHERE state = ?"
            " ORDER BY id",
            (state,),
        )
        return [SourceSuggestion(*row) for row in rows]

    def suggest(self, address: str, reason: str, session_id: int | None) -> bool:
        """Keep an address for the operator; False where it was suggested before, whatever became of it, or is in the
        library. Raises OperatorError where too many wait."""
        known = proxy.execute_sql(
            "SELECT 1 FROM library_suggestions WHERE address = ?1 UNION SELECT 1 FROM library_documents WHERE source ="
            " ?1",
            (address,),
        ).fetchone()
        if known:
            return False
        if len(self.list()) >= MOST_SUGGESTIONS:
            raise OperatorError(UserMessage("Too many suggested addresses wait for the operator already."))
        said = " ".join(without_shapes(reason).split())[:LONGEST_REASON]
        done = proxy.execute_sql(
            "INSERT INTO library_suggestions (address, reason, session_id, suggested_at) VALUES (?, ?, ?, ?)",
            (address, said, session_id, to_text(self._clock())),
        )
        self._store.changed("library_suggestions", int(done.lastrowid), what="inserted")
        return True

    def settle(self, number: int, state: str) -> SourceSuggestion:
        """Say what became of one: open, added or dismissed. Raises OperatorError where there is none."""
        proxy.execute_sql("UPDATE library_suggestions SET state = ? WHERE id = ?", (state, number))
        self._store.changed("library_suggestions", number)
        found = next((one for one in self.list(state) if one.id == number), None)
        if found is None:
            raise OperatorError(
                UserMessage("There is no suggested address {id}.", id=number),
                UserMessage("See `claudeops library suggestions`."),
            )
        return found


def _feed_of(*row: Any) -> FollowedFeed:
    number, url, title, etag, modified, private, tags, added, polled, hours, then, failures, fault = row
    known = tuple(orjson.loads(tags))
    return FollowedFeed(
        number, url, title, etag, modified, bool(private), known, added, polled, hours, then, failures,
        unpack_message(fault),
    )  # fmt: skip


def _json(tags: Sequence[str]) -> str:
    return orjson.dumps(list(tags)).decode()
