"""What the senders send, as recorded from them, with other names."""

from __future__ import annotations

ALERTMANAGER = {
    "version": "4",
    "groupKey": '{}/{severity="critical"}:{alertname="InstanceDown"}',
    "truncatedAlerts": 0,
    "status": "firing",
    "receiver": "claudeops",
    "groupLabels": {"alertname": "InstanceDown"},
    "commonLabels": {"alertname": "InstanceDown", "severity": "critical"},
    "commonAnnotations": {},
    "externalURL": "http://prometheus:9093",
    "alerts": [
        {
            "status": "firing",
            "labels": {
                "alertname": "InstanceDown",
                "instance": "192.168.1.20:8096",
                "job": "jellyfin",
                "severity": "critical",
            },
            "annotations": {
                "summary": "Instance 192.168.1.20:8096 down",
                "description": "Down for more than 1 minute.",
            },
            "startsAt": "2026-03-01T11:58:31.627Z",
            "endsAt": "0001-01-01T00:00:00Z",
            "generatorURL": "http://prometheus:9090/graph?g0.expr=up+%3D%3D+0",
            "fingerprint": "8a5e2a1c4a1ea7d1",
        },
        {
            "status": "firing",
            "labels": {
                "alertname": "InstanceDown",
                "instance": "caddy.lan:443",
                "job": "blackbox",
                "severity": "critical",
            },
            "annotations": {"summary": "Instance caddy.lan:443 down"},
            "startsAt": "2026-03-01T11:59:01.627Z",
            "endsAt": "0001-01-01T00:00:00Z",
            "generatorURL": "http://prometheus:9090/graph",
            "fingerprint": "11ce2a1c4a1ea7ff",
        },
        {
            "status": "resolved",
            "labels": {"alertname": "InstanceDown", "instance": "gitea.lan:3000", "job": "gitea"},
            "annotations": {"summary": "Instance gitea.lan:3000 down"},
            "startsAt": "2026-03-01T10:00:00Z",
            "endsAt": "2026-03-01T11:59:00Z",
            "generatorURL": "",
            "fingerprint": "77aa2a1c4a1ea7ff",
        },
    ],
}

GRAFANA = {
    "receiver": "claudeops",
    "status": "firing",
    "orgId": 1,
    "alerts": [
        {
            "status": "firing",
            "labels": {"alertname": "High latency", "grafana_folder": "Web", "service": "nextcloud"},
            "annotations": {"summary": "p95 is over 2 s"},
            "startsAt": "2026-03-01T12:00:00Z",
            "endsAt": "0001-01-01T00:00:00Z",
            "valueString": "[ var='A' labels={} value=2.41 ]",
            "fingerprint": "c6eadffa33fcdf37",
            "silenceURL": "http://grafana/alerting/silence/new",
            "dashboardURL": "",
            "panelURL": "",
            "values": {"A": 2.41},
        }
    ],
    "groupLabels": {},
    "commonLabels": {"alertname": "High latency"},
    "commonAnnotations": {"summary": "p95 is over 2 s"},
    "externalURL": "http://grafana/",
    "version": "1",
    "groupKey": '{}:{alertname="High latency"}',
    "truncatedAlerts": 0,
    "title": "[FIRING:1] High latency Web (nextcloud)",
    "state": "alerting",
    "message": "**Firing**\n\nValue: A=2.41",
}

GRAFANA_TEST = {
    "receiver": "test",
    "status": "firing",
    "orgId": 1,
    "alerts": [
        {
            "status": "firing",
            "labels": {"alertname": "TestAlert", "instance": "Grafana"},
            "annotations": {"summary": "Notification test"},
        }
    ],
    "version": "1",
}

KUMA_DOWN = {
    "heartbeat": {
        "monitorID": 7,
        "status": 0,
        "time": "2026-03-01 12:00:05.113",
        "msg": "connect ECONNREFUSED 192.168.1.20:8096",
        "ping": None,
        "important": True,
        "duration": 60,
        "timezone": "UTC",
        "localDateTime": "2026-03-01 12:00:05",
    },
    "monitor": {
        "id": 7,
        "name": "Media server",
        "url": "http://jellyfin.lan:8096/health",
        "hostname": None,
        "port": None,
        "type": "http",
        "interval": 60,
        "docker_container": "",
        "tags": [],
    },
    "msg": "[Media server] [🔴 Down] connect ECONNREFUSED 192.168.1.20:8096",
}

KUMA_UP = {
    **KUMA_DOWN,
    "heartbeat": {**KUMA_DOWN["heartbeat"], "status": 1, "msg": "200 - OK"},
    "msg": "[Media server] [✅ Up] 200 - OK",
}

KUMA_TEST = {"heartbeat": None, "monitor": None, "msg": "Claude Ops Testing"}

SERVICES = """
[[service]]
name = "jellyfin"
check = "http"
url = "http://jellyfin.lan:8096/health"

[[service]]
name = "caddy"
check = "tls"
address = "caddy.lan"

[[service]]
name = "nextcloud"
check = "container"
container = "nextcloud-app"

[[service]]
name = "postgres"
check = "unit"
unit = "postgresql.service"
"""
