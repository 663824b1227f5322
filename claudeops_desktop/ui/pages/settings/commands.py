"""Writing a setting from its row: checked on a thread, in force at once, taken back by Undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ....core.errors import UsageError
from ....core.settings import Settings, SettingsService
from ...app_context import AppContext
from ...text.translation import tr
from .field_specs import FieldSpec, display_value, full_title


def write_setting(
    desk: AppContext,
    spec: FieldSpec,
    before: Any,
    value: Any,
    done: Callable[[Callable[[], None] | None], None],
    failed: Callable[[Exception], None],
) -> None:
    """Write a setting. ``done`` is handed what takes it back, or None where nothing changed."""
    keeper = desk.settings

    def written(_settings: Settings) -> None:
        if value == before:
            done(None)
            return
        label = f"{full_title(spec)}: {display_value(spec, value)}"
        back, again = (
            partial(_store_setting, keeper, spec.name, before),
            partial(_store_setting, keeper, spec.name, value),
        )
        done(desk.undo.push_step(label, back, again, aside=True, tell=False))

    desk.run_in_background(partial(_store_setting, keeper, spec.name, value, spec.kind), written, failed)


def _store_setting(keeper: SettingsService, name: str, value: Any, kind: str = "") -> Settings:
    """Checks what only the machine can tell, then writes. Runs on a thread."""
    if kind == "folder" and value and not Path(value).expanduser().is_dir():
        raise UsageError(tr("There is no folder {value}.", value=value), tr("Make it, or choose another one."))
    return keeper.change(name, value)
