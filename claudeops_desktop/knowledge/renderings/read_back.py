"""Edits of rendered files, carried out in the database as the operator's (C1, C2, C7).

Each line is compared with the version that it was edited from and with what the database says now. What cannot be
carried out is said in a sentence, and its words go into the notes of the file. Everything here runs inside
``store.write``, with the record of the version that was read: an edit is carried out once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...core.messages import UserMessage
from ...memory import DEFAULT_CONFIDENCE, MemoryEdit, ShownFact
from ..entries import read_entry
from ..entry_checks import WARNING, EntryProblem
from .bullets import show_confidence
from .case_files import read_case
from .fact_files import FactFile, FactLine, read_facts
from .lesson_file import read_lessons
from .tables import CASES, FACTS, LESSONS, RenderedFile
from .three_way import FileEdits, compare_files

if TYPE_CHECKING:
    from ...learning import LearningService
    from ...memory import FolderOutcome, MemoryService

MOST_DELETED = 20
"""So many lines may be deleted from a file at once; more only where they are less than half of it, or on request."""
SUGGESTED = "behavior"
_WRITTEN = {
    FACTS: ("type", "description", "domain"),
    LESSONS: ("type", "description"),
    CASES: ("type", "title", "description", "resource", "service", "state", "seen", "opened_at", "last_validated"),
}


@dataclass(frozen=True, slots=True)
class EditedFile:
    """A rendered file that somebody has edited since: its row, and its text before and after. ``revision`` is the
    version as it is now, "" where the file is gone."""

    row: RenderedFile
    before: str
    after: str
    revision: str


@dataclass(slots=True)
class ReadEdits:
    """What came of reading edits back: how many lines were carried out, by what was done; ``files`` are the rows that
    agree with the database now; ``blocked`` paths stay as they are until the operator has decided."""

    done: Counter[str] = field(default_factory=Counter)
    problems: list[EntryProblem] = field(default_factory=list)
    files: list[RenderedFile] = field(default_factory=list)
    blocked: dict[str, str] = field(default_factory=dict)


class EditReader:
    """Carries out the edits of some files in one transaction."""

    def __init__(
        self, memory: MemoryService, learning: LearningService, domains: Sequence[str], accept_deletions: bool
    ) -> None:
        self._memory = memory
        self._learning = learning
        self._domains = domains
        self._accept = accept_deletions
        self._found = ReadEdits()
        self._kept: dict[str, list[str]] = {}

    def apply(self, files: Sequence[EditedFile]) -> ReadEdits:
        """Carry out all edits; inside ``store.write``."""
        facts: list[tuple[EditedFile, FileEdits]] = []
        for one in files:
            if one.row.kind == CASES:
                self._case(one)
                continue
            read = read_facts if one.row.kind == FACTS else read_lessons
            before, after = read(one.before), read(one.after)
            if not one.revision:
                self._gone(one)
            elif after.fault:
                self._block(one, UserMessage("{fault} The file is left as it is.", fault=after.fault))
            elif not self._too_many_deleted(one, before, edits := compare_files(before, after)):
                self._note_keys(one)
                self._note_lines(one, edits)
                if one.row.kind == FACTS:
                    facts.append((one, edits))
                else:
                    self._lessons(one, edits)
        self._facts(facts)
        for one in files:
            if one.row.path not in self._found.blocked:
                kept = "\n".join(filter(None, [one.row.kept, *self._kept.get(one.row.path, [])]))
                self._found.files.append(replace(one.row, revision=one.revision, pending="", stamp="", kept=kept))
        return self._found

    # --- facts -------------------------------------------------------------------------------------------------------

    def _facts(self, files: Sequence[tuple[EditedFile, FileEdits]]) -> None:
        """All files of facts together: a line that went from one to another was moved."""
        removed = {
            line.bullet.number: (one, line) for one, edits in files for line in edits.removed if line.bullet.number
        }
        for one, edits in files:
            for changed in edits.changed:
                self._change(one, changed.before, changed.after, "")
            for line in edits.returned:
                number = line.bullet.number or 0
                source, before = removed.pop(number, (None, None))
                moved = source is not None and source.row.name != one.row.name
                self._change(one, before, line, one.row.name if moved or source is None else "")
            for line in edits.added:
                self._add(one, line)
        for number, (one, line) in removed.items():
            self._delete(one, number or 0, line)

    def _change(self, one: EditedFile, before: FactLine | None, after: FactLine, domain: str) -> None:
        """A line that stands otherwise than before; ``before`` None where it did not stand there."""
        folder = self._memory.folder
        number = after.bullet.number or 0
        current = folder.by_ids([number]).get(number)
        if current is None:
            if not folder.trashed([number]):
                self._add(one, after)
                return
            self._count(one, after, folder.bring_back(number))
            current = folder.by_ids([number]).get(number)
            if current is None:
                return
        fact, its_domain, shown = current
        if not shown:
            self._no_longer_shown(one, before, after)
            return
        edit, conflicts = _edit_of(fact, before, after)
        if domain and domain != its_domain and domain in self._domains:
            edit = replace(edit, domain=domain)
        if edit == MemoryEdit():
            return
        if conflicts:
            sentence = UserMessage(
                "Fact {number} had changed meanwhile. Your version stands; the other one is in its history"
                " (claudeops memory show {number}).",
                number=number,
            )  # fmt: skip
            self._problem(one, after.line, sentence)
        self._count(one, after, folder.edit(number, edit, one.row.path))

    def _no_longer_shown(self, one: EditedFile, before: FactLine | None, after: FactLine) -> None:
        """The fact was archived, held or superseded meanwhile: new words are a new fact, all else is too late."""
        if before is None or before.bullet.text != after.bullet.text:
            self._add(one, after)
            return
        sentence = UserMessage(
            "Fact {number} no longer counts as true, so the change was not carried out.", number=after.bullet.number
        )
        self._problem(one, after.line, sentence)

    def _add(self, one: EditedFile, line: FactLine) -> None:
        said = line.bullet
        domain = one.row.name if one.row.name in self._domains else ""
        outcome = self._memory.folder.add(
            said.category or SUGGESTED,
            line.service,
            said.text,
            domain,
            DEFAULT_CONFIDENCE if said.confidence is None else said.confidence,
            one.row.path,
        )
        self._count(one, line, outcome)

    def _delete(self, one: EditedFile, number: int, line: FactLine) -> None:
        current = self._memory.folder.by_ids([number]).get(number)
        if current is None or not current[2]:
            return  # it is gone already
        if current[0].observation != line.bullet.text:
            sentence = UserMessage(
                "Fact {number}, whose line was deleted, says something else by now, so it stays.", number=number
            )
            self._problem(one, line.line, sentence)
            return
        self._found.done["deleted"] += self._memory.folder.delete([number])

    # --- lessons -----------------------------------------------------------------------------------------------------

    def _lessons(self, one: EditedFile, edits: FileEdits) -> None:
        folder, lessons = self._memory.folder, self._memory.lessons
        for changed in edits.changed:
            number = changed.after.bullet.number or 0
            if changed.before.bullet.text == changed.after.bullet.text:
                continue
            if lessons.get(number) is None:
                self._count(one, changed.after, folder.add_lesson(changed.after.bullet.text, one.row.path))
            else:
                self._count(one, changed.after, folder.edit_lesson(number, changed.after.bullet.text, one.row.path))
        for line in (*edits.returned, *edits.added):
            known = lessons.get(line.bullet.number or 0)
            if known is not None and known.text == line.bullet.text and known.gate == "allow":
                lessons.edit(known.id, active=True)
                self._found.done["restored"] += not known.active
            else:
                self._count(one, line, folder.add_lesson(line.bullet.text, one.row.path))
        for line in edits.removed:
            known = lessons.get(line.bullet.number or 0)
            if known is not None and known.active:
                lessons.edit(known.id, active=False)
                self._found.done["deleted"] += 1

    # --- cases -------------------------------------------------------------------------------------------------------

    def _case(self, one: EditedFile) -> None:
        cases = self._learning.cases
        known = cases.get(one.row.entry_id)
        if known is None or known.id != one.row.entry_id:
            return  # it is gone, or was merged into another one
        if not one.revision:
            if known.retired_at is None:
                cases.retire(known.id)
                self._found.done["deleted"] += 1
                self._problem(one, 1, UserMessage("The file was deleted: the case is retired, and offered no more."))
            return
        before, after = read_case(one.before), read_case(one.after)
        if after.fault:
            self._block(one, UserMessage("{fault} The file is left as it is.", fault=after.fault))
            return
        self._note_keys(one)
        values: dict[str, str] = {}
        for name in ("symptom", "cause", "cure"):
            was, said = getattr(before, name), getattr(after, name)
            if was == said or getattr(known, name) == said:
                continue
            if not said:
                self._problem(one, 1, UserMessage("The section of the {name} is empty; it stays as it was.", name=name))
            elif why := self._memory.folder.fault_of(said):
                self._problem(one, 1, UserMessage("The {name} was not taken over: {why}", name=name, why=why))
                self._keep(one, said)
            else:
                values[name] = said
        if values:
            cases.edit(known.id, **values)
            self._found.done["edited"] += len(values)
        if after.retired not in (before.retired, known.retired_at is not None):
            cases.retire(known.id, after.retired)
            self._found.done["edited"] += 1
        ours = Counter(line for _, line in before.strays)
        for number, line in after.strays:
            if ours[line]:
                ours[line] -= 1
            else:
                self._stray(one, number, line)

    # --- what cannot be carried out ----------------------------------------------------------------------------------

    def _too_many_deleted(self, one: EditedFile, before: FactFile, edits: FileEdits) -> bool:
        removed = len(edits.removed)
        if self._accept or removed <= MOST_DELETED or removed * 2 <= len(before.lines):
            return False
        sentence = UserMessage(
            "{count} of {all} lines are gone. Nothing was deleted yet: confirm it with `claudeops knowledge render"
            " --accept-deletions`, or restore the file.",
            count=removed, all=len(before.lines),
        )  # fmt: skip
        self._block(one, sentence)
        return True

    def _gone(self, one: EditedFile) -> None:
        sentence = UserMessage(
            "The file was deleted. What it shows stays in the database, so it is written again: delete its lines"
            " to delete facts."
        )
        self._problem(one, 1, sentence)

    def _note_keys(self, one: EditedFile) -> None:
        was, now = read_entry(one.before).meta, read_entry(one.after).meta
        for key in _WRITTEN[one.row.kind]:
            if was.get(key) != now.get(key) and one.before:
                self._problem(
                    one, 1, UserMessage("“{key}” is written by Claude Ops; your value is in the history.", key=key)
                )

    def _note_lines(self, one: EditedFile, edits: FileEdits) -> None:
        for line in edits.unread:
            self._problem(one, line.line, line.bullet.fault)
            self._keep(one, line.raw)
        for number, stray in edits.strays:
            self._stray(one, number, stray)

    def _stray(self, one: EditedFile, number: int, line: str) -> None:
        self._problem(one, number, UserMessage("This line is no entry; it was moved to the notes of the file."))
        self._keep(one, line)

    def _keep(self, one: EditedFile, line: str) -> None:
        self._kept.setdefault(one.row.path, []).append(line)

    def _block(self, one: EditedFile, sentence: str) -> None:
        self._problem(one, 1, sentence)
        self._found.blocked[one.row.path] = one.revision

    def _count(self, one: EditedFile, line: FactLine, outcome: FolderOutcome) -> None:
        self._found.done[outcome.done] += 1
        if outcome.done == "held":
            self._problem(one, line.line, UserMessage("It needs your review: {why}", why=outcome.why))
        elif outcome.done == "refused":
            self._problem(one, line.line, UserMessage("It was not taken over: {why}", why=outcome.why))
            self._keep(one, line.raw)

    def _problem(self, one: EditedFile, line: int, sentence: str) -> None:
        self._found.problems.append(EntryProblem(one.row.path, WARNING, sentence, max(line, 1)))


def _edit_of(fact: ShownFact, before: FactLine | None, after: FactLine) -> tuple[MemoryEdit, bool]:
    """What of a line the editor changed and the database does not say yet; whether the database had changed the same
    meanwhile."""
    said, was = after.bullet, before.bullet if before is not None else None
    now = {
        "observation": fact.observation,
        "category": fact.category,
        "service": fact.service or "",
        "confidence": show_confidence(fact.confidence),
        "pinned": fact.pinned,
    }
    wanted: dict[str, Any] = {
        "observation": said.text,
        "category": said.category,
        "service": after.service or "",
        "confidence": show_confidence(said.confidence if said.confidence is not None else fact.confidence),
        "pinned": said.pinned,
    }
    base = now if was is None else {
        "observation": was.text,
        "category": was.category,
        "service": (before.service if before is not None else None) or "",
        "confidence": show_confidence(was.confidence if was.confidence is not None else fact.confidence),
        "pinned": was.pinned,
    }  # fmt: skip
    changes = {name: value for name, value in wanted.items() if value != base[name] and value != now[name]}
    conflicts = any(now[name] != base[name] for name in changes)
    if "confidence" in changes:
        changes["confidence"] = said.confidence
    if was is not None and was.unconfirmed and not said.unconfirmed and not changes:
        changes["category"] = fact.category  # any edit says that the operator stands for it
    return MemoryEdit(**changes), conflicts
