"""``render_knowledge``: one round between the database and its files (C2, C7).

A round commits what was edited outside, carries those edits out in the database, renders the files whose facts, lessons
or cases changed since the last round, and commits them together. Where nothing changed it costs milliseconds. It may
be killed anywhere: the next one goes on, and carries no edit out twice. It waits for the database and for the folder's
lock: never on a GUI thread, nor inside ``store.write``.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.clock import Clock, utc_now
from ...core.messages import UserMessage
from ...core.text_format import format_count
from ..entries import read_entry
from ..entry_checks import ERROR, EntryProblem
from ..index_file import change_index, is_listed
from ..layout import CASE, INDEX, LESSONS_FILE, SUMMARY
from . import tables
from .frontmatter import RENDERED_BY, generated_at
from .pages import PlannedFile, plan_files
from .read_back import EditedFile, EditReader, ReadEdits
from .tables import GONE, RenderedFile

if TYPE_CHECKING:
    from ...learning import LearningService
    from ...memory import MemoryService
    from ...records.record_books import RecordRepositories
    from ..service import KnowledgeService

RESTORED = "Restored from"
MOST_LOOKED_AT = 1_000  # commits, for the version that an edit began with
MOST_TOLD = 5
"""So many problems of a round become an event each; the rest is counted."""


@dataclass(frozen=True, slots=True)
class RenderResult:
    """What a round did: ``count`` files are rendered in all, ``changed`` of them were written or deleted by this round,
    ``applied`` says how many lines of edits were carried out, by what was done. ``commit`` is its number, or ""."""

    count: int
    changed: int = 0
    applied: Mapping[str, int] = field(default_factory=dict)
    problems: tuple[EntryProblem, ...] = ()
    commit: str = ""

    def as_json(self) -> dict[str, Any]:
        """The result for ``--json``."""
        return {**asdict(self), "problems": [one.as_json() for one in self.problems]}


def render_knowledge(
    book: RecordRepositories,
    memory: MemoryService,
    learning: LearningService,
    knowledge: KnowledgeService,
    clock: Clock = utc_now,
    *,
    accept_deletions: bool = False,
) -> RenderResult:
    """Bring the files of facts, lessons and cases in step with the database, edits of them first. Raises OperatorError
    and EnvironmentFault. ``accept_deletions``: the operator has confirmed that many lines of a file are to go."""
    return RenderRound(book, memory, learning, knowledge, clock).run(accept_deletions=accept_deletions)


class RenderRound:
    """One round."""

    def __init__(
        self,
        book: RecordRepositories,
        memory: MemoryService,
        learning: LearningService,
        knowledge: KnowledgeService,
        clock: Clock = utc_now,
    ) -> None:
        self._book = book
        self._store = book.store
        self._memory = memory
        self._learning = learning
        self._knowledge = knowledge
        self._clock = clock
        self._problems: list[EntryProblem] = []
        self._foreign: set[str] = set()

    def run(self, *, accept_deletions: bool = False) -> RenderResult:
        """Do it."""
        quick, state, rows = self._store.read(self._look).result()
        signature = folder_signature(self._knowledge.root)
        if not accept_deletions and state.get("quick") == quick and state.get("folder") == signature:
            return RenderResult(sum(bool(row.revision) for row in rows.values()))
        if not rows and not self._knowledge.root.exists() and self._store.read(self._is_empty).result():
            return RenderResult(0)
        with self._knowledge.repository.locked_for("render"):
            return self._run(accept_deletions)

    def _run(self, accept_deletions: bool) -> RenderResult:
        """While nobody else is at it."""
        self._knowledge.take_edits()
        _, state, rows = self._store.read(self._look).result()
        read = self._read_edits(rows, state, accept_deletions)
        quick, state, rows = self._store.read(self._look).result()
        version, planned, gone = self._store.read(
            lambda: plan_files(self._memory, self._learning, rows, state)
        ).result()
        written, changed, commit, complete = self._write(planned, gone, read.blocked, rows)
        values = {"version": str(version)} if complete else {}
        if self._foreign:
            values["foreign"] = " ".join(sorted(self._foreign))
        if complete and not read.blocked:
            values |= {"quick": quick, "folder": folder_signature(self._knowledge.root)}
        self._store.write(lambda: self._finish(written, values, state.get("foreign", ""))).result()
        count = self._store.read(tables.count_files).result()
        return RenderResult(count, changed, dict(read.done), (*read.problems, *self._problems), commit)

    # --- reading -----------------------------------------------------------------------------------------------------

    def _look(self) -> tuple[str, dict[str, str], dict[str, RenderedFile]]:
        quick = f"{self._memory.folder.quick_state()}|{tables.case_state()}"
        return quick, tables.get_state(), tables.rendered_files()

    def _is_empty(self) -> bool:
        return not (self._memory.folder.page_stamps() or self._memory.lessons.rows() or tables.case_stamps())

    def _read_edits(
        self, rows: Mapping[str, RenderedFile], state: Mapping[str, str], accept_deletions: bool
    ) -> ReadEdits:
        """Carry out what was edited since a file was rendered."""
        repository = self._knowledge.repository
        blobs = repository.blobs() if rows else {}
        ours: list[RenderedFile] = []
        edited: list[EditedFile] = []
        foreign: dict[str, str] = {}
        for path, row in rows.items():
            revision = blobs.get(path, "")
            if row.pending and (revision or GONE) == row.pending:  # it was written, and the record of it was cut off
                ours.append(replace(row, revision=revision, pending="", kept=""))
                continue
            if revision == row.revision:
                continue
            before = repository.blob_text(row.revision) if row.revision else ""
            author, message = repository.last_change(path) if revision else ("", "")
            if before is None or author == RENDERED_BY:
                foreign[path] = revision
                self._tell_foreign(path)
                continue
            after = (repository.blob_text(revision) if revision else "") or ""
            if revision and not message.startswith(RESTORED):
                before = self._edited_from(path, before, after)
            edited.append(EditedFile(row, before, after, revision))
        if not edited and not ours and not foreign:
            return ReadEdits()
        domains = self._memory.edits.domains()

        def apply() -> ReadEdits:
            tables.put_files(ours)
            found = EditReader(self._memory, self._learning, domains, accept_deletions).apply(edited)
            tables.put_files(found.files)
            self._record(found, state)
            found.blocked |= foreign
            return found

        return self._store.write(apply).result()

    def _edited_from(self, path: str, latest: str, after: str) -> str:
        """The version that an edit began with, by the time of rendering that it bears: an editor may have held the file
        open while a newer version was rendered. A version that was restored is compared with the latest one instead:
        it is meant to undo what came after it."""
        at = generated_at(after)
        if not at or at == generated_at(latest):
            return latest
        repository = self._knowledge.repository
        for revision, author, _ in repository.changes_of(path, MOST_LOOKED_AT):
            if author == RENDERED_BY and generated_at(text := repository.blob_text(revision) or "") == at:
                return text
        return latest

    def _record(self, found: ReadEdits, state: Mapping[str, str]) -> None:
        """Problems become events, so that nobody has to look for them; those of a file that waits only once."""
        told = [
            one
            for one in found.problems
            if one.path not in found.blocked or state.get(f"blocked:{one.path}") != found.blocked[one.path]
        ]
        tables.set_state({f"blocked:{path}": revision for path, revision in found.blocked.items()})
        now = self._clock()
        for one in told[:MOST_TOLD]:
            said = UserMessage(
                "Edit of {path}, line {line}: {sentence}", path=one.path, line=one.line, sentence=one.sentence
            )
            self._book.events.add(level="warning", message=said, service=None, session_id=None, now=now)
        if len(told) > MOST_TOLD:
            more = UserMessage(
                "{count} more lines of edited knowledge files were not carried out.", count=len(told) - MOST_TOLD
            )
            self._book.events.add(level="warning", message=more, service=None, session_id=None, now=now)

    def _tell_foreign(self, path: str) -> None:
        sentence = UserMessage(
            "It shows another database, so it is left as it is. `claudeops knowledge rebuild` takes in what it holds."
        )
        self._problems.append(EntryProblem(path, ERROR, sentence))
        self._foreign.add(path)

    # --- writing -----------------------------------------------------------------------------------------------------

    def _write(
        self,
        planned: Iterable[PlannedFile],
        gone: Iterable[RenderedFile],
        blocked: Mapping[str, str],
        rows: Mapping[str, RenderedFile],
    ) -> tuple[list[RenderedFile], int, str, bool]:
        """Compose, write and commit; the rows of what was written or is in step, how many files changed, the commit,
        and whether nothing was left for another round."""
        from dulwich.objects import Blob

        now, knowledge = self._clock(), self._knowledge
        texts: dict[str, str | None] = {}
        done: list[RenderedFile] = []
        for one in planned:
            path = one.row.path
            if path in blocked:
                continue
            before = knowledge.text_of(path)
            if path not in rows and before:
                self._tell_foreign(path)
                continue
            if read_entry(before).fault:
                continue  # edited in this very moment: the next round reads it
            text = one.compose(before, now)
            revision = Blob.from_string(text.encode()).id.decode() if text is not None else GONE
            done.append(replace(one.row, pending=revision))
            if text != (before or None):
                texts[path] = text
        for row in gone:
            if row.path not in blocked:
                done.append(replace(row, pending=GONE))
                if (knowledge.root / row.path).exists():
                    texts[row.path] = None
        waiting = [replace(row, revision=rows[row.path].revision if row.path in rows else "", stamp="") for row in done]
        if texts:
            self._store.write(lambda: tables.put_files(waiting)).result()
        written, commit = self._commit(texts, rows)
        missed = texts.keys() - written
        return [row for row in done if row.path not in missed], len(written), commit, not missed

    def _commit(self, texts: Mapping[str, str | None], rows: Mapping[str, RenderedFile]) -> tuple[set[str], str]:
        """Write those files that nobody has touched since their edits were read."""
        if not texts:
            return set(), ""
        knowledge, repository = self._knowledge, self._knowledge.repository
        with knowledge.lock_folder():
            told: dict[str, str | None] = {}
            for path, text in texts.items():
                expected = rows[path].revision if path in rows else ""
                if repository.blob_of(path) == expected == repository.revision_of(path):
                    told[path] = text
            written = set(told)
            if not written:
                return written, ""
            index = knowledge.text_of(INDEX)
            wanted = change_index(index, told) if any(map(is_listed, told)) else index
            if wanted != index:
                told[INDEX] = wanted
            names = ", ".join(sorted(written)[:5]) + " …" * (len(written) > 5)
            why = f"Rendered {format_count(len(written), 'file')} from the database: {names}"
            return written, repository.write(told, RENDERED_BY, why)

    def _finish(self, written: Iterable[RenderedFile], values: dict[str, str], told: str) -> None:
        rows = [*written]
        if self._foreign and values.get("foreign") != told:
            said = UserMessage(
                "{count} files of the knowledge folder show another database, such as {path}: they are left alone."
                " `claudeops knowledge rebuild` takes in what they hold.",
                count=len(self._foreign), path=min(self._foreign),
            )  # fmt: skip
            self._book.events.add(level="warning", message=said, service=None, session_id=None, now=self._clock())
        for row in rows:
            if row.pending != GONE:
                tables.put_files([replace(row, revision=row.pending, pending="", kept="")])
            elif row.kind == tables.CASES:
                tables.drop_files([row.path])
            else:  # a file that comes back is an edit: its lines bring facts back
                tables.put_files([replace(row, revision="", pending="", kept="")])
        tables.set_state(values)


def folder_signature(root: Path) -> str:
    """A text that is another one as soon as a rendered file was written, added or deleted; reads no file."""
    found = []
    for folder in (SUMMARY.folder, CASE.folder):
        try:
            with os.scandir(root / folder) as entries:
                for entry in entries:
                    if not entry.name.startswith("."):
                        about = entry.stat(follow_symlinks=False)
                        found.append((folder, entry.name, about.st_mtime_ns, about.st_size))
        except OSError:
            continue
    try:
        about = (root / LESSONS_FILE).stat()
        found.append(("", LESSONS_FILE, about.st_mtime_ns, about.st_size))
    except OSError:
        pass
    return hashlib.sha256(repr(sorted(found)).encode()).hexdigest()[:32]
