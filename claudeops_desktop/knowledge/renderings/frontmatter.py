"""The frontmatter of a rendered file: keys of ours are kept up to date, keys and comments of the operator's own stay as
they are. A file in which nothing else would change keeps the time at which it was rendered (C2). Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ..entries import MARK, change_keys, read_entry, write_entry

RENDERED_BY = "process:render"
NOTES = "## Notes"
"""The last section of a rendered file: what somebody wrote there that is no fact is kept in it word for word."""


def compose_file(before: str, fixed: Mapping[str, Any], defaults: Mapping[str, Any], body: str, now: datetime) -> str:
    """The file as it is to be, given as it is (``before``, "" where there is none). ``fixed`` keys are set to these
    values; ``defaults`` only where the file has no such key. The frontmatter of ``before`` must be readable."""
    entry = read_entry(before)
    body = f"\n{body.strip()}\n"
    if not entry.has_meta or entry.fault:
        return write_entry({**fixed, **defaults, "generated": _generated(now)}, body)
    head = _head_of(before)
    changes = {key: value for key, value in fixed.items() if entry.meta.get(key) != value}
    changes |= {key: value for key, value in defaults.items() if key not in entry.meta}
    changes |= {key: None for key, value in fixed.items() if value is None and key in entry.meta}
    kept = change_keys(head, changes) + body
    if kept == before:
        return before
    return change_keys(kept, {"generated": _generated(now)})


def generated_at(text: str) -> str:
    """When a file was rendered, as it says itself; "" where it does not."""
    made = read_entry(text).meta.get("generated")
    return str(made.get("at", "")) if isinstance(made, dict) and made.get("by") == RENDERED_BY else ""


def notes_of(body: str) -> str:
    """What stands in the section of notes, from its heading's next line to the end; "" where there is none."""
    found = re.search(rf"^{NOTES}[ \t]*\r?$", body, re.MULTILINE)
    return body[found.end() :].strip("\n") if found else ""


def with_notes(body: str, notes: str) -> str:
    """A body with the section of notes at its end, where there are any."""
    return f"{body.rstrip()}\n\n{NOTES}\n\n{notes.strip(chr(10))}\n" if notes.strip() else body


def _head_of(text: str) -> str:
    lines = text.lstrip("\ufeff").split("\n")
    end = next(at for at, line in enumerate(lines[1:], 1) if line.rstrip() == MARK)
    return "\n".join(lines[: end + 1]) + "\n"


def _generated(now: datetime) -> dict[str, str]:
    return {"by": RENDERED_BY, "at": now.replace(microsecond=0).isoformat()}
