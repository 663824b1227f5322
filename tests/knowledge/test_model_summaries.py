"""Summaries that a model writes: of the facts that hold, nothing more, shown only while those are the same."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from support.chat_endpoint import ChatEndpoint, Reply
from support.proposals import ProposalWorld

from claudeops_desktop.knowledge.renderings.model_summaries import LONGEST, sendable, write_summaries
from claudeops_desktop.memory import DueSummary
from claudeops_desktop.models.endpoint import EndpointModel

FACT = "Sonarr needs the mount /srv/media before it starts."
SAID = "Sonarr needs the mount /srv/media before it starts."


@pytest.fixture
def due(world: ProposalWorld) -> Callable[[], list[DueSummary]]:
    """What is to be written now that this fact is known."""

    def ask() -> list[DueSummary]:
        world.memory.maintenance.rebuild_summaries(lambda: False)
        return world.read(world.memory.folder.due_summaries)

    world.entered(FACT, "sonarr")
    return ask


def write(world: ProposalWorld, due: list[DueSummary], text: str) -> int:
    reply = Reply(json.dumps({"summaries": [{"area": 1, "summary": text}]}))
    with ChatEndpoint(reply) as endpoint:
        found = write_summaries(world.memory, due, EndpointModel(endpoint.url, "small", timeout_s=20), str)
        assert FACT in endpoint.asked[0]["messages"][1]["content"]
    return found.kept


@pytest.mark.slow
def test_what_a_model_wrote_is_shown_until_a_fact_comes(world: ProposalWorld, due) -> None:
    (one,) = due()
    assert (one.current, one.facts) == ("", (FACT,))
    assert write(world, [one], SAID) == 1
    assert due() == []
    assert world.read(lambda: world.memory.folder.written_summary(one.domain)) == SAID
    world.entered("Sonarr must be started after qbittorrent.", "sonarr")
    (again,) = due()
    assert again.current == SAID
    assert world.read(lambda: world.memory.folder.written_summary(one.domain)) == ""


def test_nothing_of_it_is_left_once_one_of_its_facts_is_gone(world: ProposalWorld, due) -> None:
    (one,) = due()
    world.entered("Sonarr must be started after qbittorrent.", "sonarr")
    (one,) = due()
    assert write(world, [one], SAID) == 1
    (number,) = [memory.id for memory in world.read(world.memory.search.list) if memory.observation == FACT]
    world.write(lambda: world.memory.edits.delete([number]))
    (left,) = due()
    assert left.current == ""


@pytest.mark.parametrize(
    "text", ["Sonarr needs 4 GB before it starts.", "Sonarr does not need the mount /srv/media.", "", "word " * LONGEST]
)
def test_a_text_that_says_more_than_its_facts_is_not_kept(world: ProposalWorld, due, text: str) -> None:
    assert write(world, due(), text) == 0


def test_an_answer_about_other_facts_than_those_of_now_is_not_kept(world: ProposalWorld, due) -> None:
    before = due()
    world.entered("Sonarr must be started after qbittorrent.", "sonarr")
    due()
    assert write(world, before, SAID) == 0


@pytest.mark.parametrize(("excluded", "sent"), [((), 1), (("sonarr",), 0), (("plex",), 1)])
def test_what_is_about_an_excluded_service_is_not_sent(due, excluded, sent: int) -> None:
    assert len(sendable(due(), excluded)) == sent
