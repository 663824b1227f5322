"""What a week left in the database, and the reports that were made of it. Reads belong inside ``store.read``, writes
inside ``store.write``."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from ...core.clock import from_text, to_text
from ...core.messages import pack_message, unpack_message
from ...core.principals import SHARED_ONLY, acting_as
from ...learning import LearningService
from ...memory import MemoryService
from ...records.record_books import RecordRepositories
from ...storage.database import proxy
from ..questions.rules import find_gaps
from ..questions.tables import list_questions
from ..questions.types import KnowledgeGap, ServiceKnowledge
from .compose import FAILED
from .types import (
    ReportSentence,
    WeekCase,
    WeekFact,
    WeekFinding,
    WeekIncident,
    WeeklyData,
    WeeklyReport,
    WeekSpan,
)

_WEEK = timedelta(days=7)
ASKED_BY = ("operator", "agent", "hook")


def gather_week(
    book: RecordRepositories, memory: MemoryService, learning: LearningService, span: WeekSpan, now: datetime
) -> WeeklyData:
    """Everything that a report of a week is composed of: of what everybody may see, with the sums of all sessions."""
    with acting_as(SHARED_ONLY):
        week = _gather(memory, learning, span, now)
    start, end = to_text(span.since), to_text(span.until)
    return replace(
        week,
        recalls=_recalls(start, end),
        usd=book.spend.since(span.since) - book.spend.since(span.until),
        usd_before=book.spend.since(_week_before(span)) - book.spend.since(span.since),
    )


def _gather(memory: MemoryService, learning: LearningService, span: WeekSpan, now: datetime) -> WeeklyData:
    start, end = to_text(span.since), to_text(span.until)
    period = memory.history.period(span.since, span.until)
    closings = [one for one in memory.review.closings(span.since) if one.at < end and one.standing]
    incidents = _incidents(learning, start, end)
    return WeeklyData(
        span=span,
        runs=_counted("SELECT status, count(*) FROM runs WHERE started_at >= ? AND started_at < ? GROUP BY status",
                      start, end),
        newest_session=_newest_session(start, end),
        failed_session=_newest_session(start, end, f" AND status IN ({', '.join(repr(one) for one in FAILED)})"),
        incidents=incidents,
        learned=dict(sorted(period.learned.items())),
        newest=tuple(WeekFact(one.id, one.text, one.service, one.source) for one in period.newest),
        forgotten=dict(sorted(Counter(one.kind for one in closings).items())),
        lost=tuple(
            WeekFact(one.memory.id, one.memory.observation, one.memory.service or "", one.kind, one.why)
            for one in closings
        ),
        leaving=tuple(
            WeekFact(one.memory.id, one.memory.observation, one.memory.service or "", one.how, one.why)
            for one in memory.aging.leaving(now)
        )
        if now < span.until + _WEEK
        else (),  # for a week long ago what goes now would say nothing
        held_before=period.held_before,
        held_after=period.held_after,
        gaps=tuple(find_gaps(_knowledge(learning, period.known, start, end), _settled())),
        known=period.known,
        back=tuple(
            WeekFinding(one.id, one.service, one.title)
            for one in learning.findings.list(states=("regressed",))
            if start <= (one.regressed_at or "") < end
        ),
        pairs=memory.review.counts(now)[1],
        held=memory.review.counts(now)[0],
        patterns=len(learning.patterns.waiting_for_operator()),
        failed_steps=_failed_steps(start, end),
    )  # fmt: skip


def _week_before(span: WeekSpan) -> datetime:
    return span.since - (span.until - span.since)


def _counted(sql: str, *values: object) -> dict[str, int]:
    return {str(name): int(count) for name, count in proxy.execute_sql(sql, values)}


def _newest_session(start: str, end: str, more: str = "") -> int | None:
    sql = f"SELECT max(id) FROM sessions WHERE started_at >= ? AND started_at < ?{more}"
    found = proxy.execute_sql(sql, (start, end)).fetchone()[0]
    return int(found) if found is not None else None


def _incidents(learning: LearningService, start: str, end: str) -> tuple[WeekIncident, ...]:
    rows = proxy.execute_sql(
        "SELECT id, service, cause, started_at, resolved_at FROM incidents"
        " WHERE started_at >= ? AND started_at < ? AND folded_into IS NULL ORDER BY id DESC",
        (start, end),
    ).fetchall()
    return tuple(
        WeekIncident(number, service, cause or service, _minutes(began, over), _case(learning, number))
        for number, service, cause, began, over in rows
    )


def _minutes(began: str, over: str | None) -> int | None:
    if not over:
        return None
    return max(1, round((from_text(over) - from_text(began)).total_seconds() / 60))


def _case(learning: LearningService, incident: int) -> WeekCase | None:
    found = [case for case in learning.cases.of_incident(incident) if case.retired_at is None]
    return WeekCase(found[0].id, found[0].state, found[0].cure, found[0].held) if found else None


def _recalls(start: str, end: str) -> dict[str, int]:
    marks = ", ".join("?" * len(ASKED_BY))
    sql = f"SELECT tier, count(*) FROM recalls WHERE at >= ? AND at < ? AND asked_by IN ({marks}) GROUP BY tier"
    return _counted(sql, start, end, *ASKED_BY)


def _knowledge(
    learning: LearningService, known: Mapping[str, frozenset[str]], start: str, end: str
) -> list[ServiceKnowledge]:
    """What is known of each service that was checked or in trouble."""
    sql = "SELECT DISTINCT service, 1 FROM health_checks WHERE checked_at >= ? AND checked_at < ?"
    seen = set(_counted(sql, start, end))
    sql = (
        "SELECT service, count(*) FROM incidents WHERE started_at >= ? AND started_at < ? AND folded_into IS NULL"
        " GROUP BY service"
    )
    incidents = _counted(sql, start, end)
    sql = (
        "SELECT DISTINCT service, 1 FROM cooldown_actions WHERE created_at >= ? AND created_at < ?"
        " AND state NOT IN ('claimed', 'not_run')"
    )
    restarted = _counted(sql, start, end)
    cured = {one.service for one in learning.cases.list(states=("cured",)) if one.cure}
    return [
        ServiceKnowledge(name, incidents.get(name, 0), name in restarted, known.get(name, frozenset()), name in cured)
        for name in sorted(seen | incidents.keys() | restarted.keys())
        if name
    ]


def _settled() -> set[KnowledgeGap]:
    """What the operator has said something about: he is not asked again."""
    return {one.gap for one in list_questions(("answered", "dismissed"))}


def _failed_steps(start: str, end: str) -> tuple[str, ...]:
    sql = "SELECT DISTINCT name FROM routine_steps WHERE state = 'failed' AND ended_at >= ? AND ended_at < ?"
    return tuple(sorted(name for (name,) in proxy.execute_sql(sql, (start, end))))


class ReportRecords:
    """The reports that are kept: one for each week. They never go by age."""

    def put(self, report: WeeklyReport, now: datetime) -> bool:
        """Keep a report in the place of an older one of its week; whether it says anything else."""
        before = self.get(report.span.week)
        if before is not None and _rows(before) == _rows(report):
            return False
        proxy.execute_sql("DELETE FROM weekly_reports WHERE week = ?", (report.span.week,))
        span = report.span
        done = proxy.execute_sql(
            "INSERT INTO weekly_reports (week, from_at, until_at, made_at) VALUES (?, ?, ?, ?)",
            (span.week, to_text(span.since), to_text(span.until), to_text(now)),
        )
        for row in _rows(report):
            proxy.execute_sql(
                "INSERT INTO weekly_report_sentences (report_id, section, sentence, kind, target, service)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (done.lastrowid, *row),
            )
        return True

    def get(self, week: str = "") -> WeeklyReport | None:
        """The report of a week, or the latest one; None where there is none."""
        row = proxy.execute_sql(
            "SELECT id, week, from_at, until_at FROM weekly_reports WHERE ? IN ('', week)"
            " ORDER BY until_at DESC LIMIT 1",
            (week,),
        ).fetchone()
        if row is None:
            return None
        rows = proxy.execute_sql(
            "SELECT section, sentence, kind, CASE kind WHEN 'service' THEN service ELSE target END, service"
            " FROM weekly_report_sentences WHERE report_id = ? ORDER BY id",
            (row[0],),
        )
        sentences = tuple(
            ReportSentence(section, unpack_message(said), kind, target, "" if kind == "service" else service or "")
            for section, said, kind, target, service in rows
        )
        return WeeklyReport(WeekSpan(row[1], from_text(row[2]), from_text(row[3])), sentences)

    def weeks(self) -> builtins.list[str]:
        """The weeks of which there is a report, the latest first."""
        return [week for (week,) in proxy.execute_sql("SELECT week FROM weekly_reports ORDER BY until_at DESC")]


def _rows(report: WeeklyReport) -> builtins.list[tuple[str, str, str, str, str | None]]:
    """The rows of its sentences. The name of a service has a column of its own, by which it is renamed and removed."""
    return [
        (
            *(one.section, pack_message(one.text), one.kind),
            *((one.target, one.service or None) if one.kind != "service" else ("", one.target)),
        )
        for one in report.sentences
    ]
