"""Whether a text holds one of many expressions, asked of pydantic's engine (Rust's): its time grows with the length of
the text alone, some hundred times less than Python's own for expressions like these (3 ms against 200 a megabyte).

What that engine does not know (look-around) is asked of Python's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from ..gate_tables import headings, rows

Holds = Callable[[str], bool]
FILE = "extract/rules.txt"
SCAN = "scan"
_LOOKS_AROUND = ("(?!", "(?=", "(?<")


def matcher(expressions: Sequence[str], *, any_case: bool = False) -> Holds:
    """A test for all expressions at once; without ``any_case`` a text must be in lower case."""
    from typing import Annotated

    from pydantic import Field, TypeAdapter

    theirs = [one for one in expressions if any(sign in one for sign in _LOOKS_AROUND)]
    ours = [one for one in expressions if one not in theirs]
    slow = re.compile("|".join(f"(?:{one})" for one in theirs), re.IGNORECASE if any_case else re.NOFLAG)
    if not ours:
        return lambda text: bool(slow.search(text))
    joined = ("(?i)" if any_case else "") + "|".join(f"(?:{one})" for one in ours)
    quick: Holds = TypeAdapter(Annotated[str, Field(pattern=joined)]).validator.isinstance_python
    return (lambda text: quick(text) or bool(slow.search(text))) if theirs else quick


@lru_cache(maxsize=1)
def scan() -> Holds:
    """Whether a text may hold a fact at all, whatever its case: asked of whole turns and of each line."""
    return matcher(rows(FILE, SCAN), any_case=True)


@lru_cache(maxsize=1)
def kinds() -> tuple[tuple[str, str, Holds], ...]:
    """The kinds of facts in their order: ``category/kind``, strength and priority, and the test."""
    return tuple((name, about, matcher(rows(FILE, name))) for name, about in headings(FILE) if "/" in name)


@lru_cache(maxsize=1)
def _anywhere() -> tuple[Holds, ...]:
    """The tests of all kinds where what they look for may stand anywhere: words may be left away before it later."""
    found = [rows(FILE, name) for name, _ in headings(FILE) if "/" in name]
    return tuple(matcher([one.removeprefix("^") for one in expressions]) for expressions in found)


def may_be_a_fact(text: str) -> bool:
    """Whether a sentence, in lower case, may be of any kind once it is worded as a fact."""
    return any(holds(text) for holds in _anywhere())
