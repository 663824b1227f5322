"""D7: all keys at a glance, searched, copied, printed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QWidget

from claudeops_desktop.ui.shell.keys_dialog import KeysDialog, filter_key_rows, keys_as_html, keys_as_text


@pytest.fixture
def dialog(qtbot, tmp_path):
    parent = QWidget()
    qtbot.addWidget(parent)
    run, mute = QAction("&Run now…", parent), QAction("Mute <this>", parent)
    run.setShortcut("Ctrl+R")
    mute.setShortcut("M")
    bare = QAction("No key", parent)
    made = KeysDialog([("Events", [mute]), ("Runs", [run, bare])], parent, tmp_path / "keys.html")
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.show()
    yield made  # the parent lives on until then


def test_each_key_stands_under_its_heading(dialog):
    assert [(row.group, row.keys, row.what) for row in dialog.rows[:2]] == [
        ("Events", "M", "Mute <this>"),
        ("Runs", "Ctrl+R", "Run now"),
    ]


def test_what_has_no_key_is_left_to_the_palette(dialog):
    assert "No key" not in keys_as_text(dialog.rows)


def test_a_search_leaves_what_holds_every_word(dialog, qtbot):
    qtbot.keyClicks(dialog.search, "run ctrl")
    qtbot.waitUntil(lambda: [row.what for row, w in dialog._lines if row and w[0].isVisible()] == ["Run now"])
    assert filter_key_rows(dialog.rows, "ctrl run")[0].what == "Run now"


def test_a_search_for_nothing_known_says_so(dialog, qtbot):
    qtbot.keyClicks(dialog.search, "xyzzy")
    qtbot.waitUntil(dialog.none.isVisible)


def test_the_keys_can_be_copied(dialog, qtbot):
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert "Run now" in QGuiApplication.clipboard().text()


def test_the_keys_can_be_printed(dialog, qtbot, monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr("PySide6.QtGui.QDesktopServices.openUrl", lambda url: opened.append(url.toLocalFile()) or True)
    qtbot.mouseClick(dialog.print, Qt.MouseButton.LeftButton)
    assert opened == [str(tmp_path / "keys.html")]
    assert "Mute &lt;this&gt;" in (tmp_path / "keys.html").read_text()
    assert keys_as_html(dialog.rows).count("<h2>") == 3
