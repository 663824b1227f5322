"""The map of what depends on what: walked by keys, answered by buttons, said in words."""

from __future__ import annotations

import tomllib

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.records.service_edges import EdgeState
from claudeops_desktop.topology.dependencies import MapEdge
from claudeops_desktop.topology.graph import ServiceGraph
from claudeops_desktop.topology.service_map import ServiceMap
from claudeops_desktop.ui.kit.graph import GraphView
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.service_map import page as map_page
from claudeops_desktop.ui.pages.service_map.map_layout import place_services
from claudeops_desktop.ui.pages.service_map.queries import make_scene, state_text

EDGES = (
    MapEdge("jellyfin", "caddy", "declared", True),
    MapEdge("jellyfin", "postgres", "declared", True),
    MapEdge("nextcloud", "postgres", "confirmed", True),
    MapEdge("postgres", "disk", "proposed", False, "They fell together."),
)


def toml(name, *depends_on):
    names = ", ".join(f'"{other}"' for other in depends_on)
    line = f"depends_on = [{names}]\n" if depends_on else ""
    return f'[[service]]\nname = "{name}"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = 80\n{line}\n'


@pytest.fixture
def services(desk, monkeypatch):
    """Four services of which one declares a dependency; nobody looks for proposals by himself."""
    monkeypatch.setattr(map_page, "propose_edges", lambda *_: 0)
    text = toml("jellyfin", "postgres") + toml("nextcloud") + toml("postgres") + toml("ups")
    desk.folder.services_file.write_text(text)
    return desk


@pytest.fixture
def open_map(open_page, services, qtbot):
    def make():
        page = open_page(services, PageLocation("map"))
        tab = page
        qtbot.waitUntil(lambda: bool(tab.view.scene.boxes), timeout=20_000)
        return page, tab

    return make


@pytest.fixture
def propose(services, write):
    def add(start, end):
        edges = services.book.service_edges
        write(lambda: edges.propose(start, end, found_by="memory", evidence="Memory 7: “needs it”", now=utc_now()))

    return add


@pytest.fixture
def view(qtbot):
    made = GraphView("Map")
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    qtbot.waitExposed(made)
    made.setFocus()
    return made


def show(view, names=("ups",), edges=EDGES, states=None, folded=None):
    graph = ServiceGraph.from_edges(((e.start, e.end) for e in edges if e.applied), names)
    layout = place_services(names, edges)
    view.show_scene(make_scene(ServiceMap(graph, edges, (), states or {}, folded or {}), layout))


def press(view, *keys):
    for key in keys:
        QTest.keyClick(view, key)
    return view.current


def depends_on(desk):
    rows = tomllib.loads(desk.folder.services_file.read_text())["service"]
    return {row["name"]: row.get("depends_on", []) for row in rows}


def test_arrow_keys_follow_the_lines(view):
    show(view)
    view.select_node("nextcloud")
    assert press(view, Qt.Key.Key_Down) == "postgres"
    assert press(view, Qt.Key.Key_Down) == "disk"
    assert press(view, Qt.Key.Key_Down) == "ups"  # no line leads on: the nearest below
    assert press(view, Qt.Key.Key_Home) in ("jellyfin", "nextcloud")
    assert press(view, Qt.Key.Key_End) == "ups"
    view.select_node("postgres")
    assert press(view, Qt.Key.Key_Up) in ("jellyfin", "nextcloud")
    across = {press(view, Qt.Key.Key_Left), press(view, Qt.Key.Key_Right)}
    assert across == {"jellyfin", "nextcloud"}


def test_return_and_double_click_open_a_service(qtbot, view):
    show(view)
    view.select_node("caddy")
    with qtbot.waitSignal(view.node_opened) as opened:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert opened.args == ["caddy"]
    with qtbot.waitSignal(view.node_opened) as opened:
        at = view.box_in_view("disk").center().toPoint()
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert opened.args == ["disk"]


def test_a_click_chooses_and_the_choice_is_said(view):
    show(view, states={"postgres": "down"}, folded={"jellyfin": "postgres"})
    at = view.box_in_view("jellyfin").center().toPoint()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert view.current == "jellyfin"
    said = view.accessibleDescription()
    assert said == "jellyfin: not known, explained by postgres; depends on caddy and postgres"
    view.select_node("postgres")
    assert view.accessibleDescription() == (
        "postgres: down, explains 1 more; needed by jellyfin and nextcloud; proposed: depends on disk"
    )


def test_it_begins_where_something_is_wrong_and_not_at_what_is_folded(view):
    states = {"jellyfin": "down", "postgres": "down", "caddy": "healthy"}
    show(view, states=states, folded={"jellyfin": "postgres"})
    assert view.current == "postgres"


def test_the_scale_changes_by_keys_and_fits_again(view):
    names = [f"service-{number:03}" for number in range(200)]
    show(view, names)
    assert view.scale >= 0.65
    before = view.scale
    press(view, Qt.Key.Key_Plus)
    assert view.scale > before
    press(view, Qt.Key.Key_Minus, Qt.Key.Key_0)
    layout = view.scene
    assert layout.width * view.scale <= view.viewport().width() + 1
    assert layout.height * view.scale <= view.viewport().height() + 1


def test_what_is_walked_to_comes_into_view(view):
    names = [f"service-{number:03}" for number in range(200)]
    show(view, names)
    press(view, Qt.Key.Key_End)
    assert view.viewport().rect().contains(view.box_in_view(view.current).toRect())


def test_the_place_under_the_mouse_stays_where_it_is(view):
    show(view, [f"service-{number:03}" for number in range(200)])
    at = QPointF(300, 200)
    held = view.scene_point(at)
    view.set_scale(1.5, at)
    assert (view.scene_point(at) - held).manhattanLength() < 3


def test_the_page_shows_edges_states_and_causes(open_map, services, write):
    def fail():
        incidents = services.book.incidents
        made = [
            incidents.open(
                service=s, source="check", started_at=utc_now(), worst="down", cause="refused", now=utc_now()
            )
            for s in ("postgres", "jellyfin")
        ]
        incidents.fold(made[1].id, made[0].id, utc_now())

    write(fail)
    _, tab = open_map()
    assert state_text(tab.source.rows["jellyfin"]) == "down, explained by postgres"
    assert tab.fact_line([]) == "Cause: postgres, which explains jellyfin"
    assert set(tab.view.scene.boxes) == {"jellyfin", "nextcloud", "postgres", "ups"}
    assert not tab.proposal_bar.isVisible()


def test_the_table_says_the_same_as_the_map(open_map, qtbot):
    page, tab = open_map()
    QAbstractItemModelTester(tab.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    tab.shown_as.setFocus()
    QTest.keyClick(tab.shown_as, Qt.Key.Key_Down)
    assert tab.table.isVisible()
    assert not tab.view.isVisible()
    rows = [[tab.model.index(row, column).data() for column in (0, 2, 3)] for row in range(tab.model.rowCount())]
    assert ["jellyfin", "postgres", ""] in rows
    assert ["postgres", "", "jellyfin"] in rows
    tab.table.select_key("postgres")
    tab.table.setFocus()
    with qtbot.waitSignal(page.navigation_requested) as went:
        QTest.keyClick(tab.table, Qt.Key.Key_Return)
    assert went.args == [PageLocation("services", filters={"service": "postgres"})]


@pytest.mark.slow
def test_a_proposal_is_confirmed_into_the_file_and_taken_back(open_map, services, propose, qtbot):
    propose("nextcloud", "postgres")
    _, tab = open_map()
    qtbot.waitUntil(tab.proposal_bar.isVisible)
    assert "nextcloud depends on postgres. Memory 7" in tab.proposed.text()
    assert tab.action_set.buttons["confirm"].accessibleName() == "Confirm: nextcloud depends on postgres"
    QTest.mouseClick(tab.action_set.buttons["confirm"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: depends_on(services)["nextcloud"] == ["postgres"])
    qtbot.waitUntil(lambda: ("nextcloud", "postgres", "confirmed") in [edge[:3] for edge in tab.source.shown.edges])
    qtbot.waitUntil(lambda: not services.undo.busy and bool(services.undo.undo_text))
    qtbot.waitUntil(lambda: bool(services.undo.undo_text) and not services.undo.busy)
    services.undo.undo()
    qtbot.waitUntil(lambda: depends_on(services)["nextcloud"] == [])
    qtbot.waitUntil(lambda: tab.proposal is not None and tab.proposal.start == "nextcloud")


def test_a_dismissed_proposal_is_gone_and_the_next_is_shown(open_map, services, propose, qtbot):
    propose("nextcloud", "postgres")
    propose("ups", "postgres")
    _, tab = open_map()
    qtbot.waitUntil(lambda: len(tab.source.proposals) == 2)
    QTest.mouseClick(tab.action_set.buttons["next"], Qt.MouseButton.LeftButton)
    assert tab.proposal.start == "ups"
    assert tab.view.current == "ups"
    QTest.mouseClick(tab.action_set.buttons["dismiss"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [edge.start for edge in tab.source.proposals] == ["nextcloud"])
    edge = services.book.store.read(lambda: services.book.service_edges.find("ups", "postgres")).result()
    assert edge.state == EdgeState.DISMISSED
    assert depends_on(services)["ups"] == []


def test_a_circle_is_named_above_the_map(open_map, services):
    services.folder.services_file.write_text(toml("a", "b") + toml("b", "a"))
    _, tab = open_map()
    assert "a → b → a" in tab.warning.text()
    assert tab.warning.isVisible()


def test_without_dependencies_it_says_how_to_declare_one(open_map, services):
    services.folder.services_file.write_text(toml("a") + toml("b"))
    _, tab = open_map()
    assert tab.intro.isVisible()
    assert "claudeops services depend NAME --on OTHER" in tab.intro.text()


def test_a_change_of_the_file_moves_the_map(open_map, services, qtbot):
    _, tab = open_map()
    services.folder.services_file.write_text(
        toml("jellyfin", "postgres", "new-one") + toml("postgres") + toml("new-one")
    )
    tab.refresh()
    qtbot.waitUntil(lambda: "new-one" in tab.view.scene.boxes)


def test_a_straight_line_is_painted(view, monkeypatch):
    painted = []
    monkeypatch.setattr(view, "_paint_line", lambda _painter, line, _path: painted.append(line.links[0]))
    edge = MapEdge("jellyfin", "postgres", "declared", True)
    show(view, names=("jellyfin", "postgres"), edges=(edge,))
    (line,) = view.scene.lines
    assert len({point.x for point in line.points}) == 1  # it goes straight down
    view.grab()
    assert painted and set(painted) == {("jellyfin", "postgres")}
