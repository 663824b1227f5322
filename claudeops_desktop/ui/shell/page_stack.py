"""The pages that have been opened. A page is made when it is first wanted; its module is imported by then."""

from __future__ import annotations

import importlib
import logging
import pkgutil
import sys
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from ..app_context import AppContext
from ..pages import ENTRIES, PAGES, resolve_location
from ..pages.base_page import BasePage, PageLocation
from ..text.translation import tr
from ..ui_state import UiState
from ..widgets.empty_state import EmptyState
from ..widgets.table_look import restore_look

log = logging.getLogger(__name__)
BETWEEN_MS = 15  # the window answers between two imports
# What pages would import all at once, in pieces that hold the window for some ten milliseconds at most.
MODULES_BELOW_PAGES = tuple(
    f"claudeops_desktop.{name}"
    for name in (
        *("memory.context", "agents.checkpoint", "runs.prompt", "agents.claude_cli.resume_arguments", "runs.resume"),
        *(
            "agents.redact",
            "agents.turns",
            "export.prose",
            "export.write_export",
            "memory.injected",
            "memory.prompt_memory.records",
        ),
        *(
            "memory.search",
            "memory.recall.recall_log",
            "memory.operator_edits",
            "memory.fact_rules",
            "memory.apply_verdict",
            "memory.lifecycle_states",
            "memory.expiring",
            "memory.lessons.lessons",
        ),
        *(
            "memory.second_look.queue",
            "memory.ingest",
            "memory.review",
            "memory.purging.purge",
            "memory.service",
        ),
        *(
            "agents.claude_cli.command",
            "runs.repositories",
            "runs.environment",
            "runs.prompt_memory",
            "storage.archive",
        ),
        *("ui.kit.list_page", "ui.kit.record_page", "ui.kit.reading_page", "ui.kit.chart_panel"),
        *("ui.kit.forms", "ui.kit.list_dialog", "ui.kit.work_dialog"),
        "ui.kit.card_page",
    )
)
SLOW_MODULE = "claudeops_desktop.agents.watch.services"  # pages ask for it on a thread, and wait for it


class PageVisit(NamedTuple):
    """A page that was left. ``position`` is what the page said of itself, and understands again."""

    page: str
    position: object


class PageStack(QStackedWidget):
    """``page_changed`` carries the name of the page in view; the rest are the pages' own signals, by name where
    needed."""

    page_changed = Signal(str)
    fact_changed = Signal(str, str)
    navigation_requested = Signal(object)
    message_posted = Signal(str, object)

    def __init__(self, desk: AppContext, remembered: UiState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._remembered = remembered
        self.pages: dict[str, BasePage] = {}
        self.facts: dict[str, str] = {}
        self.name = ""
        self._in_view = False
        self._cold: Iterator[str] = iter(())
        self._next = QTimer(self, singleShot=True, interval=BETWEEN_MS)
        self._next.timeout.connect(self._warm_next)

    @property
    def page(self) -> BasePage | None:
        """The page chosen."""
        return self.pages.get(self.name)

    def show_place(self, place: PageLocation) -> None:
        """Turn to a page and have it show the place."""
        place = resolve_location(place)
        if place.page not in ENTRIES:
            log.error("there is no page %r", place.page)
            return
        page = self.get_page(place.page)
        focused = QApplication.focusWidget()
        moves = (
            self.page is not None
            and focused is not None
            and self.page is not page
            and (focused is self.page or self.page.isAncestorOf(focused))
        )
        if self.name != place.page:
            if self.page is not None and self._in_view:
                self.page.deactivate()
            self.name = place.page
            self.setCurrentWidget(page)
            if moves:
                page.setFocus()  # not to whatever comes first in it
            self.page_changed.emit(place.page)
        page.activate(place)
        now = QApplication.focusWidget()
        if moves and not (now is not None and page.isAncestorOf(now)):
            page.setFocus()  # not to whatever comes first in the window

    def save_visit(self) -> PageVisit | None:
        """Return where the operator is now; None before the first page."""
        return PageVisit(self.name, self.page.save_position()) if self.page is not None else None

    def return_to(self, visit: PageVisit) -> None:
        """Turn to a page as it was left."""
        self.show_place(PageLocation(visit.page))
        if self.page is not None:
            self.page.return_to_position(visit.position)

    def get_page(self, name: str) -> BasePage:
        """A page, made now if it was not yet."""
        return self.pages.get(name) or self._make(name)

    def warm_up(self) -> None:
        """Import the other pages, a module at a time: the first click on one then does not hold the window for it.

        On this thread: Qt's own hook on imports is not safe where two threads import at once, and crashes now and then.
        """
        self._cold = modules_to_preload()
        self._next.start()

    def stop_preloading(self) -> None:
        """Nothing more is imported."""
        self._next.stop()

    def _warm_next(self) -> None:
        name = next(self._cold, None)
        if name is None:
            self._desk.run_in_background(
                partial(import_quietly, SLOW_MODULE)
            )  # no Qt in it, and nothing else is imported by now
            return
        import_quietly(name)
        self._next.start()

    def set_in_view(self, yes: bool) -> None:
        """The window is shown or hidden: a page that nobody sees runs no timers."""
        if yes == self._in_view:
            return
        self._in_view = yes
        if self.page is not None:
            self.page.activate(None) if yes else self.page.deactivate()

    def save_state(self) -> None:
        """Remember what each page wants remembered."""
        from .page_looks import save_looks

        for name, page in self.pages.items():
            state = page.save_state()
            if state:
                self._remembered.set(f"page.{name}", state)
            looks = save_looks(page)
            if looks:
                self._remembered.set(f"tables.{name}", looks)

    def _make(self, name: str) -> BasePage:
        from .page_looks import restore_looks  # and with it tables: not before the first picture, which has none

        entry = ENTRIES[name]
        try:
            kind: type[BasePage] = getattr(importlib.import_module(entry.module), entry.class_name)
            page = kind(self._desk, self)  # each later move to another parent would restyle the whole page
            state = self._remembered.get(f"page.{name}")
            if isinstance(state, dict):
                page.restore_state(state)
            looks = self._remembered.get(f"tables.{name}")
            if looks is not None:
                restore_looks(page, looks)
            elif isinstance(state, dict) and hasattr(page, "table"):  # as earlier versions kept it
                restore_look(page.table, state.get("look") or {"hidden": state.get("hidden")})
        except Exception:  # a mistake in one page must not take the window with it; it is logged whole
            log.exception("the page %s cannot be shown", name)
            page = BrokenPage(self._desk, entry.title)
        self.pages[name] = page
        self.addWidget(page)
        _Named(self, name, page)
        page.navigation_requested.connect(self.navigation_requested)
        page.message_posted.connect(self.message_posted)
        return page


def modules_to_preload() -> Iterator[str]:
    """What pages stand on, then the modules of every page: each is asked for when the one before it is there."""
    yield from MODULES_BELOW_PAGES
    for entry in PAGES:
        package = entry.module.rpartition(".")[0]
        yield package
        path = getattr(sys.modules.get(package), "__path__", ())
        yield from (f"{package}.{found.name}" for found in pkgutil.iter_modules(path))


def import_quietly(module: str) -> None:
    """Import it. What cannot be imported is told when its page is opened."""
    try:
        importlib.import_module(module)
    except Exception:
        log.debug("%s cannot be imported", module, exc_info=True)


class _Named(QObject):
    """Adds the page's name to the signals of a page."""

    def __init__(self, stack: PageStack, name: str, page: BasePage) -> None:
        super().__init__(page)
        self._stack = stack
        self._name = name
        page.fact_changed.connect(self._fact)

    def _fact(self, fact: str) -> None:
        self._stack.facts[self._name] = fact
        self._stack.fact_changed.emit(self._name, fact)


class BrokenPage(BasePage):
    """Stands in for a page that could not be made."""

    def __init__(self, desk: AppContext, title: str) -> None:
        self.title = title
        super().__init__(desk)
        column = QVBoxLayout(self)
        column.addWidget(
            EmptyState(
                "critical",
                tr("{page} cannot be shown.", page=title),
                tr("This is an error in the application, not yours. The log has the details."),
            )
        )
