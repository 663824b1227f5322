"""What a restore would change, in words for its confirmation."""

from __future__ import annotations

from ...core.text_format import format_bytes
from ...storage.restore_changes import RestoreChanges
from ...storage.restore_source import MAX_BYTES
from .translation import tr, tr_count

MOST_SHOWN = 12


def restore_warning(found: RestoreChanges) -> str:
    """The size it becomes, and each value that decides what runs, what is allowed or where data goes."""
    size = tr("Unpacked it takes {bytes}", bytes=format_bytes(found.bytes))
    lines = [tr("{size}, which is unusually large.", size=size) if found.bytes > MAX_BYTES else f"{size}."]
    important = found.important
    if important:
        lines.append(tr("It would change what runs, what is allowed or where data goes:"))
        lines += [f"• {change.topic}: {change.sentence}" for change in important[:MOST_SHOWN]]
        if len(important) > MOST_SHOWN:
            lines.append(
                tr(
                    "• and {important} more: `claudeops restore --show FILE` lists them all",
                    important=len(important) - MOST_SHOWN,
                )
            )
    other = len(found.changes) - len(important)
    if other:
        lines.append(tr_count("%n other setting would change too.", "%n other settings would change too.", other))
    return "\n".join(lines)


def restore_needs_confirmation(found: RestoreChanges) -> bool:
    """Tell whether there is something that the operator has to see before it is done."""
    return bool(found.important) or found.bytes > MAX_BYTES
