"""What memories say of dependencies: subject, direction, and what is denied."""

from __future__ import annotations

import pytest

from claudeops_desktop.topology.memory_edges import read_dependencies

NAMES = ["jellyfin", "postgres", "caddy", "wireguard", "redis", "home-assistant", "mosquitto", "nas"]


@pytest.mark.parametrize(
    ("service", "text", "edges"),
    [
        ("jellyfin", "Depends on postgres.", [("jellyfin", "postgres")]),
        ("jellyfin", "jellyfin depends on the postgres database", [("jellyfin", "postgres")]),
        ("caddy", 'Must be started after WireGuard, fails with "no route to host" otherwise', [("caddy", "wireguard")]),
        ("jellyfin", "Needs postgres and redis to be up first", [("jellyfin", "postgres"), ("jellyfin", "redis")]),
        ("postgres", "Is needed by jellyfin", [("jellyfin", "postgres")]),
        ("postgres", "Has to be started before caddy", [("caddy", "postgres")]),
        ("nas", "Home Assistant relies on mosquitto", [("home-assistant", "mosquitto")]),
        ("home-assistant", "Fails to start without mosquitto", [("home-assistant", "mosquitto")]),
        ("home-assistant", "Returns 502 when mosquitto is down", [("home-assistant", "mosquitto")]),
        ("caddy", "When wireguard is down, all sites fail", [("caddy", "wireguard")]),
        ("jellyfin", "Waits for the nas at boot", [("jellyfin", "nas")]),
        ("jellyfin", "Uses redis as its cache", [("jellyfin", "redis")]),
        ("jellyfin", "Cannot be reached until caddy is up", [("jellyfin", "caddy")]),
        # denied, or about something else
        ("jellyfin", "Does not depend on postgres any more", []),
        ("jellyfin", "No longer needs redis", []),
        ("jellyfin", "Works without redis", []),
        ("jellyfin", "Runs fine even when redis is down", []),
        ("jellyfin", "Independent of caddy", []),
        ("jellyfin", "Needs 4 GB of memory", []),
        ("jellyfin", "Depends on postgres-exporter", []),
        ("jellyfin", "Listens on jellyfin.lan behind caddy", []),
        ("jellyfin", "Depends on jellyfin", []),
        ("unwatched", "Depends on postgres", []),
        ("", "", []),
    ],
)
def test_a_memory_names_the_edge_it_speaks_of(service, text, edges):
    assert sorted(read_dependencies(service, text, NAMES)) == sorted(edges)


def test_a_denial_counts_for_its_own_clause_only():
    said = "Does not need redis. Needs postgres."
    assert read_dependencies("jellyfin", said, NAMES) == (("jellyfin", "postgres"),)


def test_a_text_without_an_end_takes_no_longer():
    assert read_dependencies("jellyfin", "start " * 100_000 + "after postgres", NAMES) == ()
