"""In which spellings a subject may stand somewhere, and texts without it. Pure.

A text loses whole lines: what is said of a subject does not end where its name does. JSON stays JSON: strings lose
their lines, entries named after the subject go, and so do items of a list that hold nothing else.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote, quote_plus

import orjson

from ..context import one_line
from .types import PurgeTargets

PURGED = "(purged)"
LONGEST_NEEDLE = 60  # a line that begins like a purged text is that text
SHORTEST_TEXT = 12
_GONE = object()


def spellings(subject: str) -> tuple[str, ...]:
    """The subject as it may be written: plain, in JSON (once and twice), in an address, in HTML; case folded."""
    found: dict[str, None] = {}
    forms = [unicodedata.normalize(kind, subject.strip()) for kind in ("NFC", "NFD")]
    for form in dict.fromkeys((*forms, *(form.casefold() for form in forms))):  # µ folds to another letter, μ
        in_json = [json.dumps(form)[1:-1], json.dumps(form, ensure_ascii=False)[1:-1]]
        twice = [json.dumps(text)[1:-1] for text in in_json]
        others = (quote(form), quote(form, safe=""), quote_plus(form), html.escape(form), form.replace("/", "\\/"))
        found |= dict.fromkeys(text.casefold() for text in (form, *in_json, *twice, *others))
    return tuple(found)


class SearchTerms:
    """What is looked for: a subject in all its spellings, and texts that were said of it without naming it."""

    def __init__(self, subject: str, texts: Iterable[str] = (), *, whole_word: bool = False) -> None:
        self.subject = subject.strip()
        self.forms = spellings(subject)
        said = {one_line(text).casefold()[:LONGEST_NEEDLE] for text in texts}
        self.texts = sorted(text for text in said if len(text) >= SHORTEST_TEXT and not self._holds(text, self.forms))
        escaped = (json.dumps(text, ensure_ascii=False)[1:-1] for text in self.texts)
        ascii_only = (json.dumps(text)[1:-1] for text in self.texts)
        lines = sorted({*self.texts, *escaped, *ascii_only})
        self._lines = re.compile(_any_of(lines)) if lines else None
        inside = "|".join(map(re.escape, self.forms))
        self._word = re.compile(rf"(?<![^\W_])(?:{inside})(?![^\W_])") if whole_word else None
        self.raw = tuple(dict.fromkeys(raw for form in self.forms for raw in _bytes_of(form)))
        raw_lines = sorted({raw for text in lines for raw in _bytes_of(text)})
        self._raw_lines = re.compile(_any_of([raw.decode("latin-1") for raw in raw_lines]).encode("latin-1"))
        self._any_raw_line = bool(raw_lines)

    def touches(self, text: str) -> bool:
        """Tell whether a text names the subject, or is one of the texts said of it."""
        folded = text.casefold()
        return self.names(folded) or (self._lines is not None and self._lines.search(folded) is not None)

    def names(self, folded: str) -> bool:
        """Tell whether a text (case folded) names the subject itself."""
        if not self._holds(folded, self.forms):
            return False
        return self._word is None or self._word.search(folded) is not None

    def in_bytes(self, data: bytes) -> bool:
        """Tell whether raw bytes hold it in any spelling: quick, and right but for what only inside a word counts."""
        low = data.lower()
        if any(raw in low for raw in self.raw) or (self._any_raw_line and self._raw_lines.search(low) is not None):
            return True
        return not data.isascii() and self._holds(data.decode("utf-8", "replace").casefold(), self.forms)

    def named_in_bytes(self, data: bytes) -> bool:
        """Tell whether raw bytes hold the subject's own name, as ``whole_word`` wants it."""
        low = data.lower()
        if not any(raw in low for raw in self.raw):
            if data.isascii():
                return False
            return self.names(data.decode("utf-8", "replace").casefold())
        return self._word is None or self._word.search(low.decode("utf-8", "replace")) is not None

    def text(self, text: str) -> str:
        """A text without the lines that touch it."""
        if not self.touches(text):
            return text
        return "\n".join(PURGED if self.touches(line) else line for line in text.split("\n"))

    def document(self, text: str) -> str:
        """The same for a text that may be JSON, which it then stays."""
        if not self.touches(text):
            return text
        if text[:1] in ("{", "["):
            try:
                found = orjson.loads(text)
            except orjson.JSONDecodeError:
                return self.text(text)
            return orjson.dumps(self.value(found)).decode()
        return self.text(text)

    def value(self, value: Any) -> Any:
        """JSON without it."""
        kept = self._value(value)
        return PURGED if kept is _GONE else kept

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.document(value)
        if isinstance(value, list):
            return [kept for one in value if (kept := self._item(one)) is not _GONE]
        if isinstance(value, dict):
            return {key: self._value(one) for key, one in value.items() if not self.touches(key)}
        return value

    def _item(self, value: Any) -> Any:
        kept = self._value(value)
        return _GONE if kept == PURGED and value != PURGED else kept

    @staticmethod
    def _holds(folded: str, forms: Iterable[str]) -> bool:
        return any(form in folded for form in forms)


def needles_of(collected: PurgeTargets) -> SearchTerms:
    """What a purge looks for, ready to look."""
    return SearchTerms(collected.subject, collected.texts, whole_word=collected.whole_word)


def within_words(needles: SearchTerms, text: str) -> bool:
    """Tell whether a text holds the subject only inside longer words."""
    folded = text.casefold()
    if not needles.names(folded):
        return False
    inside = "|".join(map(re.escape, needles.forms))
    return re.search(rf"(?<![^\W_])(?:{inside})(?![^\W_])", folded) is None


def _bytes_of(form: str) -> tuple[bytes, ...]:
    """A form as bytes whose ASCII letters are small; other letters in each case that they are written in."""
    ways = {form, form.lower(), form.upper(), form.title()}
    return tuple(sorted({way.encode("utf-8", "replace").lower() for way in ways}))


def _any_of(words: list[str]) -> str:
    """One pattern for many words, as a tree: as quick with a thousand as with ten. Matches nothing for none."""
    if not words:
        return r"(?!)"
    tree: dict[str, Any] = {}
    for word in words:
        node = tree
        for character in word:
            if "" in node:  # a shorter word is enough
                break
            node = node.setdefault(character, {})
        else:
            node.clear()
            node[""] = {}
    return _written(tree)


def _written(node: dict[str, Any]) -> str:
    """A tree as a pattern. Runs without a branch are written as they stand, so that it nests only where it branches."""
    if "" in node:
        return ""
    ways = []
    for character, below in sorted(node.items()):
        run, rest = [re.escape(character)], below
        while len(rest) == 1 and "" not in rest:
            ((following, rest),) = rest.items()
            run.append(re.escape(following))
        ways.append("".join(run) + _written(rest))
    return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"
