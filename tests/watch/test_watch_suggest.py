"""What is proposed for watching, from what runs here."""

from __future__ import annotations

from claudeops_desktop.agents.watch.edit import checked
from claudeops_desktop.agents.watch.proposals import MACHINE, from_containers, from_ports, from_units, proposals


def test_known_ports_become_checks_that_can_be_written():
    found = list(from_ports([5432, 80, 443, 61234]))
    assert [proposal.row["name"] for proposal in found] == ["web", "web-tls", "postgres"]
    assert all(checked(proposal.row) for proposal in found)


def test_units_that_an_operator_knows_are_proposed_and_others_are_not():
    lines = ["nginx.service loaded active running", "systemd-journald.service loaded", "wg-quick@wg0.service x", ""]
    assert [proposal.row["unit"] for proposal in from_units(lines)] == ["nginx.service", "wg-quick@wg0.service"]


def test_containers_are_proposed_by_a_name_that_services_can_have():
    [found] = from_containers("docker", ["My.App_1", " "])
    assert found.row == {"name": "my-app_1", "check": "container", "container": "My.App_1"}
    assert checked(found.row)


def test_what_is_always_watched_can_be_written():
    assert all(checked(row) for row in MACHINE)


def test_this_machine_can_be_looked_at():
    assert all(checked(proposal.row) for proposal in proposals())
