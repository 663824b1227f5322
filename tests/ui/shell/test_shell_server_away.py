"""The bar that says that the server of the store is away, and what is shown meanwhile."""

from __future__ import annotations

from datetime import UTC, datetime
from unittest.mock import PropertyMock, patch

from claudeops_desktop.storage import CommittedChange, DataStore
from claudeops_desktop.storage.postgres.absence import StoreAbsence
from claudeops_desktop.storage.store import PRESENCE
from claudeops_desktop.ui.shell.window import MainWindow

SINCE = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def test_the_window_says_that_the_server_is_away_of_when_its_pages_are_and_that_it_is_back(desk, qtbot):
    window = MainWindow(desk)
    qtbot.addWidget(window)
    window.show()
    assert not window.server_away.isVisible()
    with patch.object(DataStore, "absence", new_callable=PropertyMock) as absence:
        absence.return_value = StoreAbsence("db.example/ops", SINCE, SINCE)
        desk.book.store.hub.publish(CommittedChange(PRESENCE))
        qtbot.waitUntil(window.server_away.isVisible)
        assert "db.example/ops" in window.server_away.text
        assert "You see a copy of" in window.server_away.text
        absence.return_value = StoreAbsence("db.example/ops", SINCE, None)
        desk.book.store.hub.publish(CommittedChange(PRESENCE))
        qtbot.waitUntil(lambda: "no copy on this machine" in window.server_away.text)
        absence.return_value = None
        desk.book.store.hub.publish(CommittedChange(PRESENCE))
        qtbot.waitUntil(lambda: not window.server_away.isVisible())
