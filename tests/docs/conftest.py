"""A home and a data folder in which every example of the documentation finds what it names."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from source_files import copy_sample
from support.cases import fill_cases, fill_patterns
from support.folders import own_store
from support.other_process import StoreConnection, other_connection

from claudeops_desktop.agents.log import SessionLog, log_name
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

ROOT = Path(__file__).parents[2]
DATA = ".local/share/claudeops"
NOW = datetime.now(UTC)
SERVICES = "".join(
    f'[[service]]\nname = "{name}"\ncheck = "command"\ncommand = ["/bin/true"]\n\n'
    for name in ("jellyfin", "postgres", "grafana", "backup", "disk")
)
CLAUDE_OPS = """
CREATE TABLE sessions (id INTEGER PRIMARY KEY, tier INTEGER NOT NULL, model TEXT NOT NULL, prompt_file TEXT,
    status TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT, exit_code INTEGER, log_file TEXT, context TEXT,
    response TEXT, cost_usd REAL, num_turns INTEGER, duration_ms INTEGER, trigger TEXT NOT NULL DEFAULT 'scheduled',
    prompt_text TEXT, parent_session_id INTEGER, summary TEXT);
CREATE TABLE events (id INTEGER PRIMARY KEY, session_id INTEGER, level TEXT NOT NULL, service TEXT,
    message TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE memories (id INTEGER PRIMARY KEY, service TEXT, category TEXT NOT NULL, observation TEXT NOT NULL,
    confidence REAL NOT NULL DEFAULT 0.7, active INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL, session_id INTEGER, tier INTEGER NOT NULL DEFAULT 1);
CREATE TABLE cooldown_actions (id INTEGER PRIMARY KEY, service TEXT NOT NULL, action_type TEXT NOT NULL,
    timestamp TEXT NOT NULL, success INTEGER NOT NULL, tier INTEGER NOT NULL, error TEXT, session_id INTEGER);
INSERT INTO memories (service, category, observation, created_at, updated_at)
    VALUES ('nas', 'timing', 'Takes 90s to start', '2025-01-20T14:00:00Z', '2025-01-20T14:00:00Z');
"""


def at(**ago: float) -> str:
    """A time before now, as the database writes it."""
    return (NOW - timedelta(**ago)).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


@dataclass(frozen=True)
class PreparedHome:
    """A home, the folder in which the blocks of one file run, and the environment of their shell."""

    home: Path
    folder: Path
    environ: dict[str, str]


def _insert(database: StoreConnection, table: str, **values: object) -> None:
    database.execute(
        f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", [*values.values()]
    )


def _learn(data: Path) -> None:
    """Cases, patterns and findings."""
    store = open_store(DataFolder(data))
    book = RecordRepositories(store)
    store.write(lambda: fill_cases(book)).result()
    store.write(lambda: fill_patterns(book)).result()
    store.close()


def _fill(database: StoreConnection, log: Path) -> None:
    then = at(hours=3)
    _insert(database, "runs", id=1, trigger="manual", agent="claude", status="completed", started_at=then, max_tier=3)
    for session in (1, 40):
        _insert(
            database, "sessions", id=session, run_id=1, agent="claude", trigger="manual", status="completed",
            started_at=then, ended_at=at(hours=2), log_file=str(log), prompt_text="Look", response="All is well.",
        )  # fmt: skip
    for turn in (1, 2, 3):
        _insert(
            database, "checkpoints", session_id=40, turn=turn, user_input="Look", model_output="ok", created_at=then
        )
    for memory in range(1, 51):
        held = memory in {12, 13, 14, 15, 41, 42, 43}
        service = "jellyfin" if memory % 2 else "postgres"
        text = f"Job {memory} of {service} takes {memory * 7} minutes on old-host"
        _insert(
            database, "memories", id=memory, service=service, category="timing", observation=text, active=not held,
            gate="hold" if held else "allow", gate_why="It orders something." if held else "", created_at=then,
            updated_at=then, source="observed", confidence=0.7,
        )  # fmt: skip
    for event in range(1, 16):
        level = "critical" if event > 11 else "warning"
        service = "jellyfin" if event % 2 else "grafana"
        _insert(
            database,
            "events",
            id=event,
            session_id=40,
            level=level,
            service=service,
            message=f"full {event}",
            created_at=at(hours=1),
            fold=event,
        )
    for number, service in ((12, "postgres"), (13, "grafana")):
        _insert(
            database, "incidents", id=number, service=service, started_at=then, opened_at=at(hours=2), cause="refused"
        )
    for number in (1, 2, 3):
        _insert(
            database,
            "forward_triggers",
            id=number,
            trigger_date="2031-03-01",
            original_message=f"Renew certificate {number}",
            created_at=then,
        )
    for number in (1, 2, 3, 4):
        _insert(
            database,
            "lessons",
            id=number,
            text=f"Ask before restart {number}",
            source="correction",
            gate="hold" if number == 4 else "allow",
            active=number != 4,
            created_at=then,
            updated_at=then,
        )
    for number in (1, 2):
        _insert(
            database,
            "schedules",
            id=number,
            name=f"Look {number}",
            kind="cron",
            rule="0 9 * * *",
            anchor_at=then,
            watched_from=then,
            created_at=then,
        )
    _insert(database, "due_times", id=118, schedule_id=1, due_at=then, state="asked", why="missed")
    for number in (3, 4, 5):
        _insert(
            database, "approvals", id=number, kind="action" if number == 4 else "tier", run_id=1, session_id=40, tier=2,
            services='["jellyfin"]', command="docker restart jellyfin" if number == 4 else "",
            action="restart" if number == 4 else "", reason="It does not answer.", may="It may restart.",
            asked_at=at(minutes=1), expires_at=(NOW + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        )  # fmt: skip
    _insert(database, "health_checks", session_id=40, service="jellyfin", status="healthy", measured=1, checked_at=then)
    _insert(
        database, "memory_conflicts", id=1, old_id=16, new_id=18, kind="likely", certainty=0.6, state="both",
        by="second look", created_at=then, resolved_at=then, before='{"old": {"confidence": 0.5}, "new": {}}',
    )  # fmt: skip
    _insert(database, "second_look_calls", id=3, asked_at=then, model="claude:haiku", pairs=1, answered_at=then)
    _insert(
        database, "second_looks", id=7, old_id=16, new_id=18, reason="unsure", verdict="contradiction", score=0.6,
        state="changed", call_id=3, place=1, sent="{}", answer="both", outcome="It has back what it had lost.",
        conflict_id=1, prior='{"state": "open"}', created_at=then, settled_at=then,
    )  # fmt: skip
    for component in ("gate", "memory", "observe"):
        _insert(
            database,
            "telemetry",
            at=then,
            component=component,
            action=f"memory.{component}",
            session_id=40,
            memory_id=12,
        )
    _insert(
        database,
        "steps",
        id=41,
        job="observe:session:40:0",
        step="read",
        state="failed",
        attempts=3,
        error="The model did not answer.",
        session_id=40,
        created_at=then,
    )
    _insert(
        database,
        "cooldown_actions",
        service="jellyfin",
        action_type="restart",
        success=1,
        created_at=then,
        session_id=40,
    )


OTHER_PROGRAMS = {
    "mem0-history.db": ".mem0/history.db",
    "claude-mem.db": ".claude-mem/claude-mem.db",
    "basic-memory": "basic-memory",
    "obsidian": "vault",
    "claude-memory": ".claude/projects/-srv-media/memory",
}


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home that each test copies."""
    home = tmp_path_factory.mktemp("documented")
    data = home / DATA
    subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(data), "memory", "list"],
        check=True, capture_output=True, env=os.environ | {"HOME": str(home)},
    )  # fmt: skip
    recording = ROOT / "tests/recordings/success_markers_tool-2.1.197.ndjson"
    written = SessionLog(data / "logs" / log_name(40, NOW), clock=lambda: NOW)
    for line in recording.read_bytes().splitlines():
        written.append("stdout", line)
    written.append("stderr", b"no space left on device")
    written.close()
    log = written.path
    with other_connection(DataFolder(data)) as database:
        _fill(database, log)
    _learn(data)
    (data / "services.toml").write_text(SERVICES)
    (home / "homelab").mkdir()
    (home / "homelab/README.md").write_text("# Homelab\n\nJellyfin runs on nas.\n")
    (home / "homelab/CLAUDE-OPS.md").write_text("# Homelab\n\nJellyfin runs on nas. Leave the switch alone.\n")
    (home / "claude-ops").mkdir()
    with closing(sqlite3.connect(home / "claude-ops/claudeops.db")) as old, old:
        old.executescript(CLAUDE_OPS)
    projects = home / ".claude/projects/-srv"
    projects.mkdir(parents=True)
    turns = [
        {"type": "user", "uuid": "1", "sessionId": "s", "timestamp": at(days=1), "cwd": "/srv",
         "message": {"role": "user", "content": "Jellyfin needs 90 seconds to start after a reboot."}},
        {"type": "assistant", "uuid": "2", "sessionId": "s", "timestamp": at(days=1), "cwd": "/srv",
         "message": {"role": "assistant", "content": [{"type": "text", "text": "Understood."}]}},
    ]  # fmt: skip
    (projects / "transcript.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in turns))
    for name, place in OTHER_PROGRAMS.items():
        (home / place).parent.mkdir(parents=True, exist_ok=True)
        copy_sample(name, home / place)
    (home / "bin").mkdir()
    launcher = home / "bin/claudeops"
    launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m claudeops_desktop "$@"\n')
    launcher.chmod(0o755)
    return home


@pytest.fixture
def prepared(template: Path, tmp_path: Path) -> Callable[[], PreparedHome]:
    """``prepared()`` gives a fresh copy of the home."""

    def prepare() -> PreparedHome:
        home = tmp_path / "home"
        shutil.copytree(template, home)
        folder = home / "work"
        folder.mkdir()
        shutil.copy(home / ".claude/projects/-srv/transcript.jsonl", folder)
        environ = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "QT_"))} | {
            "HOME": str(home),
            "PATH": f"{home / 'bin'}:{Path(sys.executable).parent}:/usr/bin:/bin",
            "CLAUDEOPS_DATA_DIR": str(home / DATA),
            "COLUMNS": "200",
            "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}",
            "PYTHON_KEYRING_BACKEND": "support.keyring_in_a_file.FileKeyring",
            "CLAUDEOPS_TEST_KEYRING": str(home / "keyring.json"),
        }
        own_store(template / DATA, home / DATA)
        with other_connection(DataFolder(home / DATA)) as database:
            database.execute("UPDATE sessions SET log_file = replace(log_file, ?, ?)", (str(template), str(home)))
        return PreparedHome(home, folder, environ)

    return prepare
