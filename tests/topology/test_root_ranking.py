"""Many failures at once: the service behind most of them comes first, and none is left unexplained."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claudeops_desktop.topology.graph import ServiceGraph
from claudeops_desktop.topology.root_ranking import rank_roots

GRAPH = ServiceGraph.from_edges(
    [("jellyfin", "postgres"), ("nextcloud", "postgres"), ("grafana", "postgres"), ("postgres", "disk")]
)
NAMES = st.integers(0, 11).map(lambda number: f"s{number:02}")
BAD = st.sets(NAMES)
EDGES = st.lists(st.tuples(NAMES, NAMES), max_size=40)


def test_the_root_of_many_failures_comes_first():
    graph = ServiceGraph.from_edges([*GRAPH.edges, ("mail", "dns")])
    ranked = rank_roots({"jellyfin", "nextcloud", "postgres", "mail"}, graph, well={"disk", "dns"})
    assert [(root.name, root.explains, root.is_failing) for root in ranked] == [
        ("postgres", ("jellyfin", "nextcloud", "postgres"), True),
        ("mail", ("mail",), True),
    ]


def test_a_dependency_whose_state_is_not_known_is_suspected_and_one_that_is_well_is_not():
    alerts = {"jellyfin", "nextcloud"}
    assert rank_roots(alerts, GRAPH, well={"disk"})[0] == ("postgres", ("jellyfin", "nextcloud"), False)
    assert rank_roots(alerts, GRAPH, well={"disk", "postgres"})[0] == ("jellyfin", ("jellyfin",), True)


def test_of_two_that_explain_as_much_the_furthest_comes_first():
    assert [root.name for root in rank_roots({"jellyfin"}, GRAPH)] == ["disk", "postgres", "jellyfin"]


@pytest.mark.slow
@given(EDGES, BAD)
@settings(max_examples=200, deadline=None)
def test_every_failure_is_explained_and_every_one_that_no_other_explains_is_named(edges, bad):
    graph = ServiceGraph.from_edges(edges)
    ranked = rank_roots(bad, graph)
    assert {name for root in ranked for name in root.explains} == bad
    assert [len(root.explains) for root in ranked] == sorted((len(root.explains) for root in ranked), reverse=True)
    alone = {name for name in bad if not bad & set(graph.direct_dependencies(name))}
    assert alone == {root.name for root in ranked if root.is_failing}
