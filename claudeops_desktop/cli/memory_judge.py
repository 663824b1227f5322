"""``claudeops memory judge --stdin``: what a new fact is to an old one, line by line (E7)."""

from __future__ import annotations

import json as json_reader
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer

from ..core.errors import UsageError
from .command import CommandGroup
from .output import warn

WANTED = ("old", "new")


JUDGE = CommandGroup("")
register = JUDGE.register


@JUDGE.command("judge", json=False)
def judge(
    stdin: Annotated[bool, typer.Option("--stdin", help="Read JSON lines from standard input.")] = False,
) -> None:
    """Judge pairs: JSON lines {"category", "service", "old", "new"} in, {"verdict", "score", "why", "certainty"} out.

    The certainty is that of a contradiction: certain, likely, unsure (a different that may be one), or null.

    Every line is answered at once and in order. A line that cannot be read is answered with {"error"}; the exit code
    is then 2, after all others were judged.
    """
    import orjson

    if not stdin:
        raise UsageError("`memory judge` reads pairs from standard input.", "Call it with --stdin.")
    wrong = 0
    for answer in answers(sys.stdin.buffer):
        wrong += "error" in answer
        if "error" in answer:
            warn(answer["error"])
        sys.stdout.write(orjson.dumps(answer).decode() + "\n")
        sys.stdout.flush()
    if wrong:
        raise typer.Exit(2)


def answers(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """One answer for each line that is not blank."""
    from ..language.compare.judge import judge as judge_pair

    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            pair = _pair(line)
        except ValueError as error:
            yield {"error": f"Line {number}: {error}."}
            continue
        found = judge_pair(pair["old"], pair["new"])
        yield {"verdict": str(found.verdict), "score": found.score, "why": found.why, "certainty": found.certainty}


def _pair(line: bytes) -> dict[str, str]:
    try:
        pair = json_reader.loads(line)
    except (json_reader.JSONDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"it is not JSON ({error})") from None
    if not isinstance(pair, dict):
        raise ValueError("it is not a JSON object")  # one kind of error for all lines
    for name in WANTED:
        if not isinstance(pair.get(name), str):
            raise ValueError(f"“{name}” is missing or not a text")
    return pair
