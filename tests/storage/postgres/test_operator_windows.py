"""The windows of two people who share a store on a server: each shows its operator's rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot
from support.store_people import SECRET, SHOWN, Person, hold_session
from support.tour import visits

from claudeops_desktop.app import _desk
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.ui.app_context import AppContext
from claudeops_desktop.ui.pages import PAGES
from claudeops_desktop.ui.shell.window import MainWindow


def said_by(widget: QWidget) -> str:
    """All texts that a widget shows or holds in its lists."""
    found = [label.text() for label in widget.findChildren(QLabel)]
    found += [field.text() for field in widget.findChildren(QLineEdit)]
    found += [field.toPlainText() for field in widget.findChildren(QPlainTextEdit)]
    found += [field.toPlainText() for field in widget.findChildren(QTextEdit)]
    for view in widget.findChildren(QAbstractItemView):
        if view.model() is not None:
            found += cells(view.model(), QModelIndex())
    return "\n".join(found)


def cells(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(parent)):
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)):
            index = model.index(row, column, parent)
            yield str(index.data(Qt.ItemDataRole.DisplayRole) or "")
            yield str(index.data(Qt.ItemDataRole.AccessibleTextRole) or "")
        if not isinstance(model, QAbstractListModel):
            yield from cells(model, model.index(row, 0, parent))


@pytest.fixture
def window_of(qtbot: QtBot) -> Iterator[Callable[[Person], MainWindow]]:
    """The real window of a person, on his machine; one at a time."""
    opened: list[tuple[MainWindow, AppContext, ApplicationEngine]] = []

    def close() -> None:
        while opened:
            window, desk, engine = opened.pop()
            window.shut_down()
            desk.close()
            desk.bridge.close()
            engine.close()

    def begin(who: Person) -> MainWindow:
        close()
        engine = ApplicationEngine(who.folder)
        desk = _desk(engine)
        window = MainWindow(desk)
        qtbot.addWidget(window)
        opened.append((window, desk, engine))
        window.show()
        qtbot.waitUntil(lambda: bool(window.stack.name))
        return window

    yield begin
    close()


@pytest.mark.slow
def test_each_window_shows_its_operator_s_rows_and_no_other_s(
    anna: Person, ben: Person, window_of: Callable[[Person], MainWindow], qtbot: QtBot
) -> None:
    shown, secret, gone = anna.add(SHOWN, "nginx"), anna.add(SECRET), anna.add(f"{SECRET} Ask first.", "smtp")
    for number in (secret, gone):
        anna.run("memory", "unshare", number)
    anna.run("memory", "rm", gone)
    anna.run("settings", "set", "agent.projects", '["web"]')
    number = hold_session(anna, "project:web")
    for who, ids, sessions in ((ben, [shown], []), (anna, [shown, secret], [number])):
        window = window_of(who)
        desk = window.desk

        def settle(desk: AppContext = desk) -> None:
            qtbot.waitUntil(lambda: not desk.bridge._on_their_way, timeout=60_000)

        holds = set()
        for entry in PAGES:
            for name, widget in visits(window, entry.name, settle):
                settle()
                if SECRET in said_by(widget):
                    holds.add(name.split()[0])
        assert (holds == set()) is (who is ben), holds
        window.show_page("memories")
        page = window.stack.page
        qtbot.waitUntil(lambda page=page, ids=ids: sorted(page.model.known_keys) == ids, timeout=60_000)
        asked: list[Any] = []
        desk.bridge.ask(lambda desk=desk: [one.id for one in desk.book.sessions.list()], asked.append)
        qtbot.waitUntil(lambda asked=asked: bool(asked))
        assert asked == [sessions]


@pytest.mark.slow
def test_a_window_shares_and_takes_back_what_is_its_operator_s(
    anna: Person, ben: Person, window_of: Callable[[Person], MainWindow], qtbot: QtBot
) -> None:
    secret = anna.add(SECRET)
    window = window_of(anna)
    window.show_page("memories")
    page = window.stack.page
    qtbot.waitUntil(lambda: page.model.known_keys == [secret], timeout=60_000)
    page.commands.unshare([secret])
    qtbot.waitUntil(lambda: not window.desk.bridge._on_their_way, timeout=60_000)
    other = window_of(ben)
    other.show_page("memories")
    qtbot.waitUntil(lambda: not other.desk.bridge._on_their_way, timeout=60_000)
    assert other.stack.page.model.known_keys == []
