"""Finds the runbooks that fit an alert: by words, and by meaning where a model is at hand (L6).

Words decide, since an alert and its runbook share them; meaning settles what words leave close. A runbook is shown by
its path and title: what it says is text of somebody else, and no instruction.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...language.prompt_quoting import quotable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Embed = Callable[[Sequence[str]], Matrix]

CANDIDATES = 30
HEAD = 1_200  # characters of a document that its vector is of
BY_MEANING = 0.3  # weight of the meaning beside the words, each scaled to 1 for the best
WEIGHTS = (6.0, 2.0, 0.4)  # of the title, of what the alert means, of the rest
_HEADING = re.compile(r"^#{1,6}\s+(.*)$", re.MULTILINE)
_MEANS = re.compile(r"meaning|summary|overview|description|symptom|what|about|alert", re.IGNORECASE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\-./]")
_WORD = re.compile(r"[A-Za-z][\w]*|\d+")
_STOP_WORDS = """
a an and are as at be been but by can do does for from has have if in into is it its more most no not of on one or over
so some than that the their them there these this to up was were when which while will with you your last within being
minutes minute hours hour value labels label
"""
_STOP = frozenset(_STOP_WORDS.split())


@dataclass(frozen=True, slots=True)
class RunbookDocument:
    """A document: its path or name, its title, and its text."""

    path: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class AlertText:
    """What an alert says of itself."""

    name: str = ""
    summary: str = ""
    description: str = ""
    labels: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        """Its words, a name in CamelCase taken apart, without those that mean nothing; each once."""
        text = " ".join((_CAMEL.sub(" ", self.name), self.name, self.summary, self.description, *self.labels))
        found = (word.lower() for word in _WORD.findall(_CAMEL.sub(" ", text) + " " + text))
        return list(dict.fromkeys(word for word in found if word not in _STOP and len(word) > 1))


@dataclass(frozen=True, slots=True)
class RunbookHint:
    """A runbook that may help. ``score`` is 1 for the best; ``excerpt`` one quoted line of what it says."""

    path: str
    title: str
    score: float
    excerpt: str


class RunbookIndex:
    """The documents of an operator. ``embed`` turns texts into rows of unit length; None searches by words alone."""

    def __init__(self, documents: Sequence[RunbookDocument], embed: Embed | None = None) -> None:
        self._documents = list(documents)
        self._embed = embed
        self._vectors: Any = None
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.execute("CREATE VIRTUAL TABLE books USING fts5(title, means, rest, tokenize='porter unicode61')")
        self._database.executemany(
            "INSERT INTO books (rowid, title, means, rest) VALUES (?, ?, ?, ?)",
            [(at + 1, *_fields(one)) for at, one in enumerate(self._documents)],
        )

    def find(self, alert: AlertText, limit: int = 5) -> list[RunbookHint]:
        """The runbooks that fit best, best first."""
        scores = self._by_words(alert.words)
        if self._embed is not None:
            scores = self._with_meaning(scores, alert)
        ranked = sorted(scores.items(), key=lambda one: (-one[1], one[0]))[:limit]
        return [self._hint(at, score) for at, score in ranked]

    def _by_words(self, words: Sequence[str]) -> dict[int, float]:
        if not words:
            return {}
        asked = " OR ".join(f'"{word}"' for word in words)
        rows = self._database.execute(
            "SELECT rowid, -bm25(books, ?, ?, ?) FROM books WHERE books MATCH ? ORDER BY 2 DESC LIMIT ?",
            (*WEIGHTS, asked, CANDIDATES),
        ).fetchall()
        best = rows[0][1] if rows else 1.0
        return {number - 1: score / best for number, score in rows}

    def _with_meaning(self, scores: dict[int, float], alert: AlertText) -> dict[int, float]:
        assert self._embed is not None  # noqa: S101
        if self._vectors is None:
            self._vectors = self._embed([f"{one.title}\n{one.text[:HEAD]}" for one in self._documents])
        asked = self._embed([" ".join((_CAMEL.sub(" ", alert.name), alert.summary, alert.description))])[0]
        near = self._vectors @ asked
        top = float(near.max()) or 1.0
        order = near.argsort()[::-1][:CANDIDATES]
        known = {*scores, *(int(at) for at in order)}
        return {
            at: (1 - BY_MEANING) * scores.get(at, 0.0) + BY_MEANING * max(0.0, float(near[at])) / top for at in known
        }

    def _hint(self, at: int, score: float) -> RunbookHint:
        one = self._documents[at]
        lines = [
            line.strip() for line in one.text.splitlines() if line.strip() and not line.startswith(("#", "```", "|"))
        ]
        return RunbookHint(one.path, quotable(one.title), round(score, 4), quotable(lines[0])[:160] if lines else "")


def _fields(one: RunbookDocument) -> tuple[str, str, str]:
    """Title, what the alert means, and the rest; names in CamelCase stand there in parts too."""
    parts = _HEADING.split(one.text)
    means, rest = [parts[0]], list[str]()
    for heading, body in zip(parts[1::2], parts[2::2], strict=False):
        (means if _MEANS.search(heading) else rest).append(f"{heading}\n{body}")
    return _spread(one.title), _spread("\n".join(means)), _spread("\n".join(rest))


def _spread(text: str) -> str:
    return f"{text}\n{_CAMEL.sub(' ', text)}" if _CAMEL.search(text) else text


def embed_with(model: Any) -> Embed:
    """The ``embed`` of an index, from a model of memory's: unit rows."""

    def embed(texts: Sequence[str]) -> Matrix:
        import numpy as np

        rows = np.asarray(model.embed(texts), dtype=np.float32)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        unit: Matrix = (rows / np.where(norms == 0, 1.0, norms)).astype(np.float32)
        return unit

    return embed
