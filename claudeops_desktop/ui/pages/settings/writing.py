"""Writing a setting from its row: checked on a thread, in force at once, taken back by Undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....core.errors import UsageError
from ....core.settings import Settings, SettingsKeeper
from ...desk import Desk
from .fields import FieldSpec, full_title, shown


def put(
    desk: Desk,
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
        label = f"{full_title(spec)}: {shown(spec, value)}"
        back, again = Put(keeper, spec.name, before), Put(keeper, spec.name, value)
        done(desk.undo.push_step(label, back, again, aside=True, tell=False))

    desk.aside(Put(keeper, spec.name, value, spec.kind), written, failed)


@dataclass(frozen=True, slots=True)
class Put:
    """Checks what only the machine can tell, then writes. Runs on a thread."""

    keeper: SettingsKeeper
    name: str
    value: Any
    kind: str = ""

    def __call__(self) -> Settings:
        """Write it. Raises UsageError or EnvironmentFault."""
        if self.kind == "folder" and self.value and not Path(self.value).expanduser().is_dir():
            raise UsageError(f"There is no folder {self.value}.", "Make it, or choose another one.")
        return self.keeper.change(self.name, self.value)
