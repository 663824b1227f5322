"""Triage by a model in the background: every half hour, never paused, stopped or beside a run (C4)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from support.chat_endpoint import ChatEndpoint, Reply

from claudeops_desktop.core.emergency_stop_marker import set_marker
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.knowledge.proposals.types import ProposalDraft, StoredProposal

PLAIN = "The wiki becomes slow whenever its search index is rebuilt."
REVIEW = json.dumps({"answers": [{"proposal": 1, "decision": "promote", "text": PLAIN, "why": "It lasts."}]})


@pytest.fixture
def endpoint(engine: ApplicationEngine) -> Iterator[ChatEndpoint]:
    with ChatEndpoint(Reply(REVIEW)) as server:
        for name, value in (("allowed", "yes"), ("kind", "endpoint"), ("name", "tiny"), ("url", server.url)):
            engine.settings.change(f"model.{name}", value)
        yield server


@pytest.fixture
def proposal(engine: ApplicationEngine) -> Callable[[], StoredProposal]:
    folder, proposals = engine.triage._open()
    (number,) = proposals.offer([ProposalDraft("add", "reflection", "Wiki", "MEMORY.md", after=PLAIN)]).ids
    folder.close()
    return lambda: proposals.get(number)


@pytest.fixture
def beat(engine: ApplicationEngine) -> Callable[[], None]:
    def once() -> None:
        engine.triage.look_now()
        assert engine.triage.wait(90)

    return once


def test_what_waits_is_sent_and_decided_once_in_half_an_hour(engine, endpoint, proposal, beat) -> None:
    beat()
    assert len(endpoint.asked) == 1
    assert (proposal().state, proposal().decided_by) == ("promoted", "model:tiny")
    folder, proposals = engine.triage._open()
    proposals.offer([ProposalDraft("add", "reflection", "x", "MEMORY.md", after="The printer on floor three is slow.")])
    folder.close()
    beat()
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize(
    ("setting", "value"), [("run.paused", True), ("model.allowed", "no"), ("model.allowed", "unanswered")]
)
def test_paused_or_not_allowed_nobody_is_asked(engine, endpoint, proposal, beat, setting, value) -> None:
    engine.settings.change(setting, value)
    beat()
    assert endpoint.asked == [] and proposal().state == "waiting"


def test_while_everything_is_stopped_nobody_is_asked(engine, endpoint, proposal, beat) -> None:
    set_marker(engine.folder.root)
    beat()
    assert endpoint.asked == []


def test_while_a_run_is_on_nobody_is_asked(engine, endpoint, proposal, beat, monkeypatch) -> None:
    monkeypatch.setattr(engine.triage, "_busy", lambda: True)
    beat()
    assert endpoint.asked == []
