"""Whether a text holds one of many expressions, asked of pydantic's engine (Rust's): its time grows with the length of
the text alone. For all kinds of facts it takes 0.08 s a megabyte, Python's own 1.2 s.

What that engine does not know (look-around) is asked of Python's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from ..word_lists import headings, rows

Holds = Callable[[str], bool]
FILE = "language/extraction/rules.txt"
SCAN = "scan"
_LOOKS_AROUND = ("(?!", "(?=", "(?<")


def matcher(expressions: Sequence[str], *, any_case: bool = False) -> Holds:
    """A test for all expressions at once; without ``any_case`` a text must be in lower case.

    What looks around is first asked without that, which holds at least as often; only then Python's engine decides.
    """
    theirs = [one for one in expressions if any(sign in one for sign in _LOOKS_AROUND)]
    if not theirs:
        return _quick(expressions, any_case)
    slow = re.compile("|".join(f"(?:{one})" for one in theirs), re.IGNORECASE if any_case else re.NOFLAG)
    may_hold = _quick([_without_looks(one) for one in theirs], any_case)
    ours = [one for one in expressions if one not in theirs]
    if not ours:
        return lambda text: may_hold(text) and bool(slow.search(text))
    quick = _quick(ours, any_case)
    return lambda text: quick(text) or (may_hold(text) and bool(slow.search(text)))


def _quick(expressions: Sequence[str], any_case: bool) -> Holds:
    from typing import Annotated

    from pydantic import Field, TypeAdapter

    joined = ("(?i)" if any_case else "") + "|".join(f"(?:{one})" for one in expressions)
    holds: Holds = TypeAdapter(Annotated[str, Field(pattern=joined)]).validator.isinstance_python
    return holds


def _without_looks(expression: str) -> str:
    """An expression without its groups that look around."""
    kept: list[str] = []
    dropped = place = 0
    inside = False
    while place < len(expression):
        sign = expression[place : place + 2] if expression[place] == "\\" else expression[place]
        if not inside and sign == "(" and (dropped or expression.startswith(_LOOKS_AROUND, place)):
            dropped += 1
        if not dropped:
            kept.append(sign)
        elif not inside and sign == ")":
            dropped -= 1
        inside = sign == "[" or (inside and sign != "]")
        place += len(sign)
    return "".join(kept)


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
    found = [rows(FILE, name) for name, _ in reversed(headings(FILE)) if "/" in name]  # the widest kind is the last
    return tuple(matcher([one.removeprefix("^") for one in expressions]) for expressions in found)


def may_be_a_fact(text: str) -> bool:
    """Whether a sentence, in lower case, may be of any kind once it is worded as a fact."""
    return any(holds(text) for holds in _anywhere())
