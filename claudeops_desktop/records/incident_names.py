"""A service's name in what is written down of incidents, when the service is renamed or removed."""

from __future__ import annotations

import re

from .incident_types import EntryKind
from .tables import CheckStateRow, IncidentEntryRow, IncidentRow


def replace_name(old: str, new: str) -> int:
    """Replace a service's name in causes and time lines, where it stands as a word of its own; how many texts said it.

    The operator's own notes stay as they were written. Inside ``store.write``.
    """
    pattern = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])", re.IGNORECASE)
    changed = 0
    causes = IncidentRow.select(IncidentRow.id, IncidentRow.cause).where(IncidentRow.cause.contains(old))
    for number, text in list(causes.tuples()):
        if (said := pattern.sub(lambda _: new, text)) != text:
            changed += IncidentRow.update(cause=said).where(IncidentRow.id == number).execute()
    entries = IncidentEntryRow.select(IncidentEntryRow.id, IncidentEntryRow.text).where(
        IncidentEntryRow.text.contains(old) & (IncidentEntryRow.kind != EntryKind.NOTE)
    )
    for number, text in list(entries.tuples()):
        if (said := pattern.sub(lambda _: new, text)) != text:
            changed += IncidentEntryRow.update(text=said).where(IncidentEntryRow.id == number).execute()
    return changed


def carry_over_check_states(old: str, new: str) -> int:
    """Name the checks that are not well after the new name; one that the new name has already stays. How many there
    were. Inside ``store.write``."""
    rows = list(CheckStateRow.select(CheckStateRow.key).where(CheckStateRow.service == old).tuples())
    for (key,) in rows:
        renamed = new + key[len(old) :] if key == old or key.startswith(f"{old}:") else key
        taken = CheckStateRow.select().where(CheckStateRow.key == renamed).exists()
        if renamed != key and taken:
            CheckStateRow.delete().where(CheckStateRow.key == key).execute()
        else:
            CheckStateRow.update(key=renamed, service=new).where(CheckStateRow.key == key).execute()
    return len(rows)
