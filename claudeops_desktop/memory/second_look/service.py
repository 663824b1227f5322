"""The second look: pairs that wait are sent to a model in batches, and its answers are carried out (E7).

A call is noted before it is made and its answer before it is carried out: after a crash an answer that came is carried
out, and what was not answered is asked again. Nothing is asked past the calls of a day, while everything is stopped, or
about an excluded service.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from ...core.clock import Clock, from_text
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...core.secrets.redact_shapes import without_shapes
from ...core.settings.groups import SecondLookSettings
from ...models.base import LanguageModel, ModelAnswer, ModelFault, UnreadableAnswer
from ...records.record_books import RecordRepositories
from ...records.telemetry import recording
from ..among_equals import among_equals
from ..conflicts import OPERATOR
from . import neighbours, outcome, tables
from .question import SCHEMA, SYSTEM, fits_question, line_of, read_text
from .queue import may_send, wait_is_over
from .types import (
    Due,
    ExaminedPair,
    SecondLookAnswer,
    SecondLookCall,
    SecondLookPair,
    SecondLookReport,
    SecondLookState,
    SecondLookStatus,
)

log = logging.getLogger(__name__)

MOST_TRIES = 2
"""So often a pair is sent whose answer cannot be read."""
LONGEST_KEPT = 200_000
"""Characters of an answer that are kept."""
PATIENCE_S = 15 * 60.0
"""A batch that is not full is sent once its oldest pair has waited so long, in seconds."""
FIRST_RETRY = timedelta(minutes=15)
LAST_RETRY = timedelta(hours=4)
NO_MODEL = "No model may be asked: the judge's own verdicts stand. Allow it: claudeops settings set model.allowed yes"
BUSY = "Another process is at it."


class SecondLookService:
    """Looks again, lists what came of it, and takes it back."""

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock,
        settings: Callable[[], SecondLookSettings],
        indexes: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self._book = book
        self._store = book.store
        self._clock = clock
        self._settings = settings
        self._indexes = indexes  # of vectors, the best first
        self._seen = 0  # so far new facts were paired; at the start of a program all of the last month are looked at

    def ask_model(
        self,
        model: LanguageModel | None,
        *,
        redact: Callable[[str], str] = without_shapes,
        stopped: Callable[[], bool] = lambda: False,
        limit: int | None = None,
    ) -> SecondLookReport:
        """Ask about what waits, ``limit`` pairs at most, and carry the answers out.

        Waits for the model: never on a GUI thread, never inside ``store.write``. Without a model, or where it does not
        answer, everything waits on and the report says why. ``redact`` takes secrets out of what is sent.
        """
        with self._alone() as free:
            if not free:
                return SecondLookReport(note=BUSY)
            return self._round(_Means(model, redact, stopped), limit)

    # --- reads, inside ``store.read`` ----------------------------------------------------------------------------

    def is_due(self, *, at_once: bool = False) -> Due:
        """Tell whether a call is worth making now: a full batch waits, or a pair has waited long enough, and no call
        failed a moment ago. With ``at_once`` any pair will do."""
        settings, now = self._settings(), self._clock()
        waiting, oldest = tables.count_due(settings.below, self._seen, now)
        if not waiting:
            return "nothing"
        retry = retry_at(tables.status(now))
        if retry is not None and now < retry:
            return "later"
        return "now" if at_once or wait_is_over(waiting, oldest, settings.batch, PATIENCE_S, now) else "later"

    def status(self) -> SecondLookStatus:
        """How the queue stands."""
        return tables.status(self._clock())

    def latest(self, limit: int = 50, *, everything: bool = False) -> list[ExaminedPair]:
        """Pairs that were looked at, the latest first; with ``everything`` also those that wait or were dropped."""
        return self._pairs(tables.latest(limit, everything=everything))

    def sent_in(self, call_id: int) -> tuple[SecondLookCall, list[ExaminedPair]] | None:
        """A call with the pairs that went out in it, in their order; None where it is gone."""
        call = tables.call(call_id)
        return None if call is None else (call, self._pairs(tables.of_call(call_id)))

    # --- writes, inside ``store.write`` --------------------------------------------------------------------------

    def undo(self, look_id: int) -> SecondLookPair:
        """Take back what came of a pair, for the operator. Raises OperatorError where there is nothing to take back."""
        look, now = tables.get_pair(look_id), self._clock()
        if look is None:
            raise OperatorError(
                UserMessage("There is no second look {look_id}.", look_id=look_id),
                UserMessage("See `memory second-look list`."),
            )
        if not outcome.undo(self._store, look, OPERATOR, now):
            raise OperatorError(
                UserMessage("There is nothing to take back of second look {look_id}.", look_id=look_id),
                UserMessage(
                    "It changed nothing, or the pair was answered since: see `memory closed` and `review list`."
                ),
            )
        undone = replace(look, state=SecondLookState.UNDONE, outcome=f"Taken back: {look.outcome}")
        tables.settle_pair(undone, now)
        self._store.changed("second_looks", look_id)
        return undone

    # --- one round -----------------------------------------------------------------------------------------------

    def _round(self, means: _Means, limit: int | None) -> SecondLookReport:
        settings = self._settings()
        if means.model is not None:
            self._pair_new_facts(settings)
        report = self._store.write(lambda: self._prepare(settings)).result()
        if means.model is None:
            report = replace(report, note=NO_MODEL)
        left = tables.MOST_WAITING if limit is None else limit
        while means.model is not None and left > 0 and not means.stopped() and not report.note:
            part = self._batch(means, means.model, settings, min(left, settings.batch))
            report = report.plus(part)
            if not part.calls and not part.void:
                break
            left -= settings.batch
        status = self._store.read(self.status).result()
        return replace(report, waiting=status.waiting)

    def _pair_new_facts(self, settings: SecondLookSettings) -> None:
        """Queue each new fact with those that are nearest to it."""
        now = self._clock()
        facts, seen = self._store.read(lambda: tables.new_facts(self._seen, now)).result()
        indexes = self._indexes() if facts else ()
        found = list[SecondLookPair]()
        for number in facts:
            found += self._store.read(partial(neighbours.pairs_of, number, indexes, settings, now)).result()
        self._store.write(lambda: tables.add_all(found)).result()
        self._seen = seen

    def _prepare(self, settings: SecondLookSettings) -> SecondLookReport:
        """Collect what is to be looked at, keep the queue within its bounds, and finish what a crash left."""
        now = self._clock()
        tables.collect(settings.below, now)
        tables.bound(now)
        report = SecondLookReport()
        for number in tables.answered():
            report = report.plus(self._apply(number))
        return report

    def _batch(self, means: _Means, model: LanguageModel, settings: SecondLookSettings, size: int) -> SecondLookReport:
        """One call."""
        pairs, void = self._store.write(lambda: self._next(settings, size)).result()
        if not pairs:
            return SecondLookReport(void=void)
        sent = [(pair.look.id, line_of(place, pair, means.redact)) for place, pair in enumerate(pairs, start=1)]
        call = self._store.write(lambda: tables.begin_call(model.name, SYSTEM, sent, self._clock())).result()
        try:
            answer = model.ask("\n".join(line for _, line in sent), system=SYSTEM, schema=SCHEMA)
        except UnreadableAnswer as fault:
            answer = ModelAnswer(fault.text, None, model.name, fault.cost_usd)
        except ModelFault as fault:
            return self._failed(call, fault, void)
        # Kept as JSON where it is one: what is read after a crash is what would have been read now.
        kept = replace(answer, text=means.redact(_as_text(answer))[:LONGEST_KEPT])
        self._store.write(lambda: tables.end_call(call, kept, self._clock())).result()
        part = self._store.write(lambda: self._apply(call)).result()
        return replace(part, void=part.void + void, calls=1)

    def _next(self, settings: SecondLookSettings, size: int) -> tuple[list[ExaminedPair], int]:
        """The next pairs that may be sent, and how many were settled without: they are gone, excluded or too long. What
        is sent together has one audience."""
        found = list[ExaminedPair]()
        void = 0
        now = self._clock()
        for look in tables.waiting(size + tables.MOST_WAITING):
            if len(found) == size:
                break
            pairs = self._pairs([look])
            why = self._unfit(pairs[0], settings) if pairs else outcome.GONE
            if why:
                void += 1
                tables.settle_pair(replace(look, state=SecondLookState.VOID, outcome=why), now)
            elif not found or found[0].old.audience == pairs[0].old.audience:
                found.append(pairs[0])
        return found, void

    @staticmethod
    def _unfit(pair: ExaminedPair, settings: SecondLookSettings) -> str:
        texts = (pair.old.observation, pair.newer_text)
        if not outcome.is_worth_looking(pair):
            return outcome.GONE
        if not may_send((pair.old.service, pair.new.service), texts, settings.exclude_services):
            return "It is about an excluded service: nothing was sent."
        return "" if fits_question(pair) else "It is too long to be sent whole."

    def _apply(self, call_id: int) -> SecondLookReport:
        """Carry the answer of a call out, for the pairs that still wait for it."""
        call, now = tables.call(call_id), self._clock()
        if call is None:
            return SecondLookReport()
        looks = [look for look in tables.of_call(call_id) if look.state is SecondLookState.WAITING]
        try:
            answers, fault = read_text(call.answer, call.pairs), ""
        except UnreadableAnswer as unread:
            answers, fault = {}, unread.full_text
        counts = dict.fromkeys(SecondLookState, 0)
        for look in looks:
            if (done := self._settle(look, answers, call, fault, now)) is not None:
                counts[done] += 1
        if fault:
            tables.fail_call(call_id, fault, call.cost_usd, now, refund=False)
        self._store.changed("second_looks", *(look.id for look in looks))
        told = {str(state): count for state, count in counts.items() if count}
        recording.emit_event("judge", "memory.judge.settled", now=now, job=f"second-look:{call_id}", counts=told)
        return SecondLookReport(
            counts[SecondLookState.AGREED],
            counts[SecondLookState.CHANGED],
            counts[SecondLookState.UNCLEAR],
            counts[SecondLookState.VOID],
            cost_usd=call.cost_usd,
            note=fault,
        )

    def _settle(
        self,
        look: SecondLookPair,
        answers: dict[int, tuple[SecondLookAnswer, str]],
        call: SecondLookCall,
        fault: str,
        now: datetime,
    ) -> SecondLookState | None:
        """Carry out what was answered for a pair; what became of it, None where it waits for another try."""
        if look.place not in answers:
            if fault and look.tries < MOST_TRIES:
                return None
            done = replace(
                look, state=SecondLookState.UNCLEAR, outcome=fault or "The model gave no clear answer for it."
            )
        else:
            answer, why = answers[look.place]
            asked = replace(look, answer=str(answer), answer_why=why)
            pairs = self._pairs([asked])
            if pairs:
                with among_equals(pairs[0].old.audience):
                    told = f"{call.model} looked again: {why}".strip()
                    done = outcome.carry_out(self._store, pairs[0], answer, told, now)
            else:
                done = replace(asked, state=SecondLookState.VOID, outcome=outcome.GONE)
        tables.settle_pair(done, now)
        return done.state

    def _failed(self, call: int, fault: ModelFault, void: int) -> SecondLookReport:
        """Note a call that failed; the operator is told once, and not again while the reason is the same."""
        cost = float(getattr(fault, "cost_usd", 0.0))

        def note() -> None:
            now = self._clock()
            before = tables.status(now)
            tables.fail_call(call, fault.full_text, cost, now, refund=True)
            if before.fault != fault.full_text:
                message = f"Memory, second look: {fault.full_text} It is tried again later."
                self._book.events.add(level="warning", message=message, service=None, session_id=None, now=now)
            self._store.changed("second_looks")
            job = f"second-look:{call}"
            recording.emit_event("judge", "memory.judge.unanswered", now=now, level="warning", success=False, job=job)

        self._store.write(note).result()
        return SecondLookReport(void=void, calls=1, cost_usd=cost, note=fault.full_text)

    # --- parts ---------------------------------------------------------------------------------------------------

    @staticmethod
    def _pairs(looks: Sequence[SecondLookPair]) -> list[ExaminedPair]:
        rows = outcome.present({number for look in looks for number in (look.old_id, look.new_id)})
        numbers = sorted({look.call_id for look in looks if look.call_id is not None})
        calls = {call.id: call for call in tables.calls(numbers)}
        return [
            ExaminedPair(look, rows[look.old_id], rows[look.new_id], calls.get(look.call_id or 0))
            for look in looks
            if look.old_id in rows and look.new_id in rows
        ]

    @contextmanager
    def _alone(self) -> Iterator[bool]:
        """Tell whether this process is the only one of the data folder that looks."""
        path = self._store.path.parent / "second-look.lock"
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True
        finally:
            os.close(descriptor)


class _Means:
    """What a round works with."""

    def __init__(
        self,
        model: LanguageModel | None,
        redact: Callable[[str], str],
        stopped: Callable[[], bool],
    ) -> None:
        self.model, self.stopped = model, stopped
        self.redact: Callable[[str], str] = lambda text: redact(without_shapes(text))


def retry_at(status: SecondLookStatus) -> datetime | None:
    """When a failed call may be tried again: after a quarter of an hour, twice as long each time, four hours at most.
    None where the last call went well."""
    if not status.failed:
        return None
    wait: timedelta = min(FIRST_RETRY * int(2 ** min(status.failed - 1, 10)), LAST_RETRY)
    return from_text(status.last_at) + wait


def _as_text(answer: ModelAnswer) -> str:
    """An answer as it is kept: the document that was checked, else the words."""
    import orjson

    return answer.text if answer.data is None else orjson.dumps(answer.data).decode()
