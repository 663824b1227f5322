"""A purge from end to end (E19): database, logs, files of sessions, transcripts, indexes, free pages, and the search.

Each part is a durable step: a purge that was killed is gone on with. Nothing of it needs a window; ``tell`` hears how
far it is. On a thread that may wait, never inside ``store.write``.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from ..agents.claude_cli.transcripts import config_folders, files_of, transcripts_of_others
from ..core.clock import Clock, utc_now
from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from ..core.principals import with_all_rows
from ..core.settings import Settings
from ..memory import MemoryService
from ..memory.purging import files
from ..memory.purging.search_terms import SearchTerms, needles_of
from ..memory.purging.types import (
    PurgeFinding,
    PurgePreview,
    PurgeProgress,
    PurgeReport,
    PurgeRequest,
    PurgeTargets,
    RelatedMemory,
    Tell,
    UnreachableCopy,
    ignore_progress,
    job_of,
)
from ..records.record_books import RecordRepositories
from ..records.telemetry.steps import DurableSteps
from ..storage.maintenance import compact_database
from ..storage.postgres.copy_file import remove_copy
from .log_index import database as log_database
from .log_index import indexing

log = logging.getLogger(__name__)

OWN_LOG = "app.log"
NOT_OURS = "It belongs to a session that Claude Ops did not start."
OTHER_MACHINES = UnreachableCopy(
    "session logs, transcripts and knowledge folders on the other machines of this store", "Purge it there too."
)
ALWAYS = (
    UnreachableCopy(
        "backups and exports that you put outside the data folder", "Make a new backup, then delete the older ones."
    ),
    UnreachableCopy(
        "copies that other programs made of the data folder (snapshots, synchronised folders, backup programs)",
        "Remove them there.",
    ),
    UnreachableCopy("the history of your shell, where the purge was typed", "Take the line out of it."),
)


class PurgeablePart(Protocol):
    """Something else that a purge goes through, of a package above this one."""

    kind: str

    def count(self, touches: Callable[[str], bool]) -> int:
        """How much of it touches the subject. Changes nothing."""

    def clean(self, touches: Callable[[str], bool], becomes: Callable[[str], str]) -> int:
        """Take the subject out: names that are touched go, texts become what ``becomes`` says; how much changed."""

    def unreachable(self, touches: Callable[[str], bool]) -> list[tuple[str, str]]:
        """What of it may hold the subject and is not ours to change: where it is, and what to do about it."""


class PurgeRunner:
    """Looks, and takes out. One at a time."""

    def __init__(
        self,
        book: RecordRepositories,
        memory: MemoryService,
        folder: DataFolder,
        settings: Settings,
        environ: Mapping[str, str],
        clock: Clock = utc_now,
        parts: Sequence[PurgeablePart] = (),
    ) -> None:
        self._book = book
        self._parts = tuple(parts)
        self._store = book.store
        self._memory = memory
        self._folder = folder
        self._settings = settings
        self._environ = environ
        self._steps = DurableSteps(book.store, clock)

    def preview(self, request: PurgeRequest, tell: Tell = ignore_progress) -> PurgePreview:
        """What would go, by kind, and what cannot be reached. Changes nothing. Raises UsageError."""
        tell(PurgeProgress("Looking through the database"))
        seen = self._store.read(lambda: self._memory.purge.preview(request)).result()
        collected = self._store.read(lambda: self._memory.purge.collect_all(request)).result()
        needles = needles_of(collected)
        found = [*seen.found]
        for part in self._parts:
            tell(PurgeProgress(f"Looking through {part.kind}"))
            if number := part.count(needles.touches):
                found.append(PurgeFinding(part.kind, number, ()))
        for kind, paths in self._files().items():
            touched = []
            for number, path in enumerate(paths):
                tell(PurgeProgress(f"Looking through {kind}", number, len(paths)))
                if files.contains_subject(path, needles):
                    touched.append(path)
            if touched:
                found.append(PurgeFinding(kind, len(touched), tuple(path.name for path in touched[:3])))
        near: tuple[RelatedMemory, ...] = ()
        with suppress(Exception):  # the search by meaning is a help; without it the preview stands
            near = self._memory.purge.near(request, collected.memory_ids)
        return PurgePreview(
            subject=seen.subject,
            found=tuple(found),
            memory_ids=seen.memory_ids,
            near=near,
            within_words=seen.within_words,
            within_samples=seen.within_samples,
            unreachable=tuple(self._unreachable(needles, tell)),
            refused=self.refused(),
        )

    @with_all_rows
    def refused(self) -> str:
        """Why no purge can be done now; "" where one can."""
        running = self._store.read(lambda: self._book.sessions.list(status="running")).result()
        if not running:
            return ""
        which = f"Session {running[0].id} is" if len(running) == 1 else f"{len(running)} sessions are"
        return f"{which} running, and could say again what is forgotten."

    def run(self, request: PurgeRequest, tell: Tell = ignore_progress) -> PurgeReport:
        """Forget everything about a subject. Raises OperatorError while a session runs, UsageError."""
        if refused := self.refused():
            raise OperatorError(refused, UserMessage("Wait until it is over, or stop it; then purge again."))
        number = self._store.write(lambda: self._memory.purge.begin(request)).result()
        return self.finish(number, tell)

    @with_all_rows
    def unfinished(self) -> list[int]:
        """Purges that were cut off."""
        return self._store.read(self._memory.purge.unfinished).result()

    @with_all_rows
    def finish(self, number: int, tell: Tell = ignore_progress) -> PurgeReport:
        """Go through all that a purge has not done yet."""
        collected = self._store.read(lambda: self._memory.purge.collected(number)).result()
        needles = needles_of(collected) if collected else None
        if collected and needles:
            counts = self._clean(number, collected, needles, tell)
            self._store.write(lambda: self._memory.purge.forget_words(number, counts)).result()
        counts = self._store.read(lambda: self._memory.purge.counts(number)).result()
        tell(PurgeProgress("Overwriting free room in the database"))
        self._compact()
        left = self._unreachable(needles, tell) if needles else list(ALWAYS)
        self._store.write(
            lambda: self._memory.purge.settle(PurgeReport(number, counts, searched=needles is not None), left)
        ).result()
        self._compact()
        remove_copy(self._folder.store_copy)  # of a store on a server; it is made anew without what was purged
        remains = files.find_remains(self._folder, needles, tell) if needles else []
        report = PurgeReport(number, counts, tuple(left), tuple(remains), needles is not None)
        if remains:
            log.warning("a purge left %d files behind that still hold its subject", len(remains))
        return report

    # --- the parts ---------------------------------------------------------------------------------------------

    def _clean(self, number: int, collected: PurgeTargets, needles: SearchTerms, tell: Tell) -> dict[str, int]:
        job, counts = job_of(number), dict[str, int]()

        def apply(step: str, kind: str, work: Callable[[], int]) -> None:
            done = self._store.write(lambda: self._steps.apply_once(job, step, work)).result()
            if done:
                counts[kind] = counts.get(kind, 0) + int(done)

        tell(PurgeProgress("Deleting memories"))
        apply("memories", "memories", lambda: self._memory.purge.delete_memories(collected))
        tables = self._store.read(lambda: self._memory.purge.tables(collected)).result()
        for place, (name, kind) in enumerate(tables):
            tell(PurgeProgress("Cleaning the database", place, len(tables)))
            apply(f"table:{name}", kind, lambda name=name: self._memory.purge.clean_table(collected, name, needles))  # type: ignore[misc]
        self._store.write(lambda: self._steps.apply_once(job, "words", self._memory.purge.rebuild_words)).result()
        sessions = self._steps.compute_once(job, "indexed", lambda: self._indexed(needles))
        for part in self._parts:
            tell(PurgeProgress(f"Cleaning {part.kind}"))
            work = partial(part.clean, needles.touches, needles.text)
            if done := self._steps.compute_once(job, f"part:{part.kind}", work):
                counts[part.kind] = int(done)
        for kind, paths in self._files().items():
            cleaned = files.clean_all(paths, needles, f"Cleaning {kind}", tell, OWN_LOG)
            changed = sum(file.changed > 0 for file in cleaned)
            done = self._steps.compute_once(job, f"files:{kind}", partial(int, changed))
            if done:
                counts[kind] = int(done)
        tell(PurgeProgress("Cleaning the index of the logs"))
        self._forget_index(sessions)
        return counts

    def _files(self) -> dict[str, list[Path]]:
        """All files that a purge may change, by what they are."""
        found: dict[str, list[Path]] = {"session logs": [], "files of sessions": [], "other files": []}
        for path in files.all_files(self._folder.root):
            if files.kept_apart(self._folder, path):
                continue
            inside = path.relative_to(self._folder.root).parts[0]
            log_file = inside == self._folder.logs.name and not path.name.startswith(OWN_LOG)
            kind = (
                "session logs"
                if log_file
                else ("files of sessions" if inside == self._folder.sessions.name else "other files")
            )
            found[kind].append(path)
        ours = self._agent_ids()
        found["transcripts"] = [path for place in self._places() for path in files_of(place, ours)]
        return found

    def _indexed(self, needles: SearchTerms) -> list[int]:
        """Sessions whose logs hold it: the index knows their words."""
        logs = indexing.log_files(self._folder.logs)
        return [number for number, file in sorted(logs.items()) if files.contains_subject(file.path, needles)]

    def _forget_index(self, sessions: Sequence[int]) -> None:
        path = log_database.index_file(self._folder)
        if not sessions or not path.exists():
            return
        try:
            indexing.forget_sessions(path, self._folder.logs, sessions)
        except Exception:
            log.exception("the index of the logs could not be cleaned; it is made anew")
            log_database.remove_index(path)

    def _compact(self) -> None:
        """Free pages and the write-ahead log hold what was deleted until they are written anew."""
        for attempt in range(5):
            try:
                compact_database(self._folder.database)
                return
            except EnvironmentFault:
                if attempt == 4:
                    raise
                time.sleep(0.5)

    def _agent_ids(self) -> list[str]:
        sql = "SELECT DISTINCT agent_session_id FROM sessions WHERE agent_session_id <> ''"
        rows = self._store.read(lambda: self._store.database.execute_sql(sql).fetchall()).result()
        return [number for (number,) in rows]

    def _places(self) -> tuple[Path, ...]:
        return config_folders(self._environ, self._settings.agent.extra_env)

    def _unreachable(self, needles: SearchTerms, tell: Tell) -> list[UnreachableCopy]:
        """What holds it, or may, and is not ours to change."""
        left = [
            UnreachableCopy(where, remedy)
            for part in self._parts
            for where, remedy in part.unreachable(needles.touches)
        ]
        backups = list(files.all_files(self._folder.backups)) if self._folder.backups.is_dir() else []
        aside = set[str]()
        for path in backups:
            first = path.relative_to(self._folder.backups).parts[0]
            if first.startswith("knowledge-before-restore-"):
                aside.add(first)
                continue
            packed = path.suffix not in (".db", ".json")
            if packed or files.contains_subject(path, needles):
                said = "may hold it" if packed else "holds it"
                left.append(UnreachableCopy(f"{path} ({said})", "Make a new backup, then delete this one."))
        left += [
            UnreachableCopy(f"{self._folder.backups / name} (may hold it)", "Delete this folder.")
            for name in sorted(aside)
        ]
        for path in (self._folder.settings_file, self._folder.services_file):
            left += [
                UnreachableCopy(f"{path}, line {number}", "Change it by hand: it is your own setting.")
                for number in _lines(path, needles)
            ]
        for path in (Path(folder).expanduser() for folder in self._settings.repositories.folders):
            described = [path / "CLAUDE-OPS.md", *(path / ".claude-ops").glob("**/*")]
            left += [
                UnreachableCopy(str(file), "Change it by hand: it is a description of yours.")
                for file in described
                if file.is_file() and files.contains_subject(file, needles)
            ]
        ours = self._agent_ids()
        for place in self._places():
            for path in transcripts_of_others(place, ours):
                tell(PurgeProgress("Looking through transcripts of others"))
                if files.contains_subject(path, needles):
                    left.append(UnreachableCopy(str(path), f"{NOT_OURS} Delete it by hand."))
        if self._store.database.is_server:
            left.append(OTHER_MACHINES)
        return [*left, *ALWAYS]


def _lines(path: Path, needles: SearchTerms) -> list[int]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [number for number, line in enumerate(text.split("\n"), start=1) if needles.touches(line)]


def finish_cut_off(purger: PurgeRunner) -> int:
    """Go on with purges that a crash cut off, when the application starts; how many. Never raises."""
    done = 0
    try:
        for number in purger.unfinished():
            report = purger.finish(number)
            done += 1
            log.info("a purge that was cut off is done: %d kinds of things went", len(report.counts))
    except Exception:
        log.exception("a purge that was cut off could not be gone on with; `claudeops memory purge --resume` does it")
    return done
