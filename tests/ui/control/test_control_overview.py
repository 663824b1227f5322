"""Overview: how all stands, what is wrong, what waits for the operator, what happened, and what runs cost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from support.control import ask_tier, fill_weeks
from support.desks import watch
from support.incidents import fill_incidents

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.messages import UserMessage
from claudeops_desktop.records.activity_summary import ActionCount, ActivitySummary, load_summary
from claudeops_desktop.records.incident_list import IncidentLine
from claudeops_desktop.records.incidents import Incident
from claudeops_desktop.records.spend import DaySpend
from claudeops_desktop.routine.waiting_types import WaitingItem, WaitingKind, WaitingSummary
from claudeops_desktop.runs.request import LiveRun, ParkedRun, QueueState, RunRequest
from claudeops_desktop.runs.service_states import NewestState
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.overview.last_seen import LastSeen
from claudeops_desktop.ui.pages.overview.live_panel import LivePanel
from claudeops_desktop.ui.pages.overview.page import OverviewPage
from claudeops_desktop.ui.pages.overview.problem_items import problem_items, problem_title
from claudeops_desktop.ui.pages.overview.queries import OverviewData, load_overview
from claudeops_desktop.ui.pages.overview.spend_bars import day_text
from claudeops_desktop.ui.pages.overview.standing_label import describe_standing
from claudeops_desktop.ui.pages.overview.text import (
    activity_rows,
    duration_text,
    waiting_items,
    waiting_title,
)
from claudeops_desktop.ui.text.spend_text import SpendSummary
from claudeops_desktop.ui.waiting_monitor import count_by_page

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


class TestLooked:
    def test_at_first_it_is_the_last_day(self):
        assert LastSeen().mark_arrived(NOW) == NOW - timedelta(hours=24)

    def test_while_one_looks_the_news_stays(self):
        looked = LastSeen()
        looked.mark_arrived(NOW)
        first = looked.since
        looked.mark_left(NOW + HOUR)
        assert looked.mark_arrived(NOW + HOUR + timedelta(minutes=9)) == first

    def test_after_an_absence_it_is_what_happened_meanwhile(self):
        looked = LastSeen()
        looked.mark_arrived(NOW)
        looked.mark_left(NOW + HOUR)
        assert looked.mark_arrived(NOW + 9 * HOUR) == NOW + HOUR

    def test_it_is_remembered_from_one_day_to_the_next(self):
        looked = LastSeen()
        looked.mark_arrived(NOW)
        kept = looked.state(NOW + HOUR)
        again = LastSeen()
        again.restore(kept)
        assert again.mark_arrived(NOW + 9 * HOUR) == NOW + HOUR

    @pytest.mark.parametrize("damage", [None, 5, {}, {"since": "x", "left": "y"}, {"since": None}])
    def test_what_is_damaged_counts_as_never(self, damage):
        looked = LastSeen()
        looked.restore(damage)
        assert looked.mark_arrived(NOW) == NOW - timedelta(hours=24)

    def test_a_clock_that_was_set_back_hides_nothing(self):
        looked = LastSeen()
        looked.mark_arrived(NOW)
        looked.mark_all_seen(NOW)
        assert looked.mark_arrived(NOW - 3 * HOUR) == NOW - 27 * HOUR


def check(service, status="healthy", hours=0.1):
    at = to_text(NOW - hours * HOUR)
    return {service: NewestState(status, at, at)}


def incident(number, service, worst="down", **more):
    values = dict.fromkeys(Incident.__dataclass_fields__)
    values |= {"id": number, "service": service, "worst": worst, "cause": "", "investigation": "", "state": "open"}
    values |= {"started_at": to_text(NOW - HOUR), "opened_at": to_text(NOW - HOUR), "source": "check", **more}
    return IncidentLine(Incident(**values))


class TestStanding:
    """The headline: each sentence that it can say."""

    def said(self, facts, **more):
        line = describe_standing(facts, NOW, **more)
        return line.state, line.text

    def services(self, **numbers):
        return {
            name: one
            for status, number in numbers.items()
            for n in range(number)
            for name, one in check(f"{status}{n}", status).items()
        }

    @pytest.mark.parametrize(
        ("numbers", "state", "text"),
        [
            ({}, "unknown", "No services yet"),
            ({"healthy": 1}, "healthy", "The service is in order"),
            ({"healthy": 14}, "healthy", "All 14 services are in order"),
            ({"down": 1, "degraded": 2, "healthy": 14}, "down", "1 service down, 2 degraded, 14 in order"),
            ({"down": 3}, "down", "3 services down"),
            ({"degraded": 1, "healthy": 1200}, "degraded", "1 service degraded, 1,200 in order"),
            ({"unknown": 1, "healthy": 2}, "unknown", "State of 1 service unknown, 2 in order"),
            ({"unknown": 4}, "unknown", "State of 4 services unknown"),
        ],
    )
    def test_counts(self, numbers, state, text):
        assert self.said(OverviewData(services=self.services(**numbers))) == (state, text)

    def test_services_that_were_never_checked_are_counted(self):
        facts = OverviewData(services=self.services(healthy=2), unchecked=("nas",))
        assert self.said(facts) == ("unknown", "1 service not checked yet, 2 in order")
        assert self.said(OverviewData(unchecked=("nas", "pi"))) == ("unknown", "2 services, none checked yet")

    def test_maintenance_is_neither_down_nor_in_order(self):
        facts = OverviewData(services=self.services(down=1, healthy=2), maintenance=frozenset({"down0"}))
        assert self.said(facts) == ("maintenance", "1 service in maintenance, 2 in order")

    def test_an_open_incident_is_never_left_out_of_the_line(self):
        facts = OverviewData(services=self.services(healthy=2), incidents=(incident(1, "healthy0"), incident(2, "dns")))
        assert self.said(facts) == ("down", "2 services down, 1 in order")

    def test_an_incident_that_was_degraded_does_not_hide_that_it_is_down_now(self):
        facts = OverviewData(services=self.services(down=1), incidents=(incident(1, "down0", "degraded"),))
        assert self.said(facts) == ("down", "1 service down")

    def test_an_old_result_is_not_the_state_of_today(self):
        facts = OverviewData(services=check("nas", hours=49) | check("pi", hours=50))
        line = describe_standing(facts, NOW)
        assert (line.state, line.text) == ("unknown", "All 2 services were in order")
        assert line.notes[0].startswith("No check since ")

    def test_what_else_one_must_know(self):
        facts = OverviewData(services=self.services(healthy=2))
        assert describe_standing(facts, NOW).notes == ("Last checked 6 min ago.",)
        assert describe_standing(facts, NOW, paused=True, dry_run=True).notes[1:] == (
            "Scheduled runs are paused.",
            "Dry run is on: runs change nothing.",
        )
        assert describe_standing(facts, NOW, paused=True, stopped=True).notes[1:] == (
            "The emergency stop is on: no run starts.",
        )


class TestProblems:
    def test_down_stands_before_degraded_with_an_incident_or_without(self):
        facts = OverviewData(
            services=check("web", "down") | check("wiki", "degraded"),
            incidents=(incident(1, "dns", "degraded"), incident(2, "db")),
        )
        assert [one.text for one in problem_items(facts, NOW)] == [
            "db is down",
            "web is down",
            "dns is degraded",
            "wiki is degraded",
        ]

    @pytest.mark.parametrize(
        ("more", "runs", "detail", "action"),
        [
            ({}, (), "nothing tried yet", "Investigate"),
            ({"investigation": "asked"}, (), "an investigation waits for your answer", "Investigate"),
            ({"investigation": "started"}, (7,), "tried: 1 run", "Acknowledge"),
            ({"acknowledged_at": to_text(NOW)}, (), "nothing tried yet · acknowledged", "Show"),
        ],
    )
    def test_what_was_tried_and_the_one_action(self, more, runs, detail, action):
        line = replace(incident(1, "db", **more), runs=runs)
        (item,) = problem_items(OverviewData(incidents=(line,)), NOW)
        assert (item.detail, item.action, item.aside) == (detail, action, "for 1 h")

    def test_what_is_in_maintenance_is_no_problem(self):
        facts = OverviewData(services=check("web", "down"), maintenance=frozenset({"web"}))
        assert problem_items(facts, NOW) == []
        assert problem_title(facts, []) == "No open incidents"

    def test_the_title_tells_incidents_from_services_without_one(self):
        facts = OverviewData(incidents=(incident(1, "db"),), services=check("clock", "degraded"))
        assert problem_title(facts, problem_items(facts, NOW)) == "1 open incident, 1 service not in order"

    def test_what_the_operator_closed_stays_in_the_list(self):
        facts = OverviewData(services=check("web", "down"), dismissed=frozenset({"web"}))
        (item,) = problem_items(facts, NOW)
        assert (item.text, item.detail) == ("web is down", "incident closed by hand")

    def test_how_long(self):
        assert duration_text(to_text(NOW - 3 * HOUR), NOW) == "for 3 h"
        assert duration_text(to_text(NOW - 3 * HOUR - timedelta(minutes=5, seconds=9)), NOW) == "for 3 h 5 min"
        assert duration_text(to_text(NOW), NOW) == "for 0 s"


class TestWaiting:
    def test_incidents_events_and_runs_are_a_line_each_and_the_review_is_one(self):
        needs = WaitingSummary(
            (
                WaitingItem(WaitingKind.INVESTIGATION, 1, UserMessage("Investigate?"), 4, to_text(NOW - HOUR)),
                WaitingItem(WaitingKind.RUN, 1, UserMessage("The last run failed"), 9),
                WaitingItem(WaitingKind.HELD, 2, UserMessage("2 facts")),
                WaitingItem(WaitingKind.QUESTION, 3, UserMessage("3 questions")),
            ),
            (incident(4, "db").incident,),
        )
        assert [(row.state, row.text, row.place) for row in waiting_items(needs, (), NOW)] == [
            ("down", "Investigate?", PageLocation("incidents", id=4)),
            ("failed", "The last run failed", PageLocation("sessions", id=9)),
            ("memory", "5 items to review", PageLocation("review")),
        ]
        assert waiting_title(needs.total) == "7 things wait for you"

    def test_every_kind_has_a_row_and_a_page_that_counts_it(self):
        for kind in set(WaitingKind) - {WaitingKind.APPROVAL}:  # questions of runs have a row each
            needs = WaitingSummary((WaitingItem(kind, 1, UserMessage("…")),), (incident(4, "db").incident,))
            assert len(waiting_items(needs, (), NOW)) == 1, kind
            counts = count_by_page(needs)
            assert (counts.pop("overview"), counts.total()) == (1, 1), kind

    def test_missed_runs_are_told_with_what_happened(self):
        (row,) = activity_rows(ActivitySummary(missed=2))[2]
        assert row[:2] == ("missed", "2 scheduled runs were missed")

    def test_the_title_counts(self):
        assert [waiting_title(n) for n in (0, 1, 3)] == [
            "Nothing waits for you",
            "1 thing waits for you",
            "3 things wait for you",
        ]


class TestHappened:
    def test_nothing(self):
        assert activity_rows(ActivitySummary()) == ("good", "Nothing happened", [])

    def test_runs_events_and_what_was_done_each_in_a_line(self):
        state, answer, rows = activity_rows(
            ActivitySummary(
                levels={"critical": 1, "info": 3},
                runs={"completed": 9, "failed": 1},
                acted=(ActionCount("start", 1, 0, ("gitea",)), ActionCount("restart", 3, 1, ("jellyfin",), 1)),
            )
        )
        assert (state, answer) == ("critical", "1 critical event")
        assert [row[1] for row in rows] == [
            "10 runs, 1 failed",
            "1 critical event, 3 notes",
            "1 start of gitea",
            "3 restarts of jellyfin, 1 failed, 1 only attempted",
        ]
        assert rows[3][4] == PageLocation("services", filters={"service": "jellyfin"})

    def test_a_run_that_failed_without_an_event_is_not_passed_over(self):
        assert activity_rows(ActivitySummary(runs={"failed": 1}))[:2] == ("failed", "1 run ended badly")

    def test_runs_that_left_a_service_down_have_no_tick(self):
        look, answer, rows = activity_rows(ActivitySummary(runs={"completed": 4}, left={"down": 2, "degraded": 1}))
        assert (look, answer) == ("found_down", "2 runs found a service down")
        assert rows[0][:2] == ("found_down", "4 runs, 2 found a service down, 1 found a service degraded")
        assert activity_rows(ActivitySummary(runs={"completed": 1}, left={"degraded": 1}))[0] == "found_degraded"


class TestDigest:
    def tell(self, desk, **more):
        event = {"level": "critical", "message": "x", "service": "nas", "session_id": None, "now": NOW, **more}
        return desk.book.store.write(lambda: desk.book.events.add(**event)).result()

    def digest(self, desk):
        return desk.book.store.read(lambda: load_summary(desk.book.store, NOW - HOUR, NOW)).result()

    def test_the_same_event_many_times_is_one(self, desk):
        for second in range(5):
            self.tell(desk, message=f"took {second} s")
        assert self.digest(desk).levels == {"critical": 1}

    def test_what_is_acknowledged_happened_all_the_same(self, desk):
        number = self.tell(desk)
        desk.book.store.write(lambda: desk.book.events.acknowledge([number], NOW)).result()
        assert self.digest(desk).levels == {"critical": 1}

    def test_what_is_muted_is_left_out(self, desk):
        self.tell(desk)
        desk.book.store.write(lambda: desk.book.mutes.add(service="nas", now=NOW)).result()
        assert self.digest(desk).levels == {}

    def test_nothing_is_counted_from_before_the_first_record(self, desk):
        now = utc_now()
        known = load_overview(desk, OverviewData(), now, now - timedelta(hours=24))
        assert known.since > now - HOUR

    def test_what_happened_before_is_no_news(self, desk):
        self.tell(desk, now=NOW - 2 * HOUR)
        assert self.digest(desk).levels == {}


@pytest.fixture
def page(desk, qtbot):
    made = OverviewPage(desk)
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    desk.approvals.start_watching()
    desk.waiting.start_watching()
    made.activate()
    yield made
    made.deactivate()
    desk.waiting.close()
    desk.approvals.close()


def test_what_waits_for_a_yes_comes_first_and_leads_to_its_card(page, filled_desk, qtbot):
    number = ask_tier(filled_desk)
    qtbot.waitUntil(lambda: any(text.startswith("A run asks for tier 3") for text in page.waiting.texts[:1]))
    with qtbot.waitSignal(page.navigation_requested) as told_place:
        page.waiting.rows[0].link.click()
    assert told_place.args[0] == PageLocation("approvals", id=number)


@pytest.mark.slow
def test_it_says_what_runs_cost_and_may_cost(page, desk, qtbot):
    fill_weeks(desk)
    page.refresh()
    qtbot.waitUntil(lambda: page.facts.spend.forecast is not None)
    assert page.cost.answer.endswith(" today")
    assert page.cost.rows[0].text().startswith("This month $")
    assert page.cost.rows[1].text().startswith("About $")
    assert "the average of the last 14 days" in page.cost.rows[1].toolTip()
    assert page.cost.bars.isVisible()
    assert page.cost.bars.accessibleName().startswith("Cost of the last 30 days: $")


def test_the_rightmost_bar_is_today(page, desk, qtbot):
    fill_weeks(desk)
    page.refresh()
    qtbot.waitUntil(lambda: bool(page.facts.by_day))
    today = page.facts.by_day[-1]
    assert page.cost.bars.day_at(page.cost.bars.width() - 2) == today
    assert day_text(DaySpend("2026-11-21", 0.42, 3)) == "Sat 21 Nov: $0.42 in 3 sessions"
    assert day_text(DaySpend("2026-11-21", 0.0, 0)) == "Sat 21 Nov: no sessions"


def test_news_begins_anew_after_an_absence(page, desk, qtbot):
    first = {"level": "info", "message": "begun", "service": None, "session_id": None, "now": NOW - 40 * HOUR}
    desk.book.store.write(lambda: desk.book.events.add(**first)).result()
    page.last_seen.restore({"since": to_text(NOW - 30 * HOUR), "left": to_text(NOW - 20 * HOUR)})
    page.activate()
    qtbot.waitUntil(lambda: page.facts.since == NOW - 20 * HOUR)


def test_all_of_it_is_seen_by_one_command(page, filled_desk, qtbot):
    page.refresh()
    qtbot.waitUntil(lambda: bool(page.facts.digest.runs))
    (seen,) = page.actions()
    seen.trigger()
    qtbot.waitUntil(lambda: not page.facts.digest.runs)


def test_a_parked_run_is_listed_and_can_be_given_up(page, filled_desk, qtbot):
    parked = ParkedRun(1, RunRequest(), 12, 30, 3, "approval", to_text(utc_now()), to_text(utc_now() + HOUR), 4)
    filled_desk.runs.show(QueueState(parked=(parked,)))
    row = page.upcoming.held.rows[0]
    qtbot.waitUntil(row.isVisible)
    assert row.text == "Run 12, which needs approval for tier 3"
    row.cancel.click()
    assert filled_desk.runs.asked == [("drop", 12)]


def test_the_first_run_of_all_is_not_said_to_run_while_it_is_parked(desk, qtbot):
    panel = LivePanel(desk)
    qtbot.addWidget(panel)
    panel.show_run(LiveRun(1, RunRequest(), 1, 7, "claude", 1, to_text(utc_now())), None)
    assert panel._title.text() == "Running observe with claude"
    panel.show_run(None, None)
    assert (panel._title.text(), panel._open.isVisibleTo(panel)) == ("No run yet", False)


def test_no_agent_to_run_is_told_where_the_cli_is_asked_for(page, filled_desk, qtbot):
    filled_desk.settings.change("agent.preferred", "claude")
    filled_desk.agents_found = filled_desk.find_agents()
    page.refresh()
    qtbot.waitUntil(lambda: "No run can start: The Claude CLI was not found." in page.standing.notes.text())


def test_a_cap_on_spending_is_told_where_it_holds_runs_back(page, desk, qtbot):
    desk.settings.change("limits.day_usd", 5.0)
    page.facts = replace(page.facts, spend=SpendSummary(5.0, 5.0))
    assert any("$5" in remark for remark in page._remarks())


@pytest.mark.slow
def test_the_current_run_stays_where_it_is_whatever_the_news(page, desk, qtbot):
    watch(desk, *(f"s{n:02d}" for n in range(40)))
    desk.book.store.write(
        lambda: desk.book.health.add(service="s00", status="healthy", session_id=None, now=utc_now())
    ).result()
    qtbot.waitUntil(page.live.isVisible)
    before = page.live.mapTo(page, page.live.rect().topLeft()), page.live.size()

    def many():
        for n in range(40):
            desk.book.health.add(service=f"s{n:02d}", status="down", session_id=None, now=utc_now())

    desk.book.store.write(many)
    qtbot.waitUntil(lambda: len(page.problems.texts) == 12)
    assert (page.live.mapTo(page, page.live.rect().topLeft()), page.live.size()) == before
    assert page.standing.headline.text() == "40 services down"


class TestIncidents:
    """Open incidents stand above everything else; what is down is never left out."""

    @pytest.fixture
    def ids(self, desk):
        return desk.book.store.write(lambda: fill_incidents(desk.book)).result()

    def test_the_worst_first_with_what_was_tried(self, page, ids, qtbot):
        qtbot.waitUntil(lambda: len(page.problems.texts) == 3)
        assert page.problems.title.text() == "3 open incidents, 3 more as a result"
        assert page.problems.texts[0] == "postgres is down: refuses connections on port 5432"
        details = [row.detail.text() for row in page.problems.rows]
        assert details[0].endswith("tried: 1 run, 1 action")
        assert "gitea, nextcloud and wiki" in details[0]
        assert details[1].endswith("an investigation waits for your answer")
        assert details[2].endswith("acknowledged")

    @pytest.mark.slow
    def test_a_line_leads_to_its_incident(self, page, ids, qtbot):
        qtbot.waitUntil(lambda: len(page.problems.texts) == 3)
        with qtbot.waitSignal(page.navigation_requested) as went:
            page.problems.rows[1].link.click()
        assert went.args[0] == PageLocation("incidents", id=ids["grafana"])

    @pytest.mark.slow
    def test_one_can_be_investigated_with_a_key(self, page, desk, ids, qtbot):
        qtbot.waitUntil(lambda: len(page.problems.texts) == 3)
        button = page.problems.rows[1].action
        assert button.accessibleName() == "Investigate: grafana is down: connection refused"
        qtbot.keyClick(button, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: bool(desk.runs.asked))
        ((asked, request),) = desk.runs.asked
        assert (asked, request.incident_id, request.services) == ("enqueue", ids["grafana"], ("grafana",))
        qtbot.waitUntil(lambda: button.text() == "Acknowledge")

    def test_a_double_click_investigates_once_and_presses_nothing_else(self, page, desk, ids, qtbot):
        qtbot.waitUntil(lambda: len(page.problems.texts) == 3)
        pressed = []
        page.problems.action_requested.connect(pressed.append)
        button = page.problems.rows[1].action
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.mouseDClick(button, Qt.MouseButton.LeftButton)
        assert pressed == [("investigate", ids["grafana"])]
        qtbot.waitUntil(lambda: bool(desk.runs.asked))

    @pytest.mark.slow
    def test_one_can_be_acknowledged_with_a_key(self, page, desk, ids, qtbot):
        qtbot.waitUntil(lambda: len(page.problems.texts) == 3)
        button = page.problems.rows[0].action
        assert button.text() == "Acknowledge"
        qtbot.keyClick(button, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: page.problems.rows[0].detail.text().endswith("acknowledged"))
        assert button.text() == "Show"

    @pytest.mark.slow
    def test_each_counts_once_with_what_it_explains_and_its_events(self, page, desk, ids, qtbot):
        qtbot.waitUntil(lambda: page.waiting.title.text() == "2 things wait for you")
        assert page.waiting.texts == ["Investigate grafana?", "1 incident to acknowledge: postgres"]
        desk.book.store.write(lambda: desk.book.incidents.acknowledge(ids["postgres"], utc_now())).result()
        qtbot.waitUntil(lambda: page.waiting.title.text() == "1 thing waits for you")

    @pytest.mark.slow
    def test_one_that_resolves_is_gone_at_once_with_its_events(self, page, desk, qtbot):
        watch(desk, "nginx")

        def fail():
            now = utc_now()
            desk.book.health.add(service="nginx", status="down", session_id=None, now=now, measured=True)
            desk.book.events.add(level="critical", message="nginx is down", service="nginx", session_id=None, now=now)
            return desk.book.incidents.open(
                service="nginx", source="check", started_at=now, worst="down", cause="refused", now=now
            )

        def recover():
            now = utc_now()
            desk.book.health.add(service="nginx", status="healthy", session_id=None, now=now, measured=True)
            desk.book.incidents.resolve(opened.id, "measurement", now)

        opened = desk.book.store.write(fail).result()
        qtbot.waitUntil(lambda: page.problems.texts == ["nginx is down: refused"])
        qtbot.waitUntil(lambda: page.waiting.texts == ["1 incident to acknowledge: nginx"])
        qtbot.waitUntil(lambda: page.standing.headline.text() == "1 service down")
        desk.book.store.write(recover).result()
        qtbot.waitUntil(lambda: page.problems.title.text() == "No open incidents")
        qtbot.waitUntil(lambda: page.waiting.title.text() == "Nothing waits for you")
        qtbot.waitUntil(lambda: page.standing.headline.text() == "The service is in order")
        assert not any(event.acknowledged_at for event in desk.book.store.read(desk.book.events.list).result())

    @pytest.mark.slow
    def test_what_is_down_is_never_left_out_however_many(self, page, desk, qtbot):
        def many():
            now = utc_now()
            for number in range(30):
                desk.book.incidents.open(
                    service=f"s{number:02d}", source="check", started_at=now, worst="down", cause="", now=now
                )

        desk.book.store.write(many).result()
        qtbot.waitUntil(lambda: len(page.problems.texts) == 12)
        text = " ".join(page.problems.texts)
        assert all(f"s{number:02d}" in text for number in range(30))
        assert page.problems.texts[-1].startswith("19 more: ")
