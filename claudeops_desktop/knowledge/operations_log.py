"""The operations log (C12): what was done, one JSON line each, never changed afterwards. Pure but for ``new_operation``
and ``read_operations``, which take text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

import orjson

from ..core.clock import to_text
from ..core.errors import UsageError
from ..core.messages import UserMessage
from ..core.secrets.redact_shapes import without_shapes

VERBS = (
    "install", "configure", "deploy", "fix", "create", "ingest", "restart", "remove", "rotate", "update", "debug",
    "back-up", "restore", "migrate",
)  # fmt: skip
OUTCOMES = ("done", "failed", "unclear")
LONGEST = 1_000
_WORD = re.compile(r"[a-z][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class LoggedOperation:
    """One line. ``action`` is a verb, ``tool`` a noun, ``outcome`` one of OUTCOMES; ``session_id`` where an agent did
    it; ``line`` its number in the file, counted from 1, 0 before it is there. All texts are untrusted."""

    timestamp: str
    action: str
    tool: str
    detail: str
    reason: str = ""
    target: str = ""
    outcome: str = "done"
    session_id: int | None = None
    line: int = 0

    def as_json(self) -> dict[str, Any]:
        """The line for ``--json``."""
        return asdict(self)


_IN_THE_FILE = tuple(name for name in LoggedOperation.__dataclass_fields__ if name != "line")


def new_operation(
    now: datetime, action: str, tool: str, detail: str, *, reason: str = "", target: str = "", outcome: str = "done",
    session_id: int | None = None,
) -> LoggedOperation:  # fmt: skip
    """A line to add, without what looks like a secret. Raises UsageError for what is no verb, no tool, no outcome, or
    says nothing."""
    for name, value in (("action", action), ("tool", tool)):
        if not _WORD.fullmatch(value):
            raise UsageError(
                UserMessage(
                    "“{value}” is not a valid {name}. Use one word in small letters, with hyphens.",
                    value=value,
                    name=name,
                ),
                UserMessage("Verbs are {verbs}, or one of your own.", verbs=", ".join(VERBS)),
            )
    if outcome not in OUTCOMES:
        raise UsageError(
            UserMessage("“{outcome}” is not an outcome.", outcome=outcome),
            UserMessage("Take one of {outcomes}.", outcomes=", ".join(OUTCOMES)),
        )
    said = _one_line(detail)
    if not said:
        raise UsageError(UserMessage("The detail is empty."), UserMessage("Say in a sentence what was done."))
    return LoggedOperation(to_text(now), action, tool, said, _one_line(reason), _one_line(target), outcome, session_id)


def operation_line(operation: LoggedOperation) -> str:
    """The line as it stands in the file."""
    row = {name: value for name, value in operation.as_json().items() if name != "line"}
    return orjson.dumps(row).decode() + "\n"


def read_operations(text: str) -> tuple[list[LoggedOperation], list[int]]:
    """The operations of a file in its order, and the numbers of lines that cannot be read, counted from 1."""
    found, unreadable = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = orjson.loads(line)
            known = {name: row[name] for name in _IN_THE_FILE if name in row}
            one = LoggedOperation(**known, line=number)
            texts = (one.timestamp, one.action, one.tool, one.detail, one.reason, one.target, one.outcome)
            if not all(isinstance(part, str) for part in texts):
                raise TypeError(line)
            found.append(one)
        except (orjson.JSONDecodeError, TypeError, KeyError):
            unreadable.append(number)
    return found, unreadable


def find_operations(
    operations: Iterable[LoggedOperation],
    *,
    action: str = "",
    tool: str = "",
    text: str = "",
    target: str = "",
    outcome: str = "",
    session_id: int | None = None,
    limit: int | None = 50,
) -> list[LoggedOperation]:
    """Those with this verb, tool, target, outcome, session and words, the latest first; all of them without a
    limit."""
    words = text.casefold().split()
    found = [
        one
        for one in operations
        if (not action or one.action == action)
        and (not tool or one.tool == tool)
        and (not target or one.target.casefold() == target.casefold())
        and (not outcome or one.outcome == outcome)
        and (session_id is None or one.session_id == session_id)
        and all(word in f"{one.detail} {one.reason} {one.target}".casefold() for word in words)
    ]
    return sorted(found, key=lambda one: (one.timestamp, one.line), reverse=True)[:limit]


def _one_line(text: str) -> str:
    said = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return without_shapes(said, LONGEST)
