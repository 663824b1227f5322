"""What other programs send, and which services it names."""

from __future__ import annotations

import json
import tomllib

import pytest
from payloads import ALERTMANAGER, GRAFANA, GRAFANA_TEST, KUMA_DOWN, KUMA_TEST, KUMA_UP, SERVICES

from claudeops_desktop.agents.watch.services import read_services
from claudeops_desktop.server.alert_payloads import PayloadError, parse_payload
from claudeops_desktop.server.alert_services import named_services, service_aliases

KNOWN = service_aliases(read_services(tomllib.loads(SERVICES)).checks, ["pihole"])


def take(table, kind="application/json"):
    return parse_payload(json.dumps(table).encode(), kind)


def about(*found):
    return [named_services(alert, KNOWN) for alert in found]


def test_a_group_of_alertmanager_is_several_alerts():
    found = take(ALERTMANAGER)
    assert [(alert.source, alert.level, alert.resolved) for alert in found] == [
        ("alertmanager", "critical", False),
        ("alertmanager", "critical", False),
        ("alertmanager", "critical", True),
    ]
    assert found[0].title == "InstanceDown: Instance 192.168.1.20:8096 down"
    assert "description: Down for more than 1 minute." in found[0].text
    assert len({alert.key for alert in found}) == 3
    assert about(*found) == [("jellyfin",), ("caddy",), ()]


def test_the_same_alert_has_the_same_key_whenever_it_is_told():
    again = json.loads(json.dumps(ALERTMANAGER))
    again["alerts"][0]["startsAt"] = "2027-01-01T00:00:00Z"
    again["alerts"][0]["status"] = "resolved"
    assert take(again)[0].key == take(ALERTMANAGER)[0].key


def test_grafana_is_told_from_alertmanager():
    (found,) = take(GRAFANA)
    assert (found.source, found.title) == ("grafana", "High latency: p95 is over 2 s")
    assert "value=2.41" in found.text
    assert about(found) == [("nextcloud",)]


def test_uptime_kuma_down_and_up():
    down, up = take(KUMA_DOWN) + take(KUMA_UP)
    assert (down.title, down.level, down.resolved) == ("Media server is down", "critical", False)
    assert (up.title, up.resolved) == ("Media server is up", True)
    assert down.key == up.key
    assert about(down) == [("jellyfin",)]  # by the address that is checked


@pytest.mark.parametrize(
    ("payload", "title", "test"),
    [
        (KUMA_TEST, "Claude Ops Testing", True),
        (KUMA_TEST | {"msg": "[Media][https://x] server certificate x will expire in 7 days"}, None, False),
        (GRAFANA_TEST, "TestAlert: Notification test", True),
        (GRAFANA, "High latency: p95 is over 2 s", False),
        (ALERTMANAGER | {"alerts": GRAFANA_TEST["alerts"]}, "TestAlert: Notification test", False),
    ],
)
def test_a_test_of_the_sender_is_told_from_an_alert(payload, title, test):
    (found,) = take(payload)
    assert (found.title if title else None, found.test, found.resolved) == (title, test, False)


def test_of_too_many_alerts_those_that_stand_are_taken_first():
    over = [{"status": "resolved", "labels": {"alertname": f"over {n}"}} for n in range(90)]
    on = [{"status": "firing", "labels": {"alertname": f"on {n}"}} for n in range(60)]
    found = take({"alerts": over + on})
    assert [alert.resolved for alert in found] == [False] * 60 + [True] * 40


def test_plain_json_names_services_outright():
    (found,) = take(
        {"title": "Backup failed", "text": "rsync: 23", "services": ["Postgres", "caddy"], "level": "error"}
    )
    assert (found.title, found.text, found.level) == ("Backup failed", "rsync: 23", "critical")
    assert about(found) == [("postgres", "caddy")]
    assert about(*take({"message": "x", "service": "nobody-knows"})) == [()]


def test_plain_text_is_a_title_and_what_follows_it():
    (found,) = parse_payload(b"pihole does not answer\nsince 12:00 \x1b[31m", "text/plain")
    assert (found.source, found.title) == ("text", "pihole does not answer")
    assert "\x1b" not in found.text
    assert about(found) == [("pihole",)]


def test_what_curl_sends_without_a_content_type_is_read_as_what_it_is():
    (found,) = take({"title": "Hello"}, "application/x-www-form-urlencoded")
    assert (found.source, found.title) == ("json", "Hello")


@pytest.mark.parametrize(
    ("hint", "service"),
    [
        ("nextcloud-app", "nextcloud"),
        ("nextcloud-app-1", "nextcloud"),
        ("postgresql.service", "postgres"),
        ("postgresql", "postgres"),
        ("https://caddy.lan/", "caddy"),
        ("caddy.lan:443", "caddy"),
        ("JELLYFIN", "jellyfin"),
        ("jellyfin.example.org:9100", "jellyfin"),
        ("jellyfin-7d9c6b5f48-x2x9p", "jellyfin"),
        ("localhost:9100", None),
        ("[::1:bad", None),
        ("", None),
    ],
)
def test_labels_name_services_as_other_programs_write_them(hint, service):
    (found,) = take({"alerts": [{"status": "firing", "labels": {"service": hint, "severity": "page"}}]})
    assert about(found) == [(service,) if service else ()]


def test_what_would_name_two_services_names_neither():
    both = tomllib.loads(
        '[[service]]\nname = "a"\ncheck = "http"\nurl = "http://host.lan:1/"\n'
        '[[service]]\nname = "b"\ncheck = "http"\nurl = "http://host.lan:2/"\n'
    )
    known = service_aliases(read_services(both).checks)
    assert "host.lan" not in known
    assert known["host.lan:2"] == "b"


@pytest.mark.parametrize(
    ("body", "kind", "why"),
    [
        (b"", "", "empty"),
        (b"\xff\xfe", "text/plain", "not UTF-8"),
        (b"{", "application/json", "not JSON"),
        (b"[" * 100_000, "application/json", "not JSON"),
        (b"[1]", "application/json", "must be an object"),
        (b"{}", "application/json", "title is missing"),
        (b'{"title": 7}', "", "title must be a text"),
        (b'{"title": "x", "services": "a", "resolved": "yes"}', "", "resolved must be true or false"),
        (b'{"title": "x", "services": [1]}', "", "services must be"),
        (b'{"alerts": {}}', "", "alerts must be a list"),
        (b'{"alerts": []}', "", "empty list"),
        (b'{"alerts": [{}]}', "", 'entry 1: status must be "firing"'),
        (b'{"alerts": [{"status": "firing", "labels": []}]}', "", "labels: must be an object"),
        (b'{"alerts": [{"status": "firing"}]}', "", "neither labels nor annotations"),
        (b'{"heartbeat": {}, "monitor": {}}', "", "monitor.name"),
        (b'{"heartbeat": {}, "monitor": {"name": "x"}}', "", "heartbeat.status"),
        (b'{"heartbeat": null}', "", "all missing"),
        (b"--x", "multipart/form-data; boundary=x", "application/json"),
    ],
)
def test_what_is_no_alert_is_refused_with_what_is_wrong(body, kind, why):
    with pytest.raises(PayloadError, match=why):
        parse_payload(body, kind)


def test_what_is_too_long_is_cut():
    (found,) = take({"title": "x" * 5000, "text": "y" * 50_000})
    assert len(found.title) == 300
    assert len(found.text) == 4000


def test_a_name_that_all_alerts_share_may_stand_beside_them_alone():
    alert = {"status": "firing", "labels": {"instance": "nas01"}, "annotations": {}}
    shared = {"commonLabels": {"alertname": "DiskFull", "severity": "critical"}}
    [found] = parse_payload(json.dumps({"alerts": [alert], **shared}).encode())
    assert (found.title, found.level) == ("DiskFull on nas01", "critical")


@pytest.mark.parametrize("shared", [None, "x", [1], {"alertname": {"deep": 1}}])
def test_shared_labels_that_cannot_be_read_lose_no_alert(shared: object):
    alert = {"status": "firing", "labels": {"alertname": "DiskFull"}}
    [found] = parse_payload(json.dumps({"alerts": [alert], "commonLabels": shared}).encode())
    assert found.title == "DiskFull"
