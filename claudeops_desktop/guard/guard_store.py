"""The guard's side of the database: what was asked and answered, slots that are taken, questions to the operator.

Plain ``sqlite3``, for the broker must be small. Each step is one immediate transaction, so that two sessions cannot
both take the last slot. All columns are those of ``records`` (migration m010).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from shlex import quote
from typing import Any, NamedTuple

from ..core.clock import Clock, from_text, to_text
from ..core.cooldown_states import START, UNCOUNTED
from ..core.maintenance_time import find_maintenance
from ..language.prompt_quoting import one_line
from .cooldown import RESTART, CooldownLimits, free_at, with_rule
from .known_services import UNRESOLVED, ChargedService
from .slots import HOST, SlotUse

PATIENCE_S = 5.0
LEFT_ALONE = "Do nothing to it; report what you see."
_COUNTS = f"cleared_at IS NULL AND state NOT IN ({', '.join(repr(state) for state in UNCOUNTED)})"
_RULE = "service, restarts, restart_hours, redeployments, redeployment_hours, maintenance_since, maintenance_until"


class StoredWindow(NamedTuple):
    """A row of ``maintenance_windows``."""

    starts_at: str
    ends_at: str
    note: str = ""


class StoredRule(NamedTuple):
    """A row of ``service_rules`` with the planned maintenance of its service."""

    service: str
    restarts: int | None = None
    restart_hours: float | None = None
    redeployments: int | None = None
    redeployment_hours: float | None = None
    maintenance_since: str | None = None
    maintenance_until: str | None = None
    note: str = ""
    planned: tuple[StoredWindow, ...] = ()


class CooldownRefusal(NamedTuple):
    """Why an action may not be done now. ``by`` is cooldown or maintenance; ``fact`` says what holds, ``advice`` what
    is left to do. ``opens``: a person's answer to a question opens it. ``kind`` is the class of effect held."""

    by: str
    service: str
    action: str
    fact: str
    advice: str
    opens: bool = False
    kind: str = ""

    @property
    def sentence(self) -> str:
        """The refusal in words."""
        return f"{self.fact} {self.advice}"

    @property
    def held(self) -> tuple[str, str, str]:
        """What is held, by what, so that it is known again."""
        return self.by, self.service, self.action


class RecordedCall(NamedTuple):
    """One tool call as it is recorded."""

    session_id: int
    tool_use_id: str
    tool_name: str
    input: str
    kind: str
    services: tuple[str, ...]
    asked_at: datetime
    processes: dict[str, str] = {}  # noqa: RUF012 nobody writes to it
    files: dict[str, str] = {}  # noqa: RUF012 texts of the session's files that it names, by path


class GuardStore:
    """An open database. ``conceal`` takes secrets out of every sentence. Raises sqlite3.Error and OSError."""

    def __init__(self, path: str, conceal: Callable[[str], str] = str) -> None:
        if not os.stat(path).st_size:  # SQLite would take it for a new one, and delete the log beside it
            raise sqlite3.DatabaseError("the database has zero bytes")
        self._conceal = conceal
        self._place = _file_at(path)
        self._path = path
        self._db = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.execute("PRAGMA synchronous = NORMAL")

    def shared_clock(self, clock: Clock) -> Clock:
        """The clock that all who share the store go by: of a file this machine's."""
        return clock

    def is_current(self) -> bool:
        """Tell whether this is still the store: the file may have been put back from a backup."""
        return _file_at(self._path) == self._place

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def step(self) -> Iterator[None]:
        """One immediate transaction."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def answered(self, session_id: int, tool_use_id: str) -> tuple[str, str, str] | None:
        """Input, verdict and why of a call that was answered before."""
        row = self._db.execute(
            "SELECT input, verdict, why FROM tool_calls WHERE session_id = ? AND tool_use_id = ? "
            "AND answered_at IS NOT NULL",
            (session_id, tool_use_id),
        ).fetchone()
        return None if row is None else (row[0], row[1], row[2])

    def record(
        self, call: RecordedCall, verdict: str, by: str, why: str, now: datetime, approval_id: int | None = None
    ) -> None:
        """Write down a call with its answer, or anew where it was written before. What is allowed begins at once."""
        self._db.execute(
            "INSERT INTO tool_calls (session_id, tool_use_id, tool_name, input, kind, services, verdict, by, why, "
            "approval_id, asked_at, answered_at, began_at, processes, files) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (session_id, tool_use_id) DO UPDATE SET verdict = excluded.verdict, by = excluded.by, "
            "why = excluded.why, approval_id = excluded.approval_id, answered_at = excluded.answered_at, "
            "began_at = excluded.began_at",
            (
                *(call.session_id, call.tool_use_id, call.tool_name, call.input, call.kind),
                *(
                    json.dumps(call.services),
                    verdict,
                    by,
                    self._conceal(why),
                    approval_id,
                    to_text(call.asked_at),
                    to_text(now),
                    to_text(now) if verdict == "allow" else None,
                    json.dumps(call.processes),
                    json.dumps(call.files),
                ),
            ),
        )

    def begin_outside(self, session_id: int, tool_use_id: str, now: datetime) -> None:
        """An allowed call begins now, outside of its session."""
        self._db.execute(
            "UPDATE tool_calls SET began_at = ?, outside = 1 WHERE session_id = ? AND tool_use_id = ?",
            (to_text(now), session_id, tool_use_id),
        )

    def end_outside(self, session_id: int, tool_use_id: str, now: datetime, *, failed: bool) -> None:
        """A call that ran outside of its session has ended."""
        self._db.execute(
            "UPDATE tool_calls SET ended_at = ?, result = ? WHERE session_id = ? AND tool_use_id = ?",
            (to_text(now), "error" if failed else "ok", session_id, tool_use_id),
        )

    def warn(self, session_id: int, service: str | None, message: str, now: datetime) -> None:
        """An event, for the operator."""
        self._db.execute(
            "INSERT INTO events (session_id, level, service, message, created_at) VALUES (?, 'warning', ?, ?, ?)",
            (session_id, service, self._conceal(message), to_text(now)),
        )

    def find_refusals(self, uses: Sequence[SlotUse], usual: CooldownLimits, now: datetime) -> list[CooldownRefusal]:
        """Why what a command does may not be done now to the services that it may mean; none where all may."""
        found: list[CooldownRefusal] = []
        for use in uses:
            for charge in sorted(use.charges, key=lambda each: not each.certain):
                service, doubt = charge.service, "" if charge.certain else _doubt(charge.service)
                rule = self._rule(service)
                maintenance = find_maintenance(rule, now)
                in_doubt = use.by_process and not charge.certain
                if maintenance is not None:
                    fact = doubt + _maintenance(service, maintenance.until)
                    found.append(CooldownRefusal("maintenance", service, "", fact, LEFT_ALONE, in_doubt, use.kinds[0]))
                elif use.action:
                    action = RESTART if use.action == START else use.action
                    allowed, window = with_rule(usual, rule).for_action(action)
                    times = self._times((service, *charge.also), action, now - window)
                    if len(times) >= allowed and not (use.action == START and allowed):
                        free = free_at(times, allowed, window)
                        fact = doubt + _cooldown(service, action, len(times), window, free, now)
                        advice = _way_out(service, action, allowed)
                        opens = allowed > 0 or in_doubt
                        found.append(CooldownRefusal("cooldown", service, action, fact, advice, opens, use.kinds[0]))
        return found

    def began_before(self, charge: ChargedService) -> bool:
        """Tell whether a start, a stop or a restart of a service still counts, so that a further start is no first
        one."""
        services = (charge.service, *charge.also)
        row = self._db.execute(
            f"SELECT 1 FROM cooldown_actions WHERE service IN ({_marks(services)}) AND action_type IN (?, ?) "
            f"AND {_COUNTS} LIMIT 1",
            (*services, RESTART, START),
        ).fetchone()
        return row is not None

    def _times(self, services: Sequence[str], action: str, since: datetime) -> list[datetime]:
        """When an action that counts was done to one of these; one call counts once."""
        rows = self._db.execute(
            "SELECT MIN(created_at) FROM cooldown_actions "
            f"WHERE service IN ({_marks(services)}) AND action_type = ? AND created_at > ? AND {_COUNTS} "
            "GROUP BY COALESCE(session_id || ' ' || NULLIF(tool_use_id, ''), CAST(id AS TEXT)) ORDER BY 1",
            (*services, action, to_text(since)),
        )
        return [from_text(row[0]) for row in rows]

    def acted_on(self, since: datetime) -> list[tuple[str, str]]:
        """The services that were acted on since then or have a rule, each with the command that did it first, "" for
        none."""
        rows = self._db.execute(
            "SELECT service, message, id FROM cooldown_actions WHERE id IN (SELECT MIN(id) FROM cooldown_actions "
            f"WHERE created_at > ? AND {_COUNTS} GROUP BY service) "
            "UNION ALL SELECT service, '', 0 FROM service_rules "
            "UNION ALL SELECT service, '', 0 FROM maintenance_windows",
            (to_text(since),),
        )
        found: dict[str, str] = {}
        for service, message, _ in rows:
            if service not in (UNRESOLVED, HOST):
                found.setdefault(str(service), str(message or ""))
        return list(found.items())

    def charge_services(
        self,
        services: Sequence[str],
        action: str,
        *,
        session_id: int,
        tier: int,
        tool_use_id: str,
        message: str,
        now: datetime,
    ) -> None:
        """Write down an attempt for each service, of which nobody knows yet how it goes. A restart and a redeployment
        take a slot by that, a start none."""
        self._db.executemany(
            "INSERT INTO cooldown_actions (service, action_type, success, message, created_at, session_id, tier, "
            "state, tool_use_id) VALUES (?, ?, 0, ?, ?, ?, ?, 'attempted', ?)",
            [(service, action, message, to_text(now), session_id, tier, tool_use_id) for service in services],
        )

    def covering_approval(self, run_id: int, kinds: Sequence[str]) -> int | None:
        """The yes for the whole run that covers all these kinds."""
        found = None
        for kind in kinds:
            row = self._db.execute(
                "SELECT id FROM approvals WHERE run_id = ? AND kind = 'action' AND action = ? "
                "AND state = 'approved_run' ORDER BY id DESC LIMIT 1",
                (run_id, kind),
            ).fetchone()
            if row is None:
                return None
            found = found or int(row[0])
        return found

    def ask(self, now: datetime, wait_minutes: float, **columns: Any) -> int:
        """Put a question to the operator; its id."""
        columns |= {"asked_at": to_text(now), "expires_at": to_text(now + timedelta(minutes=wait_minutes))}
        columns = {name: self._conceal(value) if isinstance(value, str) else value for name, value in columns.items()}
        names = ", ".join(columns)
        marks = ", ".join("?" for _ in columns)
        sql = f"INSERT INTO approvals ({names}) VALUES ({marks}) RETURNING id"
        return int(self._db.execute(sql, tuple(columns.values())).fetchone()[0])

    def withdraw(self, approval_id: int, why: str, now: datetime) -> None:
        """Take a question back that still waits."""
        with self.step():
            self._db.execute(
                "UPDATE approvals SET state = 'withdrawn', answered_at = ?, answered_by = 'guard', note = ? "
                "WHERE id = ? AND state = 'waiting'",
                (to_text(now), why, approval_id),
            )

    def answer(self, approval_id: int, now: datetime) -> tuple[str, str]:
        """How a question stands by now, and what the operator added."""
        row = self._db.execute("SELECT state, note, expires_at FROM approvals WHERE id = ?", (approval_id,)).fetchone()
        if row is None:
            return "withdrawn", ""
        if row[0] == "waiting" and row[2] <= to_text(now):
            with self.step():
                self._db.execute(
                    "UPDATE approvals SET state = 'timed_out', answered_at = expires_at, answered_by = 'time' "
                    "WHERE id = ? AND state = 'waiting'",
                    (approval_id,),
                )
            return self.answer(approval_id, now)
        return str(row[0]), str(row[1])

    def _rule(self, service: str) -> StoredRule | None:
        row = self._db.execute(f"SELECT {_RULE} FROM service_rules WHERE service = ?", (service,)).fetchone()
        windows = self._db.execute(
            "SELECT starts_at, ends_at FROM maintenance_windows WHERE service = ?", (service,)
        ).fetchall()
        if row is None and not windows:
            return None
        rule = StoredRule(service) if row is None else StoredRule(*row)
        return rule._replace(planned=tuple(StoredWindow(*window) for window in windows))


def _file_at(path: str) -> tuple[int, int] | None:
    """Which file is at a path; None for none, and for one without a byte."""
    with suppress(OSError):
        found = os.stat(path)
        return (found.st_dev, found.st_ino) if found.st_size else None
    return None


def _doubt(service: str) -> str:
    return "What this acts on cannot be told for certain. " + (
        "" if service == UNRESOLVED else f"It may be {service}: "
    )


def _maintenance(service: str, until: str | None) -> str:
    ends = f" until {clock_words(from_text(until))}" if until else ""
    return f"{one_line(service)} is in maintenance{ends}: the operator works on it, and it is left alone."


def _cooldown(service: str, action: str, used: int, window: timedelta, free: datetime | None, now: datetime) -> str:
    done = "restarted" if action == RESTART else "redeployed"
    service = "what could not be told before" if service == UNRESOLVED else one_line(service)
    if free is None:
        return f"{service} may not be {'started or ' if action == RESTART else ''}{done} by a session at all."
    times = "once" if used == 1 else f"{used} times"
    hours = window.total_seconds() / 3600
    last = "hour" if hours == 1 else f"{hours:g} hours"
    following = "restart" if action == RESTART else "redeployment"
    return (
        f"{service} was {done} {times} in the last {last}, which is the limit; "
        f"the next {following} is free at {clock_words(free, now)}."
    )


def _way_out(service: str, action: str, allowed: int) -> str:
    """What is left to the agent, and how the operator can lift a limit."""
    name = quote(one_line(service))
    command = f"clear {name}" if allowed else f"limits {name} --{action}s 1"
    return f"Look for the cause and report it. The operator can lift this with `claudeops cooldowns {command}`."


def clock_words(moment: datetime, now: datetime | None = None) -> str:
    """A time as the operator's clock shows it, with its day where that is another."""
    local = moment.astimezone()
    same = now is not None and local.date() == now.astimezone().date()
    return f"{local:%H:%M}" if same else f"{local:%Y-%m-%d %H:%M}"


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" for _ in values)
