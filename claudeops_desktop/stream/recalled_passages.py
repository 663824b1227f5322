"""The part of a recall's answer that others wrote: passages of the library, and notes that no person wrote or reviewed.

The tool ``recall`` answers with lines, or with the same as JSON, whichever the CLI hands on. Memories and cases in it
are known already; a passage by others is marked, and counts as any page that others wrote. Pure.
"""

from __future__ import annotations

import orjson

BY_OTHERS = "others"
LIBRARY_LINE, OTHERS_NOTE_LINE = "~ [library]", "~ [note by others]"
_PASSAGES = '"passages"'


def words_of_others(answer: str, *, whole_note: bool = False) -> str:
    """Return the words of others in an answer, "" where it has none. ``whole_note``: one note was asked for, whose
    lines are not marked one by one. Of JSON that was cut off all passages count, whoever wrote them."""
    try:
        data = orjson.loads(answer)
    except orjson.JSONDecodeError:
        lines = [line for line in answer.splitlines() if line.startswith((LIBRARY_LINE, OTHERS_NOTE_LINE))]
        if whole_note and lines:
            return answer
        return "\n".join(lines) + answer.partition(_PASSAGES)[2]
    rows = data.get("passages") if isinstance(data, dict) else None
    if not isinstance(rows, list):
        return ""
    return "\n".join(
        f"{row.get('title', '')} {row.get('text', '')}"
        for row in rows
        if isinstance(row, dict) and row.get("by") != "operator"
    )
