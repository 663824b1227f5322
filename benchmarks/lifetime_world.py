"""A year of an operator's services: what is true of them, when it changes, and in which words a session says it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

NAMES = tuple(
    word
    for line in (
        "jellyfin caddy postgres gitea nextcloud grafana prometheus loki redis vaultwarden adguard unifi mosquitto",
        "homeassistant paperless immich syncthing minio authelia traefik keycloak sonarr radarr navidrome frigate",
        "influxdb rabbitmq elastic wireguard samba nfs borg restic nats zigbee esphome plex matrix mailcow wiki",
    )
    for word in line.split()
)

# A kind of fact: its category, its ways of saying it, and how its values are made.
KINDS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "start": (
        "timing",
        ("Takes {v} to start after a restart", "Needs {v} until it is up after a restart",
         "After a restart it takes {v} to start", "Startup after a restart takes {v}"),
        "seconds",
    ),
    "port": (
        "behavior",
        ("Listens on port {v}", "Its port is {v}", "The service is reached on port {v}", "It is listening on port {v}"),
        "port",
    ),
    "version": (
        "maintenance",
        ("Runs version {v}", "The installed version is {v}", "It is running version {v}", "Version {v} is installed"),
        "version",
    ),
    "backup": (
        "maintenance",
        ("The nightly backup starts at {v}", "Its backup runs at {v} every night", "Backups start nightly at {v}",
         "The backup job starts at {v} each night"),
        "clock",
    ),
    "healthy": (
        "behavior",
        ("Returns HTTP {v} when healthy", "A healthy instance answers with HTTP {v}",
         "When healthy it returns HTTP {v}", "Its health check gives HTTP {v} when all is well"),
        "code",
    ),
    "updates": (
        "maintenance",
        ("Automatic updates are {v}", "Auto-update is {v}", "Automatic updating is {v}", "Updates by itself: {v}"),
        "switch",
    ),
    "memory": (
        "behavior",
        ("Uses up to {v} of memory", "Memory use goes up to {v}", "It needs up to {v} of RAM",
         "Its memory use peaks at {v}"),
        "size",
    ),
}  # fmt: skip

TRIVIA = (
    "Looked at the log of {n} lines and found nothing new", "Checked {n} endpoints, all of them answered",
    "Deleted {n} old temporary files", "A user reported a slow page at {n} past the hour",
    "Restarted the browser tab {n} times while looking at the dashboard", "Read {n} mails of the scanner",
    "Saw {n} failed logins from the office", "Counted {n} open connections this hour",
)  # fmt: skip


@dataclass
class Slot:
    """One thing that is true of a service: its kind, its value, how often that changes, and when it ends for good."""

    service: str
    kind: str
    value: str
    mean_days: float
    ends_at: float
    number: int = 0
    said_number: int = -1


@dataclass(frozen=True)
class Said:
    """One sentence of a session: about which slot (None for trivia), and which of its values (from 0)."""

    service: str
    category: str
    text: str
    slot: int | None
    number: int


@dataclass
class World:
    """The services over the days. ``about`` tells what a text of a service meant."""

    chance: random.Random
    services: tuple[str, ...]
    slots: list[Slot] = field(default_factory=list)
    about: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, number: int, days: int, seed: int) -> World:
        """So many services with four to six facts each; one in eight facts ends within the time."""
        chance = random.Random(seed)
        names = tuple(NAMES[i] if i < len(NAMES) else f"service-{i}" for i in range(number))
        world = cls(chance, names)
        for name in names:
            for kind in chance.sample(sorted(KINDS), chance.randint(4, 6)):
                mean = chance.choice((45.0, 90.0, 180.0, 1e9))
                ends = chance.uniform(30, days) if chance.random() < 0.125 else 1e9
                world.slots.append(Slot(name, kind, world.another(kind, ""), mean, ends))
        return world

    def another(self, kind: str, but: str) -> str:
        """A value of this kind, other than ``but``."""
        chance = self.chance
        while True:
            value = {
                "seconds": lambda: f"{chance.randrange(2, 36) * 5}s",
                "port": lambda: str(chance.randrange(1024, 9999)),
                "version": lambda: f"{chance.randrange(1, 12)}.{chance.randrange(30)}.{chance.randrange(10)}",
                "clock": lambda: f"{chance.randrange(24):02d}:{chance.choice(('00', '15', '30', '45'))}",
                "code": lambda: chance.choice(("200", "204", "301", "302", "401")),
                "switch": lambda: chance.choice(("enabled", "disabled")),
                "size": lambda: f"{chance.randrange(1, 64)} GB",
            }[KINDS[kind][2]]()
            if value != but:
                return value

    def pass_hour(self) -> None:
        """Some values change."""
        for slot in self.slots:
            if self.chance.random() < 1 / (24 * slot.mean_days):
                slot.value, slot.number = self.another(slot.kind, slot.value), slot.number + 1

    def alive(self, slot: Slot, day: float) -> bool:
        """Whether it is still a thing of its service."""
        return day < slot.ends_at

    def session(self, day: float, most: int) -> tuple[tuple[str, ...], list[Said]]:
        """The services that a session looks at, and what it says of them."""
        chance = self.chance
        services = tuple(chance.sample(self.services, min(2, len(self.services))))
        said: list[Said] = []
        here = [n for n, slot in enumerate(self.slots) if slot.service in services and self.alive(slot, day)]
        # What has changed is noticed before what has not.
        here.sort(key=lambda n: (self.slots[n].number == self.slots[n].said_number, chance.random()))
        for n in here[: chance.randint(0, most)]:
            slot = self.slots[n]
            category, ways, _ = KINDS[slot.kind]
            text = chance.choice(ways).format(v=slot.value)
            said.append(Said(slot.service, category, text, n, slot.number))
            slot.said_number = slot.number
            self.about[slot.service, text] = (n, slot.number)
        if chance.random() < 0.15:
            name = chance.choice(services)
            text = chance.choice(TRIVIA).format(n=chance.randrange(2, 400))
            said.append(Said(name, "behavior", text, None, 0))
        return services, said
