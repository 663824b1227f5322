"""The run over time, and cost and length of the last runs: painted, but usable by keyboard and ear too."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.approvals import Approval
from claudeops_desktop.records.run_list import RunFigure
from claudeops_desktop.records.sessions import Session
from claudeops_desktop.ui.pages.sessions.chain_timeline import ChainTimeline, build_intervals, intervals_text
from claudeops_desktop.ui.pages.sessions.run_charts import RunCharts

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def at(seconds):
    return to_text(NOW + timedelta(seconds=seconds))


def session(number, tier, start, end, status="completed"):
    empty = dict.fromkeys(Session.__struct_fields__, "")
    return replace(
        Session(**empty), id=number, tier=tier, started_at=at(start), ended_at=at(end) if end else None, status=status
    )


def question(start, end, state="approved", expires=10_000):
    empty = dict.fromkeys(Approval.__struct_fields__, "")
    return replace(
        Approval(**empty), kind="tier", tier=2, session_id=1, asked_at=at(start),
        answered_at=at(end) if end else None, state=state, expires_at=at(expires),
    )  # fmt: skip


CHAIN = (session(1, 1, 0, 60, "escalated"), session(2, 2, 300, 420))


def test_a_wait_for_the_operator_stands_between_the_tiers():
    spans = build_intervals(CHAIN, [question(60, 300)], NOW)
    assert [(span.kind, span.seconds) for span in spans] == [("session", 60), ("waiting", 240), ("session", 120)]
    assert "Waited 4 min for approval of tier 2: approved" in intervals_text(spans)


def test_a_wait_for_an_action_is_within_its_session():
    asked = replace(question(320, 380), kind="action", session_id=2)
    spans = build_intervals(CHAIN, [asked], NOW)
    assert [span.waited for span in spans if span.kind == "session"] == [0, 60]
    assert "completed after 2 min, 1 min of that waiting for approval" in intervals_text(spans)


def test_what_nobody_asked_for_is_a_pause():
    assert [span.kind for span in build_intervals(CHAIN, [], NOW)] == ["session", "pause", "session"]


def test_a_question_that_waits_goes_on_until_now_and_one_that_ran_out_until_then():
    now = NOW + timedelta(seconds=500)
    assert build_intervals(CHAIN[:1], [question(60, None, "waiting")], now)[-1].seconds == 440
    late = build_intervals(CHAIN[:1], [question(60, None, "waiting", expires=160)], now)[-1]
    assert (late.seconds, late.status) == (100, "timed_out")


def test_a_running_session_goes_on_until_now():
    (span,) = build_intervals([session(1, 1, 0, None, "running")], [], NOW + timedelta(seconds=7))
    assert span.seconds == 7


@pytest.fixture
def timeline(qtbot):
    made = ChainTimeline()
    qtbot.addWidget(made)
    made.resize(600, 40)
    made.show_spans(build_intervals(CHAIN, [question(60, 300)], NOW), 1)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_bars_fill_the_width_and_none_is_too_narrow_to_hit(timeline):
    rects = timeline.rects()
    assert all(rect.width() >= 26 for rect in rects)
    assert sum(rect.width() for rect in rects) == pytest.approx(598)
    assert rects[1].width() > rects[2].width() > rects[0].width()


def test_a_click_or_the_arrow_keys_choose_a_session(qtbot, timeline):
    with qtbot.waitSignal(timeline.session_chosen) as chosen:
        qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=timeline.rects()[2].center().toPoint())
    assert chosen.args == [2]
    with qtbot.waitSignal(timeline.session_chosen) as chosen:
        qtbot.keyClick(timeline, Qt.Key.Key_Right)
    assert chosen.args == [2]


def test_it_is_read_aloud(timeline):
    assert "Tier 1 observe: escalated after 1 min" in timeline.accessibleDescription()


def test_one_session_alone_needs_no_picture(timeline):
    timeline.show_spans(build_intervals(CHAIN[:1], [], NOW), 1)
    assert timeline.isHidden()


def test_one_session_that_waited_is_worth_its_picture(timeline):
    asked = replace(question(20, 40), kind="action", session_id=1)
    timeline.show_spans(build_intervals(CHAIN[:1], [asked], NOW), 1)
    assert timeline.isVisible()
    assert not timeline.grab().isNull()


@pytest.fixture
def charts(qtbot):
    made = RunCharts()
    qtbot.addWidget(made)
    made.resize(600, 60)
    made.show_figures(
        [RunFigure(n, at(n * 100), "failed" if n == 2 else "completed", 10.0 * n, 0.1 * n if n != 3 else None)
         for n in (1, 2, 3, 4)]
    )  # fmt: skip
    made.show()
    qtbot.waitExposed(made)
    return made


def test_the_charts_say_what_they_show(charts):
    assert charts.cost.summary == "Cost of the last runs: 3 runs, most $0.40, median $0.20"
    assert charts.length.accessibleDescription() == "Length of the last runs: 4 runs, most 40 s, median 25 s"


def test_the_dearest_is_the_highest(charts):
    heights = [rect.height() for rect in charts.cost.rects()]
    assert heights[3] == max(heights)
    assert heights[2] == 1


def test_arrow_keys_tell_bar_by_bar_and_return_opens_the_run(qtbot, charts):
    charts.cost.setFocus()
    qtbot.keyClick(charts.cost, Qt.Key.Key_Left)
    qtbot.keyClick(charts.cost, Qt.Key.Key_Left)
    assert "not known" in charts.cost.accessibleDescription()
    qtbot.keyClick(charts.cost, Qt.Key.Key_Home)
    assert "$0.10, completed" in charts.cost.accessibleDescription()
    with qtbot.waitSignal(charts.run_opened) as opened:
        qtbot.keyClick(charts.cost, Qt.Key.Key_Return)
    assert opened.args == [1]


def test_a_click_on_a_bar_opens_its_run(qtbot, charts):
    place = charts.length.rects()[1]
    with qtbot.waitSignal(charts.run_opened) as opened:
        qtbot.mouseClick(charts.length, Qt.MouseButton.LeftButton, pos=QPoint(round(place.center().x()), 40))
    assert opened.args == [2]


def test_nothing_is_said_to_be_nothing(charts):
    charts.show_figures([])
    assert charts.cost.summary == "Cost of the last runs: nothing yet"
