"""The settings that memory obeys, read each time anew: the operator may change them while it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .lifecycle import DEFAULT_GRACES, DecayGraces, decay_graces

if TYPE_CHECKING:
    from ..core.settings.groups import LifetimeSettings, SecondLookSettings, Settings

DEFAULT_BUDGET = 2000  # tokens (M7)


class SettingsInForce:
    """Answers from ``current``; from the defaults where nobody gave it. Reading settings is imported late, for it takes
    longer than the rest of memory."""

    def __init__(self, current: Callable[[], Settings] | None = None) -> None:
        self.current = current

    def all(self) -> Settings:
        """All settings."""
        from ..core.settings.groups import Settings

        return self.current() if self.current is not None else Settings()

    def lifetimes(self) -> LifetimeSettings:
        """How long facts are trusted."""
        return self.all().lifetimes

    def second_look(self) -> SecondLookSettings:
        """What is looked at again."""
        return self.all().second_look

    def queued_looks(self) -> SecondLookSettings | None:
        """Return what is queued for a second look; None while no model may be asked."""
        found = self.all()
        return found.second_look if found.model.allowed == "yes" else None

    def graces(self) -> DecayGraces:
        """Return how long each domain's facts are spared decay."""
        return decay_graces(self.current().lifetimes) if self.current is not None else DEFAULT_GRACES

    def budget(self) -> int:
        """How many tokens memory has in a prompt (M7)."""
        return self.current().memory.budget if self.current is not None else DEFAULT_BUDGET
