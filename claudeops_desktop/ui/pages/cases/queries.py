"""What the page of cases asks, on a reader thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from ....core.clock import to_text, utc_now
from ....learning import LearningService, StoredCase, write_postmortem

if TYPE_CHECKING:
    from ...app_context import AppContext


def load_cases(desk: AppContext) -> list[StoredCase]:
    """All cases, the latest first."""
    return LearningService(desk.book).cases.list()


def load_cases_of_service(desk: AppContext, service: str) -> list[StoredCase]:
    """Those that are filed under a service."""
    return LearningService(desk.book).cases.list(service=service)


def render_postmortem(desk: AppContext, case_id: int, path: Path) -> tuple[str, Path]:
    """The draft for a file of this name, and where it goes. Raises OperatorError where the case is gone."""
    case = LearningService(desk.book).cases.must(case_id)
    if path.suffix.lower() == ".json":
        return orjson.dumps(case.as_json(), option=orjson.OPT_INDENT_2).decode() + "\n", path
    return write_postmortem(case, to_text(utc_now())), path
