"""D11: an alert of another program opens an incident, and the sender's word or our own checks resolve it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from payloads import ALERTMANAGER, SERVICES

from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.monitoring.alert_incidents import (
    ALERT_RUN,
    AlertIncidentStep,
    AlertNews,
    ServiceSituation,
    decide_alert_incident,
)
from claudeops_desktop.monitoring.incident_service import IncidentService
from claudeops_desktop.records.health import MeasuredStatus
from claudeops_desktop.records.incidents import BY_OPERATOR, Incident
from claudeops_desktop.runs.request import RunEnded
from claudeops_desktop.server.alert_payloads import parse_payload
from claudeops_desktop.server.alert_runs import AlertRunStarter
from claudeops_desktop.server.alert_types import Alert
from claudeops_desktop.server.run_for_alert import AlertIntake
from claudeops_desktop.topology.graph import ServiceGraph

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


class Intake:
    """Alerts that come in by an intake on a real store, and the runs that are asked for."""

    def __init__(self, book, folder):
        self.book = book
        self.now = NOW
        self.asked = []
        self.settings = SettingsService(folder.settings_file)
        self._intake = AlertIntake(
            book, folder.services_file, lambda: self.settings.current, self.asked.append, lambda: self.now
        )

    def send(self, *alerts, later=60):
        self.now += timedelta(seconds=later)
        return self._intake.record_alerts(alerts).taken

    def measure(self, service, status, later=30):
        self.now += timedelta(seconds=later)
        measured = MeasuredStatus(service, f"{service}:http", "http", status, "HTTP 503.", self.now)
        graph = ServiceGraph.from_edges([])
        self.write(lambda: IncidentService(self.book, lambda: graph).take_measurements([measured], self.now))

    def write(self, work):
        return self.book.store.write(work).result()

    def live(self, service="caddy"):
        return self.book.store.read(lambda: self.book.incidents.open_for(service)).result()

    def all(self):
        return self.book.store.read(self.book.incidents.list).result()

    def lines(self, incident, kind):
        entries = self.book.store.read(lambda: self.book.incidents.entries(incident.id)).result()
        return [entry.text for entry in entries if entry.kind == kind]


@pytest.fixture
def intake(book, folder):
    return Intake(book, folder)


def fires(title="Down", *services, key="", level="critical", **fields):
    return Alert("alertmanager", key or title, title, level=level, services=services or ("caddy",), **fields)


def over(title="Down", *services, key=""):
    return fires(title, *services, key=key, resolved=True)


def test_an_alert_opens_an_incident_that_began_when_it_says(intake):
    intake.send(fires(started_at=NOW - timedelta(minutes=7)))
    one = intake.live()
    assert (one.source, one.worst, one.cause) == ("alert", "down", "Alertmanager: Down")
    assert one.started_at == "2026-03-04T11:53:00.000Z"
    assert one.opened_at == "2026-03-04T12:01:00.000Z"


def test_a_second_alert_is_a_line_of_the_open_incident(intake):
    intake.send(fires())
    intake.send(fires("Slow", level="warning"))
    assert len(intake.all()) == 1
    assert intake.lines(intake.live(), "alert") == ["Alertmanager: Down", "Alertmanager: Slow"]


def test_its_end_resolves_an_incident_of_alerts_alone(intake):
    intake.send(fires())
    intake.send(over())
    [one] = intake.all()
    assert (one.state, one.resolved_by) == ("resolved", "alert")
    assert intake.lines(one, "resolved") == ["Alertmanager says it is over: Down"]


def test_it_stays_open_while_another_alert_fires(intake):
    intake.send(fires("Down"), fires("Slow"))
    intake.send(over("Slow"))
    assert intake.live() is not None
    intake.send(over("Down"))
    assert intake.live() is None


def test_one_request_that_says_both_leaves_it_open(intake):
    intake.send(over("Slow"), fires("Down"))
    assert intake.live() is not None
    intake.send(over("Slow"), fires("Down"))
    assert intake.live() is not None


def test_what_our_own_checks_found_bad_is_resolved_by_two_good_checks(intake):
    intake.send(fires())
    intake.measure("caddy", "down")
    intake.measure("caddy", "down")
    intake.send(over())
    assert intake.live() is not None
    assert intake.lines(intake.live(), "alert")[-1] == "Alertmanager says it is over: Down"
    intake.measure("caddy", "healthy")
    intake.measure("caddy", "healthy")
    assert [one.resolved_by for one in intake.all()] == ["measurement"]


def test_an_incident_of_our_checks_is_not_resolved_by_a_sender(intake):
    intake.measure("caddy", "down")
    intake.measure("caddy", "down")
    intake.send(fires())
    intake.send(over())
    assert intake.live().source == "check"


def test_a_service_in_maintenance_has_no_incident_and_no_run(intake):
    intake.write(lambda: intake.book.rules.maintain("caddy", NOW, None, "", NOW))
    [taken] = intake.send(fires())
    assert (taken.state, intake.live(), intake.asked) == ("refused", None, [])


def test_a_paused_application_still_opens_the_incident(intake):
    intake.settings.change("run.paused", True)
    intake.send(fires())
    assert intake.live() is not None
    assert intake.asked == []


def test_what_no_service_is_named_by_opens_nothing(intake):
    intake.send(fires("Backup failed", "who-knows"))
    assert intake.all() == []
    assert len(intake.asked) == 1


@pytest.mark.parametrize("alert", [fires(level="info"), fires(test=True), over()])
def test_what_reports_no_outage_opens_nothing(intake, alert):
    intake.send(alert)
    assert intake.all() == []


def test_an_alert_that_comes_again_opens_no_second_incident_after_you_closed_it(intake):
    intake.send(fires())
    intake.write(lambda: intake.book.incidents.resolve(intake.live().id, BY_OPERATOR, intake.now))
    intake.send(fires())
    assert intake.live() is None
    intake.send(fires(), later=3600)
    assert intake.live() is not None


def test_an_alert_that_comes_again_after_its_end_opens_another(intake):
    intake.send(fires())
    intake.send(over())
    intake.send(fires())
    assert [one.state for one in intake.all()] == ["open", "resolved"]


def test_alerts_about_a_parent_and_its_children_are_folded_and_give_one_run(intake, folder):
    folder.services_file.write_text(SERVICES.replace('name = "caddy"', 'name = "caddy"\ndepends_on = ["jellyfin"]', 1))
    intake.send(fires("Child", "caddy"), fires("Root", "jellyfin"))
    assert intake.live("caddy").folded_into == intake.live("jellyfin").id
    assert len(intake.asked) == 1
    assert intake.asked[0].services == ("caddy", "jellyfin")


def test_the_run_of_an_alert_is_the_investigation_of_its_incident(intake):
    intake.send(fires())
    assert intake.live().investigation == "started"
    assert intake.lines(intake.live(), "investigation") == [ALERT_RUN]


def test_no_second_run_while_the_incident_is_investigated(intake):
    intake.measure("caddy", "down")
    intake.measure("caddy", "down")
    one = intake.live()
    intake.write(
        lambda: intake.book.incidents.set_investigation(one.id, "started", "An investigation was started.", intake.now)
    )
    [taken] = intake.send(fires())
    assert (taken.state, taken.why) == ("refused", f"Incident {one.id} of caddy is being investigated already.")
    [again] = intake.send(fires("Still down"), later=3700)
    assert again.state == "received"


class OneRun:
    """A run queue in which the first run that is asked for ends at once."""

    def __init__(self, run_id):
        self._run_id = run_id

    class state:  # noqa: N801
        waiting = ()
        live = None

    def on_ended(self, listener):
        self._ended = listener

    def enqueue(self, request):
        self._ended(RunEnded(request, self._run_id, "completed" if self._run_id else "failed", "No agent."))


@pytest.mark.parametrize("begins", [True, False])
def test_the_run_is_linked_to_the_incident_or_its_refusal_is(intake, book, begins):
    def begin():
        return book.sessions.begin_run(
            trigger="alert", agent="watch", max_tier=1, dry_run=False, services=("caddy",), now=NOW
        )

    run_id = intake.write(begin) if begins else None
    runs = OneRun(run_id)
    server = AlertRunStarter(book, runs, None, lambda: intake.now)
    runs.on_ended(server._ended)
    intake.send(fires())
    server._enqueue(intake.asked[0])
    book.store.drain()
    one = intake.live()
    assert book.store.read(lambda: book.incidents.run_ids(one.id)).result() == ([run_id] if begins else [])
    assert one.investigation == ("started" if begins else "refused")
    if not begins:
        assert intake.lines(one, "investigation")[-1] == "The run that the alert asked for was not started. No agent."


def test_the_sender_says_when_it_began():
    import json

    found = parse_payload(json.dumps(ALERTMANAGER).encode(), "application/json")
    assert found[0].started_at == datetime(2026, 3, 1, 11, 58, 31, 627000, tzinfo=UTC)
    for start in ("0001-01-01T00:00:00Z", "yesterday", "2026-03-01T11:58:31", 5):
        row = {**ALERTMANAGER["alerts"][0], "startsAt": start}
        assert parse_payload(json.dumps({"alerts": [row]}).encode())[0].started_at is None


def test_the_rule_by_itself():
    news = AlertNews("k", "t", "Grafana", "critical", resolved=False)
    ended = AlertNews("k", "t", "Grafana", "critical", resolved=True)
    alert = Incident(1, "caddy", "open", "alert", "", "")
    assert decide_alert_incident(news, ServiceSituation(None)) is AlertIncidentStep.OPEN
    assert decide_alert_incident(ended, ServiceSituation(None)) is AlertIncidentStep.NOTHING
    assert decide_alert_incident(ended, ServiceSituation(alert)) is AlertIncidentStep.RESOLVE
    assert decide_alert_incident(ended, ServiceSituation(alert, measured_bad=True)) is AlertIncidentStep.NOTE
