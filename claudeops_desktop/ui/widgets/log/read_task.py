"""What the log view has done on other threads: one piece of reading at a time, and the question about its session."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ....records.sessions import Session
from .line_folding import fold_entries
from .log_source import LogPiece, LogSource

if TYPE_CHECKING:
    from ...app_context import AppContext

FAR_BEHIND = 3_000


@dataclass(frozen=True, slots=True)
class LogReadTask:
    """One piece of reading, for ``desk.run_in_background``.

    ``kind`` is tail, before, after, around or whole; ``number`` the log line it is about; ``columns`` how wide the view
    is, so that all is ready to be shown. Where "after" would be more than FAR_BEHIND lines, the answer is the tail.
    """

    source: LogSource
    kind: str
    number: int = 0
    columns: int = 0

    def __call__(self) -> LogReadResult:
        """Do it."""
        answer = self._answer()
        if answer.piece is None or not self.columns or self.kind == "whole":
            return answer
        return replace(answer, piece=replace(answer.piece, ready=fold_entries(answer.piece.entries, self.columns)))

    def _answer(self) -> LogReadResult:
        try:
            if self.kind == "whole":
                entries = self.source.read_whole(self.number)
                return LogReadResult(self, LogPiece(entries, self.number, self.number, self.source.total))
            self.source.scan()
            if self.kind == "after" and self.source.total - self.number > FAR_BEHIND:
                return LogReadResult(replace(self, kind="tail"), self.source.read_tail())
            if self.kind == "tail":
                return LogReadResult(self, self.source.read_tail())
            return LogReadResult(self, getattr(self.source, f"read_{self.kind}")(self.number))
        except OSError:
            return LogReadResult(self, None)


@dataclass(frozen=True, slots=True)
class LogReadResult:
    """What came of an errand; ``piece`` None where there is no file."""

    errand: LogReadTask
    piece: LogPiece | None


def load_session(desk: AppContext, session_id: int) -> Session | None:
    """One session, for ``bridge.ask``."""
    return desk.book.sessions.get(session_id)
