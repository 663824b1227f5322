"""The schedule page: schedules with their rules in words, questions, a strip of time, and what became of due times."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from claudeops_desktop.core.clock import from_text, to_text, utc_now
from claudeops_desktop.records.occurrences import OccurrenceState
from claudeops_desktop.scheduler import edit
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.schedule.dialogs import ScheduleDialog
from claudeops_desktop.ui.pages.schedule.page import SchedulePage, open_form
from claudeops_desktop.ui.pages.schedule.timeline import DAY, TimelineStrip, lanes_summary, make_lane

HALF_HOUR = ("interval", "1800")


class Scene:
    """The page over a real store, with what is in it."""

    def __init__(self, desk, qtbot):
        self.desk, self.qtbot = desk, qtbot
        self.told = []
        desk.undo.message_posted.connect(lambda text, _undo: self.told.append(text))

    def add(self, name="Observe", kind="interval", rule="1800", **more):
        new = replace(edit.new_schedule(name, kind, rule), **more)
        return self.write(lambda: edit.save_schedule(self.desk.book, new, utc_now() - timedelta(days=2)))

    def due(self, schedule, ago, state="ran", why="", **columns):
        at = utc_now().replace(second=0, microsecond=0) - ago

        def note():
            number = self.desk.book.schedules.note_due(schedule.id, at, state, why)
            if columns:
                self.desk.book.schedules.update_due(number, **columns)
            return number

        return self.write(note)

    def write(self, operation):
        return self.desk.book.store.write(operation).result()

    def read(self, question):
        return self.desk.book.store.read(question).result()

    def schedules(self):
        return self.read(self.desk.book.schedules.list)

    def open(self, place=None, tested=True):
        """``tested``: Qt's tester watches the models, which looks at every row at each change."""
        self.page = SchedulePage(self.desk)
        self.qtbot.addWidget(self.page)
        self.page.resize(1100, 760)
        self.page.show()
        self.qtbot.waitExposed(self.page)
        self.page.activate(place)
        self.testers = [
            QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
            for model in (self.page.model, self.page.history.model)
            if tested
        ]
        self.until(lambda: len(self.page.model.keys) == len(self.schedules()))
        return self.page

    def until(self, reached):
        self.qtbot.waitUntil(reached)

    def cell(self, model, row, column):
        at = [c.name for c in model.COLUMNS].index(column)
        return model.data(model.index(row, at))

    def choose(self, schedule):
        self.page.select_schedule(schedule)
        self.until(lambda: self.page.schedule is not None and self.page.schedule.id == schedule.id)

    def form(self):
        self.until(lambda: self.page.findChild(ScheduleDialog) is not None)
        return self.page.findChild(ScheduleDialog)


@pytest.fixture
def scene(desk, qtbot):
    return Scene(desk, qtbot)


def press(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def box_of(table):
    """Where the style puts the box to tick of the first row."""
    option = QStyleOptionViewItem()
    table.initViewItemOption(option)
    option.rect = table.visualRect(table.model().index(0, 0))
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
    return table.style().subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, option, table)


@pytest.mark.slow
def test_without_a_schedule_it_says_what_one_is_and_how_to_add_it(scene):
    page = scene.open()
    scene.until(page.empty.isVisible)
    press(scene.qtbot, page.empty._button)
    assert scene.form().isVisible()


@pytest.mark.slow
def test_a_schedule_says_its_rule_its_next_and_its_last_in_words(scene):
    observe = scene.add(catch_up="ask", wait_network=True)
    scene.due(observe, timedelta(minutes=30), "failed", "The API is overloaded (529)")
    model = scene.open().model
    scene.until(lambda: model.row(0) is not None)
    assert scene.cell(model, 0, "rule") == "Every 30 minutes"
    assert "(in " in scene.cell(model, 0, "next")
    assert scene.cell(model, 0, "last").startswith("failed ")
    assert scene.cell(model, 0, "policy") == "asks about missed ones; waits for the network"


@pytest.mark.slow
def test_a_click_on_the_box_switches_it_off_and_undo_switches_it_on(scene):
    scene.add()
    page = scene.open()
    table = page.table
    scene.until(lambda: page.model.row(0) is not None)
    scene.qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box_of(table).center())
    scene.until(lambda: not scene.schedules()[0].enabled)
    scene.until(lambda: scene.told == ["Switched Observe off."])
    scene.desk.undo.undo()
    scene.until(lambda: bool(scene.schedules()[0].enabled))


@pytest.mark.slow
def test_space_switches_the_chosen_one(scene):
    observe = scene.add()
    page = scene.open()
    scene.choose(observe)
    page.table.setFocus()
    scene.qtbot.keyClick(page.table, Qt.Key.Key_Space)
    scene.until(lambda: not scene.schedules()[0].enabled)
    scene.until(lambda: scene.cell(page.model, 0, "next") == "off")


@pytest.mark.slow
def test_delete_is_taken_back_with_all_its_due_times(scene):
    observe = scene.add()
    kept = scene.due(observe, timedelta(hours=1), "ran")
    page = scene.open()
    scene.choose(observe)
    page.table.setFocus()
    scene.qtbot.keyClick(page.table, Qt.Key.Key_Delete)
    scene.until(lambda: scene.schedules() == [])
    scene.until(lambda: bool(scene.desk.undo.undo_text))
    scene.desk.undo.undo()
    scene.until(lambda: [s.id for s in scene.schedules()] == [observe.id])
    assert scene.read(lambda: scene.desk.book.schedules.due(kept)) is not None


@pytest.mark.slow
def test_a_copy_is_off_and_chosen(scene):
    observe = scene.add()
    page = scene.open()
    scene.choose(observe)
    page.action_set.actions["copy"].trigger()
    scene.until(lambda: len(scene.schedules()) == 2)
    scene.until(lambda: page.schedule is not None and page.schedule.name == "Observe (copy)")
    assert not page.schedule.enabled


@pytest.mark.slow
def test_run_it_now_asks_the_queue_by_hand(scene):
    observe = scene.add(services=("postgres",))
    page = scene.open()
    scene.choose(observe)
    page.action_set.actions["run"].trigger()
    ((_, request),) = scene.desk.runs.asked
    assert (request.services, request.schedule_id, request.due_id) == (("postgres",), observe.id, None)


@pytest.mark.slow
def test_one_is_added_by_keys_alone(scene):
    page = scene.open()
    page.action_set.actions["add"].trigger()
    form = scene.form()
    scene.qtbot.keyClicks(form.name, "Nightly")
    form.kind.setCurrentIndex(1)
    scene.qtbot.keyClicks(form.rule, "30 2 * * *")
    assert form.status_label.text().startswith("Every day at 02:30. Next: ")
    assert form.status_label.text().count("02:30") == 6
    form.policies.catch_up.setCurrentIndex(form.policies.catch_up.findData("skip"))
    scene.qtbot.keyClicks(form.policies.max_age, "6 h")
    scene.qtbot.keyClick(form.policies.wait_network, Qt.Key.Key_Space)
    scene.qtbot.keyClick(form.policies.keep_awake, Qt.Key.Key_Space)
    scene.qtbot.keyClick(form.save, Qt.Key.Key_Return)
    scene.until(lambda: bool(scene.schedules()))
    (made,) = scene.schedules()
    assert (made.name, made.rule, made.catch_up, made.max_age_s) == ("Nightly", "30 2 * * *", "skip", 21_600)
    assert (made.wait_network, made.keep_awake) == (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "rule", "said"),
    [
        (1, "99 * * * *", "99 is out of range"),
        (1, "0 9 * *", "five fields"),
        (0, "10 s", "too short"),
        (0, "soonish", "unknown unit"),
    ],
)
def test_a_mistake_in_the_rule_is_named_as_it_is_typed(scene, kind, rule, said):
    scene.open().action_set.actions["add"].trigger()
    form = scene.form()
    scene.qtbot.keyClicks(form.name, "x")
    form.kind.setCurrentIndex(kind)
    form.rule.clear()
    scene.qtbot.keyClicks(form.rule, rule)
    assert said in form.status_label.text()
    assert not form.save.isEnabled()


def test_a_mistake_in_an_age_is_named(scene):
    scene.open().action_set.actions["add"].trigger()
    form = scene.form()
    scene.qtbot.keyClicks(form.name, "x")
    scene.qtbot.keyClicks(form.policies.max_age, "old")
    assert "“Unless older than”" in form.wrong.text()
    assert not form.save.isEnabled()


@pytest.mark.slow
def test_an_edit_keeps_the_rhythm_and_undo_brings_the_old_words_back(scene):
    observe = scene.add()
    page = scene.open()
    open_form(page, observe)
    form = scene.form()
    form.name.setText("Look")
    press(scene.qtbot, form.save)
    scene.until(lambda: scene.schedules()[0].name == "Look")
    assert scene.schedules()[0].anchor_at == observe.anchor_at
    scene.until(lambda: scene.desk.undo.undo_text == "Changed Look")
    scene.desk.undo.undo()
    scene.until(lambda: scene.schedules()[0].name == "Observe")
    assert scene.schedules()[0].anchor_at == observe.anchor_at


def test_a_saved_prompt_is_taken_with_its_tier_and_services(scene):
    scene.write(
        lambda: scene.desk.book.prompts.save("Backups", "Look at the backups", utc_now(), tier=2, services=("borg",))
    )
    scene.open().action_set.actions["add"].trigger()
    form = scene.form()
    scene.until(lambda: form.saved.count() == 2)
    form.saved.activated.emit(1)
    assert form.prompt.toPlainText() == "Look at the backups"
    assert (form.tier.currentData(), form.services.chosen_services) == (2, ("borg",))


def asked(scene, ago=timedelta(hours=1)):
    nightly = scene.add("Nightly", "interval", str(7 * 86_400), catch_up="ask")
    return nightly, scene.due(nightly, ago, "asked", "missed at 02:30: the machine was asleep")


@pytest.mark.slow
def test_a_question_is_a_card_that_says_why_and_until_when(scene):
    asked(scene)
    page = scene.open()
    scene.until(page.missed_runs.isVisible)
    (card,) = page.missed_runs.cards
    assert "Nightly was missed at" in card.title.text()
    assert card.why.text().startswith("The machine was asleep. You can answer until ")


@pytest.mark.slow
def test_run_it_is_on_record_for_the_keeper(scene):
    _, number = asked(scene)
    page = scene.open()
    scene.until(page.missed_runs.isVisible)
    press(scene.qtbot, page.missed_runs.cards[0].run)
    scene.until(lambda: scene.read(lambda: scene.desk.book.schedules.due(number)).answer == "run")
    scene.until(lambda: not page.missed_runs.isVisible())


@pytest.mark.slow
def test_run_it_runs_where_this_application_keeps_time(scene):
    nightly, number = asked(scene)
    scene.desk.schedule.start()
    page = scene.open()
    scene.until(page.missed_runs.isVisible)
    press(scene.qtbot, page.missed_runs.cards[0].run)
    scene.until(lambda: any(kind == "enqueue" for kind, _ in scene.desk.runs.asked))
    ((_, request),) = scene.desk.runs.asked
    assert (request.due_id, request.schedule_id, str(request.trigger)) == (number, nightly.id, "catch-up")


@pytest.mark.slow
def test_skip_it_can_be_taken_back(scene):
    _, number = asked(scene)
    page = scene.open()
    scene.until(page.missed_runs.isVisible)
    press(scene.qtbot, page.missed_runs.cards[0].skip)
    scene.until(lambda: scene.read(lambda: scene.desk.book.schedules.due(number)).state == "skipped")
    scene.until(lambda: bool(scene.desk.undo.undo_text) and not page.missed_runs.isVisible())
    scene.desk.undo.undo()
    scene.until(page.missed_runs.isVisible)
    assert scene.read(lambda: scene.desk.book.schedules.due(number)).state == "asked"


@pytest.mark.slow
def test_the_history_says_what_became_of_each_and_why(scene):
    observe = scene.add()
    start = utc_now() - timedelta(hours=1)
    scene.due(observe, timedelta(hours=2), "missed", "the machine was asleep")
    scene.due(
        observe,
        timedelta(hours=1),
        started_at=to_text(start),
        ended_at=to_text(start + timedelta(seconds=72)),
    )
    model = scene.open().history.model
    scene.until(lambda: model.rowCount() == 2 and scene.cell(model, 0, "state") == "ran")
    assert scene.cell(model, 0, "took") == "1 min 12 s"
    scene.until(lambda: scene.cell(model, 1, "why") == "the machine was asleep")


@pytest.mark.slow
def test_the_history_is_filtered_and_the_filters_cleared(scene):
    observe, other = scene.add(), scene.add("Other")
    scene.due(observe, timedelta(hours=1), "missed", "the machine was asleep")
    scene.due(other, timedelta(hours=1), "ran")
    history = scene.open(PageLocation("schedule", filters={"state": "missed"})).history
    scene.until(lambda: history.model.rowCount() == 1)
    history.search.setText("overload")
    scene.until(history.empty.isVisible)
    press(scene.qtbot, history.empty._button)
    scene.until(lambda: history.model.rowCount() == 2)
    history.schedule.set_value(other.id)
    history.schedule.value_chosen.emit(other.id)
    scene.until(lambda: history.model.rowCount() == 1)


@pytest.mark.slow
def test_return_on_a_due_time_goes_to_its_session(scene):
    observe = scene.add()

    def ran():
        sessions = scene.desk.book.sessions
        run = sessions.begin_run(
            trigger="scheduled", agent="watch", max_tier=1, dry_run=False, services=(), now=utc_now()
        )
        return run, sessions.begin(now=utc_now(), run_id=run, agent="watch", trigger="scheduled", tier=1)

    run, session = scene.write(ran)
    number = scene.due(observe, timedelta(hours=1), run_id=run)
    page = scene.open(PageLocation("schedule", id=number))
    scene.until(lambda: page.history.table.current == number and page.history.open.isEnabled())
    with scene.qtbot.waitSignal(page.navigation_requested) as went:
        scene.qtbot.keyClick(page.history.table, Qt.Key.Key_Return)
    assert went.args == [PageLocation("sessions", id=session)]


@pytest.mark.slow
def test_a_due_time_without_a_run_says_that_nothing_ran(scene):
    observe = scene.add()
    number = scene.due(observe, timedelta(hours=1), "skipped", "scheduled runs are paused")
    page = scene.open(PageLocation("schedule", id=number))
    scene.until(lambda: page.history.table.current == number and bool(page.history.open.toolTip()))
    assert not page.history.open.isEnabled()


def test_the_next_five_of_the_chosen_one_are_said(scene):
    scene.add()
    nightly = scene.add("Nightly", "cron", "30 2 * * *")
    page = scene.open()
    scene.choose(nightly)
    scene.until(lambda: page.timeline.next.text().startswith("Next of Nightly: "))
    assert page.timeline.next.text().count("02:30") == 5


def test_the_first_schedule_is_chosen_when_the_page_opens(scene):
    observe = scene.add()
    page = scene.open()
    scene.until(lambda: page.schedule == observe)
    assert page.action_set.buttons["run"].isEnabled()


def test_void_due_times_can_be_filtered(scene):
    observe = scene.add()
    scene.due(observe, timedelta(hours=1), "void")
    scene.due(observe, timedelta(hours=2), "ran")
    history = scene.open().history
    scene.until(lambda: history.model.rowCount() == 2)
    assert history.state.findText("void", Qt.MatchFlag.MatchStartsWith) > 0


@pytest.mark.slow
def test_a_rule_spoilt_by_another_hand_is_shown_as_such(scene):
    scene.add()
    spoilt = scene.add("Spoilt")
    scene.write(lambda: scene.desk.book.schedules.save(replace(spoilt, rule="now and then")))
    page = scene.open()
    scene.until(lambda: scene.cell(page.model, 1, "rule") == "cannot be read: interval now and then")
    assert scene.cell(page.model, 1, "next") == ""
    assert not page.grab().isNull()


@pytest.mark.slow
def test_a_rule_that_another_program_wrote_in_words_is_understood(scene):
    odd = scene.add()
    scene.write(lambda: scene.desk.book.schedules.save(replace(odd, rule="30m")))
    page = scene.open()
    scene.until(lambda: scene.cell(page.model, 0, "rule") == "Every 30 minutes")
    open_form(page, page.schedule)
    assert scene.form().save.isEnabled()


def test_the_fact_line_counts_and_names_what_comes(scene):
    scene.add()
    asked(scene)
    page = SchedulePage(scene.desk)
    scene.qtbot.addWidget(page)
    said = []
    page.fact_changed.connect(said.append)
    page.activate()
    scene.until(lambda: bool(said) and "1 waiting for your answer" in said[-1])
    assert said[-1].startswith("2 schedules, 2 switched on · next ")


@pytest.mark.slow
def test_filters_and_span_are_remembered(scene):
    observe = scene.add()
    scene.due(observe, timedelta(hours=1), "missed")
    page = scene.open(PageLocation("schedule", filters={"state": "missed"}))
    page.timeline.show_span(True)
    state = page.save_state()
    other = SchedulePage(scene.desk)
    scene.qtbot.addWidget(other)
    other.restore_state(state)
    assert other.history.query.state == "missed"
    assert other.timeline.span.value is True


def test_damaged_remembrance_is_left_aside(scene):
    page = scene.open()
    page.restore_state({"splitter": "wide", "columns": [1], "state": "eaten", "schedule": "x", "week": 7})
    assert page.history.query.state is None


@pytest.mark.slow
def test_ten_thousand_due_times_open_at_once(scene):
    observe = scene.add("Often", "interval", "60")
    now = utc_now().replace(second=0, microsecond=0)
    rows = [(observe.id, to_text(now - timedelta(minutes=n)), "ran") for n in range(1, 10_001)]
    scene.write(
        lambda: [
            scene.desk.book.store.database.execute_sql(
                "INSERT INTO due_times (schedule_id, due_at, state) VALUES (?, ?, ?)", row
            )
            for row in rows
        ]
    )
    page = scene.open(tested=False)
    scene.until(lambda: page.history.model.rowCount() == 10_000)
    scene.until(lambda: scene.cell(page.history.model, 0, "state") == "ran")


def strip_with(qtbot, states, width=800):
    now = from_text("2026-03-02T12:00:00.000Z")
    strip = TimelineStrip()
    qtbot.addWidget(strip)
    strip.resize(width, 60)
    from claudeops_desktop.records.occurrences import ScheduleOccurrence

    dues = [
        ScheduleOccurrence(n, 1, to_text(now - timedelta(hours=1 + n)), state, "why", None, None, None)
        for n, state in enumerate(states)
    ]
    lanes = [make_lane("Observe", dues, [now + timedelta(hours=2)])]
    strip.show_lanes(lanes, DAY, now)
    return strip, lanes


@pytest.mark.parametrize("state", list(OccurrenceState))
def test_a_mark_of_every_state_is_found_on_the_strip(qtbot, state):
    strip, _ = strip_with(qtbot, [state])
    found = [mark for x in range(strip.width()) if (mark := strip.mark_at(QPointF(x, 10)))]
    assert state in {mark.state for _, mark in found}


def test_a_mark_on_the_strip_leads_to_its_due_time(qtbot):
    strip, _ = strip_with(qtbot, ["ran", "failed"])
    found = None
    with qtbot.waitSignal(strip.occurrence_selected) as picked:
        for x in range(strip.width()):
            found = strip.mark_at(QPointF(x, 10))
            if found is not None and found[1].state == "failed":
                qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPointF(x, 10).toPoint())
                break
    assert picked.args == [1]


def test_the_strip_is_said_in_words_too(qtbot):
    strip, lanes = strip_with(qtbot, ["ran", "ran", "missed"])
    assert strip.accessibleDescription() == lanes_summary(lanes) == "Observe: 1 missed, 2 ran, 1 upcoming"


def test_a_crowded_strip_is_painted_all_the_same(qtbot):
    strip, _ = strip_with(qtbot, ["ran", "failed", "missed", "skipped", "asked", "running", "queued"], width=260)
    assert not strip.grab().isNull()
