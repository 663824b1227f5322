"""What is wrong with an entry, by the rules of its format (C5, C8, C13). Pure; ``check_folder`` is given all texts.

The rules are those of the Open Knowledge Format 0.2 (its part 11), of Agent Skills for procedures, and of RunLore for
cases, beside our own for notes, decisions and MEMORY.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import Any

from ..core.messages import UserMessage
from .entries import EntryText, conflict_line, instant, links_of, read_entry
from .layout import (
    CASE,
    DECISION,
    INDEX,
    LOG,
    MEMORY_FILE,
    NOTE,
    NOTE_TYPES,
    PROCEDURE,
    RESERVED,
    ROLE,
    kind_of,
    slug_of,
)
from .memory_file import MOST_BYTES, MOST_LINES, NEAR, read_memory_file
from .withheld_text import SECRET, secret_line, why_withheld

ERROR, WARNING = "error", "warning"
DECISION_STATES = ("proposed", "accepted", "shipped", "superseded", "deprecated", "rejected")
LIFE = ("draft", "stable", "deprecated")
SKILL_KEYS = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
_SKILL_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_DECISION_FILE = re.compile(r"^(\d{4})-[a-z0-9-]+\.md$")
_DAY_HEADING = re.compile(r"^##?\s+(\d{4}-\d{2}-\d{2})\s*$", re.MULTILINE)
CONFLICT = UserMessage("Git could not merge this part: both sides stand between <<<<<<< and >>>>>>>.")
_LFS = "version https://git-lfs.github.com/spec/"
_HIDDEN = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")
_JOINERS = re.compile("(?<=[^\x00-\x7f\\s])[\u200c\u200d](?=[^\x00-\x7f\\s])")  # scripts and pictures need them
_PROMPT_TAG = re.compile(
    r"</?(?:memory|system|system-reminder|operational-memory|instructions?)\b[^>\n]{0,200}>", re.IGNORECASE
)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_CASE_SECTIONS = ("Symptom", "Cause", "Resolution")


@dataclass(frozen=True, slots=True)
class EntryProblem:
    """Something that is wrong in a file: ``level`` error or warning, ``line`` counted from 1."""

    path: str
    level: str
    sentence: str
    line: int = 1

    def as_json(self) -> dict[str, Any]:
        """The problem for ``--json``."""
        return asdict(self)


def check_entry(path: str, text: str) -> list[EntryProblem]:
    """What is wrong with one file by itself."""
    name = PurePosixPath(path).name
    if name in RESERVED:
        return [*_check_reserved(path, name, text)]
    if line := conflict_line(text):
        return [_error(path, CONFLICT, line)]
    if text.startswith(_LFS):
        sentence = UserMessage("It is a pointer of Git LFS, not the file itself; `git lfs pull` brings it.")
        return [_error(path, sentence)]
    entry = read_entry(text)
    found = [_error(path, SECRET, line)] if (line := secret_line(text)) else []
    if entry.fault:
        return [*found, _error(path, entry.fault, entry.fault_line)]
    return [*found, *_check_kind(path, name, text, entry), *_hidden_text(path, text)]


def _check_kind(path: str, name: str, text: str, entry: EntryText) -> list[EntryProblem]:
    kind = kind_of(path)
    if kind is PROCEDURE:
        return [*_check_skill(path, entry)] if name == "SKILL.md" else []
    found = [*_check_common(path, entry)]
    if name == MEMORY_FILE:
        found += _check_withheld(path, text)
    if path == MEMORY_FILE:
        found += _check_memory_file(text)
    elif kind is NOTE:
        found += _check_note(path, entry)
    elif kind is DECISION:
        found += _check_decision(path, entry)
    elif kind is CASE:
        found += _check_case(path, entry)
    return found


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """What one file says about itself: its ``title``, where its ``links`` lead, what is wrong with it, and of a
    ``decision`` the whole of it."""

    title: str
    links: tuple[str, ...]
    problems: tuple[EntryProblem, ...]
    decision: EntryText | None = None


def facts_of(path: str, text: str) -> EntryFacts:
    """The facts of a file, which depend on nothing but its text."""
    entry = read_entry(text)
    decision = entry if kind_of(path) is DECISION else None
    return EntryFacts(entry.title, tuple(links_of(entry.body)), tuple(check_entry(path, text)), decision)


def check_folder(texts: Mapping[str, str]) -> list[EntryProblem]:
    """What is wrong with a folder, given all its texts by their paths: in each file by itself, links that lead nowhere,
    names that differ only in small and capital letters, and titles and numbers that are used twice."""
    return check_facts({path: facts_of(path, text) for path, text in texts.items()})


def check_facts(facts: Mapping[str, EntryFacts]) -> list[EntryProblem]:
    """The same, given the facts of all files."""
    found = [problem for one in facts.values() for problem in one.problems]
    folded = Counter(path.casefold() for path in facts)
    names = link_names(facts)
    titles = _titles(facts)
    for path, one in facts.items():
        if folded[path.casefold()] > 1:
            sentence = UserMessage("Another file has the same name except for small and capital letters.")
            found.append(_error(path, sentence))
        found += _broken_links(path, one.links, facts, names)
        if other := next((one for one in titles.get(path, ()) if one != path), ""):
            found.append(EntryProblem(path, WARNING, UserMessage("{other} has the same title.", other=other)))
    numbers = Counter(match[1] for path in facts if (match := _number(path)))
    for path, one in facts.items():
        if one.decision is not None:
            found += _check_successors(path, one.decision, {int(number) for number in numbers})
        match = _number(path)
        if match and numbers[match[1]] > 1:
            found.append(_error(path, UserMessage("Another decision has the number {number}.", number=match[1])))
    return sorted(found, key=lambda one: (one.path, one.line, one.level))


def _hidden_text(path: str, text: str) -> Iterator[EntryProblem]:
    """What an agent would read and the operator does not see, or would take for the end of a part of the prompt."""
    plain = text if text.isascii() else _JOINERS.sub("", text.removeprefix("\ufeff"))
    for pattern, sentence in (
        (_HIDDEN, UserMessage("It has characters that cannot be seen. Agents read them; take them out.")),
        (_PROMPT_TAG, UserMessage("It has a tag that agents may take for an instruction. Take it out.")),
    ):
        if (pattern is _PROMPT_TAG or not text.isascii()) and (found := pattern.search(plain)):
            yield EntryProblem(path, WARNING, sentence, plain.count("\n", 0, found.start()) + 1)


def _check_common(path: str, entry: EntryText) -> Iterator[EntryProblem]:
    said = entry.meta.get("type")
    if not entry.has_meta:
        yield _error(path, UserMessage("It has no frontmatter with a type."))
        return
    if not isinstance(said, str) or not said.strip():
        yield _error(path, UserMessage("The frontmatter has no type."))
    for key in ("title", "description"):
        value = entry.meta.get(key)
        if value is not None and (not isinstance(value, str) or not value.strip()):
            yield _error(path, UserMessage("“{key}” must be text.", key=key), _line(entry, key))
    tags = entry.meta.get("tags")
    if tags is not None and not (isinstance(tags, list) and all(isinstance(tag, str) for tag in tags)):
        yield _error(path, UserMessage("“{key}” must be a list of words.", key="tags"), _line(entry, "tags"))
    if (until := entry.meta.get("stale_after")) is not None and instant(until) is None:
        sentence = UserMessage(
            "“{key}” must be a time with an offset, such as 2026-03-02T09:00:00Z.", key="stale_after"
        )
        yield _error(path, sentence, _line(entry, "stale_after"))
    sources = entry.meta.get("sources")
    if sources is not None:
        rows = sources if isinstance(sources, list) else [sources]
        if not all(isinstance(row, dict) and row.get("resource") for row in rows):
            yield _error(path, UserMessage("A source has no “resource”."), _line(entry, "sources"))
    if kind_of(path) is not DECISION and (status := entry.meta.get("status")) is not None and status not in LIFE:
        sentence = UserMessage(
            "“{status}” is not a status. Use one of {states}.", status=status, states=", ".join(LIFE)
        )
        yield EntryProblem(path, WARNING, sentence, _line(entry, "status"))


def _check_memory_file(text: str) -> Iterator[EntryProblem]:
    found = read_memory_file(text)
    if found.fills > 1:
        sentence = UserMessage(
            "It has {lines} lines and {size} bytes; agents read {most} lines and {bytes} bytes of it.",
            lines=found.lines, size=found.size, most=MOST_LINES, bytes=MOST_BYTES,
        )  # fmt: skip
        yield EntryProblem(MEMORY_FILE, ERROR, sentence)
    elif found.fills >= NEAR:
        sentence = UserMessage("It is nearly full: take out what is not needed any more.")
        yield EntryProblem(MEMORY_FILE, WARNING, sentence)
    for entry in found.entries:
        if entry.date is None:
            yield EntryProblem(MEMORY_FILE, WARNING, UserMessage("This entry has no date."), entry.line)


def _check_withheld(path: str, text: str) -> Iterator[EntryProblem]:
    """Lines of MEMORY.md, or of the index of a notebook, that no prompt gets."""
    for entry in read_memory_file(text).entries:
        if (why := why_withheld(entry.text)) and why != SECRET:  # which is said of the whole file
            yield EntryProblem(path, WARNING, why, entry.line)


def _check_note(path: str, entry: EntryText) -> Iterator[EntryProblem]:
    about = entry.meta.get("note_type")
    if about not in NOTE_TYPES:
        sentence = UserMessage("“note_type” must be one of {types}.", types=", ".join(NOTE_TYPES))
        yield _error(path, sentence, _line(entry, "note_type"))
    if not entry.description:
        yield EntryProblem(path, WARNING, UserMessage("It has no description, the line that the index shows."))
    if not entry.body.strip():
        yield _error(path, UserMessage("It has no text."))


def _check_decision(path: str, entry: EntryText) -> Iterator[EntryProblem]:
    if _number(path) is None:
        sentence = UserMessage("The file name of a decision must look like 0007-title.md.")
        yield _error(path, sentence)
    status = entry.meta.get("status")
    if status not in DECISION_STATES:
        sentence = UserMessage("The status must be one of {states}.", states=", ".join(DECISION_STATES))
        yield _error(path, sentence, _line(entry, "status"))
    if instant(entry.meta.get("date")) is None:
        yield _error(path, UserMessage("“date” must be a date."), _line(entry, "date"))
    if status == "superseded" and not entry.meta.get("superseded-by"):
        sentence = UserMessage("It is superseded; “superseded-by” does not say by which decision.")
        yield _error(path, sentence, _line(entry, "status"))
    for key in ("supersedes", "superseded-by"):
        value = entry.meta.get(key)
        rows = value if isinstance(value, list) else [value] if value is not None else []
        if not all(isinstance(row, int) and not isinstance(row, bool) for row in rows):
            yield _error(path, UserMessage("“{key}” must be the number of a decision.", key=key), _line(entry, key))


def _check_successors(path: str, entry: EntryText, numbers: set[int]) -> Iterator[EntryProblem]:
    """What it says of other decisions must hold: those that it names are there, and superseded is one that says so."""
    for key in ("supersedes", "superseded-by"):
        value = entry.meta.get(key)
        rows = value if isinstance(value, list) else [value]
        for number in rows:
            if isinstance(number, int) and number not in numbers:
                sentence = UserMessage("“{key}” names decision {number}, which is not there.", key=key, number=number)
                yield _error(path, sentence, _line(entry, key))
    if entry.meta.get("superseded-by") and entry.meta.get("status") != "superseded":
        sentence = UserMessage("Another decision took its place, so its status must be superseded.")
        yield _error(path, sentence, _line(entry, "status"))


def _check_case(path: str, entry: EntryText) -> Iterator[EntryProblem]:
    headings = {line.lstrip("#").strip() for line in entry.body.splitlines() if line.startswith("## ")}
    for wanted in _CASE_SECTIONS:
        if wanted not in headings:
            yield _error(path, UserMessage("The section “{section}” is missing.", section=wanted))
    resource = entry.meta.get("resource")
    if not isinstance(resource, str) or not resource or re.search(r"\s", resource):
        yield _error(path, UserMessage("“resource” is missing or has blanks."), _line(entry, "resource"))
    if len(entry.title.encode()) > 120:
        yield _error(path, UserMessage("The title has more than 120 bytes."), _line(entry, "title"))


def _check_skill(path: str, entry: EntryText) -> Iterator[EntryProblem]:
    folder, name = PurePosixPath(path).parent.name, entry.meta.get("name")
    if not isinstance(name, str) or not _SKILL_NAME.fullmatch(name) or len(name) > 64:
        sentence = UserMessage("“name” must be small letters and digits with single hyphens, at most 64 characters.")
        yield _error(path, sentence, _line(entry, "name"))
    elif name != folder:
        sentence = UserMessage("“name” must be the name of the folder, {folder}.", folder=folder)
        yield _error(path, sentence, _line(entry, "name"))
    description = entry.meta.get("description")
    if not isinstance(description, str) or not 1 <= len(description.strip()) <= 1024:
        sentence = UserMessage("“description” must say in 1 to 1,024 characters what it does and when to use it.")
        yield _error(path, sentence, _line(entry, "description"))
    fits = entry.meta.get("compatibility")
    if fits is not None and (not isinstance(fits, str) or len(fits) > 500):
        sentence = UserMessage("“compatibility” must be a text of at most 500 characters.")
        yield _error(path, sentence, _line(entry, "compatibility"))
    more = entry.meta.get("metadata")
    if more is not None and not (isinstance(more, dict) and all(isinstance(v, str) for v in more.values())):
        yield _error(path, UserMessage("All values in “metadata” must be text."), _line(entry, "metadata"))
    for key in entry.meta:
        if key not in SKILL_KEYS:
            yield _error(path, UserMessage("A procedure cannot have the key “{key}”.", key=key), _line(entry, key))
    if not entry.body.strip():
        yield _error(path, UserMessage("It has no text."))


def _check_reserved(path: str, name: str, text: str) -> Iterator[EntryProblem]:
    entry = read_entry(text)
    if entry.has_meta and (name == LOG or path != INDEX or set(entry.meta) - {"okf_version"}):
        yield _error(path, UserMessage("This file must not have frontmatter."))
    if name == LOG:
        days = _DAY_HEADING.findall(text)
        if days != sorted(days, reverse=True):
            yield _error(path, UserMessage("Its days are not in order, the newest first."))


def link_names(facts: Mapping[str, EntryFacts]) -> dict[str, str]:
    """The entries that ``[[x]]`` may mean, by their names and titles in small letters. The name is that of the file, or
    of a procedure that of its folder; where one entry's title is another's name, the name counts."""
    found: dict[str, str] = {}
    for path in sorted(facts):
        folder, _, file = path.rpartition("/")
        name = folder.rpartition("/")[2] if file == "SKILL.md" else file.removesuffix(".md")
        found.setdefault(name.casefold(), path)
    for path in sorted(facts):
        found.setdefault(facts[path].title.casefold(), path)
    return found


def resolve_link(path: str, target: str, names: Mapping[str, str]) -> str:
    """Where a link of the file at ``path`` leads in the folder, whether there is a file or not; "" for one that leads
    out of it. ``names`` are those of ``link_names``."""
    place = target.split("#", maxsplit=1)[0].split("?", maxsplit=1)[0]
    if not place or _SCHEME.match(place):
        return ""
    if place.endswith(".md"):
        base = "" if place.startswith("/") else path.rpartition("/")[0]
        return _joined(base, place.replace("%20", " "))
    if "/" in place or PurePosixPath(place).suffix:
        return ""
    return names.get(place.casefold()) or names.get(slug_of(place)) or f"{place}.md"


def _titles(facts: Mapping[str, EntryFacts]) -> dict[str, list[str]]:
    """For each entry those of its kind that have its title, itself among them."""
    groups: dict[tuple[str, str], list[str]] = {}
    for path, one in facts.items():
        above, _, name = path.rpartition("/")
        if (kind := kind_of(path)) is not None and name not in RESERVED:
            folder = above if kind is ROLE else kind.folder
            groups.setdefault((folder, one.title.casefold()), []).append(path)
    return {path: group for group in groups.values() if len(group) > 1 for path in group}


def _broken_links(
    path: str, links: Iterable[str], known: Container[str], names: Mapping[str, str]
) -> Iterator[EntryProblem]:
    for target in links:
        place = resolve_link(path, target, names)
        if _leads_out(path, target):
            yield EntryProblem(
                path, WARNING, UserMessage("The link to “{target}” leads out of the folder.", target=target)
            )
        elif place and place not in known:
            yield EntryProblem(path, WARNING, UserMessage("The link to “{target}” leads nowhere.", target=target))


def _leads_out(path: str, target: str) -> bool:
    """Tell whether a relative link climbs above the folder."""
    if _SCHEME.match(target):
        return False
    depth = 0 if target.startswith("/") else path.count("/")
    for part in target.partition("#")[0].split("/"):
        depth += -1 if part == ".." else 1 if part not in (".", "") else 0
        if depth < 0:
            return True
    return False


def _joined(base: str, place: str) -> str:
    parts = base.split("/") if base else []
    for part in place.split("/"):
        if part == "..":
            parts[-1:] = []
        elif part not in (".", ""):
            parts.append(part)
    return "/".join(parts)


def _error(path: str, sentence: str, line: int = 1) -> EntryProblem:
    return EntryProblem(path, ERROR, sentence, line)


def _number(path: str) -> re.Match[str] | None:
    return _DECISION_FILE.match(path.rpartition("/")[2]) if kind_of(path) is DECISION else None


def _line(entry: EntryText, key: str) -> int:
    lines = entry.text.splitlines()
    return next((at for at, line in enumerate(lines, 1) if line.startswith(f"{key}:")), 1)
