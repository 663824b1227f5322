"""Two people share a store on a server: each sees his own rows and what is everybody's, at the command line too."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support import postgres_server

from claudeops_desktop.cli.cli_context import CliBackend
from claudeops_desktop.cli.main import main
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import file as settings_file

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
    for words in (("memory", "show", secret), ("memory", "history", secret), ("memory", "delete", secret, "--yes")):
        assert SECRET not in ben.refused(*words)
    for words in (
        ("memory", "list", "--text", "safe"),
        ("recall", "How many turns does the safe behind the mail server need?"),
        ("memory", "list", "--service", "mail"),
        ("context",),
        ("review", "list"),
        ("why", "How many turns does the safe need?"),
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
