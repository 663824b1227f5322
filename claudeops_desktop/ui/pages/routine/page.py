"""The page of the routine."""

from __future__ import annotations

from typing import ClassVar

from ...text.translation import tr
from ..view_page import ViewPage


class RoutinePage(ViewPage):
    """What ran, how long it took and what it did; what is due; and the weekly report."""

    title = tr("Routine")
    VIEWS: ClassVar[dict[str, tuple[str, str, str]]] = {
        "jobs": (tr("Jobs"), "jobs_view", "RoutineJobsView"),
        "report": (tr("Weekly report"), "report_view", "WeeklyReportView"),
    }
    SHOW_TEXTS: ClassVar[dict[str, str]] = {
        "jobs": tr("Show the jobs of the routine"),
        "report": tr("Show the weekly report"),
    }

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the list."""
        return [("Return", tr("Run the job now")), ("Space", tr("Pause the job, or let it go on"))]
