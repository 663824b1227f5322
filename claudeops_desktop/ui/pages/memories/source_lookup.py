"""Where a memory was said, and why it is believed: asked when somebody clicks or hovers."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtWidgets import QToolTip, QWidget

from ....memory import Memory, MemoryService, MemoryVersion
from ....records.markers import MarkerRecord
from ...app_context import AppContext
from ...latest_query import LatestQuery
from ..base_page import PageLocation
from .detail_query import first_source
from .text import plain_tip, why_confidence


class SourceLookup(QObject):
    """``source_found`` carries the PageLocation of the line that said a memory; ``message_posted`` why it could not be
    found."""

    source_found = Signal(object)
    message_posted = Signal(str)

    def __init__(self, desk: AppContext, page: QWidget) -> None:
        super().__init__(page)
        self._agent = desk.memory
        self._page = page
        self._point = QPoint()
        self._why = LatestQuery(desk.bridge, self._show_why, self.message_posted.emit, self)
        self._where = LatestQuery(desk.bridge, self._have_sources, self.message_posted.emit, self)

    def find_source(self, memory: Memory) -> None:
        """Find the line that said it."""
        self._where.ask(partial(_load_sources, self._agent, memory))

    @Slot(object, object)
    def explain_confidence(self, memory: Memory, point: QPoint) -> None:
        """Show at ``point`` (on the screen) why its confidence is what it is."""
        self._point = point
        self._why.ask(partial(_load_history, self._agent, memory))

    @Slot(int, object)
    def open_line(self, session_id: int, line: int | None) -> None:
        """A line that is known already."""
        self.source_found.emit(PageLocation("sessions", id=session_id, line=line))

    def _have_sources(self, found: tuple[Memory, list[MarkerRecord]]) -> None:
        place = first_source(tuple(found[1]), found[0].session_id)
        if place is not None:
            self.open_line(*place)

    def _show_why(self, found: tuple[Memory, list[MemoryVersion]]) -> None:
        QToolTip.showText(self._point, plain_tip(why_confidence(*found)), self._page)


def _load_sources(agent: MemoryService, memory: Memory) -> tuple[Memory, list[MarkerRecord]]:
    return memory, agent.history.markers(memory.id)


def _load_history(agent: MemoryService, memory: Memory) -> tuple[Memory, list[MemoryVersion]]:
    return memory, agent.history.versions(memory.id)
