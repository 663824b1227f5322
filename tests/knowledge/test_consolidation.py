"""Consolidation (C10): a branch that is shown as a difference, merged on approval into the files as they are then, and
can be undone for good. The lost update of a consolidation that reads, thinks and writes is a test of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from audit_fixtures import OPERATOR, AuditDesk
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.knowledge.branches import KnowledgeBranches
from claudeops_desktop.knowledge.consolidation.rules import losses, merge_text, sources_in
from claudeops_desktop.knowledge.layout import MEMORY_FILE

THINGS = ("fan", "rack", "switch", "battery", "cable", "disk", "door", "lamp", "meter", "boiler", "sensor", "antenna")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[AuditDesk]:
    made = AuditDesk(tmp_path)
    for at, thing in enumerate(THINGS):
        made.clock.forward(days=1)
        made.remember(f"The {thing} was bought together with {at + 40} screws.")
    yield made
    made.close()


def plant(desk: AuditDesk) -> None:
    """Two faults: a wrong year, and an entry that repeats another."""
    desk.remember("The garage has a socket for the car.", day="2024-10-20")
    desk.remember("The tariff of the provider ends in autumn.")
    desk.clock.forward(days=5)
    desk.folder.notes.add("project", "Tariff", "The tariff of the provider ends in autumn.")


def raw(desk: AuditDesk) -> dict[str, bytes]:
    root = desk.folder.root
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and ".git" not in path.parts
    }


# --- making one ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_consolidation_changes_no_file_and_waits_on_a_branch(desk):
    plant(desk)
    before, head = raw(desk), desk.folder.repository.head()
    found = desk.consolidation().consolidate()
    assert found.branch == f"consolidation/{desk.clock():%Y-%m-%d}-1"
    assert {one.source for one in found.changes} == {"auditor"}
    assert "-- (2024-10-20) The garage" in found.diff
    assert (raw(desk), desk.folder.repository.head()) == (before, head)
    assert desk.folder.repository.changed_files() == ([], [])
    changes = desk.consolidation().changes(found.branch)
    assert len(changes) == len(found.changes) == 2
    assert all("Proposal: " in one.message for one in changes)


@pytest.mark.slow
def test_a_preview_makes_no_branch_and_keeps_what_was_found(desk):
    plant(desk)
    found = desk.consolidation().consolidate(preview=True)
    assert (found.branch, len(found.changes)) == ("", 2)
    assert desk.consolidation().branches() == []
    assert len(desk.proposals.list()) == 2
    assert len(desk.consolidation().consolidate().changes) == 2


@pytest.mark.slow
def test_with_nothing_wrong_and_nothing_said_there_is_no_branch(desk):
    found = desk.consolidation().consolidate()
    assert (found.branch, found.changes, found.diff) == ("", (), "")


@pytest.mark.slow
def test_a_handful_is_taken_up_the_rest_waits(desk):
    for thing in THINGS[:9]:
        desk.remember(f"The {thing} is cleaned by somebody from outside.", day="2024-01-05")
        desk.clock.forward(days=1)
    found = desk.consolidation().consolidate()
    assert len(found.changes) == 7
    assert len([one for one in found.left_out if "next time" in one]) == 2
    assert [one.rank for one in found.changes] == sorted((one.rank for one in found.changes), reverse=True)


@pytest.mark.slow
def test_while_one_waits_no_second_one_is_made(desk):
    plant(desk)
    desk.consolidation().consolidate()
    with pytest.raises(OperatorError, match="waits for an answer"):
        desk.consolidation().consolidate()


@pytest.mark.slow
def test_never_two_at_once_over_all_processes(desk):
    plant(desk)
    holder = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent("""
            import sys
            from pathlib import Path
            from claudeops_desktop.knowledge.branches import KnowledgeBranches
            from claudeops_desktop.knowledge.repository import KnowledgeRepository
            with KnowledgeBranches(KnowledgeRepository(Path(sys.argv[1])), "consolidation").alone():
                print("held", flush=True)
                sys.stdin.read()
        """), str(desk.folder.root)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        for act in (desk.consolidation().consolidate, desk.consolidation().undo):
            with pytest.raises(OperatorError, match="Another consolidation is at work"):
                act()
        os.kill(holder.pid, signal.SIGKILL)  # a lock does not outlive who held it
        holder.wait()
        assert desk.consolidation().consolidate().branch
    finally:
        holder.kill()
        holder.communicate()


# --- what it may not lose --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_over_a_quarter_of_the_entries_is_never_taken_out(desk):
    for thing in THINGS[:8]:
        desk.folder.notes.add("project", f"About the {thing}", f"The {thing} has a red label with its serial number.")
    desk.clock.forward(days=2)
    for thing in THINGS[:8]:
        desk.remember(f"The {thing} has a red label with its serial number.")
    found = desk.consolidation().consolidate()
    removed = [one for one in found.changes if one.title.startswith("Redundant")]
    assert len(removed) <= 0.25 * 28
    assert found.refused == ""


def memory(*entries: str) -> dict[str, str]:
    lines = "".join(f"- (2025-01-01) {entry}\n" for entry in entries)
    return {MEMORY_FILE: f"---\ntype: Memory\n---\n\n## Operations\n{lines}"}


def test_a_result_that_loses_over_a_quarter_is_refused():
    before = memory(*(f"The {thing} is red." for thing in THINGS[:8]))
    three, two = memory(*(f"The {t} is red." for t in THINGS[:5])), memory(*(f"The {t} is red." for t in THINGS[:6]))
    assert "3 of 8" in losses(before, three)[0]
    assert losses(before, two) == []


def test_an_entry_in_other_words_is_not_lost():
    before = memory("The pump in the cellar is loud at night.", "The lamp is green.")
    assert losses(before, memory("The pump in the cellar is loud at noon.", "The lamp is green.")) == []


def note(body: str, *sources: str) -> str:
    rows = "".join(f"  - resource: {one}\n" for one in sources)
    return f"---\ntype: Note\nnote_type: project\n{'sources:' if rows else ''}\n{rows}---\n\n{body}\n"


def test_a_result_that_loses_a_source_is_refused():
    before = {f"notes/{n}.md": note("x", *(["file:///m.pdf"] if n == 0 else [])) for n in range(9)}
    after = {path: text for path, text in before.items() if path != "notes/0.md"}
    assert "file:///m.pdf" in losses(before, after)[0]
    moved = after | {"notes/1.md": note("x", "file:///m.pdf")}
    assert losses(before, moved) == []


def test_cited_evidence_counts_as_a_source():
    text = note("It is loud.[^manual] See [the page](https://example.org/pump) and [a note](/notes/y.md).")
    assert sources_in({"notes/x.md": text}) == {"[^manual] notes/x.md", "https://example.org/pump"}


@pytest.mark.slow
def test_an_approval_that_would_lose_too_much_by_now_writes_nothing(desk):
    desk.folder.notes.add("project", "Tariff", "The tariff of the provider ends in autumn.")
    desk.clock.forward(days=3)
    desk.remember("The tariff of the provider ends in autumn.")
    found = desk.consolidation().consolidate()
    assert found.branch
    only = [line for line in desk.folder.text_of(MEMORY_FILE).splitlines(keepends=True) if "screws" not in line]
    (desk.folder.root / MEMORY_FILE).write_text("".join(only), encoding="utf-8")
    with pytest.raises(OperatorError, match="would lose"):
        desk.consolidation().approve(found.branch)
    assert "notes/tariff.md" in desk.folder.texts()
    assert desk.consolidation().branches() == [found.branch]


# --- the operator's answer -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_approving_makes_one_commit_of_the_operator_and_settles_the_proposals(desk):
    plant(desk)
    found = desk.consolidation().consolidate()
    done = desk.consolidation().approve(found.branch)
    assert "2024-10-20" not in desk.folder.text_of(MEMORY_FILE)
    assert desk.folder.log(limit=1)[0].author == OPERATOR
    assert {one.state for one in (desk.proposals.get(change.proposal) for change in found.changes)} == {"promoted"}
    assert desk.consolidation().branches() == []
    assert done.dropped == ()
    assert desk.folder.check() == [], "the index and the log follow"
    assert desk.consolidation().consolidate().changes == ()


@pytest.mark.slow
def test_a_lost_update_does_not_happen_a_file_edited_while_a_branch_waits_keeps_the_edit(desk):
    plant(desk)
    found = desk.consolidation().consolidate()
    text = desk.folder.text_of(MEMORY_FILE).replace("with 40 screws", "with 41 screws and a key")
    (desk.folder.root / MEMORY_FILE).write_text(text, encoding="utf-8")
    assert "41 screws" not in desk.consolidation().difference(found.branch), "against the files as they are"
    done = desk.consolidation().approve(found.branch)
    after = desk.folder.text_of(MEMORY_FILE)
    assert "with 41 screws and a key" in after
    assert "2024-10-20" not in after
    assert done.dropped == ()


@pytest.mark.slow
def test_a_file_edited_while_consolidation_runs_keeps_the_edit(desk):
    plant(desk)
    file, asked = desk.folder.root / MEMORY_FILE, []

    def edited() -> bool:  # asked again and again while both are reading
        if not asked:
            asked.append(True)
            file.write_text(file.read_text(encoding="utf-8").replace("The lamp", "The small lamp"), encoding="utf-8")
        return False

    found = desk.consolidation().consolidate(edited)
    assert asked
    desk.consolidation().approve(found.branch)
    assert "The small lamp" in file.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_change_whose_place_was_edited_is_dropped_with_a_sentence(desk):
    plant(desk)
    found = desk.consolidation().consolidate()
    text = desk.folder.text_of(MEMORY_FILE).replace("The garage has a socket for the car.", "The garage was sold.")
    (desk.folder.root / MEMORY_FILE).write_text(text, encoding="utf-8")
    done = desk.consolidation().approve(found.branch)
    assert any("garage" in one for one in done.dropped)
    assert "The garage was sold." in desk.folder.text_of(MEMORY_FILE)
    states = {desk.proposals.get(one.proposal).state for one in found.changes}
    assert states == {"promoted", "outdated"}


@pytest.mark.slow
def test_a_file_that_was_deleted_meanwhile_stays_deleted(desk):
    plant(desk)
    found = desk.consolidation().consolidate()
    (desk.folder.root / MEMORY_FILE).unlink()
    done = desk.consolidation().approve(found.branch)
    assert not (desk.folder.root / MEMORY_FILE).exists()
    assert done.dropped


@pytest.mark.slow
def test_discarding_leaves_everything_and_is_not_proposed_in_a_branch_again(desk):
    plant(desk)
    before = raw(desk)
    found = desk.consolidation().consolidate()
    desk.consolidation().discard(found.branch)
    assert raw(desk) == before
    assert desk.consolidation().branches() == []
    assert len(desk.proposals.list()) == 2, "each can still be answered by itself"
    assert desk.consolidation().consolidate().branch == ""


@pytest.mark.slow
def test_undone_for_good_the_files_are_as_before_and_nobody_is_asked_again(desk):
    plant(desk)
    before = {path: text for path, text in desk.folder.texts().items() if path != "log.md"}
    found = desk.consolidation().consolidate()
    desk.consolidation().approve(found.branch)
    commits = len(desk.folder.log(limit=None))
    undone = desk.consolidation().undo()
    assert {path: text for path, text in desk.folder.texts().items() if path != "log.md"} == before
    assert len(desk.folder.log(limit=None)) == commits + 1, "the history grows, nothing is taken out of it"
    assert undone.branch == found.branch
    again = desk.consolidation().consolidate()
    assert (again.branch, again.changes) == ("", ())
    with pytest.raises(OperatorError, match="no consolidation to undo"):
        desk.consolidation().undo()


@pytest.mark.slow
def test_undoing_keeps_what_was_edited_since(desk):
    plant(desk)
    desk.consolidation().approve(desk.consolidation().consolidate().branch)
    text = desk.folder.text_of(MEMORY_FILE).replace("with 40 screws", "with 41 screws")
    (desk.folder.root / MEMORY_FILE).write_text(text, encoding="utf-8")
    desk.consolidation().undo()
    after = desk.folder.text_of(MEMORY_FILE)
    assert "with 41 screws" in after
    assert "2024-10-20" in after


@pytest.mark.slow
def test_what_repeats_an_entry_that_is_gone_by_now_stays(desk):
    plant(desk)
    found = desk.consolidation().consolidate()
    text = desk.folder.text_of(MEMORY_FILE).replace("The tariff of the provider ends in autumn.", "No tariff any more.")
    (desk.folder.root / MEMORY_FILE).write_text(text, encoding="utf-8")
    done = desk.consolidation().approve(found.branch)
    assert any("tariff" in one.casefold() for one in done.dropped)
    assert "notes/tariff.md" in desk.folder.texts()


def test_an_unknown_branch_is_named(desk):
    with pytest.raises(OperatorError, match="no branch consolidation/2020-01-01-1"):
        desk.consolidation().approve("consolidation/2020-01-01-1")


# --- killed in the middle --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_killed_while_the_branch_is_made_leaves_nothing_behind(desk, monkeypatch):
    plant(desk)
    before = raw(desk)
    create = KnowledgeBranches.create

    def killed(self, name, changes, author, now):
        monkeypatch.setattr(type(self._repo().refs), "set_if_equals", _die)
        monkeypatch.setattr(type(self._repo().refs), "__setitem__", _die)
        return create(self, name, changes, author, now)

    with monkeypatch.context() as patched:
        patched.setattr(KnowledgeBranches, "create", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.consolidation().consolidate()
    monkeypatch.undo()
    assert raw(desk) == before
    assert desk.consolidation().branches() == []
    assert len(desk.consolidation().consolidate().changes) == 2


@pytest.mark.slow
def test_killed_between_the_commit_and_the_database_is_finished_by_the_next(desk, monkeypatch):
    plant(desk)
    found = desk.consolidation().consolidate()
    with monkeypatch.context() as patched:
        patched.setattr(type(desk.consolidation()), "_settle", _die)
        with pytest.raises(KeyboardInterrupt):
            desk.consolidation().approve(found.branch)
    assert desk.consolidation().branches() == [found.branch]
    assert desk.consolidation().consolidate().changes == ()
    assert desk.consolidation().branches() == []
    assert {desk.proposals.get(one.proposal).state for one in found.changes} == {"promoted"}


def _die(*_given: object, **_named: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.slow
def test_two_threads_that_approve_at_once_make_one_commit(desk):
    plant(desk)
    found = desk.consolidation().consolidate()
    refused = []

    def approve() -> None:
        try:
            desk.consolidation().approve(found.branch)
        except OperatorError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=approve) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert len([one for one in desk.folder.log(limit=None) if one.message.startswith("Consolidation ")]) == 1


# --- merging line by line --------------------------------------------------------------------------------------------

LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "d\n", "e\n"]), max_size=8).map("".join)


@given(LINES, LINES)
def test_a_change_in_an_unchanged_file_is_made_as_it_is(base, ours):
    assert merge_text(base, ours, base) == ours
    assert merge_text(base, base, ours) == ours
    assert merge_text(base, ours, ours) == ours


@given(LINES, LINES, LINES)
def test_merging_is_the_same_from_both_sides(base, one, other):
    def merged(first: str, second: str) -> str | None:
        try:
            return merge_text(base, first, second)
        except LookupError:
            return None

    assert merged(one, other) == merged(other, one)


def test_both_have_changed_the_same_line():
    with pytest.raises(LookupError):
        merge_text("a\nb\n", "a\nx\n", "a\ny\n")
