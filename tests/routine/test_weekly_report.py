"""The weekly report: composed from what a week left, sentence by sentence with the place that each speaks of."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.memory import MemoryCandidate
from claudeops_desktop.routine import WEEKLY, render_markdown
from claudeops_desktop.routine.questions.tables import list_questions
from claudeops_desktop.routine.questions.types import KnowledgeGap
from claudeops_desktop.routine.weekly.compose import MOST_LINES, compose_weekly_report
from claudeops_desktop.routine.weekly.render import escape_markdown
from claudeops_desktop.routine.weekly.spans import last_whole_week, span_of
from claudeops_desktop.routine.weekly.types import (
    ReportSentence,
    WeekCase,
    WeekFact,
    WeekFinding,
    WeekIncident,
    WeeklyData,
    WeeklyReport,
)

SPAN = last_whole_week(datetime(2026, 3, 2, 9, tzinfo=UTC), UTC)


def said(report: WeeklyReport, section: str) -> list[tuple[str, str, str]]:
    return [(str(one.text), one.kind, one.target) for one in report.of_section(section)]


def of(section: str, **data):
    return said(compose_weekly_report(WeeklyData(SPAN, runs={"completed": 3}, **data)), section)


class TestSpans:
    def test_a_week_ends_on_the_night_to_sunday(self):
        assert (SPAN.week, SPAN.since, SPAN.until) == (
            "2026-W09", datetime(2026, 2, 22, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC),
        )  # fmt: skip
        sunday = datetime(2026, 3, 1, 1, tzinfo=UTC)
        assert last_whole_week(sunday, UTC) == SPAN
        assert span_of("2026-w09", UTC) == SPAN

    @pytest.mark.parametrize("text", ["", "2026", "2026-W60", "0000-W01", "9999-W53", "last week", "2026-W9"])
    def test_what_is_no_week_is_refused(self, text):
        with pytest.raises(UsageError, match="is no week"):
            span_of(text or "?", UTC)


class TestSections:
    def test_an_empty_week_says_so_in_one_sentence(self):
        report = compose_weekly_report(WeeklyData(SPAN, held_before=4, held_after=4))
        assert [str(one.text) for one in report.sentences] == [
            "Nothing happened: no run was made, no incident began, nothing was learned or asked.",
            "4 facts held at its end, as many as a week before.",
        ]

    def test_runs_lead_to_the_latest_session_and_to_the_latest_that_failed(self):
        data = WeeklyData(SPAN, runs={"completed": 3, "failed": 1, "timed_out": 1}, newest_session=9, failed_session=7)
        assert said(compose_weekly_report(data), "happened") == [
            ("5 runs were made.", "session", "9"),
            ("2 runs did not complete.", "session", "7"),
        ]

    @pytest.mark.parametrize(
        ("case", "ending"),
        [
            (None, ""),
            (WeekCase(3, "cured", "a restart", True), " — a restart cured it, and it held."),
            (WeekCase(3, "cured", "a restart", None), " — a restart cured it; whether it holds is not known yet."),
            (WeekCase(3, "cured", "a restart", False), " — a restart helped, but it came back."),
            (WeekCase(3, "went_away", "", None), " — Nothing that was done is on record."),
            (WeekCase(3, "open", "", None), " — No cure is known."),
        ],
    )
    def test_an_incident_says_what_cured_it(self, case, ending):
        incident = WeekIncident(12, "nas", "the pool is degraded", 80, case)
        assert of("incidents", incidents=(incident,)) == [
            (f"nas was in trouble for 80 minutes: the pool is degraded{ending}", "incident", "12")
        ]

    def test_an_open_incident_stands_first_among_the_recommendations(self):
        incident = WeekIncident(12, "nas", "no answer", None)
        found = of("recommendations", incidents=(incident,), back=(WeekFinding(5, "nas", "x"),), patterns=2)
        assert [one[1:] for one in found] == [("incident", "12"), ("finding", "5"), ("page", "patterns")]

    def test_of_many_incidents_the_latest_stand_there_and_the_rest_is_counted(self):
        many = tuple(WeekIncident(number, "nas", "slow", 1) for number in range(9, 0, -1))
        found = of("incidents", incidents=many)
        assert len(found) == MOST_LINES + 1
        assert found[-1] == ("And 6 more.", "page", "incidents")

    def test_what_was_learned_says_from_what(self):
        newest = (WeekFact(4, "Takes 40s to start", "nas", "marker"), WeekFact(5, "Mondays are busy", "", "operator"))
        assert of("learned", learned={"marker": 2, "agent": 1, "observed": 4, "operator": 1}, newest=newest) == [
            ("8 facts were learned: 3 said by sessions, 4 drawn from conversations, 1 entered by hand.", "page",
             "memories"),
            ("nas: Takes 40s to start", "memory", "4"),
            ("In general: Mondays are busy", "memory", "5"),
        ]  # fmt: skip

    def test_what_was_forgotten_says_why(self):
        lost = (WeekFact(4, "Listens on 80", "nas", "closed", "a newer fact says 8080"),)
        assert of("forgotten", forgotten={"closed": 1, "faded": 2}, lost=lost) == [
            ("3 facts lost weight: 1 replaced by another, 2 faded.", "page", "memories"),
            ("“Listens on 80”: a newer fact says 8080", "memory", "4"),
        ]

    def test_what_goes_next_week_is_counted_and_says_how_to_keep_it(self):
        leaving = tuple(WeekFact(number, "Takes 40s to start", "nas", "confidence") for number in range(1, 6))
        first, *facts = of("leaving", leaving=leaving)
        assert first[0] == (
            "5 facts that nothing confirmed leave the prompts in the next seven days. To keep them, use the Inbox or"
            " `claudeops review resolve ID --as keep`."
        )
        assert facts == [("nas: Takes 40s to start", "expiring", str(number)) for number in range(1, MOST_LINES + 1)]
        assert of("leaving") == []

    def test_growth_recall_and_cost(self):
        data = {"held_before": 10, "held_after": 12, "recalls": {"summaries": 1, "search": 2, "none": 1}}
        assert of("growth", **data)[0][0] == "12 facts held at its end, 2 more than a week before."
        assert of("recall", **data)[0][0] == (
            "Memory was asked 4 questions: 25% answered from the surest facts, 50% by search, 25% found nothing."
        )
        assert of("cost", usd=3.2, usd_before=1.0)[0][0] == "Sessions cost $3.20, after $1.00 in the week before."

    def test_a_gap_is_a_question_that_leads_to_its_card(self):
        gap, other = KnowledgeGap("nas", "remediation"), KnowledgeGap("web", "nothing")
        assert of("gaps", gaps=(gap, other), questions={gap: 7}) == [
            ("What helps when nas fails? It had incidents, and no cure is known.", "question", "7"),
            ("What should be known about web? No fact is stored.", "service", "web"),
        ]

    def test_there_are_three_recommendations_at_most(self):
        incidents = tuple(WeekIncident(number, f"s{number}", "x", None) for number in range(5))
        found = of("recommendations", incidents=incidents, patterns=1, pairs=9, usd=50.0)
        assert len(found) == 3

    def test_a_full_week_is_one_screen(self):
        many = tuple(WeekIncident(number, "nas", "slow", 1) for number in range(9))
        facts = tuple(WeekFact(number, "text " * 50, "nas", "marker", "why " * 50) for number in range(9))
        gaps = tuple(KnowledgeGap(f"s{number}", "nothing") for number in range(5))
        report = compose_weekly_report(
            WeeklyData(
                SPAN, runs={"failed": 2}, incidents=many, learned={"marker": 9}, newest=facts, lost=facts,
                forgotten={"faded": 3}, leaving=facts, recalls={"search": 3}, gaps=gaps, patterns=3, pairs=9, usd=9.0,
            )
        )  # fmt: skip
        assert len(report.sentences) <= 32
        assert max(len(str(one.text)) for one in report.sentences) < 320


class TestMarkdown:
    def test_a_fact_that_goes_is_named_by_the_number_that_keeps_it(self):
        leaving = (WeekFact(7, "Takes 40s to start", "nas", "confidence"),)
        text = render_markdown(compose_weekly_report(WeeklyData(SPAN, leaving=leaving)))
        assert "- nas: Takes 40s to start (memory 7)" in text

    def test_each_sentence_names_its_place(self):
        report = WeeklyReport(SPAN, (ReportSentence("happened", "3 runs were made.", "session", "9"),))
        assert render_markdown(report) == "# Week 2026-W09\n\n## What happened\n\n- 3 runs were made. (session 9)\n"

    @given(st.text(max_size=300))
    def test_what_others_wrote_is_one_line_without_markup(self, text):
        shown = escape_markdown(text)
        assert "\n" not in shown and "\r" not in shown
        assert not shown.lstrip().startswith(("#", "- ", "> ", "```"))


class TestStored:
    @pytest.fixture
    def lived(self, world):
        """A week in which one service was down and nothing is known of it, and one fact was learned of another."""
        world.now = datetime(2026, 2, 25, 12, tzinfo=UTC)
        at, later = to_text(world.now), to_text(world.now + timedelta(minutes=7))

        def fill():
            execute = world.store.database.execute_sql
            execute(
                "INSERT INTO incidents (service, cause, state, source, started_at, opened_at, resolved_at)"
                " VALUES ('nas', 'no answer', 'resolved', 'check', ?, ?, ?)",
                (at, at, later),
            )
            world.memory.edits.add(MemoryCandidate("timing", "web", "Takes 40s to start"))

        world.write(fill)
        world.now = datetime(2026, 3, 1, 2, tzinfo=UTC)
        return world

    def test_the_weekly_job_keeps_the_report_of_the_last_whole_week(self, lived):
        run = lived.runner.run_now(WEEKLY)
        assert next(step for step in run.steps if step.name == "weekly-report").changed == 1
        report = lived.read(lived.control.latest_report)
        assert report.span.week == "2026-W09"
        assert said(report, "incidents")[0][0] == "nas was in trouble for 7 minutes: no answer"
        assert said(report, "learned")[1][:2] == ("web: Takes 40s to start", "memory")

    def test_it_names_the_facts_that_review_offers_and_that_age_takes_within_a_week(self, lived):
        lived.now = datetime(2026, 4, 26, 2, tzinfo=UTC)  # the 59th day of its fact, which it leaves at the 65th
        lived.runner.run_now(WEEKLY)
        (leaving,) = lived.read(lived.memory.aging.leaving)
        assert said(lived.read(lived.control.latest_report), "leaving")[1:] == [
            ("web: Takes 40s to start", "expiring", str(leaving.memory.id))
        ]

    def test_what_goes_now_is_not_told_of_a_week_long_ago(self, lived):
        lived.now = datetime(2026, 4, 26, 2, tzinfo=UTC)
        assert said(lived.control.report("2026-W10"), "leaving") == []

    def test_what_is_not_known_is_asked_once(self, lived):
        lived.runner.run_now(WEEKLY)
        (question,) = lived.read(list_questions)
        assert (question.gap.service, question.gap.kind) == ("nas", "nothing")
        assert said(lived.read(lived.control.latest_report), "gaps")[0][1:] == ("question", str(question.id))
        lived.forward(minutes=1)
        again = lived.runner.run_now(WEEKLY)
        assert next(step for step in again.steps if step.name == "weekly-report").changed == 0
        assert len(lived.read(list_questions)) == 1

    def test_a_week_that_goes_on_is_told_but_not_kept(self, lived):
        report = lived.control.report("2026-W10")
        assert report.span.until > lived.now
        assert lived.read(lived.control.latest_report) is None
        assert lived.read(list_questions) == []
