"""What the tables hold of a fact that is asked about: near memories, what the gate turned away, what was said.

All of it belongs inside ``store.read``. Words are compared by their stems; a search made of them never fails, whatever
stands in the question.
"""

from __future__ import annotations

from dataclasses import dataclass

import orjson

from ...language.words.stem import stem
from ...storage.database import proxy
from ..recall.question import words_of

ALIKE = 0.5  # the share of the question's words that a text must hold to be what was meant
MOST_NEAR = 5
LOOKED_AT = 20_000  # newest rejections
SESSIONS_BACK = 300


@dataclass(frozen=True, slots=True)
class PartialMatch:
    """A memory that holds words of the question: how many of them, as a share."""

    memory_id: int
    share: float


@dataclass(frozen=True, slots=True)
class GateRejection:
    """A row of ``gate_log``."""

    outcome: str
    rule: str
    why: str
    text: str
    source: str
    session_id: int | None
    memory_id: int | None
    at: str


@dataclass(frozen=True, slots=True)
class SpokenTrace:
    """Where words were said: a turn of a session, or a passage."""

    session_id: int | None
    turn: int | None
    at: str
    kind: str


@dataclass(frozen=True, slots=True)
class WaitingTranscript:
    """A row of ``transcripts`` that is not done. ``error`` why it failed, "" where it waits."""

    conversation_id: str
    session_id: int | None
    error: str
    at: str


@dataclass(frozen=True, slots=True)
class PastRecall:
    """A recall: when, in which session, which memories came back, and to what."""

    at: str
    session_id: int | None
    memory_ids: tuple[int, ...]
    question: str


def stems(text: str) -> frozenset[str]:
    """The stems of the words that tell something."""
    return frozenset(stem(word) for word in words_of(text))


def word_share(wanted: frozenset[str], text: str) -> float:
    """How many of the wanted stems a text holds, 0 to 1."""
    return len(wanted & stems(text)) / len(wanted) if wanted else 0.0


def find_similar_memories(question: str) -> list[PartialMatch]:
    """Memories that hold at least half of a question's words, best first; whatever state they are in."""
    wanted, words = stems(question), words_of(question)
    if not words:
        return []
    search = " OR ".join(f'"{word}"' for word in words)
    rows = proxy.execute_sql(
        "SELECT m.id, m.observation, coalesce(m.service, ''), m.category FROM memory_words w"
        " JOIN memories m ON m.id = w.rowid WHERE memory_words MATCH ? ORDER BY bm25(memory_words) LIMIT 50",
        (search,),
    ).fetchall()
    found = [PartialMatch(number, word_share(wanted, " ".join(texts))) for number, *texts in rows]
    return sorted((one for one in found if one.share >= ALIKE), key=lambda one: -one.share)[:MOST_NEAR]


def turned_away(question: str) -> tuple[GateRejection, float] | None:
    """What the gate held or discarded that is most like the question, the newest of equals, and how like it is."""
    wanted = stems(question)
    rows = proxy.execute_sql(
        "SELECT outcome, rule, why, text, source, session_id, memory_id, created_at FROM gate_log"
        " WHERE outcome <> 'allow' ORDER BY id DESC LIMIT ?",
        (LOOKED_AT,),
    )
    best, most = None, 0.0
    for row in rows:
        how = word_share(wanted, row[3])
        if how >= ALIKE and how > most:
            best, most = GateRejection(*row), how
    return (best, most) if best is not None else None


def of_memory(memory_id: int) -> GateRejection | None:
    """What the gate last said of a memory."""
    row = proxy.execute_sql(
        "SELECT outcome, rule, why, text, source, session_id, memory_id, created_at FROM gate_log"
        " WHERE memory_id = ? ORDER BY id DESC LIMIT 1",
        (memory_id,),
    ).fetchone()
    return GateRejection(*row) if row else None


def find_utterances(question: str) -> SpokenTrace | None:
    """Where something like the question was said lately: a passage that is kept, or a turn of a session."""
    wanted, words = stems(question), words_of(question)
    if not words:
        return None
    telling = sorted(words, key=len, reverse=True)[:2]  # the rarest, by their looks
    like = [f"%{_plain(word)}%" for word in telling]
    both = " AND ".join(["{column} LIKE ? ESCAPE '\\'"] * len(like))
    turns = proxy.execute_sql(
        f"SELECT session_id, turn, created_at, 'turn', model_output FROM checkpoints"
        " WHERE session_id > (SELECT coalesce(max(id), 0) FROM sessions) - ?"
        f" AND {both.format(column='model_output')} ORDER BY session_id DESC, turn DESC LIMIT 50",
        (SESSIONS_BACK, *like),
    ).fetchall()
    passages = proxy.execute_sql(
        "SELECT CASE WHEN conversation_id LIKE 'session:%' THEN CAST(substr(conversation_id, 9) AS INTEGER) END, NULL,"
        f" content_at, content_type, raw_content FROM resources WHERE {both.format(column='raw_content')}"
        " ORDER BY id DESC LIMIT 50",
        tuple(like),
    ).fetchall()
    for session_id, turn, at, kind, text in (*turns, *passages):
        if _best_line(wanted, text) >= ALIKE:
            return SpokenTrace(session_id, turn, at, kind)
    return None


def unobserved(limit: int = 200) -> list[WaitingTranscript]:
    """Transcripts that are not done, newest first, and sessions that were never noted."""
    rows = proxy.execute_sql(
        "SELECT conversation_id, session_id, error, updated_at FROM transcripts WHERE state <> 'done'"
        " ORDER BY id DESC LIMIT ?",
        (limit,),
    )
    return [WaitingTranscript(*row) for row in rows]


def observation_of(session_id: int) -> tuple[str, str] | None:
    """How far the observing of a session is: its state and error; None where it was never noted."""
    row = proxy.execute_sql(
        "SELECT state, error FROM transcripts WHERE session_id = ? ORDER BY id DESC LIMIT 1", (session_id,)
    ).fetchone()
    return (row[0], row[1]) if row else None


def failed_steps(session_id: int | None = None) -> list[tuple[str, str]]:
    """Steps of observing that failed: what, and why; of one session or of all, newest first."""
    rows = proxy.execute_sql(
        "SELECT step, error FROM steps WHERE state = 'failed' AND job LIKE 'observe:%'"
        " AND (? IS NULL OR session_id = ?) ORDER BY id DESC LIMIT 20",
        (session_id, session_id),
    )
    return [(step, error) for step, error in rows]


def purged_since(at: str) -> int:
    """How many purges there were since a time."""
    return int(proxy.execute_sql("SELECT count(*) FROM purges WHERE at >= ?", (at,)).fetchone()[0])


def asked_alike(question: str, session_id: int | None, limit: int = 500) -> list[PastRecall]:
    """Recalls of such a question, newest first; of one session, or of all."""
    wanted = stems(question)
    rows = proxy.execute_sql(
        "SELECT at, session_id, memory_ids, question FROM recalls WHERE (? IS NULL OR session_id = ?)"
        " ORDER BY id DESC LIMIT ?",
        (session_id, session_id, limit),
    )
    return [
        PastRecall(at, session, tuple(orjson.loads(ids)), asked)
        for at, session, ids, asked in rows
        if word_share(wanted, asked) >= ALIKE
    ]


def _best_line(wanted: frozenset[str], text: str) -> float:
    """The line of a text that holds most of the wanted stems."""
    return max((word_share(wanted, line) for line in text.splitlines()[:2000]), default=0.0)


def _plain(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
