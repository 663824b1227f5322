"""Running containers and systemd units, asked of the programs that keep them."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass

LONGEST_S = 5
UNITS = frozenset(
    (
        *("apache2", "nginx", "caddy", "traefik", "haproxy", "postgresql", "mysql", "mariadb", "redis-server"),
        *("docker", "containerd", "grafana-server", "prometheus", "jellyfin", "plexmediaserver", "gitea", "forgejo"),
        *("vaultwarden", "smbd", "nfs-server", "pihole-FTL", "unbound", "bind9", "named", "tailscaled", "fail2ban"),
        *("postfix", "dovecot", "mosquitto", "influxdb", "syncthing", "transmission-daemon", "cockpit", "libvirtd"),
        *("k3s", "cron"),
    )
)
_STARTS = ("wg-quick@", "openvpn@", "php", "home-assistant@", "syncthing@")
_PUBLISHED = re.compile(r":(\d+)(?:-(\d+))?->")


@dataclass(frozen=True, slots=True)
class RunningContainer:
    """A container, the program that runs it, and the ports of this machine that lead to it."""

    name: str
    engine: str
    ports: tuple[int, ...] = ()


def running_containers() -> list[RunningContainer]:
    """Those of Docker and Podman. Starts programs: some seconds at the most."""
    found: dict[str, RunningContainer] = {}
    for engine in ("docker", "podman"):
        for container in read_containers(engine, _lines(engine, "ps", "--format", "{{.Names}}\t{{.Ports}}")):
            found.setdefault(container.name, container)
    return list(found.values())


def read_containers(engine: str, lines: Iterable[str]) -> list[RunningContainer]:
    """The containers of ``NAME<tab>PORTS`` lines (pure)."""
    found = []
    for line in lines:
        name, _, ports = line.strip().partition("\t")
        if name:
            found.append(RunningContainer(name, engine, _published_ports(ports)))
    return found


def running_units() -> list[str]:
    """Running system services that an operator would know."""
    return read_units(
        _lines("systemctl", "list-units", "--type=service", "--state=running", "--no-legend", "--plain", "--no-pager")
    )


def read_units(lines: Iterable[str]) -> list[str]:
    """The units of ``systemctl list-units`` that an operator would know (pure)."""
    names = (line.split()[0] for line in lines if line.split())
    return [
        unit
        for unit in names
        if unit.removesuffix(".service") in UNITS or unit.removesuffix(".service").startswith(_STARTS)
    ]


def _published_ports(text: str) -> tuple[int, ...]:
    found: list[int] = []
    for first, last in _PUBLISHED.findall(text):
        found += range(int(first), min(int(last or first), int(first) + 100) + 1)
    return tuple(dict.fromkeys(found))


def _lines(*command: str) -> list[str]:
    if shutil.which(command[0]) is None:
        return []
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []
