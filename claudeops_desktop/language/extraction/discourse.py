"""Which sentences say one fact together: a condition, a cause, a reason or a cure often stands in the sentence after
it ("Two corrupt it, so it runs with one."). Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ..word_lists import rows, table
from .expression_matcher import Holds, matcher
from .fact_doubts import find_doubts
from .step_results import as_attempt

_FILE = "language/extraction/discourse.txt"
LONGEST_JOINED = 420
_NEVER_JOINED = frozenset(("question", "plan", "chatter", "hedge", "opinion"))
_SPEAKER_DID = re.compile(r"^(?:i|we)\b(?! (?:use|run|keep|have|never|always|don't|do not)\b)", re.IGNORECASE)
_KEEPS_CAPITAL = re.compile(r"^(?:I\b|[A-Z][A-Z0-9]|[A-Z]\w*[-_/.\d]|`|[A-Z]\w+ [A-Z])")


class FactStatement(NamedTuple):
    """One fact's words: one sentence, or several that belong together. ``place`` is where in its line it begins;
    ``pair``: it tells what did not help and what did."""

    text: str
    place: int = 0
    joined: bool = False
    pair: bool = False


def split_statements(parts: Sequence[str]) -> list[FactStatement]:
    """The sentences of a line, those that belong together as one."""
    found: list[FactStatement] = []
    parts = [as_attempt(part) for part in parts] if len(parts) > 1 else parts
    for place, part in enumerate(parts):
        after = parts[place + 1] if place + 1 < len(parts) else ""
        if found and (joined := _joined(found[-1], part, after)):
            found[-1] = joined
        else:
            found.append(FactStatement(part, place))
    return found


def _joined(before: FactStatement, part: str, after: str) -> FactStatement | None:
    """Two sayings as one; None where each stands for itself, or the second belongs to what comes after it."""
    if len(before.text) + len(part) > LONGEST_JOINED or not _may_join(before.text, part):
        return None
    if _spoilt(before.text) or _spoilt(part):
        return None
    if _is_pair(before.text, part) and not (_failed(part) and after and _is_pair(part, after)):
        first, second = (part, before.text) if _SPEAKER_DID.match(before.text) else (before.text, part)
        return FactStatement(f"{_open(first)}; {_lowered(second)}", before.place, joined=True, pair=True)
    if is_part_of_case(before.text) and (_failed(part) or _cured(part)):
        return FactStatement(f"{_open(before.text)}; {_lowered(part)}", before.place, joined=True, pair=before.pair)
    if _SPEAKER_DID.match(part) or _SPEAKER_DID.match(before.text) or len(before.text.split()) < 3:
        return None
    if table(_FILE, "follows").match(part) and len(part.split()) > 2:
        return FactStatement(f"{_open(before.text)}; {_lowered(part)}", before.place, joined=True, pair=before.pair)
    return None


def _may_join(before: str, part: str) -> bool:
    return bool(table(_FILE, "follows").match(part)) or is_part_of_case(before) or _failed(before) or _failed(part)


def is_part_of_case(text: str) -> bool:
    """Whether it is a labelled symptom, cause, attempt or cure."""
    return bool(table(_FILE, "part-of-case").match(text))


def join_cases(lines: Sequence[str]) -> list[str]:
    """Lines that follow each other and are labelled as symptom, cause, attempt and cure, as one; others as they are."""
    found: list[str] = []
    run: list[str] = []
    for line in [*lines, ""]:
        if is_part_of_case(line):
            run.append(line)
            continue
        found += _as_case(run)
        run = []
        if line:
            found.append(line)
    return found


def _as_case(run: Sequence[str]) -> list[str]:
    cured = any(table(_FILE, "closing-part").match(line) for line in run)
    if len(run) < 2 or not cured or sum(map(len, run)) > LONGEST_JOINED:
        return list(run)
    return ["; ".join(_open(line) if place == 0 else _lowered(_open(line)) for place, line in enumerate(run))]


def _failed(text: str) -> bool:
    return _tests()[0](text)


def _cured(text: str) -> bool:
    return _tests()[1](text)


@lru_cache(maxsize=1)
def _tests() -> tuple[Holds, Holds]:
    return matcher(rows(_FILE, "failed"), any_case=True), matcher(rows(_FILE, "cured"), any_case=True)


def is_pair(text: str) -> bool:
    """Whether a text tells what did not help and what did, in clauses of its own."""
    if not _failed(text):
        return False
    clauses = re.split(r"[;,.]\s+(?:and |but |while |whereas )?", text)
    return any(_is_pair(one, other) for one, other in pairwise(clauses))


def _is_pair(before: str, part: str) -> bool:
    """Whether one tells what did not help and the other what did."""
    first_failed, then_failed = _failed(before), _failed(part)
    if first_failed == then_failed:
        return False
    return _cured(part if first_failed else before)


def _spoilt(text: str) -> bool:
    return bool(find_doubts(text.lower()) & _NEVER_JOINED)


def _open(text: str) -> str:
    return text.rstrip(" .!;:")


def _lowered(text: str) -> str:
    return text if _KEEPS_CAPITAL.match(text) else text[:1].lower() + text[1:]
