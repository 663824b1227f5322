"""Finds the chunks that answer a question: by words (FTS5, bm25), and by meaning where a model is at hand (C15).

Each score is taken by its share of the best one, and both are added. Words weigh the more, the more of the question's
words stand in what they found: a question in the words of its document is answered by them, one in other words by
meaning. What is found is text of somebody else: it is quoted on one line, with the place where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..language.prompt_quoting import one_line, quotable
from ..language.words.stem import stem
from .index.tables import index_mark, load_chunks, load_vectors, rank_by_words
from .types import LibraryHit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

CANDIDATES = 60  # of each ranking
LEAST_WORDS, MOST_WORDS_SHARE = 0.4, 0.8  # the weight of words where none of them was found, and where all were
COVERED_BY = 3  # of the best chunks, the one that holds the most words of the question
LEAST_NEAR = 0.15  # cosine; what shares no word and is less alike is no answer
EXCERPT = 280  # characters
LOOKED_AT = 6_000  # characters of a chunk that an excerpt is chosen from
BEGINNING = 2  # letters that a word shares with its root: "kept" is one of "keep"
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
        by_words = dict(rank_by_words(words, CANDIDATES)) if words else {}
        near = self._by_meaning(model, vector, by_words) if vector is not None else {}
        scores = fuse_scores(by_words, near, self._coverage(words, list(by_words)[:COVERED_BY]) if near else 1.0)
        best = sorted(scores, key=lambda number: (-scores[number], number))[: max(0, limit)]
        return self._hits(best, scores, words)

    def _coverage(self, words: Sequence[str], numbers: Sequence[int]) -> float:
        """The largest share of the question's words that stand in one of these chunks."""
        asked = {stem(word) for word in words}
        if not asked or not numbers:
            return 0.0
        texts = (f"{row[3]} {row[5]} {row[9]}"[:LOOKED_AT] for row in load_chunks(numbers))
        held = ({root for _, root in _places_of(asked, text)} for text in texts)
        return max((len(found) / len(asked) for found in held), default=0.0)

    def _by_meaning(self, model: str, vector: Vector, more: Iterable[int]) -> dict[int, float]:
        """How alike the nearest chunks are, the best first, and those of ``more``: cosines above 0."""
        import numpy as np

        numbers, matrix = self._vectors(model, len(vector))
        if not len(numbers):
            return {}
        # Not a product of matrices: its threads wait for each other longer than this takes.
        near = np.einsum("ij,j->i", matrix, vector.astype(matrix.dtype))
        count = min(CANDIDATES, len(near))
        best = np.argpartition(near, -count)[-count:] if count < len(near) else np.arange(len(near))
        wanted = np.fromiter(more, np.int64)
        places = np.searchsorted(numbers, wanted)
        known = places[(places < len(numbers)) & (numbers[np.minimum(places, len(numbers) - 1)] == wanted)]
        order = sorted({*best[near[best] >= LEAST_NEAR].tolist(), *known.tolist()}, key=lambda at: (-near[at], at))
        return {int(numbers[at]): float(near[at]) for at in order if near[at] > 0}

    @property
    def mark(self) -> tuple[Any, ...]:
        """What differs once the index has changed. Inside ``store.read``."""
        return index_mark()

    def _vectors(self, model: str, size: int) -> tuple[Any, Any]:
        """The vectors of a model and the numbers of their chunks, from memory where nothing changed."""
        import numpy as np

        mark = (model, size, *index_mark())
        if self._loaded is None or self._loaded[0] != mark:
            whole = load_vectors(model, size)
            flat = np.frombuffer(b"".join(blob for _, blob in whole), dtype=np.float16)
            matrix = flat.reshape(len(whole), size).astype(np.float32)
            self._loaded = mark, np.array([number for number, _ in whole], np.int64), matrix
        return self._loaded[1], self._loaded[2]

    def _hits(self, numbers: Sequence[int], scores: dict[int, float], words: Sequence[str]) -> list[LibraryHit]:
        found = {}
        for chunk, document, index, title, source, headings, page, first, last, text, read_at in load_chunks(numbers):
            found[chunk] = LibraryHit(
                document, index, quotable(title), one_line(source), quotable(headings), page, first, last,
                excerpt_of(text, words), round(scores[chunk], 4), read_at,
            )  # fmt: skip
        return [found[number] for number in numbers if number in found]


def fuse_scores(by_words: Mapping[int, float], near: Mapping[int, float], coverage: float) -> dict[int, float]:
    """The score of each chunk, 0 to 1, by its share of the best score of words and of the best cosine. ``coverage`` is
    the share of the question's words that the words' ranking found."""
    weight = LEAST_WORDS + (MOST_WORDS_SHARE - LEAST_WORDS) * coverage**2 if near else 1.0
    scores: dict[int, float] = {}
    for found, share in ((by_words, weight), (near, 1 - weight)):
        best = max(found.values(), default=0.0)
        for number, score in found.items():
            scores[number] = scores.get(number, 0.0) + share * (score / best if best > 0 else 0.0)
    return scores


def excerpt_of(text: str, words: Sequence[str], length: int = EXCERPT) -> str:
    """The part of a text that holds the most of these words, quoted on one line of about ``length`` characters."""
    text = one_line(_FENCE_OR_RULE.sub(" ", text[:LOOKED_AT]))
    if len(text) <= length:
        return quotable(text)
    wanted = {stem(word) for word in words}
    places = _places_of(wanted, text)
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


def _places_of(roots: Collection[str], text: str) -> list[tuple[int, str]]:
    """Where words of these roots stand, with the root. Only a word that begins like one of them is reduced to its
    root."""
    begins = tuple({root[:BEGINNING] for root in roots})
    if not begins:
        return []
    small = text.lower()
    return [
        (found.start(), root)
        for found in _WORD.finditer(small)
        if found[0].startswith(begins) and (root := stem(found[0])) in roots
    ]
