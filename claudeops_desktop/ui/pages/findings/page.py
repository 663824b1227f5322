"""The page of findings."""

from __future__ import annotations

from typing import ClassVar

from ...text.translation import tr
from ..view_page import ViewPage


class FindingsPage(ViewPage):
    """What came up more than once over runs: open, fixed, back, or quiet."""

    title = tr("Findings")
    VIEWS: ClassVar[dict[str, tuple[str, str, str]]] = {"findings": (tr("Findings"), "findings_view", "FindingsView")}

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the list."""
        return [("Space", tr("Mark the finding as fixed, or open it again"))]
