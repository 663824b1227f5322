"""``rebuild_knowledge``: what the folder gives back to a database that was lost (X4), and the index anew.

Only files are read that this database has not rendered itself: of those it is the source. The folder is the operator's
own, but it may have come by way of others (a remote, a copy, an agent with access to it), and nothing in it proves who
wrote a line: so all of it passes the gate, and what was edited since it was rendered is judged as an import is. What
stands as it was rendered had been judged beside its neighbours when it was stored, and comes back as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from ...core.clock import Clock, from_text, to_text, utc_now
from ...core.messages import UserMessage
from ...memory import DEFAULT_CONFIDENCE, GivenFact
from ..entry_checks import WARNING, EntryProblem
from ..layout import CASE, LESSONS_FILE, SUMMARY
from . import tables
from .case_files import CaseFile, fingerprint_of, read_case
from .fact_files import FactLine, read_facts
from .frontmatter import RENDERED_BY
from .lesson_file import read_lessons
from .read_back import SUGGESTED
from .tables import CASES, FACTS, LESSONS, RenderedFile

if TYPE_CHECKING:
    from ...learning import LearningService
    from ...memory import FolderOutcome, MemoryService
    from ...records.record_books import RecordRepositories
    from ..service import KnowledgeService

ENDS = ("open", "cured", "recovered", "recovered_later", "went_away", "unclear")
_KEPT_TIMES = 1_000  # how often a lesson may claim to have been learned


@dataclass(frozen=True, slots=True)
class RebuildResult:
    """What was done: ``entries`` that the index lists; facts, lessons and cases that were given back; ``held`` lines
    wait for review, ``known`` ones were there already. ``problems`` names what could not be taken in."""

    entries: int
    facts: int = 0
    lessons: int = 0
    cases: int = 0
    held: int = 0
    known: int = 0
    problems: tuple[EntryProblem, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The result for ``--json``."""
        return {**asdict(self), "problems": [one.as_json() for one in self.problems]}


def rebuild_knowledge(
    book: RecordRepositories,
    memory: MemoryService,
    learning: LearningService,
    knowledge: KnowledgeService,
    clock: Clock = utc_now,
) -> RebuildResult:
    """Write the index anew, and give the database back what the folder holds and it does not know. A second time adds
    nothing. Waits for the database and the folder's lock: never on a GUI thread, nor inside ``store.write``."""
    entries = knowledge.rebuild()
    with knowledge.repository.locked_for("render"):
        return replace(KnowledgeRebuild(book, memory, learning, knowledge, clock).run(), entries=entries)


class KnowledgeRebuild:
    """Reads the files that the database does not know."""

    def __init__(
        self,
        book: RecordRepositories,
        memory: MemoryService,
        learning: LearningService,
        knowledge: KnowledgeService,
        clock: Clock,
    ) -> None:
        self._store = book.store
        self._memory = memory
        self._learning = learning
        self._knowledge = knowledge
        self._clock = clock
        self._problems: list[EntryProblem] = []
        self._done: Counter[str] = Counter()
        self._services: frozenset[str | None] = frozenset()

    def run(self) -> RebuildResult:
        """Give back facts, then lessons, then cases."""
        repository = self._knowledge.repository
        rows = self._store.read(tables.rendered_files).result()
        self._services = self._store.read(self._memory.folder.known_services).result()
        blobs = {
            path: blob
            for path, blob in repository.blobs().items()
            if path.endswith(".md")
            and (path == LESSONS_FILE or path.startswith((f"{SUMMARY.folder}/", f"{CASE.folder}/")))
        }
        files = {path: blob for path, blob in blobs.items() if not self._is_ours(path, blob, rows.get(path))}
        read = [row for path, blob in sorted(files.items()) if (row := self._read(path, blob)) is not None]
        if read:
            self._store.write(lambda: tables.put_files(read)).result()
            self._store.write(lambda: tables.set_state({"quick": ""})).result()
        return RebuildResult(
            0, self._done["facts"], self._done["lessons"], self._done["cases"], self._done["held"],
            self._done["known"], tuple(self._problems),
        )  # fmt: skip

    def _is_ours(self, path: str, blob: str, row: RenderedFile | None) -> bool:
        """Tell whether this database has rendered a file, or waits for its edits to be read back."""
        if row is None:
            return False
        if blob in (row.revision, row.pending):
            return True
        return bool(row.revision) and self._knowledge.repository.last_change(path)[0] != RENDERED_BY

    def _read(self, path: str, blob: str) -> RenderedFile | None:
        """Take in one file; its row, None for one that was no rendering."""
        repository = self._knowledge.repository
        text = repository.blob_text(blob) or ""
        rendered = next((one for one, author, _ in repository.changes_of(path, 2_000) if author == RENDERED_BY), "")
        before = text if rendered == blob else (repository.blob_text(rendered) or "") if rendered else ""
        if path.startswith(f"{CASE.folder}/"):
            return self._case(path, blob, read_case(text))
        if path == LESSONS_FILE:
            found = read_lessons(text)
            if found.fault:
                self._problem(path, 1, found.fault)
                return None
            self._lessons(path, found.lines)
            return RenderedFile(path, LESSONS, revision=blob)
        found = read_facts(text)
        if found.fault:
            self._problem(path, 1, found.fault)
            return None
        if not found.domain:
            return None  # a file of the operator's own
        self._facts(path, found.domain, found.lines, {(one.service, one.bullet) for one in read_facts(before).lines})
        return RenderedFile(path, FACTS, found.domain, _page_of(path), blob)

    # --- facts and lessons -------------------------------------------------------------------------------------------

    def _facts(self, path: str, domain: str, lines: Sequence[FactLine], rendered: set[tuple[Any, Any]]) -> None:
        known = domain in self._memory.edits.domains()
        offered: list[GivenFact] = []
        places: list[FactLine] = []
        today = to_text(self._clock())[:10]
        for line in lines:
            said = line.bullet
            if said.fault:
                self._problem(path, line.line, said.fault)
                continue
            offered.append(
                GivenFact(
                    said.number or 0,
                    line.service,
                    said.category or SUGGESTED,
                    said.text,
                    DEFAULT_CONFIDENCE if said.confidence is None else said.confidence,
                    said.day or today,
                    domain if known else "operations",
                    said.pinned,
                    not said.unconfirmed,
                    as_rendered=said.number is not None and (line.service, said) in rendered,
                )
            )
            places.append(line)
        for line, outcome in zip(places, self._memory.folder.give_back(offered, path, self._services), strict=True):
            self._count("facts", path, line.line, outcome)

    def _lessons(self, path: str, lines: Sequence[FactLine]) -> None:
        def give_back() -> list[tuple[int, FolderOutcome]]:
            return [
                (
                    line.line,
                    self._memory.folder.add_lesson(
                        line.bullet.text,
                        path,
                        times=min(line.bullet.times, _KEPT_TIMES),
                        source=line.bullet.origin or "operator",
                        at=line.bullet.day,
                    ),
                )
                for line in lines
                if not line.bullet.fault
            ]

        for line in lines:
            if line.bullet.fault:
                self._problem(path, line.line, line.bullet.fault)
        for number, outcome in self._store.write(give_back).result():
            self._count("lessons", path, number, outcome)

    def _count(self, kind: str, path: str, line: int, outcome: FolderOutcome) -> None:
        if outcome.done == "held":
            self._done["held"] += 1
            self._problem(path, line, UserMessage("It needs your review: {why}", why=outcome.why))
        elif outcome.done == "refused":
            self._problem(path, line, UserMessage("It was not taken in: {why}", why=outcome.why))
        elif outcome.done == "added":
            self._done[kind] += 1
        else:
            self._done["known"] += 1

    # --- cases -------------------------------------------------------------------------------------------------------

    def _case(self, path: str, blob: str, found: CaseFile) -> RenderedFile | None:
        if found.fault:
            self._problem(path, 1, found.fault)
            return None
        if not found.service or not found.key_text("fingerprint"):
            return None  # a file of the operator's own, or of another program
        words = " ".join(filter(None, [found.symptom, found.shown, found.cause, found.cure]))
        if why := self._store.read(lambda: self._memory.folder.fault_of(words)).result():
            self._problem(path, 1, UserMessage("It was not taken in: {why}", why=why))
            return None
        number, is_new = self._store.write(lambda: self._file_case(found)).result()
        self._done["cases" if is_new else "known"] += 1
        return RenderedFile(path, CASES, "", number, blob)

    def _file_case(self, found: CaseFile) -> tuple[int, bool]:
        """The number of the case, and whether it is a new one. Inside ``store.write``."""
        cases = self._learning.cases
        host, project, trigger = found.key_text("host"), found.key_text("project"), found.key_text("trigger")
        signature = cases.signature_of(trigger, found.shown or found.symptom, found.symptom)
        wanted = fingerprint_of(found.service, host, project, signature, found.variant)
        for one in cases.list(service=found.service):
            told = fingerprint_of(one.service, one.host, one.project, one.signature, one.variant)
            if told in (wanted, found.key_text("fingerprint")):
                return one.id, False
        draft = case_draft(found, host, project, trigger, self._clock)
        filed = cases.file(draft)
        changes = {"cause": found.cause, "cure": found.cure}
        now = cases.must(filed.case_id)
        changes = {name: text for name, text in changes.items() if text and getattr(now, name) != text}
        if changes:
            cases.edit(filed.case_id, **changes)
        if found.retired:
            cases.retire(filed.case_id)
        return filed.case_id, filed.is_new

    def _problem(self, path: str, line: int, sentence: str) -> None:
        self._problems.append(EntryProblem(path, WARNING, sentence, line))


def case_draft(found: CaseFile, host: str, project: str, trigger: str, clock: Clock, key: str = "") -> Any:
    """A case of a file as it is filed anew: its attempts are those of one occurrence, which is known by ``key``. Pure
    but for the clock, which stands in for times that cannot be read."""
    from ...learning import CaseAttempt, CaseDraft
    from ...learning.cases.outcomes import RECOVERED

    opened = _moment(found.key_text("opened_at"), clock)
    closed = _moment(found.key_text("last_validated"), clock)
    state = found.key_text("state")
    end = state if state in ENDS else "unclear"
    attempts = tuple(
        CaseAttempt(one.action, one.effect, _moment(one.at, clock), one.by, "file", one.result, one.seconds)  # type: ignore[arg-type]
        for one in found.attempts
    )
    cure = next((at for at, one in enumerate(attempts) if one.result in RECOVERED), None)
    return CaseDraft(
        key or f"folder:{found.key_text('fingerprint')}", "session", found.service, found.symptom, end, attempts,  # type: ignore[arg-type]
        opened, closed if end != "open" else None, cure, None, named=(found.service,), trigger=trigger,
        shown=found.shown or found.symptom, cause=found.cause, host=host, project=project,
    )  # fmt: skip


def _moment(text: str, clock: Clock) -> Any:
    try:
        return from_text(text)
    except (ValueError, OverflowError):
        return clock()


def _page_of(path: str) -> int:
    """The number of a page by the name of its file: ``domains/operations.2.md`` is page 1."""
    parts = path.removesuffix(".md").rpartition(".")
    number = parts[2].partition("-")[0]
    return int(number) - 1 if parts[1] and number.isdecimal() and 0 < len(number) < 8 else 0
