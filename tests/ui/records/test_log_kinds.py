"""The log beyond events: alerts among them, findings as a filter, and where links to the former pages lead."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from support.cases import fill_patterns

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.learning import LearningService
from claudeops_desktop.learning.findings.records import NewSighting
from claudeops_desktop.ui.pages import resolve_location
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.events.alert_rows import alert_section
from claudeops_desktop.ui.pages.events.page import EventsPage

ALERTS, FINDINGS = (
    PageLocation("events", filters={"kind": "alert"}),
    PageLocation("events", filters={"kind": "finding"}),
)


@pytest.fixture
def open_log(qtbot, desk):
    def make(place=None):
        page = EventsPage(desk)
        qtbot.addWidget(page)
        page.went = []
        page.navigation_requested.connect(page.went.append)
        page.resize(1100, 640)
        page.show()
        qtbot.waitExposed(page)
        page.activate(place)
        return page

    return make


def add_alert(desk, minutes=1, title="Down <b>now</b>", state="refused", why="Runs are paused."):
    def add():
        return desk.book.alerts.add(
            source="grafana", key=title, title=title, services=("jellyfin",), payload="as it came", state=state,
            why=why, now=utc_now() - timedelta(minutes=minutes),
        )  # fmt: skip

    return desk.book.store.write(add).result()


def add_event(desk, minutes, message):
    def add():
        now = utc_now() - timedelta(minutes=minutes)
        return desk.book.events.add(level="warning", message=message, service="shop", session_id=None, now=now)

    return desk.book.store.write(add).result()


def column(page, at):
    return [page.model.index(row, at).data() for row in range(page.model.rowCount())]


def add_findings(desk):
    desk.book.store.write(lambda: fill_patterns(desk.book)).result()
    return desk.book.store.read(LearningService(desk.book).findings.list).result()


class TestAlerts:
    def test_they_stand_among_events_by_their_time(self, qtbot, desk, open_log):
        add_event(desk, 30, "Older")
        add_event(desk, 10, "Newer")
        add_alert(desk, 20)
        page = open_log()
        qtbot.waitUntil(lambda: column(page, 4) == ["Newer", "grafana: Down <b>now</b>", "Older"])

    def test_the_filter_leaves_alerts_with_what_became_of_them(self, qtbot, desk, open_log):
        add_event(desk, 10, "Slow")
        add_alert(desk)
        page = open_log(ALERTS)
        qtbot.waitUntil(lambda: column(page, 0) == ["refused"])
        assert column(page, 3) == ["jellyfin"]
        assert page.summary.text() == "The alert receiver is off."
        assert [label.text() for label in page.detail.paragraphs] == ["Runs are paused.", "as it came"]

    def test_what_a_sender_wrote_is_plain_text(self, qtbot, desk, open_log):
        add_alert(desk)
        page = open_log(ALERTS)
        qtbot.waitUntil(lambda: page.current is not None)
        assert "<b>" not in page.model.index(0, 4).data(Qt.ItemDataRole.ToolTipRole)

    def test_a_filter_of_events_leaves_no_alert(self, qtbot, desk, open_log):
        add_event(desk, 10, "Slow")
        add_alert(desk)
        page = open_log(PageLocation("events", filters={"level": "warning"}))
        qtbot.waitUntil(lambda: column(page, 4) == ["Slow"])

    def test_filters_that_only_events_have_are_hidden(self, qtbot, desk, open_log):
        add_alert(desk)
        page = open_log(ALERTS)
        qtbot.waitUntil(lambda: page.model.rowCount() == 1)
        assert page.boxes["level"].isHidden() and page.boxes["state"].isHidden()
        assert not page.action_set.buttons["acknowledge_all"].isVisible()

    def test_a_button_leads_to_the_settings_of_the_receiver(self, qtbot, desk, open_log):
        add_alert(desk)
        page = open_log(ALERTS)
        qtbot.waitUntil(page.action_set.buttons["settings"].isVisible)
        page.action_set.buttons["settings"].click()
        assert page.went == [PageLocation("settings", filters={"group": "alerts"})]

    def test_without_any_the_log_leads_to_the_settings_too(self, qtbot, open_log):
        page = open_log(ALERTS)
        qtbot.waitUntil(page._none.isVisible)
        page._none.action_triggered.emit()
        assert page.went == [PageLocation("settings", filters={"group": "alerts"})]

    def test_a_link_chooses_one(self, qtbot, desk, open_log):
        first = add_alert(desk, 30, "First")
        add_alert(desk, 20, "Second")
        page = open_log(resolve_location(PageLocation("alerts", id=first)))
        qtbot.waitUntil(lambda: page.current is not None and page.current.message == "grafana: First")

    def test_the_section_of_a_service_has_those_about_it(self, desk):
        add_alert(desk)
        section = alert_section(str)
        read = desk.book.store.read
        assert len(read(lambda: section.load(desk, "jellyfin")).result()) == 1
        assert read(lambda: section.load(desk, "caddy")).result() == {}


class TestFindings:
    def test_an_open_one_is_marked_as_fixed_and_undo_opens_it_again(self, qtbot, desk, open_log):
        add_findings(desk)
        page = open_log(FINDINGS)
        qtbot.waitUntil(lambda: column(page, 0) == ["open", "fixed"])
        qtbot.waitUntil(lambda: page.current is not None)
        assert column(page, 2) == ["3 ×", "2 ×"]
        page.table.setFocus()
        qtbot.keyClick(page.table, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: column(page, 0) == ["fixed", "fixed"])
        qtbot.waitUntil(lambda: bool(desk.undo.undo_text))
        desk.undo.undo()
        qtbot.waitUntil(lambda: column(page, 0) == ["open", "fixed"])

    def test_a_button_shows_the_events_of_its_service(self, qtbot, desk, open_log):
        add_event(desk, 10, "Slow")
        add_findings(desk)
        page = open_log(FINDINGS)
        qtbot.waitUntil(lambda: page.current is not None and page.action_set.buttons["service"].isVisible())
        page.action_set.buttons["service"].click()
        qtbot.waitUntil(lambda: column(page, 4) == ["Slow"])
        assert page.boxes["kind"].value is None

    def test_a_key_of_the_table_is_left_to_a_button_that_has_the_focus(self, qtbot, desk, open_log):
        add_findings(desk)
        page = open_log(FINDINGS)
        qtbot.waitUntil(lambda: page.current is not None and page.action_set.buttons["service"].isVisible())
        page.activateWindow()
        page.action_set.buttons["service"].setFocus()
        qtbot.keyClick(page.action_set.buttons["service"], Qt.Key.Key_Space)
        assert not desk.undo.busy and not desk.undo.undo_text

    def test_each_time_it_was_seen_is_listed(self, qtbot, desk, open_log):
        add_findings(desk)
        page = open_log(FINDINGS)
        qtbot.waitUntil(lambda: page.detail.single.model.rowCount() == 3)

    def test_a_link_chooses_one(self, qtbot, desk, open_log):
        found = add_findings(desk)
        page = open_log(resolve_location(PageLocation("findings", id=found[1].id)))
        qtbot.waitUntil(lambda: page.current is not None and page.current.record == found[1])

    def test_one_that_was_an_incident_is_shown_there(self, qtbot, desk, open_log):
        def note():
            findings = LearningService(desk.book).findings
            for number in (1, 2):
                at = utc_now() - timedelta(days=3 - number)
                findings.note_sighting(NewSighting(f"incident:{number}", "shop", "no answer", at, "http"))
            return findings.list()

        (found,) = desk.book.store.write(note).result()
        page = open_log(resolve_location(PageLocation("findings", id=found.id)))
        qtbot.waitUntil(lambda: page.went == [PageLocation("incidents", id=2)])
        assert column(page, 0) == []
