"""Two people share a store on a server: each sees his own rows and what is everybody's, at the command line too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support import postgres_server
from support.store_people import SECRET, SHOWN, Person, hold_session

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.settings import file as settings_file
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_history_names_whoever_made_a_change(anna: Person, ben: Person) -> None:
    shown = anna.add(SHOWN, "nginx")
    ben.run("memory", "edit", shown, "--text", "nginx reloads in 45 seconds.")
    anna.run("memory", "adjust", shown, "--by", "-0.2")
    told = [(one["action"], one["by"], one["actor"]) for one in ben.ask("memory", "history", shown)]
    assert told == [("inserted", "operator", "anna"), ("edited", "operator", "ben"), ("edited", "operator", "anna")]
    lines = anna.run("memory", "history", shown).splitlines()
    assert [("anna" in line, "ben" in line) for line in lines if "operator" not in line][-3:] == [
        (True, False),
        (False, True),
        (True, False),
    ]


@pytest.mark.slow
def test_closed_facts_and_incidents_name_whoever_acted(anna: Person, ben: Person) -> None:
    anna.run("memory", "add", "nginx takes 40 seconds to reload.", "--category", "timing", "--service", "nginx")
    ben.run("memory", "add", "nginx takes 30 seconds to reload.", "--category", "timing", "--service", "nginx", "--yes")
    assert [row["actor"] for row in anna.ask("memory", "closed")] == ["ben"]
    store, now = open_store(anna.folder), utc_now()
    try:
        book = RecordRepositories(store)
        opened = {"service": "web", "source": "check", "started_at": now, "worst": "down", "cause": "", "now": now}
        number = store.write(lambda: book.incidents.open(**opened).id).result()
    finally:
        store.close()
    ben.run("incidents", "acknowledge", number)
    anna.run("incidents", "close", number)
    told = ben.run("incidents", "show", number)
    assert "Acknowledged by ben." in told
    assert "Closed by anna." in told


@pytest.mark.slow
def test_an_export_holds_what_its_operator_sees(anna: Person, ben: Person, tmp_path: Path) -> None:
    anna.add(SHOWN, "nginx")
    anna.run("memory", "unshare", anna.add(SECRET))
    for who, holds in ((anna, True), (ben, False)):
        target = tmp_path / f"{who.name}.jsonl"
        who.run("memory", "export", target)
        text = target.read_text(encoding="utf-8")
        assert "40 seconds" in text
        assert (SECRET in text) is holds


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_purge_takes_no_memory_along_that_is_named_by_a_number_and_not_seen(anna: Person, ben: Person) -> None:
    secret = anna.add(SECRET)
    anna.run("memory", "unshare", secret)
    ben.add("nginx reloads in 2 seconds.", "nginx")
    ben.run("memory", "purge", "nginx", "--yes", "--also", secret)
    assert anna.knows() == {SECRET}


@pytest.mark.slow
def test_a_service_is_renamed_in_rows_of_all(anna: Person, ben: Person) -> None:
    secret = anna.add(SECRET)
    anna.run("memory", "unshare", secret)
    ben.add("The mail queue empties in 9 seconds.")
    ben.run("services", "rename", "mail", "post")
    assert anna.ask("memory", "show", secret)["service"] == "post"


@pytest.mark.slow
def test_the_status_says_by_which_name_the_operator_is_known(anna: Person) -> None:
    anna.knows()
    assert anna.ask("store", "status")["operator"] == "anna"
    assert "You are anna there" in anna.run("store", "status")
    refused = anna.refused("settings", "set", "store.operator", "Anna Müller")
    assert "must be empty, or a name of small letters" in refused


@pytest.mark.slow
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


@pytest.mark.slow
def test_what_is_private_in_a_file_is_its_operator_s_on_the_server_and_in_the_file_again(
    person: Callable[..., Person], ben: Person
) -> None:
    anna = person("anna")
    settings_file.change(anna.folder.settings_file, "store.url", "")
    shown, secret, gone = anna.add(SHOWN, "nginx"), anna.add(SECRET), anna.add("The pool opens at 9.", "pool")
    for number in (secret, gone):
        anna.run("memory", "unshare", number)
    anna.run("memory", "rm", gone)
    assert anna.ask("memory", "show", secret)["audience"] == "private:"
    empty = postgres_server.empty_database()
    assert "as anna there" in anna.run("store", "move", empty)
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


@pytest.mark.slow
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
