"""A service and what is known around it, for the window (E9, the graph)."""

from __future__ import annotations

from claudeops_desktop.memory.recall.graph import neighbourhood


def test_a_service_its_facts_and_what_else_they_speak_of(asking):
    asking.put("Jellyfin reads its library from nas-07", "jellyfin", confidence=0.9)
    asking.put("Listens on port 8096", "jellyfin")
    asking.put("Old and wrong", "jellyfin", superseded_by=1)
    asking.put("Is waiting for review", "jellyfin", gate="hold", active=0)
    asking.recall.indexer.catch_up()
    graph = asking.store.read(lambda: neighbourhood("Jellyfin")).result()
    middle = graph.nodes[0]
    assert (middle.kind, middle.name, middle.hops) == ("service", "jellyfin", 0)
    assert [node.memory_id for node in graph.nodes if node.hops == 1] == [1, 2]
    assert {(node.kind, node.name) for node in graph.nodes if node.hops == 2} == {("host", "nas-07"), ("port", "8096")}
    keys = {node.key for node in graph.nodes}
    assert {end for edge in graph.edges for end in edge[:2]} <= keys
    assert ("memory:1", middle.key, "speaks of") in graph.edges


def test_an_unknown_name_has_no_neighbourhood(asking):
    graph = asking.store.read(lambda: neighbourhood("nothing")).result()
    assert (graph.nodes, graph.edges) == ((), ())


def test_no_more_than_were_asked_for(asking):
    for number in range(30):
        asking.put(f"Writes to /srv/data{number}/queue", "jellyfin")
    asking.recall.indexer.catch_up()
    graph = asking.store.read(lambda: neighbourhood("jellyfin", memories=10, others=4)).result()
    assert [sum(1 for node in graph.nodes if node.hops == hops) for hops in (0, 1, 2)] == [1, 10, 4]
