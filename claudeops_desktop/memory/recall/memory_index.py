"""What recall must know of every memory at once, in memory: its vector, its neighbours, its age, whether it is hidden.

Read once, then kept current: by what this process tells of its writes, and by the history of memories, which every
writer of any process appends to. Nothing here is the truth: what comes back is read from the database again.
"""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...core.principals import EVERYONE, ActingPrincipal
from ...storage.database import proxy
from . import server_search
from .entities import INDEX_VERSION
from .server_search import ServerSearch
from .shared_lock import SharedLock
from .types import RecallClosedError
from .vectors import server_vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_VECTOR = "CAST(v.vector AS BLOB)"  # whatever a damaged row holds, it comes as bytes
HELD, SUPERSEDED, LAID = 1, 2, 4
NEAR_DAYS = 1 / 24  # facts of one conversation that were said within an hour stand side by side
_SELECT = (
    "SELECT m.id, length(m.observation), coalesce(nullif(r.conversation_id, ''), 'session:' || m.session_id, ''),"
    " coalesce(m.service, ''), m.domain, coalesce(julianday(nullif(m.last_confirmed_at, '')), julianday(m.updated_at)),"
    " coalesce(julianday(nullif(r.content_at, '')), julianday(m.created_at)), m.state, m.gate,"
    " m.superseded_by IS NOT NULL, m.pinned, m.sentiment, m.retrieval_priority, i.version,"
    " m.audience, {vector} FROM memories m LEFT JOIN resources r ON r.id = m.resource_id"
    f" LEFT JOIN memory_indexed i ON i.memory_id = m.id AND i.version = {INDEX_VERSION}"
    " LEFT JOIN memory_vectors v ON v.memory_id = m.id AND v.model = ?"
)
_THESE = "(SELECT value FROM json_each(?))"
_NEWEST = "(SELECT coalesce(max(id), 0) FROM {table})"
_CHUNK = 2_000
MOST_MOVED = 10_000
READ_FROM = ("INSERT memories", "DELETE memories", "memory_versions", "memory_indexed", "memory_vectors")
"""What is written where something of this changes; how often a memory was recalled is none of it."""


class TextCodes:
    """Texts as small numbers."""

    def __init__(self) -> None:
        self.of: dict[str, int] = {}
        self.names: list[str] = []

    def __call__(self, text: str) -> int:
        """The number of a text, a new one for a new text."""
        number = self.of.get(text)
        if number is None:
            number = self.of[text] = len(self.names)
            self.names.append(text)
        return number


class MemoryIndex:
    """Arrays with one place a memory, in the order of ids. Read under ``lock.shared()``, changed under ``lock``."""

    def __init__(self) -> None:
        self.lock = SharedLock()
        self.ended = threading.Event()  # nobody asks any more: reading stops at the next chunk
        self.model = ""
        self.size = 0
        self.generation = 0  # moves where all was read anew: places mean other memories then
        self.moved: list[int] = []  # ids that changed since, in this order
        self.broken: list[int] = []  # ids whose vector is not what it should be
        self._dirty: set[int] = set()
        self._telling = threading.Lock()  # held for a moment, by whoever tells of a change
        self._all = True
        self._words_anew = False
        self._known = 0
        self._versions = 0
        self._mark: tuple[int, ...] | None = None
        self.conversations, self.services, self.domains, self.moods = TextCodes(), TextCodes(), TextCodes(), TextCodes()
        self.audiences = TextCodes()
        self.audiences(EVERYONE)
        self.seen: NDArray[np.bool_] | None = None  # by place, whom it is for: only as ``as_seen_by`` gives it
        self.audience_names: tuple[str, ...] | None = None  # the same by name
        self.at_server: ServerSearch | None = None  # who searches the vectors, where they are not held here
        self._make(0)

    # --- what others tell ----------------------------------------------------------------------------------------

    def touched(self, ids: Iterable[int]) -> None:
        """These memories changed; they are read again before the next search. Quick, from any thread."""
        told = set(ids)
        with self._telling:
            self._dirty |= told

    def vectors_moved(self) -> None:
        """The vectors can be searched at the server from now on: everything is read anew. Quick, from any thread."""
        self._all = True

    def words_made_anew(self) -> None:
        """The word index was made anew: what it said before counts no more. Quick, from any thread."""
        self._words_anew = True

    # --- reading -------------------------------------------------------------------------------------------------

    def refresh(self, model: str, size: int = 0, strangers: bool = False, mark: tuple[int, ...] | None = None) -> None:
        """Bring everything up to date, with the vectors of ``model``, of ``size`` numbers where that is known.

        ``strangers``: another process wrote since the last time. ``mark``: one that was taken before this and stays the
        same while nobody writes to ``READ_FROM``; nothing is asked then. With a connection, under ``lock``. Raises
        RecallClosedError.
        """
        if self.ended.is_set():
            raise RecallClosedError
        if self._words_anew:
            self._words_anew = False
            self._all_moved()
        if model != self.model or (size and size != self.size):
            self.model, self.size, self._known, self._all = model, size, size, True
        if self._all:
            self._load()
        elif mark is None or mark != self._mark or self._dirty:
            self._catch_up(strangers)
        self._mark = mark

    def is_current(self, model: str, size: int, mark: tuple[int, ...] | None) -> bool:
        """Tell whether there is nothing for ``refresh`` to do. Without a connection and without ``lock``."""
        known = mark is not None and mark == self._mark and not self._dirty and not self.broken
        fits = model == self.model and size in (0, self.size)
        return known and fits and not (self._all or self._words_anew or self.ended.is_set())

    def _load(self) -> None:
        self._all = True  # until all is read
        with self._telling:
            self._dirty = set()
        self._versions = self._last_version()
        count = int(proxy.execute_sql("SELECT count(*) FROM memories").fetchone()[0])
        self.size = self._known
        self.broken = []
        self.at_server = self._server_search(count)
        self._make(count + max(64, count // 8))
        cursor = proxy.execute_sql(f"{self._select()} ORDER BY m.id", (self.model,))
        while rows := cursor.fetchmany(_CHUNK):
            if self.ended.is_set():
                raise RecallClosedError
            for row in rows:
                self._append(row)
        self._all = False
        self._all_moved()

    def _server_search(self, count: int) -> ServerSearch | None:
        """Who searches the vectors of so many memories; None where they are held here."""
        vectors = server_vectors() if self.size and count >= server_search.FROM_MEMORIES else None
        if vectors is None or not vectors.is_ready(self.model, self.size):
            return None
        return ServerSearch(vectors, self.model, self.size)

    def _select(self) -> str:
        return _SELECT.format(vector=_VECTOR if self.at_server is None else "length(v.vector)")

    def _all_moved(self) -> None:
        self.generation += 1
        self.moved = []

    def _catch_up(self, strangers: bool) -> None:
        with self._telling:  # what is told from here on is read the next time
            changed, self._dirty = self._dirty, set()
        newest, last, *counts = self._state(strangers)
        since = int(self.ids[self.n - 1]) if self.n else 0
        if newest > since or last != self._versions:
            sql = "SELECT id FROM memories WHERE id > ? UNION SELECT memory_id FROM memory_versions WHERE id > ?"
            changed |= {number for (number,) in proxy.execute_sql(sql, (since, self._versions))}
            self._versions = last
        if strangers:
            changed |= self._strangers(newest, *counts)
        if changed:
            self._reread(sorted(changed))
            if len(self.moved) + len(changed) > MOST_MOVED:
                self._all_moved()
            else:
                self.moved += sorted(changed)

    def _state(self, counted: bool) -> tuple[int, ...]:
        """The newest memory and the newest entry of histories; with ``counted`` also how many memories there are, how
        many are indexed, and how many have a vector. One question, for a server is asked."""
        asked = [_NEWEST.format(table="memories"), _NEWEST.format(table="memory_versions")]
        values: tuple[str, ...] = ()
        if counted:
            asked += ["(SELECT count(*) FROM memories)"]
            asked += [f"(SELECT count(*) FROM memory_indexed WHERE version = {INDEX_VERSION})"]
            asked += ["(SELECT count(*) FROM memory_vectors WHERE model = ?)"]
            values = (self.model,)
        return tuple(map(int, proxy.execute_sql(f"SELECT {', '.join(asked)}", values).fetchone()))

    def _strangers(self, newest: int, count: int, indexed: int, vectors: int) -> set[int]:
        """Ids that came, went, or got their vector without a word: another process, a purge, the indexer."""
        found: set[int] = set()
        alive = self.alive[: self.n]
        if count != int(alive.sum()) or (self.n and newest > int(self.ids[self.n - 1])):
            there = {n for (n,) in proxy.execute_sql("SELECT id FROM memories")}
            known = set(self.ids[: self.n][alive].tolist())
            found |= there ^ known
        if indexed != int((self.indexed[: self.n] & alive).sum()):
            bare = self.ids[: self.n][alive & ~self.indexed[: self.n]].tolist()
            sql = f"SELECT memory_id FROM memory_indexed WHERE version = {INDEX_VERSION} AND memory_id IN {_THESE}"
            found |= {n for (n,) in proxy.execute_sql(sql, (json.dumps(bare),))}
        if self.model and vectors != int((self.has_vector[: self.n] & alive).sum()):
            bare = self.ids[: self.n][alive & ~self.has_vector[: self.n]].tolist()
            sql = f"SELECT memory_id FROM memory_vectors WHERE model = ? AND memory_id IN {_THESE}"
            found |= {n for (n,) in proxy.execute_sql(sql, (self.model, json.dumps(bare)))}
        return found

    @staticmethod
    def _last_version() -> int:
        return int(proxy.execute_sql(f"SELECT {_NEWEST.format(table='memory_versions')}").fetchone()[0])

    def _reread(self, ids: Sequence[int]) -> None:
        sql = f"{self._select()} WHERE m.id IN {_THESE}"
        rows = {row[0]: row for row in proxy.execute_sql(sql, (self.model, json.dumps(list(ids))))}
        for number in ids:
            place = self.place(number)
            row = rows.get(number)
            if row is None:
                if place >= 0:
                    self._take_off(place)
            elif place >= 0:
                self._fill(place, row)
            elif not self.n or number > int(self.ids[self.n - 1]):
                self._append(row)
            else:  # an id between those that are known: undo of a deletion that was before our time
                self._load()
                return

    def bare(self, vectors: bool) -> list[int]:
        """Ids of memories that the indexer has not seen yet; with ``vectors``, or that have none."""
        done = self.indexed[: self.n] & self.has_vector[: self.n] if vectors else self.indexed[: self.n]
        found: list[int] = self.ids[: self.n][self.alive[: self.n] & ~done].tolist()
        return found

    def _take_off(self, place: int) -> None:
        """Nothing of a memory that is gone stays, only its place."""
        self.alive[place] = self.has_vector[place] = False
        if self.size and self.at_server is None:
            self.vectors[place] = 0

    def place(self, memory_id: int) -> int:
        """Where a memory stands; -1 where it does not."""
        import numpy as np

        at = int(np.searchsorted(self.ids[: self.n], memory_id))
        return at if at < self.n and int(self.ids[at]) == memory_id else -1

    def places(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where memories stand; those that do not are left out."""
        import numpy as np

        if not self.n or not ids.size:
            return np.zeros(0, np.int64)
        at = np.minimum(np.searchsorted(self.ids[: self.n], ids), self.n - 1)
        found: NDArray[np.int64] = at[self.ids[at] == ids]
        return found

    def at_hand(self, ids: Sequence[int], model: str, size: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Which of these memories have their vector here, as far as anybody told, and the vectors. From any thread:
        whoever holds the lock alone is not waited for, there is none then.
        """
        import numpy as np

        none = np.zeros(0, np.int64), np.zeros((0, size), np.float32)
        with self.lock.shared_at_once() as free:
            if not free or self._all or self.model != model or self.size != size or self.at_server is not None:
                return none
            with self._telling:
                known = [number for number in ids if number not in self._dirty]
            places = self.places(np.array(known, np.int64))
            places = places[self.has_vector[places]]
            return self.ids[places], self.vectors[places]

    # --- arrays --------------------------------------------------------------------------------------------------

    def _make(self, room: int) -> None:
        import numpy as np

        self.n = 0
        self.ids = np.zeros(room, np.int64)
        self.alive = np.zeros(room, bool)
        self.length = np.zeros(room, np.float32)
        self.conversation = np.zeros(room, np.int32)
        self.service = np.zeros(room, np.int32)
        self.domain = np.zeros(room, np.int32)
        self.confirmed = np.zeros(room, np.float64)
        self.said = np.zeros(room, np.float64)
        self.stale = np.zeros(room, bool)
        self.pinned = np.zeros(room, bool)
        self.hidden = np.zeros(room, np.uint8)
        self.mood = np.zeros(room, np.int32)
        self.audience = np.zeros(room, np.int32)
        self.priority = np.zeros(room, np.float32)
        self.before = np.full(room, -1, np.int32)
        self.after = np.full(room, -1, np.int32)
        self.indexed = np.zeros(room, bool)
        self.has_vector = np.zeros(room, bool)
        self.vectors = np.zeros((room, self.size if self.at_server is None else 0), np.float32)
        self._last: dict[int, int] = {}

    # --- for whom ------------------------------------------------------------------------------------------------

    def as_seen_by(self, principal: ActingPrincipal | None) -> tuple[MemoryIndex, bool]:
        """The index with only the memories that a principal may see (None: all), as if there were no others: nothing is
        counted, ranked or met that it may not know of. Whether some that are there are not everybody's. To be read
        under the same hold of ``lock``, after ``refresh``."""
        import numpy as np

        limited = bool((self.audience[: self.n] != 0).any())
        if principal is None or not limited:
            return self, limited
        codes = [self.audiences.of[name] for name in principal.audiences if name in self.audiences.of]
        seen = np.isin(self.audience, codes)
        view = copy.copy(self)
        view.alive, view.has_vector, view.seen = self.alive & seen, self.has_vector & seen, seen
        view.audience_names = tuple(principal.audiences)
        return view, bool((view.alive[: view.n] & (view.audience[: view.n] != 0)).any())

    def _append(self, row: tuple[Any, ...]) -> None:
        if self.n == len(self.ids):
            self._grow()
        place = self.n
        self.n += 1
        self.ids[place] = row[0]
        self._fill(place, row)
        conversation = int(self.conversation[place])
        if self.conversations.names[conversation]:
            previous = self._last.get(conversation, -1)
            if previous >= 0 and self._beside(previous, place):
                self.before[place], self.after[previous] = previous, place
            self._last[conversation] = place

    def _beside(self, one: int, other: int) -> bool:
        """Said within the hour in one conversation, and not of two different services."""
        services = {int(self.service[one]), int(self.service[other])} - {self.services("")}
        return len(services) < 2 and abs(float(self.said[one] - self.said[other])) <= NEAR_DAYS

    def _grow(self) -> None:
        import numpy as np

        room = max(64, len(self.ids) // 4)
        for name, blank in _ARRAYS.items():
            old = getattr(self, name)
            more = np.full((room, *old.shape[1:]), blank, old.dtype)
            setattr(self, name, np.concatenate([old, more]))

    def _fill(self, place: int, row: tuple[Any, ...]) -> None:
        _, length, conversation, service, domain, confirmed, said, *more = row
        state, gate, superseded, pinned, mood, priority, indexed, audience, blob = more
        self.alive[place] = True
        self.length[place] = length
        self.conversation[place] = self.conversations(conversation)
        self.service[place] = self.services(service)
        self.domain[place] = self.domains(domain)
        self.confirmed[place] = confirmed or 0.0
        self.said[place] = said or 0.0
        self.stale[place] = state == "stale"
        self.pinned[place] = bool(pinned)
        self.hidden[place] = (
            HELD * (gate != "allow") + SUPERSEDED * bool(superseded) + LAID * (state in ("archived", "cold"))
        )
        self.mood[place] = self.moods(mood)
        self.audience[place] = self.audiences(audience)
        self.priority[place] = priority
        self.indexed[place] = indexed is not None
        self._put_vector(place, blob)

    def _put_vector(self, place: int, blob: bytes | int | None) -> None:
        import numpy as np

        self.has_vector[place] = False
        if blob is None:
            return
        if isinstance(blob, int):  # how long it is, where it lies at the server
            self.has_vector[place] = blob == 4 * self.size
            return
        found = np.frombuffer(blob, "<f4") if len(blob) % 4 == 0 else np.zeros(0, np.float32)
        if found.size and not self.size:  # the first one tells how long they are
            self.size = found.size
            self.vectors = np.zeros((len(self.ids), self.size), np.float32)
        if found.size != self.size or not found.size or not np.isfinite(found).all():
            self.broken.append(int(self.ids[place]))
            return
        self.vectors[place] = found
        self.has_vector[place] = True


_ARRAYS: dict[str, Any] = {
    "ids": 0,
    "alive": False,
    "length": 0,
    "conversation": 0,
    "service": 0,
    "domain": 0,
    "confirmed": 0,
    "said": 0,
    "stale": False,
    "pinned": False,
    "hidden": 0,
    "mood": 0,
    "priority": 0,
    "audience": 0,
    "before": -1,
    "after": -1,
    "indexed": False,
    "has_vector": False,
    "vectors": 0,
}
