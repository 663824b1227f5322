"""The reflection cycle: recent facts and MEMORY.md become proposals, once (C3; the component document, The reflection
cycle; C5: a fact earns a note only when it recurs, is documented nowhere else, is not obvious and can be acted on)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.chat_endpoint import ChatEndpoint, Reply
from support.proposals import ProposalWorld

from claudeops_desktop.core.settings.groups import SecondLookSettings
from claudeops_desktop.knowledge.entries import read_entry
from claudeops_desktop.knowledge.entry_checks import check_entry
from claudeops_desktop.knowledge.proposals import reflection
from claudeops_desktop.knowledge.proposals.model_text import unsupported
from claudeops_desktop.knowledge.proposals.reflection import BETWEEN_CALLS
from claudeops_desktop.knowledge.proposals.types import OfferResult
from claudeops_desktop.models.endpoint import EndpointModel

WAIT = "Needs 90 seconds after a restart before it answers on port 8096."
MOUNT = "When the media share is missing, running `mount -a` brings it back within seconds."


def texts(world: ProposalWorld) -> list[str]:
    return [one.draft.after for one in world.proposed()]


def test_the_operators_facts_are_proposed_in_their_own_words(world: ProposalWorld) -> None:
    memory = world.entered("Ask before anything on db-1 is restarted.", domain="rules-conventions")
    found = world.proposals.reflect()
    assert (found.added, found.repeated) == (1, 0)
    (proposal,) = world.proposed()
    draft = proposal.draft
    assert (draft.path, draft.section, draft.after) == ("MEMORY.md", "Rules and conventions", memory.observation)
    assert draft.memory_ids == (memory.id,) and draft.reason == "The operator said it."
    assert [(one.kind, one.ref, one.quote) for one in draft.evidence] == [
        ("memory", str(memory.id), memory.observation)
    ]


def test_a_fact_that_was_said_once_and_names_nothing_is_not_proposed(world: ProposalWorld) -> None:
    world.said("The library page is slow on large collections.")
    assert world.proposals.reflect().added == 0


def test_a_fact_that_recurs_is_proposed_with_its_service(world: ProposalWorld) -> None:
    for _ in range(3):
        world.said(WAIT)
        world.forward(days=1)
    world.proposals.reflect()
    assert texts(world) == [f"jellyfin: {WAIT}"]
    assert world.proposed()[0].draft.reason == "It was said on 3 independent occasions."


def test_injected_text_that_comes_back_is_no_evidence(world: ProposalWorld) -> None:
    memory = world.said(WAIT)
    for _ in range(4):
        session = world.session()
        world.inject(memory, session)
        world.said(WAIT, session=session)
    (fact,) = world.read(lambda: world.memory.curation.facts([memory.id]))
    assert (len(fact.sessions), fact.occasions, fact.memory.confidence) == (1, 1, memory.confidence)
    world.proposals.reflect()
    assert texts(world) == []


def test_what_the_memory_file_says_already_is_not_proposed(world: ProposalWorld) -> None:
    world.knowledge.remember("Operations", "jellyfin needs 90 seconds after a restart before it answers on port 8096.")
    for _ in range(2):
        world.said(WAIT)
    assert world.proposals.reflect().added == 0
    (event,) = world.telemetry("memory.reflect.completed")
    assert json.loads(event[2])["known"] == 1


def test_what_is_documented_elsewhere_is_not_proposed(world: ProposalWorld) -> None:
    world.knowledge.notes.add("project", "Jellyfin", f"Known for long: jellyfin {WAIT}")
    for _ in range(2):
        world.said(WAIT)
    assert world.proposals.reflect().added == 0


def test_a_fact_against_an_entry_is_proposed_as_its_replacement(world: ProposalWorld) -> None:
    world.knowledge.remember("Operations", "The nightly backup of the media share starts at 02:00.")
    for _ in range(2):
        world.said("The nightly backup of the media share starts at 03:30.", None)
    world.proposals.reflect()
    (proposal,) = world.proposed()
    assert proposal.draft.kind == "edit"
    assert proposal.draft.before == "The nightly backup of the media share starts at 02:00."


def test_the_same_of_several_services_is_one_entry(world: ProposalWorld) -> None:
    for service in ("sonarr", "radarr", "lidarr"):
        for _ in range(2):
            world.said("Loses its indexer when the VPN reconnects; a restart helps.", service)
    world.proposals.reflect()
    (text,) = texts(world)
    assert text == "sonarr, radarr and lidarr: Loses its indexer when the VPN reconnects; a restart helps."


def test_a_second_reflection_finds_nothing_new(world: ProposalWorld) -> None:
    world.entered("Ask before anything on db-1 is restarted.")
    world.said(MOUNT)
    world.proposals.reflect()
    events = len(world.telemetry("memory.reflect.completed"))
    again = world.proposals.reflect()
    assert (again.added, again.repeated) == (0, 0)
    assert len(world.telemetry("memory.reflect.completed")) == events


def test_after_a_full_reflection_the_rest_waits_for_the_next_night(world: ProposalWorld, monkeypatch) -> None:
    monkeypatch.setattr(reflection, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(reflection, "PAGE", 2)
    for number in range(6):
        world.entered(f"The disk in bay {number} of nas1 has a rattling bearing.")
    first = world.proposals.reflect().added
    assert 2 <= first < 6
    assert world.proposals.reflect() == OfferResult(), "a second run of the same night changes nothing"
    world.forward(hours=24)
    second = world.proposals.reflect().added
    assert second >= 2
    for _ in range(3):
        world.forward(hours=24)
        second += world.proposals.reflect().added
    assert first + second == 6


def test_the_position_outlives_the_process(world: ProposalWorld, tmp_path: Path) -> None:
    world.entered("Ask before anything on db-1 is restarted.")
    world.proposals.reflect()
    world.close()
    again = ProposalWorld(tmp_path)
    try:
        assert again.proposals.reflect().ids == ()
    finally:
        again.close()


def test_a_rejected_text_is_not_proposed_again_when_it_is_said_again(world: ProposalWorld) -> None:
    for _ in range(2):
        world.said(WAIT)
    world.proposals.reflect()
    (proposal,) = world.proposed()
    world.proposals.reject(proposal.id, "Known to everybody.")
    world.said(WAIT)
    assert world.proposals.reflect().added == 0 and world.proposed() == []


def test_the_proposals_have_at_most_four_fifths_of_the_length_of_what_was_read(world: ProposalWorld) -> None:
    for number in range(12):
        world.entered(f"Rack {number} is opened with the key of cabinet {number + 40}, never with the master key.")
    world.proposals.reflect()
    detail = json.loads(world.telemetry("memory.reflect.completed")[0][2])
    share = detail["written_characters"] / detail["read_characters"]
    assert 0.6 <= share <= 0.8 and detail["length"] > 0  # what is left out is counted


def test_a_fact_earns_a_note_when_it_recurs_is_undocumented_not_obvious_and_can_be_acted_on(
    world: ProposalWorld,
) -> None:
    long = (
        "When the transcoder hangs with error 187, stop Jellyfin first, wait until no process holds"
        " /dev/dri/renderD128, then clear /var/cache/jellyfin/transcodes and start it again; a plain restart leaves"
        " the device locked for the next attempt."
    )
    for _ in range(2):
        world.said(long)
    world.proposals.reflect()
    (proposal,) = world.proposed()
    assert proposal.draft.path.startswith("notes/") and check_entry(proposal.draft.path, proposal.draft.after) == []
    entry = read_entry(proposal.draft.after)
    assert entry.body.strip() == long and entry.meta["generated"]["by"] == "process:reflection"
    world.proposals.approve(proposal.id)
    assert world.knowledge.check() == [] and world.proposals.reflect().added == 0


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("When the transcoder hangs with error 187 " + "and nobody knows the reason of it " * 5 + "wait for it.", 1),
        ("Everything about this service has always been rather large and somewhat slow " + "in all respects " * 10, 2),
    ],
)
def test_no_note_for_what_was_said_once_or_says_nothing_to_act_on(world: ProposalWorld, text: str, times: int) -> None:
    for _ in range(times):
        world.said(text.strip())
    world.proposals.reflect()
    assert not [one for one in world.proposed() if one.draft.path.startswith("notes/")]


def test_what_a_session_had_read_on_a_page_makes_an_untrusted_proposal(world: ProposalWorld, tmp_path: Path) -> None:
    log = tmp_path / "session.ndjson"
    use = {"type": "tool_use", "id": "t1", "name": "WebFetch", "input": {"url": "https://notes.example.org/x"}}
    answer = {"type": "tool_result", "tool_use_id": "t1", "content": f"Advice: {MOUNT}"}
    lines = [{"type": "assistant", "message": {"content": [use]}}, {"type": "user", "message": {"content": [answer]}}]
    log.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    session = world.session(str(log))
    world.said(MOUNT, session=session, confidence=0.9, strength="explicit")
    world.proposals.reflect()
    (proposal,) = world.proposed()
    assert not proposal.draft.trusted and "notes.example.org" in proposal.draft.reason
    world.proposals.triage()
    assert world.state(proposal.id) == "review"


# --- by a model ------------------------------------------------------------------------------------------------------


def change(text: str, facts: list[int], section: str = "Operations", replaces: int = 0) -> dict[str, object]:
    return {"section": section, "replaces": replaces, "text": text, "facts": facts}


def reply(*rows: dict[str, object]) -> Reply:
    return Reply(json.dumps({"changes": rows}))


def test_a_model_draws_one_entry_from_several_facts(world: ProposalWorld) -> None:
    one = world.entered("Sonarr loses its download folder when the NAS reboots.", "sonarr")
    other = world.entered("Paperless cannot read in scans while the NAS reboots.", "paperless")
    world.proposals.reflect()
    before = {proposal.id for proposal in world.proposed()}
    both = "While the NAS reboots, Sonarr loses its folder and Paperless cannot read scans."
    with ChatEndpoint(reply(change(both, [1, 2]))) as endpoint:
        found = world.proposals.reflect(EndpointModel(endpoint.url, "small", timeout_s=20))
        lines = [json.loads(line) for line in endpoint.asked[0]["messages"][-1]["content"].splitlines()]
        assert found.added == 1 and [line["fact"] for line in lines] == [1, 2]
        (made,) = [proposal for proposal in world.proposed() if proposal.id not in before]
        assert made.draft.after == both and set(made.draft.memory_ids) == {one.id, other.id}
        world.entered("Lidarr needs the mount /srv/music before it starts.", "lidarr")
        model = EndpointModel(endpoint.url, "small", timeout_s=20)
        world.proposals.reflect(model)
        assert len(endpoint.asked) == 1  # at most every twelve hours
        world.forward(seconds=BETWEEN_CALLS.total_seconds())
        world.proposals.reflect(model)
        assert len(endpoint.asked) == 2


def test_what_a_model_says_beyond_the_facts_is_dropped_with_a_reason(world: ProposalWorld) -> None:
    world.entered("Sonarr needs the mount /srv/media before it starts.", "sonarr")
    rows = (
        change("Sonarr needs the mount /srv/media for 5 minutes before it starts.", [1]),
        change("Sonarr needs the mount /srv/media before it starts.", []),
        change("Sonarr needs the mount /srv/media before it starts.", [9]),
        change("Sonarr needs the mount /srv/media before it starts.", [1], "Gossip"),
        change("Sonarr needs the mount /srv/media before it starts.", [1], replaces=3),
    )
    with ChatEndpoint(reply(*rows)) as endpoint:
        found = world.proposals.reflect(EndpointModel(endpoint.url, "small", timeout_s=20))
    assert found.added == 1  # the one of the rules
    detail = json.loads(world.telemetry("memory.reflect.completed")[-1][2])
    assert detail["dropped"] == ["unsupported", "no facts", "no facts", "section", "entry"]


def test_a_model_is_not_given_what_others_wrote(world: ProposalWorld) -> None:
    world.entered("Sonarr needs the mount /srv/media before it starts.", "sonarr")
    foreign = world.entered("Radarr needs the mount /srv/other before it starts.", "radarr")
    from claudeops_desktop.memory import tables

    world.write(lambda: tables.update(foreign.id, gate_why="Its words stand in a page from x.example.org."))
    with ChatEndpoint(reply()) as endpoint:
        world.proposals.reflect(EndpointModel(endpoint.url, "small", timeout_s=20))
        assert "/srv/other" not in endpoint.asked[0]["messages"][-1]["content"]


def test_a_model_that_does_not_answer_is_told_of_and_asked_later(world: ProposalWorld) -> None:
    world.entered("Sonarr needs the mount /srv/media before it starts.", "sonarr")
    with ChatEndpoint(Reply(status=500, raw=b"{}")) as endpoint:
        model = EndpointModel(endpoint.url, "small", timeout_s=20)
        world.proposals.reflect(model)
        world.proposals.reflect(model)
        assert len(endpoint.asked) == 1
    assert world.telemetry("memory.reflect.unanswered")


def test_a_fact_about_an_excluded_service_is_sent_to_no_model(world: ProposalWorld) -> None:
    world.entered("Sonarr needs the mount /srv/media before it starts.", "sonarr")
    world.settings = replace(world.settings, second_look=SecondLookSettings(exclude_services=("sonarr",)))
    with ChatEndpoint(reply()) as endpoint:
        world.proposals.reflect(EndpointModel(endpoint.url, "small", timeout_s=20))
        assert endpoint.asked == []


@pytest.mark.parametrize(
    ("text", "sources", "fault"),
    [
        ("Backups run at 02:00.", ["The backups run at 02:00 every night."], ""),
        ("Backups run at 03:00.", ["The backups run at 02:00 every night."], "is in none"),
        ("Backups run on host nas-2.", ["The backups run on host nas-1."], "is in none"),
        ("Backups do not run at night.", ["The backups run at night."], "denies"),
        ("Use `rm -rf /srv/x` for backups.", ["The backups use /srv/x."], "is in none"),
        ("Everything else is entirely invented here.", ["The backups run at night."], "Most of its words"),
    ],
)
def test_a_text_must_come_from_its_sources(text: str, sources: list[str], fault: str) -> None:
    found = unsupported(text, sources)
    assert (fault in found) if fault else found == ""
