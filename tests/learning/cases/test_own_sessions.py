"""A transcript of somebody else's session makes cases; what our own sessions did is in the ledger (L6)."""

from __future__ import annotations

from pathlib import Path

import pytest
from outage_desk import OutageDesk
from support.outage_sessions import SESSIONS, write_transcript

from claudeops_desktop.memory.extraction.observer import ReadTranscript
from claudeops_desktop.runs.observe_sessions import learn_from_transcript


@pytest.mark.parametrize(("session_id", "cases"), [(None, ["shop"]), (1, [])])
def test_a_session_of_our_own_makes_no_case_by_its_transcript(
    outages: OutageDesk, tmp_path: Path, session_id: int | None, cases: list[str]
):
    outages.session("shop")
    rows = SESSIONS["the same check fails, then passes"].rows
    path = write_transcript(tmp_path / "one.jsonl", "/srv/shop", rows)
    learn_from_transcript(outages.book, ReadTranscript(path, "one", session_id, ("shop",), str))
    assert [case.service for case in outages.cases()] == cases
