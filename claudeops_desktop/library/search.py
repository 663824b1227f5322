"""Finds the chunks that answer a question: by words (FTS5, bm25), and by meaning where a model is at hand (C15).

The two rankings are joined by the ranks alone (reciprocal rank fusion): their scores have no common scale. What is
found is text of somebody else: it is quoted on one line, with the place where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..language.prompt_quoting import one_line, quotable
from ..language.words.stem import stem
from .index.tables import load_chunks, load_vectors, rank_by_words, vectors_mark
from .types import LibraryHit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

CANDIDATES = 60  # of each ranking
RANK_CONSTANT = 60  # of the fusion: how little the very first places count more than the next ones
WORDS_SHARE, MEANING_SHARE = 1.0, 0.7
EXCERPT = 280  # characters
LOOKED_AT = 6_000  # characters of a chunk that an excerpt is chosen from
MOST_WORDS = 32  # of a question
_WORD = re.compile(r"[^\W_]+")
_STOP_WORDS = """
a about all an and any are as at be been but by can could did do does for from had has have how i if in into is it its
me my no not of on or our should so some than that the their them then there these they this to us was we were what when
where which who why will with would you your
"""
_STOP = frozenset(_STOP_WORDS.split())
_FENCE_OR_RULE = re.compile(r"^\s*(?:`{3,}\w*|~{3,}\w*|[-=|:\s]{3,})$", re.MULTILINE)


def question_words(text: str) -> list[str]:
    """The words of a question, each once; those that say nothing only where there are no others."""
    words = list(dict.fromkeys(word.lower() for word in _WORD.findall(text)))
    return ([word for word in words if word not in _STOP] or words)[:MOST_WORDS]


class LibrarySearch:
    """Searches the chunks of one store. Vectors are read once and again when somebody changed them."""

    def __init__(self) -> None:
        self._loaded: tuple[tuple[Any, ...], Any, Any] | None = None

    def find(self, text: str, limit: int = 10, model: str = "", vector: Vector | None = None) -> list[LibraryHit]:
        """The best chunks, best first. ``vector`` is the question as a model of that name sees it. Inside
        ``store.read``."""
        words = question_words(text)
        lists = [(WORDS_SHARE, rank_by_words(words, CANDIDATES))] if words else []
        if vector is not None:
            lists.append((MEANING_SHARE, self._by_meaning(model, vector)))
        scores = fuse_ranks(lists)
        best = sorted(scores, key=lambda number: (-scores[number], number))[: max(0, limit)]
        return self._hits(best, scores, words)

    def _by_meaning(self, model: str, vector: Vector) -> list[int]:
        numbers, matrix = self._vectors(model, len(vector))
        if not len(numbers):
            return []
        near = matrix @ vector.astype(matrix.dtype)
        count = min(CANDIDATES, len(near))
        best = near.argpartition(-count)[-count:] if count < len(near) else near.argsort()
        order = sorted(best.tolist(), key=lambda at: (-near[at], at))
        return [int(numbers[at]) for at in order if near[at] > 0]

    def _vectors(self, model: str, size: int) -> tuple[Any, Any]:
        """The vectors of a model and the numbers of their chunks, from memory where nothing changed."""
        import numpy as np

        mark = (model, size, *vectors_mark())
        if self._loaded is None or self._loaded[0] != mark:
            whole = load_vectors(model, size)
            flat = np.frombuffer(b"".join(blob for _, blob in whole), dtype=np.float16)
            matrix = flat.reshape(len(whole), size).astype(np.float32)
            self._loaded = mark, np.array([number for number, _ in whole], np.int64), matrix
        return self._loaded[1], self._loaded[2]

    def _hits(self, numbers: Sequence[int], scores: dict[int, float], words: Sequence[str]) -> list[LibraryHit]:
        found = {}
        for chunk, document, index, title, source, headings, page, first, last, text in load_chunks(numbers):
            found[chunk] = LibraryHit(
                document, index, quotable(title), one_line(source), quotable(headings), page, first, last,
                excerpt_of(text, words), round(scores[chunk], 4),
            )  # fmt: skip
        return [found[number] for number in numbers if number in found]


def fuse_ranks(lists: Sequence[tuple[float, Sequence[int]]]) -> dict[int, float]:
    """The score of each number in several rankings, each with its weight: 1 for what is first in all of them."""
    total = sum(weight for weight, _ in lists) or 1.0
    scores: dict[int, float] = {}
    for weight, ranked in lists:
        for rank, number in enumerate(ranked):
            share = weight / total * (RANK_CONSTANT + 1) / (RANK_CONSTANT + 1 + rank)
            scores[number] = scores.get(number, 0.0) + share
    return scores


def excerpt_of(text: str, words: Sequence[str], length: int = EXCERPT) -> str:
    """The part of a text that holds the most of these words, quoted on one line of about ``length`` characters."""
    text = one_line(_FENCE_OR_RULE.sub(" ", text[:LOOKED_AT]))
    if len(text) <= length:
        return quotable(text)
    wanted = {stem(word) for word in words}
    places = [(found.start(), root) for found in _WORD.finditer(text) if (root := stem(found[0].lower())) in wanted]
    begin = 0
    most: tuple[int, int] = (0, 0)
    for at, (start, _) in enumerate(places):
        inside = [root for place, root in places[at:] if place < start + length * 3 // 4]
        if (len(set(inside)), len(inside)) > most:
            most, begin = (len(set(inside)), len(inside)), max(0, start - length // 5)
    end = min(len(text), begin + length)
    begin = max(0, min(begin, len(text) - length))
    if begin and (space := text.find(" ", begin, begin + 40)) >= 0:
        begin = space + 1
    if end < len(text) and (space := text.rfind(" ", end - 40, end)) > begin:
        end = space
    return f"{'…' if begin else ''}{quotable(text[begin:end])}{'…' if end < len(text) else ''}"
