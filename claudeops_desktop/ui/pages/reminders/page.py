"""The page of reminders."""

from __future__ import annotations

from typing import ClassVar

from ...text.translation import tr
from ..view_page import ViewPage


class RemindersPage(ViewPage):
    """Days that were named in a session; the prompts of that day include them."""

    title = tr("Reminders")
    VIEWS: ClassVar[dict[str, tuple[str, str, str]]] = {
        "reminders": (tr("Reminders"), "reminders_view", "RemindersView")
    }

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the list."""
        return [("Del", tr("Cancel the reminder"))]
