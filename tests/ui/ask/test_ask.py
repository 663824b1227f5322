"""Asking memory in the window: answers in order, each with why it came; never in the window's way (E9)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from claudeops_desktop.knowledge import open_knowledge
from claudeops_desktop.library import LibraryService
from claudeops_desktop.memory import tables
from claudeops_desktop.ui.pages.base_page import PageLocation


def asked(page, qtbot, question):
    """Type a question and wait for its answer."""
    view = page
    view.focus_search()
    qtbot.keyClicks(view.bar.question, question)
    qtbot.keyClick(view.bar.question, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not view.is_searching and view.found is not None, timeout=20_000)
    return view


def texts(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


@pytest.mark.slow
def test_the_answers_come_in_order_with_how_they_stand(known, page, qtbot):
    ids = known.fill()
    view = asked(page, qtbot, "How long does jellyfin take to start?")
    assert view.answers.cards[0].answer.place == PageLocation("memories", id=ids[0])
    assert [item.score for item in view.found.memory.items] == sorted(
        (item.score for item in view.found.memory.items), reverse=True
    )
    assert view.answers.cards[0].standing.text().startswith("confidence 0.70 · confirmed")
    assert "answer" in view.answers.summary.text() and "no cost" in view.answers.summary.text()


@pytest.mark.slow
def test_why_is_folded_and_opens_by_space(known, page, qtbot):
    known.fill()
    view = asked(page, qtbot, "How long does jellyfin take to start?")
    card = view.answers.cards[0]
    assert not card.grounds.isVisible()
    qtbot.keyClick(view.bar.question, Qt.Key.Key_Down)
    assert card.hasFocus()
    qtbot.keyClick(card, Qt.Key.Key_Space)
    scores, found, *_ = card.grounds.text().replace("\u200b", "").splitlines()
    assert [part.split()[0] for part in scores.split(" · ")] == ["Keywords", "Meaning", "Graph", "Evidence"]
    assert "fading" in found and "weight" in found
    assert card.grounds.isVisible()
    qtbot.keyClick(card, Qt.Key.Key_Space)
    assert not card.grounds.isVisible()


@pytest.mark.slow
def test_arrows_go_through_the_answers_and_return_opens_the_memory(known, window, page, qtbot):
    known.fill()
    view = asked(page, qtbot, "jellyfin library media")
    assert len(view.answers.cards) > 1
    qtbot.keyClick(view.bar.question, Qt.Key.Key_Down)
    qtbot.keyClick(view.answers.cards[0], Qt.Key.Key_Down)
    assert view.answers.cards[1].hasFocus()
    wanted = view.answers.cards[1].answer.place.id
    qtbot.keyClick(view.answers.cards[1], Qt.Key.Key_Return)
    assert window.stack.name == "memories"
    qtbot.waitUntil(lambda: window.stack.page.table.selected_keys == [wanted])


@pytest.mark.slow
def test_up_from_the_first_answer_goes_back_to_the_question(known, page, qtbot):
    known.fill()
    view = asked(page, qtbot, "jellyfin library media")
    qtbot.keyClick(view.bar.question, Qt.Key.Key_Down)
    qtbot.keyClick(view.answers.cards[0], Qt.Key.Key_Up)
    assert view.bar.question.hasFocus()


@pytest.mark.slow
def test_each_stage_tells_its_time(known, page, qtbot):
    known.fill()
    view = asked(page, qtbot, "When do backups run?")
    assert not view.answers.stage_lines.isVisible()
    view.answers.stages.click()
    assert view.answers.stage_lines.isVisible()
    lines = view.answers.stage_lines.text().replace("\u200b", "").splitlines()
    assert {"Keywords", "Meaning", "Graph"} <= {line.split(",", 1)[0] for line in lines}
    assert all(" ms: " in line or " s: " in line for line in lines)


@pytest.mark.slow
def test_a_question_nobody_can_answer_says_so_and_what_to_try(known, page, qtbot):
    view = asked(page, qtbot, "What is the colour of the moon?")
    assert view.answers.cards == []
    assert view.answers.message.text() == "Nothing is known about that"


@pytest.mark.slow
def test_an_empty_question_asks_nothing(page, qtbot):
    page.focus_search()
    qtbot.keyClick(page.bar.question, Qt.Key.Key_Return)
    assert not page.is_searching


@pytest.mark.slow
def test_held_facts_are_found_only_when_they_are_asked_for(known, page, qtbot):
    (first, *_) = known.fill()
    known.write(lambda: tables.update(first, gate="hold", active=0))
    view = asked(page, qtbot, "How long does jellyfin take to start?")
    assert first not in [card.answer.place.id for card in view.answers.cards]
    before = view.found
    view.bar.includes["held"].setChecked(True)
    assert view.bar.options.text() == "Options 1"
    qtbot.waitUntil(lambda: not view.is_searching and view.found is not before, timeout=20_000)
    held = next(card for card in view.answers.cards if card.answer.place.id == first)
    qtbot.waitUntil(lambda: "held" in texts(held))


@pytest.mark.slow
def test_another_profile_asks_anew(known, page, qtbot):
    known.fill()
    view = asked(page, qtbot, "jellyfin")
    before = view.found
    view.bar.profile.setFocus()
    qtbot.keyClick(view.bar.profile, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: not view.is_searching and view.found is not before, timeout=20_000)
    assert view.found.memory.profile == "deep"


@pytest.mark.slow
def test_a_question_asked_meanwhile_is_the_one_that_is_answered(known, page, qtbot):
    known.fill()
    view = page
    for text in ("backups", "wireguard", "When do backups run?"):
        view.bar.question.setText(text)
        view.ask()
    assert view.is_searching
    qtbot.waitUntil(lambda: not view.is_searching, timeout=20_000)
    assert view.found.memory.question == "When do backups run?"


@pytest.mark.slow
def test_what_was_asked_before_is_offered_again(known, page, qtbot):
    known.fill()
    view = asked(page, qtbot, "When do backups run?")
    qtbot.waitUntil(lambda: "When do backups run?" in view.bar.question.recent.stringList())
    view.bar.question.clear()
    qtbot.keyClick(view.bar.question, Qt.Key.Key_Return)
    assert view.answers.before.isVisible()
    link = view.answers.links.itemAt(1).widget()
    link.click()
    qtbot.waitUntil(lambda: not view.is_searching and bool(view.answers.cards), timeout=20_000)
    assert view.bar.question.text() == "When do backups run?"


@pytest.mark.slow
def test_a_place_with_a_question_asks_it(known, window, qtbot):
    known.fill()
    window.show_place(PageLocation("recall", filters={"view": "ask", "question": "When do backups run?"}))
    view = window.stack.page
    qtbot.waitUntil(lambda: not view.is_searching and bool(view.answers.cards), timeout=20_000)
    assert view.answers.cards[0].answer.text == "Backups run daily at 02:00"


@pytest.mark.slow
def test_untrusted_text_is_shown_as_text(known, page, qtbot):
    known.fill()
    known.add("<b>moon</b> <img src=x> \u202ephase", "web", "behavior")
    view = asked(page, qtbot, "moon phase")
    card = view.answers.cards[0]
    card.fold.click()
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in card.findChildren(QLabel) if label.text())


@pytest.mark.parametrize(("number", "name"), [(2, "related"), (4, "steps")])
def test_the_parts_of_the_page_are_a_key_away(page, qtbot, number, name):
    page.focus_search()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: page.sections[name].isVisible() and page.sections[name].isAncestorOf(page.focusWidget()))
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert page.bar.question.hasFocus()


def test_a_part_that_was_open_is_open_again(page):
    page.folds["steps"].setChecked(True)
    state = page.save_state()
    page.folds["steps"].setChecked(False)
    page.restore_state({**state, "related": "damaged"})
    assert page.steps.isVisible() and page.related.isVisible()


@pytest.mark.slow
def test_recall_is_made_ready_while_the_operator_types(known, page, qtbot):
    known.fill()
    page.bar.question.setText("How long")
    qtbot.waitUntil(lambda: page.desk.memory.recall.embedder() is not None, timeout=20_000)
    assert page.is_warm and page.found is None


def test_a_note_and_a_document_stand_among_the_answers_and_open(known, window, page, qtbot, tmp_path):
    known.fill()
    manual = tmp_path / "manual.md"
    manual.write_text("# Tape robot\n\nClean the tape robot with the yellow cartridge after 50 loads.\n")
    LibraryService(known.desk.book).add_path(manual)
    folder = open_knowledge(known.desk.folder, known.desk.settings.current)
    folder.notes.add("project", "Tape robot", "The tape robot is cleaned on Mondays.")
    folder.close()
    view = asked(page, qtbot, "How is the tape robot cleaned?")
    note, document = view.answers.cards
    assert [card.answer.kind for card in view.answers.cards] == ["Note", "Library"]
    assert "by others" in texts(document) and "by others" not in texts(note)
    assert note.standing.text().startswith("written") and document.standing.text().startswith("read")
    assert (
        any("manual.md" in text.replace("\u200b", "") for text in texts(document))
        and "2 answers" in view.answers.summary.text()
    )
    qtbot.keyClick(view.bar.question, Qt.Key.Key_Down)
    qtbot.keyClick(note, Qt.Key.Key_Down)
    assert document.hasFocus()
    with qtbot.waitSignal(view.navigation_requested) as asked_for:
        qtbot.keyClick(document, Qt.Key.Key_Return)
    assert asked_for.args == [PageLocation("library", id=1, filters={"part": document.answer.place.filters["part"]})]
    with qtbot.waitSignal(view.navigation_requested) as asked_for:
        note.open.click()
    assert asked_for.args == [PageLocation("knowledge", filters={"path": "notes/tape-robot.md"})]
