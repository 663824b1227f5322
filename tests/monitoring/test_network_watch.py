"""What is said of this machine where it, and not a service, is why checks fail: once for each cause."""

from __future__ import annotations

import pytest
from monitoring_world import World

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.monitoring.network_watch import NO_NAMES, NO_NETWORK, NetworkWatch

UNRESOLVED = "the name cannot be resolved at http://web.example/"
NOW = utc_now()
NAMES = ["a.example", "b.example", "c.example"]


@pytest.fixture
def watch(world: World) -> NetworkWatch:
    return NetworkWatch(world.book, lambda: True, lambda: NOW, resolver=lambda: False)


def explained(watch: NetworkWatch, host: str, detail: str, *, down: bool = True) -> str:
    return watch.explanation(host, detail, down=down, services=lambda: NAMES)


def test_names_that_no_resolver_finds_are_one_cause(world: World, watch: NetworkWatch) -> None:
    explained(watch, "192.0.2.1", "200 OK", down=False)
    assert [explained(watch, name, UNRESOLVED) for name in NAMES] == ["", "", NO_NAMES]
    world.store.drain()
    assert world.events("warning") == [
        "None of 3 names can be resolved, and no resolver answers: 3 services cannot be checked"
        " (a.example, b.example, c.example)."
    ]


def test_names_that_do_not_exist_are_no_fault_of_this_machine(world: World) -> None:
    watch = NetworkWatch(world.book, lambda: True, lambda: NOW, resolver=lambda: True)
    assert [explained(watch, name, UNRESOLVED) for name in NAMES] == ["", "", ""]


def test_one_name_that_is_found_tells_that_the_resolver_works(world: World, watch: NetworkWatch) -> None:
    explained(watch, "d.example", "connection refused")
    assert [explained(watch, name, UNRESOLVED) for name in NAMES] == ["", "", ""]


def test_a_machine_that_is_asked_by_its_address_is_down_while_names_are_not_found(
    world: World, watch: NetworkWatch
) -> None:
    for name in NAMES:
        explained(watch, name, UNRESOLVED)
    assert explained(watch, "192.0.2.1", "connection refused") == ""


def test_names_that_are_found_again_end_it(world: World, watch: NetworkWatch) -> None:
    for name in NAMES:
        explained(watch, name, UNRESOLVED)
    explained(watch, "a.example", "200 OK", down=False)
    world.store.drain()
    assert world.events("info") == ["The network is back after 0.0 s."]


def test_machines_that_are_all_silent_are_one_cause(world: World, watch: NetworkWatch) -> None:
    found = [explained(watch, f"192.0.2.{n}", "no answer in time") for n in range(4)]
    assert found == ["", "", NO_NETWORK, NO_NETWORK]


def test_a_shortage_is_said_once(world: World, watch: NetworkWatch) -> None:
    for _ in range(3):
        watch.note_shortage("this program may open no more files")
    world.store.drain()
    assert world.events("warning") == ["Checks cannot be made: this program may open no more files."]
