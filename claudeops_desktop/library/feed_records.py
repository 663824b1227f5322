"""The feeds that are followed, with what a server wants to hear the next time (C14).

Reads belong inside ``store.read``; writes must run inside ``store.write``.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from ..core.clock import Clock, to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..storage.database import proxy


@dataclass(frozen=True, slots=True)
class FollowedFeed:
    """A row of ``library_feeds``; times are stored text."""

    id: int
    url: str
    title: str
    etag: str
    last_modified: str
    allow_private: bool
    tags: tuple[str, ...]
    added_at: str
    polled_at: str | None

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        shown = asdict(self) | {"tags": list(self.tags)}
        return {name: value for name, value in shown.items() if name not in ("etag", "last_modified")}


class FeedRecords:
    """The questions and the writes on followed feeds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def list(self) -> builtins.list[FollowedFeed]:
        """All of them, by address."""
        rows = proxy.execute_sql(
            "SELECT id, url, title, etag, last_modified, allow_private, tags, added_at, polled_at FROM library_feeds"
            " ORDER BY url"
        )
        return [_feed_of(*row) for row in rows]

    def follow(self, url: str, tags: Sequence[str] = (), *, allow_private: bool = False) -> FollowedFeed:
        """Remember a feed; one that is known takes what is named now."""
        shown = orjson.dumps(list(tags)).decode()
        proxy.execute_sql(
            "INSERT INTO library_feeds (url, allow_private, tags, added_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (url)"
            " DO UPDATE SET allow_private = max(allow_private, ?2), tags = CASE ?3 WHEN '[]' THEN tags ELSE ?3 END",
            (url, int(allow_private), shown, to_text(self._clock())),
        )
        return next(one for one in self.list() if one.url == url)

    def unfollow(self, url: str) -> FollowedFeed:
        """Follow a feed no longer; its documents stay. Raises OperatorError where it is not followed."""
        found = next((one for one in self.list() if one.url == url), None)
        if found is None:
            raise OperatorError(
                UserMessage("The feed {url} is not followed.", url=url),
                UserMessage("`claudeops library feed --json` shows those that are."),
            )
        proxy.execute_sql("DELETE FROM library_feeds WHERE id = ?", (found.id,))
        return found

    def note_poll(self, feed: FollowedFeed, title: str, etag: str, last_modified: str) -> None:
        """A feed was polled now. Without ``etag`` and ``last_modified`` it is read whole the next time."""
        proxy.execute_sql(
            "UPDATE library_feeds SET title = ?, etag = ?, last_modified = ?, polled_at = ? WHERE id = ?",
            (title or feed.title, etag, last_modified, to_text(self._clock()), feed.id),
        )


def _feed_of(*row: Any) -> FollowedFeed:
    number, url, title, etag, modified, private, tags, added_at, polled_at = row
    known = tuple(orjson.loads(tags))
    return FollowedFeed(number, url, title, etag, modified, bool(private), known, added_at, polled_at)
