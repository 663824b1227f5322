"""Patterns that a command gives instead of a name, tried on the names of services."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from fnmatch import fnmatchcase

from .lazy_regex import LazyRegex
from .service_names import folded, plain_unit

_LONGEST = 200
_COSTLY = LazyRegex(r"[+*}]\s*\)\s*[+*{]|\\\d|\(\?")
"""Repeated repetitions and references back, which could take for ever."""


def matches_glob(pattern: str) -> Callable[[str], bool] | None:
    """A test for a pattern of the shell or of systemctl; None where it cannot be tried."""
    if len(pattern) > _LONGEST or pattern.count("*") > 10:
        return None
    whole = re.sub(r"\*{2,}", "*", folded(pattern).replace("[^", "[!"))
    tried = {whole, plain_unit(whole) or whole, re.sub(r"\.(?:service|\*)\Z", "", whole)}
    tried |= {each.partition("@")[0] for each in tried if each.partition("@")[0].strip("*?")}
    return lambda name: any(fnmatchcase(name, each) for each in tried)


def matches_regex(pattern: str) -> Callable[[str], bool] | None:
    """A test for a regular expression of pkill or docker, anywhere in a name; None where it cannot be tried."""
    if len(pattern) > _LONGEST or _COSTLY.search(pattern) or "[[:" in pattern:
        return None
    text = pattern.replace("^/?", "^").replace("^/", "^").replace("_", "-")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            compiled = re.compile(text, re.IGNORECASE)
    except (re.error, Warning, OverflowError):
        return None
    return lambda name: bool(compiled.search(folded(name)))
