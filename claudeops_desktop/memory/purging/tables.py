"""Every table of the database without a subject. What writes runs inside ``store.write``.

Rows that are about it go; of all others each text loses the lines that touch it. A table that is not named here is
treated like the rest, so that a new one is never forgotten. Passages are blanked: their tombstones stay.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from ...storage.database import proxy
from .. import resources
from ..context import one_line
from .search_terms import PURGED, SearchTerms
from .types import SAMPLE_LENGTH, SAMPLES, PurgeFinding

WHOLE_ROWS = frozenset(
    "entities memory_answers memory_summaries memory_trash lessons forward_triggers mutes saved_prompts"  # noqa: SIM905
    " service_rules maintenance_windows dismissed_services case_services case_timeline case_attempts"
    " deliberations patterns findings finding_sightings signature_aliases pattern_contexts"
    " pattern_history pattern_summaries library_documents library_chunks library_folders library_feeds"
    " weekly_report_sentences operator_questions proposals proposal_evidence agent_file_versions"
    " renderings rendering_state knowledge_positions audit_findings discovery_signals library_suggestions".split()
)
"""Rows that are gone as soon as anything in them touches it."""
ROWS_OF = {
    "events": "service",
    "health_checks": "service",
    "cooldown_actions": "service",
    "incidents": "service",
    "check_states": "service",
    "changes": "service",
    "cases": "service",
}
"""Rows that are gone where this column touches it."""
SETTINGS = frozenset(
    {"saved_prompts", "schedules", "mutes", "service_rules", "maintenance_windows", "dismissed_services"}
)
NEVER = frozenset({"schema_migrations", "purges", "resource_purge", "resources"})
PLACES = {
    "sessions": {"log_file", "owner", "process_token", "agent_session_id"},
    "steps": {"job", "step", "state"},
    "transcripts": {"conversation_id"},
    "resources": {"conversation_id", "content_type"},
    "tool_calls": {"tool_use_id"},
    "incidents": {"state", "source", "worst", "resolved_by"},
    "incident_entries": {"kind"},
    "changes": {"kind"},
    "change_sources": {"source"},
    "cases": {"signature", "state"},
    "case_occurrences": {"key", "source", "end"},
    "case_attempts": {"action_key", "generic_key", "effect", "result"},
    "case_timeline": {"kind"},
    "case_offers": {"cure_key", "bar", "outcome"},
    "case_votes": {"voter", "vote"},
    "deliberations": {"role", "key"},
    "patterns": {"role", "text_hash", "kind", "state", "approved_by"},
    "pattern_contexts": {"kind"},
    "pattern_sources": {"kind"},
    "pattern_history": {"what", "from_state", "to_state"},
    "pattern_injections": {"outcome"},
    "pattern_summaries": {"role", "made_of"},
    "findings": {"signature", "state"},
    "finding_sightings": {"key", "version"},
    "signature_aliases": {"signature", "alias_of", "state"},
    "library_documents": {"kind", "format", "content_hash", "stamp", "fault_stamp", "relevance", "judged_by"},
    "library_sources": {"source_hash"},
    "library_suggestions": {"state"},
    "library_feeds": {"etag", "last_modified"},
    "library_vectors": {"model"},
    "routine_jobs": {"job"},
    "routine_runs": {"job", "state", "owner"},
    "routine_steps": {"name", "state", "position"},
    "weekly_reports": {"week"},
    "weekly_report_sentences": {"section", "kind"},
    "operator_questions": {"kind", "state"},
    "proposals": {"fingerprint", "kind", "source", "revision", "memory_ids", "state", "commit_number", "review_week"},
    "proposal_evidence": {"kind"},
    "proposal_calls": {"purpose"},
    "proposal_positions": {"name"},
    "agent_file_versions": {"revision"},
    "renderings": {"kind", "revision", "pending", "stamp"},
    "rendering_state": set(),
    "shared_records": {"uid", "kind", "relation", "state", "noted_at"},
    "shared_deletions": {"uid", "workstation", "kind", "state", "noted_at", "answered_at"},
    "sync_state": {"key"},
}
"""Columns that are keys or places, and never words."""
NAMES = {
    "memory_versions": "versions of memories",
    "memory_answers": "answers on pairs of facts",
    "memory_trash": "deleted memories in the trash",
    "memory_links": "links between memories",
    "memory_summaries": "summaries",
    "forward_triggers": "dates to come",
    "gate_log": "entries of the gate's log",
    "recalls": "questions to memory",
    "tool_calls": "tool calls",
    "health_checks": "health checks",
    "cooldown_actions": "actions under cooldown",
    "incident_entries": "lines of incidents",
    "check_states": "checks that are not well",
    "saved_prompts": "saved prompts",
    "service_rules": "limits of services",
    "maintenance_windows": "planned maintenance",
    "change_sources": "sources of changes",
    "second_looks": "second looks at pairs of facts",
    "second_look_calls": "answers of the model that looked again",
    "due_times": "due times",
    "case_attempts": "attempts of cases",
    "finding_sightings": "sightings of findings",
    "signature_aliases": "aliases of signatures",
    "pattern_contexts": "contexts of patterns",
    "pattern_history": "histories of patterns",
    "pattern_summaries": "summaries of patterns",
    "case_timeline": "time lines of cases",
    "case_services": "services of cases",
    "weekly_report_sentences": "sentences of weekly reports",
    "operator_questions": "questions about services",
    "case_offers": "offers of cases",
    "resources": "passages",
    "library_documents": "documents of the library",
    "library_chunks": "parts of documents of the library",
    "library_folders": "watched folders of the library",
    "library_feeds": "feeds of the library",
    "library_suggestions": "suggested addresses of the library",
    "proposals": "proposed changes of the knowledge folder",
    "proposal_evidence": "evidence of proposed changes",
    "knowledge_positions": "positions of the auditor and the discoverer",
    "audit_findings": "findings of the auditor",
    "discovery_signals": "signals in what was said",
    "proposal_calls": "calls of a model about proposed changes",
    "agent_file_versions": "earlier texts of the memory files of the Claude CLI",
    "renderings": "files that show facts, lessons and cases",
    "rendering_state": "notes on these files",
    "sync_state": "notes on syncs",
}
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class TableShape:
    """A table: its name, what identifies a row, and the columns that may hold words."""

    name: str
    keys: tuple[str, ...]
    words: tuple[str, ...]


def shapes(*, keep_settings: bool = False) -> list[TableShape]:
    """All tables that may hold words, passages among them. Indexes of words are made anew instead."""
    rows = proxy.execute_sql("SELECT name, coalesce(sql, '') FROM sqlite_master WHERE type = 'table' ORDER BY name")
    tables = list(rows)
    virtual = [name for name, sql in tables if sql.upper().startswith("CREATE VIRTUAL")]
    found = []
    for name, _ in tables:
        shadow = any(name == one or (name.startswith(f"{one}_") and name != one) for one in virtual)
        if name.startswith("sqlite_") or shadow or (name in NEVER and name != "resources"):
            continue
        if keep_settings and name in SETTINGS:
            continue
        columns = list(proxy.execute_sql(f'PRAGMA table_info("{name}")'))
        keys = tuple(row[1] for row in sorted(columns, key=lambda row: row[5]) if row[5])
        words = tuple(row[1] for row in columns if "TEXT" in row[2].upper() and row[1] not in PLACES.get(name, ()))
        if words:
            found.append(TableShape(name, keys or ("rowid",), words))
    return found


def find_touched_rows(shape: TableShape, needles: SearchTerms) -> Iterator[tuple[tuple[Any, ...], dict[str, str]]]:
    """Rows that touch it: what identifies each, and the columns that do. Inside ``store.read`` or ``store.write``."""
    # What a purge looks for is kept in its steps until its end.
    but = "job NOT LIKE 'purge:%'" if shape.name == "steps" else ""
    for row in proxy.rows_holding((*shape.keys, *shape.words), shape.name, shape.words, needles.touches, but):
        texts = dict(zip(shape.words, row[len(shape.keys) :], strict=True))
        yield (
            tuple(row[: len(shape.keys)]),
            {column: text for column, text in texts.items() if isinstance(text, str) and needles.touches(text)},
        )


def count_touched(shape: TableShape, needles: SearchTerms) -> PurgeFinding:
    """How many rows of a table touch it, and a few."""
    count, samples = 0, list[str]()
    for _, texts in find_touched_rows(shape, needles):
        count += 1
        if len(samples) < SAMPLES:
            samples += [sample_line(text, needles) for text in list(texts.values())[:1]]
    return PurgeFinding(NAMES.get(shape.name, shape.name.replace("_", " ")), count, tuple(dict.fromkeys(samples)))


def clean(shape: TableShape, needles: SearchTerms) -> int:
    """Take it out of a table; how many rows that concerned. Inside ``store.write``; doing it again changes nothing."""
    number = 0
    for key, texts in list(find_touched_rows(shape, needles)):
        number += 1
        where = " AND ".join(f'"{name}" IS ?' for name in shape.keys)
        about = ROWS_OF.get(shape.name)
        if shape.name in WHOLE_ROWS or (about and about in texts):
            proxy.execute_sql(f'DELETE FROM "{shape.name}" WHERE {where}', key)
        elif shape.name == "resources":
            _blank(int(key[0]), texts["raw_content"], needles)
        else:
            _reword(shape, where, key, {name: needles.document(text) for name, text in texts.items()})
    return number


def _reword(shape: TableShape, where: str, key: Sequence[Any], columns: dict[str, str]) -> None:
    fixed = [name for name in columns if name in shape.keys]
    if shape.name == "schedules" and columns.get("services") == "[]":
        proxy.execute_sql(f"UPDATE schedules SET enabled = 0 WHERE {where}", tuple(key))  # it was about that alone
    sets = ", ".join(f'"{name}" = ?' for name in columns)
    try:
        if fixed:
            raise sqlite3.IntegrityError("a key cannot be reworded")
        with proxy.atomic():
            proxy.execute_sql(f'UPDATE "{shape.name}" SET {sets} WHERE {where}', (*columns.values(), *key))
    except Exception as error:
        if "Integrity" not in type(error).__name__:
            raise
        proxy.execute_sql(f'DELETE FROM "{shape.name}" WHERE {where}', tuple(key))  # its like is there already


def _blank(number: int, content: str, needles: SearchTerms) -> None:
    """A passage loses its lines; one that has no others becomes a tombstone."""
    becomes = needles.text(content)
    if any(line.strip() and line.strip() != PURGED for line in becomes.split("\n")):
        resources.reword_resource(number, becomes)
    else:
        resources.blank([number])


def sample_line(text: str, needles: SearchTerms) -> str:
    """The first line of a text that touches it, as a sample."""
    if text[:1] in ("{", "["):
        try:
            orjson.loads(text)
        except orjson.JSONDecodeError:
            pass
        else:
            text = " ".join(_strings(orjson.loads(text), needles)) or text
    line = one_line(next((line for line in text.split("\n") if needles.touches(line)), text))
    if len(line) <= SAMPLE_LENGTH:
        return line
    at = max((line.casefold().find(form) for form in needles.forms), default=0)
    start = max(0, at - SAMPLE_LENGTH // 2)
    return f"{'…' if start else ''}{line[start : start + SAMPLE_LENGTH]}…"


def _strings(value: Any, needles: SearchTerms) -> Iterator[str]:
    if isinstance(value, str) and needles.touches(value):
        yield next((line for line in value.split("\n") if needles.touches(line)), value)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one, needles)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one, needles)
