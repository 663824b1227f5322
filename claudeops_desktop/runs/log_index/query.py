"""What the operator typed → what is looked for. Pure; no text is a mistake here.

restart jellyfin       both words, anywhere in a line
"no space left"        these words beside each other
jelly*                 words that begin so
-debug                 not this word
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from .extract_text import PARTS

MOST_TERMS = 24
LONGEST = 400
_PIECE = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)(?:"|$)(?P<after>\*?)|(?P<word>[^\s"]+))')


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """Words that stand beside each other; ``prefix``: the last may go on; ``excluded``: no line with them counts."""

    words: tuple[str, ...]
    prefix: bool = False
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class LogQuery:
    """All terms must be met by one line. ``parts`` are some of PARTS, where only these are looked at; else empty."""

    terms: tuple[QueryTerm, ...]
    parts: tuple[str, ...] = ()

    @property
    def wanted(self) -> tuple[QueryTerm, ...]:
        """The terms that must be there."""
        return tuple(term for term in self.terms if not term.excluded)

    @property
    def looks_for(self) -> bool:
        """Tell whether there is anything to look for: exclusions alone are not."""
        return bool(self.wanted)

    @property
    def match(self) -> str:
        """The same for FTS5, every word quoted: no word of the operator's is an operator there."""
        found = " AND ".join(_quoted(term) for term in self.wanted)
        without = "".join(f" NOT {_quoted(term)}" for term in self.terms if term.excluded)
        columns = f"{{{' '.join(self.parts)}}} : " if self.parts else ""
        return f"{columns}(({found}){without})"


def read_query(text: str, parts: tuple[str, ...] = ()) -> LogQuery:
    """Words, "phrases", prefix* and -exclusions. What holds no letter or digit is left out. Never raises."""
    terms: list[QueryTerm] = []
    for found in _PIECE.finditer(unicodedata.normalize("NFC", text[:LONGEST])):
        piece = found["word"] if found["word"] is not None else found["phrase"]
        prefix = piece.endswith("*") or bool(found["after"])
        words = index_tokens(piece)
        if words and len(terms) < MOST_TERMS:
            terms.append(QueryTerm(words, prefix and piece.rstrip("*")[-1:].isalnum(), bool(found["minus"])))
    return LogQuery(tuple(terms), tuple(part for part in PARTS if part in parts))


def index_tokens(text: str) -> tuple[str, ...]:
    """The words of a text as the index keeps them: letters and digits, small, without accents."""
    words, word = [], ""
    for sign in fold_letters(text):
        if sign.isalnum():
            word += sign
        elif word:
            words.append(word)
            word = ""
    return (*words, word) if word else tuple(words)


def fold_letters(text: str) -> str:
    """Small letters without accents, each sign in its place: the text stays as long as it was."""
    return text.lower() if text.isascii() else "".join(map(_folded, text))


def _folded(sign: str) -> str:
    small = sign.lower()
    if small.isascii() or len(small) > 1:
        return small[0]
    base = unicodedata.normalize("NFD", small)[0]
    return base if base.isalnum() == small.isalnum() else small


def _quoted(term: QueryTerm) -> str:
    return f'"{" ".join(term.words)}"{"*" if term.prefix else ""}'
