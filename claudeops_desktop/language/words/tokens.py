"""Cuts an operational sentence into tokens: words, numbers, clocks, paths, hosts, versions, marks.

Linear in the length of the text, of which the first ``LONGEST`` characters are read.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

LONGEST = 2_000

_CHUNK = r"""
      (?P<url>[a-z][a-z0-9+.-]{1,15}://[^\s,;"')]{1,200})
    | (?P<path>(?<![\w/])(?:~|\.\.?)?/[\w@%+~.:/-]{0,200}[\w/] | (?<!\S)/(?=[\s,;])
               | \\\\[\w$.\\-]{1,200} | \b[a-z]:\\[\w\\.-]{1,200})
    | (?P<date>\b\d{4}-\d\d-\d\d\b)
    | (?P<clock>\b(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?![\w:]))
    | (?P<address>\b\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?(?::\d{2,5})?\b)
    | (?P<port>(?<![\w:]):\d{2,5}\b | \b\d{2,5}/(?:tcp|udp)\b)
    | (?P<version>\bv\d+(?:\.\d+){0,5}(?:\.x)?\b | \b\d+(?:\.\d+){2,6}\b | \b\d+\.x\b)
    | (?P<number>(?<![\w.])\d{1,15}(?:[.,]\d{1,12}){0,4})
    | (?P<host>\b[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:[a-z]{0,3}\d{1,4}[a-z]?|[a-z])\b(?![.:=@-]?\w))
    | (?P<word>[^\W\d_][^\W_]*(?:'[^\W\d_]+)?(?![\w=@]|[.:]\w))
    | (?P<name>[^\W\d]\w*(?:[.=@:][\w-]+)*)
    | (?P<mark>[%<>~≤≥≈±+=°&-])
    | (?P<stop>[,;:.!?()\[\]|]|→)
    | (?P<rest>\w+)
"""
_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "–": "-", "—": ";", "‑": "-", "−": "-", "\u00a0": " ", "\u202f": " "}
)
_WITHOUT = re.compile(r"\bw/o\b", re.IGNORECASE)
_DASH = re.compile(r"(?<=\s)(?:--|-|–)(?=\s)(?!\s\d)")


_HYPHENED = re.compile(r"-(?:[^\W\d_]{0,3}\d|[a-zA-Z]\b)")


@lru_cache(maxsize=2)
def _chunk(hosts: bool) -> re.Pattern[str]:
    """Compiled on first use: the application starts without it. Without ``hosts`` it looks for no pg-01: quicker."""
    lines = _CHUNK if hosts else "\n".join(line for line in _CHUNK.splitlines() if "?P<host>" not in line)
    return re.compile(lines, re.VERBOSE | re.IGNORECASE)


class TextToken(NamedTuple):
    """One token: ``kind`` (url, path, clock, number, word, name, mark, stop …), lower-case ``text``, ``raw``, place."""

    kind: str
    text: str
    raw: str
    start: int
    end: int


def normalize_text(text: str) -> str:
    """The text as it is read: the first ``LONGEST`` characters, one kind of quote and dash, ``w/o`` written out."""
    text = _DASH.sub(";", text[:LONGEST])
    return _WITHOUT.sub("without", text.translate(_QUOTES))


def tokens(text: str) -> tuple[TextToken, ...]:
    """The tokens of ``plain(text)``. A host with a port gives the host and the port."""
    found: list[TextToken] = []
    text = normalize_text(text)
    for match in _chunk(_HYPHENED.search(text) is not None).finditer(text):
        kind, raw = match.lastgroup or "rest", match.group()
        if kind == "host":  # pg-01, vm-103: one name, no word with a number behind it
            kind = "name"
        if kind == "word" and raw[-2:].lower() == "'s":
            raw = raw[:-2]
        if kind == "name" and _HOST_PORT.fullmatch(raw):
            host, _, port = raw.rpartition(":")
            middle = match.start() + len(host)
            kind = "name" if "." in host or any(c.isdigit() for c in host) else "word"
            found.append(TextToken(kind, host.lower(), host, match.start(), middle))
            found.append(TextToken("port", ":" + port, ":" + port, middle, match.end()))
            continue
        found.append(TextToken(kind, raw.lower(), raw, match.start(), match.end()))
    return tuple(found)


_HOST_PORT = re.compile(r"[\w.-]+:\d{2,5}")
