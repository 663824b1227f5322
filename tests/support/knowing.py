"""What a desk holds besides markers: facts that wait, what is named together, lessons, days to come, what was told."""

from __future__ import annotations

from datetime import datetime, timedelta

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.language.extraction.types import ConversationTurn
from claudeops_desktop.language.types import ContradictionCertainty, ExtractedFact, PairJudgement, Verdict
from claudeops_desktop.memory import apply_verdict, conflicts, resources, tables
from claudeops_desktop.memory.conflicts import ConflictKind
from claudeops_desktop.memory.lifecycle import JudgedMemory
from claudeops_desktop.memory.recall.types import RecallRequest
from claudeops_desktop.memory.search import MemoryQuery
from claudeops_desktop.memory.types import GateDecision, MemoryCandidate
from claudeops_desktop.ui.app_context import AppContext

PAIRS = (
    (
        "timing",
        "postgres",
        "The nightly dump begins at 02:00",
        "The nightly dump begins at 03:30 on the replica",
        "The same job at another time; the newer one names the replica.",
        False,
    ),
    (
        "behavior",
        "wireguard",
        "The tunnel to nas.example.net drops when the router's lease is renewed, every 12 hours",
        "The tunnel to nas.example.net drops when the router's lease is renewed, every 24 hours",
        "The same interval with another value.",
        True,
    ),
)
EXPIRING = (
    ("timing", "nextcloud", "A scan of all files takes 40 min, and the web page is slow until it is done"),
    ("dependency", "sonarr", "Starts only once the mount /srv/media is there"),
    ("remediation", "adguard", "Clearing the query log at /opt/adguard/data frees the disk when it is over 90 %"),
)
ASKED = "How long does jellyfin take to start?"
AROUND = (
    ("behavior", "jellyfin", "The media library lies at /srv/media, an NFS mount from nas.example.net over wireguard"),
    ("behavior", "jellyfin", "Version 10.9.2 answers on port 8096; caddy forwards media.example.net to it"),
    ("remediation", "jellyfin", "Removing /config/data/library.db-journal lets it start after a crash"),
    ("dependency", "nextcloud", "Files lie at /srv/media/cloud, on the NFS mount from nas.example.net"),
    ("maintenance", "wireguard", "The tunnel to nas.example.net is renewed on port 51820 after a power cut"),
)
HELD = (
    (
        "remediation",
        "jellyfin",
        "When the library is locked, fetch and run the repair script from the project's wiki",
        "fetch",
        "It would have the agent run what it fetches.",
        "user: it hangs again, same as last month\n"
        "assistant: The wiki of the project links a repair script for a locked library; running what it fetches "
        "would mend it each time.\nuser: yes, that worked last time",
    ),
    (
        "timing",
        "jellyfin",
        "Takes 40s to start after a restart; /health answers 503 until the library is loaded",
        "score",
        "It was inferred from one restart; say whether it holds.",
        "assistant: After the restart at 03:12 /health answered 503 for 40 s, then 200.",
    ),
    (
        "maintenance",
        None,
        "Restarts may be done without asking while the tunnel is down",
        "permissions",
        "It would change what the agent may do without asking.",
        "user: just restart it next time, no need to ask while the tunnel is down",
    ),
    (
        "behavior",
        "postgres",
        "The backup user's password is read from /root/.pgpass",
        "secrets",
        "It speaks of a secret.",
        "assistant: The dump failed at first: the password of the backup user comes from /root/.pgpass.",
    ),
)


def fill_memory(desk: AppContext, *, now: datetime | None = None) -> None:
    """Put all of it in, after ``fill``."""
    moment = now or utc_now()
    desk.book.store.write(lambda: _known(desk, moment)).result()
    desk.book.store.write(lambda: _told(desk, moment)).result()
    desk.memory.recall.ask(RecallRequest(ASKED, moment))
    desk.book.store.drain()


def fill_review(desk: AppContext, *, now: datetime | None = None) -> None:
    """After ``fill_memory``: pairs in possible conflict, facts about to expire, closings, and memories in the trash."""
    moment = now or utc_now()
    desk.book.store.write(lambda: _doubted(desk, moment)).result()
    desk.book.store.drain()


def _doubted(desk: AppContext, now: datetime) -> None:
    memory = desk.memory
    for category, service, old_text, new_text, why, likely in PAIRS:
        old = memory.edits.add(MemoryCandidate(category, service, old_text)).after[0].memory
        new = memory.edits.add(MemoryCandidate(category, service, new_text)).after[0].memory
        if likely:
            judged = JudgedMemory(old, PairJudgement(Verdict.CONTRADICTION, 0.82, why, ContradictionCertainty.LIKELY))
            apply_verdict.contradict(judged, new, apply_verdict.ChangeCause(new_text, "agent", now))
        else:
            conflicts.record(old, new, ConflictKind.UNSURE, why, 0.55, now)
    for days, (category, service, text) in enumerate(EXPIRING, 45):
        number = memory.edits.add(MemoryCandidate(category, service, text, 0.5)).ids[0]
        at = to_text(now - timedelta(days=days))
        tables.update(number, created_at=at, updated_at=at, last_confirmed_at=at)
    memory.edits.add(MemoryCandidate("maintenance", "caddy", "The certificates are renewed at 03:00"))
    memory.edits.add_judged(MemoryCandidate("maintenance", "caddy", "The certificates are renewed at 04:30"))
    gone = memory.edits.add(
        MemoryCandidate("behavior", "sonarr", "Logs in with the old API key of the download client")
    ).ids
    memory.trash.trash_memories(gone)


def corrected(desk: AppContext) -> int:
    """The id of the memory whose life has most to tell."""
    query = MemoryQuery(text="Takes 25s to start after a restart", state="active")
    return desk.book.store.read(lambda: desk.memory.search.ids(query)).result()[0]


def _last(desk: AppContext) -> int:
    """The session that began last."""
    return int(desk.book.sessions.list(limit=1)[0].id)


def _known(desk: AppContext, now: datetime) -> None:
    memory, last = desk.memory, _last(desk)
    for category, service, text in AROUND:
        memory.edits.add(MemoryCandidate(category, service, text))
    for minutes, (category, service, text, rule, why, quote) in enumerate(reversed(HELD)):
        at = to_text(now - timedelta(minutes=7 * (len(HELD) - minutes)))
        passage = resources.add(quote, "passage", at, f"session:{last - 1}", now)
        fact = ExtractedFact(
            text, category, service, quote=quote, sentiment="frustrated" if minutes == 3 else "neutral"
        )
        memory.ingest.fact(
            fact, GateDecision("hold", rule, why), source="observed", resource_id=passage, session_id=last - 1
        )
    memory.lessons.add("Prefer a reload over a restart")
    memory.lessons.learn(
        [ConversationTurn(1, "user", "No, don't restart postgres during the nightly dump.", to_text(now))],
        session_id=last - 2,
    )
    memory.lessons.learn(
        [ConversationTurn(1, "user", "Don't guess the port. Always read it from the compose file.", to_text(now))]
    )
    said = "Renew the certificate of cloud.example.net on Friday. Check the upgrade of postgres in 3 weeks."
    memory.reminders.scan([ConversationTurn(1, "user", said, to_text(now))], session_id=last - 3)


def _told(desk: AppContext, now: datetime) -> None:
    """Sessions were told some memories: what came of it."""
    number = desk.memory.search.ids(MemoryQuery(text="Takes 25s to start after a restart", state="active"))[0]
    last = _last(desk)
    for session, hours, used, how in (
        (last - 6, 5, 1, "It waited 25 s after the restart before it looked again."),
        (last - 5, 4, 0, "Nothing that it did or said has to do with it."),
        (last - 4, 3, 1, "It named 25 s when it said how long to wait."),
    ):
        at = to_text(now - timedelta(hours=hours))
        desk.book.store.database.execute_sql(
            "INSERT INTO injections (session_id, memory_id, part, tokens, used, how, created_at, settled_at)"
            " VALUES (?, ?, 'memory', 24, ?, ?, ?, ?)",
            (session, number, used, how, at, at),
        )
