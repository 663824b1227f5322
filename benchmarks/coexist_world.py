"""Facts that hold side by side, by kinds, and true changes in many wordings, for ``benchmarks.coexist``.

``FRAMES`` are attributes of a part of a service, ``SCOPES`` twin scopes of one attribute, ``PAIRS`` twos of true facts
about one service, ``CHANGES`` a fact with ways to say that its value is another one now.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

PARTS = (
    "scheduler",
    "importer",
    "exporter",
    "indexer",
    "gateway",
    "renderer",
    "archiver",
    "mirror",
    "crawler",
    "mailer",
    "notifier",
    "collector",
    "balancer",
    "resolver",
    "recorder",
    "transcoder",
    "uploader",
    "replicator",
    "compactor",
    "dispatcher",
    "watcher",
    "thumbnailer",
    "tokenizer",
    "planner",
    "auditor",
)
FRAMES = (
    "The {p} listens on port {v}",
    "The {p} retries after {v} s",
    "The {p} writes {v} MB of logs a day",
    "The {p} runs with {v} workers",
    "Stopping the {p} takes {v} s",
    "The {p} times out after {v} s",
    "The {p} keeps its results for {v} days",
    "The {p} uses {v} GB of memory",
    "A full run of the {p} takes {v} minutes",
    "The {p} holds {v} connections open",
    "Logs of the {p} rotate every {v} hours",
    "The {p} caches answers for {v} s",
    "The {p} batches {v} rows at a time",
    "The {p} starts within {v} s",
    "The {p} gives up after {v} attempts",
    "The {p} needs {v} GB of scratch disk",
    "The {p}'s health check runs every {v} s",
    "The {p} exposes metrics on port {v}",
    "The queue of the {p} holds {v} jobs",
    "The {p} starts its nightly job at 0{d}:{v}",
)
SCOPES = (
    ("in production", "in staging"),
    ("on the test cluster", "on the live cluster"),
    ("by day", "at night"),
    ("in winter", "in summer"),
    ("over TCP", "over UDP"),
    ("for staff", "for guests"),
    ("on weekdays", "on weekends"),
    ("during business hours", "outside business hours"),
    ("for reads", "for writes"),
    ("under load", "when idle"),
    ("on the first request", "on later requests"),
    ("with a warm cache", "with a cold cache"),
    ("for inbound mail", "for outbound mail"),
    ("over IPv4", "over IPv6"),
    ("on the primary", "on the replica"),
    ("on node-1", "on node-2"),
    ("in eu-west", "in us-east"),
    ("on eth0", "on eth1"),
    ("for admins", "for anonymous users"),
    ("when the disk is full", "when the network is down"),
    ("during backups", "during restores"),
    ("for GET requests", "for POST requests"),
    ("for small files", "for large files"),
    ("from the office", "from home"),
    ("on Mondays", "on Fridays"),
    ("in the blue pool", "in the green pool"),
    ("for tenant acme", "for tenant globex"),
    ("for images", "for videos"),
)
BASES = (
    ("The request timeout is {} s", 10, 30),
    ("Answers take {} ms", 40, 200),
    ("The rate limit is {} requests a minute", 60, 300),
    ("Retention is {} days", 7, 30),
    ("Uses {} workers", 2, 8),
    ("The pool has {} connections", 5, 20),
    ("Returns HTTP {}", 200, 302),
    ("Uploads are limited to {} MB", 50, 200),
    ("Restarts take {} s", 12, 80),
    ("CPU usage is about {} %", 20, 65),
)
PAIRS = (
    ("HTTP on port 8080", "HTTPS on port 8443"),
    ("Client connections use port 5672", "JMX listens on port 1099"),
    ("Brokers talk on 9094", "Clients connect on 9092"),
    ("The API answers on 3000", "The debugger listens on 9229"),
    ("The nightly report takes 22 s to start", "A failure of the nightly report shows after 4 minutes"),
    ("The backup now starts at 01:00", "The dump of the shop database starts at 02:30"),
    ("The photo backup starts at 01:00", "The mail backup starts at 03:00"),
    ("Backups of project alpha go to s3://alpha", "Backups of project beta go to s3://beta"),
    ("The first retry comes after 1 s", "Later retries come after 30 s"),
    ("The first sync takes 40 minutes", "Every later sync takes 30 s"),
    ("Depends on Postgres", "Depends on Redis"),
    ("Needs the NFS share at startup", "Needs DNS at startup"),
    ("Mounts /data from nas1", "Mounts /backup from nas2"),
    ("Uses Redis for sessions", "Uses Postgres for orders"),
    ("A restart fixes hung workers", "Clearing the cache fixes stale pages"),
    ("Certificates expire in 90 days", "API tokens expire in 30 days"),
    ("Logs are kept for 14 days", "Metrics are kept for 400 days"),
    ("Vacuum runs on Sunday", "Reindexing runs on Saturday"),
    ("The web frontend runs 3 replicas", "The worker runs 5 replicas"),
    ("Swap is disabled", "Huge pages are enabled"),
    ("Debug logging is disabled", "Access logging is enabled"),
    ("Connections are pooled", "Statements are not cached"),
    ("Soft limit is 1024 files", "Hard limit is 4096 files"),
    ("Minimum pool size is 5", "Maximum pool size is 50"),
    ("Connect timeout is 3 s", "Read timeout is 30 s"),
    ("Reads time out after 5 s", "Writes time out after 20 s"),
    ("Full dump takes 2 hours", "Incremental dump takes 8 minutes"),
    ("The left rack draws 2 kW", "The right rack draws 3 kW"),
    ("Shutdown takes 15 s", "Health checks time out after 10 s"),
    ("Returns 200 on /health", "Returns 404 on /status"),
    ("Returns 401 without a token", "Returns 403 for a revoked token"),
    ("Memory limit is 2 GB", "CPU limit is 2 cores"),
    ("Imports run at 02:00", "Exports run at 04:00"),
    ("Alerts go to the on-call phone", "Reports go to the team mailbox"),
    ("The master key lies in Vault", "The TLS key lies on the host"),
    ("Image thumbnails are 200 px wide", "Video previews are 640 px wide"),
    ("DNS TTL is 300 s", "Session TTL is 3600 s"),
    ("Session cookies last 8 hours", "Remember-me cookies last 30 days"),
    ("The leader writes to /var/lib/db", "Followers write to /var/lib/db-replica"),
    ("Port 1 is the uplink", "Port 24 is the NAS"),
    ("VLAN 10 is for cameras", "VLAN 20 is for guests"),
    ("Sensor 1 reports every 10 s", "Sensor 2 reports every 60 s"),
    ("UPS A lasts 12 minutes", "UPS B lasts 25 minutes"),
    ("/api is limited to 100 requests a minute", "/login is limited to 5 requests a minute"),
    ("Topic orders has 12 partitions", "Topic mails has 3 partitions"),
    ("Jobs in queue high run at once", "Jobs in queue low run after 10 minutes"),
    ("User backup may read all tables", "User app may write the orders table"),
    ("Disk sda is 92 % full", "Disk sdb is 40 % full"),
    ("Heap is 4 GB", "Off-heap memory is 2 GB"),
    ("Old generation pauses last 900 ms", "Young generation pauses last 20 ms"),
    ("Crashes on first start", "Takes 60s to start after restart"),
    ("Returns HTTP 302 redirect when healthy, not 200", "Query log fills the disk when retention is set to 90 days"),
    ("Replication lag is usually 2 s", "Failover takes about 30 s"),
    ("Needs a restart after a certificate change", "Needs a reload after a config change"),
    ("Deploys happen on Tuesday", "Releases are tagged on Friday"),
    ("Emails are sent through Postmark", "Text messages are sent through Twilio"),
    ("Invoices are stored in MariaDB", "Thumbnails are stored in MinIO"),
    ("The compactor must not run during backups", "The compactor may run during imports"),
    ("Old pods are drained for 30 s", "New pods warm up for 90 s"),
    ("A cold start takes 80 s", "A warm start takes 12 s"),
    ("The cluster has 3 masters", "The cluster has 12 workers"),
    ("Two replicas of the API run", "Four replicas of the cron runner run"),
    ("Alerts are evaluated every 30 s", "Targets are scraped every 15 s"),
    ("Snapshots are taken hourly", "Snapshots are copied offsite daily"),
    ("Snapshots are kept for 7 days", "Snapshots offsite are kept for 90 days"),
    ("Downloads run at 800 Mbit/s", "Uploads run at 40 Mbit/s"),
    ("The internal API needs no login", "The public API needs a token"),
    ("Admin UI is closed to the internet", "The shop is open to the internet"),
    ("Indexes are rebuilt weekly", "Statistics are refreshed nightly"),
    ("HTTP is disabled", "HTTPS is enabled"),
    ("IPv6 is disabled", "IPv4 is enabled"),
)
CHANGES = (
    (
        "The {p} listens on port {a}",
        (
            "The {p} listens on port {b}",
            "The {p} now listens on port {b}",
            "The {p} moved to port {b}",
            "{b} is the port of the {p} now",
            "The {p}'s port is {b}",
            "Port of the {p} was changed from {a} to {b}",
            "The {p} answers on port {b}",
        ),
    ),
    (
        "The {p} times out after {a} s",
        (
            "The {p} times out after {b} s",
            "The {p} now times out after {b} s",
            "The timeout of the {p} is {b} s",
            "Timeout of the {p} was raised to {b} s",
            "The {p} gives up after {b} s",
            "{p} timeout: {b}s",
        ),
    ),
    (
        "The {p} keeps its results for {a} days",
        (
            "The {p} keeps its results for {b} days",
            "Results of the {p} are kept for {b} days",
            "The {p} retains its results for {b} days now",
            "The {p} deletes its results after {b} days",
            "Results of the {p} are removed after {b} days",
        ),
    ),
    (
        "The {p} uses {a} GB of memory",
        (
            "The {p} uses {b} GB of memory",
            "The {p} needs {b} GB of RAM now",
            "Memory of the {p} is {b} GB",
            "The {p} has {b} GB of memory",
            "{p}: {b} GB RAM",
        ),
    ),
    (
        "The {p} runs with {a} workers",
        (
            "The {p} runs with {b} workers",
            "The {p} has {b} workers",
            "The {p} was scaled to {b} workers",
            "The number of workers of the {p} is {b}",
            "{b} workers run in the {p} now",
            "The {p} uses {b} workers",
        ),
    ),
    (
        "Stopping the {p} takes {a} s",
        (
            "Stopping the {p} takes {b} s",
            "The {p} stops within {b} s",
            "The {p} takes {b} s to stop",
            "The {p} needs {b} s to shut down",
            "Shutdown of the {p} takes {b} s",
        ),
    ),
    (
        "The {p} starts within {a} s",
        (
            "The {p} starts within {b} s",
            "The {p} takes {b} s to start",
            "Starting the {p} takes {b} s",
            "Startup of the {p} takes {b} s now",
            "The {p} is up after {b} s",
        ),
    ),
    (
        "The {p} runs version 1.{a}",
        (
            "The {p} runs version 1.{b}",
            "The {p} was upgraded to 1.{b}",
            "The {p} is on version 1.{b} now",
            "Version of the {p} is 1.{b}",
        ),
    ),
    (
        "The {p} is enabled",
        (
            "The {p} is disabled",
            "The {p} was switched off",
            "The {p} is turned off now",
            "The {p} is no longer enabled",
            "The {p} is not enabled",
        ),
    ),
    (
        "The {p} must be started after the database",
        (
            "The {p} must be started before the database",
            "The {p} can be started independently of the database",
            "The {p} does not need the database at startup",
        ),
    ),
    (
        "A restart of the {p} clears the backlog",
        (
            "A restart of the {p} does not clear the backlog",
            "Restarting the {p} does not help with the backlog",
            "A restart of the {p} makes no difference to the backlog",
        ),
    ),
    (
        "The {p} job runs at 0{d}:{a}",
        ("The {p} job runs at 0{d}:{b}", "The {p} job starts at 0{d}:{b} now", "The {p} job was moved to 0{d}:{b}"),
    ),
    (
        "The {p} job runs every {a} minutes",
        (
            "The {p} job runs every {b} minutes",
            "The {p} job runs each {b} min now",
            "The interval of the {p} job is {b} minutes",
            "The {p} job is started every {b} minutes",
        ),
    ),
    (
        "The {p} returns HTTP 200 when healthy",
        (
            "The {p} returns HTTP 302 when healthy",
            "A healthy {p} answers with 302",
            "The {p} answers 302 when healthy, not 200",
        ),
    ),
    (
        "The {p} runs on atlas1",
        ("The {p} runs on atlas2", "The {p} was moved to atlas2", "The {p} lives on host atlas2 now"),
    ),
    (
        "The {p} stores its data on /data",
        (
            "The {p} stores its data on /srv/new",
            "Data of the {p} lies in /srv/new now",
            "The {p} keeps its data in /srv/new",
        ),
    ),
    (
        "The {p} writes its logs to syslog",
        ("The {p} writes its logs to journald", "The {p} logs to journald now", "Logs of the {p} go to journald"),
    ),
    (
        "Retention is {a} days",
        (
            "Retention is {b} days",
            "Retention was raised to {b} days",
            "Retention is set to {b} days now",
            "Data is kept for {b} days",
        ),
    ),
    (
        "Takes {a}s to start after restart -- wait before checking health",
        (
            "Takes {b}s to start after restart",
            "Starts in {b} s after a restart",
            "Needs {b} seconds to start after a restart now",
            "Startup after a restart takes {b} s",
        ),
    ),
    (
        "Listens on port {a}",
        (
            "Listens on port {b}",
            "Now on port {b}",
            "Port is {b} now",
            "Listens on {b} since the upgrade",
            "Moved to port {b}",
        ),
    ),
    (
        "The rate limit is {a} requests a minute in production",
        (
            "The rate limit is {b} requests a minute in production",
            "In production the rate limit is {b} requests a minute",
            "The production rate limit is {b} requests a minute now",
        ),
    ),
    (
        "The request timeout is {a} s for reads",
        (
            "The request timeout is {b} s for reads",
            "For reads the request timeout is {b} s now",
            "The request timeout for reads was raised to {b} s",
            "Reads time out after {b} s",
        ),
    ),
    (
        "Uploads are limited to {a} MB for guests",
        (
            "Uploads are limited to {b} MB for guests",
            "Guests may upload {b} MB",
            "The upload limit for guests is {b} MB now",
        ),
    ),
)


def facts_of_parts(number: int, seed: int) -> list[str]:
    """So many facts of parts and attributes, no two of which are about the same."""
    dice = random.Random(seed)
    facts = [
        frame.format(p=part, v=dice.randrange(10, 59), d=dice.randrange(1, 6)) for part in PARTS for frame in FRAMES
    ]
    dice.shuffle(facts)
    return facts[:number]


def facts_of_scopes(number: int, seed: int) -> list[str]:
    """So many facts of one attribute each in two scopes."""
    dice = random.Random(seed)
    facts = []
    for base, low, high in BASES:
        for one, two in SCOPES:
            facts += [f"{base.format(low)} {one}", f"{base.format(high)} {two}"]
    dice.shuffle(facts)
    return facts[:number]


def facts_in_pairs(number: int, seed: int) -> list[str]:
    """Twos of facts that merely sound alike."""
    dice = random.Random(seed)
    facts = list(dict.fromkeys(fact for pair in PAIRS for fact in pair))
    dice.shuffle(facts)
    return facts[:number]


def changes(seed: int) -> Iterator[tuple[str, str]]:
    """Each fact with each way to say that its value is another one."""
    dice = random.Random(seed)
    for fact, ways in CHANGES:
        for way in ways:
            words = {"p": dice.choice(PARTS), "a": dice.randrange(10, 30), "b": dice.randrange(40, 59), "d": 3}
            said = way.format(**words)
            yield fact.format(**words), said[0].upper() + said[1:]
