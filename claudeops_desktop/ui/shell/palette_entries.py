"""What the command palette offers: the actions of every page, the window's own, each setting; and what a text names in
the records and logs.

Actions of a page that is not in view are offered with its name before them; choosing one goes there first. A page that
was not opened yet in this session is offered with the actions it had when it was last open, or has at first.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton

from .. import icons
from ..pages import ENTRIES
from ..pages.base_page import BasePage, PageLocation
from ..text.translation import tr
from .page_action_names import ACTIONS_BEFORE_OPENED, BUTTONS
from .page_stack import PageStack
from .palette_records import PaletteMatch, find_in_logs, find_in_records

if TYPE_CHECKING:
    from ..app_context import AppContext
    from ..ui_state import UiState
    from .window_actions import WindowActions

log = logging.getLogger(__name__)
KNOWN = "palette.actions"
GROUP = "group"  # property of an action: the heading that it stands under
SHORTEST = 2


class PaletteEntries(QObject):
    """One for the window. Actions that are made here live until the next time that the palette opens."""

    def __init__(
        self,
        desk: AppContext,
        stack: PageStack,
        commands: WindowActions,
        remembered: UiState,
        open_first_run: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._stack = stack
        self._commands = commands
        self._remembered = remembered
        self._open_first_run = open_first_run
        self._made = QObject(self)

    def actions(self) -> list[QAction]:
        """Everything that can be done, the page in view first."""
        self._made.deleteLater()
        self._made = QObject(self)
        stack, commands = self._stack, self._commands
        here = stack.page.actions() if stack.page is not None else []
        elsewhere: list[QAction] = []
        known = self._known()
        for name, entry in ENTRIES.items():
            page = stack.pages.get(name)
            if page is not None:
                known[name] = [plain_action_text(action) for action in page.actions()]
            if name != stack.name:
                enabled = {plain_action_text(a) for a in page.actions() if a.isEnabled()} if page is not None else None
                elsewhere += [
                    self._make(f"{entry.title}: {text}", entry.icon, partial(self._do_there, name, text))
                    for text in known.get(name, ACTIONS_BEFORE_OPENED.get(name, ()))
                    if enabled is None or text in enabled
                ]
        self._remembered.set(KNOWN, known)
        first = self._make(tr("Show the first steps"), "app", self._open_first_run)
        return [*here, *commands.all, *elsewhere, *self._settings(), first]

    def find(self, text: str, done: Callable[[list[QAction], bool], None]) -> None:
        """What a text names in the records and in the logs, asked for off the GUI thread: ``done`` is called with the
        one and with the other, and says when there is no more to come."""
        wanted = text.strip()
        if len(wanted) < SHORTEST:
            done([], True)
            return
        desk, open_answers = self._desk, [2]

        def found(matches: Sequence[PaletteMatch]) -> None:
            open_answers[0] -= 1
            done([self._to(each) for each in matches], not open_answers[0])

        def failed(error: Exception) -> None:
            log.warning("the command palette could not look everywhere: %s", error)
            found(())

        desk.bridge.ask(partial(find_in_records, desk, wanted), found, failed)
        desk.run_in_background(partial(find_in_logs, desk.folder, wanted), found, failed)

    def search_logs_action(self, text: str) -> QAction:
        """The way to the search in all logs, for where nothing was found."""
        action = self._make(tr("Search all logs for “{text}”", text=text), "search", partial(self._search_logs, text))
        action.setProperty(GROUP, tr("Nothing found for “{text}”", text=text))
        return action

    def _search_logs(self, text: str) -> None:
        self._stack.show_place(PageLocation("sessions"))
        page: Any = self._stack.pages.get("sessions")
        if page is not None:
            page.search.setText(text)
            page.search_logs()

    def _to(self, found: PaletteMatch) -> QAction:
        action = self._make(found.title, found.icon, partial(self._stack.show_place, found.place))
        action.setProperty(GROUP, found.group)
        return action

    def _settings(self) -> list[QAction]:
        from ..pages.settings.field_specs import setting_fields
        from ..pages.settings.text import DOMAINS, GROUPS, SECTIONS

        made = [self._make(text, "settings", partial(self._push, group, button)) for text, group, button in BUTTONS]
        titles = {title: name for name, title, _ in (*SECTIONS, *GROUPS)}  # a group that is called like a section wins
        for title, name in titles.items():
            group = PageLocation("settings", filters={"group": name})
            made.append(
                self._make(tr("Settings: {group}", group=title), "settings", partial(self._stack.show_place, group))
            )
        for spec in setting_fields(with_plugins=False):
            name = f"{DOMAINS.get(spec.part, spec.part.capitalize())}: {spec.title}" if spec.part else spec.title
            place = PageLocation("settings", filters={"setting": spec.name})
            made.append(
                self._make(tr("Setting: {name}", name=name), "settings", partial(self._stack.show_place, place))
            )
        return made

    def _push(self, group: str, text: str) -> None:
        """Go to a group of the settings and press a button of it, where it can be pressed just now."""
        self._stack.show_place(PageLocation("settings", filters={"group": group}))
        page: BasePage | None = self._stack.pages.get("settings")
        for button in page.findChildren(QPushButton) if page is not None else ():
            if button.text() == text and button.isEnabled() and button.isVisible():
                button.click()
                return

    def _do_there(self, name: str, text: str) -> None:
        self._stack.show_place(PageLocation(name))
        page: BasePage | None = self._stack.pages.get(name)
        for action in page.actions() if page is not None else ():
            if plain_action_text(action) == text and action.isEnabled():
                action.trigger()
                return

    def _known(self) -> dict[str, list[str]]:
        found = self._remembered.get(KNOWN)
        if not isinstance(found, dict):
            return {}
        return {name: [str(text) for text in texts] for name, texts in found.items() if isinstance(texts, list)}

    def _make(self, text: str, icon: str, do: Callable[[], object]) -> QAction:
        action = QAction(text, self._made)
        icons.set_themed_icon(action, icon)
        action.triggered.connect(lambda _checked=False: do())
        return action


def plain_action_text(action: QAction) -> str:
    """An action's text without its mnemonic and dots."""
    return action.text().replace("&", "").removesuffix("…")


def put_recent_first(actions: Sequence[QAction], recent: Sequence[str]) -> list[QAction]:
    """The actions with those first that were chosen last."""
    by_text = {plain_action_text(action): action for action in actions}
    first = [by_text[text] for text in recent if text in by_text]
    return [*first, *(action for action in actions if action not in first)]
