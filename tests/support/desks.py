"""Desks for UI tests and screenshots: the real store and book in a data folder of their own, empty or filled.

The run queue here stands still: it starts no process and records what is asked of it. The schedule is the real one; it
keeps time only once ``desk.schedule.start()`` is called.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import structs

from claudeops_desktop.agents.base import AgentProgram
from claudeops_desktop.agents.log import log_name
from claudeops_desktop.agents.registry import AgentRegistry
from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.emergency_stop_marker import is_stopped
from claudeops_desktop.core.messages import UserMessage, join_messages
from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.memory import MarkerPosition, MemoryService
from claudeops_desktop.memory.types import MemoryCandidate, MemoryEdit
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.occurrences import Schedule
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.runs.request import LiveRun, QueuedRun, QueueState, RunEnded, RunRequest
from claudeops_desktop.runs.store_operator import store_operator
from claudeops_desktop.scheduler.interfaces import SchedulerMachine
from claudeops_desktop.scheduler.qt_timer import QtSchedulerDriver
from claudeops_desktop.scheduler.scheduler_service import SchedulerService
from claudeops_desktop.storage import CommittedChange, open_store
from claudeops_desktop.storage.qt_async import StoreBridge
from claudeops_desktop.stream import writing
from claudeops_desktop.ui.app_context import AppContext

from .folders import used_folder


class StillRuns:
    """A run queue that never starts anything. Tests set ``state`` by ``show`` and read ``asked``."""

    def __init__(self, tell: Callable[[CommittedChange], None], settings: SettingsService, root: Path) -> None:
        self._root = root
        self._tell = tell
        self._settings = settings
        self._state = QueueState()
        self._ended: list[Callable[[RunEnded], None]] = []
        self.asked: list[tuple[str, Any]] = []

    @property
    def state(self) -> QueueState:
        stopped = is_stopped(self._root)
        return structs.replace(self._state, paused=stopped or self._settings.current.run.paused, stopped=stopped)

    def show(self, state: QueueState) -> None:
        self._state = state
        self._tell(CommittedChange("queue"))

    def enqueue(self, request: RunRequest) -> QueuedRun:
        self.asked.append(("enqueue", request))
        queued = QueuedRun(len(self.asked), request, to_text(utc_now()))
        self.show(structs.replace(self._state, waiting=(*self._state.waiting, queued)))
        return queued

    def cancel(self, number: int) -> None:
        self.asked.append(("cancel", number))
        self.show(structs.replace(self._state, waiting=tuple(q for q in self._state.waiting if q.number != number)))

    def drop_parked(self, run_id: int) -> bool:
        self.asked.append(("drop", run_id))
        self.show(structs.replace(self._state, parked=tuple(p for p in self._state.parked if p.run_id != run_id)))
        return True

    def stop(self) -> None:
        self.asked.append(("stop", None))
        if self._state.live:
            self.show(structs.replace(self._state, live=structs.replace(self._state.live, stopping=True)))

    def stop_all(self) -> None:
        self.asked.append(("stop_all", None))

    def marker_moved(self) -> None:
        if is_stopped(self._root):
            self.stop_all()
        self._tell(CommittedChange("queue"))

    def pause(self, on: bool) -> None:
        self.asked.append(("pause", on))
        self._settings.change("run.paused", on)
        self._tell(CommittedChange("queue"))

    def on_ended(self, callback: Callable[[RunEnded], None]) -> None:
        self._ended.append(callback)

    def end(self, ended: RunEnded) -> None:
        for callback in self._ended:
            callback(ended)


def no_agents() -> AgentRegistry:
    """What a look for agents finds on a machine without the CLI."""
    missing = UserMessage("The Claude CLI was not found. Install it, or set its path in the settings.")
    return AgentRegistry(
        AgentProgram(why_not=missing),
        "watch",
        join_messages(UserMessage("The built-in watcher runs."), missing),
    )


def make_desk(root: Path) -> AppContext:
    """An empty desk in ``root``. Close it with ``close_desk``."""
    folder = used_folder(root)
    store = open_store(folder)
    book = RecordRepositories(store)
    settings = SettingsService(folder.settings_file)
    settings.listen(lambda _settings: store.hub.publish(CommittedChange("settings")))
    runs = StillRuns(store.hub.publish, settings, folder.root)
    memory = MemoryService(book, settings=lambda: settings.current)
    schedule = SchedulerService(book, runs, settings, SchedulerMachine(QtSchedulerDriver()))
    return AppContext(
        folder=folder,
        settings=settings,
        book=book,
        memory_factory=lambda: memory,
        runs=runs,  # type: ignore[arg-type]
        schedule_factory=lambda: schedule,
        upcoming=schedule.upcoming,
        bridge=StoreBridge(
            store, acting=lambda: store_operator(settings.current) if store.database.is_server else None
        ),
        find_agents=no_agents,
    )


def close_desk(desk: AppContext) -> None:
    """Stop its threads and let go of its files."""
    desk.schedule.stop()
    desk.memory.recall.close()
    desk.close()
    desk.bridge.close()
    desk.book.store.close()


def watch(desk: AppContext, *names: str) -> None:
    """Make these the services of a desk: each has a check in services.toml."""
    rows = (
        f'[[service]]\nname = "{name}"\ncheck = "http"\nurl = "http://127.0.0.1:{9000 + number}/"\n'
        for number, name in enumerate(names)
    )
    desk.folder.services_file.write_text("\n".join(rows))


def fill(desk: AppContext, *, now: datetime | None = None, days: int = 3, live: bool = False) -> None:
    """Put some days of an operator's life into a desk: runs, logs, events, health, cooldowns, memories, schedules.

    With ``live`` the last run is still on.
    """
    now = now or utc_now()
    store = desk.book.store
    if not desk.folder.services_file.exists():
        watch(desk, *SERVICES)
    store.write(lambda: _schedules(desk, now)).result()
    start = now - timedelta(days=days) + timedelta(minutes=11)
    hours = days * 24
    for hour in range(hours):
        at = start + timedelta(hours=hour)
        store.write(lambda at=at, hour=hour: _run(desk, at, hour, hours)).result()
    store.write(lambda: _hand_made(desk, now)).result()
    store.write(lambda: _alerts(desk, now)).result()
    if live:
        _live_run(desk, now)


SERVICES = ("caddy", "gitea", "grafana", "jellyfin", "nextcloud", "pihole", "postgres", "wireguard")
SAID = (
    ("timing", "jellyfin", "Takes 60s to start after a restart; /health answers 503 until the library is loaded"),
    ("dependency", "nextcloud", "Needs postgres to be up before it starts, else it shows the installer page"),
    ("behavior", "pihole", "Answers 403 on / and that is healthy: the admin page is under /admin"),
    ("remediation", "gitea", "Restarting the container clears the stuck indexer queue"),
    ("maintenance", "postgres", "Backups run daily at 02:00 and slow queries down for 10 minutes"),
    ("timing", "jellyfin", "Takes 25s to start after a restart; /health answers 503 until the library is loaded"),
    ("behavior", "caddy", "Returns 502 for about 30s after nextcloud is redeployed"),
    ("maintenance", "caddy", "The certificate of cloud.example.net is renewed on the first Monday of a month"),
    ("dependency", "jellyfin", "Media share is mounted over wireguard; without the tunnel the library looks empty"),
    ("behavior", "grafana", "Login page answers 302 when healthy"),
    (
        "remediation",
        "wireguard",
        "Bringing the interface down and up again helps when the last handshake is older than 5 min",
    ),
    ("timing", None, "The host takes 4 min to come back after a reboot"),
)


def _run(desk: AppContext, at: datetime, hour: int, hours: int) -> None:
    book = desk.book
    down = hour in (20, 21, 46) or hour >= hours - 2
    slow = hour >= hours - 5
    ended = at + timedelta(seconds=41 + 7 * (hour % 5))
    failed, stopped = hour % 17 == 11, hour % 29 == 13
    agent = "watch" if hour % 3 else "claude"
    run_id = book.sessions.begin_run(
        trigger="manual" if hour % 9 == 4 else "scheduled", agent=agent, max_tier=2, dry_run=False, services=(), now=at
    )
    status = "failed" if failed else "stopped" if stopped else "escalated" if hour in (20, 46) else "completed"
    first = _session(desk, run_id, at, ended, 1, agent, status, down, _summary(down, slow), hour, None)
    if hour in (20, 46):
        _session(
            desk,
            run_id,
            ended,
            ended + timedelta(minutes=2),
            2,
            "claude",
            "completed",
            down,
            _summary(down, slow),
            hour,
            first,
        )
        book.cooldowns.add(
            service="jellyfin",
            action_type="restart",
            success=hour == 46,
            message="Restarted the container; it answers again" if hour == 46 else "Still answers 503 after 90 s",
            session_id=first,
            tier=2,
            now=ended,
        )
    book.sessions.end_run(run_id, "completed" if status == "escalated" else status, ended)
    for name in SERVICES:
        state, detail = "healthy", "HTTP 200"
        if name == "jellyfin" and down:
            state, detail = "down", "HTTP 503 after 5.0 s"
        elif name == "grafana" and hour >= hours - 5:
            state, detail = "degraded", "answers in 4.2 s, usually 0.3 s"
        elif name == "wireguard" and hour >= hours - 30:
            state, detail = "unknown", "could not be checked: no answer from ssh"
        book.health.add(
            service=name,
            status=state,
            detail=detail,
            check_type="http",
            response_ms=12.5 + hour,
            measured=agent == "watch",
            session_id=first,
            now=ended,
        )
    if down:
        book.events.add(
            level="critical", message="jellyfin answers 503", service="jellyfin", session_id=first, now=ended
        )
    if hour >= hours - 5:
        book.events.add(
            level="warning", message="grafana is slow: 4.2 s", service="grafana", session_id=first, now=ended
        )
    if hour % 6 == 0:
        book.events.add(
            level="info", message="All backups of the night are there", service=None, session_id=first, now=ended
        )
    due = book.schedules.note_due(1, at, "missed" if hour == 30 else "ran", _WHY.get(hour, ""))
    if due:
        book.schedules.update_due(
            due, run_id=None if hour == 30 else run_id, started_at=to_text(at), ended_at=to_text(ended)
        )


def _summary(down: bool, slow: bool) -> str:
    wrong = ["jellyfin is down"] * down + ["grafana is slow"] * slow
    return f"{', '.join(wrong)}; the rest is well" if wrong else "8 of 8 services are well"


_WHY = {30: "The machine was asleep; caught up at 11:12."}


def _session(
    desk: AppContext,
    run_id: int,
    at: datetime,
    ended: datetime,
    tier: int,
    agent: str,
    status: str,
    down: bool,
    summary: str,
    hour: int,
    parent: int | None,
) -> int:
    model = {1: "haiku", 2: "sonnet"}[tier] if agent == "claude" else ""
    claude = agent == "claude"
    session_id = desk.book.sessions.begin(
        now=at,
        run_id=run_id,
        parent_session_id=parent,
        agent=agent,
        agent_version="2.1.197" if claude else "",
        tier=tier,
        model=model,
        trigger="escalation" if parent else "scheduled",
        prompt_text="Look at every service and say how it stands.",
        appended_prompt=_injected(hour),
    )
    log_file = desk.folder.logs / log_name(session_id, at)
    category, service, text = SAID[hour % len(SAID)]
    told = f"[MEMORY:{category}{':' + service if service else ''}] {text}"
    table = "| service | state |\n|---|---|\n| caddy | healthy |\n"
    response = f"## {summary.capitalize()}\n\nChecked **8 services**.\n\n- {told}\n\n{table}"
    uuid = f"00000000-0000-4000-8000-{session_id:012d}"
    lines = [
        writing.init(session_id=uuid, model=model or "watch", version="2.1.197"),
        writing.tool_use(
            "Bash", {"command": "curl -sS https://jellyfin.example.net/health"}, session_id=uuid, model=model
        ),
        writing.tool_result("503 Service Unavailable" if down else "200 OK", session_id=uuid),
        writing.assistant_text(f"{summary.capitalize()}.\n{told}", session_id=uuid, model=model),
        writing.result(response, session_id=uuid, cost_usd=0.011 * (hour % 7), num_turns=4, duration_ms=41_000),
    ]
    _write_log(log_file, lines, at)
    desk.book.sessions.update(
        session_id,
        log_file=str(log_file),
        status=status,
        status_reason={
            "failed": "The API answered 529: overloaded. It will be tried at the next due time.",
            "stopped": "You stopped it.",
        }.get(status, ""),
        ended_at=to_text(ended),
        exit_code=1 if status == "failed" else 0,
        cost_usd=0.011 * (hour % 7) * tier if claude else None,
        num_turns=4 if claude else None,
        duration_ms=int((ended - at).total_seconds() * 1000),
        response="" if status == "failed" else response,
        summary="" if status == "failed" else summary,
    )
    if status in ("completed", "escalated") and tier == 1:
        candidate = MemoryCandidate(category, service, text, session_id=session_id, tier=tier)
        MemoryService(desk.book, lambda: ended).ingest.marker(
            candidate, MarkerPosition(MarkerPlace(session_id, 4, 0, 0), told)
        )
    return session_id


def _injected(hour: int) -> str:
    """What was added to a session's system prompt: its environment and three memories."""
    given = sorted((service or "general", category, text) for category, service, text in SAID[:3])
    block = "\n\n".join(f"### {service}\n- [{kind}] {text} (confidence: 0.7)" for service, kind, text in given)
    about = "postgres" if hour % 9 == 0 else "all that you find"
    return (
        f"## Environment\n\n- Tier: 1 of 2 in this run\n- Services this run is about: {about}\n\n"
        f"## Operational Memory (3 memories, ~112 tokens)\n\n{block}"
    )


def _write_log(path: Path, lines: list[bytes], at: datetime) -> None:
    with path.open("wb") as file:
        for number, line in enumerate(lines):
            moment = to_text(at + timedelta(seconds=number))
            file.write(b'{"at":"' + moment.encode() + b'","stream":"stdout","event":' + line.rstrip(b"\n") + b"}\n")


def _hand_made(desk: AppContext, now: datetime) -> None:
    pinned = desk.memory.edits.add(
        MemoryCandidate("remediation", "postgres", "Never restart during the nightly dump (02:00–02:20)", 0.95)
    )
    desk.memory.edits.edit(pinned.ids, MemoryEdit(pinned=True))
    weak = desk.memory.edits.add(MemoryCandidate("behavior", "grafana", "Dashboards load slowly on Mondays", 0.5))
    desk.memory.edits.adjust(weak.ids, -0.3)


def _alerts(desk: AppContext, now: datetime) -> None:
    """What other programs told in the last hours."""
    for minutes, source, title, service, state, why in (
        (190, "uptime-kuma", "Media server is down", "jellyfin", "started", ""),
        (184, "uptime-kuma", "Media server is down", "jellyfin", "repeated", "The same alert asked for run 9 already."),
        (171, "uptime-kuma", "Media server is up", "jellyfin", "resolved", ""),
        (95, "alertmanager", "HighLatency: grafana answers slowly", "grafana", "started", ""),
        (40, "json", "Backup failed: rsync ended with 23", "postgres", "refused", "postgres is in maintenance."),
    ):
        desk.book.alerts.add(
            source=source,
            key=f"{source}:{title}",
            title=title,
            services=(service,),
            payload="",
            state=state,
            why=why,
            now=now - timedelta(minutes=minutes),
        )


def _schedules(desk: AppContext, now: datetime) -> None:
    base = Schedule(
        id=0,
        name="Hourly look",
        kind="interval",
        rule="3600",
        enabled=1,
        jitter_s=0,
        tier=1,
        agent="",
        prompt="",
        services=(),
        anchor_at=to_text(now - timedelta(days=3, minutes=37)),
        watched_from=to_text(now),
        created_at=to_text(now - timedelta(days=3)),
    )
    desk.book.schedules.save(base)
    backup = replace(base, name="Before the backup", kind="cron", rule="45 1 * * *", services=("postgres",))
    nightly = desk.book.schedules.save(replace(backup, catch_up="ask", max_age_s=12 * 3600, keep_awake=1))
    desk.book.schedules.save(replace(base, name="Weekend", kind="cron", rule="0 10 * * 6,0", enabled=0))
    _due_times(desk, now, nightly)


def _due_times(desk: AppContext, now: datetime, nightly: int) -> None:
    """What became of the nightly one: it ran, it was skipped, and last night waits for an answer."""
    last = now.replace(hour=1, minute=45, second=0, microsecond=0)
    if last > now:
        last -= timedelta(days=1)
    note = desk.book.schedules.note_due
    note(nightly, last - timedelta(days=2), "ran", "missed at 01:45: the machine was asleep; ran on wake at 06:52")
    note(nightly, last - timedelta(days=1), "skipped", "there was no network for 5 min")
    note(nightly, last, "asked", "missed at 01:45: the machine was asleep")


def _live_run(desk: AppContext, now: datetime) -> None:
    at = now - timedelta(seconds=47)

    def begin() -> tuple[int, int]:
        run_id = desk.book.sessions.begin_run(
            trigger="manual", agent="claude", max_tier=2, dry_run=False, services=(), now=at
        )
        session_id = desk.book.sessions.begin(
            now=at, run_id=run_id, agent="claude", agent_version="2.1.197", tier=1, model="haiku", trigger="manual",
            prompt_text="Look at every service and say how it stands.",
        )  # fmt: skip
        desk.book.sessions.update(session_id, log_file=str(desk.folder.logs / log_name(session_id, at)))
        return run_id, session_id

    run_id, session_id = desk.book.store.write(begin).result()
    log_file = desk.folder.logs / log_name(session_id, at)
    uuid = f"00000000-0000-4000-8000-{session_id:012d}"
    lines = [writing.init(session_id=uuid, model="haiku", version="2.1.197")]
    for service in SERVICES[:6]:
        lines.append(
            writing.tool_use(
                "Bash", {"command": f"curl -sS https://{service}.example.net/health"}, session_id=uuid, model="haiku"
            )
        )
        lines.append(writing.tool_result("200 OK", session_id=uuid))
    lines.append(writing.assistant_text("jellyfin answers 503; looking at its log.", session_id=uuid, model="haiku"))
    _write_log(log_file, lines, at)
    live = LiveRun(1, RunRequest(), run_id, session_id, "claude", 1, to_text(at))
    waiting = (QueuedRun(2, RunRequest(services=("postgres",)), to_text(now - timedelta(seconds=20))),)
    desk.runs.show(QueueState(live, waiting, False))  # type: ignore[attr-defined]


def first_session(desk: AppContext) -> int:
    """Id of the newest session."""
    return desk.book.store.read(lambda: desk.book.sessions.list(limit=1)[0].id).result()
