"""Overview: what needs the operator, what happened since it was last looked at, and what runs cost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.control import ask_tier, fill_weeks
from support.desks import watch
from support.incidents import fill_incidents

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.records.activity_summary import ActionCount, ActivitySummary, OpenCritical, load_summary
from claudeops_desktop.records.spend import DaySpend
from claudeops_desktop.runs.request import LiveRun, ParkedRun, QueueState, RunRequest
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.overview.last_seen import LastSeen
from claudeops_desktop.ui.pages.overview.live_panel import LivePanel
from claudeops_desktop.ui.pages.overview.page import OverviewPage
from claudeops_desktop.ui.pages.overview.queries import OverviewData
from claudeops_desktop.ui.pages.overview.spend_bars import day_text
from claudeops_desktop.ui.pages.overview.text import activity_rows, attention_items
from claudeops_desktop.ui.text.spend_text import SpendSummary

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


class TestNeeds:
    def said(self, desk, facts=None, **more):
        found = attention_items(facts or OverviewData(), desk.settings.current, paused=False, now=NOW, **more)
        return [(need.state, need.text, need.place.page) for need in found]

    def test_a_critical_event_until_it_is_acknowledged(self, desk):
        event = OpenCritical(1, 7, "answers 503", "jellyfin", to_text(NOW - HOUR))
        assert self.said(desk, OverviewData(digest=ActivitySummary(critical=event))) == [
            ("critical", "jellyfin: answers 503", "events")
        ]

    def test_several_critical_events_are_one_line(self, desk):
        event = OpenCritical(3, 7, "answers 503", "jellyfin", to_text(NOW))
        ((_, text, _),) = self.said(desk, OverviewData(digest=ActivitySummary(critical=event)))
        assert text == "3 critical events are not acknowledged"

    def test_spend_near_a_cap(self, desk):
        assert self.said(desk, OverviewData(spend=SpendSummary(4.2, 10.0))) == [
            ("warning", "Today's cap is near: $4.20 of $5 are spent.", "settings")
        ]

    def test_spend_over_a_cap(self, desk):
        assert self.said(desk, OverviewData(spend=SpendSummary(1.0, 50.0))) == [
            ("critical", "This month's cap of $50 is reached: no run starts until the 1st.", "settings")
        ]

    def test_missed_runs_and_those_that_wait_for_a_word(self, desk):
        assert self.said(desk, OverviewData(digest=ActivitySummary(missed=2, asked=1))) == [
            ("missed", "1 missed run needs your decision: run it now, or leave it", "schedule"),
            ("missed", "2 scheduled runs were missed since you last looked", "schedule"),
        ]

    def test_no_agent_that_could_run(self, desk):
        assert self.said(desk, no_agent="No run can start: not found.") == [
            ("failed", "No run can start: not found.", "settings")
        ]


class TestHappened:
    def test_nothing(self):
        assert activity_rows(ActivitySummary()) == ("good", "Nothing happened", [])

    def test_runs_events_and_what_was_done_each_in_a_line(self):
        state, answer, rows = activity_rows(
            ActivitySummary(
                levels={"critical": 1, "info": 3},
                runs={"completed": 9, "failed": 1},
                acted=(ActionCount("restart", 2, 1, ("jellyfin",)),),
            )
        )
        assert (state, answer) == ("critical", "1 critical event")
        assert [row[1] for row in rows] == [
            "10 runs, 1 failed",
            "1 critical event, 3 notes",
            "2 restarts of jellyfin, 1 without effect",
        ]
        assert rows[2][4] == PageLocation("cooldowns", filters={"service": "jellyfin"})

    def test_a_run_that_failed_without_an_event_is_not_passed_over(self):
        assert activity_rows(ActivitySummary(runs={"failed": 1}))[:2] == ("failed", "1 run ended badly")


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
        assert self.digest(desk).critical.number == 1

    def test_what_is_acknowledged_needs_nobody(self, desk):
        number = self.tell(desk)
        desk.book.store.write(lambda: desk.book.events.acknowledge([number], NOW)).result()
        assert self.digest(desk).critical is None
        assert self.digest(desk).levels == {"critical": 1}

    def test_what_is_muted_is_left_out(self, desk):
        self.tell(desk)
        desk.book.store.write(lambda: desk.book.mutes.add(service="nas", now=NOW)).result()
        assert self.digest(desk).critical is None
        assert self.digest(desk).levels == {}

    def test_what_happened_before_is_no_news(self, desk):
        self.tell(desk, now=NOW - 2 * HOUR)
        assert self.digest(desk).levels == {}
        assert self.digest(desk).critical is not None


@pytest.fixture
def page(desk, qtbot):
    made = OverviewPage(desk)
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    desk.approvals.start_watching()
    made.activate()
    yield made
    made.deactivate()
    desk.approvals.close()


def test_what_waits_for_a_yes_comes_first_and_leads_to_its_card(page, filled_desk, qtbot):
    number = ask_tier(filled_desk)
    qtbot.waitUntil(lambda: page.attention.rows[0].text().startswith("A run asks for tier 3"))
    with qtbot.waitSignal(page.navigation_requested) as told_place:
        page.attention.rows[0].click()
    assert told_place.args[0] == PageLocation("approvals", id=number)


def test_a_service_of_the_strip_leads_to_its_page(page, filled_desk, qtbot):
    page.refresh()
    qtbot.waitUntil(lambda: len(page.strip.chips) == 8)
    with qtbot.waitSignal(page.navigation_requested) as told_place:
        page.strip.chips[0].click()
    assert told_place.args[0] == PageLocation("services", filters={"service": "jellyfin"})


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
    assert day_text(DaySpend("2026-11-21", 0.0, 0)) == "Sat 21 Nov: nothing"


def test_news_begins_anew_after_an_absence(page, desk, qtbot):
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
    assert row.text == "Run 12, which waits for your answer to go up to tier 3"
    row.cancel.click()
    assert filled_desk.runs.asked == [("drop", 12)]


def test_the_first_run_of_all_is_not_said_to_run_while_it_is_parked(desk, qtbot):
    panel = LivePanel(desk)
    qtbot.addWidget(panel)
    panel.show_run(LiveRun(1, RunRequest(), 1, 7, "claude", 1, to_text(utc_now())), None)
    assert panel._title.text() == "Running observe with claude"
    panel.show_run(None, None)
    assert (panel._title.text(), panel._open.isVisibleTo(panel)) == ("No run is on, and none is over yet", False)


def test_no_agent_to_run_is_told_where_the_cli_is_asked_for(page, filled_desk, qtbot):
    filled_desk.settings.change("agent.preferred", "claude")
    filled_desk.agents_found = filled_desk.find_agents()
    page.refresh()
    qtbot.waitUntil(
        lambda: any(row.text().startswith("No run can start") or "more" in row.text() for row in page.attention.rows)
    )
    assert page._no_agent().startswith("No run can start: The Claude CLI was not found.")


def test_many_services_that_are_well_share_one_button(page, desk, qtbot):
    watch(desk, *(f"s{n:02d}" for n in range(40)))

    def many():
        for n in range(40):
            status = "down" if n == 17 else "healthy"
            desk.book.health.add(service=f"s{n:02d}", status=status, session_id=None, now=utc_now())

    desk.book.store.write(many)
    qtbot.waitUntil(lambda: len(page.strip.chips) == 24)
    assert page.strip.chips[0].text() == "s17"
    assert page.strip.rest.text() == "and 16 more, all well"
    with qtbot.waitSignal(page.navigation_requested) as told_place:
        page.strip.rest.click()
    assert told_place.args[0] == PageLocation("services")


def test_several_services_that_are_down_share_a_line(page, desk, qtbot):
    watch(desk, *(f"s{n}" for n in range(5)))

    def many():
        for n in range(5):
            desk.book.health.add(service=f"s{n}", status="down", session_id=None, now=utc_now())

    desk.book.store.write(many)
    qtbot.waitUntil(lambda: page.attention.rows[0].text() == "5 services are down: s0, s1, s2 and 2 more")


class TestIncidents:
    """Open incidents stand above everything; what needs the operator follows them."""

    @pytest.fixture
    def ids(self, desk):
        return desk.book.store.write(lambda: fill_incidents(desk.book)).result()

    def told(self, page):
        return [row.text() for row in page.incidents.rows if row.isVisible()]

    def test_they_stand_above_everything_the_worst_first(self, page, ids, qtbot):
        qtbot.waitUntil(lambda: len(self.told(page)) == 3)
        assert page.incidents.title.text() == "3 open incidents, 3 more explained by them"
        assert self.told(page)[0] == (
            "postgres is down: refuses connections on port 5432 · and 3 that depend on it: gitea, nextcloud and wiki"
            " · 1 run, 1 action"
        )
        assert self.told(page)[1].endswith("an investigation waits for your answer")
        assert self.told(page)[2].endswith("acknowledged")
        assert page.incidents.geometry().bottom() < page.cards[0].geometry().top()

    def test_a_line_leads_to_its_incident(self, page, ids, qtbot):
        qtbot.waitUntil(lambda: len(self.told(page)) == 3)
        with qtbot.waitSignal(page.navigation_requested) as went:
            page.incidents.rows[1].click()
        assert went.args[0] == PageLocation("services", filters={"incident": ids["grafana"]})

    def test_each_counts_once_with_what_it_explains_and_its_events(self, page, desk, ids, qtbot):
        counts = []
        page.badge_changed.connect(counts.append)
        page.refresh()
        qtbot.waitUntil(lambda: page.facts.needing == {ids["postgres"], ids["grafana"]})
        qtbot.waitUntil(lambda: counts[-1:] == [2])
        assert page.attention.rows[0].text() == "2 incidents stand above"
        desk.book.store.write(lambda: desk.book.incidents.acknowledge(ids["postgres"], utc_now())).result()
        qtbot.waitUntil(lambda: counts[-1:] == [1])

    def test_one_that_resolves_is_gone_at_once_with_its_events(self, page, desk, qtbot):
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
            desk.book.incidents.resolve(incident.id, "measurement", now)

        counts = []
        page.badge_changed.connect(counts.append)
        incident = desk.book.store.write(fail).result()
        qtbot.waitUntil(lambda: self.told(page) == ["nginx is down: refused"])
        qtbot.waitUntil(lambda: counts[-1:] == [1])
        desk.book.store.write(recover).result()
        qtbot.waitUntil(lambda: not page.incidents.isVisible())
        qtbot.waitUntil(lambda: counts[-1:] == [0])
        assert page.attention.answer == "Nothing needs you"
        assert not desk.book.store.read(lambda: desk.book.events.list(acknowledged=True)).result()

    def test_a_service_that_is_down_without_an_incident_is_not_left_out(self, page, desk, qtbot):
        now = utc_now()
        desk.book.store.write(
            lambda: desk.book.health.add(service="nginx", status="down", session_id=None, now=now)
        ).result()
        qtbot.waitUntil(lambda: page.attention.rows[0].text() == "nginx is down")

    def test_what_is_down_is_never_left_out_however_many(self, page, desk, qtbot):
        def many():
            now = utc_now()
            for number in range(30):
                desk.book.incidents.open(
                    service=f"s{number:02d}", source="check", started_at=now, worst="down", cause="", now=now
                )

        desk.book.store.write(many).result()
        qtbot.waitUntil(lambda: len(self.told(page)) == 12)
        text = " ".join(self.told(page))
        assert all(f"s{number:02d}" in text for number in range(30))
        assert self.told(page)[-1].startswith("19 more: ")

    def test_the_strip_stays_short_and_says_how_many_are_not_well(self, page, desk, qtbot):
        def many():
            for number in range(200):
                desk.book.health.add(service=f"s{number:03d}", status="down", session_id=None, now=utc_now())

        desk.book.store.write(many).result()
        qtbot.waitUntil(lambda: len(page.strip.chips) == 80)
        assert page.strip.rest.text() == "and 120 more, 120 of them not well"
