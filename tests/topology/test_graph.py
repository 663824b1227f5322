"""The graph of what depends on what: reach, circles, and where a failure begins."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claudeops_desktop.topology.graph import MOST_CYCLES, ServiceGraph, find_root, format_cycle

EDGES = [("jellyfin", "postgres"), ("jellyfin", "caddy"), ("postgres", "disk"), ("caddy", "dns"), ("dns", "disk")]
NAMES = st.integers(0, 11).map(lambda number: f"s{number:02}")
ANY_EDGES = st.lists(st.tuples(NAMES, NAMES), max_size=40)
BAD = st.sets(NAMES)


def test_what_a_service_needs_comes_nearest_first():
    graph = ServiceGraph.from_edges(EDGES)
    assert graph.dependencies("jellyfin") == ("caddy", "postgres", "disk", "dns")
    assert graph.direct_dependencies("jellyfin") == ("caddy", "postgres")
    assert graph.dependents("disk") == ("dns", "postgres", "caddy", "jellyfin")
    assert graph.direct_dependents("disk") == ("dns", "postgres")
    assert graph.dependencies("disk") == () == graph.dependents("nobody")


def test_an_edge_counts_once_and_services_without_edges_are_there():
    graph = ServiceGraph.from_edges([*EDGES, *EDGES], names=["redis", "caddy"])
    assert graph.edges == tuple(sorted(EDGES))
    assert "redis" in graph.names
    assert graph.names.count("caddy") == 1


def test_a_circle_is_named_and_not_applied():
    graph = ServiceGraph.from_edges([*EDGES, ("disk", "caddy")])
    assert [format_cycle(cycle) for cycle in graph.cycles()] == ["caddy → dns → disk → caddy"]
    assert graph.left_out == (("caddy", "dns"), ("disk", "caddy"), ("dns", "disk"))
    assert graph.dependencies("jellyfin") == ("caddy", "postgres", "disk")
    assert graph.dependencies("disk") == ()


def test_a_service_that_needs_itself_is_a_circle_of_one():
    graph = ServiceGraph.from_edges([("a", "a"), ("a", "b")])
    assert [format_cycle(cycle) for cycle in graph.cycles()] == ["a → a"]
    assert graph.edges == (("a", "b"),)


def test_two_circles_that_share_an_edge_are_both_named():
    graph = ServiceGraph.from_edges([("a", "b"), ("b", "a"), ("b", "c"), ("c", "a")])
    assert graph.cycles() == (("a", "b"), ("a", "b", "c"))


def test_ten_thousand_services_in_one_circle_are_one_circle():
    names = [f"s{number:05}" for number in range(10_000)]
    graph = ServiceGraph.from_edges(zip(names, [*names[1:], names[0]], strict=True))
    assert graph.cycles() == (tuple(names),)
    assert graph.edges == ()


def test_no_more_circles_are_named_than_one_would_read():
    edges = [(f"a{number}", f"b{number}") for number in range(MOST_CYCLES + 50)]
    graph = ServiceGraph.from_edges([*edges, *((b, a) for a, b in edges)])
    assert len(graph.cycles()) == MOST_CYCLES
    assert graph.edges == ()


def test_the_circle_that_one_more_edge_would_close():
    graph = ServiceGraph.from_edges(EDGES)
    assert graph.cycle_with("disk", "jellyfin") == ("disk", "jellyfin", "postgres")
    assert graph.cycle_with("disk", "disk") == ("disk",)
    assert graph.cycle_with("redis", "jellyfin") is None
    assert graph.cycle_with("jellyfin", "disk") is None


def test_an_edge_onto_a_circle_that_is_there_closes_it_anew():
    graph = ServiceGraph.from_edges([("a", "b"), ("b", "a")])
    assert graph.cycle_with("c", "a") is None
    assert graph.cycle_with("a", "b") == ("a", "b")


@pytest.mark.parametrize(
    ("service", "bad", "root"),
    [
        ("jellyfin", {"jellyfin"}, None),
        ("jellyfin", {"jellyfin", "postgres"}, "postgres"),
        ("jellyfin", {"jellyfin", "postgres", "disk"}, "disk"),
        ("jellyfin", {"jellyfin", "disk"}, None),  # what lies between them is well
        ("jellyfin", {"jellyfin", "caddy", "postgres"}, "caddy"),
        ("jellyfin", {"jellyfin", "caddy", "dns", "postgres"}, "dns"),  # the furthest
        ("jellyfin", {"postgres"}, "postgres"),
        ("disk", {"jellyfin", "disk"}, None),
        ("nobody", {"nobody"}, None),
    ],
)
def test_the_root_is_the_furthest_that_fails_through_failing_services(service, bad, root):
    assert find_root(service, bad, ServiceGraph.from_edges(EDGES)) == root


def test_a_root_that_is_also_reached_by_a_shorter_way_has_no_failing_dependency_of_its_own():
    graph = ServiceGraph.from_edges([("a", "b"), ("a", "x"), ("x", "y"), ("y", "b"), ("b", "c")])
    assert find_root("a", {"a", "b", "x", "y", "c"}, graph) == "c"
    assert find_root("a", {"a", "b", "x", "y"}, graph) == "b"


@pytest.mark.slow
@given(ANY_EDGES)
@settings(max_examples=200, deadline=None)
def test_no_service_reaches_itself_and_no_edge_is_lost(edges):
    graph = ServiceGraph.from_edges(edges)
    assert set(graph.edges) | set(graph.left_out) == set(edges)
    assert not set(graph.edges) & set(graph.left_out)
    for name in graph.names:
        assert name not in graph.dependencies(name)
        assert all(name in graph.dependents(other) for other in graph.dependencies(name))
    on_cycles = {edge for cycle in graph.cycles() for edge in zip(cycle, (*cycle[1:], cycle[0]), strict=True)}
    assert on_cycles == set(graph.left_out)


@pytest.mark.slow
@given(ANY_EDGES, BAD)
@settings(max_examples=200, deadline=None)
def test_only_a_failing_service_is_a_root_and_never_one_with_a_failing_dependency(edges, bad):
    graph = ServiceGraph.from_edges(edges)
    for service in bad:
        root = find_root(service, bad, graph)
        if root is None:
            assert not bad & set(graph.direct_dependencies(service))
        else:
            assert root in bad
            assert root in graph.dependencies(service)
            assert find_root(root, bad, graph) is None


@pytest.mark.slow
@given(ANY_EDGES, NAMES, NAMES)
@settings(max_examples=200, deadline=None)
def test_an_edge_is_refused_exactly_where_it_would_lie_on_a_circle(edges, dependent, dependency):
    graph = ServiceGraph.from_edges(edges)
    cycle = graph.cycle_with(dependent, dependency)
    after = ServiceGraph.from_edges([*edges, (dependent, dependency)])
    assert ((dependent, dependency) in after.left_out) == (cycle is not None)
    if cycle is not None:
        ring = set(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        assert ring <= {*edges, (dependent, dependency)}
