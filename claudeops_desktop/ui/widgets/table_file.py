"""A table as text for the clipboard and as a file: tab-separated, CSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from ...core.atomic_write import replacing
from ...core.csv_text import csv_text, safe_cell

FORMATS = ("csv", "json")


def tab_separated(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A line for the headings and one for each row. Line breaks and tabs within cells become spaces, and a spreadsheet
    takes no cell for a formula."""
    rows = [list(head), *([str(safe_cell(" ".join(cell.split()))) for cell in line] for line in lines)]
    return "\n".join("\t".join(row) for row in rows)


def write_table(
    path: Path, kind: str, names: Sequence[str], head: Sequence[str], lines: Sequence[Sequence[str]]
) -> int:
    """Write a file of this kind, one of FORMATS, and return the number of rows. CSV has headings in the operator's
    language, JSON the names of the columns. Raises OSError; an existing file stays as it was then."""
    if kind == "csv":
        text = csv_text(head, lines)
    else:
        rows = [dict(zip(names, line, strict=True)) for line in lines]
        text = json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    with replacing(path, keep_rights=False) as file:
        file.write(text.encode("utf-8", "replace"))
    return len(lines)
