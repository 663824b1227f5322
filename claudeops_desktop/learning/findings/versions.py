"""Whether a version of a service has a fix (L7). Pure.

Versions of packages, images and programs follow no one scheme: numbers are compared as numbers, a missing one is 0, a
release comes after its own candidates, and words that name a distribution say nothing.
"""

from __future__ import annotations

import re
from itertools import zip_longest

_PART = re.compile(r"~?[a-z]+|~|\d+")
_EPOCH = re.compile(r"^(\d+):(?=\d)")
_COMMIT = re.compile(r"^(?=.*[a-f])[0-9a-f]{7,40}$")
_BEFORE_RELEASE = ("dev", "snapshot", "nightly", "alpha", "beta", "milestone", "preview", "pre", "rc")
_SHORT = {"a": "alpha", "b": "beta", "c": "rc", "m": "milestone"}  # before a number: 1.0a1, but OpenSSL's 1.1.1a
_NUMBER, _RELEASE = 1, 0


def has_fix(version: str, fixed: str) -> bool:
    """Tell whether a version has a fix that ``fixed`` has; where the two cannot be compared, it counts as one that
    has."""
    one, other = version.strip().lower(), fixed.strip().lower()
    if not _can_compare(one) or not _can_compare(other):
        return True
    for mine, needed in zip_longest(_parts(one), _parts(other), fillvalue=(_RELEASE, 0)):
        if mine != needed:
            return mine > needed
    return True


def _can_compare(version: str) -> bool:
    return any(char.isdigit() for char in version) and not _COMMIT.match(version)


def _parts(version: str) -> list[tuple[int, int]]:
    """The version for comparing, the epoch first. A part is (rank, number): before a release −1, the end of a version
    and a zero 0, any other number 1."""
    epoch = _EPOCH.match(version)
    number = int(epoch[1]) if epoch else 0
    found = [(_NUMBER if number else _RELEASE, number)]
    words = _PART.findall(version[epoch.end() :] if epoch else version)
    for at, word in enumerate(words):
        if word.isdigit():
            found.append((_NUMBER if int(word) else _RELEASE, int(word)))
            continue
        name = word.lstrip("~")
        before_number = at + 1 < len(words) and words[at + 1].isdigit()
        known = _SHORT.get(name, name) if before_number and at else name
        if known in _BEFORE_RELEASE:
            found.append((-1, _BEFORE_RELEASE.index(known)))
        elif word.startswith("~"):
            found.append((-1, 0))
        elif len(name) == 1 and at:
            found.append((_NUMBER, ord(name) - ord("a") + 1))  # 1.1.1k
    return found
