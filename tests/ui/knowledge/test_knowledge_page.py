"""The page Knowledge while it has no files."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.knowledge.page import KnowledgePage


def test_it_says_what_it_is_for_and_leads_to_the_memories_by_key(desk, qtbot):
    page = KnowledgePage(desk)
    qtbot.addWidget(page)
    facts, places = [], []
    page.fact_changed.connect(facts.append)
    page.navigation_requested.connect(places.append)
    page.resize(900, 600)
    page.show()
    page.activate()
    assert facts == ["No files"]
    assert "decisions and procedures" in page.empty.accessibleName()
    page.activateWindow()
    page.setFocus()
    qtbot.waitUntil(page.hasFocus)
    QTest.keyClick(page, Qt.Key.Key_Tab)
    button = QApplication.focusWidget()
    assert isinstance(button, QPushButton)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert places == [PageLocation("memories")]
