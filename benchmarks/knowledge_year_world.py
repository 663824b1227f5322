"""A small company's servers over a year, for ``benchmarks.knowledge_year``: what is true of them and from when on, what
the operator wants, what sessions say, and what breaks. Everything is made up.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

ALWAYS = 0


@dataclass(frozen=True)
class WorldFact:
    """Something that is true of a service: how it is said, in one or several ways, with its value {v} in each, and the
    values by the day from which each holds. ``every`` is about how many days pass until it is said again."""

    service: str
    category: str
    ways: tuple[str, ...]
    values: tuple[tuple[int, str], ...] = ((ALWAYS, ""),)
    every: int = 35

    def value_on(self, day: int) -> str:
        """The value that holds on a day."""
        return [value for since, value in self.values if since <= day][-1]

    def sentence(self, day: int, dice: random.Random) -> str:
        """It, as a session says it on a day."""
        return dice.choice(self.ways).format(v=self.value_on(day))


@dataclass(frozen=True)
class OperatorWish:
    """What the operator says on a day, under which domain, and on which day it no longer holds (None: it stays)."""

    day: int
    section: str
    text: str
    until: int | None = None


@dataclass(frozen=True)
class WorldOutage:
    """What breaks in which service, how it shows, what was tried in vain, and what cured it; on these days."""

    service: str
    shown: str
    tried: tuple[str, ...]
    cure: str
    days: tuple[int, ...]


FACTS = (
    WorldFact(
        "jellyfin",
        "timing",
        ("Takes {v} to start after a restart", "Needs {v} until it answers after a restart"),
        ((0, "60 s"), (140, "25 s")),
    ),
    WorldFact(
        "jellyfin",
        "dependency",
        (
            "The library is on the NFS share /srv/media of nas1; mount it before the start",
            "Does not start while /srv/media from nas1 is not mounted",
        ),
    ),
    WorldFact("jellyfin", "behavior", ("Answers 302 on / when it is healthy",), every=50),
    WorldFact(
        "caddy",
        "behavior",
        ("Configuration is in {v}; reload with `caddy reload`, which drops no connection",),
        ((0, "/etc/caddy/Caddyfile"),),
    ),
    WorldFact(
        "caddy",
        "dependency",
        ("Certificates are renewed over port {v}, which must be open from outside",),
        ((0, "80"), (210, "443")),
    ),
    WorldFact("caddy", "timing", ("Renews its certificates {v} before they expire",), ((0, "30 days"),), 60),
    WorldFact("postgres", "behavior", ("Runs version {v} as postgresql.service on db1",), ((0, "15"), (95, "16"))),
    WorldFact(
        "postgres",
        "behavior",
        ("Holds at most {v} connections; nextcloud alone uses about 60",),
        ((0, "100"), (180, "200")),
    ),
    WorldFact(
        "postgres",
        "maintenance",
        (
            "The nightly dump of all databases starts at {v} and takes 25 minutes",
            "Dumps all databases every night at {v}, for 25 minutes",
        ),
        ((0, "01:30"), (70, "03:15")),
    ),
    WorldFact("postgres", "dependency", ("Its data is on the volume /dev/vg0/pgdata, which can be extended online",)),
    WorldFact(
        "nextcloud", "timing", ("occ upgrade takes {v}, during which the site answers 503",), ((0, "6 minutes"),)
    ),
    WorldFact("nextcloud", "dependency", ("Needs Redis for file locks; without it uploads fail with 423",)),
    WorldFact(
        "nextcloud",
        "behavior",
        ("Its background jobs run from the timer nextcloud-cron.timer every {v}",),
        ((0, "5 minutes"), (250, "15 minutes")),
    ),
    WorldFact("nextcloud", "remediation", ("After an interrupted upgrade run `occ maintenance:mode --off`",), every=70),
    WorldFact("redis", "behavior", ("Keeps nothing on disk: a restart loses sessions, not data",)),
    WorldFact("redis", "behavior", ("Listens on {v}, not on the network",), ((0, "/run/redis/redis.sock"),), 60),
    WorldFact(
        "restic",
        "maintenance",
        ("Backs up to s3:backup-eu at {v}; the check of the repository runs on Sundays",),
        ((0, "02:00"), (72, "04:30")),
    ),
    WorldFact("restic", "behavior", ("Keeps {v} of daily snapshots",), ((0, "14 days"), (160, "30 days"))),
    WorldFact("restic", "remediation", ("A stale lock is removed with `restic unlock` once no backup is running",)),
    WorldFact("restic", "dependency", ("Reads its password from the unit's credentials, never from the environment",)),
    WorldFact("grafana", "behavior", ("Listens on port {v} behind caddy",), ((0, "3000"), (120, "3300"))),
    WorldFact(
        "grafana",
        "behavior",
        (
            "Dashboards are provisioned from /etc/grafana/provisioning; changes made in the"
            " window are lost at the next start",
        ),
    ),
    WorldFact("prometheus", "behavior", ("Keeps {v} of samples on disk",), ((0, "30 days"), (130, "60 days"))),
    WorldFact(
        "prometheus",
        "timing",
        ("Replays its log for {v} after a hard stop and answers 503 meanwhile",),
        ((0, "3 minutes"),),
    ),
    WorldFact(
        "prometheus", "dependency", ("Scrapes db1 through the WireGuard tunnel; without it the targets are down",)
    ),
    WorldFact("wireguard", "dependency", ("Must be up before the hosts db1 and nas1 can be reached",)),
    WorldFact(
        "wireguard",
        "behavior",
        ("The peer of the office changes its address at about {v} each night",),
        ((0, "04:00"),),
        45,
    ),
    WorldFact("pihole", "behavior", ("Answers DNS on {v}",), ((0, "10.0.0.2"), (200, "10.0.0.53"))),
    WorldFact("pihole", "timing", ("Updating the block lists takes {v} and slows answers",), ((0, "90 s"),)),
    WorldFact("gitea", "behavior", ("Pushes over ssh go to port {v}",), ((0, "2222"),)),
    WorldFact(
        "gitea", "maintenance", ("Runs garbage collection of repositories on Saturdays at {v}",), ((0, "05:00"),), 60
    ),
    WorldFact("gitea", "remediation", ("Indexer errors after an upgrade go away when data/indexers is deleted",)),
    WorldFact("mail", "behavior", ("The queue is normal up to {v} messages",), ((0, "40"), (220, "120"))),
    WorldFact(
        "mail",
        "dependency",
        ("Outgoing mail goes through {v}, which limits to 100 messages an hour",),
        ((0, "relay1.example.net"), (190, "relay2.example.net")),
    ),
    WorldFact("mail", "remediation", ("A full queue is flushed with `postqueue -f` after DNS works again",)),
    WorldFact(
        "vaultwarden",
        "behavior",
        ("Its data directory is {v}; the database there is SQLite",),
        ((0, "/srv/vaultwarden/data"),),
    ),
    WorldFact("vaultwarden", "maintenance", ("Must be stopped while its database is copied",)),
    WorldFact(
        "homeassistant",
        "timing",
        ("Takes {v} to load its integrations after a restart",),
        ((0, "4 minutes"), (110, "90 s")),
    ),
    WorldFact(
        "homeassistant",
        "dependency",
        ("The Zigbee stick is /dev/serial/by-id/usb-zigbee; unplugging it needs a restart of zigbee2mqtt as well",),
    ),
    WorldFact(
        "homeassistant",
        "behavior",
        ("Runs as a container named {v} with the network of the host",),
        ((0, "ha"), (150, "homeassistant")),
    ),
    WorldFact(
        "nas1",
        "maintenance",
        ("The ZFS scrub runs on the first Sunday at {v} and slows NFS for six hours",),
        ((0, "00:30"),),
    ),
    WorldFact("nas1", "behavior", ("Both NFS mounts need `umount -f` as root when they are stale",)),
    WorldFact("nas1", "behavior", ("Disk bay {v} has a drive with reallocated sectors",), ((0, "3"), (170, "5")), 30),
    WorldFact("db1", "behavior", ("Has {v} of memory, of which postgres takes 8 GB",), ((0, "16 GB"), (100, "32 GB"))),
    WorldFact("db1", "maintenance", ("Unattended upgrades run at {v} and may restart services",), ((0, "06:20"),)),
)

WISHES = (
    OperatorWish(2, "Rules and conventions", "Never restart postgres between 08:00 and 18:00; ask first."),
    OperatorWish(
        3, "Rules and conventions", "Never delete a restic snapshot by hand; only `restic forget` with the policy."
    ),
    OperatorWish(5, "Rules and conventions", "Change Caddy's configuration with a reload, never with a restart."),
    OperatorWish(9, "Preferences", "Reports are in English, times are local, sizes in GB."),
    OperatorWish(16, "Preferences", "Say first what is broken, then what was tried."),
    OperatorWish(30, "Rules and conventions", "Take a snapshot of the virtual machine before an upgrade of Nextcloud."),
    OperatorWish(44, "Projects", "We are moving the mail server to the new relay until summer.", until=190),
    OperatorWish(61, "System architecture", "nas1 and db1 are reached through WireGuard only."),
    OperatorWish(88, "Projects", "PostgreSQL 16 is planned for April.", until=95),
    OperatorWish(118, "People", "Grafana belongs to the monitoring team; tell them before you change its port."),
    OperatorWish(155, "Rules and conventions", "A disk with reallocated sectors is replaced, not watched."),
    OperatorWish(205, "Preferences", "No notification at night unless the site is down for customers."),
    OperatorWish(260, "Rules and conventions", "Nextcloud's jobs stay at 15 minutes: five were too many for db1."),
    OperatorWish(300, "System architecture", "All public names end at caddy; nothing else listens to the outside."),
)

CORRECTIONS = (
    (12, "caddy", "No, do not restart caddy for that. Always reload it."),
    (26, "restic", "That lock was not stale, a backup was running. Check for a running restic before you unlock."),
    (75, "postgres", "Do not run VACUUM FULL on the live database. Use a plain VACUUM."),
    (134, "grafana", "Edit the provisioning files, not the dashboard in the window. It was lost again."),
    (171, "nas1", "Do not reboot nas1 for a stale mount; unmount it on the client."),
    (232, "mail", "A queue of 80 is fine now. Do not flush it."),
    (281, "homeassistant", "Always wait until the integrations are loaded before you say it is down."),
)
"""What the operator says to a running session when it has done something wrong."""

NOISE = (
    "Checked the logs of the last hour, nothing unusual", "CPU load is {n} % right now",
    "The disk is at {n} % today", "Looked at the unit file", "Request took {n} ms this time",
    "{n} messages in the log since the last check", "Restarted once more to be sure", "Will look again in the next run",
)  # fmt: skip
"""What sessions say that is no memory."""

OUTAGES = (
    WorldOutage("nextcloud", "answers 423 on uploads", ("restarted nextcloud",), "restarted redis", (40, 163, 290)),
    WorldOutage("jellyfin", "answers 503 instead of 302", ("restarted jellyfin",), "mounted /srv/media again",
                (22, 101, 222)),
    WorldOutage("mail", "the queue holds 400 messages", ("restarted postfix",), "flushed the queue after DNS was back",
                (57, 199)),
    WorldOutage("prometheus", "no answer within 10 s", ("restarted prometheus",), "brought the WireGuard tunnel up",
                (83, 268)),
    WorldOutage("postgres", "too many connections", ("restarted nextcloud",),
                "closed idle connections and raised the limit", (176,)),
    WorldOutage("restic", "the repository is locked", (), "removed the stale lock", (35, 127, 240, 333)),
)  # fmt: skip

OPERATIONS = ("deploy", "configure", "restart", "install", "fix")
DECISIONS = (
    (8, "Reach db1 and nas1 through WireGuard only", "Two hosts were open to the internet.",
     "db1 and nas1 listen on the tunnel alone.", ("wireguard", "network")),
    (66, "Back up after the dump", "The backup at 02:00 ran into the dump of the databases.",
     "The dump starts at 03:15, the backup at 04:30.", ("restic", "postgres")),
    (92, "Run PostgreSQL 16", "Version 15 lacks what Nextcloud's next version wants.",
     "db1 runs PostgreSQL 16 from the distribution.", ("postgres",)),
    (185, "Send mail through relay2", "relay1 is switched off in summer.", "All mail goes through relay2.example.net.",
     ("mail",)),
)  # fmt: skip


@dataclass
class WorldDay:
    """What one day brings, in order: sentences of sessions with their fact (None for noise), what the operator wants
    and corrects, and outages."""

    day: int
    said: list[tuple[WorldFact | None, str, str, str]] = field(default_factory=list)
    wishes: list[OperatorWish] = field(default_factory=list)
    corrections: list[tuple[str, str]] = field(default_factory=list)
    outages: list[WorldOutage] = field(default_factory=list)


def live_days(days: int, seed: int, facts: Sequence[WorldFact] = FACTS) -> list[WorldDay]:
    """The days of a year: each fact is said in its first two weeks, when its value changes, and again from time to
    time; about one sentence in four is noise."""
    dice = random.Random(seed)
    due = {number: dice.randrange(14) for number in range(len(facts))}
    found = []
    for day in range(days):
        one = WorldDay(day)
        for number, fact in enumerate(facts):
            news = day > 0 and fact.value_on(day) != fact.value_on(day - 1)
            if not news and day < due[number]:
                continue
            due[number] = day + dice.randrange(max(2, fact.every // 2), fact.every * 3 // 2)
            one.said.append((fact, fact.service, fact.category, fact.sentence(day, dice)))
            if dice.random() < 0.3:
                text = dice.choice(NOISE).format(n=dice.randrange(3, 97))
                one.said.append((None, fact.service, "behavior", text))
        dice.shuffle(one.said)
        one.wishes = [wish for wish in WISHES if wish.day == day]
        one.corrections = [(service, text) for at, service, text in CORRECTIONS if at == day]
        one.outages = [outage for outage in OUTAGES if day in outage.days]
        found.append(one)
    return found
