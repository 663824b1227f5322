"""Which memories a session was given, read back from what was appended to its prompt (M6)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..language.types import CATEGORIES, GENERAL
from ..storage.database import proxy
from . import tables
from .context import TITLE, quotable
from .types import Memory

_HEADING = re.compile(r"### (?P<service>\S.*)")
_BULLET = re.compile(
    r"- \[(?P<category>[a-z_-]+)\] (?P<text>.*?)(?: \(unconfirmed\))?(?: \(in conflict\))?(?: \(older\))?"
    r" \(confidence: (?P<confidence>[01](?:\.\d+)?)\)"
    r"(?: \[#\d+, [\w ]+\])?"  # prompts of 0.1 have none
)
_SERVICES = re.compile(r"^- Services this run is about: (?P<names>.+)$", re.M)


@dataclass(frozen=True, slots=True)
class InjectedMemory:
    """One memory as the prompt told it. ``service`` None for a general one."""

    service: str | None
    category: str
    text: str
    confidence: float


@dataclass(frozen=True, slots=True)
class InjectedComparison:
    """The same, with the memory that it is today: None where it was deleted; ``changed`` where it reads otherwise."""

    given: InjectedMemory
    memory: Memory | None
    changed: bool = False


def given_in(appended: str) -> tuple[InjectedMemory, ...]:
    """The memories in an appended prompt, in its order. Pure; what else stands in it is passed over."""
    _, title, block = appended.partition(TITLE)
    found: list[InjectedMemory] = []
    service: str | None = None
    headed = False
    for line in block.split("\n")[1:] if title else ():
        if heading := _HEADING.fullmatch(line):
            service, headed = (None if heading["service"] == GENERAL else heading["service"]), True
        elif headed and (bullet := _BULLET.fullmatch(line)) and bullet["category"] in CATEGORIES:
            found.append(InjectedMemory(service, bullet["category"], bullet["text"], float(bullet["confidence"])))
        elif line.startswith(("# ", "## ")):  # something else begins
            break
    return tuple(found)


def services_in(appended: str) -> str:
    """The services that a session was told to look at, as it was told; "" where it was not."""
    found = _SERVICES.search(appended.partition(TITLE)[0])
    return found["names"] if found else ""


def look_up(given: Sequence[InjectedMemory]) -> list[InjectedComparison]:
    """The memories that these are today. Call inside ``store.read``."""
    known: dict[tuple[str | None, str], dict[str, int]] = {}
    ids: list[int | None] = []
    for one in given:
        key = (one.service, one.category)
        if key not in known:
            known[key] = {quotable(text): number for number, text in tables.list_service_texts(*key)}
        ids.append(known[key].get(one.text))
    missing = [one.text for one, number in zip(given, ids, strict=True) if number is None]
    earlier = _once(missing) if missing else {}
    rows = {m.id: m for m in tables.by_ids([n for n in (*ids, *earlier.values()) if n is not None])}
    found = []
    for one, number in zip(given, ids, strict=True):
        memory = rows.get(number if number is not None else earlier.get(one.text, 0))
        found.append(InjectedComparison(one, memory, number is None and memory is not None))
    return found


def _once(texts: Sequence[str]) -> dict[str, int]:
    """Memories that once read so."""
    sql = "SELECT observation, memory_id FROM memory_versions WHERE observation IN (SELECT value FROM json_each(?))"
    return dict(iter(proxy.execute_sql(sql, (json.dumps(list(texts)),))))
