"""Facts that say the same twice: found by the words that they share, judged as a new fact would be, and joined.

Facts come to stand twice by an import, an edit or two services that became one; what a session says again is
recognized when it is said. Pairs are found by prefix filtering over the sets of stems (Chaudhuri, Ganti and Kaushik,
2006; Bayardo, Ma and Srikant, 2007); the judge decides, and in doubt both stay. Nothing is deleted: the weaker one is
superseded by the stronger one, and can be reopened.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

from ..core.clock import Clock
from ..core.principals import EVERYONE, of_everybodys_rows
from ..language.types import Verdict
from ..records.record_books import RecordRepositories
from ..storage.database import proxy
from . import conflicts, tables
from .batches import batched
from .candidates import COMPARED, MOST, Row, stem_words
from .fact_comparison import compare_with_nearest
from .offered_fact import offer_stored
from .types import Memory

__all__ = ["DuplicateSweep", "NearDuplicates", "similar_pairs"]

BY = "routine"
SHARED = 0.6  # of all words that two facts have
SURE = 0.9  # the least score of a *same*
AT_ONCE = 32  # facts that are judged in one read
_UNTOUCHED = (
    *("decayed", "archived", "stale", "cold", "revived", "reinforced", "confirmed", "merged"),
    "preferred",
    *("lowered", "superseded", "retracted", "let go"),
)
"""Changes after which a fact says what it said before."""
_CONDITION = re.compile(
    r"\b(?:after|before|during|except|if|only|since|till|under|unless|until|when|whenever|where|while|with|without)\b"
)
_HOLDS = (
    f"{COMPARED} AND active = 1 AND superseded_by IS NULL AND state IN ('active', 'stale') AND audience = '{EVERYONE}'"
)


@dataclass(frozen=True, slots=True)
class DuplicateSweep:
    """What a look for duplicates came to. ``seen`` is where the next one begins; ``whole`` says that it came to its
    end."""

    compared: int
    merged: int
    seen: int
    whole: bool = True


@dataclass(frozen=True, slots=True)
class _Repetition:
    """A pair that says the same, the stronger first."""

    stronger: Memory
    weaker: Memory
    why: str
    certainty: float


def similar_pairs(rows: Sequence[Row], least: float = SHARED) -> list[tuple[int, int]]:
    """The pairs of ids, the lower one first, whose texts share ``least`` (0 to 1) of all words that the two have."""
    words = {number: found for number, text in rows if (found := stem_words(text))}
    common = Counter(word for found in words.values() for word in found)
    holding: dict[str, list[int]] = defaultdict(list)  # by the rarest words of each: two alike share one of these
    pairs = []
    for number in sorted(words):
        mine = words[number]
        rarest = sorted(mine, key=lambda word: (common[word], word))
        prefix = rarest[: len(mine) - math.ceil(least * len(mine)) + 1]
        near = {other for word in prefix for other in holding[word]}
        for other in near:
            shared = len(mine & words[other])
            if shared >= least * (len(mine) + len(words[other]) - shared):
                pairs.append((other, number))
        for word in prefix:
            holding[word].append(number)
    return sorted(pairs)


def stronger_of(one: Memory, other: Memory) -> tuple[Memory, Memory]:
    """The two, the one that stays first: pinned, entered by the operator, confirmed, more certain, oftener said and
    recalled, older."""
    first, second = sorted((one, other), key=_strength, reverse=True)
    return first, second


def _strength(memory: Memory) -> tuple[object, ...]:
    counted = memory.merged_count + memory.recall_count
    said = memory.source == "operator"
    return memory.pinned, said, memory.confirmed, memory.confidence, counted, -memory.id


class NearDuplicates:
    """Finds facts that say the same and joins them. Waits for the database: not on a GUI thread, nor inside a write."""

    def __init__(self, book: RecordRepositories, clock: Clock) -> None:
        self._book = book
        self._clock = clock

    @of_everybodys_rows
    def merge_all(self, seen: int = 0, stopped: Callable[[], bool] = lambda: False) -> DuplicateSweep:
        """Join what says the same, among the facts that were written or reworded past ``seen`` (0: all) and those of
        their services."""
        store = self._book.store
        last, changed = store.read(lambda: _changed_since(seen)).result()
        compared = merged = 0
        for service in store.read(lambda: _services(changed)).result():
            left = store.read(partial(_pairs_of, service, changed)).result()
            compared += len(left)
            while left:
                found = []
                for some in batched(sorted(left.items()), AT_ONCE):
                    if stopped():
                        return DuplicateSweep(compared, merged, seen, whole=False)
                    found += store.read(partial(self._judge, dict(some))).result()
                joined, again = self._join_all(found, stopped)
                merged += joined
                left = {number: left[number] for number in again} if joined else {}
        return DuplicateSweep(compared, merged, last)

    def _join_all(self, found: list[tuple[int, _Repetition]], stopped: Callable[[], bool]) -> tuple[int, list[int]]:
        """Join them, what is most alike first. Of a fact whose pair has changed meanwhile the number comes back: it is
        judged once more, against the others."""
        joined, again = 0, []
        for some in batched(sorted(found, key=lambda one: (-one[1].certainty, one[0])), AT_ONCE):
            if stopped():
                break
            more, changed = self._book.store.write(partial(self._join, some)).result()
            joined += more
            again += changed
        return joined, again

    def _judge(self, pairs: dict[int, list[int]]) -> list[tuple[int, _Repetition]]:
        found = []
        for number, others in pairs.items():
            memory, near = tables.get_memory(number), [one for one in tables.by_ids(others) if _holds(one)][-MOST:]
            if memory is None or not _holds(memory):
                continue
            alike = {one.id for one in near if _says_as_much(one, memory)}
            if not alike:
                continue
            offer, rows = offer_stored(memory, self._clock()), [(one.id, one.observation) for one in near]
            judged = compare_with_nearest(offer, None, partial(_given, rows), number, repetitions=True)
            same = [
                one
                for one in judged
                if one.memory.id in alike and one.judgement.verdict is Verdict.SAME and one.judgement.score >= SURE
            ]
            if same:
                best = max(same, key=lambda one: (one.judgement.score, -one.memory.id))
                pair = stronger_of(best.memory, memory)
                found.append((number, _Repetition(*pair, best.judgement.why, best.judgement.score)))
        return found

    def _join(self, found: Sequence[tuple[int, _Repetition]]) -> tuple[int, list[int]]:
        """Inside ``store.write``: how many were joined, and the facts whose pair has changed since it was judged."""
        joined, again, now = 0, [], self._clock()
        for number, pair in found:
            if tables.by_ids([pair.stronger.id, pair.weaker.id]) != [pair.stronger, pair.weaker]:
                again.append(number)
            elif conflicts.merge_repetition(pair.stronger, pair.weaker, pair.why, pair.certainty, BY, now):
                self._book.store.changed("memories", pair.stronger.id, pair.weaker.id)
                joined += 1
        return joined, again


def _conditions(text: str) -> frozenset[str]:
    """The words by which it says when it holds: a fact without a condition says more than one with it."""
    return frozenset(_CONDITION.findall(text.lower()))


def _says_as_much(one: Memory, other: Memory) -> bool:
    """Tell whether neither of the two has a condition or a value that the other lacks."""
    return _conditions(one.observation) == _conditions(other.observation) and conflicts.same_values(one, other)


def _holds(memory: Memory) -> bool:
    standing = memory.active and memory.gate != "hold" and memory.state in ("active", "stale")
    return bool(standing) and memory.superseded_by is None


def _changed_since(seen: int) -> tuple[int, Collection[int] | None]:
    """The last version, and the memories whose words may have changed past ``seen``; None for all."""
    last = int(proxy.execute_sql("SELECT coalesce(max(id), 0) FROM memory_versions").fetchone()[0])
    if not seen or seen > last:
        return last, None
    marks = ", ".join("?" * len(_UNTOUCHED))
    sql = f"SELECT DISTINCT memory_id FROM memory_versions WHERE id > ? AND action NOT IN ({marks})"
    return last, {number for (number,) in proxy.execute_sql(sql, (seen, *_UNTOUCHED))}


def _services(changed: Collection[int] | None) -> list[str | None]:
    if changed is None:
        sql = f"SELECT DISTINCT service FROM memories INDEXED BY idx_memories_texts WHERE {COMPARED}"
        return [name for (name,) in proxy.execute_sql(sql)]
    sql = "SELECT DISTINCT service FROM memories WHERE id IN (SELECT value FROM json_each(?))"
    return [name for (name,) in proxy.execute_sql(sql, (json.dumps(sorted(changed)),))]


def _pairs_of(service: str | None, changed: Collection[int] | None) -> dict[int, list[int]]:
    """The facts of a service that are alike, by the newer one, where one of the two has changed and the pair was never
    one in conflict."""
    sql = f"SELECT id, observation FROM memories WHERE service IS ? AND {_HOLDS} ORDER BY id"
    pairs = similar_pairs(proxy.execute_sql(sql, (service,)).fetchall())
    if changed is not None:
        pairs = [pair for pair in pairs if pair[0] in changed or pair[1] in changed]
    these = json.dumps(sorted({number for pair in pairs for number in pair}))
    sql = (
        "SELECT min(old_id, new_id), max(old_id, new_id) FROM memory_conflicts"
        " WHERE old_id IN (SELECT value FROM json_each(?))"
    )
    known = set(proxy.execute_sql(sql, (these,)).fetchall()) if pairs else set()
    found: dict[int, list[int]] = defaultdict(list)
    for older, newer in pairs:
        if (older, newer) not in known:
            found[newer].append(older)
    return dict(found)


def _given(rows: list[Row], _service: str | None, _category: str | None, _most: int) -> list[Row]:
    return rows
