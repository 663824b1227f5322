"""Two people share a store on a server: each sees his own rows and what is everybody's, at the command line too."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot
from support import postgres_server
from support.tour import visits

from claudeops_desktop.app import _desk
from claudeops_desktop.cli.cli_context import CliBackend
from claudeops_desktop.cli.main import main
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import file as settings_file
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
from claudeops_desktop.ui.app_context import AppContext
from claudeops_desktop.ui.pages import PAGES
from claudeops_desktop.ui.shell.window import MainWindow

SECRET = "The safe behind the mail server opens with 40 turns."
SHOWN = "nginx takes 40 seconds to reload."


@dataclass
class Person:
    """One of those who share the store, at the command line of his machine."""

    name: str
    folder: DataFolder
    call: Callable[..., tuple[int, str, str]]

    def run(self, *words: object) -> str:
        code, out, err = self.call(self.folder, *words)
        assert code == 0, err
        return out

    def refused(self, *words: object) -> str:
        code, _, err = self.call(self.folder, *words)
        assert code != 0
        return err

    def ask(self, *words: object) -> Any:
        return json.loads(self.run(*words, "--json"))

    def knows(self) -> set[str]:
        return {row["observation"] for row in self.ask("memory", "list")}

    def add(self, text: str, service: str = "mail") -> int:
        return int(self.ask("memory", "add", text, "--category", "timing", "--service", service)["id"])


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


def hold_session(who: Person, audience: str) -> int:
    """A session that says the secret, with an event, a question and a reminder of it; its number."""
    store = open_store(who.folder)
    book, now = RecordRepositories(store), utc_now()

    def write() -> int:
        run = book.sessions.begin_run(
            trigger="manual", agent="watch", max_tier=1, dry_run=False, services=["mail"], now=now
        )
        number = book.sessions.begin(
            now=now, agent="watch", tier=1, trigger="manual", prompt_text=SECRET, run_id=run, principal="watch",
            audience=audience, model="", log_file="", response=SECRET, summary=SECRET,
        )  # fmt: skip
        book.sessions.update(number, status="completed", ended_at="2026-03-01T12:00:00.000Z")
        book.sessions.end_run(run, "completed", now)
        book.events.add(level="critical", message=SECRET, service="mail", session_id=number, now=now)
        return number

    try:
        return store.write(write).result()
    finally:
        store.close()


@pytest.fixture
def url() -> Iterator[str]:
    yield postgres_server.used_database()
    postgres_server.drop_databases()


@pytest.fixture
def person(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Person]:
    monkeypatch.setenv("COLUMNS", "200")

    def closed(*_: object) -> Any:
        raise AssertionError("this command needs no engine")

    def call(folder: DataFolder, *words: object) -> tuple[int, str, str]:
        monkeypatch.setenv("CLAUDEOPS_DATA_DIR", str(folder.root))
        capsys.readouterr()
        code = main([str(word) for word in words], CliBackend(closed, closed, closed))
        said = capsys.readouterr()
        return code, said.out, said.err

    def make(name: str) -> Person:
        folder = DataFolder(tmp_path / name).create()
        settings_file.change(folder.settings_file, "store.url", url)
        settings_file.change(folder.settings_file, "store.operator", name)
        return Person(name, folder, call)

    return make


@pytest.fixture
def anna(person: Callable[..., Person]) -> Person:
    return person("anna")


@pytest.fixture
def ben(person: Callable[..., Person]) -> Person:
    return person("ben")


def test_a_private_fact_is_there_for_its_owner_alone(anna: Person, ben: Person) -> None:
    shown, secret = anna.add(SHOWN, "nginx"), anna.add(SECRET)
    anna.run("memory", "unshare", secret)
    assert anna.knows() == {SHOWN, SECRET}
    assert ben.knows() == {SHOWN}
    for words in (
        ("memory", "show", secret),
        ("memory", "history", secret),
        ("memory", "rm", secret),
        ("memory", "adjust", secret, "--by", "0.1"),
        ("memory", "edit", secret, "--text", "It is mine."),
        ("memory", "share", secret, "--with", "everyone"),
    ):
        assert f"no memory {secret}" in ben.refused(*words).lower(), words
    for words in (
        ("memory", "list", "--text", "safe"),
        ("recall", "How many turns does the safe behind the mail server need?"),
        ("memory", "list", "--service", "mail"),
        ("context",),
        ("review", "list"),
        ("why", "How many turns does the safe need?"),
        ("why", "--memory", secret),
    ):
        assert SECRET not in ben.run(*words)
    assert SECRET in anna.run("recall", "How many turns does the safe behind the mail server need?")
    row = anna.ask("memory", "show", secret)
    assert (row["owner"], row["audience"]) == ("anna", "private:anna")
    assert ben.ask("memory", "show", shown)["owner"] == "anna"


def test_an_export_holds_what_its_operator_sees(anna: Person, ben: Person, tmp_path: Path) -> None:
    anna.add(SHOWN, "nginx")
    anna.run("memory", "unshare", anna.add(SECRET))
    for who, holds in ((anna, True), (ben, False)):
        target = tmp_path / f"{who.name}.jsonl"
        who.run("memory", "export", target)
        text = target.read_text(encoding="utf-8")
        assert "40 seconds" in text
        assert (SECRET in text) is holds


def test_sharing_and_taking_back_between_two_people(anna: Person, ben: Person) -> None:
    secret = anna.add(SECRET)
    anna.run("memory", "unshare", secret)
    anna.run("memory", "share", secret, "--with", "everyone")
    assert ben.knows() == {SECRET}
    assert ben.ask("memory", "history", secret)[-1]["why"] == "Shared with everyone by anna."
    assert "is not yours" in ben.refused("memory", "unshare", secret)
    anna.run("memory", "unshare", secret)
    assert ben.knows() == set()
    assert anna.knows() == {SECRET}


def test_a_project_is_seen_by_those_whose_settings_name_it(anna: Person, ben: Person) -> None:
    secret = anna.add(SECRET)
    anna.run("memory", "unshare", secret)
    anna.run("projects", "add", "web")
    assert "do not belong to the project" in anna.refused("memory", "share", secret, "--with", "web")
    anna.run("settings", "set", "agent.projects", '["web"]')
    anna.run("memory", "share", secret, "--with", "web")
    assert ben.knows() == set()
    ben.run("settings", "set", "agent.projects", '["web"]')
    assert ben.knows() == {SECRET}
    ids = ben.ask("projects", "remove", "web")["private_again"]
    assert ids == []  # it is anna's alone again, and he is not told of it
    assert ben.knows() == set()
    assert anna.knows() == {SECRET}


def test_a_purge_reaches_all_rows_and_shows_words_of_ones_own_alone(anna: Person, ben: Person) -> None:
    anna.run("memory", "unshare", anna.add(SECRET))
    own = "The mail server restarts in 20 seconds."
    ben.add(own)
    seen = ben.ask("memory", "purge", "mail server", "--preview")
    found = {one["kind"]: one for one in seen["found"]}
    assert found["memories"]["count"] == 2
    assert "safe" not in json.dumps(seen)
    assert len(seen["memory_ids"]) == 1
    done = ben.ask("memory", "purge", "mail server", "--yes")
    assert done["counts"]["memories"] == 2
    assert anna.knows() == ben.knows() == set()


def test_a_purge_takes_no_memory_along_that_is_named_by_a_number_and_not_seen(anna: Person, ben: Person) -> None:
    secret = anna.add(SECRET)
    anna.run("memory", "unshare", secret)
    ben.add("nginx reloads in 2 seconds.", "nginx")
    ben.run("memory", "purge", "nginx", "--yes", "--also", secret)
    assert anna.knows() == {SECRET}


def test_a_service_is_renamed_in_rows_of_all(anna: Person, ben: Person) -> None:
    secret = anna.add(SECRET)
    anna.run("memory", "unshare", secret)
    ben.add("The mail queue empties in 9 seconds.")
    ben.run("services", "rename", "mail", "post")
    assert anna.ask("memory", "show", secret)["service"] == "post"


def test_the_status_says_by_which_name_the_operator_is_known(anna: Person) -> None:
    anna.knows()
    assert anna.ask("store", "status")["operator"] == "anna"
    assert "You are anna there" in anna.run("store", "status")
    refused = anna.refused("settings", "set", "store.operator", "Anna Müller")
    assert "must be empty, or a name of small letters" in refused


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
        qtbot.waitUntil(lambda page=page, ids=ids: sorted(page.model.ids) == ids, timeout=60_000)
        asked: list[Any] = []
        desk.bridge.ask(lambda desk=desk: [one.id for one in desk.book.sessions.list()], asked.append)
        qtbot.waitUntil(lambda asked=asked: bool(asked))
        assert asked == [sessions]


def test_a_window_shares_and_takes_back_what_is_its_operator_s(
    anna: Person, ben: Person, window_of: Callable[[Person], MainWindow], qtbot: QtBot
) -> None:
    secret = anna.add(SECRET)
    window = window_of(anna)
    window.show_page("memories")
    page = window.stack.page
    qtbot.waitUntil(lambda: list(page.model.ids) == [secret], timeout=60_000)
    page.operations.unshare([secret])
    qtbot.waitUntil(lambda: not window.desk.bridge._on_their_way, timeout=60_000)
    other = window_of(ben)
    other.show_page("memories")
    qtbot.waitUntil(lambda: not other.desk.bridge._on_their_way, timeout=60_000)
    assert list(other.stack.page.model.ids) == []


def test_the_copy_on_a_machine_holds_what_its_operator_may_see(anna: Person, ben: Person) -> None:
    anna.add(SHOWN, "nginx")
    secret = anna.add(SECRET)
    anna.run("memory", "unshare", secret)
    anna.run("projects", "add", "web")
    anna.run("settings", "set", "agent.projects", '["web"]')
    hold_session(anna, "project:web")
    words = SECRET.encode()
    for who in (anna, ben):
        assert who.ask("store", "copy")["rows"] > 0
    assert words in anna.folder.store_copy.read_bytes()
    mine = ben.folder.store_copy.read_bytes()
    assert words not in mine
    assert SHOWN.encode() in mine
    assert ben.ask("store", "copy")["rows"] == 0  # nobody wrote since
    anna.run("memory", "share", secret, "--with", "web")
    ben.run("settings", "set", "agent.projects", '["web"]')
    assert ben.ask("store", "copy")["rows"] > 0
    ben.run("settings", "set", "agent.projects", "[]")
    assert ben.ask("store", "copy")["rows"] > 0  # he may see less now, though nobody wrote
    assert words not in ben.folder.store_copy.read_bytes()


def test_what_is_private_in_a_file_is_its_operator_s_on_the_server_and_in_the_file_again(
    person: Callable[..., Person], ben: Person, url: str
) -> None:
    anna = person("anna")
    settings_file.change(anna.folder.settings_file, "store.url", "")
    shown, secret, gone = anna.add(SHOWN, "nginx"), anna.add(SECRET), anna.add("The pool opens at 9.", "pool")
    for number in (secret, gone):
        anna.run("memory", "unshare", number)
    anna.run("memory", "rm", gone)
    assert anna.ask("memory", "show", secret)["audience"] == "private:"
    empty = postgres_server.empty_database()
    assert "as anna there" in anna.run("store", "move", empty, "--trial")
    settings_file.change(ben.folder.settings_file, "store.url", empty)
    assert ben.knows() == {SHOWN}
    assert ben.ask("memory", "trash") == []
    assert "is not yours" in ben.refused("memory", "unshare", shown)
    anna.run("memory", "restore", gone)
    assert anna.knows() == {SHOWN, SECRET, "The pool opens at 9."}
    assert ben.knows() == {SHOWN}
    row = anna.ask("memory", "show", secret)
    assert (row["owner"], row["audience"]) == ("anna", "private:anna")
    own = ben.add("The mail queue empties in 9 seconds.")
    ben.run("memory", "unshare", own)
    assert "what is private to others, too" in anna.run("store", "move", "file")
    rows = {row["id"]: (row["owner"], row["audience"]) for row in anna.ask("memory", "list")}
    assert rows == {
        shown: ("", "everyone"),
        secret: ("", "private:"),
        gone: ("", "private:"),
        own: ("ben", "private:ben"),
    }


def test_what_was_private_in_an_exported_file_is_his_who_imports_it(
    person: Callable[..., Person], anna: Person, ben: Person, tmp_path: Path
) -> None:
    anna.run(
        "memory", "unshare", anna.add("The attic has 3 doors.", "attic")
    )  # its number is taken, and he sees it not
    alone = person("cleo")
    settings_file.change(alone.folder.settings_file, "store.url", "")
    alone.add(SHOWN, "nginx")
    alone.run("memory", "unshare", alone.add(SECRET))
    file = tmp_path / "cleo.jsonl"
    alone.run("memory", "export", file)
    preview = ben.ask("memory", "import", file, "--preview")
    assert "attic" not in json.dumps(preview)
    ben.run("memory", "import", file)
    assert ben.knows() == {SHOWN, SECRET}
    assert anna.knows() == {SHOWN, "The attic has 3 doors."}
    assert {row["owner"] for row in ben.ask("memory", "list")} == {"ben"}
