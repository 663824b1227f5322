"""Overview: is all well, what needs me, what happened, what did it learn; the run that is on, and what comes next."""

from __future__ import annotations

import pytest
from support.desks import _live_run

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.records.service_rules import ServiceRule
from claudeops_desktop.runs.request import QueuedRun, QueueState, RunRequest
from claudeops_desktop.ui.pages.overview.page import OverviewPage
from claudeops_desktop.ui.pages.overview.queries import OverviewData
from claudeops_desktop.ui.pages.overview.text import attention_items, services_summary


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


def test_empty_it_says_what_to_do(page, desk, qtbot):
    assert page.empty.isVisible()
    page.empty.action_triggered.emit()
    assert desk.runs.asked[0][0] == "enqueue"


def test_it_says_how_many_services_are_not_well(full):
    assert full.health.answer == "1 of 8 is down"


def test_what_needs_the_operator_leads_there(full, qtbot):
    assert full.attention.rows[0].text() == "jellyfin is down"
    with qtbot.waitSignal(full.navigation_requested) as told:
        full.attention.rows[0].click()
    assert told.args[0].page == "services"
    assert told.args[0].filters == {"service": "jellyfin"}


def test_services_stand_in_a_strip_the_worst_first_and_say_since_when(full):
    chips = full.strip.chips
    assert [chip.text() for chip in chips[:2]] == ["jellyfin", "grafana"]
    assert "since" in chips[0].toolTip()
    assert chips[0].accessibleName() == "jellyfin, down"


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


def test_the_live_run_shows_its_lines_and_they_can_be_searched(full, desk, qtbot):
    _live_run(desk, utc_now())
    qtbot.waitUntil(lambda: full.live._title.text() == "Running observe with claude")
    qtbot.waitUntil(lambda: full.live.log.model.rowCount() > 5)
    full.focus_search()
    qtbot.keyClicks(full.live.log._find.field, "pihole")
    qtbot.waitUntil(lambda: full.live.log._find.status_label.text() == "Line 12")


def test_waiting_runs_are_listed_and_can_be_cancelled(full, desk, qtbot):
    desk.runs.show(QueueState(None, (QueuedRun(3, RunRequest(services=("caddy",)), to_text(utc_now())),)))
    row = full.upcoming.held.rows[0]
    qtbot.waitUntil(row.isVisible)
    row.cancel.click()
    assert desk.runs.asked == [("cancel", 3)]


def test_the_last_runs_lead_to_their_sessions(full, qtbot):
    with qtbot.waitSignal(full.navigation_requested) as told:
        full.upcoming.recent[0].click()
    assert told.args[0].page == "sessions"
    assert told.args[0].id is not None


def test_what_was_learned_leads_to_the_memory(full, qtbot):
    with qtbot.waitSignal(full.navigation_requested) as told:
        full.learned.rows[0].click()
    assert told.args[0].page == "memories"


def test_nothing_known_needs_nothing(desk):
    assert attention_items(OverviewData(), desk.settings.current, paused=False, now=utc_now()) == ()
    assert services_summary(()) == ("unknown", "Not checked yet")


def test_agent_text_never_becomes_markup(full, desk, qtbot):
    def write():
        desk.book.rules.put(ServiceRule(service="<b>x</b>"), utc_now())
        desk.book.health.add(service="<b>x</b>", status="down", detail="<img src=x>", session_id=None, now=utc_now())

    desk.book.store.write(write)
    qtbot.waitUntil(lambda: any(chip.text() == "<b>x</b>" for chip in full.strip.chips))
    chip = next(chip for chip in full.strip.chips if chip.text() == "<b>x</b>")
    assert "<img" not in chip.toolTip()
    assert "&lt;img" in chip.toolTip()
