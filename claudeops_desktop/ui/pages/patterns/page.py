"""The page of patterns."""

from __future__ import annotations

from typing import ClassVar

from ...text.translation import tr
from ..view_page import ViewPage


class PatternsPage(ViewPage):
    """Rules that held up in earlier runs, by role."""

    title = tr("Patterns")
    VIEWS: ClassVar[dict[str, tuple[str, str, str]]] = {"patterns": (tr("Patterns"), "patterns_view", "PatternsView")}

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the list."""
        return [("Space", tr("Approve the pattern, or take it out of use"))]
