"""Which dependencies hold: those of the file, those that were confirmed; what is wrong with them is named."""

from __future__ import annotations

from claudeops_desktop.agents.watch.models import DiskCheck, TcpCheck
from claudeops_desktop.records.service_edges import ServiceEdge
from claudeops_desktop.topology.dependencies import dependency_warnings, load_graph, map_edges


def check(name: str, *depends_on: str, label: str = "") -> TcpCheck:
    return TcpCheck(check="tcp", name=name, label=label, address="127.0.0.1", port=80, depends_on=depends_on)


def record(start: str, end: str, state: str = "confirmed") -> ServiceEdge:
    moment = "2026-03-01T12:00:00.000Z"
    return ServiceEdge(1, start, end, state, "memory", "They say so.", moment, moment)


def test_several_checks_of_a_service_add_up():
    graph = load_graph([check("web", "db"), check("web", "dns", label="second"), check("db")], ())
    assert graph.direct_dependencies("web") == ("db", "dns")
    assert graph.names == ("db", "dns", "web")


def test_what_was_taken_out_of_the_file_no_longer_holds_though_it_was_confirmed():
    own = DiskCheck(name="disk", path="/", builtin=True)
    confirmed = [record("web", "db"), record("disk", "db"), record("mail", "db"), record("web", "dns", "proposed")]
    graph = load_graph([check("web"), check("db"), own], confirmed)
    assert graph.edges == (("disk", "db"), ("mail", "db"))


def test_the_map_says_where_each_edge_comes_from():
    checks = [check("web", "db", "dns"), check("db"), check("dns")]
    recorded = [record("web", "db"), record("db", "dns", "proposed"), record("web", "mail", "dismissed")]
    assert map_edges(checks, recorded) == (
        ("db", "dns", "proposed", False, "They say so."),
        ("web", "db", "confirmed", True, "They say so."),
        ("web", "dns", "declared", True, ""),
    )


def test_a_proposal_that_was_declared_meanwhile_stands_once():
    assert map_edges([check("web", "db"), check("db")], [record("web", "db", "proposed")]) == (
        ("web", "db", "declared", True, ""),
    )


def test_a_circle_is_named_and_shown_but_not_applied():
    checks = [check("a", "b"), check("b", "a"), check("c", "a")]
    assert load_graph(checks, ()).edges == (("c", "a"),)
    (warning,) = dependency_warnings(checks)
    assert "a → b → a" in warning
    assert [(edge.start, edge.end, edge.applied) for edge in map_edges(checks, ())] == [
        ("a", "b", False),
        ("b", "a", False),
        ("c", "a", True),
    ]


def test_an_unknown_name_is_named_once_with_the_nearest_one():
    checks = [check("web", "postgers"), check("web", "postgers", label="second"), check("postgres", "zzz")]
    assert dependency_warnings(checks) == (
        "Service 'web' depends on 'postgers', which is not checked; did you mean 'postgres'?",
        "Service 'postgres' depends on 'zzz', which is not checked.",
    )
