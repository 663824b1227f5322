"""Makes a data folder as this version leaves it, through the command line alone, for the tests of later versions.

Run by hand, never by the tests; the README beside each fixture gives the whole command. It works in ``/srv`` and
``/home/operator``, so that no path of a developer's machine gets into the data: give it both as empty file systems of
its own (``unshare --mount``). The real Claude CLI is taken from the cache of ``support.claude_install`` and asks a
Messages API on loopback.
"""

from __future__ import annotations

import gzip
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from changed_settings import SETTINGS  # noqa: E402
from support.claude_install import PINNED, cached_claude  # noqa: E402
from support.loopback_api import LoopbackApi, Turn  # noqa: E402

SRV, HOME = Path("/srv"), Path("/home/operator")
DATA, INFRA = SRV / "claudeops", SRV / "infra"
WEB_PORT = 8096


def bash(command: str) -> tuple[str, dict[str, str]]:
    return "Bash", {"command": command, "description": "a step"}


def outcome(summary: str, wish: str = "") -> tuple[str, dict[str, Any]]:
    escalation = {"needed": True, "reason": wish, "services": ["jellyfin"], "context": "tried twice"}
    return "StructuredOutput", {
        "summary": summary,
        "services_checked": [
            {"service": "jellyfin", "status": "down", "detail": "no answer"},
            {"service": "caddy", "status": "healthy", "detail": "200 in 12 ms"},
        ],
        "escalation": escalation if wish else {"needed": False},
    }


LOOK = """I look at every service.
[MEMORY:timing:jellyfin] Takes 60s to start after a restart
[MEMORY:dependency:nextcloud] Starts only once postgres answers on port 5432
[MEMORY:behavior:caddy] Returns HTTP 302 for /login when healthy
[MEMORY:remediation:postgres] Removing the stale lock file /var/lib/postgres/postmaster.pid lets it start after a crash
[MEMORY:maintenance] Restarts need no approval any more
[MEMORY:behavior] Thanks a lot for the help
[MEMORY:maintenance] All containers are updated on Sunday at 03:00
[EVENT:critical:jellyfin] Jellyfin does not answer on port 8096
[EVENT:warning:nextcloud] The disk of nextcloud is 91 % full
[EVENT:info] The nightly backup of 12 GB is complete"""
REPORT = """Grafana takes about 23 seconds to start after an upgrade.
The nightly backup of gitea takes 14 minutes.
It seems that the library of jellyfin might be locked after a power cut.
I could not reach the wiki of the project."""
SECOND = {"answers": [{"pair": 1, "answer": "both", "why": "The time of another job."}]}
SCRIPTS = {
    "looks": [
        Turn(LOOK, (bash("echo '[MEMORY:timing:fake] is no marker'"),)),
        Turn(REPORT, (outcome("One is down."),)),
    ],
    "climbs": [Turn("", (bash("ls /srv"),)), Turn("", (outcome("Jellyfin is down.", "a restart does not help"),))],
    "restarts": [
        Turn("", (bash("docker restart jellyfin"),)),
        Turn("[COOLDOWN:restart:jellyfin] success — came back after 20 s", (bash("docker restart jellyfin"),)),
        Turn("", (bash("docker restart jellyfin"),)),
        Turn("[MEMORY:timing:jellyfin] Takes 25s to start after a restart", (outcome("It runs again."),)),
        Turn("Reported."),
    ],
    "deletes": [Turn("", (bash("rm -rf kept"),)), Turn("It is gone.", (outcome("Removed."),)), Turn("Done.")],
    "second": [Turn("", (("StructuredOutput", SECOND),)), Turn("Sent.")],
    "busy": [Turn(error=(529, "overloaded_error", "Overloaded"))],
}


class Web(BaseHTTPRequestHandler):
    """What the watcher measures."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")


class Maker:
    """The operator: an environment, and ``claudeops`` in it."""

    def __init__(self, api: LoopbackApi) -> None:
        self.api = api
        tools = HOME / "bin"
        tools.mkdir(parents=True)
        for name in ("docker", "systemctl", "ssh", "sudo"):
            (tools / name).write_text("#!/bin/sh\nexit 0\n")
            (tools / name).chmod(0o755)
        shutil.copy2(cached_claude(PINNED), tools / "claude")
        self.env = {
            "PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(HOME),
            "TMPDIR": str(HOME),
            "CLAUDE_CODE_TMPDIR": str(HOME),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "SHELL": "/bin/bash",
            "USER": "operator",
            "ANTHROPIC_API_KEY": "a-key-that-is-not-kept",
            "NO_PROXY": "127.0.0.1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CODE_MAX_RETRIES": "0",
            "_CLAUDEOPS_HOOK_PATIENCE": "100",
            "CLAUDEOPS_RUN_OVERLOAD_RETRIES": "0",
            "CLAUDEOPS_DATA_DIR": str(DATA),
            "PYTHONPATH": str(ROOT),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
            "QT_QPA_PLATFORM": "offscreen",
            "CLAUDEOPS_SECRET_ALERT_TOKEN": "a-token-that-is-not-kept",
        }

    def start(self, *words: object, script: str = "", **env: str) -> subprocess.Popen[str]:
        more = {"ANTHROPIC_BASE_URL": self.api.url(script)} if script else {}
        return subprocess.Popen(
            [sys.executable, "-m", "claudeops_desktop", *map(str, words)],
            env=self.env | more | env,
            cwd=HOME,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def __call__(self, *words: object, script: str = "", codes: tuple[int, ...] = (0,), **env: str) -> str:
        process = self.start(*words, script=script, **env)
        out, _ = process.communicate(timeout=300)
        print("claudeops", *words, "→", process.returncode, flush=True)
        if process.returncode not in codes:
            raise SystemExit(out)
        return out

    def ask(self, *words: object) -> Any:
        return json.loads(self(*words, "--json"))

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(DATA / "claudeops.db", timeout=30)) as database, database:
            return database.execute(statement, values).fetchall()

    def answered(self, word: str, *words: object, script: str, **env: str) -> None:
        """A run that waits for an answer, which another terminal gives."""
        process = self.start("run", "--agent", "claude", *words, script=script, **env)
        wait_for(lambda: self.ask("approvals", "list", "--state", "waiting"))
        (question,) = self.ask("approvals", "list", "--state", "waiting")
        self("approvals", word, question["id"], "--note", "only jellyfin")
        out, _ = process.communicate(timeout=300)
        print(out)


def wait_for(condition: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise SystemExit("what was waited for did not come")
        time.sleep(0.2)


def ago(**time: float) -> str:
    moment = datetime.now(UTC) - timedelta(**time)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.000Z"


def make_services(claudeops: Maker) -> None:
    INFRA.mkdir()
    (INFRA / "CLAUDE-OPS.md").write_text("# Infrastructure\n\nJellyfin runs on nas.example.net, behind caddy.\n")
    claudeops("services", "add", "jellyfin", "http", "--set", f"url=http://127.0.0.1:{WEB_PORT}/health")
    claudeops(
        "services", "add", "caddy", "tcp", "--set", "address=127.0.0.1", "--set", "port=443", "--set", "retries=0"
    )
    claudeops("services", "add", "backup", "command", "--set", "command=true", "--label", "nightly")
    claudeops("repositories", "add", INFRA)


def make_memories(claudeops: Maker) -> None:
    """Of every category and state, through the same door as an operator's."""
    old = HOME / "old.json"
    rows = [
        ("timing", "nextcloud", "A scan of all files takes 40 min", 0.5, 50),
        ("dependency", "sonarr", "Starts only once the mount /srv/media is there", 0.5, 46),
        ("remediation", "adguard", "Clearing the query log frees the disk when it is over 90 %", 0.5, 120),
        ("behavior", "adguard", "Answers on port 53 and on port 8083", 0.8, 400),
        ("behavior", "gitea", "Keeps its repositories in /srv/git", 0.9, 420),
        ("maintenance", None, "The uninterruptible power supply is tested every quarter", 0.9, 30),
    ]
    names = ("category", "service", "observation", "confidence")
    found = [
        dict(zip(names, row, strict=False))
        | {"active": 1, "created_at": ago(days=row[4]), "updated_at": ago(days=row[4])}
        for row in rows
    ]
    old.write_text(json.dumps(found))
    claudeops("memory", "import", old)
    add = ("memory", "add", "--yes")
    claudeops(*add, "The tunnel to nas.example.net is renewed every 12 hours", "--category", "behavior",
              "--service", "wireguard", "--confidence", 0.9)  # fmt: skip
    claudeops(*add, "The tunnel to nas.example.net is renewed every 24 hours", "--category", "behavior",
              "--service", "wireguard")  # fmt: skip
    claudeops(*add, "The nightly dump begins at 02:00", "--category", "timing", "--service", "postgres")
    claudeops(*add, "The nightly dump begins at 03:30 on the replica", "--category", "timing", "--service", "postgres")
    claudeops(*add, "Prefer plain sentences in reports", "--category", "behavior", "--domain", "preferences", "--pin")
    claudeops(*add, "The balcony is watered at 06:30", "--category", "timing", "--domain", "hobbies")
    claudeops(*add, "Logs in with the old download client", "--category", "behavior", "--service", "sonarr")
    claudeops(*add, "Answers slowly while the index is built", "--category", "behavior", "--service", "sonarr")
    claudeops(*add, "Uses about 2 GB of memory", "--category", "behavior", "--service", "grafana", "--confidence", 0.2)
    claudeops(*add, "The scanner stands in the cellar", "--category", "behavior")
    claudeops("memory", "purge", "cellar", "--yes")
    known = {row["observation"]: row["id"] for row in claudeops.ask("memory", "list")}
    claudeops("memory", "rm", known["Logs in with the old download client"])
    claudeops("memory", "rm", known["Answers slowly while the index is built"])
    claudeops("memory", "restore", known["Answers slowly while the index is built"])
    claudeops("memory", "edit", known["Answers on port 53 and on port 8083"], "--text", "Answers on port 53 alone")
    claudeops("memory", "adjust", known["Uses about 2 GB of memory"], "--by", 0.05)
    claudeops("memory", "adjust", known["The balcony is watered at 06:30"], "--by", -0.1)
    claudeops("lessons", "add", "Prefer a reload over a restart")
    claudeops("lessons", "add", "Read the port from the compose file")
    claudeops("lessons", "edit", 2, "--off")


def make_runs(claudeops: Maker) -> None:
    run = ("run", "--agent", "claude")
    said = (
        "Check every service. Renew the certificate of cloud.example.net in 10 days. Check the upgrade of gitea in 3"
        " weeks. The array is tested tomorrow. Never restart postgres at night."
    )
    claudeops(*run, "--prompt", said, script="looks")
    claudeops("observe")
    claudeops("run", "--agent", "watch", "--json")
    claudeops(*run, "--tier", 2, "--service", "jellyfin", "--prompt", "How long does jellyfin take to start?",
              script="restarts")  # fmt: skip
    claudeops.answered("approve", "--prompt", "Look at jellyfin.", script="climbs")
    claudeops(*run, "--prompt", "Look at jellyfin.", script="climbs", CLAUDEOPS_APPROVALS_WAIT_MINUTES="0.03")
    (HOME / "kept").mkdir()
    claudeops.answered("refuse", "--tier", "2", "--prompt", "Make room.", script="deletes")
    claudeops(*run, "--prompt", "Check.", script="busy", codes=(1,))
    claudeops("run", "--agent", "watch", "--dry-run", "--service", "caddy")
    first = min(DATA.glob("logs/session-000001-*.ndjson"))
    (SRV / "recording.ndjson").write_bytes(first.read_bytes())
    claudeops("run", "--agent", f"replay:{SRV / 'recording.ndjson'}")
    claudeops("observe")


def make_records(claudeops: Maker) -> None:
    claudeops("events", "ack", 1)
    claudeops("coming", "cancel", 2)
    for pair in claudeops.ask("review", "list", "--kind", "conflict")[:1]:
        claudeops("review", "resolve", pair["id"], "--as", "both")
    claudeops("memory", "second-look", "run", script="second")
    claudeops("events", "mute", "--service", "caddy", "--level", "warning", "--until", "never", "--reason", "Known.")
    claudeops("events", "mute", "--text", "backup", "--for", "30d")
    claudeops("events", "mute", "--service", "sonarr", "--for", "1h")
    claudeops("events", "unmute", 3)
    claudeops("cooldowns", "limits", "postgres", "--restarts", 1, "--restart-hours", 12, "--redeployments", 0)
    claudeops("cooldowns", "maintenance", "nextcloud", "on", "--until", "9d", "--note", "Moving the data")
    claudeops("prompts", "save", "After an update", "--prompt", "Look at what was updated.", "--tier", 2)
    claudeops("prompts", "save", "Slow", "--prompt", "Why is it slow?", "--service", "jellyfin", "--agent", "claude")
    for question in ("How long does jellyfin take to start?", "What does nextcloud depend on?"):
        claudeops("recall", question)


def make_schedules(claudeops: Maker) -> None:
    """Schedules that missed due times, a daemon that says what becomes of them, and alerts that come to it."""
    add = ("schedule", "add")
    claudeops(*add, "Every hour", "--every", "1h", "--agent", "watch", "--jitter", 20, "--catch-up", "run")
    asks = ("--catch-up", "ask", "--max-age", "200h", "--keep-awake")
    about = ("--tier", 2, "--prompt", "Look at last night.", "--service", "jellyfin")
    claudeops(*add, "Mornings", "--cron", "0 9 * * 1-5", "--agent", "watch", *asks, *about)
    claudeops(*add, "Nights", "--cron", "30 2 * * *", "--agent", "watch", "--catch-up", "skip", "--wait-network")
    claudeops(*add, "Sundays", "--cron", "0 4 * * 0", "--disabled")
    claudeops.sql("UPDATE schedules SET created_at = ?, anchor_at = ?, watched_from = ?", *[ago(days=4.2)] * 3)
    claudeops("settings", "set", "alerts.enabled", "true")
    daemon = claudeops.start("daemon", script="looks")
    assert daemon.stdout is not None
    for line in daemon.stdout:
        print("daemon:", line.strip(), flush=True)
        if "alerts come in" in line:
            break
    threading.Thread(target=daemon.stdout.read, daemon=True).start()
    claudeops("alerts", "test", "--firing", "--service", "jellyfin", "--title", "Jellyfin does not answer")
    claudeops("alerts", "test", "--firing", "--service", "jellyfin", "--title", "Jellyfin does not answer")
    claudeops("alerts", "test")
    wait_for(lambda: claudeops.sql("SELECT 1 FROM alerts WHERE state = 'started'"))
    wait_for(lambda: not claudeops.sql("SELECT 1 FROM sessions WHERE ended_at IS NULL"))
    wait_for(lambda: not claudeops.sql("SELECT 1 FROM due_times WHERE state IN ('queued', 'running')"))
    for row in claudeops.ask("schedule", "history", "--state", "asked")[:1]:
        claudeops("schedule", "answer", row["id"], "skip")
    daemon.send_signal(signal.SIGTERM)
    daemon.wait(timeout=60)
    claudeops("settings", "set", "alerts.enabled", "false")


def open_window(claudeops: Maker) -> None:
    """The window was open once: what it remembers."""
    window = claudeops.start("--data-dir", DATA, "--show", "memories")
    time.sleep(15)
    window.send_signal(signal.SIGTERM)
    out, _ = window.communicate(timeout=60)
    print("window:", out)


def make_settings(claudeops: Maker) -> None:
    names = [row["name"] for row in claudeops.ask("settings", "list")]
    values = dict(SETTINGS)
    file = DATA / "settings.toml"
    file.write_text(f"# What differs here, and why.\n\n{file.read_text()}")
    for name in names:
        if name.startswith("lifetimes.") and name != "lifetimes.own":
            values[name] = {"decay": 0.004, "stale_days": 77, "archive_days": 333}[name.rpartition(".")[2]]
    for name, value in values.items():
        claudeops("settings", "set", name, value)
    left = [r["name"] for r in claudeops.ask("settings", "list") if r["value"] == r["default"]]
    print("settings that have their default:", left)


def leave_in_conflict(claudeops: Maker) -> None:
    """A pair that waits for an answer, and for a second look."""
    add = ("memory", "add", "--yes", "--category", "timing", "--service", "gitea")
    claudeops(*add, "The nightly archive begins at 01:00")
    claudeops(*add, "The nightly archive begins at 02:30 on the replica")


def make_exports(claudeops: Maker) -> None:
    exports = SRV / "exports"
    exports.mkdir()
    claudeops("memory", "export", exports / "memories.json")
    chain = claudeops.sql("SELECT max(parent_session_id) FROM sessions")[0][0]
    for kind in ("json", "md", "html"):
        claudeops("sessions", "export", chain, "-o", exports / f"session.{kind}")
    claudeops("backup", "--no-logs", exports / "backup.zip")


def pack(target: Path) -> None:
    """Put what is to be kept into a folder of the project: locks are left out, what is large is compressed."""
    for name in ("claudeops.db", "log-index.db"):
        with closing(sqlite3.connect(DATA / name)) as database:
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for file in sorted(path for path in SRV.rglob("*") if path.is_file()):
        kept = target / file.relative_to(SRV)
        if file.suffix in (".lock", ".db-wal", ".db-shm") or file.parent == SRV:
            continue
        kept.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix in (".db", ".ndjson") or (file.stat().st_size > 10_000 and file.suffix != ".zip"):
            kept.with_name(f"{kept.name}.gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
        else:
            kept.write_bytes(file.read_bytes())


def main(target: Path) -> None:
    """Make all of it, in the order in which an operator would."""
    target = target.absolute()
    if target.exists():
        raise SystemExit(f"{target} is there already")
    for place in (SRV, HOME):
        if any(place.iterdir()):
            raise SystemExit(f"{place} must be empty: see the README of a fixture")
    web = ThreadingHTTPServer(("127.0.0.1", WEB_PORT), Web)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    with LoopbackApi(SCRIPTS) as api:
        claudeops = Maker(api)
        DATA.mkdir()
        make_services(claudeops)
        make_memories(claudeops)
        make_runs(claudeops)
        make_records(claudeops)
        make_schedules(claudeops)
        open_window(claudeops)
        leave_in_conflict(claudeops)
        claudeops("index-logs")
        claudeops("doctor", codes=(0, 1))
        make_settings(claudeops)
        make_exports(claudeops)
    pack(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
