"""Which names are services: those of the operator; every other name is only mentioned."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from claudeops_desktop.core.service_checks import THIS_MACHINE
from claudeops_desktop.records.service_names import ServiceNameSplit, split_names
from claudeops_desktop.records.service_rules import ServiceRule
from claudeops_desktop.records.service_runs import runs_about

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("checked", "ruled", "known", "dismissed", "expected"),
    [
        ([], [], [], [], ServiceNameSplit()),
        (["web", "db"], ["mail", "db"], [], [], ServiceNameSplit(("db", "mail", "web"), ())),
        (["web"], ["db"], ["web", "db", "b", "a"], [], ServiceNameSplit(("db", "web"), ("a", "b"))),
        (["web"], [], ["web", "a", "b"], ["b"], ServiceNameSplit(("web",), ("a",))),
        (["web"], [], ["web"], ["web"], ServiceNameSplit(("web",), ())),  # a check says more than a dismissal
    ],
)
def test_a_name_that_has_no_check_and_no_rule_is_mentioned(checked, ruled, known, dismissed, expected):
    assert split_names(checked, ruled, known, dismissed) == expected


@pytest.fixture
def mentioned(book, write):
    """Names that measurements, events and actions speak of, each more than once."""

    def fill():
        for service in ("web", "probe", "web"):
            book.health.add(service=service, status="down", session_id=None, now=NOW)
        for service in ("web", None, "talk", "talk"):
            book.events.add(level="info", message="x", service=service, session_id=None, now=NOW)
        for service in ("acted", "web", "acted"):
            book.cooldowns.add(
                service=service, action_type="restart", success=True, message="", session_id=None, tier=1, now=NOW
            )
        book.rules.put(ServiceRule("ruled", restarts=1), NOW)

    write(fill)
    return {"web", "probe", "talk", "acted"}


@pytest.fixture
def services_file(tmp_path):
    path = tmp_path / "services.toml"
    path.write_text("".join(f'[[service]]\nname = "web"\ncheck = "{check}"\n' for check in ("http", "disk")))
    return path


def test_the_store_knows_the_names(book, mentioned, services_file):
    assert book.service_names.names_in_records() == mentioned
    assert book.service_names.services(services_file) == {"web", "ruled"}
    assert book.service_names.split(services_file) == ServiceNameSplit(("ruled", "web"), ("acted", "probe", "talk"))


def test_of_a_file_without_a_name_all_that_was_measured_is_a_service(book, mentioned, services_file):
    services_file.write_text("= nothing\n")
    assert book.service_names.services(services_file) == {"web", "probe", "ruled"}
    assert book.service_names.split(services_file).mentioned == ("acted", "talk")


def test_without_a_file_it_is_this_machine_that_is_checked(book, tmp_path):
    assert book.service_names.services(tmp_path / "services.toml") == frozenset(THIS_MACHINE)
    assert book.service_names.names_in_records() == set()


def test_a_name_can_be_dismissed_and_that_be_taken_back(book, mentioned, services_file, write, told):
    names = book.service_names
    write(lambda: names.dismiss("talk", NOW))
    write(lambda: names.dismiss("talk", NOW))
    assert told() == [("dismissed_services", (), "inserted")] * 2
    assert names.dismissed() == {"talk"}
    assert names.split(services_file).mentioned == ("acted", "probe")
    assert write(lambda: names.restore("talk")) is True
    assert told() == [("dismissed_services", (), "deleted")]
    assert write(lambda: names.restore("talk")) is False
    assert names.dismissed() == frozenset()


def test_runs_about_a_service_named_it_spoke_of_it_or_acted_on_it(book, write, run, session):
    named, other = run(services=("db", "web")), run(services=("webmail",))
    spoke, acted, both = session(), session(), session(run(services=("web",)))

    def say():
        for number, service in ((spoke, "web"), (both, "web"), (session_of_other, "db")):
            book.events.add(level="info", message="web", service=service, session_id=number, now=NOW)
        for number, service in ((acted, "web"), (session_of_other, "db")):
            book.cooldowns.add(
                service=service, action_type="restart", success=True, message="", session_id=number, tier=1, now=NOW
            )

    session_of_other = session(other)
    write(say)
    runs = [book.sessions.get(number).run_id for number in (both, acted, spoke)]
    assert runs_about(book.store, "web") == [*runs, named]
    assert [len(runs_about(book.store, "web", limit)) for limit in (0, 3, 4, 5)] == [0, 3, 4, 4]
    assert runs_about(book.store, "w%") == []


def test_fifty_runs_about_a_service_are_told(book, write, run):
    for _ in range(51):
        run(services=("web",))
    assert runs_about(book.store, "web") == list(range(51, 1, -1))
