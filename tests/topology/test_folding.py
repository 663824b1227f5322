"""Folding: what fails under a failing dependency is one cause; what has a cause of its own always stands by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from claudeops_desktop.topology.folding import (
    MARGIN_S,
    FailingService,
    decide_folding,
    dependencies_to_measure,
    has_outlived_root,
    rank_roots,
)
from claudeops_desktop.topology.graph import ServiceGraph

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GRAPH = ServiceGraph.from_edges(
    [("jellyfin", "postgres"), ("nextcloud", "postgres"), ("grafana", "postgres"), ("postgres", "disk")]
)
NAMES = st.integers(0, 11).map(lambda number: f"s{number:02}")
FAILING = st.dictionaries(NAMES, st.tuples(st.integers(0, 7200), st.sampled_from([10.0, 60.0, 600.0])))
EDGES = st.lists(st.tuples(NAMES, NAMES), max_size=40)


def failing(name: str, seconds: float = 0, interval_s: float = 60) -> FailingService:
    return FailingService(name, NOON + timedelta(seconds=seconds), interval_s)


def test_a_parent_and_its_three_children_are_one_cause():
    down = [failing("jellyfin", 20), failing("nextcloud", 31), failing("grafana", 44), failing("postgres", 40)]
    assert decide_folding(down, GRAPH) == {
        "grafana": "postgres",
        "jellyfin": "postgres",
        "nextcloud": "postgres",
        "postgres": None,
    }


def test_a_child_unfolds_when_its_root_is_well_and_it_is_not():
    assert decide_folding([failing("jellyfin")], GRAPH) == {"jellyfin": None}


def test_a_whole_chain_stands_under_its_end():
    down = [failing("jellyfin"), failing("postgres"), failing("disk")]
    assert decide_folding(down, GRAPH) == {"jellyfin": "disk", "postgres": "disk", "disk": None}


def test_a_healthy_service_between_two_failures_explains_nothing():
    assert decide_folding([failing("jellyfin"), failing("disk")], GRAPH) == {"jellyfin": None, "disk": None}


def test_what_was_bad_while_its_dependency_was_well_has_a_cause_of_its_own():
    long_before = [failing("jellyfin", -600), failing("nextcloud"), failing("postgres")]
    assert decide_folding(long_before, GRAPH) == {"jellyfin": None, "nextcloud": "postgres", "postgres": None}


def test_how_much_sooner_a_child_may_be_seen_follows_from_the_interval_of_its_dependency():
    seconds = 60 + MARGIN_S
    assert decide_folding([failing("jellyfin", -seconds), failing("postgres")], GRAPH)["jellyfin"] == "postgres"
    assert decide_folding([failing("jellyfin", -seconds - 1), failing("postgres")], GRAPH)["jellyfin"] is None
    hourly = failing("postgres", interval_s=3600)
    assert decide_folding([failing("jellyfin", -3000), hourly], GRAPH)["jellyfin"] == "postgres"


def test_two_failures_that_have_nothing_to_do_with_each_other_both_stand():
    graph = ServiceGraph.from_edges([("a", "b"), ("c", "d")])
    assert decide_folding([failing("a"), failing("b"), failing("c"), failing("d")], graph) == {
        "a": "b",
        "b": None,
        "c": "d",
        "d": None,
    }


def test_services_in_a_circle_are_never_folded_under_each_other():
    graph = ServiceGraph.from_edges([("a", "b"), ("b", "a"), ("c", "a")])
    assert decide_folding([failing("a"), failing("b"), failing("c")], graph) == {"a": None, "b": None, "c": "a"}


def test_a_folded_service_has_the_time_of_one_measurement_to_follow_its_root():
    assert not has_outlived_root(NOON + timedelta(seconds=59), 60, NOON)
    assert has_outlived_root(NOON + timedelta(seconds=60), 60, NOON)


def test_dependencies_that_were_not_measured_since_are_measured_before_it_is_announced():
    measured = {"postgres": NOON - timedelta(seconds=5)}
    assert dependencies_to_measure(failing("jellyfin"), GRAPH, measured) == ("postgres", "disk")
    measured |= {"postgres": NOON + timedelta(seconds=1), "disk": NOON}
    assert dependencies_to_measure(failing("jellyfin"), GRAPH, measured) == ()


def test_the_root_of_many_failures_is_ranked_first():
    graph = ServiceGraph.from_edges([*GRAPH.edges, ("mail", "dns")])
    ranked = rank_roots({"jellyfin", "nextcloud", "postgres", "mail"}, graph, well={"disk", "dns"})
    assert [(root.name, root.explains, root.is_failing) for root in ranked] == [
        ("postgres", ("jellyfin", "nextcloud", "postgres"), True),
        ("mail", ("mail",), True),
    ]


def test_a_dependency_nobody_measures_is_suspected_and_one_that_is_well_is_not():
    alerts = {"jellyfin", "nextcloud"}
    assert rank_roots(alerts, GRAPH, well={"disk"})[0] == ("postgres", ("jellyfin", "nextcloud"), False)
    assert rank_roots(alerts, GRAPH, well={"disk", "postgres"})[0] == ("jellyfin", ("jellyfin",), True)


@given(EDGES, FAILING)
@settings(max_examples=300, deadline=None)
def test_no_root_and_no_failure_without_a_failing_dependency_is_ever_folded(edges, bad):
    graph = ServiceGraph.from_edges(edges)
    down = [failing(name, *at) for name, at in bad.items()]
    decided = decide_folding(down, graph)
    assert decided.keys() == bad.keys()
    for service, root in decided.items():
        if not set(graph.direct_dependencies(service)) & bad.keys():
            assert root is None
        if root is not None:
            assert decided[root] is None, "a root is never folded itself"
            assert root in graph.dependencies(service)
    if bad:
        assert None in decided.values(), "one alarm at least"


@given(EDGES, FAILING)
@settings(max_examples=200, deadline=None)
def test_every_failure_is_named_or_explained_by_a_ranked_root(edges, bad):
    graph = ServiceGraph.from_edges(edges)
    ranked = rank_roots(bad.keys(), graph)
    assert {name for root in ranked for name in root.explains} == bad.keys()
    assert [len(root.explains) for root in ranked] == sorted((len(root.explains) for root in ranked), reverse=True)


@given(EDGES, FAILING, st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_order_in_which_failures_are_told_does_not_matter(edges, bad, random):
    graph = ServiceGraph.from_edges(edges)
    down = [failing(name, *at) for name, at in bad.items()]
    shuffled = down.copy()
    random.shuffle(shuffled)
    assert decide_folding(shuffled, graph) == decide_folding(down, graph)
