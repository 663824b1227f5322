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
from ....export.prose import clean_text
from ....records.checkpoints import Checkpoint
from ....records.sessions import Session, SessionStatus
from ....stream.turns import SessionTotals, Turn, seconds_between, totals_after_each
from ...text.formatting import format_names
from ...text.translation import tr

if TYPE_CHECKING:
    from ...app_context import AppContext

RUNNING = "running"
JUDGES = {"dry_run": tr("dry run"), "list": tr("the list of tools")}
StepKey: TypeAlias = tuple[int, int]  # number of the turn, and 0 or the place of the call in it


@dataclass(frozen=True, slots=True)
class TurnTotals:
    """How the session stood after a turn, and how many calls had been refused and had failed by then."""

    now: SessionTotals
    refused: int
    failed: int


@dataclass(frozen=True, slots=True)
class SessionStepRow:
    """A turn of the session, or with ``call`` a tool call; where the log is gone, one that the guard kept has no turn.

    ``outcome`` is that of the call, or RUNNING; of a turn DENIED or FAILED where one of its calls was, else "".
    """

    turn: Turn | None
    call: LoggedCall | None
    outcome: str
    said: str
    result: str
    at: str
    line: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class StepList:
    """All that a session did. ``log_missing`` says that its log and its checkpoints are gone."""

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


STEP_FILTERS: dict[str, Callable[[SessionStepRow], bool]] = {
    "all": lambda step: True,
    "calls": lambda step: step.call is not None,
    "problems": lambda step: step.outcome in (DENIED, FAILED),
    "refused": lambda step: step.outcome == DENIED and step.call is not None,
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
        mine = by_turn.get(turn.number, [])
        steps[turn.number, 0] = _turn_row(turn, mine)
        steps |= {(turn.number, place): _call_row(turn, call, running) for place, call in enumerate(mine, 1)}
    return steps | {(0, place): _call_row(None, call, running) for place, call in enumerate(by_turn.get(0, []), 1)}


def _turn_row(turn: Turn, calls: Sequence[LoggedCall]) -> SessionStepRow:
    outcomes = {call.outcome for call in calls}
    outcome = DENIED if DENIED in outcomes else FAILED if turn.failed or FAILED in outcomes else ""
    seconds = seconds_between(turn.at, turn.ended_at)
    return SessionStepRow(turn, None, outcome, summarize_turn(turn), "", turn.at, turn.line, seconds)


def _call_row(turn: Turn | None, call: LoggedCall, running: bool) -> SessionStepRow:
    outcome = RUNNING if running and call.outcome == OPEN else call.outcome
    verdict = format_judgement(call)
    result = verdict if outcome == DENIED else call.answer or verdict
    return SessionStepRow(turn, call, outcome, call.subject, result, call.at, call.line, call.seconds)


def summarize_turn(turn: Turn) -> str:
    """Return a turn in one line: its first words, or what it called."""
    first = next((line.strip() for line in turn.text.split("\n") if line.strip()), "")
    return clean_text(first[:300] or format_names([step.name for step in turn.tools], 2)) or "…"


def format_judgement(call: LoggedCall) -> str:
    """Return who allowed or refused a call: ``cooldown: restarted twice in 4 h``."""
    by = JUDGES.get(call.by, call.by)
    return f"{by}: {call.why}" if by and call.why else by or call.why


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
