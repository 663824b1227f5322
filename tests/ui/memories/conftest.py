"""The memories page over a real store, driven with keys and clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.memory import MarkerPosition
from claudeops_desktop.memory.search import MemoryQuery
from claudeops_desktop.memory.types import Memory, MemoryCandidate
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.ui.app_context import AppContext
from claudeops_desktop.ui.pages.memories.model import MemoryColumn
from claudeops_desktop.ui.pages.memories.page import MemoriesPage

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform warns that it cannot ask a window manager for things: it has none."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


@dataclass
class Known:
    """The database behind the page: what is in it, and what an agent adds to it meanwhile."""

    desk: AppContext
    lines: int = field(default=0)

    def write(self, operation: Callable[[], Any]) -> Any:
        return self.desk.book.store.write(operation).result()

    def read(self, question: Callable[[], Any]) -> Any:
        return self.desk.book.store.read(question).result()

    def add(self, text: str, *, service: str | None = None, category: str = "timing", confidence: float = 0.7) -> int:
        change = self.write(lambda: self.desk.memory.edits.add(MemoryCandidate(category, service, text, confidence)))
        return int(change.ids[0])

    def session(self) -> int:
        """A running session of an agent."""

        def begin() -> int:
            run = self.desk.book.sessions.begin_run(
                trigger="manual", agent="watch", max_tier=1, dry_run=False, services=(), now=utc_now()
            )
            return self.desk.book.sessions.begin(now=utc_now(), run_id=run, agent="watch", trigger="manual", tier=1)

        return int(self.write(begin))

    def say(self, session: int, text: str, *, service: str | None = None, category: str = "timing") -> int | None:
        """The agent says a memory marker; the id of the memory it touched."""
        self.lines += 1
        said = MarkerPosition(MarkerPlace(session, self.lines, 0, 0), f"Noted: [MEMORY:{category}:{service}] {text}")
        candidate = MemoryCandidate(category, service, text, session_id=session)
        outcome = self.write(lambda: self.desk.memory.ingest.marker(candidate, said))
        return outcome.memory.id if outcome and outcome.memory else None

    def get(self, memory_id: int) -> Memory | None:
        return self.read(lambda: self.desk.memory.search.get(memory_id))

    def ids(self) -> list[int]:
        return self.read(lambda: self.desk.memory.search.ids(MemoryQuery()))


class Operator:
    """Somebody at the page, with a keyboard and a mouse."""

    def __init__(self, qtbot: Any, page: MemoriesPage) -> None:
        self.qtbot, self.page, self.table, self.model = qtbot, page, page.table, page.model
        self.heard: list[tuple[str, Any]] = []
        self.places: list[Any] = []
        self.facts: list[str] = []
        page.message_posted.connect(lambda text, undo: self.heard.append((text, undo)))
        page.desk.undo.message_posted.connect(lambda text, undo: self.heard.append((text, undo)))
        page.navigation_requested.connect(self.places.append)
        page.fact_changed.connect(self.facts.append)

    def until(self, condition: Callable[[], Any]) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=5000)

    def rows(self) -> list[int]:
        return list(self.model.keys)

    def sees(self, *ids: int) -> None:
        """Wait until the table holds these and only these, in any order."""
        self.until(lambda: sorted(self.rows()) == sorted(ids))

    def text(self, memory_id: int, column: MemoryColumn) -> str:
        row = self.model.place(memory_id)
        return self.model.index(row, column).data() or ""

    def cell(self, memory_id: int, column: MemoryColumn) -> QRect:
        self.until(lambda: self.model.known_row(memory_id) is not None)
        index = self.model.index(self.model.place(memory_id), column)
        self.table.scrollTo(index)
        return self.table.visualRect(index)

    def click(
        self,
        memory_id: int,
        column: MemoryColumn = MemoryColumn.OBSERVATION,
        keys: Any = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        point = self.cell(memory_id, column).center()
        self.qtbot.mouseClick(self.table.viewport(), Qt.MouseButton.LeftButton, keys, point)

    def double_click(self, memory_id: int, column: MemoryColumn) -> QWidget:
        """Open the editor of a cell."""
        point: QPoint = self.cell(memory_id, column).center()
        self.qtbot.mouseClick(self.table.viewport(), Qt.MouseButton.LeftButton, pos=point)
        self.qtbot.mouseDClick(self.table.viewport(), Qt.MouseButton.LeftButton, pos=point)
        return self.editor()

    def editor(self) -> QWidget:
        self.until(lambda: self.table.editing)
        widget = self.table.indexWidget(self.table.currentIndex())
        assert widget is not None
        return widget

    def press(self, key: Any, keys: Any = Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(self.table, key, keys)

    def select(self, *ids: int) -> None:
        """Click the first, Ctrl+click the others."""
        self.click(ids[0])
        for memory_id in ids[1:]:
            self.click(memory_id, keys=Qt.KeyboardModifier.ControlModifier)

    def dialog(self, kind: type) -> Any:
        self.until(lambda: self.page.findChild(kind) is not None)
        found = self.page.findChild(kind)
        self.until(found.isVisible)
        return found

    def push(self, button: QWidget) -> None:
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def undo(self) -> None:
        self.page.desk.undo.undo()

    def redo(self) -> None:
        self.page.desk.undo.redo()


@pytest.fixture
def control() -> Callable[[Any, str], Any]:
    """Gives the control of a form's field, without what its value means beside it."""

    def find(form: Any, name: str) -> Any:
        widget = form.inputs[name].widget
        return widget.focusProxy() or widget

    return find


@pytest.fixture
def known(desk: AppContext) -> Known:
    return Known(desk)


@pytest.fixture
def open_page(qtbot: Any, desk: AppContext) -> Iterator[Callable[..., Operator]]:
    """Opens the page as the window does; an item model tester watches its model."""
    made: list[MemoriesPage] = []

    def begin(place: Any = None) -> Operator:
        page = MemoriesPage(desk)
        made.append(page)
        qtbot.addWidget(page)
        page.tester = QAbstractItemModelTester(page.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        page.resize(940, 720)
        operator = Operator(qtbot, page)
        page.show()
        page.activate(place)
        qtbot.waitUntil(lambda: bool(operator.facts), timeout=5000)
        return operator

    yield begin
    for page in made:
        page.deactivate()
    desk.book.store.drain()
