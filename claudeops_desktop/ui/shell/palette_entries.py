"""What the command palette offers: the actions of every page, the window's own, each setting; and, by name, services,
sessions and memories.

Actions of a page that is not in view are offered with its name before them; choosing one goes there first. A page that
was not opened yet in this session is offered with the actions it had when it was last open, or has at first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton

from .. import icons
from ..pages import ENTRIES
from ..pages.base_page import BasePage, PageLocation
from .page_action_names import ACTIONS_BEFORE_OPENED, BUTTONS
from .page_stack import PageStack

if TYPE_CHECKING:
    from ..app_context import AppContext
    from ..ui_state import UiState
    from .window_actions import WindowActions

KNOWN = "palette.actions"
FOUND = 5
SHORTEST = 2
LATEST_INCIDENTS = 200


@dataclass(frozen=True, slots=True)
class PaletteMatch:
    """A place that a text names."""

    title: str
    icon: str
    place: PageLocation


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
        first = self._make("Show the first steps", "app", self._open_first_run)
        return [*here, *commands.all, *elsewhere, *self._settings(), first]

    def find(self, text: str, done: Callable[[list[QAction]], None]) -> None:
        """Services, sessions and memories that a text names; asked for off the GUI thread."""
        if len(text.strip()) < SHORTEST:
            return
        desk = self._desk
        desk.bridge.ask(lambda: find_in_records(desk, text), lambda found: done([self._to(each) for each in found]))

    def _to(self, found: PaletteMatch) -> QAction:
        return self._make(found.title, found.icon, partial(self._stack.show_place, found.place))

    def _settings(self) -> list[QAction]:
        from ..pages.settings.field_specs import setting_fields
        from ..pages.settings.text import DOMAINS, GROUPS, SECTIONS

        made = [self._make(text, "settings", partial(self._push, group, button)) for text, group, button in BUTTONS]
        titles = {title: name for name, title, _ in (*SECTIONS, *GROUPS)}  # a group that is called like a section wins
        for title, name in titles.items():
            group = PageLocation("settings", filters={"group": name})
            made.append(self._make(f"Settings: {title}", "settings", partial(self._stack.show_place, group)))
        for spec in setting_fields(with_plugins=False):
            part = f"{DOMAINS.get(spec.part, spec.part.capitalize())}: " if spec.part else ""
            place = PageLocation("settings", filters={"setting": spec.name})
            made.append(self._make(f"Setting: {part}{spec.title}", "settings", partial(self._stack.show_place, place)))
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


def find_in_records(desk: AppContext, text: str) -> list[PaletteMatch]:
    """Services, incidents, sessions and memories that a text names, a few of each. Asks the database."""
    from ...memory import MemoryQuery

    wanted = text.strip().lower()
    found = [
        PaletteMatch(f"Service: {name}", "services", PageLocation("services", filters={"service": name}))
        for name in sorted(desk.book.service_names.services(desk.folder.services_file))
        if wanted in name
    ][:FOUND]
    found += _find_incidents(desk, wanted)
    number = wanted.removeprefix("session").strip().removeprefix("#")
    session = desk.book.sessions.get(int(number)) if number.isdecimal() and len(number) < 10 else None
    if session is not None:
        summary = f": {session.summary}" if session.summary else ""
        found.append(
            PaletteMatch(f"Session #{session.id}{summary}"[:90], "sessions", PageLocation("sessions", session.id))
        )
    ids = desk.memory.search.ids(MemoryQuery(text=wanted), FOUND)
    for memory in desk.memory.search.rows(ids):
        found.append(
            PaletteMatch(f"Memory: {memory.observation}"[:90], "memories", PageLocation("memories", memory.id))
        )
    return found


def _find_incidents(desk: AppContext, wanted: str) -> list[PaletteMatch]:
    """Incidents by their number (``incident 12``), their service or what was seen; open ones first."""
    from ..text.incident_text import incident_title

    number = wanted.removeprefix("incident").strip().removeprefix("#")
    named = [desk.book.incidents.get(int(number))] if number.isdecimal() and len(number) < 10 else []
    open_first = [*desk.book.incidents.open_incidents(), *desk.book.incidents.list(limit=LATEST_INCIDENTS)]
    matching = [one for one in open_first if wanted in f"incident {one.service} {one.cause}".lower()]
    found = dict.fromkeys([*(one for one in named if one is not None), *matching])
    return [
        PaletteMatch(
            f"Incident #{one.id}: {incident_title(one)}{f', {one.cause}' if one.cause else ''}"[:90],
            "alert",
            PageLocation("incidents", one.id),
        )
        for one in list(found)[:FOUND]
    ]


def put_recent_first(actions: Sequence[QAction], recent: Sequence[str]) -> list[QAction]:
    """The actions with those first that were chosen last."""
    by_text = {plain_action_text(action): action for action in actions}
    first = [by_text[text] for text in recent if text in by_text]
    return [*first, *(action for action in actions if action not in first)]
