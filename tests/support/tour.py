"""Every screen of the window, one after the other: pages with their sections, and every dialog they open.

Each stop names itself and gives the widget that stands in front. What a dialog needs is put in through its own door.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QWidget

from claudeops_desktop.core.desktop.crash import CrashReport
from claudeops_desktop.ui.first_run.dialog import FirstRunDialog
from claudeops_desktop.ui.pages import PAGES
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.recovery.crash_dialog import CrashDialog
from claudeops_desktop.ui.recovery.damaged_dialog import DamagedDialog
from claudeops_desktop.ui.shell.palette_entries import plain_action_text
from claudeops_desktop.ui.shell.window import MainWindow
from claudeops_desktop.ui.text.translation import tr
from claudeops_desktop.ui.widgets.fold_button import FoldButton

DIALOGS = (
    ("memories", "Add a memory"),
    ("memories", "Edit the memory, or all that are selected"),
    ("memories", "Delete"),
    ("memories", "Preview what the next run will read"),
    ("memories", "Forget everything about something"),
    ("events", "Mute events like this"),
    ("events", "Show what is muted"),
    ("services", "Leave a service alone (maintenance)"),
    ("services", "Set the limits of a service"),
    ("services", "Show the cooldowns of all services"),
    ("services", "Run about the chosen service"),
    ("services", "Maintenance of the chosen service"),
    ("services", "Add a check of a service"),
    ("schedule", "Add a schedule"),
    ("schedule", "Edit"),
)

Settle = Callable[[], None]


def stops(window: MainWindow, settle: Settle) -> Iterator[tuple[str, QWidget]]:
    """Every screen. ``settle`` waits until what was asked for has come."""
    for entry in PAGES:
        yield from visits(window, entry.name, settle)
    yield from _settings(window, settle)
    yield from _dialogs(window, settle)


def visits(window: MainWindow, name: str, settle: Settle) -> Iterator[tuple[str, QWidget]]:
    """One page, then with all of its sections unfolded."""
    page = _go(window, name, settle)
    yield name, window
    for fold in page.findChildren(FoldButton):
        fold.setChecked(True)
    settle()
    yield f"{name}, unfolded", window


def _go(window: MainWindow, name: str, settle: Settle, filters: dict[str, str] | None = None) -> QWidget:
    window.show_place(PageLocation(name, filters=filters))
    settle()
    page = window.stack.page
    assert page is not None
    return page


def _settings(window: MainWindow, settle: Settle) -> Iterator[tuple[str, QWidget]]:
    page = _go(window, "settings", settle)
    page.make_all()  # type: ignore[attr-defined]
    for name in page.sections:  # type: ignore[attr-defined]
        page.show_group(name)  # type: ignore[attr-defined]
        settle()
        yield f"settings: {name}", page


def _dialogs(window: MainWindow, settle: Settle) -> Iterator[tuple[str, QWidget]]:
    for name, text in DIALOGS:
        page = _go(window, name, settle, {"kind": "fact"} if name == "memories" else None)  # reminders have no form
        [action] = [one for one in page.actions() if plain_action_text(one) == tr(text)]  # type: ignore[arg-type]
        yield from _opened(f"{name}: {text}", action.trigger, settle)
    commands = window.commands
    for action in (commands.run_with, commands.keys):
        yield from _opened(plain_action_text(action), action.trigger, settle)
    window.open_palette()
    settle()
    yield "palette", window
    if window._palette is not None:
        window._palette.hide()
    yield from _first_steps(window, settle)
    report = CrashReport(Path("crash.txt"), "The window stopped", "Traceback", "mark")
    yield from _opened("crash", CrashDialog([report], window.desk, window.remembered, window).open, settle)
    yield from _opened("damaged", DamagedDialog(window.desk.folder, tr("The database is damaged.")).open, settle)


def _first_steps(window: MainWindow, settle: Settle) -> Iterator[tuple[str, QWidget]]:
    dialog: FirstRunDialog = window.open_first_run()
    for at in range(dialog.stack.count()):
        dialog._go(at)
        settle()
        yield f"first steps: {at + 1}", dialog
    dialog.close()


def _open_dialogs() -> list[QDialog]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]


def _opened(name: str, act: Callable[[], object], settle: Settle) -> Iterator[tuple[str, QWidget]]:
    act()
    settle()
    until = time.monotonic() + 60  # what opens may read a file first
    while not (found := _open_dialogs()) and time.monotonic() < until:
        settle()
    assert found, f"{name} opened nothing"
    yield name, found[-1]
    for dialog in reversed(found):
        dialog.close()
    settle()
