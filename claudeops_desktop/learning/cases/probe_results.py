"""Reads what a check of a transcript printed: good, bad, or nothing that can be told (L6). Pure.

A check says by itself how things are (an HTTP status, "active", an exit code), or by comparison with what the same
check printed while things were out of order. Numbers count only where it is known whether more of them is better.
"""

from __future__ import annotations

import re
from typing import Literal

from ...language.signatures.masks import mask_message
from ...language.word_lists import table

ProbeState = Literal["good", "bad", "unknown"]

_I = re.IGNORECASE
_EXIT = re.compile(r"\A(?:Error: )?Exit code (\d+)\s*", _I)
_STATUS = re.compile(r"(?:HTTP/\d(?:\.\d)?\s+|\A|\bstatus[ :=]{1,3})([1-5]\d\d|000)\b(?!\.\d)")
_ASKS_HTTP = re.compile(r"\b(?:curl|wget|http|https|httpie|xh|ab|hey|wrk)\b", _I)
_COUNTS = re.compile(r"\bgrep\b[^|]*\s-\w*c|\bwc\s+-l\s*$|\bgrep\b[^|]*\s--count\b", _I)
_WORDING = "learning/cases/wording.txt"
_BAD_COUNT = table(_WORDING, "bad-count")
_LOGS = table(_WORDING, "log-readers")
_SYNTAX = table(_WORDING, "syntax-checks")
_NOT_BAD = table(_WORDING, "not-bad")
_BAD = table(_WORDING, "bad")
_GOOD = table(_WORDING, "good")
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?")
_SHARE = re.compile(r"\d+(?:\.\d+)?\s?%")
_MORE_IS_BETTER = table(_WORDING, "more-is-better")
_LESS_IS_BETTER = table(_WORDING, "less-is-better")
LESS, MORE = 0.7, 1.4  # so much less or more is a change; what wavers by itself is none


def split_exit_code(output: str) -> tuple[int | None, str]:
    """The exit code that Claude Code puts in front of a failed command's output, and the rest."""
    found = _EXIT.match(output)
    return (int(found[1]), output[found.end() :]) if found else (None, output)


def is_syntax_check(command: str) -> bool:
    """Tell whether a check looks at a configuration, which says nothing of the service that runs with it."""
    return bool(_SYNTAX.search(command))


def is_log_reader(command: str) -> bool:
    """Tell whether a check reads what was written before: it says nothing of now where it prints nothing new."""
    return bool(_LOGS.search(command)) and not _COUNTS.search(command) and not _ASKS_HTTP.search(command)


def read_probe(command: str, output: str, *, is_error: bool = False) -> ProbeState:
    """What a check says by itself."""
    code, text = split_exit_code(output)
    failed = is_error or code not in (None, 0)
    last = next((line for line in reversed(text.splitlines()) if line.strip()), "").strip()
    if _COUNTS.search(command):
        return _read_count(command, last)
    if _ASKS_HTTP.search(command) and (status := _STATUS.findall(text if "HTTP/" in text else last)):
        return "good" if status[-1][0] in "23" and not failed else "bad"
    if failed:
        searched = re.search(r"\b(?:grep|pgrep)\b[^|]*\Z", command)
        return "good" if searched and not last and _BAD_COUNT.search(searched[0]) else "bad"
    cleaned = _NOT_BAD.sub(" ok ", last)
    if _BAD.search(cleaned):
        return "bad"
    if _GOOD.search(cleaned) and not _BAD.search(_NOT_BAD.sub(" ok ", text[-2000:])):
        return "good"
    return "unknown"


def _read_count(command: str, last: str) -> ProbeState:
    number = _number(last)
    if number is None or not _BAD_COUNT.search(command):
        return "unknown"
    return "good" if number == 0 else "unknown"  # how many there were before says whether some are many


def compare_probe(command: str, before: str, after: str) -> ProbeState:
    """What a check says that printed ``before`` while things were out of order, and ``after`` now."""
    old, new = _last_line(before), _last_line(after)
    if old == new:
        return "bad"
    numbers = _changed_numbers(old, new)
    shares = bool(_SHARE.search(old) and _SHARE.search(new))
    if shares or mask_message(old) == mask_message(new) or (_bare(old) and _bare(new)):
        return _compare_numbers(f"{command} {old} {new}", *numbers) if numbers else "bad"
    if not new:
        return "good" if _BAD.search(old) or _BAD_COUNT.search(command) else "unknown"
    return "unknown"


def _last_line(output: str) -> str:
    lines = [line.strip() for line in split_exit_code(output)[1].splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _changed_numbers(old: str, new: str) -> tuple[float, float] | None:
    """The numbers of two lines of one form that tell most: shares where both have one, else those that differ most."""
    for pattern in (_SHARE, _NUMBER):
        one, other = (
            [number for found in pattern.findall(text) if (number := _number(found)) is not None] for text in (old, new)
        )
        pairs = [(first, second) for first, second in zip(one, other, strict=False) if first != second]
        if pairs and len(one) == len(other):
            return max(pairs, key=lambda pair: abs(pair[0] - pair[1]) / max(abs(pair[0]), abs(pair[1])))
    return None


def _compare_numbers(words: str, first: float, second: float) -> ProbeState:
    if first == second:
        return "bad"
    more = bool(_MORE_IS_BETTER.search(words))
    less = bool(_LESS_IS_BETTER.search(words) or _BAD_COUNT.search(words))
    if more == less:
        return "unknown"
    if first == 0 or second == 0:
        return "good" if (second > first) == more else "bad"
    ratio = second / first
    if LESS < ratio < MORE:
        return "bad"
    return "good" if (ratio >= MORE) == more else "bad"


def _bare(text: str) -> bool:
    return bool(re.fullmatch(r"[-+]?\d[\d,]*(?:\.\d+)?\s*[%\w/]{0,12}", text))


def _number(text: str) -> float | None:
    found = _NUMBER.search(text)
    try:
        return float(found[0].replace(",", "")) if found else None
    except ValueError:
        return None
