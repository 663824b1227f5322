"""What is printed: one JSON document, or tables and lines for people. What agents wrote is shown as plain text."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Literal

from ..core.clock import from_text
from ..core.errors import EnvironmentFault

WIDTH_OF_A_PIPE = 200
NARROWEST = 40
LAST_COLUMN = 24
# Marks that turn the direction of text can make a line read as something else than it is.
_TURNING = frozenset(map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C]))


def clean(text: object, *, lines: bool = False) -> str:
    """Text of an agent as it may reach a terminal: no control characters, no marks that turn its direction.

    With ``lines`` line breaks stay; else the text becomes one line.
    """
    kept = "\n\t" if lines else ""
    shown = "".join(
        c if (c.isprintable() or c in kept) and c not in _TURNING else "" if c in _TURNING else " " for c in str(text)
    )
    return shown if lines else " ".join(shown.split())


def print_line(text: str = "") -> None:
    """A line for people on stdout."""
    print(text, flush=True)


def warn(text: str) -> None:
    """A line for people on stderr, which stays out of the way of JSON."""
    print(clean(text), file=sys.stderr, flush=True)


_json_lines = ContextVar("json_lines", default=False)


def write_json_lines(wanted: bool) -> None:
    """From now on print the rows of a list one on a line (JSON Lines), or everything as one document again."""
    _json_lines.set(wanted)


def as_json(document: Any) -> None:
    """The JSON document of a command; as JSON Lines a list is a line for each of its rows."""
    import orjson

    if _json_lines.get():
        for row in document if isinstance(document, list) else [document]:
            sys.stdout.write(orjson.dumps(row).decode() + "\n")
        sys.stdout.flush()
        return
    sys.stdout.write(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode() + "\n")
    sys.stdout.flush()


@contextmanager
def writing_errors(path: Path) -> Iterator[None]:
    """Say that a file cannot be written as a fault of the environment. Raises EnvironmentFault."""
    try:
        yield
    except OSError as error:
        raise EnvironmentFault(f"{path} cannot be written: {error.strerror}.") from error


def width() -> int:
    """Columns to fill: the terminal's, or plenty where nobody looks."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit():
        return max(NARROWEST, shutil.get_terminal_size().columns)
    return WIDTH_OF_A_PIPE


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, right: Sequence[str] = ()) -> None:
    """Rows under their names; the last column takes what room is left and wraps there.

    Where a terminal is too narrow for that, each row becomes a few lines of name and value.
    """
    cells = [["" if cell is None else clean(cell) for cell in row] for row in rows]
    widest = [max(len(name), *(len(row[i]) for row in cells), 0) for i, name in enumerate(columns)]
    if sum(widest[:-1]) + 2 * len(columns) + LAST_COLUMN > width():
        _records(columns, cells)
    else:
        _grid(columns, cells, right)
    sys.stdout.flush()


def _grid(columns: Sequence[str], cells: Sequence[Sequence[str]], right: Sequence[str]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in columns:
        justify: Literal["left", "right"] = "right" if name in right else "left"
        shown.add_column(name, justify=justify, overflow="fold", no_wrap=name != columns[-1])
    for row in cells:
        shown.add_row(*map(Text, row))
    page = io.StringIO()
    Console(
        file=page, force_terminal=sys.stdout.isatty(), width=width(), markup=False, highlight=False, emoji=False
    ).print(shown)
    for line in page.getvalue().splitlines():
        print(line.rstrip())


def _records(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> None:
    names = max(map(len, columns))
    for number, row in enumerate(cells):
        if number:
            print()
        for name, cell in zip(columns, row, strict=True):
            if cell:
                print(f"{name:<{names}}  {cell}")


def local(text: str | None) -> str:
    """A stored time in the operator's own zone, to the minute; empty for none."""
    if not text:
        return ""
    try:
        return f"{from_text(text).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return text


def duration(milliseconds: float | None) -> str:
    """``850 ms``, ``12 s``, ``1 min 12 s``, ``2 h 5 min``; empty for none."""
    if milliseconds is None:
        return ""
    if milliseconds < 1000:
        return f"{milliseconds:.0f} ms"
    seconds = round(milliseconds / 1000)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60} s"
    return f"{seconds // 3600} h {seconds % 3600 // 60} min"


def shown_confidence(value: float) -> str:
    """``0.8``, ``0.95``."""
    return f"{value:.4f}".rstrip("0").ljust(3, "0")
