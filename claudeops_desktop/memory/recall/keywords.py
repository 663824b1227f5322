"""Search by words: FTS5 says which memories hold a word (stemmed), and the score is reckoned here (E9).

A memory scores for each word once: for holding it, or a share of that for standing near one that does. A word that
few memories hold counts more (its inverse frequency); a long memory counts a little less.
"""

from __future__ import annotations

import copy
import math
import re
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import orjson

from ...language.words.irregular_forms import forms_of
from ...storage.database import proxy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .memory_index import MemoryIndex
    from .score_fusion import Mask, Scores

    Places = NDArray[np.int64]

SATURATION, BY_LENGTH = 1.2, 0.4  # BM25's k1 and b,
BY_LENGTH_OF_LONG = 0.75  # and b where a word counts as often as it comes
FROM_BEFORE, FROM_AFTER = 0.7, 0.5  # what a memory gets of a word that its neighbour holds,
FARTHER, REACH = 0.7, 3  # and of what stands farther off in the conversation, each step, up to so many steps
APART = 2  # words that may stand between those of a phrase
LONG = 250  # characters: a document, in which the times that a word comes say something,
RECOUNTED = 64  # of so many of the best of them
_SHORTEST_STEM = 3
_REMEMBERED = 512
_TOKEN = re.compile(r"[^\W_]+")
_HOLD_WORDS = "memory_words WHERE memory_words MATCH ?"
_EACH = "CAST(n.value AS INTEGER)"
_AT_ONCE = 100  # SQLite joins 500 questions at most; the words that are left are asked for one by one
_FEW, _ASKED_AGAIN = 1_000, 50  # places; of changed memories; past that many all are read anew


Asked = TypeVar("Asked", str, int)


class _Remembered:
    """What was found, of one generation of the index. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation = -1
        # With each how much of the index's list of changes is in it.
        self._found: OrderedDict[tuple[str, str | int], tuple[Places, int]] = OrderedDict()

    def begin_generation(self, number: int) -> None:
        """Forget what places meant before."""
        with self._lock:
            if self._generation != number:
                self._found.clear()
                self._generation = number

    def get(self, key: tuple[str, str | int]) -> tuple[Places | None, int]:
        """What was found, and how many changes are in it; None where nothing is remembered."""
        return self._found.get(key, (None, 0))

    def keep(self, key: tuple[str, str | int], found: Places, changes: int) -> None:
        """Remember it; what was not asked for longest goes."""
        with self._lock:
            self._found[key] = found, changes
            self._found.move_to_end(key)
            if len(self._found) > _REMEMBERED:
                self._found.popitem(last=False)


class KeywordPostings:
    """Which places hold a word or an entity, remembered; of memories that changed it is asked again."""

    def __init__(self, loaded_index: MemoryIndex) -> None:
        self._everybodys = loaded_index
        self._loaded_index = loaded_index
        self._remembered = _Remembered()

    def among(self, view: MemoryIndex) -> KeywordPostings:
        """The same for those that the index shows to somebody."""
        found = copy.copy(self)
        found._loaded_index = view
        return found

    def word(self, word: str, forms: Sequence[str] = ()) -> Places:
        """Places of the memories that hold a word or a phrase, in any of its forms and any of their columns."""
        asked = _asked_of_words(forms or forms_of(word))
        return self._look_up(("word", asked), _HOLD_WORDS, asked, "rowid")

    def entity(self, number: int) -> Places:
        """Places of the memories that speak of an entity."""
        return self._look_up(("entity", number), "memory_entities WHERE entity_id = ?", number, "memory_id")

    def few(self, number: int, most: int) -> Places:
        """Places of the memories that speak of an entity, where those are ``most`` at the most; else none."""
        found = self._look_up(("few", number), _some_of("?", most), number, "memory_id")
        return found[:0] if len(found) > most else found

    # What a question needs is read at once before it is asked for: a server takes its time for each statement.

    def read_words(self, words: Sequence[Sequence[str]]) -> None:
        """Read what is not remembered of words and phrases, each by its forms."""
        asked = self._unknown("word", [_asked_of_words(forms) for forms in words])[:_AT_ONCE]
        if len(asked) > 1:
            each = f"SELECT ? AS asked, json_group_array(rowid) FROM {_HOLD_WORDS}"
            values = [value for one in asked for value in (one, one)]
            self._remember("word", proxy.execute_sql(" UNION ALL ".join([each] * len(asked)), values))

    def read_entities(self, numbers: Iterable[int]) -> None:
        """Read what is not remembered of entities."""
        asked = self._unknown("entity", list(numbers))
        if len(asked) > 1:
            sql = f"SELECT {_EACH}, (SELECT json_group_array(memory_id) FROM memory_entities WHERE entity_id = {_EACH})"
            self._remember("entity", proxy.execute_sql(f"{sql} FROM json_each(?) n", (orjson.dumps(asked).decode(),)))

    def read_few(self, numbers: Iterable[int], most: int) -> None:
        """Read what is not remembered of entities that few memories speak of, perhaps."""
        asked = self._unknown("few", list(numbers))
        if len(asked) > 1:
            sql = f"SELECT {_EACH}, (SELECT json_group_array(memory_id) FROM {_some_of(_EACH, most)})"
            self._remember("few", proxy.execute_sql(f"{sql} FROM json_each(?) n", (orjson.dumps(asked).decode(),)))

    def _unknown(self, kind: str, values: Sequence[Asked]) -> list[Asked]:
        self._begin_generation()
        return [value for value in dict.fromkeys(values) if self._must_read((kind, value))]

    def _remember(self, kind: str, rows: Iterable[tuple[Any, str]]) -> None:
        for value, ids in rows:
            self._keep((kind, value), self._placed(ids))

    def _begin_generation(self) -> None:
        self._remembered.begin_generation(self._loaded_index.generation)

    def _must_read(self, key: tuple[str, str | int]) -> bool:
        now = len(self._loaded_index.moved)
        found, seen = self._remembered.get(key)
        if found is None:
            return True
        # A few are read anew as quickly; and of those that are cut off another may come in for one that went.
        return seen < now and (key[0] == "few" or len(found) < _FEW or now - seen > _ASKED_AGAIN)

    def _keep(self, key: tuple[str, str | int], found: Places) -> None:
        self._remembered.keep(key, found, len(self._loaded_index.moved))

    def _look_up(self, key: tuple[str, str | int], source: str, value: str | int, column: str) -> Places:
        self._begin_generation()
        found, seen = self._remembered.get(key)
        if found is None or self._must_read(key):
            found = self._read(source, value, column)
        elif changed := set(self._loaded_index.moved[seen:]):
            found = self._mended(found, changed, source, value, column)
        self._keep(key, found)
        seen_by = self._loaded_index.seen
        return found if seen_by is None else found[seen_by[found]]

    def _read(self, source: str, value: str | int, column: str, *more: str) -> Places:
        # In one row: sqlite3 asks for Python's lock anew for each row it hands over.
        row = proxy.execute_sql(f"SELECT json_group_array({column}) FROM {source}", (value, *more)).fetchone()
        return self._placed(row[0])

    def _placed(self, ids: str) -> Places:
        import numpy as np

        found = self._loaded_index.places(np.array(orjson.loads(ids), np.int64))
        # What is remembered is for every principal: whom a place is for is asked when it is handed out.
        return found[self._everybodys.alive[found]]

    def _mended(self, found: Places, changed: set[int], source: str, value: str | int, column: str) -> Places:
        """What was found, where these memories changed since: they are looked for again, and only they."""
        import numpy as np

        these = self._loaded_index.places(np.array(sorted(changed), np.int64))
        only = f"{source} AND {column} IN (SELECT value FROM json_each(?))"
        there = self._read(only, value, column, orjson.dumps(sorted(changed)).decode())
        return np.union1d(np.setdiff1d(found, these, assume_unique=True), there)


def _asked_of_words(forms: Sequence[str]) -> str:
    # Quoted: whatever the word is, it is a word and not part of the query's language.
    return " OR ".join(_quoted(form) for form in forms)


def _some_of(entity: str, most: int) -> str:
    """Of the memories that speak of an entity one more than ``most``."""
    return f"(SELECT memory_id FROM memory_entities WHERE entity_id = {entity} LIMIT {int(most) + 1})"


def _quoted(form: str) -> str:
    """A word as the index is asked for it; of several words, that they stand near each other."""
    words = [f'"{word}"' for word in re.findall(r"[^\W_]+", form)]
    return words[0] if len(words) == 1 else f"NEAR({' '.join(words)}, {APART})"


def inverse_document_frequency(number: int, total: int) -> float:
    """How telling a word is that so many of all memories hold: BM25's inverse document frequency."""
    return math.log(1 + (total - number + 0.5) / (number + 0.5))


def score(
    loaded_index: MemoryIndex,
    held: dict[str, Places],
    weights: dict[str, float],
    neighbours: bool,
    among: Mask | None = None,
) -> Scores:
    """A score for each place. ``held``: the places of each word; ``weights``: how telling each is. With ``among``, and
    a connection, the words of the best long memories of these places are counted."""
    import numpy as np

    n = loaded_index.n
    total, one = np.zeros(n, np.float32), np.zeros(n, np.float32)
    length = loaded_index.length[:n]
    mean = float(length[loaded_index.alive[:n]].mean()) if n and loaded_index.alive[:n].any() else 1.0
    for word, places in held.items():
        if not places.size:
            continue
        share = length[places] / np.float32(max(mean, 1.0))
        penalty = np.where(length[places] >= LONG, BY_LENGTH_OF_LONG, BY_LENGTH).astype(np.float32)
        points = (SATURATION + 1) / (1 + SATURATION * (1 - penalty + penalty * share))
        if neighbours:
            for beside, part in ((loaded_index.before, FROM_AFTER), (loaded_index.after, FROM_BEFORE)):
                there: NDArray[np.integer] = places
                lent = part * points
                for _ in range(REACH):
                    there = beside[there]
                    real = there >= 0
                    there, lent = there[real], lent[real]
                    _raise(one, there, lent)
                    lent = np.float32(FARTHER) * lent
        _raise(one, places, points)
        total += np.float32(weights[word]) * one
        one.fill(0)
    if among is not None:
        _count_again(loaded_index, total, held, weights, among)
    return total


def _count_again(
    loaded_index: MemoryIndex, scores: Scores, held: dict[str, Places], weights: dict[str, float], among: Mask
) -> None:
    """In the best of the long memories each word counts as often as it stands there (BM25's term frequency).

    In a sentence a word that comes twice says no more than one that comes once; in a document it says what that is
    about. With a connection.
    """
    import numpy as np

    n = loaded_index.n
    length = loaded_index.length[:n]
    long = np.flatnonzero((length >= LONG) & among & (scores > 0))
    if len(long) > RECOUNTED:
        long = long[np.argpartition(-scores[long], RECOUNTED - 1)[:RECOUNTED]]
    if not long.size:
        return
    mean = max(1.0, float(length[loaded_index.alive[:n]].mean()))
    ids = orjson.dumps(loaded_index.ids[long].tolist()).decode()
    sql = "SELECT id, observation FROM memories WHERE id IN (SELECT value FROM json_each(?))"
    place_of = dict(zip(loaded_index.ids[long].tolist(), long.tolist(), strict=True))
    stems = {word: _stem(word) for word in held if held[word].size and " " not in word}
    there = {word: set(np.intersect1d(held[word], long, assume_unique=True).tolist()) for word in stems}
    for number, text in proxy.execute_sql(sql, (ids,)):
        place = place_of[number]
        times = Counter(_stem(token) for token in _TOKEN.findall(text.lower()))
        weight = SATURATION * (1 - BY_LENGTH_OF_LONG + BY_LENGTH_OF_LONG * float(length[place]) / mean)
        for word, stem in stems.items():
            often = times[stem]
            if often > 1 and place in there[word]:
                gain = often / (often + weight) - 1 / (1 + weight)
                scores[place] += np.float32(weights[word] * (SATURATION + 1) * gain)


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    for end in ("ingly", "edly", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "s", "ly", "e"):
        if word.endswith(end) and len(word) - len(end) >= _SHORTEST_STEM:
            return word[: -len(end)].rstrip("i")
    return word


def _raise(scores: Scores, places: NDArray[np.integer], points: NDArray[np.floating]) -> None:
    """At least these points at these places, none of which is named twice."""
    import numpy as np

    scores[places] = np.maximum(scores[places], points)
