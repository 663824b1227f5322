"""Forgetting everything about something, as far as the database goes (E19); ``run.purging`` does the files.

What a purge looks for is kept as the result of a durable step until its end, so that one that was killed goes on where
it was; then that is forgotten too. Of a purge that is done only counts are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import orjson

from ...core.clock import to_text
from ...core.errors import UsageError
from ...core.messages import UserMessage
from ...core.principals import acting, acting_as
from ...records.telemetry.recording import emit_event
from ...records.telemetry.steps import DurableSteps
from ...storage.change_events import CommittedChange
from ...storage.database import proxy
from .. import tables, trash
from ..context import one_line
from ..deletion import MemoryDeletion
from ..recall.types import RecallRequest, RecallResult
from . import tables as sweep
from .search_terms import LONGEST_NEEDLE, SearchTerms, needles_of, within_words
from .types import (
    SAMPLES,
    SHORTEST_SUBJECT,
    PurgeFinding,
    PurgePreview,
    PurgeReport,
    PurgeRequest,
    PurgeTargets,
    RelatedMemory,
    UnreachableCopy,
    job_of,
)

if TYPE_CHECKING:
    from ...core.clock import Clock
    from ...records.record_books import RecordRepositories
    from ..types import Memory

GOING, DONE = "going", "done"
NEAR_AT_MOST = 10
NEAR_FROM = 0.35


class MemoryPurge:
    """Forgets for good and everywhere."""

    def __init__(self, book: RecordRepositories, clock: Clock, recall: Callable[[RecallRequest], RecallResult]) -> None:
        self._book = book
        self._clock = clock
        self._recall = recall

    def preview(self, request: PurgeRequest) -> PurgePreview:
        """What a purge would take out of the database. Reads only; call it inside ``store.read``.

        A purge reaches all rows, and all are counted; words and numbers are shown of what whoever acts may see. Raises
        UsageError for a subject that is too short to tell anything apart.
        """
        seen = self._look(request, self.collect(request))
        if acting() is None:
            return seen
        collected = self.collect_all(request)
        with acting_as(None):
            every = self._look(request, collected)
        samples = {one.kind: one.samples for one in seen.found}
        return replace(
            every,
            found=tuple(replace(one, samples=samples.get(one.kind, ())) for one in every.found),
            memory_ids=seen.memory_ids,
            within_samples=seen.within_samples,
        )

    def _look(self, request: PurgeRequest, collected: PurgeTargets) -> PurgePreview:
        needles = needles_of(collected)
        rows = tables.by_ids(collected.memory_ids)
        named = [memory for memory in rows if memory.id not in request.also]
        found = [
            PurgeFinding(
                "memories", len(rows), tuple(sweep.sample_line(m.observation, needles) for m in rows[:SAMPLES])
            )
        ]
        for shape in sweep.shapes(keep_settings=request.keep_settings):
            one = sweep.count_touched(shape, needles)
            if shape.name != "memories" and one.count:
                found.append(one)
        inside = [m.observation for m in named if _only_within(needles, m)]
        return PurgePreview(
            subject=needles.subject,
            found=tuple(one for one in found if one.count),
            memory_ids=collected.memory_ids,
            within_words=0 if request.whole_word else len(inside),
            within_samples=tuple(sweep.sample_line(text, needles) for text in inside[:SAMPLES]),
        )

    def near(self, request: PurgeRequest, ids: Sequence[int]) -> tuple[RelatedMemory, ...]:
        """Memories that do not name the subject and are near it in meaning; none of ``ids``. On any thread that may
        wait."""
        asked = RecallRequest(
            request.subject,
            self._clock(),
            profile="deep",
            include_held=True,
            include_archived=True,
            include_superseded=True,
            everything=True,
            asked_by="purge",
        )
        items = self._recall(asked).items
        return tuple(
            RelatedMemory(item.memory.id, one_line(item.memory.observation), round(item.vector, 4))
            for item in items
            if item.memory.id not in ids and item.vector >= NEAR_FROM
        )[:NEAR_AT_MOST]

    def collect_all(self, request: PurgeRequest) -> PurgeTargets:
        """What to look for in all rows, whoever acts; of the memories that are named by number, those that he may see.
        Inside a read or a write."""
        also = tuple(sorted(tables.present(request.also)))
        with acting_as(None):
            return self.collect(replace(request, also=also))

    def collect(self, request: PurgeRequest) -> PurgeTargets:
        """What to look for: the subject, the memories about it, and their own words. Inside a read or a write."""
        subject = one_line(request.subject)
        if len(subject) < SHORTEST_SUBJECT:
            raise UsageError(
                UserMessage("“{subject}” is too short: it would be found in nearly everything.", subject=subject),
                UserMessage("Name at least {shortest_subject} characters.", shortest_subject=SHORTEST_SUBJECT),
            )
        needles = SearchTerms(subject, whole_word=request.whole_word)
        rows = proxy.execute_sql("SELECT id, observation, coalesce(service, '') FROM memories ORDER BY id").fetchall()
        ids = {number for number, text, service in rows if needles.touches(text) or needles.touches(service)}
        ids |= tables.present(request.also)
        texts = {text for number, text, _ in rows if number in ids}
        for versions in tables.versions_of(sorted(ids)).values():
            texts |= {version.observation for version in versions}
        texts -= _said_by_others(texts, [text for number, text, _ in rows if number not in ids], needles)
        return PurgeTargets(
            subject, request.whole_word, request.keep_settings, tuple(sorted(texts)), tuple(sorted(ids))
        )

    def begin(self, request: PurgeRequest) -> int:
        """Note a purge and what it looks for; its number. Inside ``store.write``."""
        collected = self.collect_all(request)
        done = proxy.execute_sql(
            "INSERT INTO purges (at, by, state) VALUES (?, ?, ?)", (to_text(self._clock()), request.by, GOING)
        )
        number = int(done.lastrowid)
        steps = DurableSteps(self._book.store, self._clock)
        with acting_as(None):
            steps.apply_once(job_of(number), "collect", lambda: asdict(collected))
        return number

    def unfinished(self) -> list[int]:
        """Purges that did not come to their end, oldest first. Inside ``store.read``."""
        rows = proxy.execute_sql("SELECT id FROM purges WHERE state = ? ORDER BY id", (GOING,))
        return [number for (number,) in rows]

    def collected(self, number: int) -> PurgeTargets | None:
        """What a purge looks for; None once that is forgotten. Inside ``store.read``."""
        done, result = DurableSteps(self._book.store, self._clock).result(job_of(number), "collect")
        if not done:
            return None
        return PurgeTargets(
            result["subject"],
            result["whole_word"],
            result["keep_settings"],
            tuple(result["texts"]),
            tuple(result["memory_ids"]),
        )

    def delete_memories(self, collected: PurgeTargets) -> int:
        """Delete the memories with all that is theirs, and all that lies in the trash; how many there were. No undo.
        Inside ``store.write``."""
        return len(MemoryDeletion(self._book).forget(collected.memory_ids)) + trash.empty()

    def tables(self, collected: PurgeTargets) -> list[tuple[str, str]]:
        """Tables that may hold words, and how each is called. Inside ``store.read``."""
        shapes = sweep.shapes(keep_settings=collected.keep_settings)
        return [(shape.name, sweep.NAMES.get(shape.name, shape.name.replace("_", " "))) for shape in shapes]

    def clean_table(self, collected: PurgeTargets, name: str, needles: SearchTerms) -> int:
        """Take it out of one table; how many rows that concerned. Inside ``store.write``."""
        shapes = sweep.shapes(keep_settings=collected.keep_settings)
        return sum(sweep.clean(shape, needles) for shape in shapes if shape.name == name)

    def rebuild_words(self) -> None:
        """Make the index of words anew, and drop what SQLite sampled of columns. Inside ``store.write``."""
        for index in ("memory_words", "case_words", "library_chunk_words"):
            proxy.execute_sql(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")
            proxy.execute_sql(f"INSERT INTO {index} ({index}) VALUES ('optimize')")
        if proxy.execute_sql("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat4'").fetchone():
            proxy.execute_sql("DELETE FROM sqlite_stat4")

    def forget_words(self, number: int, counts: dict[str, int]) -> None:
        """The purge is done but for free pages: forget what it looked for. Inside ``store.write``."""
        proxy.execute_sql("DELETE FROM steps WHERE job = ?", (job_of(number),))
        proxy.execute_sql("UPDATE purges SET counts = ? WHERE id = ?", (orjson.dumps(counts).decode(), number))

    def counts(self, number: int) -> dict[str, int]:
        """What a purge has counted. Inside ``store.read``."""
        row = proxy.execute_sql("SELECT counts FROM purges WHERE id = ?", (number,)).fetchone()
        return dict(orjson.loads(row[0])) if row else {}

    def settle(self, report: PurgeReport, left: Sequence[UnreachableCopy]) -> None:
        """Log a purge without content: counts, and what it could not reach. Inside ``store.write``."""
        store, now = self._book.store, self._clock()
        behind = orjson.dumps([one.where for one in left]).decode()
        proxy.execute_sql(
            "UPDATE purges SET state = ?, left_behind = ? WHERE id = ?", (report.state, behind, report.id)
        )
        emit_event(
            "purge",
            "memory.purge.completed",
            now=now,
            success=not report.remains,
            purge=report.id,
            counts=report.counts,
            unreachable=len(left),
            remains=len(report.remains),
        )
        store.note_change(CommittedChange("purges", (report.id,), "purged"))
        for table in ("memories", "sessions", "events", "incidents"):
            store.changed(table)


def _only_within(needles: SearchTerms, memory: Memory) -> bool:
    named = [text for text in (memory.observation, memory.service or "") if needles.names(text.casefold())]
    return bool(named) and all(within_words(needles, text) for text in named)


def _said_by_others(texts: set[str], others: Sequence[str], needles: SearchTerms) -> set[str]:
    """Texts that somebody else says too, of another thing: those words are not the subject's own."""
    heads = {text: one_line(text).casefold()[:LONGEST_NEEDLE] for text in texts}
    wanted = SearchTerms(needles.subject, texts)
    shared = [folded for other in others if wanted.touches(other) for folded in (one_line(other).casefold(),)]
    return {text for text, head in heads.items() if any(head in folded for folded in shared)}
