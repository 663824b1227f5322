"""What every page is, and how one place in the application is named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QWidget

from .. import theme

if TYPE_CHECKING:
    from ..app_context import AppContext


@dataclass(frozen=True, slots=True)
class PageLocation:
    """Somewhere to go: a page by name, a row of it, a line within (of a session's log), filters to set there.

    ``page`` is the name of one of ``pages.PAGES``; ``filters`` holds the filter names of that
    page, such as ``{"level": "critical"}``.
    """

    page: str
    id: int | None = None
    line: int | None = None
    filters: dict[str, Any] | None = None


class BasePage(QWidget):
    """Base of all pages. A page is made when it is first opened, and knows its own model only.

    ``fact_changed`` carries the line under the title; ``navigation_requested`` a PageLocation to open;
    ``message_posted`` a text for the toast with a callable that undoes it, or None.

    The page margin (16, or 24 when wide) is kept here as contents margins: a page's own outermost layout has margins of
    0, and a page that is a view of another page has no margin of its own. Title, fact line, Run now and pause are the
    window's, above the page.
    """

    title = ""

    fact_changed = Signal(str)
    navigation_requested = Signal(object)
    message_posted = Signal(str, object)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setAccessibleName(self.title)
        self._is_view = isinstance(parent, BasePage)
        self._keep_margin(theme.MARGIN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the page margin."""
        self._keep_margin(theme.page_margin(event.size().width()))
        super().resizeEvent(event)

    def _keep_margin(self, margin: int) -> None:
        if not self._is_view and self.contentsMargins().left() != margin:
            self.setContentsMargins(margin, theme.GAP_M, margin, theme.GAP_M)

    def activate(self, place: PageLocation | None = None) -> None:
        """The page comes into view. Timers for relative times may run from here on; ``place`` says what to show."""

    def deactivate(self) -> None:
        """The page goes out of view, or the window is hidden: stop every timer."""

    def focus_search(self) -> None:
        """Ctrl+F: put the cursor into the page's search field, where there is one."""

    def focus_parts(self) -> Sequence[QWidget]:
        """Return the parts that the Tab key reaches before all others of the page."""
        return ()

    def actions(self) -> list[QAction]:
        """The page's own actions, for the command palette and the overview of keys."""
        return []

    def more_keys(self) -> list[tuple[str, str]]:
        """Keys of its parts that are no actions of the page: which, and what they do, for the overview of keys."""
        return []

    def refresh(self) -> None:
        """Ask for everything shown anew."""

    def save_position(self) -> object:
        """Return what is in view, for ``return_to_position``: where the operator goes back to."""
        table = getattr(self, "table", None)
        return table.view_position() if table is not None else None

    def return_to_position(self, position: Any) -> None:
        """Show what was in view when ``save_position`` gave this."""
        table = getattr(self, "table", None)
        if table is not None and position is not None:
            table.return_to_view(*position)

    def save_state(self) -> dict[str, Any]:
        """What the page wants remembered (splitters, columns, filters), as plain JSON values."""
        return {}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what ``save_state`` gave in an earlier session. Unknown or damaged parts are ignored."""
