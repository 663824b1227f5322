"""Which files are to be rendered, and of what: those whose stamp is another one than at the last round (C2).

Everything here belongs inside ``store.read``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import orjson

from ..entries import read_entry
from ..layout import LESSONS_FILE
from . import tables
from .case_files import path_of_case, render_case
from .fact_files import cut_pages, name_of_domain, path_of_page, render_facts
from .frontmatter import notes_of
from .lesson_file import render_lessons
from .tables import CASES, FACTS, LESSONS, RenderedFile

if TYPE_CHECKING:
    from ...learning import LearningService, StoredCase
    from ...memory import MemoryService, ShownFact, StoredLesson

Compose = Callable[[str, datetime], "str | None"]


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file that is to be rendered: its row with the new stamp, and what makes its text of the file as it is and the
    time; None where the file is to go."""

    row: RenderedFile
    compose: Compose


def plan_files(
    memory: MemoryService, learning: LearningService, rows: Mapping[str, RenderedFile], state: Mapping[str, str]
) -> tuple[int, list[PlannedFile], list[RenderedFile]]:
    """The number of the last change of a fact, the files that are to be rendered, and those that are to go."""
    version = memory.folder.last_version()
    planned, gone = _plan_facts(memory, rows, int(state.get("version", 0)))
    planned += _plan_lessons(memory, rows)
    cases, retired = _plan_cases(learning, rows)
    return version, planned + cases, gone + retired


def notes_with(before: str, kept: str) -> str:
    """The notes of a file with the lines that are to be kept, each once."""
    notes = notes_of(read_entry(before).body)
    there = {line.strip() for line in notes.split("\n")}
    more = [line for line in kept.split("\n") if line.strip() and line.strip() not in there]
    return "\n".join(filter(None, [notes, *more]))


def _plan_facts(
    memory: MemoryService, rows: Mapping[str, RenderedFile], version: int
) -> tuple[list[PlannedFile], list[RenderedFile]]:
    stamps = memory.folder.page_stamps()
    changed = memory.folder.pages_changed_since(version)
    names: dict[str, str] = {}
    for domain in sorted({domain for domain, _ in stamps}):
        names[domain] = name_of_domain(domain, names.values())
    first = {domain: min(page for name, page in stamps if name == domain) for domain in names}
    there: dict[tuple[str, int], list[RenderedFile]] = {}
    for row in rows.values():
        if row.kind == FACTS:
            there.setdefault((row.name, row.entry_id), []).append(row)
    planned: list[PlannedFile] = []
    gone: list[RenderedFile] = []
    for (domain, page), numbers in stamps.items():
        summary = memory.folder.summary(domain) if page == first[domain] else []
        written = memory.folder.written_summary(domain) if summary else ""
        stamp = hashlib.sha256(f"{numbers}|{summary!r}{written}".encode()).hexdigest()[:16]
        known = there.pop((domain, page), [])
        in_step = known and all(row.stamp == stamp and not row.kept for row in known)
        if in_step and page not in changed:
            continue
        wanted = set[str]()
        for chunk, facts in enumerate(cut_pages(memory.folder.shown(domain, page))):
            path = path_of_page(names[domain], page, chunk)
            wanted.add(path)
            before = rows.get(path)
            row = RenderedFile(
                path, FACTS, domain, page, before.revision if before else "", "", stamp, before.kept if before else ""
            )
            shown = summary if not chunk else []
            planned.append(PlannedFile(row, partial(_compose_facts, row, facts, shown, written if shown else "")))
        for row in known:
            if row.path not in wanted:
                _leave(row, planned, gone)
    for known in there.values():
        for row in known:
            _leave(row, planned, gone)
    return planned, gone


def _leave(row: RenderedFile, planned: list[PlannedFile], gone: list[RenderedFile]) -> None:
    """A page without facts goes, unless somebody has written notes into it."""
    if row.stamp == "empty" and not row.kept:
        return
    empty = RenderedFile(row.path, FACTS, row.name, row.entry_id, row.revision, "", "empty", row.kept)
    planned.append(PlannedFile(empty, partial(_compose_empty, empty)))


def _compose_facts(
    row: RenderedFile, facts: list[ShownFact], summary: list[ShownFact], written: str, before: str, now: datetime
) -> str:
    return render_facts(before, row.name, row.entry_id, facts, summary, notes_with(before, row.kept), now, written)


def _compose_empty(row: RenderedFile, before: str, now: datetime) -> str | None:
    notes = notes_with(before, row.kept)
    return render_facts(before, row.name, row.entry_id, [], [], notes, now) if notes.strip() else None


def _plan_lessons(memory: MemoryService, rows: Mapping[str, RenderedFile]) -> list[PlannedFile]:
    lessons = memory.lessons.rows()
    known = rows.get(LESSONS_FILE)
    if not lessons and known is None:
        return []
    told = [(one.id, one.text, one.times, one.updated_at, one.source) for one in lessons]
    stamp = hashlib.sha256(orjson.dumps(sorted(told))).hexdigest()[:16]
    if known is not None and known.stamp == stamp and not known.kept:
        return []
    row = RenderedFile(
        LESSONS_FILE, LESSONS, "", 0, known.revision if known else "", "", stamp, known.kept if known else ""
    )
    return [PlannedFile(row, partial(_compose_lessons, row, lessons))]


def _compose_lessons(row: RenderedFile, lessons: list[StoredLesson], before: str, now: datetime) -> str:
    return render_lessons(before, lessons, notes_with(before, row.kept), now)


def _plan_cases(
    learning: LearningService, rows: Mapping[str, RenderedFile]
) -> tuple[list[PlannedFile], list[RenderedFile]]:
    stamps = tables.case_stamps()
    known = {row.entry_id: row for row in rows.values() if row.kind == CASES}
    gone = [row for number, row in known.items() if number not in stamps]
    changed = [
        number
        for number, stamp in stamps.items()
        if number not in known or known[number].stamp != stamp or known[number].kept
    ]
    taken = {row.path for row in rows.values()}
    planned = []
    for case in learning.cases.by_ids(changed):
        row = known.get(case.id)
        path = row.path if row else _free_path(path_of_case(case), case.id, taken)
        taken.add(path)
        made = RenderedFile(
            path, CASES, "", case.id, row.revision if row else "", "", stamps[case.id], row.kept if row else ""
        )
        planned.append(PlannedFile(made, partial(_compose_case, made, case)))
    return planned, gone


def _free_path(path: str, number: int, taken: set[str]) -> str:
    return path if path not in taken else f"{path.removesuffix('.md')}-{number}.md"


def _compose_case(row: RenderedFile, case: StoredCase, before: str, now: datetime) -> str:
    return render_case(before, case, notes_with(before, row.kept), now)
