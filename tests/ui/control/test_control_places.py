"""Every line of the overview leads somewhere that knows what it is asked to show."""

from __future__ import annotations

import pytest
from support.control import fill_control

from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.fixture
def window(filled_desk, qtbot):
    fill_control(filled_desk)
    made = MainWindow(filled_desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.resize(1280, 800)
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    qtbot.waitUntil(lambda: made.stack.page.facts.has_data)
    return made


def lines(page):
    return [
        (card, at)
        for card in page.cards
        for at, row in enumerate(card.rows)
        if row.isVisibleTo(card) and card._places[at] is not None
    ]


@pytest.mark.slow
def test_each_line_leads_to_a_page_that_opens(window, qtbot, caplog):
    page = window.stack.page
    qtbot.waitUntil(lambda: len(lines(page)) >= 6)
    for card, at in lines(page):
        place = card._places[at]
        card.rows[at].click()
        assert window.stack.name == place.page
        assert type(window.stack.page).__name__ != "BrokenPage"
        window.show_page("overview")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.slow
def test_a_critical_event_leads_to_itself_among_those_not_acknowledged(window, filled_desk, qtbot):
    store = filled_desk.book.store
    (event,) = store.read(lambda: filled_desk.book.events.list(level="critical", limit=1)).result()
    window.show_place(PageLocation("events", id=event.id, filters={"level": "critical", "state": "waiting"}))
    page = window.stack.page
    qtbot.waitUntil(lambda: page.table.current is not None)
    assert page.boxes["level"].value == "critical"


@pytest.mark.slow
def test_runs_that_failed_lead_to_those_that_failed(window, qtbot):
    window.show_place(PageLocation("sessions", filters={"status": "failed"}))
    page = window.stack.page
    qtbot.waitUntil(lambda: 0 < page.model.rowCount() < 10)


@pytest.mark.slow
def test_what_was_done_leads_to_the_time_line_of_that_service(window, qtbot):
    window.show_place(PageLocation("cooldowns", filters={"service": "caddy"}))
    page = window.stack.page
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "caddy")
    counts = page.detail.section("time_line").kinds
    qtbot.waitUntil(lambda: "Restarts and redeployments  1" in [counts.itemText(n) for n in range(counts.count())])
