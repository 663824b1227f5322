"""What this machine seems to run: a first list of services to watch, each with the reason why it is proposed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

LONGEST_S = 5
MOST = 12
# port → (name, whether it speaks HTTP)
_PORTS: dict[int, tuple[str, str]] = {
    22: ("ssh", "tcp"),
    53: ("dns", "tcp"),
    80: ("web", "http"),
    443: ("web-tls", "tls"),
    1883: ("mqtt", "tcp"),
    3000: ("port-3000", "http"),
    3306: ("mysql", "tcp"),
    5432: ("postgres", "tcp"),
    6379: ("redis", "tcp"),
    8080: ("port-8080", "http"),
    8096: ("jellyfin", "http"),
    8123: ("home-assistant", "http"),
    9090: ("prometheus", "http"),
    9100: ("node-exporter", "http"),
    27017: ("mongodb", "tcp"),
    32400: ("plex", "http"),
}
_UNITS = (
    *("apache2", "nginx", "caddy", "traefik", "haproxy", "postgresql", "mysql", "mariadb", "redis-server", "docker"),
    *("containerd", "grafana-server", "prometheus", "jellyfin", "plexmediaserver", "gitea", "forgejo", "vaultwarden"),
    *("smbd", "nfs-server", "pihole-FTL", "unbound", "bind9", "named", "tailscaled", "fail2ban", "postfix", "dovecot"),
    *("mosquitto", "influxdb", "syncthing", "transmission-daemon", "cockpit", "libvirtd", "k3s", "cron"),
)
_STARTS = ("wg-quick@", "openvpn@", "php", "home-assistant@", "syncthing@")
# This machine itself: what the watcher looks at where there is no list of services.
MACHINE: tuple[dict[str, Any], ...] = (
    {"name": "disk", "check": "disk", "path": "/"},
    {"name": "memory", "check": "memory"},
    {"name": "load", "check": "load"},
    {"name": "clock", "check": "clock"},
    {"name": "names", "check": "resolution"},
)


@dataclass(frozen=True, slots=True)
class CheckProposal:
    """A row of ``services.toml`` and why it is proposed: ``listens on port 5432``."""

    row: dict[str, Any]
    why: str


def proposals() -> tuple[CheckProposal, ...]:
    """Containers, units and listening ports of this machine, the most telling first. Starts programs: some seconds."""
    found: dict[str, CheckProposal] = {}
    for propose in (_containers, _units, _ports):
        for proposal in propose():
            found.setdefault(str(proposal.row["name"]), proposal)
    return tuple(found.values())[:MOST]


def from_containers(program: str, names: Iterable[str]) -> Iterator[CheckProposal]:
    """Running containers (pure)."""
    for name in names:
        if name := name.strip():
            yield CheckProposal(
                {"name": _plain(name), "check": "container", "container": name}, f"a {program} container"
            )


def from_units(names: Iterable[str]) -> Iterator[CheckProposal]:
    """Running units that an operator would know (pure)."""
    for line in names:
        unit = line.split()[0] if line.split() else ""
        name = unit.removesuffix(".service")
        if name in _UNITS or name.startswith(_STARTS):
            yield CheckProposal({"name": _plain(name), "check": "unit", "unit": unit}, "a running service of systemd")


def from_ports(ports: Iterable[int]) -> Iterator[CheckProposal]:
    """Listening ports that are known (pure)."""
    for port in sorted(set(ports)):
        name, kind = _PORTS.get(port, ("", ""))
        if kind == "http":
            yield CheckProposal(
                {"name": name, "check": "http", "url": f"http://127.0.0.1:{port}/"}, f"listens on {port}"
            )
        elif kind in ("tcp", "tls"):
            yield CheckProposal(
                {"name": name, "check": "tcp", "address": "127.0.0.1", "port": port}, f"listens on {port}"
            )


def _containers() -> Iterator[CheckProposal]:
    for program in ("docker", "podman"):
        yield from from_containers(program, _lines(program, "ps", "--format", "{{.Names}}"))


def _units() -> Iterator[CheckProposal]:
    return from_units(
        _lines("systemctl", "list-units", "--type=service", "--state=running", "--no-legend", "--plain", "--no-pager")
    )


def _ports() -> Iterator[CheckProposal]:
    import psutil

    try:
        found = psutil.net_connections("tcp")
    except (psutil.Error, OSError):  # not every system lets everybody see them
        return iter(())
    return from_ports(each.laddr.port for each in found if each.status == psutil.CONN_LISTEN and each.laddr)


def _lines(*command: str) -> list[str]:
    if shutil.which(command[0]) is None:
        return []
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def _plain(name: str) -> str:
    """A name as services have it: letters, digits, - and _."""
    kept = "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in name.lower())
    return kept.strip("-") or "service"
