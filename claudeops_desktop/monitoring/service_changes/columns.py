"""Where the tables hold names of services, read from the schema: a new table with such a column needs no word here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

DOCUMENTS = {
    "notifications": ("place",),
    "telemetry": ("detail",),
    "pattern_history": ("evidence",),
    "pattern_summaries": ("text",),
    "patterns": ("text", "why"),
    "recalls": ("detail",),
    "memory_trash": ("document",),
    "memory_conflicts": ("before",),
    "second_looks": ("prior", "sent"),
    "steps": ("input", "result"),
    "weekly_report_sentences": ("sentence",),
}
"""Columns with a JSON document in which fields name services."""
KEYS = {"notifications": ("key",)}
"""Columns whose parts, with colons between them, may be a service."""
SUBJECTS = {
    "events": ("message", "session_id IS NULL"),
    "incidents": ("cause", "1"),
    "notifications": ("title", "1"),
    "check_states": ("detail", "1"),
}
"""Sentences that Claude Ops wrote itself, and which of their rows it did: they may begin with the service's name."""
MENTIONS = {"incident_entries": ("text", "kind NOT IN ('note', 'alert')")}
"""Sentences of Claude Ops' own that name services within."""
NAMED_KINDS = {"memory_summaries": "service", "entities": "service", "pattern_contexts": "service"}
"""Tables whose ``name`` is a service's where their ``kind`` says so."""
QUOTES = {
    "alerts": ("key", "title", "payload", "why"),
    "approvals": ("action", "command", "reason", "context", "may", "note", "files"),
    "case_attempts": ("action", "evidence"),
    "case_occurrences": ("uncertain", "cause", "cause_evidence", "cure", "verified_by"),
    "case_offers": ("symptom",),
    "case_timeline": ("text", "evidence"),
    "cases": ("symptom", "shown", "cause", "cure", "afterwards", "uncertain", "words"),
    "changes": ("subject", "before", "after", "text"),
    "checkpoints": ("user_input", "tool_calls", "model_output", "internal_state"),
    "cooldown_actions": ("message", "cleared_why"),
    "deliberations": ("verdict", "summary", "response"),
    "due_times": ("why", "answer"),
    "events": ("message",),
    "finding_sightings": ("text",),
    "findings": ("title", "fixed_by", "attempted_by"),
    "forward_triggers": ("original_message", "words"),
    "gate_log": ("text", "why"),
    "health_checks": ("detail",),
    "incident_entries": ("text",),
    "incidents": ("cause",),
    "lessons": ("text", "why"),
    "maintenance_windows": ("note",),
    "markers": ("line", "said", "why"),
    "memories": ("observation", "gate_why"),
    "memory_answers": ("old_text", "new_text", "old_frame", "new_frame"),
    "memory_conflicts": ("why", "before"),
    "memory_links": ("why",),
    "memory_summaries": ("text", "written", "written_from"),
    "memory_trash": ("document",),
    "memory_versions": ("observation", "why"),
    "mutes": ("text", "reason"),
    "notifications": ("title", "body"),
    "recalls": ("question", "rewritten", "detail"),
    "resources": ("raw_content",),
    "saved_prompts": ("name", "prompt"),
    "schedules": ("name", "prompt"),
    "signature_aliases": ("example", "other_example"),
    "second_look_calls": ("system", "answer", "fault"),
    "second_looks": ("merged_text", "why", "sent", "answer", "answer_why", "outcome", "prior"),
    "service_edges": ("evidence",),
    "service_rules": ("note",),
    "sessions": ("status_reason", "prompt_text", "appended_prompt", "response", "summary"),
    "steps": ("input", "result", "error"),
    "tool_calls": ("input", "why", "files"),
    "weekly_report_sentences": ("sentence",),
}
"""Columns with words of an agent, an operator or another program: what was said then stays as it was said."""


@dataclass(frozen=True, slots=True)
class NameColumns:
    """One table: what identifies a row, columns that hold one name, and columns that hold a JSON list of names."""

    table: str
    keys: tuple[str, ...]
    names: tuple[str, ...]
    lists: tuple[str, ...]


def name_columns(execute: Callable[..., Any]) -> list[NameColumns]:
    """All tables that hold names of services: a column ``service`` or ``…_service`` is a name, ``services`` a list."""
    return [one for one in _tables(execute) if one.names or one.lists]


def table_keys(execute: Callable[..., Any]) -> dict[str, tuple[str, ...]]:
    """What identifies a row of each table."""
    return {one.table: one.keys for one in _tables(execute)}


def _tables(execute: Callable[..., Any]) -> Iterator[NameColumns]:
    rows = list(execute("SELECT name, coalesce(sql, '') FROM sqlite_master WHERE type = 'table' ORDER BY name"))
    virtual = [name for name, sql in rows if sql.upper().startswith("CREATE VIRTUAL")]
    for table, _ in rows:
        if table.startswith("sqlite_") or any(table == one or table.startswith(f"{one}_") for one in virtual):
            continue
        about = list(execute(f'PRAGMA table_info("{table}")'))
        columns = [column[1] for column in about]
        keys = tuple(column[1] for column in sorted(about, key=lambda column: column[5]) if column[5]) or ("rowid",)
        names = tuple(name for name in columns if name == "service" or name.endswith("_service"))
        yield NameColumns(table, keys, names, tuple(name for name in columns if name == "services"))
