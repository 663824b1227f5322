"""``claudeops observe --hook``: the CLI is about to compact a conversation, or one has ended (E3).

Called by the CLI with a JSON document on stdin. It only notes in the database that the transcript waits to be observed,
and whoever keeps the schedule observes it within a minute. It needs nothing but the standard library, starts in a tenth
of a second, says nothing, and fails open: a session is never held up or ended by it.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from ...core.store_setting import server_url

PATIENCE_S = 2.0
MOST_READ = 1_000_000
TRIGGERS = {"PreCompact": "compaction", "SessionEnd": "session_end", "Stop": "session_end"}
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def run_hook(words: Sequence[str], environ: Mapping[str, str] | None = None, stdin: IO[str] | None = None) -> int:
    """Note what the hook tells; always 0.

    ``words`` may name the database (``--database FILE``) and the session of ours (``--session N``); without them the
    data folder is found as always, and the transcript is the one that the hook names.
    """
    try:
        given = json.loads((stdin or sys.stdin).read(MOST_READ))
        note_transcript(given, words, os.environ if environ is None else environ)
    except Exception as error:  # whatever it was: the session goes on
        print(f"Not noted for observation ({type(error).__name__}: {error}).", file=sys.stderr)  # noqa: T201
    return 0


def note_transcript(given: Mapping[str, Any], words: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Tell whether a transcript was noted. Raises sqlite3.Error, OSError or ValueError.

    Where the store is on a server it is noted beside it, for the application of this machine to take it in.
    """
    trigger = TRIGGERS.get(str(given.get("hook_event_name")), "")
    database = Path(_after(words, "--database") or _data_folder(words, environ) / "claudeops.db")
    if trigger and server_url(str(database.parent)):
        return _keep(given, words, trigger, str(database.parent))
    if not trigger or not database.is_file() or not database.stat().st_size:  # opening zero bytes would delete its log
        return False
    session = _after(words, "--session")
    connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE_S)
    try:
        with connection:
            if session:
                return _note_session(connection, int(session), trigger)
            return _note_transcript(connection, given, trigger)
    finally:
        connection.close()


def _note_session(connection: sqlite3.Connection, session_id: int, trigger: str) -> bool:
    """A session of ours: its own log is what is observed, whatever the hook names."""
    row = connection.execute("SELECT log_file FROM sessions WHERE id = ? AND log_file <> ''", (session_id,)).fetchone()
    return row is not None and _put(connection, row[0], f"session:{session_id}", trigger, session_id)


def _keep(given: Mapping[str, Any], words: Sequence[str], trigger: str, folder: str) -> bool:
    from .noted_outbox import keep_note

    session, now = _after(words, "--session"), _moment()
    if session:
        keep_note(folder, {"session": int(session), "trigger": trigger, "at": now})
        return True
    name, path = _named(given)
    if name:
        keep_note(folder, {"conversation": name, "path": str(path), "trigger": trigger, "at": now})
    return bool(name)


def _named(given: Mapping[str, Any]) -> tuple[str, Path]:
    """The conversation and its transcript; "" for one that is not where the CLI keeps them."""
    name, path = str(given.get("session_id", "")), Path(str(given.get("transcript_path", "")))
    if not _UUID.fullmatch(name) or path.name != f"{name}.jsonl" or "projects" not in path.parts or not path.is_file():
        return "", path
    return name, path


def _note_transcript(connection: sqlite3.Connection, given: Mapping[str, Any], trigger: str) -> bool:
    """A session that the operator had with the CLI. Only a transcript where the CLI keeps them is taken."""
    name, path = _named(given)
    if not name:
        return False
    ours = connection.execute("SELECT 1 FROM sessions WHERE agent_session_id = ?", (name,)).fetchone()
    return ours is None and _put(connection, str(path), f"cli:{name.lower()}", trigger, None)


def _put(connection: sqlite3.Connection, path: str, conversation: str, trigger: str, session_id: int | None) -> bool:
    at = _moment()
    connection.execute(
        "INSERT INTO transcripts (path, conversation_id, session_id, trigger, state, created_at, updated_at)"
        " VALUES (?, ?, ?, ?, 'waiting', ?, ?) ON CONFLICT (conversation_id) DO UPDATE SET path = excluded.path,"
        " trigger = excluded.trigger, state = 'waiting', updated_at = excluded.updated_at",
        (path, conversation, session_id, trigger, at, at),
    )
    return True


def _moment() -> str:
    now = datetime.now(UTC)
    return f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03d}Z"


def _after(words: Sequence[str], name: str) -> str:
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == name:
            return following
        if word.startswith(f"{name}="):
            return word.partition("=")[2]
    return ""


def _data_folder(words: Sequence[str], environ: Mapping[str, str]) -> Path:
    named = _after(words, "--data-dir") or environ.get("CLAUDEOPS_DATA_DIR", "")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path  # not there where the interpreter was started without packages

    return user_data_path("claudeops", appauthor=False)
