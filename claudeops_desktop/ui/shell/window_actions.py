"""The actions of the window: made once, used by menus, buttons, the tray, the palette and the overview of keys."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from .. import icons
from ..pages import ENTRIES, FORMER_KEYS, PLACE_OF, PLACES, PlaceEntry
from ..text.translation import tr

TITLE = "title"  # of the page that an action goes to: who types it wants the page before its actions


class WindowActions(QObject):
    """One attribute an action. The window connects them; nothing here knows what they do."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._icons: list[tuple[QAction, str]] = []
        self.go = [self._go_to_place(place) for place in PLACES]
        self.go_to_tab = [
            self._go_to_page(name) for place in PLACES for name in place.pages if ENTRIES[name].title != place.title
        ]
        self.next_tab = self._make(tr("Next tab"), "forward", "Ctrl+Tab")
        self.previous_tab = self._make(tr("Previous tab"), "back", "Ctrl+Shift+Tab")
        self.back = self._make(tr("Go back"), "back", "Alt+Left")
        self.forward = self._make(tr("Go forward"), "forward", "Alt+Right")
        self.run = self._make(tr("Run now"), "play", "Ctrl+R")
        self.run_observe = self._make(tr("Observe (tier 1)"), "play", data=1)
        self.run_investigate = self._make(tr("Investigate (tier 2)…"), "play", data=2)
        self.run_remediate = self._make(tr("Remediate (tier 3)…"), "play", data=3)
        self.run_with = self._make(tr("Run with a prompt, services or another agent…"), "edit", "Ctrl+Shift+R")
        self.preview = self._make(tr("Preview what the agent will read"), "preview", "Ctrl+Shift+V")
        self.stop = self._make(tr("Stop the run"), "stop", "Ctrl+.")
        self.stop_all = self._make(tr("Stop everything"), "stop", "Ctrl+Shift+X")
        self.resume = self._make(tr("Resume after the stop"), "play")
        self.pause = self._make(tr("Pause scheduled runs"), "pause", "Ctrl+Shift+P", checkable=True)
        self.dry_run = self._make(tr("Dry run: change nothing"), "lock", "Ctrl+Shift+D", checkable=True)
        self.undo = self._make(tr("Undo"), "undo", QKeySequence.StandardKey.Undo)
        self.redo = self._make(tr("Redo"), "redo", "Ctrl+Shift+Z")
        self.find = self._make(tr("Search this page"), "search", QKeySequence.StandardKey.Find)
        self.refresh = self._make(tr("Refresh this page"), "reset", "F5")
        self.palette = self._make(tr("Find a command"), "search", "Ctrl+K")
        self.keys = self._make(tr("Show all keys"), "keys", "F1")
        self.help = self._make(tr("Show the help of this page"), "help", "Shift+F1")
        self.close = self._make(tr("Close the window"), "close", "Ctrl+W")
        self.quit = self._make(tr("Quit"), "external", "Ctrl+Q")

    def draw_icons(self) -> None:
        """Give each action its icon: after the first picture, which shows none of them."""
        while self._icons:
            icons.set_themed_icon(*self._icons.pop())

    @property
    def run_menu(self) -> list[QAction | None]:
        """The menu beside Run now; None is a line between."""
        return [
            self.run_observe,
            self.run_investigate,
            self.run_remediate,
            None,
            self.run_with,
            self.preview,
            None,
            self.dry_run,
        ]

    @property
    def tab_steps(self) -> list[QAction]:
        """The next tab of the place, and the one before."""
        return [self.next_tab, self.previous_tab]

    @property
    def history(self) -> list[QAction]:
        """Back to where the operator was, and forward again."""
        return [self.back, self.forward]

    @property
    def groups(self) -> list[tuple[str, list[QAction]]]:
        """All of them under headings, for the overview of keys."""
        with_keys = [action for action in self.go_to_tab if not action.shortcut().isEmpty()]
        return [
            (
                tr("Places"),
                [*self.go, *with_keys, self.next_tab, self.previous_tab, *self.history, self.find, self.refresh],
            ),
            (tr("Runs"), [self.run, self.run_with, self.preview, self.stop, self.stop_all, self.pause, self.dry_run]),
            (tr("Changes"), [self.undo, self.redo]),
            (tr("Window"), [self.palette, self.help, self.keys, self.close, self.quit]),
        ]

    @property
    def all(self) -> list[QAction]:
        """All of them, for the palette; the most wanted first."""
        runs = [self.run, self.run_with, self.run_investigate, self.run_remediate, self.preview, self.stop]
        runs += [self.stop_all, self.resume]
        window = [
            *self.tab_steps,
            *self.history,
            self.find,
            self.refresh,
            self.help,
            self.keys,
            self.close,
            self.quit,
        ]
        return [*runs, self.pause, self.dry_run, *self.go, *self.go_to_tab, self.undo, self.redo, *window]

    def _go_to_place(self, place: PlaceEntry) -> QAction:
        """Its keys, and those that led there before there were places."""
        action = self._make(tr("Go to {place}", place=place.title), place.icon, data=place.name)
        action.setProperty(TITLE, place.title)
        former = [keys for keys, page in FORMER_KEYS.items() if page == place.name]
        action.setShortcuts([QKeySequence(keys) for keys in (place.keys, *former)])
        return action

    def _go_to_page(self, name: str) -> QAction:
        place, page = PLACE_OF[name], ENTRIES[name]
        keys = next((keys for keys, former in FORMER_KEYS.items() if former == name and former != place.name), None)
        action = self._make(tr("Go to {place}", place=page.title), page.icon, keys, data=name)
        action.setProperty(TITLE, page.title)
        return action

    def _make(
        self,
        text: str,
        icon: str,
        keys: str | QKeySequence.StandardKey | None = None,
        *,
        checkable: bool = False,
        data: object = None,
    ) -> QAction:
        action = QAction(text, self._window)
        self._icons.append((action, icon))
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setCheckable(checkable)
        action.setData(data)
        self._window.addAction(action)
        return action
