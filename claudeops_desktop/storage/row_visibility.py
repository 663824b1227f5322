"""Rows that a principal may not see are not there for its statements (X2).

Each statement of a principal begins with tables of the same names that hold its rows alone (``WITH memories AS …``):
whatever the statement asks, counts, joins or compares, it cannot see others. There is one place that knows this, and
no query can forget it. The operator's own statements on a file are left as they are. Of a store that several people
share each operator is a principal, who also sees the tables of operators.

``VISIBLE_ROWS`` says it of each table; a table without an answer fails a test.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..core.principals import EVERYONE, ActingPrincipal

OWN, FOLLOWS, FOR_ALL, OPERATOR, NO_TEXT = "own", "follows", "for all", "operator", "no text"


class TableAnswer(NamedTuple):
    """How a table answers who may see its rows.

    ``kind``: *own*, a column ``audience`` of its own; *follows*, its rows are seen with those that they belong to; *for
    all*, it is made only of what everybody may see; *operator*, operators alone look at it; *no text*, it holds nothing
    that somebody said. ``condition`` is that of a row that may be seen, where {may} stands for the list of audiences,
    {of} for the schema and {each} for ``json_each``; "" for every row. ``operators`` is the condition for one of
    several operators, where that is another one.
    """

    kind: str
    condition: str = ""
    operators: str | None = None

    def condition_for(self, *, operator: bool) -> str:
        """The condition for an operator, or for anybody else."""
        return self.operators if operator and self.operators is not None else self.condition


def _of_memory(column: str) -> str:
    return f"EXISTS (SELECT 1 FROM {{of}}memories m WHERE m.id = {column} AND m.audience IN ({{may}}))"


# Few rows are not everybody's, and a small index holds them: in these words, the database finds it.
_NOT_SEEN = f"audience <> '{EVERYONE}' AND audience NOT IN ({{may}})"
_NOT_MEMORY = f"SELECT id FROM {{of}}memories WHERE {_NOT_SEEN}"
_NOT_SESSION = f"SELECT id FROM {{of}}sessions WHERE {_NOT_SEEN}"
_NOT_RUN = f"SELECT run_id FROM {{of}}sessions WHERE {_NOT_SEEN}"
_OWN = TableAnswer(OWN, "audience IN ({may})")
_OF_MEMORY = TableAnswer(FOLLOWS, _of_memory("memory_id"))
_OF_SESSION = TableAnswer(FOLLOWS, f"session_id IS NULL OR session_id NOT IN ({_NOT_SESSION})")
_OF_PAIR = TableAnswer(FOLLOWS, f"{_of_memory('old_id')} AND {_of_memory('new_id')}")
_OF_RUN = f"run_id IS NULL OR run_id NOT IN ({_NOT_RUN})"
_FOR_ALL, _NO_TEXT = TableAnswer(FOR_ALL), TableAnswer(NO_TEXT)


def _operators(condition: str = "") -> TableAnswer:
    return TableAnswer(OPERATOR, "1 = 0", condition)


_NONE_LISTED = f"NOT EXISTS (SELECT 1 FROM {{each}}(memory_ids) one WHERE CAST(one.value AS BIGINT) IN ({_NOT_MEMORY}))"

VISIBLE_ROWS: Mapping[str, TableAnswer] = {
    "memories": _OWN,
    "sessions": _OWN,
    "gate_log": _OWN,
    "forward_triggers": _OWN,
    "memory_trash": _OWN,
    # what belongs to a memory
    "memory_versions": TableAnswer(OWN, f"audience IN ({{may}}) AND {_of_memory('memory_id')}"),
    "memory_indexed": _OF_MEMORY,
    "memory_vectors": _OF_MEMORY,
    "memory_entities": _OF_MEMORY,
    "rule_facts": _OF_MEMORY,
    "injections": _OF_MEMORY,
    "memory_links": TableAnswer(FOLLOWS, f"{_of_memory('from_id')} AND {_of_memory('to_id')}"),
    "memory_conflicts": _OF_PAIR,
    "second_looks": _OF_PAIR,
    "memory_answers": TableAnswer(
        FOLLOWS,
        "conflict_id NOT IN (SELECT c.id FROM {of}memory_conflicts c"
        f" WHERE c.old_id IN ({_NOT_MEMORY}) OR c.new_id IN ({_NOT_MEMORY}))",
    ),
    "resources": TableAnswer(
        FOLLOWS,
        f"id NOT IN (SELECT resource_id FROM {{of}}memories WHERE resource_id IS NOT NULL AND {_NOT_SEEN})"
        " AND id NOT IN (SELECT v.resource_id FROM {of}memory_versions v WHERE v.resource_id IS NOT NULL"
        f" AND v.memory_id IN ({_NOT_MEMORY}))",
    ),
    # what belongs to a session
    "runs": TableAnswer(FOLLOWS, f"id NOT IN ({_NOT_RUN})"),
    "events": _OF_SESSION,
    "approvals": TableAnswer(FOLLOWS, f"({_OF_SESSION.condition}) AND ({_OF_RUN})"),
    "cooldown_actions": _OF_SESSION,
    "health_checks": _OF_SESSION,
    "markers": _OF_SESSION,
    "tool_calls": _OF_SESSION,
    "checkpoints": _OF_SESSION,
    "incident_entries": TableAnswer(FOLLOWS, _OF_RUN),
    "incident_runs": TableAnswer(FOLLOWS, _OF_RUN),
    "case_offers": _OF_SESSION,
    "verifications": _OF_SESSION,
    "deliberations": _OF_SESSION,
    "library_suggestions": _OF_SESSION,
    # what is made of rows that everybody may see, and says so with them
    **dict.fromkeys(
        (
            *("cases", "case_attempts", "case_occurrences", "case_services", "case_timeline", "case_votes"),
            *("findings", "finding_sightings", "signature_aliases", "lessons", "patterns", "pattern_contexts"),
            *("pattern_edges", "pattern_history", "pattern_injections", "pattern_sources"),
            *("pattern_summaries", "discovery_signals", "deliberation_vectors", "memory_summaries"),
            *("proposals", "proposal_evidence", "audit_findings", "weekly_reports", "weekly_report_sentences"),
            *("renderings", "operator_questions", "library_documents", "library_chunks", "library_vectors"),
            *("library_feeds", "library_folders", "agent_file_versions", "alerts", "changes"),
            *("change_sources", "incidents", "check_states", "service_edges", "service_rules"),
            *("maintenance_windows", "mutes", "dismissed_services", "schedules", "due_times"),
            *("imported_facts", "transcripts", "entities"),
        ),
        _FOR_ALL,
    ),
    # everybody's work goes on by them; operators read what they hold, of a purge what it looks for
    "steps": TableAnswer(FOR_ALL, "", f"({_OF_SESSION.condition}) AND substr(job, 1, 6) <> 'purge:'"),
    # what operators alone look at
    "saved_prompts": _operators(),
    "notifications": _operators(),
    "recalls": _operators(f"({_OF_SESSION.condition}) AND {_NONE_LISTED}"),
    "second_look_calls": _operators(
        "id NOT IN (SELECT s.call_id FROM {of}second_looks s WHERE s.call_id IS NOT NULL"
        f" AND (s.old_id IN ({_NOT_MEMORY}) OR s.new_id IN ({_NOT_MEMORY})))"
    ),
    "telemetry": _operators(f"({_OF_SESSION.condition}) AND (memory_id IS NULL OR memory_id NOT IN ({_NOT_MEMORY}))"),
    # numbers, names and marks
    **dict.fromkeys(
        (
            *("approval_links", "complete_indexes", "knowledge_positions", "library_sources", "principals", "projects"),
            *("proposal_calls", "proposal_positions", "purges", "rendering_state", "resource_purge"),
            *("routine_jobs", "routine_runs", "routine_steps", "schema_migrations", "server_replies"),
            *("server_tokens", "server_writes", "shared_deletions", "shared_records", "spend_warnings"),
            *("sync_state",),
        ),
        _NO_TEXT,
    ),
}

_LIMITED = {table: answer for table, answer in VISIBLE_ROWS.items() if answer.condition or answer.operators}
_NAMED = re.compile(rf"\b({'|'.join(sorted(_LIMITED))})\b")
_STATEMENT = re.compile(r"\s*(SELECT|WITH|INSERT|REPLACE|UPDATE|DELETE)\b", re.I)
_TARGET = re.compile(
    r"(\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+(?!SET)\w+)?|DELETE\s+FROM)\s+)"
    r"(\"?\w+\"?)",
    re.I,
)
_WITH = re.compile(r"\s*WITH\s+(RECURSIVE\s+)?", re.I)
_PLACES = re.compile(r"\{(?:may|of|each)\}")
_INDEX = re.compile(r"\s+(?:INDEXED\s+BY\s+\w+|NOT\s+INDEXED)\b", re.I)


def as_seen_by(sql: str, principal: ActingPrincipal | None, schema: str) -> str:
    """A statement as a principal carries it out: of the tables that it names, there are the rows that it may see.

    ``schema`` is where the tables themselves are: ``main`` in a file. A row that is written is not looked at: whoever
    writes has read it before. Pure.
    """
    if principal is None or principal.sees_all:
        return sql
    return _rewritten(sql, principal.audiences, principal.operator, schema)


@lru_cache(maxsize=4096)
def _rewritten(sql: str, audiences: tuple[str, ...], operator: bool, schema: str) -> str:
    if _STATEMENT.match(sql) is None:
        return sql
    named = {name: _LIMITED[name].condition_for(operator=operator) for name in sorted(set(_NAMED.findall(sql)))}
    names = [name for name, condition in named.items() if condition]
    target = _TARGET.match(sql)
    if target is not None:
        names = names if re.search(r"\bSELECT\b", sql[target.end() :], re.I) else []
        sql = f"{target[1]}{schema}.{target[2]}{sql[target.end() :]}" if names else sql
    if not names:
        return sql
    stands = {
        "{may}": ", ".join(f"'{audience}'" for audience in audiences),
        "{of}": f"{schema}.",
        "{each}": "json_each" if schema == "main" else f"{schema}.lite_json_each",
    }
    seen = ", ".join(
        f"{name} AS NOT MATERIALIZED (SELECT * FROM {schema}.{name}"
        f" WHERE {_PLACES.sub(lambda place: stands[place[0]], named[name])})"
        for name in names
    )
    sql = _INDEX.sub("", sql)  # an index belongs to a table, and a choice of rows has none
    begun = _WITH.match(sql)
    if begun is not None:
        return f"WITH {begun[1] or ''}{seen}, {sql[begun.end() :]}"
    return f"WITH {seen} {sql}"
