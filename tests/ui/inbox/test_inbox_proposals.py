"""Proposed changes of the knowledge folder as cards: read, approved, rewritten, rejected, left for later, undone."""

from __future__ import annotations

from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from support.cards import box, links, words
from support.signed_exports import key_of

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.knowledge import open_knowledge
from claudeops_desktop.knowledge.proposals.service import ProposalService
from claudeops_desktop.knowledge.proposals.tables import ProposalRecords
from claudeops_desktop.knowledge.proposals.types import MACHINES, ProposalDraft, ProposalEvidence
from claudeops_desktop.ui.kit.forms import FormDialog
from claudeops_desktop.ui.pages.inbox.queries import InboxKey, evidence_location

CHANGE = "What it would change"
SAID = "Backups of the nas take three hours."


def press(qtbot, key):
    qtbot.keyClick(QApplication.focusWidget(), key)


@pytest.fixture
def folder(desk):
    with closing(open_knowledge(desk.folder, desk.settings.current)) as made:
        yield made


@pytest.fixture
def proposals(desk, folder):
    return ProposalService(desk.book, folder, desk.memory, lambda: desk.settings.current)


@pytest.fixture
def propose(held, proposals, folder):
    """Puts a proposal before the operator; its key on the page."""

    def make(after=SAID, **fields):
        fields = {"kind": "add", "source": "reflection", "title": after[:40], "path": "MEMORY.md",
                  "section": "Operations", "reason": "It was said in three sessions."} | fields  # fmt: skip
        (number,) = proposals.offer([ProposalDraft(after=after, **fields)]).ids
        held.write(lambda: ProposalRecords(held.desk.book.store, utc_now).ask_operator(number, "2026-W10", ""))
        return InboxKey("proposal", number)

    folder.remember("Operations", "Ask before a restart.")
    return make


@pytest.fixture
def on_card(page, qtbot):
    """Waits until a proposal is on the card, and reads it to its end."""

    def wait(key):
        qtbot.waitUntil(lambda: page.card.key == key, timeout=8000)
        page.card.setFocus()
        press(qtbot, Qt.Key.Key_End)
        qtbot.waitUntil(lambda: page.card.armed)
        return page.card

    return wait


@pytest.mark.slow
def test_a_card_says_what_would_change_why_on_what_it_rests_and_what_speaks_for_it(held, propose, page, on_card):
    memory = held.add(SAID, service="nas")
    evidence = (ProposalEvidence("memory", str(memory), SAID), ProposalEvidence("file", "MEMORY.md:9", "Ask first"))
    key = propose(evidence=evidence, memory_ids=(memory,), trusted=False)
    page.refresh()
    card = on_card(key)
    assert f") {SAID}" in box(card, CHANGE).toPlainText() and "added" in words(card)
    said = words(card)
    assert "MEMORY.md, under “Operations”" in said and "three sessions" in said
    assert "come from outside" in said
    assert "recent facts" in said and "of 1:" in said and "counts" in said
    opened = []
    page.navigation_requested.connect(opened.append)
    found = links(card)
    found[f"Show it: “{SAID}”"].click()
    found["Show it: “Ask first”"].click()
    found["Open the file: MEMORY.md, under “Operations”"].click()
    assert [(one.page, one.id or one.filters["path"]) for one in opened] == [
        ("memories", memory),
        ("knowledge", "MEMORY.md"),
        ("knowledge", "MEMORY.md"),
    ]


@pytest.mark.slow
def test_a_makes_the_change_and_z_takes_it_back(propose, page, on_card, qtbot, folder, proposals):
    key = propose()
    page.refresh()
    on_card(key).setFocus()
    press(qtbot, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: SAID in folder.text_of("MEMORY.md"))
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
    qtbot.waitUntil(lambda: page.desk.undo.undo_text == "Made the change")
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: SAID not in folder.text_of("MEMORY.md"))
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    assert proposals.get(key.id).state == "review"


@pytest.mark.slow
def test_r_rejects_with_the_reason_that_was_typed(propose, page, on_card, qtbot, folder, proposals):
    key = propose()
    page.refresh()
    card = on_card(key)
    card.note.setFocus()
    QTest.keyClicks(card.note, "Are not so long")
    assert page.model.rowCount() == 1, "letters are letters in the field"
    card.setFocus()
    press(qtbot, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: proposals.get(key.id).state == "rejected")
    assert proposals.get(key.id).why == "Are not so long" and SAID not in folder.text_of("MEMORY.md")


@pytest.mark.slow
def test_e_writes_it_in_other_words_which_are_approved(propose, page, on_card, qtbot, folder):
    key = propose()
    page.refresh()
    card = on_card(key)
    card.setFocus()
    press(qtbot, Qt.Key.Key_E)
    dialog = page.findChild(FormDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    assert dialog.values["text"] == SAID
    dialog.inputs["text"].set_value("Backups take about three hours, on the nas alone.")
    qtbot.keyClick(dialog.inputs["text"].widget, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "about three hours" in folder.text_of("MEMORY.md"))
    assert SAID not in folder.text_of("MEMORY.md")


@pytest.mark.slow
def test_l_leaves_it_for_later_and_goes_on_to_the_next(propose, page, on_card, qtbot, proposals):
    first, second = propose(), propose("The proxy is restarted by hand after an update.")
    page.refresh()
    shown = [first, second] if page.card.key != second else [second, first]
    on_card(page.table.current or shown[0])
    current = page.table.current
    on_card(current).setFocus()
    press(qtbot, Qt.Key.Key_L)
    other = second if current == first else first
    if page.model.place(current) == 0:
        on_card(other)
    assert {proposals.get(key.id).state for key in (first, second)} == {"review"}


@pytest.mark.slow
def test_what_can_no_longer_be_made_says_so(propose, page, on_card, qtbot, proposals):
    key = propose("Ask before any restart.", kind="edit", before="What is not there.")
    page.refresh()
    card = on_card(key)
    assert "no longer says what was to be changed" in words(card)
    assert "Nothing would change." in words(card)
    card.setFocus()
    press(qtbot, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: proposals.get(key.id).state == "outdated")


@pytest.mark.slow
def test_the_side_bar_counts_what_is_put_before_the_operator_and_no_more(
    propose, window, page, qtbot, proposals, folder
):
    proposals.offer([ProposalDraft("add", "auditor", "waits", "MEMORY.md", "Operations", after="For triage.")])
    propose()
    qtbot.waitUntil(lambda: window.sidebar.buttons["inbox"].badge == 1)
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    page.boxes["kind"].set_value("proposal")
    assert page.boxes["kind"].value == "proposal"


@pytest.mark.parametrize(
    ("evidence", "place"),
    [
        (ProposalEvidence("session", "12:340"), ("sessions", 12, 340)),
        (ProposalEvidence("resource", "9", session_id=4), ("sessions", 4, None)),
        (ProposalEvidence("incident", "7"), ("incidents", 7, None)),
        (ProposalEvidence("file", "notes/x.md:4"), ("knowledge", None, None)),
        (ProposalEvidence("commit", "abcdef"), None),
    ],
)
def test_evidence_opens_its_source(evidence, place):
    found = evidence_location(evidence)
    assert (None if found is None else (found.page, found.id, found.line)) == place


@pytest.mark.slow
def test_hostile_words_are_shown_as_they_are(propose, page, on_card):
    key = propose("<b>bold</b> \u202eturned </memory> <img src='http://x'>", title="<h1>x</h1>")
    page.refresh()
    card = on_card(key)
    assert "<b>bold</b> turned </memory>" in box(card, CHANGE).toPlainText()
    assert "\u202e" not in box(card, CHANGE).toPlainText() and card.title.text() == "<h1>x</h1>"


@pytest.fixture
def pushed(held, folder):
    """Puts what another machine has pushed before the operator; its key on the page."""

    def make(**fields):
        draft = ProposalDraft(**{"kind": "edit", "source": "sync", "title": "From another machine", "path": "MEMORY.md",
                                 "reason": "Nobody signed it.", "trusted": False} | fields)  # fmt: skip

        def write():
            records = ProposalRecords(held.desk.book.store, utc_now)
            number, _ = records.add(draft)
            records.ask_operator(number, "", draft.reason)
            return InboxKey("proposal", number)

        return held.write(write)

    folder.remember("Operations", "Ask before a restart.")
    return make


@pytest.mark.slow
def test_what_another_machine_has_pushed_is_a_difference_that_is_approved(pushed, page, on_card, qtbot, folder):
    before = folder.text_of("MEMORY.md")
    key = pushed(before=before, after=before.replace("a restart", "a reboot"), revision="c1")
    page.refresh()
    card = on_card(key)
    shown = box(card, CHANGE).toPlainText()
    assert "Ask before a restart." in shown and "Ask before a reboot." in shown
    said = words(card)
    assert "another machine" in said and "confidence" not in said and "of 1:" not in said
    card.setFocus()
    press(qtbot, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: "a reboot" in folder.text_of("MEMORY.md"))


@pytest.mark.slow
def test_a_machine_is_trusted_on_its_card(pushed, page, on_card, qtbot, desk, tmp_path):
    key = key_of(tmp_path / "other")
    asked = pushed(kind="add", path=MACHINES, after=f"3f2a91c0d4e5 {key}")
    page.refresh()
    card = on_card(asked)
    assert not links(card) and key in box(card, CHANGE).toPlainText()
    card.setFocus()
    press(qtbot, Qt.Key.Key_A)
    qtbot.waitUntil(
        lambda: desk.book.store.read(desk.memory.sharing.trusted_machines).result() == {key: "3f2a91c0d4e5"}
    )
