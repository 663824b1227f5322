"""Proposed changes of the knowledge folder: kept once, carried out on approval, taken back as a new version (C3)."""

from __future__ import annotations

import pytest
from support.proposals import ProposalWorld

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.knowledge.memory_file import MOST_LINES, read_memory_file
from claudeops_desktop.knowledge.proposals.types import ProposalDraft, ProposalEvidence

RULE = "Never restart PostgreSQL while `pg_basebackup` runs."
NOTE = "---\ntype: Note\ntitle: {0}\ndescription: On {0}.\nnote_type: project\n---\n\nThe text of {0}.\n"


def said_by(ref: str) -> ProposalEvidence:
    return ProposalEvidence("memory", ref)


def test_an_approved_proposal_is_a_commit_of_the_operator(world: ProposalWorld) -> None:
    number = world.offer(RULE, section="rules-conventions", title="Backups and restarts")
    assert f"+- (2026-03-02) {RULE}" in world.proposals.difference(number)
    assert world.text() == ""  # a proposal alone changes nothing
    done = world.proposals.approve(number)
    assert (done.state, done.decided_by) == ("promoted", "human:operator")
    (entry,) = read_memory_file(world.text()).entries
    assert (entry.section, entry.text) == ("Rules and conventions", RULE)
    commit = world.knowledge.log("MEMORY.md", limit=1)[0]
    assert (commit.number, commit.author) == (done.commit, "human:operator")
    assert commit.message == f"Proposal {number}: Backups and restarts"
    assert f"+- (2026-03-02) {RULE}" in world.proposals.difference(number)


def test_the_operators_own_words_are_written_and_the_proposed_ones_stay_in_the_row(world: ProposalWorld) -> None:
    number = world.offer(RULE)
    done = world.proposals.approve(number, "Wait for pg_basebackup\nbefore a restart.")
    assert (done.draft.after, done.written) == (RULE, "Wait for pg_basebackup before a restart.")
    assert read_memory_file(world.text()).entries[0].text == "Wait for pg_basebackup before a restart."
    world.proposals.reopen(number)
    assert read_memory_file(world.text()).entries == ()


def test_what_says_the_same_is_counted_and_its_evidence_added(world: ProposalWorld) -> None:
    first = ProposalDraft("add", "reflection", "x", "MEMORY.md", after=RULE, evidence=(said_by("4"),))
    again = ProposalDraft("add", "discoverer", "y", "MEMORY.md", after=RULE.upper(), evidence=(said_by("9"),))
    found = world.proposals.offer([first])
    assert (found.added, found.repeated) == (1, 0)
    found = world.proposals.offer([again])
    assert (found.added, found.repeated) == (0, 1)
    stored = world.proposals.get(found.ids[0])
    assert stored.merged == 1 and [one.ref for one in stored.draft.evidence] == ["4", "9"]
    world.proposals.offer([again])
    assert world.proposals.get(found.ids[0]).merged == 1  # nothing new, nothing counted


def test_a_rejected_proposal_is_not_asked_again_in_other_words_either(world: ProposalWorld) -> None:
    number = world.offer("Jellyfin needs 60 seconds after a restart before it answers.")
    world.proposals.reject(number, "Not worth a line.")
    for text in ("jellyfin needs 60 seconds, after a restart, before it answers",
                 "After a restart Jellyfin needs 60 seconds before it answers."):  # fmt: skip
        assert world.offer(text) == number
    assert world.state(number) == "rejected" and world.proposals.list() == []
    other = world.offer("Jellyfin needs 90 seconds after a restart before it answers.")
    assert other != number  # another value is another statement


def test_a_file_that_was_edited_meanwhile_keeps_what_was_edited(world: ProposalWorld) -> None:
    saved = world.knowledge.notes.add("project", "Backups", "They start at 02:00.\n\nThey take two hours.")
    read = world.knowledge.read(saved.path)
    number = world.offer(
        "They take three hours.", kind="edit", path=saved.path, before="They take two hours.", revision=read.revision
    )
    world.put(saved.path, read.text.replace("02:00", "03:00"))
    assert world.proposals.approve(number).state == "promoted"
    assert "03:00" in world.text(saved.path) and "three hours" in world.text(saved.path)


def test_a_change_that_cannot_be_made_any_more_is_outdated_with_a_sentence(world: ProposalWorld) -> None:
    saved = world.knowledge.notes.add("project", "Backups", "They take two hours.")
    number = world.offer("They take three hours.", kind="edit", path=saved.path, before="They take two hours.")
    world.put(saved.path, NOTE.format("Backups"))
    assert world.proposals.difference(number) == ""
    done = world.proposals.approve(number)
    assert (done.state, done.why) == ("outdated", f"{saved.path} no longer says what was to be changed.")
    assert world.text(saved.path) == NOTE.format("Backups")


def test_an_entry_is_edited_and_removed_by_its_words(world: ProposalWorld) -> None:
    world.knowledge.remember("Operations", "The NAS is at 10.0.0.4.")
    world.knowledge.remember("Operations", "Certificates are renewed by hand.")
    edit = world.offer("The NAS is at 10.0.0.9.", kind="edit", before="- (2026-03-02) The NAS is at 10.0.0.4.")
    remove = world.offer(kind="remove", before="Certificates are renewed by hand.", title="Automated since")
    world.forward(days=3)
    world.proposals.approve(edit)
    world.proposals.approve(remove)
    (entry,) = read_memory_file(world.text()).entries
    assert (entry.text, str(entry.date)) == ("The NAS is at 10.0.0.9.", "2026-03-05")
    world.proposals.reopen(remove)
    assert {one.text for one in read_memory_file(world.text()).entries} == {
        "The NAS is at 10.0.0.9.", "Certificates are renewed by hand.",
    }  # fmt: skip


def test_a_wrong_date_is_corrected_to_the_one_that_is_proposed(world: ProposalWorld) -> None:
    world.knowledge.remember("Operations", "Moved to PostgreSQL 16.")
    number = world.offer(
        "- (2025-11-04) Moved to PostgreSQL 16.", kind="edit", before="- (2026-03-02) Moved to PostgreSQL 16."
    )
    world.proposals.approve(number)
    assert str(read_memory_file(world.text()).entries[0].date) == "2025-11-04"


def test_a_new_note_never_overwrites_another(world: ProposalWorld) -> None:
    number = world.offer(NOTE.format("VPN"), path="notes/vpn.md")
    world.put("notes/vpn.md", NOTE.format("Another VPN"))
    done = world.proposals.approve(number)
    assert done.state == "promoted"
    assert (world.text("notes/vpn.md"), world.text("notes/vpn-2.md")) == (
        NOTE.format("Another VPN"),
        NOTE.format("VPN"),
    )
    world.proposals.reopen(number)
    assert world.text("notes/vpn-2.md") == "" and world.text("notes/vpn.md") == NOTE.format("Another VPN")


def test_undo_restores_the_file_as_a_new_version_and_keeps_later_edits(world: ProposalWorld) -> None:
    saved = world.knowledge.notes.add("project", "Backups", "They start at 02:00.\n\nThey take two hours.")
    number = world.offer(kind="remove", path=saved.path, before="They take two hours.")
    before = len(world.knowledge.log(saved.path))
    world.proposals.approve(number)
    world.put(saved.path, world.text(saved.path).replace("02:00", "03:00"))
    opened = world.proposals.reopen(number)
    assert opened.state == "review" and opened.commit == ""
    assert "03:00" in world.text(saved.path) and "They take two hours." in world.text(saved.path)
    assert len(world.knowledge.log(saved.path)) > before + 1  # nothing was taken out of the history


def test_a_rejection_can_be_undone(world: ProposalWorld) -> None:
    number = world.offer(RULE)
    world.proposals.reject(number)
    with pytest.raises(OperatorError, match="answered before"):
        world.proposals.approve(number)
    assert world.proposals.reopen(number).state == "review"
    assert world.proposals.approve(number).state == "promoted"


def test_a_full_memory_file_asks_which_entry_to_demote(world: ProposalWorld) -> None:
    world.knowledge.remember("Rules and conventions", "Ask first.")
    world.forward(days=1)
    for number in range(MOST_LINES - 12):
        world.put(
            "MEMORY.md",
            f"{world.text()}" + ("" if number else "\n## Operations\n\n") + f"- (2026-01-01) Fact {number}.\n",
        )
    while len(world.text().splitlines()) < MOST_LINES:
        world.put("MEMORY.md", f"{world.text()}- (2026-01-02) More.\n")
    number = world.offer(RULE)
    with pytest.raises(OperatorError, match="agents would not read all of it") as raised:
        world.proposals.approve(number)
    assert "“Fact 0.”" in str(raised.value.remedy)
    assert world.state(number) == "waiting" and RULE not in world.text()


def test_a_change_that_breaks_the_format_of_its_file_is_refused(world: ProposalWorld) -> None:
    number = world.offer("---\ntype: Note\ntitle: No kind\n---\n\nText.\n", path="notes/x.md")
    with pytest.raises(OperatorError, match="note_type"):
        world.proposals.approve(number)
    assert world.state(number) == "waiting" and world.text("notes/x.md") == ""


def test_a_crash_between_file_and_database_is_seen_at_the_next_try(world: ProposalWorld) -> None:
    number = world.offer(RULE)
    commit = world.proposals.writer.write(number, world.proposals.get(number).draft, "process:triage")
    done = world.proposals.approve(number)  # the database never heard of the first try
    assert (done.state, done.commit) == ("promoted", commit)
    assert len(read_memory_file(world.text()).entries) == 1


def test_every_change_of_state_leaves_an_event(world: ProposalWorld) -> None:
    number = world.offer(RULE)
    world.proposals.reject(number)
    world.proposals.reopen(number)
    world.proposals.approve(number)
    for action in ("offered", "rejected", "review", "promoted"):
        (event,) = world.telemetry(f"memory.proposal.{action}")
        assert event[:2] == ("triage", f"proposal:{number}")
