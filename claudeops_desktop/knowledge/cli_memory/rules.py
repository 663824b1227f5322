"""What is wrong in a memory folder of the Claude CLI (C5). Pure: it is given the files as they were read.

The CLI reads the first 200 lines or 25 KB of the index and drops the rest; topic files are read when the index names
them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from ...core.messages import UserMessage
from ..entries import EntryText, links_of, read_entry
from ..entry_checks import ERROR, WARNING
from ..layout import NOTE_TYPES
from ..memory_file import MOST_BYTES, MOST_LINES, NEAR
from .types import INDEX_FILE, AgentFolderProblem

LARGEST = 1024 * 1024
"""Bytes of a file; what is larger is named and not read."""
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of the folder: its ``text``, None where it was not read, and ``fault`` why not."""

    name: str
    size: int
    text: str | None
    fault: str = ""


def check_memory_folder(folder: str, files: Mapping[str, FoundFile]) -> list[AgentFolderProblem]:
    """Everything that is wrong in a folder, by file and line."""
    found = [AgentFolderProblem(folder, one.name, ERROR, one.fault) for one in files.values() if one.fault]
    entries = {name: read_entry(one.text) for name, one in files.items() if one.text is not None}
    for name, sentence, level, line in _all_of(files, entries):
        found.append(AgentFolderProblem(folder, name, level, sentence, line))
    return sorted(found, key=lambda one: (one.name != INDEX_FILE, one.name, one.line, one.level))


def listed_files(index: str, names: Mapping[str, object]) -> set[str]:
    """The files that an index names."""
    known = {PurePosixPath(name).stem.casefold(): name for name in names}
    found = set[str]()
    for target in links_of(index):
        place = _place_of(target)
        name = place if place in names else known.get(PurePosixPath(place).stem.casefold()) if place else None
        if name is not None:
            found.add(name)
    return found


Problem = tuple[str, str, str, int]


def _all_of(files: Mapping[str, FoundFile], entries: Mapping[str, EntryText]) -> Iterator[Problem]:
    folded = Counter(name.casefold() for name in files)
    for name in files:
        if folded[name.casefold()] > 1:
            yield name, UserMessage("Another file has the same name except for small and capital letters."), ERROR, 1
    index = files.get(INDEX_FILE)
    topics = [name for name in files if name != INDEX_FILE]
    if index is None and topics:
        yield INDEX_FILE, UserMessage("There is no index, so the CLI does not find the other files."), ERROR, 1
    if index is not None and index.text is not None:
        yield from _check_index(index, index.text, files)
    for name in topics:
        if name in entries:
            yield from _check_topic(name, entries[name], files)
    yield from _check_doubles({name: entries[name] for name in topics if name in entries})


def _check_index(index: FoundFile, text: str, files: Mapping[str, FoundFile]) -> Iterator[Problem]:
    lines = text.count("\n") + (not text.endswith("\n") and bool(text))
    fills = max(lines / MOST_LINES, index.size / MOST_BYTES)
    if fills > 1:
        sentence = UserMessage(
            "It has {lines} lines and {size} bytes; the CLI reads {most} lines or {bytes} bytes and drops the rest.",
            lines=lines, size=index.size, most=MOST_LINES, bytes=MOST_BYTES,
        )  # fmt: skip
        yield INDEX_FILE, sentence, ERROR, min(lines, MOST_LINES)
    elif fills >= NEAR:
        yield INDEX_FILE, UserMessage("It is nearly full: the CLI drops what does not fit."), WARNING, lines
    yield from _dead_links(INDEX_FILE, text, files, ERROR)
    named = listed_files(text, files)
    for name in files:
        if name != INDEX_FILE and name not in named:
            yield name, UserMessage("The index does not name it, so the CLI does not find it."), WARNING, 1
    seen = dict[str, int]()
    for number, line in enumerate(text.splitlines(), 1):
        said = " ".join(line.split()).casefold()
        if said.startswith("-") and said in seen:
            yield INDEX_FILE, UserMessage("It says the same as line {line}.", line=seen[said]), WARNING, number
        seen.setdefault(said, number)


def _check_topic(name: str, entry: EntryText, files: Mapping[str, FoundFile]) -> Iterator[Problem]:
    if entry.fault:
        yield name, entry.fault, ERROR, entry.fault_line
        return
    if not entry.has_meta:
        yield name, UserMessage("It has no frontmatter with a type."), WARNING, 1
    else:
        about = type_of(entry)
        if about not in NOTE_TYPES:
            sentence = UserMessage(
                "“{type}” is not a type. Use one of {types}.", type=about, types=", ".join(NOTE_TYPES)
            )
            yield name, sentence, WARNING, _line_of(entry.text, "type")
    if not entry.body.strip():
        yield name, UserMessage("It has no text."), WARNING, 1
    yield from _dead_links(name, entry.text, files, WARNING)


def type_of(entry: EntryText) -> str:
    """The type of a topic file; some versions of the CLI keep it under “metadata”."""
    meta = entry.meta.get("metadata")
    said = entry.meta.get("type") or (meta.get("type") if isinstance(meta, dict) else None)
    return str(said or "")


def _check_doubles(entries: Mapping[str, EntryText]) -> Iterator[Problem]:
    bodies, titles = dict[str, str](), dict[str, str]()
    for name, entry in entries.items():
        body, title = " ".join(entry.body.split()).casefold(), entry.title.casefold()
        if body and body in bodies:
            yield name, UserMessage("It says the same as {other}.", other=bodies[body]), WARNING, 1
        elif title and title in titles:
            yield name, UserMessage("It has the same title as {other}.", other=titles[title]), WARNING, 1
        bodies.setdefault(body, name)
        titles.setdefault(title, name)


def _dead_links(name: str, text: str, files: Mapping[str, FoundFile], level: str) -> Iterator[Problem]:
    stems = {PurePosixPath(one).stem.casefold() for one in files}
    for target in links_of(text):
        place = _place_of(target)
        if not place:
            continue
        line = next((at for at, one in enumerate(text.splitlines(), 1) if target in one), 1)
        if place.startswith(("/", "~")) or ".." in PurePosixPath(place).parts:
            yield name, UserMessage("The link to “{target}” leads out of the folder.", target=target), WARNING, line
        elif place not in files and not ("." not in place and place.casefold() in stems):
            yield name, UserMessage("The link to “{target}” leads nowhere.", target=target), level, line


def _place_of(target: str) -> str:
    """The file that a link names, as a path in the folder; "" for a web page or a heading."""
    place = target.split("#", maxsplit=1)[0].split("?", maxsplit=1)[0].replace("%20", " ")
    if not place or _SCHEME.match(place):
        return ""
    return place.removeprefix("./")


def _line_of(text: str, key: str) -> int:
    return next((at for at, line in enumerate(text.splitlines(), 1) if line.strip().startswith(f"{key}:")), 1)
