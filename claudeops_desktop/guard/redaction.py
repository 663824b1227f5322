"""Secrets are known to the hook by their fingerprints only, so that its rules hold none of them (S4).

A fingerprint is the length of a secret and a keyed digest; each stretch of a text of that length is looked at. Those
that the hook's own environment holds are found directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b

from .lazy_regex import LazyRegex

MASK = "[redacted]"
SHORTEST = 6  # shorter values stand in ordinary words too often
LONGEST_TEXT = 8_000
_SECRET_NAMES = LazyRegex(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL")
_SHORTEST_OF_OURS = 8


def fingerprints(secrets: Iterable[str], salt: str) -> tuple[tuple[int, str], ...]:
    """(length, digest) of each secret that is long enough, without doubles."""
    return tuple(sorted({(len(each), _digest(each, salt.encode())) for each in secrets if len(each) >= SHORTEST}))


def conceal(text: str, salt: str, known: Iterable[tuple[int, str]]) -> str:
    """LONGEST_TEXT characters of the text at most, without the secrets of these fingerprints: looking takes 1 ms for
    1,000 characters and one length. A secret that reaches over the end is taken out whole."""
    known, key = tuple(known), salt.encode()
    text = text[: LONGEST_TEXT + max((length for length, _ in known), default=0)]
    wanted: dict[int, set[str]] = {}
    for length, digest in known:
        wanted.setdefault(length, set()).add(digest)
    for length in sorted(wanted, reverse=True):
        digests, at = wanted[length], 0
        while at + length <= len(text):
            if _digest(text[at : at + length], key) in digests:
                text = f"{text[:at]}{MASK}{text[at + length :]}"
                at += len(MASK)
            else:
                at += 1
    return text[:LONGEST_TEXT]


def of_environment(text: str, environ: Mapping[str, str], named: Iterable[str]) -> str:
    """The text without the values of variables that are named like secrets, or that the operator named."""
    more = frozenset(named)
    for name, value in environ.items():
        if len(value) >= _SHORTEST_OF_OURS and value in text and (name in more or _SECRET_NAMES.search(name.upper())):
            text = text.replace(value, MASK)
    return text


def _digest(text: str, key: bytes) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), key=key[:64], digest_size=12).hexdigest()
