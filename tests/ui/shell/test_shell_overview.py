"""Overview: how all services stand, what is wrong, what waits for the operator, the current run and what comes next."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from support.desks import _live_run, watch

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.records.service_rules import ServiceRule
from claudeops_desktop.runs.request import QueuedRun, QueueState, RunRequest
from claudeops_desktop.ui.pages.overview.page import OverviewPage
from claudeops_desktop.ui.pages.overview.queries import OverviewData
from claudeops_desktop.ui.pages.overview.standing_label import describe_standing
from claudeops_desktop.ui.pages.overview.text import waiting_items


@pytest.fixture
def page(desk, qtbot):
    made = OverviewPage(desk)
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    made.activate()
    yield made
    made.deactivate()


@pytest.fixture
def full(filled_desk, page, qtbot):
    page.refresh()
    qtbot.waitUntil(lambda: page.facts.has_data and page._asked is None)  # it asks once more after its first answer
    return page


@pytest.mark.slow
def test_without_services_it_says_what_to_do(page, desk, qtbot):
    watch(desk)  # no file at all stands for those of this machine
    page.refresh()
    qtbot.waitUntil(lambda: page._asked is None and page.empty.isVisible())
    with qtbot.waitSignal(page.navigation_requested) as told:
        page.empty.action_triggered.emit()
    assert told.args[0].page == "services"
    page.empty.other_button.click()
    assert desk.runs.asked[0][0] == "enqueue"


@pytest.mark.slow
def test_the_headline_counts_what_is_down_first(full):
    assert full.standing.headline.text() == "1 service down, 1 degraded, 1 unknown, 5 in order"
    assert full.standing.accessibleName().startswith("1 service down, 1 degraded, 1 unknown, 5 in order. Last checked ")


@pytest.mark.slow
def test_a_service_that_is_down_leads_to_its_page(full, qtbot):
    assert full.problems.texts[:2] == ["jellyfin is down", "grafana is degraded"]
    with qtbot.waitSignal(full.navigation_requested) as told:
        full.problems.rows[0].link.click()
    assert told.args[0].page == "services"
    assert told.args[0].filters == {"service": "jellyfin"}


@pytest.mark.slow
def test_a_change_repaints_once_for_a_burst(full, desk, qtbot):
    asked = []
    full.desk.bridge.ask, real = lambda *a, **k: asked.append(a) or real(*a, **k), full.desk.bridge.ask

    def burst():
        for number in range(20):
            desk.book.events.add(level="critical", message="x" * number, service=None, session_id=None, now=utc_now())

    before = full.facts.digest.levels.get("critical", 0)
    desk.book.store.write(burst)
    qtbot.waitUntil(lambda: full.facts.digest.levels.get("critical", 0) == before + 20)
    assert len(asked) <= 2


@pytest.mark.slow
def test_out_of_view_nothing_is_asked(full, desk, qtbot):
    full.deactivate()
    qtbot.waitUntil(lambda: full._asked is None)  # what was asked before may still be on its way
    before = full.facts
    desk.book.store.write(
        lambda: desk.book.events.add(level="info", message="x", service=None, session_id=None, now=utc_now())
    ).result()
    with qtbot.waitSignal(desk.bridge.changed):
        pass
    assert full.facts is before
    assert not full._burst.isActive()


@pytest.mark.slow
def test_the_live_run_shows_its_lines_and_they_can_be_searched(full, desk, qtbot):
    _live_run(desk, utc_now())
    qtbot.waitUntil(lambda: full.live._title.text() == "Running observe with claude")
    qtbot.waitUntil(lambda: full.live.log.model.rowCount() > 5)
    full.focus_search()
    qtbot.keyClicks(full.live.log._find.field, "pihole")
    qtbot.waitUntil(lambda: full.live.log._find.status_label.text() == "Line 12")


@pytest.mark.slow
def test_waiting_runs_are_listed_and_can_be_cancelled(full, desk, qtbot):
    desk.runs.show(QueueState(None, (QueuedRun(3, RunRequest(services=("caddy",)), to_text(utc_now())),)))
    row = full.upcoming.held.rows[0]
    qtbot.waitUntil(row.isVisible)
    row.cancel.click()
    assert desk.runs.asked == [("cancel", 3)]


@pytest.mark.slow
def test_the_last_runs_lead_to_their_sessions(full, qtbot):
    with qtbot.waitSignal(full.navigation_requested) as told:
        full.upcoming.recent[0].click()
    assert told.args[0].page == "sessions"
    assert told.args[0].id is not None


@pytest.mark.slow
def test_what_was_learned_leads_to_the_memory(full, qtbot):
    with qtbot.waitSignal(full.navigation_requested) as told:
        full.learned.rows[0].click()
    assert told.args[0].page == "memories"


def test_nothing_known_needs_nothing(desk):
    assert waiting_items(desk.waiting.current, (), utc_now()) == []
    assert describe_standing(OverviewData(), utc_now()).text == "No services yet"


@pytest.mark.slow
def test_agent_text_never_becomes_markup(full, desk, qtbot):
    def write():
        desk.book.rules.put(ServiceRule(service="<b>x</b>", restarts=1), utc_now())
        desk.book.health.add(service="<b>x</b>", status="down", detail="<img src=x>", session_id=None, now=utc_now())

    desk.book.store.write(write)
    qtbot.waitUntil(lambda: "<b>x</b> is down" in full.problems.texts)
    row = next(row for row in full.problems.rows if row.link.text().startswith("<b>x</b>"))
    assert "<b>" not in row.link.toolTip()
    assert row.detail.textFormat() == Qt.TextFormat.PlainText


def test_the_first_key_reaches_what_is_wrong(full):
    assert full.focus_parts()[0] is full.problems
