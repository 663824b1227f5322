"""The observer: what is to be observed, when, and by whom (E3, E14).

At a session's end and before a compaction what it said is noted in ``transcripts`` first, and then observed; what a
crash leaves noted, or never got to note, is caught up at the next heartbeat. One process of a data folder observes at a
time.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...agents.registry import capabilities_of
from ...core.clock import Clock, to_text, utc_now
from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...core.paths import DataFolder
from ...core.settings import Settings
from ...language.extraction.types import ConversationTurn, FactExtractor
from ...records.record_books import RecordRepositories
from ...records.sessions import Session
from ...records.telemetry import recording
from ...records.telemetry.steps import DurableSteps
from ...storage.database import proxy
from ...stream.provenance import ProvenanceReader
from ..domains import ask_domains
from ..service import MemoryService
from . import noted_outbox, transcript_queue
from .echo_filter import told_to_session
from .extract_facts import by_model, chosen_model, rules
from .pipeline import MODEL, ExtractionPipeline, ObservedTranscript, PipelineContext
from .store_facts import FactConversation
from .tool_answers import TranscriptSources
from .transcript_folder import working_folder
from .transcript_parts import conversation_in
from .transcript_queue import QueuedTranscript
from .types import ObservationProgress, ObservationResult

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReadTranscript:
    """A transcript of which something new was observed. ``conversation`` is its id; ``services`` are the names that are
    known; ``redact`` takes secrets out of a text."""

    path: Path
    conversation: str
    session_id: int | None
    services: tuple[str, ...]
    redact: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class ObserverCallbacks:
    """What the caller wants to hear, and say. ``wish_of`` finds what the operator asked of a session in its prompt;
    ``stopped`` is asked between facts; ``wait`` False gives up at once where another process observes; ``observed``
    hears of each transcript of which something was read; ``refutes`` gives for one a function that says why a statement
    is not to be believed, "" where nothing speaks against it. Both may raise EnvironmentFault."""

    wish_of: Callable[[str], str] = lambda _prompt: ""
    stopped: Callable[[], bool] = lambda: False
    progress: Callable[[ObservationProgress], None] = lambda _progress: None
    wait: bool = False
    observed: Callable[[ReadTranscript], object] = lambda _read: None
    refutes: Callable[[ReadTranscript], Callable[[str], str]] | None = None


class Observer:
    """Observes sessions and transcripts of one data folder. Waits: never on a GUI thread, never inside a write.

    ``extractors`` replaces the choice of the settings: (rules, model or None).
    """

    def __init__(
        self,
        book: RecordRepositories,
        memory: MemoryService,
        settings: Settings,
        folder: DataFolder,
        clock: Clock = utc_now,
        *,
        environ: Mapping[str, str] | None = None,
        hooks: ObserverCallbacks | None = None,
        extractors: tuple[FactExtractor, FactExtractor | None] | None = None,
    ) -> None:
        self._book = book
        self._store = book.store
        self._memory = memory
        self._settings = settings
        self._folder = folder
        self._clock = clock
        self._environ = dict(os.environ if environ is None else environ)
        self._hooks = hooks or ObserverCallbacks()
        self._extractors = extractors
        self._means: PipelineContext | None = None

    # -- what to observe ----------------------------------------------------------------------------------------

    def note_session(self, session_id: int, trigger: str = "session_end") -> QueuedTranscript | None:
        """Note that a session is to be observed; None where nothing of it is. Inside ``store.write``."""
        session = self._book.sessions.get(session_id)
        if session is None or capabilities_of(session.agent).measures or not session.log_file:
            return None  # the built-in watcher says what it measured in markers alone
        return transcript_queue.enqueue_transcript(
            session.log_file, f"session:{session_id}", trigger, self._clock(), session_id
        )

    def observe_session(self, session_id: int, trigger: str = "session_end") -> ObservationResult:
        """Observe a session of ours from where it was left; nothing where memory is set not to observe."""
        row = self._store.write(lambda: self.note_session(session_id, trigger)).result()
        if row is None:
            return ObservationResult()
        with self._alone() as free:
            return self._observe(self._as_it_stands(row)) if free else ObservationResult()

    def observe_file(self, path: Path, trigger: str = "backfill") -> ObservationResult:
        """Observe a transcript from where it was left. Raises EnvironmentFault where it cannot be read.

        One that the CLI wrote of a session of ours is observed from that session's own log.
        """
        path = path.absolute()
        name = conversation_in(path)
        ours = self._store.read(lambda: transcript_queue.session_of(name)).result()
        session = self._session(ours) if ours is not None else self._session_of_log(path)
        if session is not None:
            return self.observe_session(session.id, trigger)
        row = self._store.write(lambda: self._note_file(path, name, trigger)).result()
        with self._alone() as free:
            return self._observe(self._as_it_stands(row)) if free else ObservationResult()

    def catch_up(self, since: str | None = None) -> ObservationResult:
        """All that waits: what was noted, sessions that a crash kept from being noted, what a model failed at (E14).

        Sessions that ended before ``since`` (a week ago without it) and were never noted are left alone; so is, without
        it, a backfill that the operator stopped.
        """
        done = ObservationResult()
        if self._means is not None:
            self._means.faults = 0  # of an earlier round
        with self._alone() as free:
            if not free:
                return done
            noted_outbox.deliver_notes(str(self._folder.root), self._take_note)
            oldest = to_text(self._clock() - transcript_queue.MISSED_FOR) if since is None else since
            for number in self._store.read(lambda: transcript_queue.unobserved_sessions(oldest)).result():
                if self._is_here(number):
                    self._store.write(lambda n=number: self.note_session(n, "flush")).result()  # type: ignore[misc]
            for row in self._store.read(transcript_queue.waiting).result():
                if self._hooks.stopped():
                    break
                if self._may(row, by_hand=since is not None):
                    done.add(self._observe(row))
            self._retry(done)
        return done

    def _take_note(self, note: Mapping[str, Any]) -> None:
        """What a hook of the CLI noted while the store is on a server."""
        trigger = str(note["trigger"])
        if "session" in note:
            self._store.write(lambda: self.note_session(int(note["session"]), trigger)).result()
            return
        name, path = str(note["conversation"]), Path(str(note["path"]))
        if self._store.read(lambda: transcript_queue.session_of(name)).result() is None:
            self._store.write(lambda: self._note_file(path, name.lower(), trigger)).result()

    def _is_here(self, session_id: int) -> bool:
        """Tell whether the log of a session lies on this machine, where several share the store."""
        if not self._store.database.is_server:
            return True
        session = self._session(session_id)
        return session is not None and Path(session.log_file).is_file()

    def _may(self, row: QueuedTranscript, *, by_hand: bool) -> bool:
        if self._store.database.is_server and not Path(row.path).is_file():
            return False  # it lies on another machine, whose application observes it
        if row.trigger == "backfill":
            return by_hand
        session = self._session(row.session_id) if row.session_id is not None else None
        return session is None or session.status != "running" or row.trigger == "compaction"

    # -- observing ----------------------------------------------------------------------------------------------

    def _observe(self, row: QueuedTranscript) -> ObservationResult:
        """One transcript; what goes wrong with it is written down, and stops no other."""
        try:
            subject = self._subject(row)
            if self._hooks.refutes is not None:
                subject.refute = self._hooks.refutes(self._read_transcript(row, subject))
            done = ExtractionPipeline(self._means_at_hand()).observe(subject)
            self._confirm_measured(row, subject, done)
            if done.bytes and not self._hooks.stopped():
                self._hooks.observed(self._read_transcript(row, subject))
        except EnvironmentFault as fault:
            told = fault.full_text
            done = ObservationResult(transcripts=1, failures=[told])
            self._store.write(lambda: self._failed(row, told)).result()
        self._tell(row, done)
        return done

    def _confirm_measured(self, row: QueuedTranscript, subject: ObservedTranscript, done: ObservationResult) -> None:
        """What the conversation's tools measured anew confirms what is known (M12). A backfill is of long ago, and
        confirms nothing as of today."""
        if row.trigger == "backfill" or not done.bytes or self._hooks.stopped():
            return
        reader = ProvenanceReader(self._memory.provenance.own_hosts())
        printed = TranscriptSources(Path(row.path), reader).printed_output()
        if printed:
            self._memory.aging.confirm_observed(subject.conversation.id, row.session_id, printed)

    def _read_transcript(self, row: QueuedTranscript, subject: ObservedTranscript) -> ReadTranscript:
        return ReadTranscript(
            Path(row.path),
            subject.conversation.id,
            row.session_id,
            tuple(dict.fromkeys(self._store.read(transcript_queue.services).result() + list(self._configured()))),
            self._means_at_hand().redact,
        )

    def _subject(self, row: QueuedTranscript) -> ObservedTranscript:
        path = Path(row.path)
        try:
            size = path.stat().st_size
        except OSError as error:
            raise EnvironmentFault(
                UserMessage("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
            ) from error
        generation = self._store.read(lambda: self._generation(row)).result()
        if size < row.offset:  # it was written anew
            generation += 1
            self._store.write(lambda: self._begin_anew(row, generation)).result()
            row = self._store.read(lambda: transcript_queue.get_transcript(row.conversation_id)).result() or row
        self._place(row, path)
        session = self._session(row.session_id) if row.session_id is not None else None
        subject = ObservedTranscript(
            row,
            FactConversation(row.conversation_id, row.session_id, session.tier if session else 1),
            generation=generation,
        )
        if session is not None:
            number = session.id
            subject.known |= dict.fromkeys(self._store.read(lambda: told_to_session(number)).result())
            subject.before = self._asked(session)
        return subject

    def _place(self, row: QueuedTranscript, path: Path) -> None:
        """Note the project's folder, so that facts of another project are told apart."""
        if row.folder:
            return
        home = self._environ.get("HOME") or str(Path.home())
        try:
            folder = working_folder(path, home)
        except OSError as error:
            raise EnvironmentFault(
                UserMessage("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
            ) from error
        if folder:
            self._store.write(lambda: transcript_queue.set_folder(row.id, folder)).result()

    def _asked(self, session: Session) -> tuple[ConversationTurn, ...]:
        """What the operator asked of it by hand. A prompt that a schedule repeats is not said again each time."""
        wish = self._hooks.wish_of(session.prompt_text) if session.trigger == "manual" else ""
        return (ConversationTurn(0, "user", wish, session.started_at),) if wish.strip() else ()

    def _retry(self, done: ObservationResult) -> None:
        """What the model failed at, or was not asked any more, is asked again, when the rule of all steps says so."""
        steps = DurableSteps(self._store, self._clock)
        due = self._store.read(lambda: steps.due("observe:", limit=100_000)).result()
        for job, step in [(one.job, one.step) for one in due if one.step.startswith(f"extract:{MODEL}:")]:
            means = self._means_at_hand()
            if means.model is None or means.faults or self._hooks.stopped():
                return
            name, _, place = job.removeprefix("observe:").rpartition(":")
            generation, _, offset = place.rpartition(".")
            row = self._store.read(lambda n=name: transcript_queue.get_transcript(n)).result()  # type: ignore[misc]
            if row is not None and not self._may(row, by_hand=True):
                continue
            if row is None or int(offset) >= row.offset:  # its part is not finished: that comes first
                continue
            try:
                subject = self._subject(row)
                if subject.generation == int(generation or 0):
                    done.add(ExtractionPipeline(means).retry(subject, int(offset), step))
            except EnvironmentFault as fault:
                log.warning("%s, %s: %s", job, step, fault)

    # -- rows ---------------------------------------------------------------------------------------------------

    def _note_file(self, path: Path, name: str, trigger: str) -> QueuedTranscript:
        """Another transcript of the same name at another place is the same where it begins with the same bytes."""
        conversation = f"cli:{name}"
        there = transcript_queue.get_transcript(conversation)
        if there is not None and there.path != str(path) and not _alike(Path(there.path), path):
            import hashlib

            conversation = f"{conversation}~{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
        return transcript_queue.enqueue_transcript(str(path), conversation, trigger, self._clock())

    def _failed(self, row: QueuedTranscript, told: str) -> None:
        now = self._clock()
        transcript_queue.finish_transcript(row.id, now, told)
        recording.emit_event(
            "observe",
            "memory.observe.failed",
            now=now,
            level="error",
            success=False,
            session_id=row.session_id,
            job=f"observe:{row.conversation_id}",
            trigger=row.trigger,
        )

    def _tell(self, row: QueuedTranscript, done: ObservationResult) -> None:
        """What failed is among the events: nothing of it is silent."""
        failures = list(dict.fromkeys(done.failures))
        if not failures or row.trigger == "backfill":  # there the command says it
            return
        now = self._clock()
        which = f"session {row.session_id}" if row.session_id else Path(row.path).name
        message = f"Memory, {which}: {' '.join(failures[:3])}"
        self._store.write(
            lambda: self._book.events.add(
                level="warning", message=message, service=None, session_id=row.session_id, now=now
            )
        ).result()

    def _generation(self, row: QueuedTranscript) -> int:
        sql = "SELECT count(*) FROM steps WHERE job = ?"
        return int(proxy.execute_sql(sql, (f"observe:{row.conversation_id}:anew",)).fetchone()[0])

    def _begin_anew(self, row: QueuedTranscript, generation: int) -> None:
        steps = DurableSteps(self._store, self._clock)
        steps.apply_once(
            f"observe:{row.conversation_id}:anew", str(generation), lambda: None, session_id=row.session_id
        )
        transcript_queue.rewind(row.id, self._clock())

    def _session(self, session_id: int | None) -> Session | None:
        return self._store.read(lambda: self._book.sessions.get(session_id)).result() if session_id else None

    def _session_of_log(self, path: Path) -> Session | None:
        """The session whose own log a file is."""
        if path.parent != self._folder.logs.absolute():
            return None
        found = self._store.read(
            lambda: proxy.execute_sql("SELECT id FROM sessions WHERE log_file = ?", (str(path),)).fetchone()
        ).result()
        return self._session(found[0]) if found else None

    # -- means --------------------------------------------------------------------------------------------------

    def _means_at_hand(self) -> PipelineContext:
        if self._means is None:
            self._means = PipelineContext(
                self._store,
                self._memory,
                self._clock,
                *self._drawing(),
                redact=self._redactor(),
                stopped=self._hooks.stopped,
                progress=self._hooks.progress,
                excluded=self._settings.second_look.exclude_services,
            )
        return self._means

    def _drawing(self) -> tuple[FactExtractor, FactExtractor | None, Callable[[Sequence[str]], dict[int, str]] | None]:
        """Who draws facts: the rules, a model, and whom to ask for domains."""
        if self._extractors is not None:
            return *self._extractors, None
        services = [*self._store.read(transcript_queue.services).result(), *self._configured()]
        model = chosen_model(self._settings, self._folder, self._environ)
        if model is None:
            return rules(services), None, None
        return rules(services), by_model(model, self._settings), lambda texts: ask_domains(texts, model)

    def _configured(self) -> tuple[str, ...]:
        """Names in ``services.toml``, checked before or not."""
        if not self._folder.services_file.exists():
            return ()
        from ...agents.watch.services import ServicesError, load_services

        try:
            return tuple(load_services(self._folder.services_file).names)
        except ServicesError as error:
            log.warning("the observer knows no services of services.toml: %s", error)
            return ()

    def _redactor(self) -> Callable[[str], str]:
        """Secrets never reach a memory: logs of ours are without them, other transcripts are not."""
        from ...agents.redact import text_redactor

        return text_redactor(self._environ, self._settings.logs.secret_variables)

    def _as_it_stands(self, row: QueuedTranscript) -> QueuedTranscript:
        """The row again, once we are alone: another process may have observed it while we waited for that."""
        return self._store.read(lambda: transcript_queue.get_transcript(row.conversation_id)).result() or row

    @contextmanager
    def _alone(self) -> Iterator[bool]:
        """Tell whether this process is the one that observes; with ``wait``, it is in the end."""
        descriptor = os.open(self._folder.root / "observe.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            yield self._locked(descriptor)
        finally:
            os.close(descriptor)

    def _locked(self, descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if self._hooks.wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True


def _alike(one: Path, other: Path) -> bool:
    """Tell whether one file begins as the other does; a file that is gone was moved."""
    try:
        with one.open("rb") as first, other.open("rb") as second:
            a, b = first.read(4096), second.read(4096)
    except OSError:
        return True
    return a[: len(b)] == b[: len(a)]
