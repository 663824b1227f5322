"""Whether the first minute is still to come: in an empty data folder, or where it was left half way."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..app_context import AppContext
    from ..ui_state import UiState

REMEMBERED = "first_run"
VARIABLE = "CLAUDEOPS_FIRST_RUN"  # "off" leaves it out: for machines that are set up by a script


def first_run_state(remembered: UiState) -> dict[str, Any]:
    """How far it came: ``done``, ``step``."""
    found = remembered.get(REMEMBERED)
    return found if isinstance(found, dict) else {}


def open_if_needed(desk: AppContext, remembered: UiState, open_first_run: Callable[[], object]) -> None:
    """Open it where it is wanted; whether the data folder is empty is asked for off the GUI thread."""
    known = first_run_state(remembered)
    if known.get("done") or os.environ.get(VARIABLE, "").lower() in ("off", "0", "no"):
        return
    if known:
        open_first_run()
        return
    desk.bridge.ask(partial(_is_empty, desk), partial(_answered, remembered, open_first_run))


def _is_empty(desk: AppContext) -> bool:
    return not desk.book.sessions.list(limit=1) and not desk.folder.services_file.exists()


def _answered(remembered: UiState, open_first_run: Callable[[], object], empty: bool) -> None:
    if empty:
        open_first_run()
    else:  # somebody's folder already: it is not their first minute
        remembered.set(REMEMBERED, {"done": True})
