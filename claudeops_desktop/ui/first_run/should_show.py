"""Whether the first minute is still to come: in an empty data folder, or where it was left half way."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..app_context import AppContext
    from ..shell.window import MainWindow

REMEMBERED = "first_run"
VARIABLE = "CLAUDEOPS_FIRST_RUN"  # "off" leaves it out: for machines that are set up by a script


def first_run_state(window: MainWindow) -> dict[str, Any]:
    """How far it came: ``done``, ``step``."""
    found = window.remembered.get(REMEMBERED)
    return found if isinstance(found, dict) else {}


def open_if_needed(window: MainWindow) -> None:
    """Open it where it is wanted; whether the data folder is empty is asked for off the GUI thread."""
    known = first_run_state(window)
    if known.get("done") or os.environ.get(VARIABLE, "").lower() in ("off", "0", "no"):
        return
    if known:
        window.open_first_run()
        return
    desk = window.desk
    desk.bridge.ask(lambda: _is_empty(desk), lambda empty: _answered(window, empty))


def _is_empty(desk: AppContext) -> bool:
    return not desk.book.sessions.list(limit=1) and not desk.folder.services_file.exists()


def _answered(window: MainWindow, empty: bool) -> None:
    if empty:
        window.open_first_run()
    else:  # somebody's folder already: it is not their first minute
        window.remembered.set(REMEMBERED, {"done": True})
