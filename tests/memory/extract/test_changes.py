"""Facts that change are drawn from plain words, before and after (E3): no special command is needed to replace one."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.extraction.rule_extractor import RulesExtractor
from claudeops_desktop.language.extraction.types import ConversationPassage, ConversationTurn

CHANGES = (
    ("postgres", "postgres is on version 14.9.", "postgres was upgraded this morning and is now on version 16.2."),
    ("grafana", "grafana gets its metrics from prometheus at 10.0.0.5.", "grafana now listens on 10.0.4.8:3000."),
    ("vaultwarden", "Dana is responsible for vaultwarden.", "Robin is responsible for vaultwarden now."),
    ("wireguard", "The MTU of the wireguard tunnel is 1420.", "I lowered the MTU of the wireguard tunnel to 1280."),
    (
        "traefik",
        "traefik uses a certificate of Let's Encrypt.",
        "traefik switched to a certificate of the internal CA.",
    ),
    ("zigbee2mqtt", "zigbee2mqtt uses the stick at /dev/ttyUSB0.", "zigbee2mqtt uses the stick at /dev/ttyACM0 now."),
    ("redis", "The maxmemory of redis is 512mb.", "I raised the maxmemory of redis to 2gb."),
    ("nginx", "nginx proxies to app-a:3000.", "nginx was switched over and proxies to app-b:3001."),
    ("matrix", "Federation is disabled in matrix.", "The federation of matrix is enabled now."),
    ("harbor", "harbor's blobs now sit on ceph-01.", "harbor stores its blobs on nfs-02."),
    ("kibana", "kibana requires elasticsearch 7.17.", "kibana was upgraded and requires elasticsearch 8.14 now."),
    ("squid", "squid's cache is limited to 10 GB.", "squid's cache was doubled to 20 GB."),
    ("ldap-b", "ldap-b relays through mx1.example.net.", "After the failover ldap-b is the primary of the directory."),
    ("unbound", "unbound forwards to 9.9.9.9.", "After the outage unbound was changed to forward to 1.1.1.1."),
    ("pihole", "The blocklists of pihole are refreshed weekly.", "The blocklists of pihole are refreshed daily now."),
    ("loki", "loki keeps its logs for 14 days.", "loki writes its chunks to /mnt/ssd/loki now."),
    ("minio", "The data of minio is in /srv/minio.", "minio has 6 drives since the extension."),
    ("restic", "restic keeps 7 daily snapshots.", "restic keeps 14 daily snapshots now."),
    ("caddy", "caddy's admin endpoint is on port 2019.", "I moved caddy's admin endpoint to port 2020."),
    ("prometheus", "prometheus sends its alerts to mon-01.", "prometheus sends its alerts to mon-02 now."),
    ("homeassistant", "homeassistant updates are installed by hand.", "homeassistant accepts no anonymous clients."),
    ("sonarr", "sonarr runs with two workers.", "sonarr no longer depends on the tunnel, it goes out directly now."),
)
MOMENTS = (
    "postgres has 43 active connections, all normal.",
    "caddy is up on nas-01 since yesterday.",
    "The disk of nas-01 is 81% full and db01 has 120 GB free of 500 GB.",
    "I read the compose file of caddy at /srv/caddy/compose.yml.",
    "I ran docker ps on nas-01 and everything is up.",
    "vaultwarden answered with 200 at 10.0.0.4.",
    "I set a timer to check minio again in 10 minutes.",
    "I changed to the directory of redis.",
    "I moved on to the next service, grafana.",
    "The tests of traefik are passing on runner-2.",
    "kibana is in sync with node-4.",
    "I set the environment variable DEBUG of loki to 1 for this run.",
    "I scaled the image down to look at it.",
    "I set the limit to four.",
)
EXTRACTOR = RulesExtractor([service for service, _, _ in CHANGES])


def drawn(text: str) -> list[tuple[str | None, str]]:
    found = EXTRACTOR.extract(
        ConversationPassage((ConversationTurn(1, "assistant", text, "2026-03-01T12:00:00.000Z"),), "session:1")
    )
    return [(fact.service, fact.text) for fact in found.facts]


@pytest.mark.parametrize(("service", "before", "after"), CHANGES, ids=[service for service, _, _ in CHANGES])
def test_what_held_and_what_holds_now_are_both_drawn(service: str, before: str, after: str) -> None:
    assert [name for name, _ in drawn(before)] == [service]
    assert [name for name, _ in drawn(after)] == [service]


def test_what_the_agent_set_is_told_as_what_holds() -> None:
    assert drawn("I raised the maxmemory of redis to 2gb.") == [("redis", "The maxmemory of redis was raised to 2gb")]
    assert drawn("We disabled the signups of vaultwarden, nobody needs them.") == [
        ("vaultwarden", "The signups of vaultwarden was disabled")
    ]


@pytest.mark.parametrize("text", MOMENTS)
def test_how_it_stood_at_a_moment_and_what_the_agent_did_is_no_fact(text: str) -> None:
    assert drawn(text) == []
