"""What Turns and Tools tell of: the session's log read into turns, on a thread, and on from there while it grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ....agents.checkpoint import turns_of_checkpoints
from ....agents.turns import DENIED, FAILED, CallVerdict, LoggedCall, TurnFile, calls_of, verdicts_of
from ....export.gather_session import log_of
from ....records.checkpoints import Checkpoint
from ....records.sessions import Session
from ....stream.turns import SessionTotals, Turn, totals_after_each
from ...text.translation import error_text

if TYPE_CHECKING:
    from ...app_context import AppContext


class TurnLoader(QObject):
    """``turns_changed`` says that ``turns`` and ``calls`` are new; ``log_missing`` whether the session has no log (any
    more)."""

    turns_changed = Signal()

    def __init__(self, desk: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._file: TurnFile | None = None
        self._busy = self._again = False
        self.session: Session | None = None
        self.turns: Sequence[Turn] = ()
        self.calls: Sequence[LoggedCall] = ()
        self.totals: Sequence[TurnTotals] = ()  # one for each turn
        self.by_id: Mapping[str, LoggedCall] = {}
        self.refused: frozenset[int] = frozenset()  # turns with a call that was refused
        self.known = self.log_missing = False

    @property
    def running(self) -> bool:
        """Whether more is to come."""
        return self.session is not None and self.session.status == "running"

    def show_session(self, session: Session) -> None:
        """Tell of a session: at once what is known of it, then what its log has."""
        if self.session is None or self.session.id != session.id:
            self.turns, self.calls, self._file = (), (), None
            self.totals, self.by_id, self.refused = (), {}, frozenset()
            self.known = self.log_missing = False
        self.session = session
        self.refresh()

    def refresh(self) -> None:
        """Read on."""
        if self.session is None:
            return
        if self._busy:
            self._again = True
            return
        self._busy, self._again = True, False
        self._desk.bridge.ask(partial(_load_verdicts, self._desk, self.session), self._judged, self._failed)

    def _judged(self, answer: _Kept) -> None:
        session, verdicts = answer.session, answer.verdicts
        if self._file is None:
            path = log_of(self._desk.folder, session)
            self._file = TurnFile(path) if path is not None else None
        self._desk.run_in_background(
            partial(_read_turns, session.id, self._file, verdicts, answer.checkpoints), self._read, self._failed
        )

    def _read(self, answer: _Read) -> None:
        self._busy = False
        if self.session is not None and answer.session_id == self.session.id:
            self.known, self.log_missing = True, answer.gone
            self.turns, self.calls, self.totals = answer.turns, answer.calls, answer.sums
            self.by_id, self.refused = answer.by_id, answer.refused
            self.turns_changed.emit()
            if not self._again:
                return
        else:
            self._file = None
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self._busy = False
        self._desk.bridge.failed.emit(error_text(error))


@dataclass(frozen=True, slots=True)
class TurnTotals:
    """How the session stood after a turn, and how many calls had been refused and had failed by then."""

    now: SessionTotals
    refused: int
    failed: int


def _load_verdicts(desk: AppContext, session: Session) -> _Kept:
    book, number = desk.book, session.id
    path = log_of(desk.folder, session)
    gone = path is None or not path.exists()
    return _Kept(session, verdicts_of(book, number), tuple(book.checkpoints.of_session(number)) if gone else ())


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the database has of a session; ``checkpoints`` only where its log is gone."""

    session: Session
    verdicts: Sequence[CallVerdict]
    checkpoints: Sequence[Checkpoint]


@dataclass(frozen=True, slots=True)
class _Read:
    session_id: int
    turns: Sequence[Turn]
    calls: Sequence[LoggedCall]
    sums: Sequence[TurnTotals]
    by_id: Mapping[str, LoggedCall]
    refused: frozenset[int]
    gone: bool


def _read_turns(
    session_id: int, file: TurnFile | None, verdicts: Sequence[CallVerdict], checkpoints: Sequence[Checkpoint] = ()
) -> _Read:
    try:
        turns = tuple(file.read()) if file else ()
        gone = file is None
    except OSError:
        turns, gone = (), True
    if gone and checkpoints:
        turns, gone = tuple(turns_of_checkpoints(checkpoints)), False
    calls = tuple(calls_of(turns, verdicts))
    by_id = {call.tool_use_id: call for call in calls}
    refused = frozenset(call.turn for call in calls if call.outcome == DENIED)
    return _Read(session_id, turns, calls, _sums(turns, calls), by_id, refused, gone)


def _sums(turns: Sequence[Turn], calls: Sequence[LoggedCall]) -> tuple[TurnTotals, ...]:
    """For each turn how the session stood after it, by what the guard said too."""
    counts = Counter((call.turn, call.outcome) for call in calls)
    refused = failed = 0
    found = []
    for now in totals_after_each(turns):
        refused += counts[now.turn, DENIED]
        failed += counts[now.turn, FAILED]
        found.append(TurnTotals(now, refused, failed))
    return tuple(found)
