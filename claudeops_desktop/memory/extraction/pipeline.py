"""One transcript, part by part, through durable steps (E3, E20).

    read → extract → store each fact (gate, judge, passage: one transaction) → listen (days to come, lessons) → finish

A job is ``observe:<conversation>:<offset>``. What a model answered is recorded before anything is done with it, so that
it is paid once; a fact and the record that it is stored are one transaction; the transcript moves on only when a part
is finished. So a crash anywhere repeats nothing that was done and loses nothing that was not. Where a model does not
answer, or not as asked, its step stays failed and is tried again later; the rules serve meanwhile, and it is said.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from ...core.clock import Clock
from ...core.errors import EnvironmentFault
from ...language.extraction.types import ConversationPassage, ConversationTurn, ExtractionResult, FactExtractor
from ...records.telemetry import recording
from ...records.telemetry.steps import DurableSteps
from ...storage import DataStore
from ...storage.database import proxy
from ...stream.provenance import NOWHERE, ProvenanceReader
from ..second_look.queue import may_send
from ..service import MemoryService
from . import transcript_queue
from .echo_filter import InjectedMemoryText, repeats, told_before
from .extract_facts import as_kept, extraction_of, from_kept, open_domains, with_domains
from .store_facts import FAILED, DrawnFact, FactConversation, StepStoring
from .tool_answers import TranscriptSources
from .transcript_parts import TranscriptPart, read_part
from .transcript_queue import QueuedTranscript
from .types import ObservationProgress, ObservationResult

log = logging.getLogger(__name__)
PATIENCE = 2  # so many faults of a model one after the other, and the rules do the rest of this round
MODEL, RULES = "model", "rules"


@dataclass(slots=True)
class PipelineContext:
    """What a pipeline works with. ``model`` None: the rules alone; ``domains`` asks a model for the domains of texts.
    ``excluded`` are services of which a model is told nothing; ``stopped`` is asked between parts and facts."""

    store: DataStore
    memory: MemoryService
    clock: Clock
    rules: FactExtractor
    model: FactExtractor | None = None
    domains: Callable[[Sequence[str]], dict[int, str]] | None = None
    redact: Callable[[str], str] = str
    stopped: Callable[[], bool] = lambda: False
    progress: Callable[[ObservationProgress], None] = lambda _progress: None
    excluded: Sequence[str] = ()
    faults: int = 0


@dataclass(slots=True)
class ObservedTranscript:
    """The transcript that is observed. ``known``: what it may repeat; ``before``: turns that came before it;
    ``refute`` says why a statement is contradicted by what the conversation measured, "" where it is not."""

    row: QueuedTranscript
    conversation: FactConversation
    known: dict[InjectedMemoryText, None] = field(default_factory=dict)
    before: tuple[ConversationTurn, ...] = ()
    generation: int = 0
    sources: TranscriptSources | None = None
    refute: Callable[[str], str] = lambda _text: ""

    def job(self, offset: int) -> str:
        """The name of the job for the part that begins there."""
        again = f"{self.generation}." if self.generation else ""
        return f"observe:{self.conversation.id}:{again}{offset}"


class ExtractionPipeline:
    """Observes transcripts to their end. Waits for files and models: not for a GUI thread, nor inside a write."""

    def __init__(self, means: PipelineContext) -> None:
        self._means = means
        self._steps = DurableSteps(means.store, means.clock)
        self._now = means.clock

    def observe(self, subject: ObservedTranscript) -> ObservationResult:
        """All parts from where it was left. Raises EnvironmentFault where the file cannot be read."""
        done = ObservationResult(transcripts=1)
        path, offset = Path(subject.row.path), subject.row.offset
        if offset:
            subject.known |= self._told_before(path, offset)
        while not self._means.stopped():
            part = self._part(subject, path, offset)
            if part.end == offset:
                self._write(lambda: transcript_queue.finish_transcript(subject.row.id, self._now()))
                break
            self._one(subject, part, done)
            offset = part.end
            self._means.progress(
                ObservationProgress(f"Observing {path.name} ({done.facts} facts)", offset, _size(path))
            )
            if part.last:
                break
        return done

    def retry(self, subject: ObservedTranscript, offset: int, step: str) -> ObservationResult:
        """Ask the model once more for what it failed at: one passage of the part that begins at ``offset``."""
        done = ObservationResult(transcripts=1)
        part = self._part(subject, Path(subject.row.path), offset)
        number = int(step.rpartition(":")[2])
        if self._means.model is None or number >= len(part.passages):
            return done
        job = subject.job(offset)
        extraction = self._ask(
            subject, job, MODEL, str(number), [self._redacted(part.passages[number])], self._means.model, done
        )
        if extraction is not None:
            self._store(subject, job, f"{MODEL}:{number}", extraction, done, {})
        return done

    # -- a part -------------------------------------------------------------------------------------------------

    def _part(self, subject: ObservedTranscript, path: Path, offset: int) -> TranscriptPart:
        """Read; a part that was read before a crash is read to the same byte again."""
        job = subject.job(offset)
        was_read, result = self._means.store.read(lambda: self._steps.result(job, "read")).result()
        before = subject.before if offset == 0 else ()
        return read_part(path, offset, subject.conversation.id, result["end"] if was_read else None, before)

    def _one(self, subject: ObservedTranscript, part: TranscriptPart, done: ObservationResult) -> None:
        began, job = time.monotonic(), subject.job(part.start)
        told = {"end": part.end, "turns": part.counts.turns, "unreadable": part.counts.unreadable}
        self._steps.compute_once(job, "read", lambda: told, session_id=subject.conversation.session_id)
        subject.known |= dict.fromkeys(part.told)
        mine = ObservationResult(parts=1, bytes=part.end - part.start, counts=part.counts)
        redacted = [self._redacted(passage) for passage in part.passages]
        by: set[str] = set()
        stored: dict[str, list[int]] = {}  # when it was said: the memories that came of it
        for name, group in self._groups(redacted):
            by.add(self._group(subject, job, name, group, mine, stored))
        for number, passage in enumerate(redacted):
            self._write(partial(self._listen, subject, job, number, passage, stored))
        if self._means.stopped():  # in the middle perhaps: the next round goes on from there
            done.add(mine)
            return
        self._write(lambda: self._steps.apply_once(job, "finish", lambda: self._finish(subject, part, mine, by, began)))
        done.add(mine)

    def _groups(self, passages: Sequence[ConversationPassage]) -> Iterator[tuple[str, list[ConversationPassage]]]:
        """What is extracted in one step: each passage by itself from a model, since it is paid for; else all."""
        if self._means.model is None:
            if passages:
                yield "all", list(passages)
            return
        for number, passage in enumerate(passages):
            yield str(number), [passage]

    def _group(
        self,
        subject: ObservedTranscript,
        job: str,
        name: str,
        group: list[ConversationPassage],
        done: ObservationResult,
        stored: dict[str, list[int]],
    ) -> str:
        """Extract from some passages and store what was drawn; who drew it."""
        means, who, extraction = self._means, RULES, None
        if means.model is not None and all(self._may_be_sent(passage) for passage in group):
            who = MODEL
            if means.faults < PATIENCE or self._is_done(job, f"extract:{MODEL}:{name}"):
                extraction = self._ask(subject, job, MODEL, name, group, means.model, done)
            else:  # it is tried again with the next round
                self._write(lambda: self._steps.plan(job, f"extract:{MODEL}:{name}", session_id=_session(subject)))
        if extraction is None:
            who = RULES
            extraction = self._ask(subject, job, RULES, name, group, means.rules, done)
        if extraction is not None:
            self._store(subject, job, f"{who}:{name}", extraction, done, stored)
        return who

    def _listen(
        self,
        subject: ObservedTranscript,
        job: str,
        number: int,
        passage: ConversationPassage,
        stored: Mapping[str, list[int]],
    ) -> None:
        """Inside a write: what a passage says of days to come (E13), and what it corrects (E15)."""
        if self._means.stopped():
            return
        ids = sorted({one for turn in passage.turns for one in stored.get(turn.at, ())})

        def work() -> dict[str, int]:
            session = _session(subject)
            dates = self._means.memory.reminders.scan(passage.turns, session_id=session, memory_ids=ids)
            lessons = self._means.memory.lessons.learn(passage.turns, earlier=passage.earlier, session_id=session)
            return {"dates": len(dates), "lessons": len(lessons)}

        self._steps.apply_once(job, f"listen:{number}", work, session_id=_session(subject))

    def _ask(
        self,
        subject: ObservedTranscript,
        job: str,
        who: str,
        name: str,
        group: Sequence[ConversationPassage],
        extractor: FactExtractor,
        done: ObservationResult,
    ) -> ExtractionResult | None:
        """What an extractor draws from some passages, in one step; None where it failed, which is said."""
        began = time.monotonic()

        def work() -> dict[str, Any]:
            whole = extraction_of(group, extractor)
            done.cost_usd = round(done.cost_usd + whole.cost_usd, 6)
            return as_kept(whole)

        try:
            extraction = from_kept(
                self._steps.compute_once(job, f"extract:{who}:{name}", work, session_id=_session(subject))
            )
        except EnvironmentFault as fault:
            told, kind = fault.full_text, type(fault).__name__
            done.cost_usd = round(done.cost_usd + float(getattr(fault, "cost_usd", 0.0)), 6)
            self._means.faults += who == MODEL
            instead = " The rules drew the facts instead; the model is asked again later." if who == MODEL else ""
            done.failures.append(f"{told}{instead}")
            self._write(
                lambda: recording.emit_event(
                    "observe",
                    "memory.observe.extract_failed",
                    now=self._now(),
                    level="error",
                    success=False,
                    duration_ms=_ms(began),
                    session_id=_session(subject),
                    job=job,
                    by=who,
                    error=kind,
                )
            )
            return None
        if who == MODEL:
            self._means.faults = 0
        done.notes += extraction.notes
        return with_domains(extraction, self._asked_domains(subject, job, f"{who}:{name}", extraction))

    def _asked_domains(
        self, subject: ObservedTranscript, job: str, name: str, extraction: ExtractionResult
    ) -> dict[str, str]:
        """What the model says of facts whose words leave the domain open; nothing where it does not answer."""
        texts = [text for text in open_domains(extraction) if may_send((), [text], self._means.excluded)]
        ask = self._means.domains
        if ask is None or not texts or self._means.faults >= PATIENCE:
            return {}

        def work() -> dict[str, str]:
            return {texts[place]: domain for place, domain in ask(texts).items()}

        try:
            return self._steps.compute_once(job, f"domains:{name}", work, session_id=_session(subject))
        except EnvironmentFault as fault:
            log.warning("%s: the domains of %d facts stay open: %s", job, len(texts), fault)
            self._means.faults += 1
            return {}

    def _store(
        self,
        subject: ObservedTranscript,
        job: str,
        name: str,
        extraction: ExtractionResult,
        done: ObservationResult,
        stored: dict[str, list[int]],
    ) -> None:
        means = self._means
        by_rules = extraction.by == RULES
        drawn = []
        for number, fact in enumerate(extraction.facts):
            if means.stopped():
                break
            known = repeats(fact, subject.known)
            provenance = NOWHERE if known else self._sources(subject).find_passage(fact)
            draws_values = by_rules and not known and not fact.laid_down
            refuted = "" if known else subject.refute(fact.text)
            drawn.append(
                DrawnFact(
                    f"store:{name}:{number}",
                    fact,
                    known,
                    provenance,
                    refuted,
                    unconfirmed=by_rules and not fact.laid_down,
                    quoted=by_rules,
                    measured_with=means.redact(self._sources(subject).find_command(fact)) if draws_values else "",
                )
            )
        facts = iter(drawn)

        def committed(results: Sequence[Mapping[str, Any]]) -> None:
            for one, result in zip(islice(facts, len(results)), results, strict=True):
                if result["outcome"] == FAILED:
                    done.failures.append(result["why"])
                    continue
                done.outcome(result["outcome"])
                if result["memory_id"] is not None:
                    stored.setdefault(one.fact.quote_at, []).append(result["memory_id"])

        StepStoring(means.memory, self._steps, subject.conversation, job, self._now).store(
            drawn, committed, means.stopped
        )

    def _sources(self, subject: ObservedTranscript) -> TranscriptSources:
        """Return what the conversation's tools had answered."""
        if subject.sources is None:
            session = _session(subject)
            memory = self._means.memory
            reader = (
                memory.provenance.before(session)
                if session is not None
                else ProvenanceReader(memory.provenance.own_hosts())
            )
            subject.sources = TranscriptSources(Path(subject.row.path), reader)
        return subject.sources

    def _finish(
        self, subject: ObservedTranscript, part: TranscriptPart, done: ObservationResult, by: set[str], began: float
    ) -> dict[str, Any]:
        """Inside a write: the transcript moves on, and what the steps held of its words goes."""
        now, job = self._now(), subject.job(part.start)
        rows = proxy.execute_sql(
            "SELECT result FROM steps WHERE job = ? AND step LIKE 'store:%' AND state = 'done' ORDER BY id", (job,)
        ).fetchall()
        told = {"read": part.counts.lines, "turns": part.counts.turns, "facts": len(rows)}
        transcript_queue.advance(
            subject.row.id,
            now,
            offset=part.end,
            size=_size(Path(subject.row.path)),
            turns=part.counts.turns,
            facts=len(rows),
            done=part.last,
        )
        proxy.execute_sql(
            "UPDATE steps SET result = 'null' WHERE job = ? AND state = 'done'"
            " AND (step LIKE 'extract:%' OR step LIKE 'domains:%')",
            (job,),
        )
        recording.emit_event(
            "observe",
            "memory.observe.completed",
            now=now,
            duration_ms=_ms(began),
            session_id=_session(subject),
            job=job,
            trigger=subject.row.trigger,
            observations_extracted=done.facts,
            allowed=done.kept + done.confirmed,
            held=done.held,
            discarded=done.dropped,
            deduped=done.confirmed + done.repeated,
            unreadable_lines=part.counts.unreadable,
            by=sorted(by),
            cost_usd=done.cost_usd,
        )
        self._means.store.changed("transcripts", subject.row.id)
        return told

    def _may_be_sent(self, passage: ConversationPassage) -> bool:
        """Tell whether a passage names no service that the operator keeps from models."""
        return may_send((), [turn.text for turn in (*passage.earlier, *passage.turns)], self._means.excluded)

    # -- small things -------------------------------------------------------------------------------------------

    def _redacted(self, passage: ConversationPassage) -> ConversationPassage:
        redact = self._means.redact

        def cleaned(turns: Sequence[ConversationTurn]) -> tuple[ConversationTurn, ...]:
            return tuple(replace(turn, text=redact(turn.text), command=redact(turn.command)) for turn in turns)

        return replace(passage, turns=cleaned(passage.turns), earlier=cleaned(passage.earlier))

    def _told_before(self, path: Path, offset: int) -> dict[InjectedMemoryText, None]:
        try:
            return told_before(path, offset)
        except OSError:
            return {}

    def _is_done(self, job: str, step: str) -> bool:
        done, _ = self._means.store.read(lambda: self._steps.result(job, step)).result()
        return done

    def _write(self, operation: Callable[[], Any]) -> Any:
        return self._means.store.write(operation).result()


def _session(subject: ObservedTranscript) -> int | None:
    return subject.conversation.session_id


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _ms(began: float) -> float:
    return round((time.monotonic() - began) * 1000, 1)
