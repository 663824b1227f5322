"""Whom the judge compares an extracted fact with: a search of its own, never a ranking made for something else (E7).

Only memories of the same service: "takes 60s" said of another one is neither a repetition nor a contradiction. Of them
any category and domain, for a fact that changed may be filed elsewhere. Where there are many, the nearest by words come
first, and the nearest by meaning beside them where vectors are at hand.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate

from ..storage.database import proxy
from .recall.vectors import embedded_text

MOST = 12  # so many are judged, nearest first: with rare words counting more, no less is found than by 16
BROWSED = 400  # memories of one service that are compared by their words one by one; beyond, the word index helps
WITH_MEANING = 10  # so many where vectors are at hand: as much is found
BY_MEANING = 5  # the nearest by meaning are among these
_WORD = re.compile(r"[^\W_]+(?:[.:/-][^\W_]+)*")
COMPARED = "gate <> 'hold' AND state <> 'cold'"  # in SQL: which memories facts are compared with
_STEM = 5
_OTHERS = 0.7  # what a word that is in the other text only counts against it

Nearest = Callable[[str, Sequence[int]], Sequence[int]]  # what is embedded, ids → the nearest by meaning, best first
Row = tuple[int, str]  # id and text of a memory
ReadRows = Callable[[str | None, str | None, int], list[Row]]


def read_rows(service: str | None, category: str | None, most: int) -> list[Row]:
    """Memories of a service, of one category or (None) of any, by id: the newest of a category where there are more
    than ``most``, some of them where it is any category. From the index alone. In a read or a write."""
    kind, newest, values = "", "", (service,)
    if category is not None:
        kind, newest, values = "AND category = ?", "ORDER BY id DESC", (service, category)  # type: ignore[assignment]
    sql = (
        "SELECT id, observation FROM memories INDEXED BY idx_memories_texts"
        f" WHERE service IS ? {kind} AND {COMPARED} {newest} LIMIT ?"
    )
    return sorted(proxy.execute_sql(sql, (*values, most)).fetchall())


def find_candidates(
    service: str | None,
    category: str,
    text: str,
    *,
    without: int = 0,
    nearest: Nearest | None = None,
    read: ReadRows = read_rows,
) -> list[Row]:
    """Id and text of the memories that a fact may repeat or contradict, by id; about ``MOST``. In a read or a write."""
    rows = read(service, None, BROWSED + 1)
    if len(rows) > BROWSED:
        rows = sorted(dict(read(service, category, BROWSED) + _indexed(service, text)).items())
    rows = [row for row in rows if row[0] != without]
    if len(rows) <= MOST:
        return rows
    chosen, texts = _by_words(text, rows)[:MOST], dict(rows)
    if nearest is not None and (meant := nearest(embedded_text(service, text), list(texts))[:BY_MEANING]):
        known = {number for number, _ in chosen[:WITH_MEANING]}
        close = [number for number in meant if number not in known]
        chosen = chosen[: WITH_MEANING - len(close)] + [(number, texts[number]) for number in close]
    return sorted(chosen)


@lru_cache(maxsize=1)
def _small() -> frozenset[str]:
    """Words that join nothing; the lexicon is read when the first fact comes, not when the window opens."""
    from ..language.words.lexicon import STOP

    return STOP


def stem_words(text: str) -> frozenset[str]:
    """The beginnings of its words that carry meaning: a cheap stand-in for stems. Whom nothing but "after" or "takes"
    joins has nothing for the judge to compare."""
    # A list first: it is quicker than a generator, and this is asked of hundreds of texts for each fact.
    small = _small()
    return frozenset([word[:_STEM] for word in _WORD.findall(text.lower()) if len(word) > 1 and word not in small])


def by_nearness(text: str, rows: Sequence[Row]) -> list[Row]:
    """Order rows by the words that they share with a text; those that share none come last, the newer first."""
    near = _by_words(text, rows)
    known = {number for number, _ in near}
    return near + sorted((row for row in rows if row[0] not in known), reverse=True)


def _by_words(text: str, rows: Sequence[Row]) -> list[Row]:
    """Those that share words, most shared first, a word counting the more the fewer have it; the newer among equals."""
    wanted = stem_words(text)
    near = _holding(wanted, rows)
    sharing = [(found & wanted, len(found), row) for row in near if not wanted.isdisjoint(found := stem_words(row[1]))]
    have = Counter(word for shared, _, _ in sharing for word in shared)
    telling = {word: math.log(1 + len(rows) / (1 + have[word])) for word in wanted}
    whole = sum(telling.values())
    scored = [
        (sum([telling[word] for word in shared]) / (whole + _OTHERS * size), row[0], row[1])
        for shared, size, row in sharing
    ]
    scored.sort(key=lambda one: (-one[0], -one[1]))
    return [(number, other) for _, number, other in scored]


def _holding(wanted: frozenset[str], rows: Sequence[Row]) -> Sequence[Row]:
    """Those whose letters hold one of these anywhere: most do not, and cutting them into words is what takes time."""
    whole = "\n".join([text for _, text in rows])
    low = whole.lower()
    if len(low) != len(whole):  # some capitals of Turkish and Lithuanian become two letters
        return rows
    ends = list(accumulate([len(text) + 1 for _, text in rows]))
    found: set[int] = set()
    for word in wanted:
        at = low.find(word)
        while at >= 0:
            row = bisect_right(ends, at)
            found.add(row)
            at = low.find(word, ends[row])
    return [rows[row] for row in sorted(found)]


def _indexed(service: str | None, text: str) -> list[Row]:
    """Some that share several of its longest words, by the word index: all three, or two of them."""
    long = sorted({word.lower() for word in re.findall(r"[^\W_]{3,}", text)}, key=lambda word: (-len(word), word))[:3]
    found: dict[int, str] = {}
    for some in dict.fromkeys((tuple(long), tuple(long[:2]), tuple(long[::2]), tuple(long[1:]))):
        if len(some) < 2 or len(found) >= MOST:
            continue
        query = "observation : (" + " AND ".join(f'"{word}"' for word in some) + ")"
        if service is not None:
            query = "(" + query + ') AND service : "' + service.replace('"', '""') + '"'
        found |= dict(_matching(query, service))
    return list(found.items())


def _matching(query: str, service: str | None) -> list[Row]:
    found: list[Row] = proxy.execute_sql(
        "SELECT m.id, m.observation FROM memory_words w CROSS JOIN memories m ON m.id = w.rowid"
        " WHERE memory_words MATCH ? AND m.service IS ? AND m.gate <> 'hold' AND m.state <> 'cold'"
        f" LIMIT {4 * MOST}",
        (query, service),
    ).fetchall()
    return found
