"""From what FTS5 is asked to what PostgreSQL's full text is asked.

FTS5's form as the application writes it: words and phrases in double quotes, ``OR``, ``AND``, ``NOT``, ``NEAR(…, n)``,
brackets, and a star behind a word that others begin with. Beside each other they are all wanted.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import permutations, product

_PART = re.compile(r'\s*(?:(?P<near>NEAR\s*\()|(?P<sign>[()])|"(?P<quoted>(?:[^"]|"")*)"(?P<star>\s*\*)?|'
                   r"(?P<bare>[^\s()\"]+))")  # fmt: skip
_WORD = re.compile(r"[^\W_]+")
MOST_WAYS = 5_000


def tokens(text: str) -> list[str]:
    """The words of a text as both indexes cut it: small letters and figures, without accents."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(sign))
    return _WORD.findall(plain)


def to_question(asked: str) -> str:
    """The text that ``to_tsquery`` reads, "" where nothing can be found. Raises ValueError for what is no question."""
    parts = [found for found in _PART.finditer(asked) if found[0].strip()]
    made, rest = _either(parts)
    if rest:
        raise ValueError(f"a bracket too many in {asked!r}")
    return made


def _either(parts: list[re.Match[str]]) -> tuple[str, list[re.Match[str]]]:
    found = []
    while True:
        made, parts = _all(parts)
        found.append(made)
        if not (parts and parts[0]["bare"] == "OR"):
            return _joined(found, " | "), parts
        parts = parts[1:]


def _all(parts: list[re.Match[str]]) -> tuple[str, list[re.Match[str]]]:
    found: list[str] = []
    without: list[str] = []
    negated = False
    while parts and parts[0]["sign"] != ")" and parts[0]["bare"] != "OR":
        head, parts = parts[0], parts[1:]
        if head["bare"] in ("AND", "NOT"):
            negated = head["bare"] == "NOT"
            continue
        if head["near"]:
            made, parts = _near(parts)
        elif head["sign"] == "(":
            made, parts = _either(parts)
            if not parts:
                raise ValueError("a bracket is not closed")
            parts = parts[1:]
        else:
            made = _phrase(head)
        (without if negated else found).append(made)
        negated = False
    text = _joined(found, " & ")
    return text + "".join(f" & !{one}" for one in without if one), parts


def _near(parts: list[re.Match[str]]) -> tuple[str, list[re.Match[str]]]:
    phrases: list[tuple[str, ...]] = []
    apart = 10
    while parts and parts[0]["sign"] != ")":
        said = parts[0]["bare"].strip(",") if parts[0]["bare"] else parts[0]["quoted"] or ""
        if parts[0]["bare"] and said.isdigit():
            apart = int(said)
        else:
            phrases.append(tuple(tokens(said)))
        parts = parts[1:]
    return _close_together(list(dict.fromkeys(filter(None, phrases))), apart), parts[1:]


def _close_together(phrases: list[tuple[str, ...]], apart: int) -> str:
    """Phrases in any order, with at most ``apart`` words between the end of the first and the beginning of the last.

    The server knows exact distances only, so each way to stand is written out. Raises ValueError for too many.
    """
    between = range(apart + 1)
    ways: list[str] = []
    for order in permutations(phrases):
        inside = sum(map(len, order[1:-1]))
        for gaps in product(between, repeat=len(order) - 1):
            if sum(gaps) + inside > apart:
                continue
            if len(ways) == MOST_WAYS:
                raise ValueError("NEAR has too many words, or is too wide")
            text = " <-> ".join(order[0])
            for gap, phrase in zip(gaps, order[1:], strict=True):
                text += f" <{gap + 1}> " + " <-> ".join(phrase)
            ways.append(text)
    return _joined(ways, " | ")


def _phrase(part: re.Match[str]) -> str:
    said = part["quoted"] if part["quoted"] is not None else part["bare"]
    bare = part["bare"] is not None
    star = bool(part["star"]) or (bare and said.endswith("*"))
    words = tokens(said)
    if not words:
        return ""
    if star:
        words[-1] += ":*"
    return words[0] if len(words) == 1 else "(" + " <-> ".join(words) + ")"


def _joined(parts: list[str], sign: str) -> str:
    parts = [part for part in parts if part]
    return parts[0] if len(parts) == 1 else f"({sign.join(parts)})" if parts else ""
