"""What a session did, in order, read from its log on a thread: each turn, and below it the tools that it called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from ....agents.checkpoint import turns_of_checkpoints
from ....agents.turns import DENIED, FAILED, OPEN, CallVerdict, LoggedCall, TurnFile, calls_of, verdicts_of
from ....export.gather_session import log_of
from ....records.checkpoints import Checkpoint
from ....records.sessions import Session, SessionStatus
from ....stream.turns import SessionTotals, Turn, totals_after_each

if TYPE_CHECKING:
    from ...app_context import AppContext

StepKey: TypeAlias = tuple[int, int]  # number of the turn, and 0 or the place of the call in it


@dataclass(frozen=True, slots=True)
class TurnTotals:
    """How the session stood after a turn, and how many calls had been refused and had failed by then."""

    now: SessionTotals
    refused: int
    failed: int


@dataclass(frozen=True, slots=True)
class SessionStepRow:
    """A turn of the session, or with ``call`` a tool call. Where the log is gone, what the guard kept of a call has no
    turn. ``refused`` and ``failed`` tell whether it was, or one of the turn's calls."""

    turn: Turn | None
    call: LoggedCall | None = None
    refused: bool = False
    failed: bool = False
    under_way: bool = False

    @property
    def line(self) -> int:
        """Return its log line; 0 where the log does not have it."""
        return self.call.line if self.call is not None else self.turn.line if self.turn is not None else 0


@dataclass(frozen=True, slots=True)
class StepList:
    """All that a session did. ``log_missing`` tells that it has no log any more, and no checkpoints either."""

    session: Session
    steps: dict[StepKey, SessionStepRow]
    turns: Sequence[Turn] = ()
    calls: Sequence[LoggedCall] = ()
    totals: Sequence[TurnTotals] = ()
    log_missing: bool = False

    @property
    def running(self) -> bool:
        """Tell whether more is to come."""
        return self.session.status == SessionStatus.RUNNING


# --- which of them are shown -----------------------------------------------------------------------------------------


def is_problem(step: SessionStepRow) -> bool:
    """Tell whether it failed or was refused."""
    return step.failed or step.refused


def is_refused(step: SessionStepRow) -> bool:
    """Tell whether it is a call that was refused."""
    return step.refused and step.call is not None


def is_call(step: SessionStepRow) -> bool:
    """Tell whether it is a tool call."""
    return step.call is not None


def is_any(_step: SessionStepRow) -> bool:
    """Leave nothing out."""
    return True


STEP_FILTERS: dict[str, Callable[[SessionStepRow], bool]] = {
    "all": is_any,
    "calls": is_call,
    "problems": is_problem,
    "refused": is_refused,
}

# --- reading ---------------------------------------------------------------------------------------------------------


class StepReader:
    """Reads the steps of one session; called again it reads on from where the log ended. One thread at a time."""

    def __init__(self, context: AppContext, session: Session) -> None:
        self._context = context
        self._path = log_of(context.folder, session)
        self._file = TurnFile(self._path) if self._path is not None else None

    def read(self, session: Session) -> StepList:
        """Return all steps so far. Reads a file and asks the database: on a thread of its own."""
        gone = self._path is None or not self._path.exists()
        kept = self._context.book.store.read(partial(_load_kept, self._context, session.id, gone)).result()
        verdicts, checkpoints = kept
        try:
            turns = tuple(self._file.read()) if self._file is not None else ()
        except OSError:
            turns, gone = (), True
        if gone and checkpoints:
            turns, gone = tuple(turns_of_checkpoints(checkpoints)), False
        calls = tuple(calls_of(turns, verdicts))
        running = session.status == SessionStatus.RUNNING
        return StepList(session, list_steps(turns, calls, running), turns, calls, count_totals(turns, calls), gone)


def _load_kept(context: AppContext, session_id: int, gone: bool) -> tuple[Sequence[CallVerdict], Sequence[Checkpoint]]:
    """Return what the guard said, and the checkpoints where the log is gone."""
    checkpoints = context.book.checkpoints.of_session(session_id) if gone else ()
    return verdicts_of(context.book, session_id), tuple(checkpoints)


def list_steps(turns: Sequence[Turn], calls: Sequence[LoggedCall], running: bool) -> dict[StepKey, SessionStepRow]:
    """Return turns and calls in order. Calls that only the guard knows stand at the end."""
    by_turn: dict[int, list[LoggedCall]] = {}
    for call in calls:
        by_turn.setdefault(call.turn, []).append(call)
    steps: dict[StepKey, SessionStepRow] = {}
    for turn in turns:
        made = [_call_step(turn, call, running) for call in by_turn.get(turn.number, [])]
        failed = turn.failed or any(step.failed for step in made)
        steps[turn.number, 0] = SessionStepRow(turn, refused=any(step.refused for step in made), failed=failed)
        steps |= {(turn.number, place): step for place, step in enumerate(made, 1)}
    unknown = by_turn.get(0, [])
    return steps | {(0, place): _call_step(None, call, running) for place, call in enumerate(unknown, 1)}


def _call_step(turn: Turn | None, call: LoggedCall, running: bool) -> SessionStepRow:
    return SessionStepRow(turn, call, call.outcome == DENIED, call.outcome == FAILED, running and call.outcome == OPEN)


def count_totals(turns: Sequence[Turn], calls: Sequence[LoggedCall]) -> tuple[TurnTotals, ...]:
    """Return for each turn how the session stood after it, by what the guard said too."""
    counts = Counter((call.turn, call.outcome) for call in calls)
    refused = failed = 0
    found = []
    for now in totals_after_each(turns):
        refused += counts[now.turn, DENIED]
        failed += counts[now.turn, FAILED]
        found.append(TurnTotals(now, refused, failed))
    return tuple(found)
