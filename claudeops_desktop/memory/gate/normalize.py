"""A text as the gate reads it: without what hides a word from a reader or from a rule. Pure.

Invisible signs are dropped, letters of other alphabets that look like ours become ours, letters set apart are closed
up, digits that stand for letters are read as letters too. What was hidden is told: an honest note has no need of it.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from ...stream.normalize import LOOKALIKES
from .disguised_words import correct_spelling

LONGEST_READ = 8_000

_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": " - ", "‑": "-", "−": "-", "´": "'"})
_LEET = str.maketrans("013457@$!", "oieastasi")
_LEET_WORD = re.compile(r"(?<![\w.])(?=[a-z0-9@$!]*[a-z][013457@$!]+[a-z]|[0134$@][a-z]{4})[a-z013457@$!]{4,}(?![\w.])")
_LEET_INSIDE = re.compile(r"\b(?=\w*[a-z])(?:\w*[a-z][013457@$]+[a-z]\w*|[0134$@][a-z]{3,})")
_LEET_ANY = re.compile(r"\b(?=[a-z013457@$!]*[a-z])[a-z013457@$!]*[013457@$][a-z013457@$!]*\b")
_SIGNED = re.compile(r"(?<!\w)(?:[a-z][.\-_*])+[a-z](?!\w)")
_SPACED = re.compile(r"(?<![\w])(?:[a-z][ .\-_*]){3,}[a-z](?![\w])")
_APART = re.compile(r"(?<!\S)(?:\w ){2,}\w(?=\s\s|[.,;:!?]|$)")
"""Words whose letters stand apart, with more than one space between the words."""
_APART_FROM = 15  # signs: seven letters and what stands between them
_HEX = re.compile(r"(?:%|\\x|\\u00)([0-9A-Fa-f]{2})")
_ROT13 = re.compile(r"\brot[ -]?13\b|\bcaesar\b", re.IGNORECASE)
_ESCAPED = re.compile(
    r"(?:%[0-9A-Fa-f]{2}){3}|(?:\\x[0-9A-Fa-f]{2}){3}|(?:&#x?[0-9A-Fa-f]{2,6};){3}|(?:\\u00[0-9A-Fa-f]{2}){3}"
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{3,}")
_BASE64 = re.compile(r"(?<![\w/+=-])(?:[A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{10,}={1,2})(?![\w/+=])")


@dataclass(frozen=True, slots=True)
class NormalizedText:
    """``readings`` are all in lower case, the first is the text itself; ``native`` keeps other alphabets.

    ``hidden`` says in words what was hidden, "" where nothing was.
    """

    readings: tuple[str, ...]
    native: str
    hidden: str = ""

    @property
    def text(self) -> str:
        """The first reading."""
        return self.readings[0]


@lru_cache(maxsize=8)  # the rules of the gate ask one after the other for the reading of one text
def normalize_text(text: str) -> NormalizedText:
    """Read a text, its first 8,000 characters. Never raises."""
    text = text[:LONGEST_READ]
    apart = any(len(found[0]) >= _APART_FROM for found in _APART.finditer(text))
    text = _APART.sub(lambda found: found[0].replace(" ", ""), text)
    if text.isascii():
        native, hidden = " ".join(text.lower().split()), ""
        folded = native
    else:
        visible, hidden = _visible(text)
        native = " ".join(unicodedata.normalize("NFKC", visible).translate(_QUOTES).lower().split())
        folded, mixed = _folded(native)
        hidden = hidden or ("letters of another alphabet inside a word" if mixed else "")
    readings = [folded]
    if _SPACED.search(folded):
        readings.append(_SPACED.sub(lambda found: re.sub(r"[^a-z]", "", found[0]), folded))
        readings.append(_SIGNED.sub(lambda found: re.sub(r"[^a-z]", "", found[0]), folded))
    if _LEET_WORD.search(folded):
        readings.append(_LEET_WORD.sub(lambda found: found[0].translate(_LEET), folded))
        if len(_LEET_INSIDE.findall(folded)) > 1:
            readings.append(_LEET_ANY.sub(lambda found: found[0].translate(_LEET), folded))
    if (corrected := correct_spelling(folded)) != folded:
        readings.append(corrected)
    readings += _decoded(text)
    if not hidden and (apart or any(len(found[0]) >= _APART_FROM for found in _SPACED.finditer(folded))):
        hidden = "words whose letters stand apart"
    return NormalizedText(tuple(dict.fromkeys(readings)), native, hidden)


def _visible(text: str) -> tuple[str, str]:
    """The text without invisible signs; and what was hidden by them."""
    kept: list[str] = []
    hidden = ""
    for place, sign in enumerate(text):
        kind = unicodedata.category(sign)
        if kind in ("Cf", "Cn", "Co", "Cs") or "\ufe00" <= sign <= "\ufe0f" or "\U000e0000" <= sign <= "\U000e01ef":
            between = kept and kept[-1].isalnum() and place + 1 < len(text) and text[place + 1].isalnum()
            if sign in _BIDI or "\U000e0000" <= sign <= "\U000e007f":
                hidden = "signs that turn or hide the text"
            elif between and sign != "\u00ad" and text[place + 1].isascii():
                hidden = hidden or "invisible signs inside a word"
            continue
        kept.append(" " if kind == "Cc" else sign)
    return "".join(kept), hidden


def _folded(text: str) -> tuple[str, bool]:
    """The text in our letters; and whether a word mixes alphabets."""
    mixed = False
    for found in _WORD.finditer(text):
        word = found[0].removeprefix("μ")  # micro is a unit
        if not word.isascii():
            names = {_alphabet(sign) for sign in word}
            mixed = mixed or ("latin" in names and len(names - {""}) > 1)
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return bare.translate(LOOKALIKES), mixed


def _alphabet(sign: str) -> str:
    if sign.isascii():
        return "latin"
    name = unicodedata.name(sign, "")
    return next((known for known in ("latin", "cyrillic", "greek", "armenian") if name.startswith(known.upper())), "")


def _decoded(text: str) -> list[str]:
    """What base64 in a text says, where it is a text."""
    found = []
    for blob in _BASE64.findall(text)[:8]:
        try:
            said = base64.b64decode(blob + "=" * (-len(blob) % 4), validate=True).decode("ascii")
        except (binascii.Error, ValueError):
            continue
        if said.isprintable() and " " in said:
            found.append(said.lower())
    if "<!--" in text:
        found.append(" ".join(_COMMENT.sub("", text).lower().split()))
    if _ROT13.search(text):
        found.append(codecs.decode(text, "rot13").lower())
    if _ESCAPED.search(text):
        found.append(_HEX.sub(lambda sign: chr(int(sign[1], 16)), html.unescape(text)).lower())
    return found
