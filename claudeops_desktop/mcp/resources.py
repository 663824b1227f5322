"""What an MCP client may read besides asking: MEMORY.md, the memory of a service, and a case (E18)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

from ..core.clock import from_text
from ..knowledge import MEMORY_FILE, open_knowledge
from ..language.types import service_name
from ..learning import LearningService, describe_case
from ..memory import INTRODUCTION, MemoryQuery, quotable, shown_confidence
from .tool_handlers import MemoryToolHandlers

MEMORY_URI = "claudeops://knowledge/MEMORY.md"
SERVICE_TEMPLATE = "claudeops://memory/{service}"
CASE_TEMPLATE = "claudeops://cases/{id}"
MARKDOWN = "text/markdown"
MOST_SERVICES, MOST_MEMORIES = 200, 100
_SERVICE, _CASE = re.compile(r"claudeops://memory/([^/?#]{1,200})"), re.compile(r"claudeops://cases/([1-9]\d{0,15})")


class UnknownResource(LookupError):
    """There is no resource of this name."""


@dataclass(frozen=True, slots=True)
class MemoryResourceLine:
    """A resource as the list shows it."""

    uri: str
    name: str
    title: str
    description: str


def list_resources(desk: MemoryToolHandlers) -> list[MemoryResourceLine]:
    """MEMORY.md, then each service of which something is known. Blocking."""
    store, _, memory = desk.opened()
    counts = store.read(lambda: memory.search.facets(MemoryQuery(state="active"))).result()
    found = [
        MemoryResourceLine(MEMORY_URI, MEMORY_FILE, "The operator's memory file", "Standing notes of the operator.")
    ]
    for service, number in sorted(counts.services.items())[:MOST_SERVICES]:
        uri = SERVICE_TEMPLATE.format(service=quote(service, safe=""))
        found.append(MemoryResourceLine(uri, service, f"Memory of {service}", f"{number} facts that hold."))
    return found


def read_resource(desk: MemoryToolHandlers, uri: str) -> str:
    """The text of a resource, as Markdown. Raises UnknownResource. Blocking."""
    if uri == MEMORY_URI:
        return _memory_file(desk)
    if (found := _SERVICE.fullmatch(uri)) is not None:
        return service_memory(desk, unquote(found[1]))
    if (found := _CASE.fullmatch(uri)) is not None:
        return _case(desk, int(found[1]))
    raise UnknownResource(uri)


def service_memory(desk: MemoryToolHandlers, service: str) -> str:
    """What is known of a service, as quoted lines. Raises UnknownResource where nothing is."""
    store, _, memory = desk.opened()
    query = MemoryQuery(service=service_name(service) or "general", state="active", sort="confidence")
    rows = store.read(lambda: memory.search.rows(memory.search.ids(query, MOST_MEMORIES))).result()
    if not rows:
        raise UnknownResource(service)
    lines = [
        f"- #{row.id} {quotable(row.observation)} (confidence: {shown_confidence(row.confidence)}; {row.category};"
        f" confirmed {from_text(row.stated_at):%Y-%m-%d})"
        for row in rows
    ]
    return "\n".join((f"# Memory of {quotable(service)}", "", INTRODUCTION, "", *lines, ""))


def _memory_file(desk: MemoryToolHandlers) -> str:
    folder = open_knowledge(desk.folder, desk.current_settings())
    try:
        text = folder.text_of(MEMORY_FILE)
    finally:
        folder.close()
    return text or "# Memory\n\nNothing is written down yet.\n"


def _case(desk: MemoryToolHandlers, number: int) -> str:
    store, book, _ = desk.opened()
    found = store.read(lambda: LearningService(book).cases.get(number)).result()
    if found is None:
        raise UnknownResource(f"case {number}")
    tried = [f"- {quotable(one.attempt.action)}: {one.attempt.result}" for one in found.attempts]
    return "\n".join(
        (
            f"# Case {found.id}: {quotable(found.service)}",
            "",
            quotable(describe_case(found, book.clock())),
            "",
            f"Symptom: {quotable(found.symptom or found.shown)}",
            f"Cause: {quotable(found.cause) or 'not known'}",
            f"What helped: {quotable(found.cure) or 'not known'}",
            "",
            *(("## What was tried", "", *tried, "") if tried else ()),
        )
    )
