"""A file of the folder without a subject (E19). Pure.

What is about the subject goes whole: an entry whose name or title names it. Of all others the lines go that touch it,
and a Markdown file stays one that its format allows.
"""

from __future__ import annotations

from collections.abc import Callable

from .entries import MARK, change_keys, read_entry
from .layout import INDEX, LESSONS_FILE, LOG, MEMORY_FILE, OPERATIONS_LOG, SUMMARY, kind_of

Touches = Callable[[str], bool]
Becomes = Callable[[str], str]
_BY_LINE = frozenset((INDEX, LOG, MEMORY_FILE, LESSONS_FILE, OPERATIONS_LOG))
_LIST = ("- ", "* ", "+ ", "> ", "|")


def purge_file(path: str, data: bytes, touches: Touches, becomes: Becomes) -> bytes | None:
    """The bytes of a file as they are to be; None where the file goes. ``touches`` and ``becomes`` are those of the
    purge. A file that is no text goes where it touches the subject."""
    if touches(path):
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None if touches(data.decode("utf-8", "replace")) else data
    if not touches(text):
        return data
    name = path.rpartition("/")[2]
    if name.endswith((".jsonl", ".ndjson")):
        kept: str | None = "".join(line for line in text.splitlines(keepends=True) if not touches(line))
    elif name.endswith(".md"):
        kept = _markdown(path, text, touches, becomes)
    else:
        kept = becomes(text)
    if kept is not None and touches(kept):
        kept = becomes(kept)
    return None if kept is None or touches(kept) else kept.encode()


def _markdown(path: str, text: str, touches: Touches, becomes: Becomes) -> str | None:
    entry = read_entry(text)
    if path not in _BY_LINE and kind_of(path) is not SUMMARY and any(map(touches, _titles(text))):
        return None
    if not entry.has_meta:
        return _lines(text, touches, becomes)
    head = text[: len(text) - len(entry.body)] if entry.body else text
    if not entry.fault and touches(head):
        head = change_keys(head, {key: None for key, value in entry.meta.items() if touches(f"{key} {value}")})
    lines = head.split("\n")
    head = "\n".join(line for line in lines if line.rstrip() == MARK or not touches(line))
    return head + _lines(entry.body, touches, becomes)


def _titles(text: str) -> list[str]:
    entry = read_entry(text)
    named = [str(entry.meta[key]) for key in ("title", "name") if key in entry.meta]
    headings = [line for line in entry.body.split("\n") if line.startswith("# ")]
    return [*named, *headings[:1]]


def _lines(text: str, touches: Touches, becomes: Becomes) -> str:
    """The lines without those that touch: entries of lists go, of prose a mark stays."""
    if not touches(text):
        return text
    found = []
    for line in text.split("\n"):
        if not touches(line):
            found.append(line)
        elif not line.lstrip().startswith(_LIST):
            found.append(becomes(line))
    return "\n".join(found)
