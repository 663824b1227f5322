"""The routine (R1 to R4): what is done every night, every Sunday and every month, and the weekly report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.lazy import export_lazily

if TYPE_CHECKING:
    from .control import JobStanding as JobStanding
    from .control import RoutineControl as RoutineControl
    from .jobs import JOBS as JOBS
    from .jobs import MONTHLY as MONTHLY
    from .jobs import NIGHTLY as NIGHTLY
    from .jobs import WEEKLY as WEEKLY
    from .runner import RoutineRunner as RoutineRunner
    from .service import RoutineService as RoutineService
    from .types import StepContext as StepContext
    from .types import StoredRoutineRun as StoredRoutineRun
    from .weekly.render import render_markdown as render_markdown
    from .weekly.types import SECTIONS as SECTIONS
    from .weekly.types import WeeklyReport as WeeklyReport

_EXPORTS = {
    "JOBS": "jobs",
    "MONTHLY": "jobs",
    "NIGHTLY": "jobs",
    "WEEKLY": "jobs",
    "JobStanding": "control",
    "RoutineControl": "control",
    "RoutineRunner": "runner",
    "RoutineService": "service",
    "SECTIONS": "weekly.types",
    "StepContext": "types",
    "StoredRoutineRun": "types",
    "WeeklyReport": "weekly.types",
    "render_markdown": "weekly.render",
}
__all__ = list(_EXPORTS)
__getattr__ = export_lazily(__name__, _EXPORTS)
