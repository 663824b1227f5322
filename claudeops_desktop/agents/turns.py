"""A session's log file → its turns, read on from where it was left; and every tool call in order with its verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ..stream.display import clean
from ..stream.events import load
from ..stream.turns import TokenCount, ToolStep, Turn, TurnReader, seconds_between, subject
from .log import read_log

if TYPE_CHECKING:
    from ..records.record_books import RecordRepositories

AT_ONCE = 8_000_000
OK, FAILED, DENIED, OPEN = "ok", "failed", "denied", "open"
DENY = "deny"


class TurnFile:
    """One log, read as far as it has come. ``reader.turns`` are the turns; call ``read`` on one thread at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.reader = TurnReader()
        self._offset = self._number = 0

    def read(self) -> list[Turn]:
        """Take in what was written since; all turns so far. Raises FileNotFoundError where the log is gone."""
        if self.path.stat().st_size < self._offset:  # another file now
            self.reader = TurnReader()
            self._offset = self._number = 0
        while True:
            lines, self._offset = read_log(self.path, self._offset, self._number, AT_ONCE)
            for line in lines:
                self._number = line.number
                if line.stream == "stdout" and (data := load(line.raw)) is not None:
                    self.reader.feed(line.number, line.at, data)
            if not lines:
                return self.reader.turns


def read_turns(path: Path) -> list[Turn]:
    """All turns of a log. Raises FileNotFoundError."""
    return TurnFile(path).read()


class CallVerdict(Protocol):
    """What the guard said of one call, as ``book.tool_calls`` keeps it."""

    @property
    def tool_use_id(self) -> str:
        """Of the call."""

    @property
    def tool_name(self) -> str:
        """The tool."""

    @property
    def input(self) -> str:
        """What it was given, as the guard saw it."""

    @property
    def kind(self) -> str:
        """read, disclose, restart, redeploy, stop, host, destructive or unknown (S14)."""

    @property
    def services(self) -> tuple[str, ...]:
        """The services it is about."""

    @property
    def verdict(self) -> str:
        """allow or deny."""

    @property
    def by(self) -> str:
        """tier, dry_run, cooldown, maintenance, policy, approval, guard or list."""

    @property
    def why(self) -> str:
        """In a sentence."""

    @property
    def asked_at(self) -> str:
        """When it was asked."""

    @property
    def answered_at(self) -> str | None:
        """When it was answered."""


def verdicts_of(book: RecordRepositories, session_id: int) -> Sequence[CallVerdict]:
    """What the guard said of a session's calls. Call inside ``store.read``."""
    return book.tool_calls.of_session(session_id)


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """One tool call, from the log and from what the guard said of it.

    ``line`` is its log line (0: the log is gone), ``turn`` the number of its turn; ``outcome`` ok, failed, denied, or
    open where no answer came; ``kind`` its class, "" where the guard was not asked; ``by`` who allowed or refused it
    and ``why``; ``answer`` the first line of what came back; ``tokens`` and ``cost_usd`` are those of its turn.
    """

    line: int
    at: str
    turn: int
    name: str
    subject: str
    outcome: str = OPEN
    kind: str = ""
    services: tuple[str, ...] = ()
    by: str = ""
    why: str = ""
    answer: str = ""
    seconds: float | None = None
    main: bool = True
    tokens: TokenCount | None = None
    cost_usd: float | None = None
    tool_use_id: str = ""
    waited: float | None = None

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        tokens = self.tokens
        return {
            "log_line": self.line,
            "at": self.at,
            "turn": self.turn,
            "tool_use_id": self.tool_use_id,
            "tool_name": self.name,
            "subject": self.subject,
            "outcome": self.outcome,
            "class": self.kind,
            "services": list(self.services),
            "by": self.by,
            "why": self.why,
            "answer": self.answer,
            "seconds": self.seconds,
            "sub_agent": not self.main,
            "turn_tokens_in": tokens.context if tokens else None,
            "turn_tokens_out": tokens.out if tokens else None,
            "turn_cost_usd": self.cost_usd,
        }


def calls_of(turns: Iterable[Turn], verdicts: Sequence[CallVerdict] = ()) -> list[LoggedCall]:
    """Every tool call in the order it was made. Where the log has none of a call, what the guard kept is shown."""
    asked = {verdict.tool_use_id: verdict for verdict in verdicts if verdict.tool_use_id}
    found = [_call(turn, step, asked.pop(step.id, None)) for turn in turns for step in turn.tools]
    found += [_kept(verdict) for verdict in asked.values()]
    found += [_kept(verdict) for verdict in verdicts if not verdict.tool_use_id]
    return sorted(found, key=lambda call: call.at) if asked else found


def _call(turn: Turn, step: ToolStep, verdict: CallVerdict | None) -> LoggedCall:
    refused = step.denied or (verdict is not None and verdict.verdict == DENY)
    outcome = DENIED if refused else OPEN if not step.answered else FAILED if step.is_error else OK
    first = next((line.strip() for line in step.result[:4000].split("\n") if line.strip()), "")
    return LoggedCall(
        line=step.line,
        at=step.started_at,
        turn=turn.number,
        name=clean(step.name),
        subject=subject(step),
        outcome=outcome,
        kind=verdict.kind if verdict else "",
        services=verdict.services if verdict else (),
        by=verdict.by if verdict else ("the CLI" if step.denied else ""),
        why=verdict.why if verdict else clean(step.denial),
        answer=clean(first),
        seconds=step.seconds,
        main=not turn.agent,
        tokens=turn.tokens,
        cost_usd=turn.cost_usd,
        tool_use_id=step.id,
        waited=seconds_between(verdict.asked_at, verdict.answered_at or "") if verdict else None,
    )


def _kept(verdict: CallVerdict) -> LoggedCall:
    """What the guard kept of a call that the log does not have (any more)."""
    return LoggedCall(
        line=0,
        at=verdict.asked_at,
        turn=0,
        name=clean(verdict.tool_name),
        subject=clean(" ".join(verdict.input.split())),
        outcome=DENIED if verdict.verdict == DENY else OPEN,
        kind=verdict.kind,
        services=verdict.services,
        by=verdict.by,
        why=verdict.why,
        tool_use_id=verdict.tool_use_id,
        waited=seconds_between(verdict.asked_at, verdict.answered_at or ""),
    )
