"""The journal: what is new is written down once, and what an incident's time line shows of it."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.changes import ChangeKind, NewChange
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
from claudeops_desktop.topology.changes import near
from claudeops_desktop.topology.changes.journal import ChangeJournal
from claudeops_desktop.topology.changes.text import describe_change, format_lead

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
UNIT = '[[service]]\nname = "web"\ncheck = "unit"\nunit = "nginx.service"\n'
SHOWN = "LoadState=loaded\nActiveState=active\nNRestarts=0\nInvocationID={0}\nActiveEnterTimestamp={1}\n"


@pytest.fixture
def folder(tmp_path):
    return used_folder(tmp_path / "data")


@pytest.fixture
def book(folder):
    store = open_store(folder)
    yield RecordRepositories(store, lambda: NOW)
    store.close()


@pytest.fixture
def logs(tmp_path):
    made = tmp_path / "log"
    made.mkdir()
    return made


@pytest.fixture
def journal(book, folder, logs):
    return ChangeJournal(book, folder, logs)


def package(logs, at, name, old="15.6", new="15.7"):
    with (logs / "dpkg.log").open("a") as file:
        file.write(f"{at:%Y-%m-%d %H:%M:%S} upgrade {name}:amd64 {old} {new}\n")


def texts(changes):
    return [change.text for change in changes]


def add(book, *changes):
    book.store.write(lambda: book.changes.add(changes)).result()


class TestJournal:
    def test_all_sources_in_one_round_and_nothing_twice(self, journal, book, folder, logs, answers):
        answers("systemctl", SHOWN.format("a" * 32, "Tue 2026-03-10 11:00:00 UTC"))
        folder.services_file.write_text(UNIT)
        package(logs, NOW - timedelta(minutes=40), "nginx", "1.22", "1.24")
        assert journal.collect(NOW) == 1
        assert journal.collect(NOW) == 0
        answers("systemctl", SHOWN.format("b" * 32, "Tue 2026-03-10 12:01:00 UTC"))
        folder.services_file.write_text(UNIT + "interval = 30\n")
        with folder.settings_file.open("a") as settings:  # where the store is stays there
            settings.write("[spend]\nday_usd = 9.0\n")
        later = NOW + timedelta(minutes=5)
        assert journal.collect(later) == 3
        found = book.changes.list()
        assert {(change.kind, change.service, change.text) for change in found} == {
            ("package", "web", "nginx 1.22 → 1.24"),
            ("unit", "web", "nginx.service was restarted"),
            ("services", "web", "services.toml: web:unit: interval was set to 30"),
            ("settings", "", "settings.toml: the group spend was added"),
        }
        assert found[-1].at == to_text(NOW - timedelta(minutes=40))
        assert book.changes.last_collected() == to_text(later)

    def test_a_bookmark_that_is_lost_writes_nothing_twice(self, journal, book, logs):
        package(logs, NOW, "nginx")
        assert journal.collect(NOW) == 1
        book.store.write(lambda: book.changes.put_source("packages", {}, "", NOW)).result()
        assert journal.collect(NOW) == 0

    def test_a_damaged_bookmark_begins_anew(self, journal, book, logs):
        package(logs, NOW, "nginx")
        journal.collect(NOW)
        book.store.write(lambda: book.store.database.execute_sql("UPDATE change_sources SET state = '[{'")).result()
        assert journal.collect(NOW) == 0

    def test_what_cannot_be_read_is_logged_once_and_stops_no_other_source(self, journal, book, logs, answers, caplog):
        (logs / "dpkg.log").mkdir()
        with caplog.at_level(logging.WARNING):
            journal.collect(NOW)
            journal.collect(NOW + timedelta(minutes=5))
        assert len([record for record in caplog.records if "dpkg.log" in record.getMessage()]) == 1
        assert list(book.changes.problems()) == ["packages"]
        (logs / "dpkg.log").rmdir()
        package(logs, NOW, "nginx")
        assert journal.collect(NOW + timedelta(minutes=10)) == 1
        assert book.changes.problems() == {}

    def test_services_that_cannot_be_read_keep_the_state_of_their_units(self, journal, book, folder, answers):
        answers("systemctl", SHOWN.format("a" * 32, "Tue 2026-03-10 11:00:00 UTC"))
        folder.services_file.write_text(UNIT)
        journal.collect(NOW)
        folder.services_file.write_text("[[service\n")
        journal.collect(NOW)
        assert "services.toml cannot be read" in book.changes.problems()["services"]
        answers("systemctl", SHOWN.format("b" * 32, "Tue 2026-03-10 11:30:00 UTC"))
        folder.services_file.write_text(UNIT)
        journal.collect(NOW)
        assert texts(book.changes.list()) == ["nginx.service was restarted"]

    def test_settings_that_are_wrong_name_the_source(self, journal, book, folder):
        folder.settings_file.write_text('[spend]\nday_usd = "much"\n')
        journal.collect(NOW)
        assert "The repositories are not known" in book.changes.problems()["commits"]

    def test_a_year_is_kept(self, journal, book, logs):
        add(book, NewChange(NOW - timedelta(days=367), ChangeKind.PACKAGE, "old", "old 1 → 2"))
        add(book, NewChange(NOW - timedelta(days=300), ChangeKind.PACKAGE, "new", "new 1 → 2"))
        journal.collect(NOW)
        assert texts(book.changes.list()) == ["new 1 → 2"]

    def test_a_clock_that_was_put_back_loses_nothing(self, journal, book, logs):
        package(logs, NOW, "first")
        journal.collect(NOW)
        package(logs, NOW - timedelta(hours=5), "second")
        journal.collect(NOW - timedelta(hours=5))
        assert {change.subject for change in book.changes.list()} == {"first", "second"}


class TestRecords:
    def test_a_service_is_renamed_and_removed(self, book):
        one = NewChange(NOW, ChangeKind.UNIT, "x", "x was restarted", services=("web", "shop"))
        add(book, one, NewChange(NOW, ChangeKind.UNIT, "y", "y was restarted", services=("web",)))
        assert len(book.changes.list(services=["web"])) == 2
        book.store.write(lambda: book.changes.rename_service("web", "shop")).result()
        assert {(change.service, change.subject) for change in book.changes.list()} == {("shop", "x"), ("shop", "y")}
        assert book.store.write(lambda: book.changes.remove_service("shop")).result() == 2
        assert book.changes.list() == []

    def test_a_rename_and_a_removal_leave_no_old_name_and_are_no_edits(self, journal, book, folder):
        first = '[[service]]\nname = "web"\ncheck = "load"\n[[service]]\nname = "shop"\ncheck = "load"\n'
        folder.services_file.write_text(first)
        journal.collect(NOW)
        folder.services_file.write_text(
            first.replace('"web"\n', '"web"\nminutes = 15\n') + 'depends_on = ["web", "web-api"]\n'
        )
        journal.collect(NOW + timedelta(minutes=5))
        assert len(book.changes.list()) == 2
        folder.services_file.write_text(folder.services_file.read_text().replace('"web"', '"front"'))
        book.store.write(lambda: book.changes.rename_service("web", "front")).result()
        assert journal.collect(NOW + timedelta(minutes=10)) == 0
        assert set(texts(book.changes.list())) == {
            "services.toml: front:load: minutes was set to 15",
            "services.toml: shop:load: depends_on was set to front web-api",
        }
        folder.services_file.write_text(
            '[[service]]\nname = "shop"\ncheck = "load"\ndepends_on = ["front", "web-api"]\n'
        )
        book.store.write(lambda: book.changes.remove_service("front")).result()
        assert journal.collect(NOW + timedelta(minutes=15)) == 0


class TestNear:
    def test_the_service_comes_first_then_what_it_needs_then_the_machine(self, book):
        def change(minutes, name, *services, kind=ChangeKind.PACKAGE):
            return NewChange(NOW - timedelta(minutes=minutes), kind, name, name, services=services)

        add(
            book,
            change(5, "kernel"),
            change(9, "mail", "mail"),
            change(40, "postgres", "postgres"),
            change(50, "redis", "redis"),
            change(60, "nginx", "web"),
            change(55, "edit", "web", kind=ChangeKind.SERVICES),
            change(90, "older nginx", "web"),
            change(25 * 60, "yesterday", "web"),
            change(-5, "after", "web"),
        )
        found = near(book, "web", NOW, dependencies=("redis", "postgres"))
        assert texts(found) == ["nginx", "older nginx", "edit", "redis", "postgres", "kernel"]
        assert texts(near(book, "web", NOW, limit=1)) == ["nginx"]
        assert texts(near(book, "web", NOW, hours=1)) == ["nginx", "edit", "kernel"]

    def test_an_upgrade_of_the_whole_machine_hides_nothing(self, book):
        add(book, *(NewChange(NOW - timedelta(minutes=n), ChangeKind.PACKAGE, f"p{n}", f"p{n}") for n in range(60)))
        add(book, NewChange(NOW - timedelta(hours=2), ChangeKind.UNIT, "db", "db was restarted", services=("db",)))
        assert texts(near(book, "web", NOW, dependencies=("db",))) == ["db was restarted", "p0", "p1", "p2", "p3", "p4"]

    def test_in_words(self, book):
        at = NOW - timedelta(minutes=40)
        add(book, NewChange(at, ChangeKind.PACKAGE, "postgres", "postgres 15.6 → 15.7", "15.6", "15.7"))
        (change,) = book.changes.list()
        assert describe_change(change, NOW) == "40 min before: postgres 15.6 → 15.7"
        assert describe_change(change) == "postgres 15.6 → 15.7"

    @pytest.mark.parametrize(
        ("seconds", "words"),
        [
            (0, "just before"),
            (59, "just before"),
            (90, "2 min before"),
            (3600 * 3, "3 h before"),
            (86400 * 2, "2 days before"),
            (-300, "5 min after"),
        ],
    )
    def test_how_long_before(self, seconds, words):
        assert format_lead(timedelta(seconds=seconds)) == words
