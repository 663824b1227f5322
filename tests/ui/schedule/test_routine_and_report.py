"""The routine on the schedule page: what is due, what was done, its buttons; and the weekly report with its links."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, timedelta

import pytest
from PySide6.QtCore import Qt, QUrl
from support.cases import fill_cases

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.messages import UserMessage
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.routine import JOBS, RoutineService
from claudeops_desktop.routine.weekly.spans import last_whole_week
from claudeops_desktop.routine.weekly.types import ReportSentence, WeeklyReport
from claudeops_desktop.runs.run_context import RunContext
from claudeops_desktop.scheduler import edit
from claudeops_desktop.ui.pages import resolve_location
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.schedule.page import SchedulePage
from claudeops_desktop.ui.pages.schedule.report_dialog import WeeklyReportDialog, location_of, report_html

NIGHT = JOBS[0].steps
HOSTILE = "<a href='https://evil.example'>click</a> & [x](y)\n# heading"


class Loop:
    """Calls back at once: the page listens to the store, not to the loop."""

    def call(self, work):
        work()

    def later(self, _seconds, _work):
        return lambda: None


@pytest.fixture
def routine_desk(desk):
    desk.book.store.write(lambda: fill_cases(desk.book)).result()
    pool = ThreadPoolExecutor(1)
    around = RunContext(desk.folder, desk.settings, desk.book, lambda: desk.memory, Loop(), pool)
    desk.routine = RoutineService(around, lambda: UTC)
    desk.book.store.write(desk.routine.control.watch).result()
    yield desk
    desk.routine.close()
    pool.shutdown(wait=True)


@pytest.fixture
def page(qtbot, routine_desk):
    made = SchedulePage(routine_desk)
    qtbot.addWidget(made)
    made.went, made.said = [], []
    made.navigation_requested.connect(made.went.append)
    made.message_posted.connect(lambda text, _undo: made.said.append(text))
    made.resize(1100, 720)
    made.show()
    qtbot.waitExposed(made)
    made.activate(resolve_location(PageLocation("routine")))
    return made


@pytest.fixture
def jobs(qtbot, page):
    qtbot.waitUntil(lambda: page.model.rowCount() == 3 and page.current is not None)
    return page


def column(page, at):
    return [page.model.index(row, at).data() for row in range(page.model.rowCount())]


def step_states(page):
    model = page.sections.sections["steps"].body.model
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def report_of(qtbot, page):
    page.activate(resolve_location(PageLocation("routine", filters={"view": "report"})))
    qtbot.waitUntil(lambda: page.findChild(WeeklyReportDialog) is not None)
    return page.findChild(WeeklyReportDialog)


def test_each_job_stands_with_when_it_runs_next(qtbot, jobs):
    assert column(jobs, 1) == ["Every night", "Every Sunday", "Every month"]
    assert column(jobs, 4) == ["never ran"] * 3
    assert all(column(jobs, 3))
    qtbot.waitUntil(lambda: step_states(jobs) == ["never ran"] * len(NIGHT))


def test_jobs_follow_the_schedules_in_one_list(qtbot, jobs):
    book = jobs.context.book
    book.store.write(
        lambda: edit.save_schedule(book, edit.new_schedule("Observe", "interval", "1800"), utc_now())
    ).result()
    qtbot.waitUntil(lambda: column(jobs, 1) == ["Observe", "Every night", "Every Sunday", "Every month"])


@pytest.mark.slow
def test_run_now_does_the_job_and_shows_what_its_steps_did(qtbot, jobs):
    jobs.action_set.buttons["run"].click()
    qtbot.waitUntil(lambda: column(jobs, 4)[0].startswith("done "), timeout=30_000)
    qtbot.waitUntil(lambda: step_states(jobs) == ["done"] * len(NIGHT))
    assert jobs.said == ["The job runs now, or as soon as no session does."]


def test_a_run_that_was_skipped_comes_back_with_undo(qtbot, jobs):
    control = jobs.context.routine.control
    before = control.runner.states()["nightly"].settled_until
    jobs.action_set.buttons["skip"].click()
    qtbot.waitUntil(lambda: bool(jobs.context.undo.undo_text))
    assert control.runner.states()["nightly"].settled_until > utc_now()
    jobs.context.undo.undo()
    qtbot.waitUntil(lambda: control.runner.states()["nightly"].settled_until == before)


@pytest.mark.slow
def test_space_pauses_a_job_and_lets_it_go_on(qtbot, jobs):
    jobs.table.setFocus()
    qtbot.keyClick(jobs.table, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: column(jobs, 3)[0] == "off")
    assert jobs.action_set.buttons["switch"].text() == "Switch on" and not jobs.action_set.buttons["skip"].isEnabled()
    jobs.action_set.buttons["switch"].click()
    qtbot.waitUntil(lambda: column(jobs, 3)[0] != "off")


def test_a_job_has_only_the_buttons_that_fit_it(jobs):
    shown = [name for name, button in jobs.action_set.buttons.items() if not button.isHidden()]
    assert shown == ["run", "switch", "skip", "report", "add"]


def test_without_a_schedule_it_says_what_one_is(qtbot, jobs):
    assert jobs.intro.isVisible() and "every 30 minutes" in jobs.intro.text()


def hostile_report():
    said = (
        ReportSentence("happened", UserMessage("No run was made."), "page", "sessions"),
        ReportSentence("learned", UserMessage("{service}: {text}", service="nas", text=HOSTILE), "memory", "7"),
        ReportSentence("gaps", UserMessage("What about {service}?", service="web"), "service", "web"),
    )
    return WeeklyReport(last_whole_week(utc_now(), UTC), said)


def test_each_sentence_of_the_report_leads_to_what_it_speaks_of(qtbot, page):
    control = page.context.routine.control
    page.context.book.store.write(lambda: control.reports.put(hostile_report(), utc_now())).result()
    view = report_of(qtbot, page)
    qtbot.waitUntil(lambda: view.report is not None)
    assert "click" in view.text.toPlainText() and "# heading" in view.text.toPlainText()
    view.follow(QUrl("https://evil.example"))
    view.follow(QUrl("sentence:99"))
    assert page.went == [] and view.isVisible()
    for number in range(3):
        view.follow(QUrl(f"sentence:{number}"))
    assert page.went == [
        PageLocation("sessions"),
        PageLocation("memories", id=7),
        PageLocation("services", filters={"service": "web"}),
    ]


def test_what_others_wrote_is_no_markup():
    html = report_html(hostile_report())
    assert "<a href='https://evil" not in html and "&lt;a href=" in html
    assert html.count("<a ") == 3


def test_without_a_report_the_page_says_when_the_first_one_comes(qtbot, page):
    qtbot.waitUntil(report_of(qtbot, page).empty.isVisible)


@pytest.mark.parametrize(
    ("kind", "target", "place"),
    [
        ("incident", "3", PageLocation("incidents", id=3)),
        ("case", "4", PageLocation("cases", id=4)),
        ("session", "5", PageLocation("sessions", id=5)),
        ("finding", "6", PageLocation("events", id=6, filters={"kind": "finding"})),
        ("expiring", "7", PageLocation("review", id=7, filters={"kind": "expiring"})),
        ("incident", "three", None),
        ("", "", None),
        ("unknown", "1", None),
    ],
)
def test_a_kind_has_its_page(kind, target, place):
    assert location_of(kind, target) == place


def test_a_job_that_is_overdue_and_one_that_failed_stand_out(qtbot, jobs):
    def fall_behind():
        long_ago = to_text(utc_now() - timedelta(days=3))
        jobs.context.book.store.database.execute_sql("UPDATE routine_jobs SET watched_from = ?", (long_ago,))
        jobs.context.book.store.changed("routine_jobs")

    jobs.context.book.store.write(fall_behind).result()
    qtbot.waitUntil(lambda: column(jobs, 4)[0] == "overdue")
    assert column(jobs, 3)[0] == "now"
    assert isinstance(jobs.context.memory, MemoryService)
