"""Sessions with what must be remembered of them, for ``python -m benchmarks extraction``.

A folder holds either transcripts of the CLI with one ``gold.jsonl`` (a line a session: file, facts with ``all`` and
``half`` expressions and the accepted services, outdated, acceptable, nofact), or sessions in plain text, one a file:

    style: terse
    cwd: /srv/wiki
    user: words, which may go on in the lines after it
    assistant: words
    $ a command
    > what it answered
    --- facts
    + service | expression & expression     a fact; "-": any service is right
    ? service | expression                  may be kept or not
    - expression & expression               no fact, or one that does not hold any more
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from claudeops_desktop.core.clock import to_text

BEGAN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_SPEAKER = re.compile(r"(user|assistant|[$>])(?::| |$) ?(.*)")


@dataclass(frozen=True, slots=True)
class WantedFact:
    """One fact of the gold: whole where all of ``whole`` are met, half where all of ``half`` are."""

    name: str
    whole: tuple[str, ...]
    half: tuple[str, ...]
    services: tuple[str, ...] = ()

    def placed(self, service: str | None, text: str) -> bool:
        """Whether a memory stands under an accepted service, or names one where it stands under none."""
        if not self.services:
            return True
        if service:
            return service in self.services
        return "general" in self.services or any(holds((rf"\b{re.escape(one)}\b",), text) for one in self.services)


@dataclass(frozen=True, slots=True)
class GoldSession:
    """A session: its style, its transcript as lines of JSON, and what is right and wrong to keep of it."""

    name: str
    style: str
    lines: tuple[str, ...]
    facts: tuple[WantedFact, ...]
    acceptable: tuple[tuple[str, ...], ...] = ()
    wrong: tuple[tuple[str, ...], ...] = ()

    @property
    def cwd(self) -> str:
        """The folder that the session worked in."""
        return str(json.loads(self.lines[0])["cwd"])


def holds(expressions: Sequence[str], text: str) -> bool:
    """Whether a text meets all expressions, in any case."""
    return all(re.search(one, text, re.IGNORECASE | re.DOTALL) for one in expressions)


def read_sessions(folder: Path) -> list[GoldSession]:
    """The sessions of a folder, in the order of their names. Raises OSError and ValueError."""
    gold = folder / "gold.jsonl"
    if not gold.exists():
        return [_from_text(path) for path in sorted(folder.glob("*.txt"))]
    return [_from_transcript(folder, json.loads(line)) for line in gold.read_text(encoding="utf-8").splitlines()]


def _from_transcript(folder: Path, row: dict[str, Any]) -> GoldSession:
    facts = [
        WantedFact(
            one["id"], tuple(one["all"]), tuple(one["half"]), tuple(name.lower() for name in one.get("service", ()))
        )
        for one in row["facts"]
    ]
    wrong = [tuple(one) for one in (*row.get("outdated", ()), *row.get("nofact", ()))]
    lines = (folder / row["file"]).read_text(encoding="utf-8").splitlines()
    name = Path(row["file"]).stem
    acceptable = tuple(tuple(one) for one in row.get("acceptable", ()))
    return GoldSession(name, row.get("style", name), tuple(lines), tuple(facts), acceptable, tuple(wrong))


def _from_text(path: Path) -> GoldSession:
    head, _, gold = path.read_text(encoding="utf-8").partition("\n--- facts\n")
    style, cwd, *talk = head.splitlines()
    facts: list[WantedFact] = []
    acceptable: list[tuple[str, ...]] = []
    wrong: list[tuple[str, ...]] = []
    for line in gold.splitlines():
        mark, rest = line[0], line[2:]
        services, _, words = rest.partition(" | ") if mark != "-" else ("", "", rest.removeprefix("| "))
        parts = tuple(words.split(" & "))
        if mark == "-":
            wrong.append(parts)
        elif mark == "?":
            acceptable.append(parts)
        else:
            named = () if services == "-" else tuple(services.split(","))
            facts.append(WantedFact(f"{path.stem}-{len(facts) + 1}", parts, parts[: (len(parts) + 1) // 2], named))
    lines = _transcript(path.stem, cwd.removeprefix("cwd: "), talk)
    return GoldSession(path.stem, style.removeprefix("style: "), lines, tuple(facts), tuple(acceptable), tuple(wrong))


def _transcript(name: str, cwd: str, talk: Sequence[str]) -> tuple[str, ...]:
    """Plain text as the CLI writes it."""
    said: list[tuple[str, str]] = []
    for line in talk:
        if found := _SPEAKER.match(line):
            said.append((found[1], found[2]))
        else:
            said[-1] = (said[-1][0], f"{said[-1][1]}\n{line}")
    lines = []
    for number, (who, text) in enumerate(said):
        base = {"sessionId": name, "uuid": str(number), "cwd": cwd, "isSidechain": False, "version": "2.1.330"}
        base["timestamp"] = to_text(BEGAN + timedelta(seconds=20 * number))
        lines.append(json.dumps(base | _line(who, text, number)))
    return tuple(lines)


def _line(who: str, text: str, number: int) -> dict[str, Any]:
    if who == ">":
        block = {"type": "tool_result", "tool_use_id": f"t{number - 1}", "content": text}
        return {"type": "user", "message": {"role": "user", "content": [block]}, "toolUseResult": {"stdout": text}}
    if who == "user":
        return {"type": "user", "message": {"role": "user", "content": text}}
    said: dict[str, Any] = {"type": "text", "text": text}
    if who == "$":
        said = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": text}}
    return {"type": "assistant", "message": {"role": "assistant", "id": f"m{number}", "model": "m", "content": [said]}}
