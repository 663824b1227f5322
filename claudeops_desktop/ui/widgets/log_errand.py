"""What the log view has done on other threads: one piece of reading at a time, and the question about its session."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...records.sessions import Session
from .log_rows import folded
from .log_source import LogPiece, LogSource

if TYPE_CHECKING:
    from ..desk import Desk

FAR_BEHIND = 3_000


@dataclass(frozen=True, slots=True)
class Errand:
    """One piece of reading, for ``desk.aside``.

    ``what`` is tail, before, after, around or whole; ``number`` the log line it is about; ``columns`` how wide the view
    is, so that all is ready to be shown. Where "after" would be more than FAR_BEHIND lines, the answer is the tail.
    """

    source: LogSource
    what: str
    number: int = 0
    columns: int = 0

    def __call__(self) -> Answer:
        """Do it."""
        answer = self._answer()
        if answer.piece is None or not self.columns or self.what == "whole":
            return answer
        return replace(answer, piece=replace(answer.piece, ready=folded(answer.piece.entries, self.columns)))

    def _answer(self) -> Answer:
        try:
            if self.what == "whole":
                entries = self.source.whole(self.number)
                return Answer(self, LogPiece(entries, self.number, self.number, self.source.total))
            self.source.scan()
            if self.what == "after" and self.source.total - self.number > FAR_BEHIND:
                return Answer(replace(self, what="tail"), self.source.tail())
            if self.what == "tail":
                return Answer(self, self.source.tail())
            return Answer(self, getattr(self.source, self.what)(self.number))
        except OSError:
            return Answer(self, None)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an errand; ``piece`` None where there is no file."""

    errand: Errand
    piece: LogPiece | None


@dataclass(frozen=True, slots=True)
class SessionQuestion:
    """One session, for ``bridge.ask``."""

    desk: Desk
    session_id: int

    def __call__(self) -> Session | None:
        """Ask it."""
        return self.desk.book.sessions.get(self.session_id)
