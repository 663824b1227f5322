"""Which transcripts there are and how far each was observed: table ``transcripts``. What waits here is never lost.

Everything that writes must run inside ``store.write``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from ...agents.registry import capabilities_of
from ...core.clock import to_text
from ...storage.database import proxy

WAITING, READING, DONE, FAILED = "waiting", "reading", "done", "failed"
MISSED_FOR = timedelta(days=7)  # a session that ended longer ago without being noted is left to `claudeops observe`


@dataclass(frozen=True, slots=True)
class QueuedTranscript:
    """A row of ``transcripts``.

    ``conversation_id`` is ``session:<id>`` or ``cli:<uuid>``; ``trigger`` session_end, compaction, flush or backfill;
    ``offset`` the byte up to which everything is stored, ``size`` what the file had then; ``state`` waiting, reading
    (some parts are done), done, or failed (``error`` says why). ``turns`` and ``facts`` count what was read and drawn.
    ``folder`` is that of the project that the conversation worked in, "" where none is known.
    """

    id: int
    path: str
    conversation_id: str
    session_id: int | None
    trigger: str
    size: int
    offset: int
    state: str
    turns: int
    facts: int
    error: str
    created_at: str
    updated_at: str
    folder: str = ""

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


_NAMES = ", ".join(QueuedTranscript.__dataclass_fields__)


def enqueue_transcript(
    path: str, conversation_id: str, trigger: str, now: datetime, session_id: int | None = None
) -> QueuedTranscript:
    """Note that a transcript is to be observed (from where it was left); its row."""
    at = to_text(now)
    proxy.execute_sql(
        "INSERT INTO transcripts (path, conversation_id, session_id, trigger, state, created_at, updated_at)"
        f" VALUES (?, ?, ?, ?, '{WAITING}', ?, ?)"
        " ON CONFLICT (conversation_id) DO UPDATE SET path = excluded.path, trigger = excluded.trigger,"
        f" state = '{WAITING}', updated_at = excluded.updated_at",
        (path, conversation_id, session_id, trigger, at, at),
    )
    found = get_transcript(conversation_id)
    assert found is not None  # noqa: S101
    return found


def get_transcript(conversation_id: str) -> QueuedTranscript | None:
    """One transcript by its conversation."""
    found = _select("conversation_id = ?", (conversation_id,))
    return found[0] if found else None


def waiting() -> list[QueuedTranscript]:
    """What was noted and is not observed to its end, oldest first."""
    return _select(f"state IN ('{WAITING}', '{READING}')")


def list_transcripts() -> list[QueuedTranscript]:
    """All transcripts, oldest first."""
    return _select("1")


def advance(transcript_id: int, now: datetime, *, offset: int, size: int, turns: int, facts: int, done: bool) -> None:
    """A part is stored: reading goes on after it."""
    proxy.execute_sql(
        "UPDATE transcripts SET offset = ?, size = ?, turns = turns + ?, facts = facts + ?, state = ?, error = '',"
        " updated_at = ? WHERE id = ?",
        (offset, size, turns, facts, DONE if done else READING, to_text(now), transcript_id),
    )


def rewind(transcript_id: int, now: datetime) -> None:
    """The file is another one now: it is observed from its beginning."""
    proxy.execute_sql(
        f"UPDATE transcripts SET offset = 0, state = '{WAITING}', updated_at = ? WHERE id = ?",
        (to_text(now), transcript_id),
    )


def set_folder(transcript_id: int, folder: str) -> None:
    """Note the folder of the project."""
    proxy.execute_sql("UPDATE transcripts SET folder = ? WHERE id = ?", (folder, transcript_id))


def finish_transcript(transcript_id: int, now: datetime, error: str = "") -> None:
    """Nothing is left to do; or it cannot be read, in a sentence."""
    proxy.execute_sql(
        "UPDATE transcripts SET state = ?, error = ?, updated_at = ? WHERE id = ?",
        (FAILED if error else DONE, error, to_text(now), transcript_id),
    )


def anything_waits(now: datetime) -> bool:
    """Tell whether a look at what waits could find something: a cheap question for each heartbeat.

    A session that was never noted, a transcript that is not at its end, or a step that is not done.
    """
    found = proxy.execute_sql(
        f"SELECT EXISTS (SELECT 1 FROM transcripts WHERE state IN ('{WAITING}', '{READING}'))"
        " OR EXISTS (SELECT 1 FROM steps WHERE state <> 'done' AND job LIKE 'observe:%')"
    ).fetchone()
    return bool(found[0]) or bool(unobserved_sessions(to_text(now - MISSED_FOR)))


def unobserved_sessions(since: str) -> list[int]:
    """Sessions of agents that talk, ended after ``since``, of which no transcript was ever noted: a crash came between.

    The built-in watcher says what it measured in markers alone.
    """
    rows = proxy.execute_sql(
        "SELECT s.id, s.agent FROM sessions s WHERE s.status <> 'running' AND s.log_file <> ''"
        " AND coalesce(s.ended_at, s.started_at) >= ?"
        " AND NOT EXISTS (SELECT 1 FROM transcripts t WHERE t.session_id = s.id) ORDER BY s.id",
        (since,),
    )
    return [number for number, agent in rows if not capabilities_of(agent).measures]


def session_of(agent_session_id: str) -> int | None:
    """The session of ours that the CLI calls so, the latest where several do."""
    sql = "SELECT max(id) FROM sessions WHERE agent_session_id = ?"
    found = proxy.execute_sql(sql, (agent_session_id,)).fetchone()
    return found[0] if found else None


def services() -> list[str]:
    """Names of services that are known, so that prose that names one is understood."""
    rows = proxy.execute_sql(
        "SELECT service FROM memories WHERE service IS NOT NULL UNION SELECT service FROM health_checks"
        " UNION SELECT service FROM cooldown_actions"
        " UNION SELECT j.value FROM (SELECT services FROM runs WHERE services <> '[]' ORDER BY id DESC LIMIT 2000) r,"
        " json_each(r.services) j LIMIT 2000"
    )
    return [name for (name,) in rows if name]


def _select(where: str, parameters: tuple[Any, ...] = ()) -> list[QueuedTranscript]:
    rows = proxy.execute_sql(f"SELECT {_NAMES} FROM transcripts WHERE {where} ORDER BY id", parameters)
    return [QueuedTranscript(*row) for row in rows]
