"""The check of what was found, made once before it is proposed: what is shown is what the check will find."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..edit import checked
from ..measurement import CheckFinding
from ..services import ServicesError, run_check
from .propose import is_lasting
from .types import ProbeAnswer

SECONDS = 3.0


def try_check(answer: ProbeAnswer, row: dict[str, Any]) -> ProbeAnswer:
    """Make the check of ``row`` once and return the answer with what it found. Blocks for some seconds.

    A web server that wants a login or has no start page is up: its code is the ``status_code`` of the answer, which
    ``propose.check_for_address`` makes the expected one.
    """
    if answer.kind == "closed":
        return replace(answer, status="down")
    trial = row | {"name": "trial", "timeout": SECONDS, "retries": 0}
    trial.pop("expect_status", None)  # what the probe saw was no answer to a check's request
    try:
        found = run_check(checked(trial)).found
    except ServicesError as error:
        return replace(answer, status="unknown", detail=str(error))
    if row["check"] != "http":
        return replace(answer, status=str(found.status), detail=_told(answer, found))
    if found.code is not None and is_lasting(found.code):
        return replace(answer, status="healthy", detail=found.detail.split(",")[0], status_code=found.code)
    return replace(answer, status=str(found.status), detail=found.detail, status_code=found.code)


def _told(answer: ProbeAnswer, found: CheckFinding) -> str:
    """Say what answered, and what the check says where that is not well."""
    return answer.detail if found.status == "healthy" else f"{answer.detail}: {found.detail}"
