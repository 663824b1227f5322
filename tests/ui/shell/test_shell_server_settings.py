"""The server in Settings: how it stands, and tokens that are made, shown once and revoked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from claudeops_desktop.server.token_store import TokenStore
from claudeops_desktop.server.token_types import TokenScope, token_hash
from claudeops_desktop.ui.pages.settings.page import SettingsPage
from claudeops_desktop.ui.pages.settings.token_dialog import TokenDialog


@pytest.fixture
def page(desk, qtbot):
    made = SettingsPage(desk)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.activate()
    made.make_all()
    yield made
    made.deactivate()


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.slow
def test_a_token_is_made_shown_once_and_revoked(page, desk, qtbot):
    group = page.parts.widgets["server"]
    assert "Off" in group.state.text.text()
    click(qtbot, group.add)
    (dialog,) = page.window().findChildren(TokenDialog)
    qtbot.keyClicks(dialog.name, "Backup-Agent")
    dialog.scopes[TokenScope.WRITE].click()
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(dialog.value.text()))
    value = dialog.value.text()
    click(qtbot, dialog.copy)
    assert QApplication.clipboard().text() == value
    dialog.reject()
    token = TokenStore(desk.book.store).get("backup-agent")
    assert (token.token_hash, token.scopes, token.kind) == (token_hash(value), ("read", "write"), "agent")
    qtbot.waitUntil(lambda: "backup-agent" in group.list.rows)
    said = group.list.rows["backup-agent"].text.text()
    assert "read what its owner may see, add, edit and forget memories" in said
    assert "never used" in said
    assert value not in said
    click(qtbot, group.list.buttons["backup-agent"])
    (box,) = page.window().findChildren(QMessageBox)
    yes = next(button for button in box.buttons() if button.text() == "Revoke")
    with qtbot.waitSignal(group.message_posted):
        click(qtbot, yes)
    qtbot.waitUntil(lambda: "revoked" in group.list.rows["backup-agent"].text.text())
    assert group.list.buttons == {}


@pytest.mark.slow
def test_what_is_wrong_is_said_in_the_dialog_and_can_be_mended(page, desk, qtbot):
    group = page.parts.widgets["server"]
    click(qtbot, group.add)
    (dialog,) = page.window().findChildren(TokenDialog)
    qtbot.keyClicks(dialog.name, "no name")
    click(qtbot, dialog.make_token)
    qtbot.waitUntil(dialog.wrong.isVisible)
    assert "cannot be the name of a token" in dialog.wrong.text()
    dialog.name.clear()
    qtbot.keyClicks(dialog.name, "anna")
    dialog.scopes[TokenScope.APPROVE].click()
    click(qtbot, dialog.make_token)
    qtbot.waitUntil(lambda: "Only a person" in dialog.wrong.text())
    dialog.person.click()
    click(qtbot, dialog.make_token)
    qtbot.waitUntil(lambda: bool(dialog.value.text()))
    dialog.reject()
