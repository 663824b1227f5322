"""Texts of any length in keys: a key on the server holds 2,700 bytes, so it keeps a digest of such a text.

What two rows may not have alike they may not have alike in the digest either; what is looked up by such a text has an
index of hashes beside it. Other texts in keys are names and moments, which their writers keep short.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

LONG_TEXTS: dict[str, frozenset[str]] = {
    table: frozenset(columns.split())
    for table, columns in {
        "agent_file_versions": "path",
        "alerts": "key",
        "case_occurrences": "key",
        "cases": "signature",
        "changes": "subject before after",
        "deliberations": "key",
        "discovery_signals": "place principle",
        "entities": "name",
        "finding_sightings": "key",
        "findings": "signature",
        "forward_triggers": "original_message",
        "lessons": "text",
        "library_documents": "source",
        "library_feeds": "url",
        "library_folders": "path",
        "library_suggestions": "address",
        "memory_answers": "old_frame new_frame",
        "memory_summaries": "name",
        "notifications": "key",
        "pattern_contexts": "name",
        "proposal_evidence": "ref",
        "resources": "conversation_id",
        "second_looks": "merged_text",
        "signature_aliases": "signature",
        "transcripts": "conversation_id",
    }.items()
}
"""Columns of keys, by table, that hold what others wrote: messages, addresses, paths, ids of other programs."""
_DIGEST = re.compile(r'md5\("?(\w+)"?\)\Z', re.I)


def is_long(table: str, column: str) -> bool:
    """Tell whether a key keeps a digest of this column."""
    return column in LONG_TEXTS.get(table, ())


def key_part(table: str, column: str) -> str:
    """A column as a key on the server holds it."""
    return f'md5("{column}")' if is_long(table, column) else f'"{column}"'


def digested_column(definition: str) -> str | None:
    """The column that a part of an index digests, as the server tells of it; None for anything else."""
    found = _DIGEST.match(definition.strip())
    return found[1] if found else None


def unique_keys(table: str, keys: Sequence[Sequence[str]]) -> list[str]:
    """The statements that make the unique keys of a table that hold a long text, in the order given."""
    made = []
    for number, columns in enumerate(keys):
        if any(is_long(table, column) for column in columns):
            parts = ", ".join(key_part(table, column) for column in columns)
            made.append(f'CREATE UNIQUE INDEX "{table}_long_key_{number}" ON "{table}" ({parts})')
            if is_long(table, columns[0]):
                made.append(hashed_index(f"{table}_long_look_{number}", table, columns[0]))
    return made


def hashed_index(name: str, table: str, column: str, where: str = "") -> str:
    """An index that finds a text of any length."""
    return f'CREATE INDEX "{name}" ON "{table}" USING hash ("{column}"){where}'
