"""A run as it happens, printed line by line on a thread of its own: a slow terminal holds nothing up."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from ..core.errors import EnvironmentFault
from .output import clean, print_line

if TYPE_CHECKING:
    from ..agents.types import LogLine
    from ..storage import CommittedChange
    from .cli_context import CliEngine

_AT_ONCE = 4_000_000  # bytes of a log: an agent may be far quicker than a terminal
_SIGNS = {
    "start": "▸ ",
    "text": "",
    "tool": "  $ ",
    "output": "  │ ",
    "error": "  ! ",
    "thinking": "  … ",
    "note": "  · ",
    "result": "▪ ",
    "garbage": "  ? ",
}


def lines_of(line: LogLine) -> list[str]:
    """A log line as it is shown in a terminal: plain text, no control characters."""
    from ..stream.display import display, lines
    from ..stream.events import parse

    if line.stream == "stderr":
        shown = lines("error", line.raw.decode("utf-8", "replace"))
    else:
        shown = [part for event in parse(line.raw) for part in display(event)]
    return [_SIGNS.get(part.kind, "") + clean(part.text, lines=True) for part in shown]


@dataclass(slots=True)
class _Followed:
    """How far one session's log was printed."""

    path: Path
    offset: int = 0
    number: int = 0


class LiveOutput:
    """Feed it every change; it prints what sessions say. ``close`` prints the rest and waits for that."""

    def __init__(self, engine: CliEngine) -> None:
        self._engine = engine
        self._asked: SimpleQueue[int | None] = SimpleQueue()
        self._followed: dict[int, _Followed] = {}
        self._thread = threading.Thread(target=self._work, name="live-output", daemon=True)
        self._thread.start()

    def changed(self, change: CommittedChange) -> None:
        """May be called from any thread; returns at once."""
        if change.table in ("session_log", "sessions"):
            for number in change.ids:
                self._asked.put(number)

    def close(self) -> None:
        """Print what is left of every session that was heard of."""
        self._asked.put(None)
        self._thread.join()

    def _work(self) -> None:
        try:
            while (number := self._asked.get()) is not None:
                self._print(number)
            for number in self._followed:
                self._print(number)
        except BrokenPipeError:  # nobody reads any more; the run goes on
            return

    def _print(self, number: int) -> None:
        from ..agents.log import read_log

        followed = self._followed.get(number)
        if followed is None:
            try:
                session = self._engine.store.read(lambda: self._engine.book.sessions.get(number)).result()
            except EnvironmentFault:
                return  # the store is away; it is asked for again
            if session is None or not session.log_file:
                return  # its log has no place yet; it is asked for again
            followed = self._followed[number] = _Followed(Path(session.log_file))
            model = f" ({clean(session.model)})" if session.model else ""
            dry = ", dry run" if session.dry_run else ""
            print_line(f"Session {number}: {session.agent}{model}, tier {session.tier}{dry}")
        while True:
            found, followed.offset = read_log(followed.path, followed.offset, followed.number, limit=_AT_ONCE)
            for line in found:
                followed.number = line.number
                for shown in lines_of(line):
                    print_line(shown)
            if not found:
                return
