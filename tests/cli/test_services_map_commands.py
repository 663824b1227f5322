"""``claudeops services map`` and ``depend`` (D12)."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.service_edges import EdgeFinder
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def tcp(name, *lines):
    head = f'[[service]]\nname = "{name}"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = 80\n'
    return head + "".join(f"{line}\n" for line in lines)


SERVICES = (
    "# my services\n"
    + tcp("jellyfin", "# the database first", 'depends_on = ["postgres"]  # since 2024')
    + tcp("postgres")
    + tcp("redis")
)


@pytest.fixture
def services(data_dir, monkeypatch, tmp_path):
    """The services file; nobody's compose files are looked at."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr("claudeops_desktop.topology.proposals.common_folders", lambda: ())
    path = data_dir / "services.toml"
    path.write_text(SERVICES)
    return path


@pytest.fixture
def book(data_dir, services):
    """The records of this test's data folder; open only while a ``with`` block needs them."""
    store = open_store(DataFolder(data_dir).create())
    yield RecordRepositories(store, lambda: NOW)
    store.close()


def depends_on(path):
    rows = tomllib.loads(path.read_text())["service"]
    return {row["name"]: row.get("depends_on", []) for row in rows}


def edges(answer):
    return [(edge["from"], edge["to"], edge["source"]) for edge in answer.json["edges"]]


def propose(book, start, end):
    book.store.write(
        lambda: book.service_edges.propose(start, end, found_by=EdgeFinder.OUTAGES, evidence="They fell.", now=NOW)
    ).result()


def test_the_map_has_each_edge_with_its_source(claudeops, services):
    answer = claudeops("services", "map", "--json")
    assert edges(answer) == [("jellyfin", "postgres", "declared")]
    assert answer.json["circles"] == []
    assert [row["service"] for row in answer.json["services"]] == ["jellyfin", "postgres", "redis"]
    assert "└─ postgres (unknown)" in claudeops("services", "map").out


def test_an_empty_map_says_how_to_declare_a_dependency(claudeops, services):
    services.write_text(tcp("redis"))
    assert "claudeops services depend NAME --on OTHER" in claudeops("services", "map").out


def test_a_dependency_is_declared_and_comments_stay(claudeops, services):
    answer = claudeops("services", "depend", "jellyfin", "--on", "redis", "--json")
    assert (answer.code, answer.json["depends_on"]) == (0, ["postgres", "redis"])
    assert depends_on(services)["jellyfin"] == ["postgres", "redis"]
    assert "# my services" in services.read_text()
    assert "# the database first" in services.read_text()
    assert "already" in claudeops("services", "depend", "jellyfin", "--on", "redis").out


def test_it_is_removed_again(claudeops, services):
    assert claudeops("services", "depend", "jellyfin", "--on", "postgres", "--remove").code == 0
    assert depends_on(services)["jellyfin"] == []
    answer = claudeops("services", "depend", "jellyfin", "--on", "postgres", "--remove")
    assert answer.code == 1
    assert "does not depend on postgres" in answer.err


def test_a_circle_is_refused_and_named(claudeops, services):
    before = services.read_text()
    answer = claudeops("services", "depend", "postgres", "--on", "jellyfin")
    assert answer.code == 2
    assert "postgres → jellyfin → postgres" in answer.err
    assert "cannot depend on itself" in claudeops("services", "depend", "redis", "--on", "redis").err
    assert services.read_text() == before


@pytest.mark.parametrize(("name", "other"), [("jellyfn", "redis"), ("redis", "postgers")])
def test_an_unknown_service_is_refused_with_the_nearest_name(claudeops, services, name, other):
    answer = claudeops("services", "depend", name, "--on", other)
    assert answer.code == 2
    assert "Did you mean" in answer.err
    assert services.read_text() == SERVICES


def test_without_a_file_it_says_where_dependencies_stand(claudeops, services):
    services.unlink()
    answer = claudeops("services", "depend", "a", "--on", "b")
    assert answer.code == 1
    assert "There is no services.toml yet" in answer.err


def test_a_circle_in_the_file_is_named_and_the_services_stay(claudeops, services):
    services.write_text(tcp("a", 'depends_on = ["b"]') + tcp("b", 'depends_on = ["a"]'))
    answer = claudeops("services", "map", "--json")
    assert answer.json["circles"] == [["a", "b"]]
    assert [edge["applied"] for edge in answer.json["edges"]] == [False, False]
    assert "a → b → a" in answer.json["warnings"][0]
    assert len(claudeops("services", "list", "--json").json) == 2


def test_the_check_of_the_file_warns_of_names_and_circles(claudeops, services):
    services.write_text(tcp("a", 'depends_on = ["b"]') + tcp("b", 'depends_on = ["a", "postgers"]') + tcp("postgres"))
    answer = claudeops("services", "check")
    assert answer.code == 0
    assert "did you mean 'postgres'?" in answer.err
    assert "a → b → a" in answer.err
    assert len(claudeops("services", "check", "--json").json["warnings"]) == 2


def test_a_proposal_stands_apart_until_it_is_confirmed(claudeops, services, book):
    claudeops(
        "memory", "add", "Needs redis for its sessions", "--category", "dependency", "--service", "jellyfin",
        "--confidence", "0.9",
    )  # fmt: skip
    answer = claudeops("services", "map", "--json")
    assert edges(answer) == [("jellyfin", "postgres", "declared"), ("jellyfin", "redis", "proposed")]
    assert "Needs redis" in answer.json["edges"][1]["evidence"]
    assert "Proposed, not applied" in claudeops("services", "map").out
    assert depends_on(services)["jellyfin"] == ["postgres"]
    assert claudeops("services", "depend", "jellyfin", "--on", "redis").code == 0
    assert edges(claudeops("services", "map", "--json"))[1] == ("jellyfin", "redis", "confirmed")


def test_a_dismissed_proposal_never_comes_back(claudeops, services):
    words = ("memory", "add", "Needs redis for its sessions", "--category", "dependency", "--confidence", "0.9")
    claudeops(*words, "--service", "jellyfin")
    claudeops("services", "map")
    answer = claudeops("services", "depend", "jellyfin", "--on", "redis", "--dismiss", "--json")
    assert answer.json == {"from": "jellyfin", "to": "redis", "result": "dismissed"}
    assert edges(claudeops("services", "map", "--json")) == [("jellyfin", "postgres", "declared")]
    assert claudeops("services", "depend", "jellyfin", "--on", "postgres", "--dismiss").code == 1


def test_what_nothing_speaks_for_any_more_is_withdrawn(claudeops, services, book):
    propose(book, "redis", "postgres")
    assert edges(claudeops("services", "map", "--json")) == [("jellyfin", "postgres", "declared")]


@pytest.mark.slow
def test_what_was_confirmed_and_removed_is_not_proposed_again(claudeops, services):
    words = ("memory", "add", "Needs redis for its sessions", "--category", "dependency", "--confidence", "0.9")
    claudeops(*words, "--service", "jellyfin")
    claudeops("services", "map")
    claudeops("services", "depend", "jellyfin", "--on", "redis")
    claudeops("services", "depend", "jellyfin", "--on", "redis", "--remove")
    assert edges(claudeops("services", "map", "--json")) == [("jellyfin", "postgres", "declared")]


def test_the_causes_of_open_incidents_come_first(claudeops, services, book):
    for service in ("jellyfin", "postgres"):
        book.store.write(
            lambda name=service: book.incidents.open(
                service=name, source="check", started_at=NOW, worst="down", cause="refused", now=NOW
            )
        ).result()
    answer = claudeops("services", "map", "--json")
    assert answer.json["causes"] == [{"service": "postgres", "explains": ["jellyfin", "postgres"]}]
    assert "postgres, which explains jellyfin" in claudeops("services", "map").out
