"""Takes out what looks like a secret, whoever's it is (S4); what it looks like stands in ``secret_table``.

Of what is assigned only the value is taken, and only where it looks like one: a variable, a path, a word such as
``required`` stay. The standard library alone, and nothing is compiled before it is needed: the guard's hook uses it.
"""

from __future__ import annotations

import re
from functools import cache

from .shape_table import MASK, SHAPES, SecretShape

__all__ = ["CUT_MARGIN", "MASK", "SUSPECT", "TAKEN_OUT", "mask_bytes", "without_shapes"]

SUSPECT = "|".join(
    dict.fromkeys((r"PRIVATE KEY|OpenVPN Static key|Private-Lines:", *(shape.suspect for shape in SHAPES)))
)
"""For an engine without looking around, and quick in it: whether a text needs to be looked at."""

TAKEN_OUT = "What looks like a secret in the text is kept as [redacted]."
"""What the operator is told where a text of theirs is kept without it."""

CUT_MARGIN = 4_096
"""How many characters past a limit are looked at, so that a secret that the limit halves is known whole."""

_BEGIN = r"(?:(?<!\w)|(?<=\\[nrt]))"  # the beginning of a word, or of a line inside JSON
_SIGNS = tuple(dict.fromkeys(sign for shape in SHAPES for sign in shape.signs))
_BREAK = r"(?:\s|\\{1,4}[nr])"  # of a line, also inside JSON, and JSON inside JSON
_KEY_KIND = r"(?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)"
_KEY_BLOCKS = (  # whole or cut at its end; cut at its beginning; of PuTTY
    (
        rf"-----BEGIN {_KEY_KIND}-----(?:(?:[^\"\\]|\\+[^\"\\])*?-----END {_KEY_KIND}-----|(?:[^\"\\]|\\+[^\"\\])*)",
        MASK,
    ),
    (rf"(?:[A-Za-z0-9+/=]{{1,100}}{_BREAK}{{1,4}})+-----END {_KEY_KIND}-----", MASK),
    (
        rf"(Private-Lines: \d{{1,4}})(?:{_BREAK}{{1,4}}(?!Private)[A-Za-z0-9+/=]{{1,100}})+"
        rf"(?:{_BREAK}{{1,4}}Private-MAC: ?\w*)?",
        r"\1 " + MASK,
    ),
)


@cache
def _of_text(shape: SecretShape) -> re.Pattern[str]:
    return re.compile(shape.pattern.replace("%BEGIN%", _BEGIN))


@cache
def _of_bytes(shape: SecretShape) -> tuple[re.Pattern[bytes], bytes]:
    return re.compile(shape.pattern.replace("%BEGIN%", _BEGIN).encode()), shape.put.encode()


def mask_bytes(line: bytes) -> bytes:
    """A line of UTF-8 without what looks like a secret."""
    small = line.lower()
    for shape in SHAPES:
        if any(sign.encode() in small for sign in shape.signs):
            pattern, put = _of_bytes(shape)
            line = pattern.sub(put, line)
    if b"private key" in small or b"openvpn static" in small or b"private-lines" in small:
        for pattern, put in _key_blocks_in_bytes():
            line = pattern.sub(put, line)
    return line


def without_shapes(text: str, limit: int | None = None) -> str:
    """The text without what looks like a secret; with ``limit``, that many characters of it at most, and no part of a
    secret that reaches over the limit."""
    if limit is not None:
        return without_shapes(text[: limit + CUT_MARGIN])[:limit]
    small = text.lower()
    for shape in SHAPES:  # words first: each expression takes a millisecond to compile
        if any(sign in small for sign in shape.signs):
            text = _of_text(shape).sub(shape.put, text)
    if _may_hold_key(small):
        for pattern, put in _key_blocks():
            text = pattern.sub(put, text)
    return text


def _may_hold_key(small: str) -> bool:
    return "private key" in small or "openvpn static" in small or "private-lines" in small


@cache
def _key_blocks() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), put) for pattern, put in _KEY_BLOCKS)


@cache
def _key_blocks_in_bytes() -> tuple[tuple[re.Pattern[bytes], bytes], ...]:
    return tuple((re.compile(pattern.encode()), put.encode()) for pattern, put in _KEY_BLOCKS)
