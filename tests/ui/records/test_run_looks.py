"""A run that completed and left a service down: every list of runs shows it alike, and not with a tick."""

from PySide6.QtWidgets import QWidget

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.monitoring.incident_details import IncidentDetails
from claudeops_desktop.records.incident_types import Incident
from claudeops_desktop.records.run_list import ChainLink, RunLine
from claudeops_desktop.ui.pages.incidents.timeline import timeline_rows
from claudeops_desktop.ui.pages.overview.live_panel import LivePanel
from claudeops_desktop.ui.pages.services.timeline_rows import run_row
from claudeops_desktop.ui.pages.sessions.page import COLUMNS
from claudeops_desktop.ui.pages.sessions.run_pane import RunDetail
from claudeops_desktop.ui.widgets.state_dot import state_look

from .logs import Talker


def test_a_session_that_left_a_service_down_has_no_tick_in_its_header(desk, qtbot):
    talker = Talker(desk, status="completed")
    kept = {"service": "web", "check_type": "http", "session_id": talker.session_id}
    desk.book.store.write(lambda: desk.book.health.add(status="down", now=utc_now(), **kept)).result()
    window = QWidget()
    qtbot.addWidget(window)
    pane = RunDetail(desk, window)
    pane.show_run(desk.book.store.read(lambda: desk.book.sessions.get(talker.session_id)).result().run_id)
    qtbot.waitUntil(lambda: pane.state.state == "found_down")


def test_a_run_that_left_a_service_down_has_no_tick_anywhere(desk, qtbot):
    now = utc_now()
    at = to_text(now)
    chain = (ChainLink(1, 1, "completed"),)
    run = RunLine(1, "manual", "watch", "completed", "", at, at, 5, None, False, "1 down", 0, 0, chain, "down")
    details = IncidentDetails(Incident(1, "web", "open", "check", at, at), runs=(run,))
    panel = LivePanel(desk)
    qtbot.addWidget(panel)
    panel.show_run(None, run)
    looks = {
        run_row(run).look,
        timeline_rows(details, now)[0].look,
        COLUMNS[0].state(run),
        panel._dot.state,
    }
    assert looks == {"found_down"}
    assert state_look("found_down")[0] != state_look("completed")[0]
    assert run_row(run).state == COLUMNS[0].text(run) == "service down"
