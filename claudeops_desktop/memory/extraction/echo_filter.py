"""What a session was told or has said as a marker: prose that repeats it is no new evidence.

Without this a memory would confirm itself with each session that reads it in its prompt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ...language.types import GENERAL, ExtractedFact, Verdict
from ...storage.database import proxy
from ...stream.events import load
from ..injected import given_in
from .transcript_lines import lines

MARK = b"(confidence: "
MOST = 500
SHORTEST = 12
_TOLD = re.compile(
    r"(?:~|- \[[a-z]+\]) (?:\[[a-z ]+\] )*(?:#\d+ (?P<service>[^:\n]{1,80}): )?(?P<text>[^\n]{3,2000}?)"
    r"(?: \(unconfirmed\))?(?: \(in conflict\))?(?: \(older\))? \(confidence: [01](?:\.\d+)?(?:; age: [^)\n]{1,60})?\)"
)


class InjectedMemoryText(NamedTuple):
    """A text of a memory, and the service it was told of; None where that is open."""

    text: str
    service: str | None = None


def told_to_session(session_id: int) -> list[InjectedMemoryText]:
    """Memories that a session of ours was given, asked for or marked. Inside ``store.read`` or ``write``."""
    found: dict[InjectedMemoryText, None] = {}
    row = proxy.execute_sql("SELECT appended_prompt FROM sessions WHERE id = ?", (session_id,)).fetchone()
    for given in given_in(row[0] or "") if row else ():
        found[InjectedMemoryText(given.text, given.service)] = None
    asked: set[int] = set()
    for (ids,) in proxy.execute_sql("SELECT memory_ids FROM recalls WHERE session_id = ?", (session_id,)):
        asked.update(number for number in json.loads(ids) if isinstance(number, int))
    rows = proxy.execute_sql(
        "SELECT observation, service FROM memories WHERE id IN (SELECT value FROM json_each(?))"
        " OR id IN (SELECT memory_id FROM injections WHERE session_id = ?)"
        " OR id IN (SELECT target_id FROM markers WHERE session_id = ? AND kind = 'memory')",
        (json.dumps(sorted(asked)), session_id, session_id),
    )
    for text, service in rows:
        found[InjectedMemoryText(text, service)] = None
    marked = (
        "SELECT k.said, m.service FROM markers k LEFT JOIN memories m ON m.id = k.target_id"
        " WHERE k.session_id = ? AND k.kind = 'memory' AND k.said <> ''"
    )
    for said, service in proxy.execute_sql(marked, (session_id,)):
        found[InjectedMemoryText(said.partition("] ")[2] or said, service)] = None
    return list(found)[:MOST]


def told_in(raw: bytes) -> Iterable[InjectedMemoryText]:
    """Texts of ours in a line of a transcript that holds what was put into the prompt (attachments, snapshots), what a
    person pasted, or what a tool answered (``recall``). What the agent says itself is no telling."""
    if MARK not in raw:
        return
    data = load(raw)
    if data is None or data.get("type") == "assistant":
        return
    for text in _strings(data):
        for found in _TOLD.finditer(text):
            service = found["service"]
            yield InjectedMemoryText(found["text"], None if service == GENERAL else service)


def told_before(path: Path, until: int) -> dict[InjectedMemoryText, None]:
    """The same for all of a transcript up to a byte. Raises OSError."""
    found: dict[InjectedMemoryText, None] = {}
    if until > 0:
        for line in lines(path, 0, until):
            if line.raw is not None and MARK in line.raw:
                found |= dict.fromkeys(told_in(line.raw))
    return found


def repeats(fact: ExtractedFact, known: Iterable[InjectedMemoryText]) -> bool:
    """Tell whether a fact says the same as one of these texts, or holds one of them word for word.

    What was told of one service says nothing of another that it holds for as well.
    """
    mine = strip_service(fact.text, fact.service)
    near = [told.text for told in known if not (fact.service and told.service) or fact.service == told.service]
    texts = [strip_service(text, fact.service) for text in near]
    if not texts:
        return False
    if any(len(text) >= SHORTEST and text in mine for text in texts):
        return True
    from ...language.compare.judge import judge_all

    return any(judged.verdict is Verdict.SAME for judged in judge_all(mine, texts))


def strip_service(text: str, service: str | None) -> str:
    """A sentence in small letters without the service as its subject: a marker leaves it out, prose does not."""
    words = " ".join(text.lower().split()).rstrip(".!")
    subject = rf"(?:the )?{re.escape(service.lower())}(?:'s)? " if service else "(?!)"
    return re.sub(rf"^(?:{subject}|it )", "", words)


def _strings(value: object) -> Iterable[str]:
    if isinstance(value, str):
        if MARK.decode() in value:
            yield value
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
