"""A data folder with something to do for each step of each job."""

from __future__ import annotations

from datetime import timedelta

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.storage.backup import back_up

TWICE = ("The nightly backup takes about 40s after a restart", "The nightly backup takes roughly 40 s after a restart")
ARCHIVED = (
    "The nightly backup of the nas starts at 02:30",
    "Backups of the nas start every night at half past two",
    "The backup job of the nas runs nightly at 02:30",
)


def fill_folder(world) -> None:
    """Facts to age, merge, prefer, group and propose; an incident; an entry of the knowledge folder; a backup."""
    now = world.now
    long_ago, lately = to_text(now - timedelta(days=200)), to_text(now - timedelta(hours=2))

    def put(text, at=lately, **columns):
        row = {
            "service": "nas", "category": "behavior", "observation": text, "confidence": 0.8, "tier": 1,
            "created_at": at, "updated_at": at, "last_confirmed_at": at, "valid_from": at, "source": "observed",
        } | columns  # fmt: skip
        sql = f"INSERT INTO memories ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
        number = world.store.database.execute_sql(sql, tuple(row.values())).lastrowid
        world.store.database.execute_sql(
            "INSERT INTO memory_versions (memory_id, action, by, service, category, observation, confidence, active,"
            " pinned, created_at) VALUES (?, 'inserted', 'observer', ?, ?, ?, ?, 1, 0, ?)",
            (number, row["service"], row["category"], text, row["confidence"], at),
        )

    def fill():
        put(TWICE[0], source="import", confidence=0.7)
        put(TWICE[1])
        put("Needs port 8080 free", at=long_ago)
        put("Never restart the nas with `reboot -f`; use /usr/local/bin/nas-restart", confidence=0.9,
            domain="rules-conventions", priority="high", strength="explicit")  # fmt: skip
        for text in ARCHIVED:
            put(text, at=long_ago, state="archived")
        world.book.events.add(
            level="warning", message="The disk of nas is full", service="nas", session_id=None, now=now
        )
        world.store.database.execute_sql(
            "INSERT INTO incidents (service, cause, state, source, started_at, opened_at, resolved_at)"
            " VALUES ('nas', 'no answer', 'resolved', 'check', ?, ?, ?)",
            (to_text(now - timedelta(days=4)),) * 3,
        )
        world.store.database.execute_sql(
            "INSERT INTO telemetry (at, level, component, action, success) VALUES (?, 'info', 'x', 'x', 1)",
            (to_text(now - timedelta(days=4000)),),
        )

    world.write(fill)
    with world.control.context().knowledge() as folder:
        folder.remember("Operations", "The nas is restarted on the first of the month")
    back_up(world.folder, world.folder.backups / "claudeops-1.zip", logs=False)


def standing(world) -> dict[str, list[tuple]]:
    """What the steps leave in the database and in the folder, without times and numbers of rows."""
    ask = lambda sql: world.store.database.execute_sql(sql).fetchall()  # noqa: E731
    with world.control.context().knowledge() as folder:
        files = sorted((path, text) for path, text in folder.texts().items() if path not in ("log.md",))
    return {
        "memories": ask(
            "SELECT id, observation, confidence, active, state, superseded_by, retrieval_priority, merged_count"
            " FROM memories ORDER BY id"
        ),
        "versions": ask("SELECT memory_id, action, by, why FROM memory_versions ORDER BY memory_id, id"),
        "vectors": ask("SELECT memory_id, model FROM memory_vectors ORDER BY memory_id"),
        "summaries": ask("SELECT kind, name, text FROM memory_summaries ORDER BY kind, name"),
        "proposals": ask("SELECT source, after, state, merged FROM proposals ORDER BY source, after"),
        "findings": ask("SELECT title, state FROM findings ORDER BY id"),
        "sightings": ask("SELECT finding_id, count(*) FROM finding_sightings GROUP BY finding_id"),
        "questions": ask("SELECT service, kind, state FROM operator_questions ORDER BY service, kind"),
        "report": ask("SELECT section, sentence, kind FROM weekly_report_sentences ORDER BY id"),
        "telemetry": ask("SELECT count(*) FROM telemetry WHERE component = 'x'"),
        "files": files,
    }
