"""Labelled cases for echo and fizzle: a memory that was told, what the session said and did, and whether it used it.

``T`` is what the agent said, ``C`` a command it ran, ``H`` what a tool showed it, in order. ``ALSO`` are other memories
that the session was told. ``UNSEEN`` and ``LATER`` were judged before the rules were mended for them.
"""

from __future__ import annotations

ALSO = (
    "Returns HTTP 302 when healthy, not 200",
    "Needs a manual VACUUM FULL weekly",
    "Must be started after WireGuard",
    "Config lives in /etc/caddy/Caddyfile",
    "Disk fills up when the nightly export fails",
)

# (memory, service, said and done, used)
TUNED = [
    (
        "Takes 60s to start after restart",
        "jellyfin",
        [("C", "systemctl restart jellyfin"), ("T", "I wait 60 seconds now, it needs that long to start.")],
        True,
    ),
    (
        "Takes 60s to start after restart",
        "jellyfin",
        [("H", "jellyfin active"), ("T", "Jellyfin is up and answers in 120 ms.")],
        False,
    ),
    (
        "Takes 60s to start after restart",
        "jellyfin",
        [("C", "systemctl restart jellyfin && sleep 60"), ("T", "It is back.")],
        True,
    ),
    ("Takes 60s to start after restart", "jellyfin", [("H", "started in 60s"), ("T", "It took 60s.")], False),
    (
        "Must be started after WireGuard",
        "jellyfin",
        [("T", "I start WireGuard first, because jellyfin must come after it.")],
        True,
    ),
    (
        "Must be started after WireGuard",
        "jellyfin",
        [("H", "wireguard active\njellyfin active"), ("T", "WireGuard is active.")],
        False,
    ),
    (
        "Must be started after WireGuard",
        "jellyfin",
        [("T", "Since it depends on WireGuard being up, the tunnel was started before it.")],
        True,
    ),
    (
        "Returns HTTP 302 when healthy, not 200",
        "nextcloud",
        [("H", "HTTP/1.1 302 Found"), ("T", "302 is what it returns when healthy, so no alarm.")],
        True,
    ),
    (
        "Returns HTTP 302 when healthy, not 200",
        "nextcloud",
        [("H", "HTTP/1.1 302 Found"), ("T", "The service answered with 302.")],
        False,
    ),
    ("Returns HTTP 302 when healthy, not 200", "nextcloud", [("T", "Disk usage is at 40 %.")], False),
    ("Needs a manual VACUUM FULL weekly", "postgres", [("C", "psql -c 'VACUUM FULL'"), ("T", "Done.")], True),
    (
        "Needs a manual VACUUM FULL weekly",
        "postgres",
        [("T", "The weekly manual VACUUM FULL is due, I will propose it.")],
        True,
    ),
    (
        "Needs a manual VACUUM FULL weekly",
        "postgres",
        [("T", "Postgres is healthy and replication is in sync.")],
        False,
    ),
    (
        "Needs a manual VACUUM FULL weekly",
        "postgres",
        [("T", "The note on VACUUM FULL does not apply to this run.")],
        False,
    ),
    (
        "Config lives in /etc/caddy/Caddyfile",
        "caddy",
        [("C", "cat /etc/caddy/Caddyfile"), ("T", "The config is sane.")],
        True,
    ),
    (
        "Config lives in /etc/caddy/Caddyfile",
        "caddy",
        [("C", "systemctl status caddy"), ("T", "Caddy is running.")],
        False,
    ),
    (
        "Config lives in /etc/caddy/Caddyfile",
        "caddy",
        [("C", "find / -name 'Caddy*'"), ("H", "/etc/caddy/Caddyfile"), ("T", "I found the file.")],
        False,
    ),
    (
        "Disk fills up when the nightly export fails",
        "nas",
        [("T", "The disk is nearly full: let me see whether the nightly export failed again.")],
        True,
    ),
    ("Disk fills up when the nightly export fails", "nas", [("T", "The disk is 40 % full.")], False),
    (
        "Retry once before escalating: DNS fails while the tunnel reconnects",
        "pihole",
        [("T", "DNS failed once; the tunnel may be reconnecting, so I retry before escalating.")],
        True,
    ),
    (
        "Retry once before escalating: DNS fails while the tunnel reconnects",
        "pihole",
        [("T", "DNS resolves all names.")],
        False,
    ),
    (
        "The metrics port is 9187",
        "postgres",
        [("C", "curl -s localhost:9187/metrics | head"), ("T", "Metrics answer.")],
        True,
    ),
    ("The metrics port is 9187", "postgres", [("H", "tcp LISTEN 0.0.0.0:9187"), ("T", "Several ports listen.")], False),
    (
        "Backups are kept on backup01.lan under /srv/restic",
        "restic",
        [("C", "ssh backup01.lan ls /srv/restic"), ("T", "Last snapshot is of today.")],
        True,
    ),
    (
        "Backups are kept on backup01.lan under /srv/restic",
        "restic",
        [("T", "No backups were checked in this run.")],
        False,
    ),
    (
        "Restart sonarr before radarr, else the queue is lost",
        "sonarr",
        [
            ("C", "systemctl restart sonarr"),
            ("C", "systemctl restart radarr"),
            ("T", "I restarted sonarr before radarr so that the queue is not lost."),
        ],
        True,
    ),
    (
        "Restart sonarr before radarr, else the queue is lost",
        "sonarr",
        [("T", "Sonarr and radarr are both healthy.")],
        False,
    ),
    (
        "High load between 02:00 and 04:00 is the backup and normal",
        "nas",
        [("T", "The load is high, but between 02:00 and 04:00 that is the backup, so it is normal.")],
        True,
    ),
    ("High load between 02:00 and 04:00 is the backup and normal", "nas", [("T", "Load is 0.3.")], False),
    ("Logs rotate at midnight and lose the last minute", "loki", [("T", "Checked loki, it ingests.")], False),
    (
        "Certificate renewal needs port 80 open",
        "caddy",
        [("T", "Renewal failed because port 80 is closed; it must be open for the certificate.")],
        True,
    ),
    ("Certificate renewal needs port 80 open", "caddy", [("T", "The certificate is valid for 60 days.")], False),
    (
        "Use the read replica db2 for heavy queries",
        "postgres",
        [("C", "psql -h db2 -c 'select count(*) from events'"), ("T", "Counted.")],
        True,
    ),
    (
        "Use the read replica db2 for heavy queries",
        "postgres",
        [("C", "psql -h db1 -c 'select 1'"), ("T", "The primary answers.")],
        False,
    ),
    # Only repeated: no use.
    (
        "Needs a manual VACUUM FULL weekly",
        "postgres",
        [
            (
                "T",
                "Known from memory:\n- Needs a manual VACUUM FULL weekly\n- Must be started after WireGuard\nAll good.",
            )
        ],
        False,
    ),
    (
        "Must be started after WireGuard",
        "jellyfin",
        [("T", "- [dependency] Must be started after WireGuard (confidence: 0.8)\nEverything is up.")],
        False,
    ),
    (
        "Takes 60s to start after restart",
        "jellyfin",
        [("T", "~ Takes 60s to start after restart (confidence: 0.8; age: 12d; operations)\nFine.")],
        False,
    ),
    (
        "Takes 60s to start after restart",
        "jellyfin",
        [("T", "[MEMORY:timing:jellyfin] Takes 60s to start after restart")],
        False,
    ),
    (
        "Config lives in /etc/caddy/Caddyfile",
        "caddy",
        [("T", "I have these notes:\n- Config lives in /etc/caddy/Caddyfile\n\nNow I look at the disk.")],
        False,
    ),
    (
        "Disk fills up when the nightly export fails",
        "nas",
        [
            (
                "T",
                "1. Disk fills up when the nightly export fails\n2. Needs a manual VACUUM FULL weekly\n3. "
                "Must be started after WireGuard\n\nNone of it shows today.",
            )
        ],
        False,
    ),
    (
        "The watchdog restarts it after three failed checks",
        "mqtt",
        [("T", "The watchdog will restart it once three checks have failed, so I leave it alone.")],
        True,
    ),
    (
        "The watchdog restarts it after three failed checks",
        "mqtt",
        [("T", "mqtt is running, one check failed.")],
        False,
    ),
]

UNSEEN = [
    (
        "Needs 2 GB of memory to index the library",
        "immich",
        [("T", "Indexing will need about 2 GB of memory, and only 1 GB is free: I would not start it now.")],
        True,
    ),
    (
        "Needs 2 GB of memory to index the library",
        "immich",
        [("H", "Mem: 2.0Gi free"), ("T", "2 GB of memory are free.")],
        False,
    ),
    (
        "Answers slowly for five minutes after a deploy",
        "gitlab",
        [("T", "It is slow, which is expected in the first five minutes after a deploy.")],
        True,
    ),
    ("Answers slowly for five minutes after a deploy", "gitlab", [("T", "GitLab answers within 200 ms.")], False),
    (
        "Use systemctl reload instead of restart to keep connections",
        "haproxy",
        [("C", "systemctl reload haproxy"), ("T", "Reloaded so that connections are kept.")],
        True,
    ),
    (
        "Use systemctl reload instead of restart to keep connections",
        "haproxy",
        [("C", "systemctl restart haproxy"), ("T", "Restarted.")],
        False,
    ),
    (
        "The real config is mounted from /srv/stacks/traefik",
        "traefik",
        [("C", "ls -la /srv/stacks/traefik/dynamic"), ("T", "The dynamic config is there.")],
        True,
    ),
    (
        "The real config is mounted from /srv/stacks/traefik",
        "traefik",
        [("C", "docker logs traefik"), ("T", "No errors in the log.")],
        False,
    ),
    (
        "Zigbee devices drop off when channel 11 is used",
        "zigbee2mqtt",
        [("T", "Devices dropped off: let me check whether it is on channel 11, as zigbee does badly there.")],
        True,
    ),
    ("Zigbee devices drop off when channel 11 is used", "zigbee2mqtt", [("T", "All 34 devices are online.")], False),
    (
        "The first request after idle takes 8 seconds",
        "ollama",
        [("T", "The first request took long, as it does after idle, so I measured a second one.")],
        True,
    ),
    (
        "The first request after idle takes 8 seconds",
        "ollama",
        [("H", "time_total: 8.01"), ("T", "The request took 8 seconds.")],
        False,
    ),
    (
        "Snapshots are pruned on Sundays by zfs-prune.timer",
        "nas",
        [("C", "systemctl list-timers zfs-prune.timer"), ("T", "The timer is armed.")],
        True,
    ),
    ("Snapshots are pruned on Sundays by zfs-prune.timer", "nas", [("T", "The pool is healthy, no errors.")], False),
    (
        "Fails with error 1045 when the password was rotated",
        "mariadb",
        [("T", "Error 1045: the password was probably rotated, I ask for the new one.")],
        True,
    ),
    ("Fails with error 1045 when the password was rotated", "mariadb", [("T", "MariaDB accepts connections.")], False),
    (
        "Swap usage above 80 % is harmless on this host",
        "web1",
        [("T", "Swap stands above 80 %, which is harmless on web1.")],
        True,
    ),
    (
        "Swap usage above 80 % is harmless on this host",
        "web1",
        [("H", "Swap: 82%"), ("T", "Swap usage is 82 %.")],
        False,
    ),
    (
        "Grafana loses its session when redis restarts",
        "grafana",
        [
            (
                "T",
                "My notes:\n- Grafana loses its session when redis restarts\n- Needs a manual VACUUM FULL weekly\n\nOk",
            )
        ],
        False,
    ),
    (
        "Grafana loses its session when redis restarts",
        "grafana",
        [("T", "Redis was restarted an hour ago, so grafana lost its sessions: users must log in again.")],
        True,
    ),
    (
        "Run occ maintenance:mode --off after every upgrade",
        "nextcloud",
        [("C", "sudo -u www-data php occ maintenance:mode --off"), ("T", "Maintenance mode is off.")],
        True,
    ),
    ("Run occ maintenance:mode --off after every upgrade", "nextcloud", [("T", "Nextcloud is healthy.")], False),
    ("The UPS reports a wrong battery level at night", "nut", [("T", "The battery level is 100 %.")], False),
    (
        "The UPS reports a wrong battery level at night",
        "nut",
        [("T", "It shows 12 % battery, but the UPS is known to report a wrong level at night; no event.")],
        True,
    ),
]

# A second batch that was judged before anything was changed for it.
LATER = [
    (
        "Syncs only while the phone is on the same network",
        "syncthing",
        [("T", "The phone is not on the same network right now, so it cannot sync; nothing is wrong.")],
        True,
    ),
    (
        "Syncs only while the phone is on the same network",
        "syncthing",
        [("T", "syncthing runs, 3 folders are up to date.")],
        False,
    ),
    (
        "The API token of the exporter is in /root/.exporter.env",
        "exporter",
        [("C", "test -r /root/.exporter.env && echo ok"), ("T", "The file is readable.")],
        True,
    ),
    (
        "The API token of the exporter is in /root/.exporter.env",
        "exporter",
        [("C", "curl -s localhost:9100/metrics"), ("T", "Metrics are served.")],
        False,
    ),
    (
        "OOM kills happen during the nightly scan at 03:00",
        "clamav",
        [("T", "It was killed at 03:05, which fits the nightly scan running out of memory.")],
        True,
    ),
    (
        "OOM kills happen during the nightly scan at 03:00",
        "clamav",
        [("H", "03:00 scan started"), ("T", "The scan started at 03:00.")],
        False,
    ),
    (
        "A red status light on the switch is normal after firmware 4.2",
        "switch",
        [("T", "The red light is normal since firmware 4.2, no action.")],
        True,
    ),
    ("A red status light on the switch is normal after firmware 4.2", "switch", [("T", "All ports are up.")], False),
    (
        "docker compose needs the profile prod",
        "shop",
        [("C", "docker compose --profile prod ps"), ("T", "Five containers run.")],
        True,
    ),
    ("docker compose needs the profile prod", "shop", [("C", "docker ps"), ("T", "Five containers run.")], False),
    (
        "Replication lag under 30 seconds is fine",
        "mariadb",
        [("T", "Replication lags 12 seconds, below the 30 seconds that are fine.")],
        True,
    ),
    (
        "Replication lag under 30 seconds is fine",
        "mariadb",
        [("H", "Seconds_Behind_Master: 0"), ("T", "Replication is running without lag.")],
        False,
    ),
    (
        "Ask before touching the firewall",
        "gw1",
        [("T", "The firewall would need a new rule; I do not touch it but ask first.")],
        True,
    ),
    ("Ask before touching the firewall", "gw1", [("T", "gw1 answers to ping.")], False),
    (
        "Health endpoint is /healthz, not /health",
        "api",
        [("C", "curl -fsS http://api.lan/healthz"), ("H", "ok"), ("T", "Healthy.")],
        True,
    ),
    (
        "Health endpoint is /healthz, not /health",
        "api",
        [("C", "curl -fsS http://api.lan/"), ("H", "200"), ("T", "Healthy.")],
        False,
    ),
    (
        "Backups larger than 40 GB mean the cache was included",
        "restic",
        [("T", "The backup has 52 GB, more than 40: the cache was probably included again.")],
        True,
    ),
    (
        "Backups larger than 40 GB mean the cache was included",
        "restic",
        [("H", "added 12.4 GiB"), ("T", "The backup of tonight added 12.4 GiB.")],
        False,
    ),
    (
        "Two nodes must stay up for quorum",
        "etcd",
        [("T", "I restart one node only, so that two stay up and quorum holds.")],
        True,
    ),
    ("Two nodes must stay up for quorum", "etcd", [("T", "All three nodes are healthy.")], False),
    (
        "Certificates are renewed by acme.sh on proxy1",
        "caddy",
        [("C", "ssh proxy1 acme.sh --list"), ("T", "Renewal is planned for next week.")],
        True,
    ),
    (
        "Certificates are renewed by acme.sh on proxy1",
        "caddy",
        [("T", "The certificate is valid for 41 more days.")],
        False,
    ),
]
