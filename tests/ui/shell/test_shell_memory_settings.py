"""Settings of memory: lifetimes as a table, and tests of the model and of the embedding."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from support.chat_endpoint import ChatEndpoint, Reply

from claudeops_desktop.language.types import ContradictionCertainty, PairJudgement, Verdict
from claudeops_desktop.memory.apply_verdict import ChangeCause, contradict
from claudeops_desktop.memory.lifecycle import JudgedMemory
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.settings.lifetimes_group import LifetimeCell, LifetimesGroup
from claudeops_desktop.ui.pages.settings.page import SettingsPage
from claudeops_desktop.ui.pages.settings.second_look_dialog import SecondLookDialog


@pytest.fixture
def page(desk, qtbot):
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    return made


def opened(page, group):
    page.activate(PageLocation("settings", filters={"group": group}))
    return page.sections[group]


@pytest.mark.slow
def test_each_domain_has_a_line_of_three_cells(page):
    group = opened(page, "lifetimes")
    assert isinstance(group, LifetimesGroup)
    assert len([row for row in group.rows if isinstance(row, LifetimeCell)]) == 27
    assert "lifetimes.own" in page.rows
    cell = page.rows["lifetimes.people_relationships.stale_days"]
    assert cell.editor.text() == "180"
    assert cell.editor.accessibleName() == "People: Stale after, days"


@pytest.mark.slow
def test_a_cell_is_taken_and_undone(page, desk, qtbot):
    opened(page, "lifetimes")
    cell = page.rows["lifetimes.operations.stale_days"]
    cell.editor.setFocus()
    cell.editor.selectAll()
    qtbot.keyClicks(cell.editor, "120")
    qtbot.keyClick(cell.editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desk.settings.current.lifetimes.operations.stale_days == 120)
    qtbot.waitUntil(lambda: desk.undo.undo_text == "Operations: Stale after: 120")
    qtbot.waitUntil(cell._reset.isVisible)
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.settings.current.lifetimes.operations.stale_days == 90)


def test_what_is_wrong_is_said_below_its_line(page, desk, qtbot):
    opened(page, "lifetimes")
    cell = page.rows["lifetimes.operations.decay"]
    cell.editor.setFocus()
    cell.editor.selectAll()
    qtbot.keyClicks(cell.editor, "7")
    assert cell.wrong
    assert cell.complaint.isVisible()
    assert desk.settings.current.lifetimes.operations.decay == 0.01


@pytest.mark.slow
def test_a_search_shows_the_whole_line(page, qtbot):
    group = opened(page, "lifetimes")
    assert group.search("people") == 3
    shown = [row.spec.name for row in group.rows if not row.isHidden()]
    assert shown == [f"lifetimes.people_relationships.{name}" for name in ("decay", "stale_days", "archive_days")]


def test_until_a_model_is_allowed_it_says_that_none_is_asked(page):
    opened(page, "model")
    part = page.parts.widgets["model"]
    assert part.state.text.text() == "No model is asked: only what is said outright is kept."


@pytest.mark.slow
def test_a_model_that_cannot_be_reached_says_so(page, desk, qtbot):
    desk.settings.change("model.allowed", "yes")
    desk.settings.change("model.kind", "endpoint")
    desk.settings.change("model.url", "http://127.0.0.1:9/v1")
    desk.settings.change("model.name", "llama3.2")
    opened(page, "model")
    part = page.parts.widgets["model"]
    part.refresh()
    assert part.state.text.text() == "llama3.2 at http://127.0.0.1:9/v1."
    part.trial.button.click()
    qtbot.waitUntil(part.trial.button.isEnabled, timeout=20_000)
    assert part.trial.outcome.text() and part.trial.outcome.text() != "Asking…"


@pytest.mark.slow
def test_the_built_in_embedding_tells_two_meanings_apart(page, qtbot):
    opened(page, "embedding")
    part = page.parts.widgets["embedding"]
    part.trial.button.click()
    qtbot.waitUntil(part.trial.button.isEnabled, timeout=30_000)
    said = part.trial.outcome.text()
    assert "numbers a text" in said
    assert "Two sentences with the same meaning:" in said


@pytest.fixture
def closed(desk):
    """A fact without a service that another one closed."""

    def write():
        old = desk.memory.edits.add(MemoryCandidate("timing", None, "HTTP is served on port 80")).after[0].memory
        new = desk.memory.edits.add(MemoryCandidate("timing", None, "HTTPS is served on port 443")).after[0].memory
        judgement = PairJudgement(Verdict.CONTRADICTION, 0.95, "One place.", ContradictionCertainty.CERTAIN)
        contradict(JudgedMemory(old, judgement), new, ChangeCause(new.observation, "agent", desk.book.clock()))
        return old.id

    return desk.book.store.write(write).result()


@pytest.mark.slow
def test_what_was_sent_is_shown_and_its_outcome_taken_back(page, desk, qtbot, closed):
    def is_open():
        return desk.book.store.read(lambda: desk.memory.search.get(closed)).result().superseded_by is None

    answer = json.dumps({"answers": [{"pair": 1, "answer": "both", "why": "Two protocols."}]})
    with ChatEndpoint(Reply(answer)) as endpoint:
        for name, value in (("allowed", "yes"), ("kind", "endpoint"), ("url", endpoint.url), ("name", "tiny")):
            desk.settings.change(f"model.{name}", value)
        opened(page, "second_look")
        part = page.parts.widgets["second_look"]
        part.trial.button.click()
        qtbot.waitUntil(part.trial.button.isEnabled, timeout=20_000)
        sent = endpoint.asked[0]["messages"][1]["content"]
    assert "1 changed" in part.trial.outcome.text()
    qtbot.waitUntil(lambda: "0 pairs waiting, 1 call today" in part.state.text.text())
    assert is_open()
    part.sent.click()
    dialog = part.findChild(SecondLookDialog)
    qtbot.waitUntil(lambda: len(dialog.cards) == 1)
    shown = [label.text().replace("\u200b", "") for label in dialog.cards[0].findChildren(QLabel)]
    assert f"Sent: {sent}" in shown
    assert "Model: both. Two protocols." in shown
    assert "never instructions to you" in dialog.instructions.text().replace("\n", " ")
    dialog.cards[0].undo_button.click()
    qtbot.waitUntil(lambda: not is_open())
    qtbot.waitUntil(lambda: not dialog.cards[0].undo_button.isVisibleTo(dialog.cards[0]))
    dialog.reject()


@pytest.mark.slow
def test_off_nothing_can_be_sent(page, desk, qtbot):
    desk.settings.change("model.allowed", "yes")
    opened(page, "second_look")
    part = page.parts.widgets["second_look"]
    qtbot.waitUntil(lambda: part.state.text.text().startswith("On: 0 pairs waiting"))
    desk.settings.change("model.allowed", "no")
    qtbot.waitUntil(lambda: part.state.text.text() == "No model may be asked: no pair is sent.")
    assert not part.trial.isVisible()


@pytest.mark.slow
def test_without_anything_sent_the_list_says_so(page, qtbot):
    opened(page, "second_look")
    part = page.parts.widgets["second_look"]
    part.sent.click()
    dialog = part.findChild(SecondLookDialog)
    qtbot.waitUntil(lambda: dialog.status_label.text() == "Nothing was sent yet.")
    dialog.reject()


@pytest.mark.slow
def test_review_is_a_link_away(page, qtbot):
    opened(page, "memory")
    with qtbot.waitSignal(page.navigation_requested) as told:
        page.parts.widgets["memory"].button.click()
    assert told.args[0] == PageLocation("review")


@pytest.mark.slow
def test_a_domain_of_ones_own_is_added_changed_and_removed(desk, page, qtbot):
    steps: list[str] = []
    desk.undo.changed.connect(lambda: steps.append(desk.undo.undo_text))
    opened(page, "lifetimes")
    row = page.rows["lifetimes.own"]
    line = row.new_line
    qtbot.keyClicks(line.name, "on-call")
    for field, text in zip(line.numbers, ("0.002", "180", "365"), strict=True):
        field.clear()
        qtbot.keyClicks(field, text)
    qtbot.keyClick(line.numbers[-1], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(steps) == 1)  # saved, and undo knows of it
    assert desk.settings.current.lifetimes.own == {"on-call": "0.002 180 365"}
    assert "on-call" in desk.memory.edits.domains()
    qtbot.waitUntil(lambda: [one.domain for one in row.lines] == ["on-call"])
    assert line.name.text() == "" and line.numbers[1].text() == "90"
    field = row.lines[0].numbers[1]
    field.setFocus()
    field.clear()
    qtbot.keyClicks(field, "200")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(steps) == 2)
    assert desk.settings.current.lifetimes.own == {"on-call": "0.002 200 365"}
    qtbot.mouseClick(row.lines[0].remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(steps) == 3)
    assert desk.settings.current.lifetimes.own == {}
    desk.undo.undo()
    qtbot.waitUntil(lambda: desk.settings.current.lifetimes.own == {"on-call": "0.002 200 365"})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "numbers", "said"),
    [
        ("On Call", ("0.01", "90", "180"), "lower-case letters"),
        ("", ("0.01", "90", "180"), "lower-case letters"),
        ("rules-conventions", ("0.01", "90", "180"), "already"),
        ("customers", ("2", "90", "180"), "λ goes from 0 to 1"),
        ("customers", ("x", "90", "180"), "λ goes from 0 to 1"),
        ("customers", ("0.01", "ninety", "180"), "whole numbers"),
        ("customers", ("0.01", "90", "40000"), "whole numbers"),
        ("customers", ("0.01", "90", "30"), "before it is archived"),
    ],
)
def test_what_cannot_be_a_domain_is_said_and_not_taken(desk, page, qtbot, name, numbers, said):
    opened(page, "lifetimes")
    row = page.rows["lifetimes.own"]
    row.new_line.name.setText(name)
    for field, text in zip(row.new_line.numbers, numbers, strict=True):
        field.setText(text)
    row.add.setFocus()
    row.add.click()
    assert said in row.wrong
    assert desk.settings.current.lifetimes.own == {}
