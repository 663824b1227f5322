"""The two lists of the folder that its format reserves: index.md, one line an entry, and log.md, what changed when
(Open Knowledge Format 0.2). Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from .entries import read_entry
from .layout import INDEX, KINDS, LESSONS_FILE, LOG, MEMORY_FILE, PROCEDURE, kind_of

LOG_DAYS = 90
_TITLES = {
    "": "Memory",
    "notes": "Notes",
    "decisions": "Decisions",
    "procedures": "Procedures",
    "roles": "Role notes",
    "cases": "Cases",
    "domains": "Summaries",
}
_BULLET = re.compile(r"^- \[(?P<title>(?:[^\[\]\\]|\\.)*)\]\(/(?P<path>[^()\s]+)\)(?::\s*(?P<description>.*))?$")
_DAY = re.compile(r"^## (\d{4}-\d{2}-\d{2})$")


@dataclass(frozen=True, slots=True)
class IndexLine:
    """One entry as the index shows it."""

    path: str
    title: str
    description: str = ""


def is_listed(path: str) -> bool:
    """Tell whether the index lists a file: entries, MEMORY.md, the lessons, and of a procedure its SKILL.md alone."""
    if path in (MEMORY_FILE, LESSONS_FILE):
        return True
    kind = kind_of(path)
    name = path.rpartition("/")[2]
    return (
        kind is not None
        and name.endswith(".md")
        and name not in (INDEX, LOG)
        and (kind is not PROCEDURE or name == "SKILL.md")
    )


def line_of(path: str, text: str) -> IndexLine:
    """The line of an entry."""
    entry = read_entry(text)
    return IndexLine(path, _plain(entry.title)[:120] or path, _plain(entry.description)[:200])


def read_index(text: str) -> dict[str, IndexLine]:
    """The lines of an index by their paths."""
    found = {}
    for line in text.splitlines():
        if match := _BULLET.match(line):
            title = re.sub(r"\\(.)", r"\1", match["title"])
            path = match["path"].replace("%20", " ")
            found[path] = IndexLine(path, title, match["description"] or "")
    return found


def write_index(lines: Iterable[IndexLine]) -> str:
    """An index of these lines, by folder and title."""
    folders: dict[str, list[IndexLine]] = {}
    for line in lines:
        folder = line.path.partition("/")[0] if "/" in line.path else ""
        folders.setdefault(folder, []).append(line)
    order = ["", *(kind.folder for kind in KINDS)]
    parts = ['---\nokf_version: "0.2"\n---\n\n# Index\n']
    for folder in sorted(folders, key=lambda name: (order.index(name) if name in order else len(order), name)):
        rows = sorted(folders[folder], key=lambda one: (one.title.casefold(), one.path))
        parts.append(f"\n## {_TITLES.get(folder, folder)}\n\n" + "".join(map(_bullet, rows)))
    return "".join(parts)


def change_index(text: str, files: Mapping[str, str | None]) -> str:
    """An index after some files were written (their texts) or deleted (None)."""
    listed = {path: said for path, said in files.items() if is_listed(path)}
    if text and all(said is not None and f"\n{_bullet(line_of(path, said))}" in text for path, said in listed.items()):
        return text  # most changes leave title and description as they are
    lines = read_index(text)
    for path, said in files.items():
        if not is_listed(path):
            continue
        if said is None:
            lines.pop(path, None)
        else:
            lines[path] = line_of(path, said)
    return write_index(lines.values())


def add_to_log(text: str, day: date, said: str) -> str:
    """A log with one more line for a day, the newest day first; what is older than 90 days is left to git's history."""
    days: dict[str, list[str]] = {}
    current = ""
    for line in text.splitlines():
        if match := _DAY.match(line):
            current = match[1]
            days.setdefault(current, [])
        elif line.startswith("- ") and current:
            days[current].append(line)
    days.setdefault(day.isoformat(), []).insert(0, f"- {_plain(said)[:300]}")
    oldest = (day - timedelta(days=LOG_DAYS)).isoformat()
    kept = sorted((name for name in days if name >= oldest), reverse=True)
    return "# Log\n" + "".join(f"\n## {name}\n\n" + "".join(f"{row}\n" for row in days[name]) for name in kept)


def _bullet(line: IndexLine) -> str:
    title = re.sub(r"([\[\]\\])", r"\\\1", line.title)
    path = line.path.replace(" ", "%20")
    return f"- [{title}](/{path}): {line.description}\n" if line.description else f"- [{title}](/{path})\n"


def _plain(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
