"""The page of lessons."""

from __future__ import annotations

from typing import ClassVar

from ...text.translation import tr
from ..view_page import ViewPage


class LessonsPage(ViewPage):
    """Short rules that are in every prompt."""

    title = tr("Lessons")
    VIEWS: ClassVar[dict[str, tuple[str, str, str]]] = {"lessons": (tr("Lessons"), "lessons_view", "LessonsView")}

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the list."""
        return [
            ("Ctrl+N", tr("Add a lesson")),
            ("F2", tr("Edit the lesson")),
            ("Space", tr("Turn the lesson on or off")),
            ("Del", tr("Remove the lesson")),
        ]
