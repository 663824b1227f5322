"""What an operator's desk holds besides the records of runs: questions and answers, and what was spent."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from claudeops_desktop.core.clock import from_text, to_text, utc_now
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.records.service_rules import ServiceRule
from claudeops_desktop.records.sessions import Session
from claudeops_desktop.ui.app_context import AppContext

MAY = {
    1: "Look at everything, change nothing.",
    2: "Restart, stop and reload services, within the cooldowns; write files below the working folder.",
    3: "Redeploy, install and upgrade as well, within the cooldowns. Whatever deletes or overwrites asks first.",
}
CONTEXT = (
    "jellyfin answers 503 since 03:12. Two restarts of the container did not help: the library database is locked by a "
    "migration that stopped half-way (library.db-journal, 214 MB).\n\n"
    "Tried: docker restart jellyfin (03:20, 03:31), reading the log (SQLITE_BUSY), free space (61 GB left).\n"
    "Would try: stop the container, move the journal aside, start it with the image of last week."
)
LONG_COMMAND = (
    "ssh admin@nas.example.net 'sudo docker compose -f /srv/media/docker-compose.yml run --rm --entrypoint sh jellyfin"
    ' -c "rm -rf /cache/* && sqlite3 /config/data/library.db \\"PRAGMA integrity_check; VACUUM;\\""\''
)


def ask_tier(
    desk: AppContext, *, now: datetime | None = None, minutes: float = 15, tier: int = 3, **more: object
) -> int:
    """A run asks for a tier; the id of the question."""
    now = now or utc_now()
    fields = {
        "services": ("jellyfin",),
        "reason": "jellyfin answers 503 and two restarts did not help",
        "context": CONTEXT,
        "may": MAY[tier],
        "cost_usd": 1.0,
        **more,
    }
    return desk.book.store.write(
        lambda: desk.book.approvals.ask_operator(
            ApprovalQuestion("tier", tier, now + timedelta(minutes=minutes), **fields), now
        )
    ).result()


def ask_action(
    desk: AppContext,
    command: str = "systemctl disable --now smbd",
    *,
    now: datetime | None = None,
    minutes: float = 15,
    action: str = "destructive",
    **more: object,
) -> int:
    """A session asks to run a command; the id of the question."""
    now = now or utc_now()
    fields = {
        "services": ("smbd",),
        "reason": "smbd keeps a lock on the share that the backup needs",
        "may": "This one command is run.",
        **more,
    }
    return desk.book.store.write(
        lambda: desk.book.approvals.ask_operator(
            ApprovalQuestion("action", 2, now + timedelta(minutes=minutes), action=action, command=command, **fields),
            now,
        )
    ).result()


def fill_weeks(desk: AppContext, *, now: datetime | None = None) -> None:
    """What runs have cost over the last weeks: before ``fill``, so that the newest runs are its own."""
    moment = now or utc_now()
    desk.book.store.write(lambda: _spent(desk, moment)).result()


def fill_control(desk: AppContext, *, now: datetime | None = None, waiting: bool = True) -> None:
    """Answers of some weeks, and (``waiting``) three questions that wait. After ``fill``."""
    now = now or utc_now()
    desk.book.store.write(lambda: _prompts(desk, now)).result()
    desk.book.store.write(lambda: _ruled(desk, now)).result()
    sessions = desk.book.store.read(lambda: desk.book.sessions.list(limit=500)).result()

    def of(session: Session) -> dict[str, object]:
        return {"run_id": session.run_id, "session_id": session.id}

    whose = of(sessions[0])
    for days, state, by, note in (
        (19.2, "approved", "window", ""),
        (12.4, "refused", "window", "Not on a Friday. Wait for the maintenance window."),
        (6.1, None, "", ""),
        (3.3, "approved_run", "command line", ""),
        (1.2, "withdrawn", "", ""),
    ):
        at = now - timedelta(days=days)
        asking = of(min(sessions, key=lambda session: abs(from_text(session.started_at) - at)))
        number = ask_tier(desk, now=at, **asking)
        _answer(desk, number, state, by, at + timedelta(minutes=3), note)
        at += timedelta(hours=2)
        number = ask_action(desk, now=at, **asking)
        _answer(desk, number, state, by, at + timedelta(minutes=1), note)
    desk.book.store.write(lambda: desk.book.approvals.expire(now)).result()
    if waiting:
        ask_tier(desk, now=now - timedelta(seconds=55), **whose)
        ask_action(desk, now=now - timedelta(seconds=30), **whose)
        ask_action(
            desk,
            LONG_COMMAND,
            now=now - timedelta(seconds=12),
            action="unknown",
            services=("jellyfin", "nas"),
            reason="The library must be checked while nothing else writes to it; the cache is rebuilt by itself "
            "within an hour or so, and until then thumbnails are missing.",
            **whose,
        )


def _answer(desk: AppContext, number: int, state: str | None, by: str, at: datetime, note: str) -> None:
    book = desk.book
    if state == "withdrawn":
        book.store.write(
            lambda: book.approvals.answer(number, state, "application", at, "The run was stopped.")
        ).result()
    elif state:
        book.store.write(lambda: book.approvals.answer(number, state, by, at, note)).result()


def _prompts(desk: AppContext, now: datetime) -> None:
    save = desk.book.prompts.save
    save("After an update", "Look closely at what was updated last night.", now, tier=2)
    save("Why is jellyfin slow?", "Why is jellyfin slow in the evening?", now, services=("jellyfin",))


def _ruled(desk: AppContext, now: datetime) -> None:
    """Limits and maintenance of services, what was done to some just now, and what the guard said of it."""
    book = desk.book
    book.rules.maintain("nextcloud", now, now + timedelta(hours=3), "Moving the data to the new disk", now)
    book.rules.put(ServiceRule("postgres", restarts=1, restart_hours=12.0, redeployments=0), now)
    session = book.sessions.list(limit=1)[0]
    for service, kind, minutes, success, message in (
        ("caddy", "redeployment", 200, True, "Pulled and started the new image"),
        ("jellyfin", "restart", 96, True, "Restarted the container; it answers again"),
        ("jellyfin", "restart", 31, False, "Still answers 503 after 90 s"),
    ):
        book.cooldowns.add(
            service=service,
            action_type=kind,
            success=success,
            message=message,
            session_id=session.id,
            tier=2,
            now=now - timedelta(minutes=minutes),
        )
    begun = book.cooldowns.add(
        service="gitea",
        action_type="restart",
        success=False,
        message="",
        session_id=session.id,
        tier=2,
        now=now - timedelta(seconds=8),
    )
    database = book.store.database
    database.execute_sql(
        "UPDATE cooldown_actions SET state = 'attempted', tool_use_id = 'call-4', success = 0 WHERE id = ?", (begun,)
    )
    for number, (kind, verdict, by, why, command) in enumerate(CALLS, 1):
        at = to_text(now - timedelta(seconds=40 - 8 * number))
        database.execute_sql(
            "INSERT INTO tool_calls (session_id, tool_use_id, tool_name, input, kind, services, verdict, by, why,"
            " asked_at, answered_at) VALUES (?, ?, 'Bash', ?, ?, '[\"jellyfin\"]', ?, ?, ?, ?, ?)",
            (session.id, f"call-{number}", json.dumps({"command": command}), kind, verdict, by, why, at, at),
        )


CALLS = (
    ("read", "allow", "guard", "", "curl -sS https://jellyfin.example.net/health"),
    ("restart", "allow", "guard", "", "docker restart jellyfin"),
    (
        "restart",
        "deny",
        "cooldown",
        "jellyfin was restarted twice in the last 4 h. Leave it, and say what you would do.",
        "docker restart jellyfin",
    ),
    ("restart", "allow", "guard", "", "ssh admin@nas.example.net sudo systemctl restart gitea"),
)


def _spent(desk: AppContext, now: datetime) -> None:
    """One dear session on most days of the last five weeks."""
    for days in range(4, 36):
        if days % 7 == 2:
            continue
        at = now - timedelta(days=days, hours=days % 5)
        sessions = desk.book.sessions
        run = sessions.begin_run(trigger="scheduled", agent="claude", max_tier=2, dry_run=False, services=(), now=at)
        number = sessions.begin(
            now=at, run_id=run, agent="claude", agent_version="2.1.197", tier=1, model="sonnet", trigger="scheduled",
            prompt_text="Look at every service and say how it stands.",
        )  # fmt: skip
        ended = at + timedelta(minutes=4)
        sessions.update(
            number,
            status="completed",
            ended_at=to_text(ended),
            cost_usd=round(0.11 + (days * 37 % 23) * 0.047, 4),
            num_turns=9,
            duration_ms=240_000,
            summary="8 of 8 services are well",
        )
        sessions.end_run(run, "completed", ended)
