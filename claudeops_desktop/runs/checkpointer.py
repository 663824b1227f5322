"""Checkpoints of a session as it speaks (E1): after each turn one row, written by the database's worker.

The same code reads a running session and, after a crash, the log that it left: the same lines give the same rows.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..agents.checkpoint import answer_of, checkpoint_of, money
from ..records.checkpoints import Checkpoint
from ..records.record_books import RecordRepositories
from ..stream.events import InitEvent, PermissionDenied, ResultEvent, StreamEvent, ToolResult, UserText
from ..stream.turns import TokenCount, ToolStep, Turn, TurnReader, forget_words

HELD = 64  # turns whose words are held, for what may still become of them
ASKED_KEPT = 40_000  # characters of what was said to the agent before one turn


@dataclass(frozen=True, slots=True)
class _Late:
    """What became known of a turn whose words are not held any more."""

    turn: int
    calls: tuple[dict[str, Any], ...]
    state: dict[str, Any]


class SessionCheckpointer:
    """Writes the checkpoints of one session. ``feed`` returns at once, on whatever thread reads the session."""

    def __init__(self, book: RecordRepositories, session_id: int, prompt: str = "") -> None:
        self._book = book
        self._session_id = session_id
        self._reader = TurnReader()
        self._asked = [prompt] if prompt else []
        self._inputs: dict[int, str] = {}
        self._about: dict[str, str] = {}
        self._status: dict[int, str] = {}
        self._before: dict[int, TokenCount] = {}  # tokens of all turns before this one, by its number
        self._dirty: set[int] = set()
        self._late: list[_Late] = []
        self._forgotten = 0
        self._idle = threading.Condition()  # guards what follows; told when the worker is done with a round
        self._waiting: dict[int, Checkpoint] = {}
        self._amends: list[_Late] = []
        self._busy = False
        self._fault: BaseException | None = None

    def read_line(self, number: int, at: str, data: dict[str, Any], events: Sequence[StreamEvent]) -> None:
        """One line of the log: its number, when it came, its JSON object and what that means."""
        kind = data.get("type")
        if kind == "stream_event":
            self._reader.feed(number, at, data, ())
            return
        if kind not in ("assistant", "user", "result", "system"):
            return
        known = len(self._reader.turns)
        unpaid = self._reader.unpaid if kind == "result" else ()
        self._reader.feed(number, at, data, tuple(events))
        turns = self._reader.turns
        if kind == "assistant":
            if len(turns) > known:
                self._begun(turns[-1])
            elif turns and (touched := self._turn_of_message(data)) is not None:
                self._dirty.add(touched)
            return
        for event in events:
            self._see(event)
        if kind == "result":
            self._settled(unpaid)
        if self._dirty and (kind == "result" or (kind == "user" and self._answered)):
            self._flush()

    def wait_until_stored(self) -> None:
        """Wait until all turns are stored. Raises EnvironmentFault where they cannot be (a full disk); call again."""
        self._flush()
        with self._idle:
            self._idle.wait_for(lambda: not self._busy)
            self._send()  # what failed before is tried once more
            self._idle.wait_for(lambda: not self._busy)
            if self._waiting or self._amends:
                raise self._fault or RuntimeError("checkpoints could not be stored")

    # --- what lines say ----------------------------------------------------------------------------------------

    def _begun(self, turn: Turn) -> None:
        """A turn began: those before it are as good as over."""
        before = self._reader.turns[-2] if turn.number > 1 else None
        self._before[turn.number] = (
            self._before[before.number] + before.tokens if before is not None else TokenCount(estimated=False)
        )
        if not turn.agent and self._asked:
            self._inputs[turn.number] = "\n\n".join(self._asked)[:ASKED_KEPT]
            self._asked = []
        self._flush()
        self._dirty.add(turn.number)
        while turn.number - self._forgotten > HELD:
            self._forgotten += 1
            forget_words(self._reader.turns[self._forgotten - 1])
            for kept in (self._inputs, self._before, self._status):
                kept.pop(self._forgotten, None)

    def _turn_of_message(self, data: dict[str, Any]) -> int | None:
        """The turn that a further block of a message belongs to, where its words are held."""
        message = data.get("message")
        name = message.get("id") if isinstance(message, dict) else None
        for turn in reversed(self._reader.turns[self._forgotten :]):
            if turn.message_id == name:
                return turn.number
        return None

    def _see(self, event: StreamEvent) -> None:
        match event:
            case ToolResult():
                self._touch(event.tool_use_id)
            case UserText() if event.main and event.text:
                if sum(map(len, self._asked)) < ASKED_KEPT:
                    self._asked.append(event.text[:ASKED_KEPT])
            case InitEvent():
                told = {"agent_session_id": event.session_id, "cwd": event.cwd, "version": event.version}
                self._about |= {name: value[:1000] for name, value in told.items() if value}
            case PermissionDenied() | ResultEvent():
                self._dirty |= {turn.number for turn in self._held}
            case _:
                pass
        if isinstance(event, ResultEvent) and event.session_id:
            self._about["agent_session_id"] = event.session_id[:1000]

    def _touch(self, tool_use_id: str) -> None:
        found = self._reader.of_call(tool_use_id)
        if found is None:
            return
        turn, step = found
        if turn.number > self._forgotten:
            self._dirty.add(turn.number)
        else:
            self._late.append(_Late(turn.number, (answer_of(step),), {}))
            step.result = ""

    def _settled(self, unpaid: Sequence[Turn]) -> None:
        """The session said what it has cost: that goes to every turn since it last did."""
        for turn in unpaid:
            if turn.number <= self._forgotten and turn.cost_usd is not None:
                self._late.append(_Late(turn.number, (), {"cost_usd": money(turn.cost_usd)}))
        main = [turn for turn in self._held if not turn.agent]
        if main:
            self._status[main[-1].number] = "failed" if main[-1].failed else "completed"

    @property
    def _held(self) -> list[Turn]:
        return self._reader.turns[self._forgotten :]

    @property
    def _answered(self) -> bool:
        """Tell whether no call of the last turn waits for its answer."""
        last = self._reader.turns[-1] if self._reader.turns else None
        return last is not None and all(_is_over(step) for step in last.tools)

    # --- storing -----------------------------------------------------------------------------------------------

    def _flush(self) -> None:
        """Hand what is new to the worker. While it is busy with some, the rest is gathered for its next round."""
        rows = {number: self._row(self._reader.turns[number - 1]) for number in sorted(self._dirty)}
        self._dirty.clear()
        late, self._late = self._late, []
        if rows or late:
            with self._idle:
                self._waiting |= rows
                self._amends += late
                self._send()

    def _row(self, turn: Turn) -> Checkpoint:
        return checkpoint_of(
            self._session_id,
            turn,
            user_input=self._inputs.get(turn.number, ""),
            so_far=self._before[turn.number] + turn.tokens,
            status=self._status.get(turn.number, "running"),
            about=self._about,
        )

    def _send(self) -> None:
        """With ``_idle`` held."""
        if self._busy or not (self._waiting or self._amends):
            return
        rows, amends = self._waiting, self._amends
        future = self._book.store.write(partial(self._store, tuple(rows.values()), tuple(amends)))
        self._waiting, self._amends, self._busy = {}, [], True  # not before it is on its way: ``settle`` waits for it
        future.add_done_callback(partial(self._stored, rows, amends))

    def _store(self, rows: Sequence[Checkpoint], amends: Sequence[_Late]) -> None:
        book = self._book.checkpoints
        book.store_turns(rows)
        for late in amends:
            book.amend_turn(self._session_id, late.turn, calls=late.calls, **late.state)

    def _stored(self, rows: dict[int, Checkpoint], amends: list[_Late], done: Future[None]) -> None:
        """On the worker: what could not be stored waits for the next time, unless it is known better by then."""
        with self._idle:
            self._busy, self._fault = False, done.exception()
            if self._fault is not None:
                self._waiting = rows | self._waiting
                self._amends = amends + self._amends
            else:
                self._send()
            self._idle.notify_all()


def _is_over(step: ToolStep) -> bool:
    return step.answered or step.denied
