"""The page of incidents: what is open first, one in full with its sections, and what the operator does about it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMenu
from support.incidents import fill_incidents

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.learning import LearningService
from claudeops_desktop.learning.cases.outcomes import CaseAttempt
from claudeops_desktop.learning.cases.types import CaseDraft
from claudeops_desktop.learning.findings.records import NewSighting
from claudeops_desktop.records.incidents import BY_MEASUREMENT
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.storage import open_store
from claudeops_desktop.ui.kit.forms import FormDialog
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.incidents.dialogs import export_report
from claudeops_desktop.ui.shell.palette_records import find_in_records

PLACE = PageLocation("incidents")


@pytest.fixture
def ids(configured, write):
    """The ids of the open incidents by service."""
    return write(lambda: fill_incidents(configured.book))


@pytest.fixture
def tab(qtbot, open_page, configured, ids):
    """The tab, filled, with the first incident shown. The page's messages are kept in ``tab.said``."""
    page = open_page(configured, PLACE)
    made = page
    made.tester = QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.page, made.said = page, []
    page.message_posted.connect(lambda text, _undo: made.said.append(text))
    configured.undo.message_posted.connect(lambda text, _undo: made.said.append(text))
    qtbot.waitUntil(lambda: made.model.rowCount() == 12)
    qtbot.waitUntil(lambda: made.detail.record is not None)
    return made


def column(tab, at=0):
    return [tab.model.index(row, at).data() for row in range(tab.model.rowCount())]


def choose(qtbot, tab, number):
    tab.table.select_key(number)
    qtbot.waitUntil(lambda: tab.detail.record is not None and tab.detail.record.incident.id == number)


def rows(qtbot, tab, name, *columns):
    """The cells of a section, unfolded."""
    section = tab.detail.column.sections[name]
    section.fold.setChecked(True)
    model = section.body.model
    qtbot.waitUntil(lambda: model.rowCount() > 0)
    return [tuple(model.index(row, at).data() for at in columns) for row in range(model.rowCount())]


def timeline(tab):
    model = tab.detail.section("timeline").model
    return [(model.index(row, 1).data(), model.index(row, 2).data()) for row in range(model.rowCount())]


def state_of(configured, number):
    return configured.book.store.read(lambda: configured.book.incidents.get(number)).result()


def press(tab, text):
    button = next(button for button in tab.action_set.buttons.values() if button.text() == text)
    assert button.isVisible()
    button.click()


def form(tab):
    (dialog,) = tab.findChildren(FormDialog)
    return dialog


# --- what is shown -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_open_ones_stand_first_each_over_what_it_explains(tab):
    assert column(tab)[:6] == ["postgres", "↳ gitea", "↳ nextcloud", "↳ wiki", "grafana", "pihole"]
    assert set(column(tab, 3)[6:]) == {"resolved"}
    assert column(tab, 1)[0] == "refuses connections on port 5432 · and 3 that depend on it: gitea, nextcloud and wiki"
    assert column(tab, 2)[0] == "1 run, 1 action"


@pytest.mark.slow
def test_one_is_shown_with_its_time_line_in_order(qtbot, tab, ids):
    assert tab.detail.title.text() == "postgres is down"
    assert "Explains the incidents of gitea, nextcloud and wiki." in related(tab)
    qtbot.waitUntil(lambda: len(timeline(tab)) > 1)
    found = timeline(tab)
    assert tab.detail.section("timeline").model.index(0, 0).data() == "40 min before"
    assert found.pop(0) == ("Changed", "postgresql-15 15.6 → 15.7")
    assert [what for what, _ in found] == ["First seen", "Opened", "Run", "Restart", "Event", "Note"]
    assert "claude, tier 2, completed, $0.31" in found[2][1]
    choose(qtbot, tab, ids["gitea"])
    assert "Explained by the incident of postgres." in related(tab)


def related(tab):
    return [label.text() for label in tab.detail.paragraphs]


def test_a_run_of_the_time_line_leads_to_its_session(qtbot, tab):
    section = tab.detail.section("timeline")
    qtbot.waitUntil(lambda: "Run" in [what for what, _ in timeline(tab)])
    section.table.selectRow([what for what, _ in timeline(tab)].index("Run"))
    with qtbot.waitSignal(tab.page.navigation_requested) as went:
        qtbot.keyClick(section.table, Qt.Key.Key_Return)
    assert went.args[0].page == "sessions"


class TestSections:
    def test_its_runs(self, qtbot, tab):
        ((agent, summary),) = rows(qtbot, tab, "runs", 2, 3)
        assert agent == "claude, tier 2, $0.31" and "the disk of /var/lib/postgresql is full" in summary

    def test_what_was_done(self, qtbot, tab):
        assert rows(qtbot, tab, "attempts", 1, 2) == [("postgres", "restart")]

    def test_its_events(self, qtbot, tab):
        assert ("Event", "The disk of /var/lib/postgresql is full") in rows(qtbot, tab, "events", 1, 2)

    def test_what_depends_on_it(self, qtbot, tab):
        assert {service for service, _ in rows(qtbot, tab, "related", 0, 1)} == {"gitea", "nextcloud", "wiki"}

    def test_its_case_with_what_was_tried(self, qtbot, tab, write, configured, ids):
        at = utc_now()
        attempt = CaseAttempt("restarted postgres", "restart", at, "agent, tier 2", "session 1, call 1", "did_not_help")
        draft = CaseDraft(
            f"incident:{ids['postgres']}", "check", "postgres", "refuses connections", "open", (attempt,), at, None,
            incident_id=ids["postgres"], named=("postgres",), trigger="tcp",
        )  # fmt: skip
        write(lambda: LearningService(configured.book).file([draft]))
        found = rows(qtbot, tab, "case", 0, 1)
        assert found[0][0] == "open"
        assert ("did not help", "restarted postgres (agent, tier 2)") in found

    def test_when_the_same_was_seen_and_that_it_is_fixed(self, qtbot, tab, write, configured, ids):
        findings = LearningService(configured.book).findings

        def note():
            for key, days in (("incident:9001", 3), (f"incident:{ids['postgres']}", 0)):
                at = utc_now() - timedelta(days=days)
                findings.note_sighting(NewSighting(key, "postgres", "refuses connections", at, "tcp"))
            return findings.list()

        (finding,) = write(note)
        assert len(rows(qtbot, tab, "recurrence", 1)) == 2
        tab.detail.section("recurrence").fix.click()
        qtbot.waitUntil(lambda: configured.book.store.read(lambda: findings.must(finding.id)).result().state == "fixed")
        qtbot.waitUntil(lambda: tab.detail.section("recurrence").fix.text() == "Open again")


@pytest.mark.slow
def test_filters_say_how_many_they_leave(qtbot, tab):
    box = tab.boxes["state"]
    assert [box.itemText(n) for n in range(3)] == ["Any state  12", "Open  6", "Resolved  6"]
    box.setCurrentIndex(2)
    box.activated.emit(2)
    qtbot.waitUntil(lambda: tab.model.rowCount() == 6)
    tab.search.setText("no such service")
    qtbot.keyClick(tab.search, Qt.Key.Key_Return)
    qtbot.waitUntil(tab._none.isVisible)
    assert "No incident matches" in tab._none.accessibleName()
    tab._none.action_triggered.emit()
    qtbot.waitUntil(lambda: tab.model.rowCount() == 12)


@pytest.mark.slow
def test_the_columns_sort(qtbot, tab):
    tab.table.sort_requested.emit("lasted", True)
    qtbot.waitUntil(lambda: column(tab)[0] == "pihole")
    tab.table.sort_requested.emit("service", False)
    qtbot.waitUntil(lambda: column(tab)[0] == "caddy")
    assert [name.removeprefix("↳ ") for name in column(tab)] == sorted(n.removeprefix("↳ ") for n in column(tab))


def test_an_empty_tab_says_what_will_be_there(qtbot, open_page, configured):
    page = open_page(configured, PLACE)
    qtbot.waitUntil(page._none.isVisible)
    assert "a second attempt confirms it" in page._none.accessibleName()


@pytest.mark.slow
@pytest.mark.parametrize("by", ["filter", "id"])
def test_a_place_leads_to_one_incident(qtbot, open_page, configured, ids, by):
    number = ids["grafana"]
    place = (
        PageLocation("services", filters={"incident": number}) if by == "filter" else PageLocation("services", number)
    )
    page = open_page(configured, place)
    qtbot.waitUntil(lambda: page.detail.record is not None and page.detail.record.incident.id == number)


def test_the_palette_finds_incidents(configured, ids):
    found = find_in_records(configured, "postgres")
    place = next(one.place for one in found if one.group == "Incidents")
    assert place == PageLocation("incidents", ids["postgres"])
    by_number = find_in_records(configured, f"incident {ids['grafana']}")
    assert by_number[0].title.startswith(f"#{ids['grafana']}: grafana is down")


@pytest.mark.slow
def test_the_filter_is_remembered(qtbot, tab, open_page, configured):
    tab.show_filtered(state="open")
    again = open_page(configured, PLACE, tab.page.save_state())
    qtbot.waitUntil(lambda: again.model.rowCount() == 6)


# --- what the operator does ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_it_is_acknowledged_by_key_and_that_is_undone(qtbot, tab, configured, ids):
    tab.table.setFocus()
    qtbot.keyClick(tab.table, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: state_of(configured, ids["postgres"]).state == "acknowledged")
    qtbot.waitUntil(lambda: "Acknowledged the incident of postgres." in tab.said)
    qtbot.waitUntil(lambda: column(tab, 3)[0] == "acknowledged")
    qtbot.waitUntil(lambda: bool(configured.undo.undo_text) and not configured.undo.busy)
    configured.undo.undo()
    qtbot.waitUntil(lambda: state_of(configured, ids["postgres"]).state == "open")
    qtbot.waitUntil(lambda: column(tab, 3)[0] == "open")


@pytest.mark.slow
def test_closing_lets_the_others_stand_alone_and_undo_folds_them_again(qtbot, tab, configured, ids):
    press(tab, "Close")
    qtbot.waitUntil(lambda: state_of(configured, ids["postgres"]).state == "resolved")
    assert state_of(configured, ids["gitea"]).folded_into is None
    qtbot.waitUntil(lambda: "↳ gitea" not in column(tab))
    qtbot.waitUntil(lambda: bool(configured.undo.undo_text))
    qtbot.waitUntil(lambda: bool(configured.undo.undo_text) and not configured.undo.busy)
    configured.undo.undo()
    qtbot.waitUntil(lambda: state_of(configured, ids["gitea"]).folded_into == ids["postgres"])
    assert state_of(configured, ids["postgres"]).state == "open"


@pytest.mark.slow
def test_it_is_snoozed_and_woken(qtbot, tab, configured, ids):
    press(tab, "Snooze…")
    form(tab).inputs["span"].set_value("4h")
    form(tab).submit.click()
    qtbot.waitUntil(lambda: state_of(configured, ids["postgres"]).is_snoozed(utc_now() + timedelta(hours=3)))
    qtbot.waitUntil(tab.action_set.buttons["wake"].isVisible)
    tab.action_set.buttons["wake"].click()
    qtbot.waitUntil(lambda: state_of(configured, ids["postgres"]).snoozed_until is None)


@pytest.mark.slow
def test_a_note_is_written(qtbot, tab, configured, ids):
    tab.table.setFocus()
    qtbot.keyClick(tab.table, Qt.Key.Key_N)
    assert not form(tab).submit.isEnabled()
    form(tab).inputs["text"].set_value("moved the backups <b>away</b>")
    form(tab).submit.click()
    qtbot.waitUntil(lambda: ("Note", "moved the backups <b>away</b>") in timeline(tab))
    assert "The note is in the timeline." in tab.said


@pytest.mark.slow
def test_a_run_looks_into_it(qtbot, tab, configured, ids):
    choose(qtbot, tab, ids["grafana"])
    assert tab.detail.paragraphs[2].isVisible()
    press(tab, "Investigate now")
    qtbot.waitUntil(lambda: bool(configured.runs.asked))
    request = configured.runs.asked[0][1]
    assert isinstance(request, RunRequest)
    assert (request.incident_id, request.services) == (ids["grafana"], ("grafana",))
    assert "connection refused" in request.prompt
    assert "15.7" not in request.prompt  # that is another service's
    qtbot.waitUntil(lambda: state_of(configured, ids["grafana"]).investigation == "started")
    qtbot.waitUntil(lambda: not tab.detail.paragraphs[2].isVisible())


@pytest.mark.slow
def test_the_question_is_declined(qtbot, tab, configured, ids):
    choose(qtbot, tab, ids["grafana"])
    press(tab, "No investigation")
    qtbot.waitUntil(lambda: state_of(configured, ids["grafana"]).investigation == "declined")
    assert configured.runs.asked == []


@pytest.mark.slow
def test_a_resolved_one_is_reopened(qtbot, tab, configured):
    number = tab.model.key(6)
    choose(qtbot, tab, number)
    assert tab.action_set.buttons["acknowledge"].isHidden()
    press(tab, "Reopen")
    qtbot.waitUntil(lambda: tab.said != [])
    assert state_of(configured, number).state == "open" or "has an open incident already" in tab.said[-1]


@pytest.mark.slow
def test_the_report_is_exported(qtbot, tab, ids, tmp_path):
    path = tmp_path / "report.md"
    export_report(tab, ids["postgres"], path)
    qtbot.waitUntil(lambda: path.exists() and any("Exported to" in text for text in tab.said))
    assert path.read_text().startswith(f"# Incident {ids['postgres']}: postgres was down")


def test_the_menu_and_the_clipboard(qtbot, tab):
    menu = QMenu(tab)
    tab.action_set.fill_menu(menu, list(tab.action_set.actions))
    assert {"Acknowledge", "Snooze…", "Add note…", "Close", "Investigate now", "Export…"} <= {
        action.text().partition("\t")[0] for action in menu.actions()
    }
    tab.table.setFocus()
    qtbot.keyClick(tab.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "postgres\trefuses connections on port 5432" in QGuiApplication.clipboard().text())


# --- live ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_another_program_changes_is_shown(qtbot, tab, configured, ids):
    configured.bridge.watch(True)
    store = open_store(DataFolder(configured.folder.root))
    other = RecordRepositories(store)
    try:
        store.write(lambda: other.incidents.acknowledge(ids["grafana"], utc_now())).result()
        qtbot.waitUntil(lambda: state_of(configured, ids["grafana"]).state == "acknowledged")
        qtbot.waitUntil(lambda: "acknowledged" in column(tab, 3)[4:6])
    finally:
        store.close()
        configured.bridge.watch(False)


@pytest.mark.slow
def test_an_incident_that_resolves_is_shown_as_over(qtbot, tab, write, configured, ids):
    write(lambda: configured.book.incidents.resolve(ids["postgres"], BY_MEASUREMENT, utc_now()))
    qtbot.waitUntil(lambda: "was down" in tab.detail.title.text())
    assert tab.action_set.buttons["close"].text() == "Reopen"


@pytest.mark.slow
def test_a_thousand_do_not_hold_the_window(qtbot, open_page, configured, write):
    """Only what is in view is put into words."""

    def many():
        now = utc_now()
        for number in range(1000):
            configured.book.incidents.open(
                service=f"service-{number:04d}",
                source="check",
                started_at=now,
                worst="down",
                cause="no answer",
                now=now,
            )

    write(many)
    page = open_page(configured, PLACE)
    tab = page
    asked = []
    text = tab.model.text
    tab.model.text = lambda row, name: asked.append(1) or text(row, name)
    qtbot.waitUntil(lambda: tab.model.rowCount() == 1000)
    qtbot.waitUntil(lambda: tab.detail.record is not None)
    assert 0 < len(asked) < 1000 * len(tab.model.COLUMNS) // 2
