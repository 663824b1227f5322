"""The main tasks with memories, done in the window with keys alone; and texts that are hard to show."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from claudeops_desktop.ui.pages.memories.dialogs import MemoryForm
from claudeops_desktop.ui.pages.memories.model import MemoryColumn
from claudeops_desktop.ui.pages.memories.preview_pane import PreviewDialog

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
HARD_TEXTS = (
    "The host " + "n" * 200 + ".example.net answers on port 443",
    "🚀 deploys 👩‍👩‍👧‍👦 daily at 02:00 🎉",
    "再起動のあと60秒かかります。ヘルスチェックは503を返します。",
    "يستغرق ستين ثانية للبدء بعد إعادة التشغيل",
)


@pytest.fixture
def keys(qtbot):
    """Presses a key, or types a text, where the focus is."""

    def press(key, modifiers=Qt.KeyboardModifier.NoModifier):
        target = QApplication.focusWidget()
        if isinstance(key, str):
            qtbot.keyClicks(target, key)
        else:
            qtbot.keyClick(target, key, modifiers)

    return press


@pytest.fixture
def memories(window, known, qtbot, keys):
    """The memories page, opened by its key, over one memory."""
    known.first = known.add("Takes 60s to start after restart", "jellyfin")
    keys(Qt.Key.Key_4, CONTROL)
    qtbot.waitUntil(lambda: window.stack.name == "memories")
    page = window.stack.page
    qtbot.waitUntil(lambda: page.table.selected_keys == [known.first])
    qtbot.waitUntil(page.table.hasFocus)
    return page


def get(known, memory_id):
    return known.read(lambda: known.memory.search.get(memory_id))


def dialog(qtbot, window, kind):
    qtbot.waitUntil(lambda: window.findChild(kind) is not None)
    found = window.findChild(kind)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None and QApplication.focusWidget().window() is found)
    return found


@pytest.mark.slow
def test_a_memory_is_added(memories, window, known, qtbot, keys):
    keys(Qt.Key.Key_N, CONTROL)
    made = dialog(qtbot, window, MemoryForm)
    qtbot.keyClicks(made.inputs["observation"].widget, "Backups run daily at 02:00")
    qtbot.keyClick(made.inputs["observation"].widget, Qt.Key.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: memories.model.rowCount() == 2)


@pytest.mark.slow
def test_its_text_is_edited(memories, known, qtbot, keys):
    keys(Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: memories.table.editing)
    keys(Qt.Key.Key_A, CONTROL)
    keys("Takes 25s to start")
    keys(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: get(known, known.first).observation == "Takes 25s to start")


@pytest.mark.slow
def test_the_preview_opens(memories, window, qtbot, keys):
    keys(Qt.Key.Key_V, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: window.findChild(PreviewDialog) is not None)
    preview = window.findChild(PreviewDialog)
    qtbot.waitUntil(lambda: "Takes 60s" in preview.pane.prompt_view.text.toPlainText())
    preview.close()


@pytest.mark.slow
def test_a_question_is_asked_from_the_next_tab(memories, window, qtbot, keys):
    keys(Qt.Key.Key_Tab, CONTROL)
    qtbot.waitUntil(lambda: window.stack.name == "ask")
    view = window.stack.page
    qtbot.waitUntil(view.bar.question.isVisible)
    keys(Qt.Key.Key_F, CONTROL)
    qtbot.waitUntil(view.bar.question.hasFocus)
    keys("How long does jellyfin take to start?")
    keys(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(view.answers.cards) == 1, timeout=20_000)


@pytest.mark.slow
@pytest.mark.parametrize("text", HARD_TEXTS)
def test_texts_that_are_hard_to_show_stand_in_table_details_and_answers(memories, window, known, qtbot, text):
    number = known.add(text, "web", "behavior")
    qtbot.waitUntil(lambda: memories.model.place(number) >= 0)
    memories.go_to(number)
    qtbot.waitUntil(lambda: memories.detail.shown is not None and memories.detail.shown.memory_id == number)
    assert memories.model.index(memories.model.place(number), MemoryColumn.OBSERVATION).data() == text
    assert window.grab().width() == window.width(), "a long word does not widen the window"
    window.show_page("ask")
    view = window.stack.page
    view.ask_question(text)
    qtbot.waitUntil(lambda: not view.is_searching and view.found is not None, timeout=20_000)
    assert window.width() == 1180
    for card in view.answers.cards:
        assert card.width() <= view.width()


@pytest.mark.slow
def test_details_stand_beside_the_table_where_there_is_room(memories, window, qtbot):
    split = memories.splitter
    window.resize(1100, 760)
    qtbot.waitUntil(lambda: not split.beside)
    window.resize(1390, 760)
    qtbot.waitUntil(lambda: window.width() == 1390 and not split.beside)
    window.resize(1400, 900)
    qtbot.waitUntil(lambda: split.beside)
    window.resize(1700, 900)
    split.setSizes([900, 560])
    beside = split.sizes()
    window.resize(1100, 760)
    qtbot.waitUntil(lambda: not split.beside)
    assert split.save_state()["beside"] == beside
    window.resize(1700, 900)
    qtbot.waitUntil(lambda: split.beside)
    qtbot.waitUntil(lambda: split.sizes() == beside)
