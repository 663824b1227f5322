"""The first use of an installed program, whatever installed it: a session of the watcher, memory that is kept, the
window without a display."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

FOREIGN = ("CLAUDEOPS_", "ANTHROPIC_", "CLAUDE_", "PYTHON", "XDG_", "DBUS_", "PIP_CONSTRAINT", "VIRTUAL_ENV", "QT_")
RECORDING = (
    '{"type":"assistant","message":{"content":[{"type":"text","text":"[MEMORY:timing:jellyfin] Takes 60s"}]}}\n'
    '{"type":"result","subtype":"success","is_error":false,"result":"Done.","num_turns":1}\n'
)
WINDOW_S = 60.0


class Failed(Exception):
    """A step did not end as it should; the text says how."""


def clean_environment(home: Path) -> dict[str, str]:
    """The environment of an operator whose home is empty."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        kept.pop(name, None)
    return kept | {"HOME": str(home), "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}


def try_program(program: Sequence[str], place: Path, *, window: bool = True) -> dict[str, object]:
    """Use ``program`` (the words that start it) in the folder ``place``; what it answered. Raises Failed."""
    environ, data = clean_environment(place), place / "data"

    def ask(*words: str) -> str:
        command = [*program, "--data-dir", str(data), *words]
        done = subprocess.run(
            command, env=environ, cwd=place, capture_output=True, text=True, check=False, timeout=300,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        said = done.stdout + done.stderr
        if done.returncode or "That is a bug" in said:
            raise Failed(f"`claudeops {' '.join(words)}` ends with {done.returncode}: {said[-800:]}")
        return done.stdout

    version = ask("--version").strip()
    said = ask("run", "--agent", "watch")
    if "completed" not in said:
        raise Failed(f"The session of the watcher did not complete: {said[-800:]}")
    recording = place / "said.ndjson"
    recording.write_text(RECORDING, encoding="utf-8")
    ask("run", "--agent", f"replay:{recording}")
    memories = [memory["observation"] for memory in json.loads(ask("memory", "list", "--json"))]
    if "Takes 60s" not in memories:
        raise Failed(f"The session's memory was not kept: {memories}")
    found = json.loads(ask("recall", "How long does jellyfin take to start?", "--json"))
    if "60s" not in json.dumps(found):
        raise Failed(f"The memory is not recalled: {found}")
    if window:
        _try_window(program, data, environ)
    return {"version": version, "sessions": 2, "memories": len(memories), "window": window}


def _try_window(program: Sequence[str], data: Path, environ: dict[str, str]) -> None:
    """Open the window without a display until all of it stands, and end it by a signal."""
    with subprocess.Popen(
        [*program, "--data-dir", str(data)],
        env=environ | {"QT_QPA_PLATFORM": "offscreen"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        until = time.monotonic() + WINDOW_S
        while not _has_schedule(data) and process.poll() is None and time.monotonic() < until:
            time.sleep(0.1)
        stands = _has_schedule(data)
        process.send_signal(signal.SIGTERM)
        try:
            said, _ = process.communicate(timeout=WINDOW_S)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Failed("The window did not end by SIGTERM.") from None
    if not stands or process.returncode or b"Traceback" in said:
        raise Failed(f"The window ended with {process.returncode}: {said.decode(errors='replace')[-800:]}")


def _has_schedule(data: Path) -> bool:
    """Whether the application has made its first schedule, which it does when all parts stand."""
    if not (data / "claudeops.db").exists():
        return False
    connection = sqlite3.connect(data / "claudeops.db")
    try:
        return bool(connection.execute("SELECT count(*) FROM schedules").fetchone()[0])
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
