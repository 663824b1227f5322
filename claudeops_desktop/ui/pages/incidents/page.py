"""Incidents: the open ones first and the worst first, each over those that it explains; and one of them in full."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QPushButton, QWidget

from ....core.clock import utc_now
from ....core.errors import ClaudeOpsError
from ....core.money import money
from ....monitoring.services_source import ServicesSource
from ....operations.incidents import (
    ChangedIncident,
    IncidentNumbers,
    SnoozeIncidents,
    acknowledge_incidents,
    close_incidents,
    reopen_incidents,
    snooze_incidents,
    unacknowledge_incidents,
    undo_incident_changes,
)
from ....records.cooldowns import CooldownAction
from ....records.incident_list import IncidentLine
from ....records.incidents import Incident, IncidentState
from ....records.record_books import RecordRepositories
from ....records.run_list import RunLine
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, text_column, time_column
from ...kit.detail import DetailSpec, EmptyText, ParagraphSpec
from ...kit.filters import FilterSpec
from ...kit.forms import FormDialog
from ...kit.record_page import RecordPage, RecordPageSpec
from ...kit.sections import SectionTable, TableSection, WidgetSection
from ...text import formatting, incident_text
from ...text.translation import error_text, tr, tr_count
from ...widgets.state_dot import state_word
from ..base_page import PageLocation
from ..events import finding_rows as findings
from . import dialogs
from .queries import (
    OPEN,
    RESOLVED,
    CaseRow,
    IncidentListing,
    IncidentQuery,
    SeenRow,
    find_incident,
    list_incidents,
    load_actions,
    load_case,
    load_related,
    load_reports,
    load_rows,
    load_runs,
    load_seen,
    load_timeline,
)
from .timeline import TimelineRow, action_place, action_text, run_place

if TYPE_CHECKING:
    from ....runs.request import RunRequest
    from ...app_context import AppContext

Request = TypeVar("Request")
UNDER = "↳ "
QUESTION = tr("Start a run that investigates it? The run is given this incident as its context.")

# --- commands: changes that can be undone ----------------------------------------------------------------------------


def change_incident(
    page: IncidentsPage,
    label: str,
    operation: Callable[[RecordRepositories, Request, datetime], list[ChangedIncident]],
    make_request: Callable[[list[int]], Request],
) -> None:
    """Change the current incident, with its way back; ``label`` names its ``{service}``."""
    if page.current is not None:
        incident, book = page.current.incident, page.context.book
        page.context.undo.perform(
            label.format(service=incident.service),
            lambda: operation(book, make_request([incident.id]), utc_now()),
            lambda changes: undo_incident_changes(book, changes, utc_now()),
        )


def toggle_acknowledged(page: IncidentsPage) -> None:
    """Acknowledge the current incident, or take that back."""
    if is_acknowledged(page):
        label = tr("Took back the acknowledgement of {service}")
        change_incident(page, label, unacknowledge_incidents, IncidentNumbers)
    elif is_live(page):
        change_incident(page, tr("Acknowledged the incident of {service}"), acknowledge_incidents, IncidentNumbers)


def toggle_closed(page: IncidentsPage) -> None:
    """Close the current incident, or open it again."""
    if is_live(page):
        change_incident(page, tr("Closed the incident of {service}"), close_incidents, IncidentNumbers)
    else:
        change_incident(page, tr("Reopened the incident of {service}"), reopen_incidents, IncidentNumbers)


def open_snooze(page: IncidentsPage) -> None:
    """Ask until when there are to be no notices about the current incident."""
    if is_live(page):
        dialog = FormDialog(page.context, dialogs.SNOOZE, {}, page)
        dialog.submitted.connect(partial(snooze, page))
        dialog.open()


def snooze(page: IncidentsPage, until: datetime) -> None:
    """Have no notices about the current incident until then."""
    label = tr("Snoozed {{service}} until {until}", until=formatting.format_clock_time(until))
    change_incident(page, label, snooze_incidents, partial(SnoozeIncidents, until=until))


def end_snooze(page: IncidentsPage) -> None:
    """Have notices about the current incident again."""
    label = tr("Ended the snooze of {service}")
    change_incident(page, label, snooze_incidents, SnoozeIncidents)


# --- commands: notes, runs and links ---------------------------------------------------------------------------------


def open_note(page: IncidentsPage) -> None:
    """Ask for the words of a note."""
    if page.current is not None:
        incident = page.current.incident
        dialog = FormDialog(page.context, dialogs.note_form(incident.service), {}, page)
        dialog.submitted.connect(partial(add_note, page, incident.id))
        dialog.open()


def add_note(page: IncidentsPage, incident_id: int, text: str) -> None:
    """Add a note to the time line of an incident."""
    write = partial(page.context.book.incidents.note, incident_id, text, utc_now())
    page.context.bridge.write(write, lambda _entry: page.post(tr("The note is in the timeline.")), page.show_failure)


def investigate(page: IncidentsPage) -> None:
    """Start a run that looks into the current incident."""
    from ....monitoring.investigation import prepare_investigation

    if page.current is not None:
        context, number = page.context, page.current.incident.id
        source = ServicesSource(context.folder.services_file)
        ask = partial(prepare_investigation, context.book, context.settings.current, source, number)
        context.bridge.ask(ask, partial(_start, page, number), page.show_failure)


def _start(page: IncidentsPage, incident_id: int, request: RunRequest) -> None:
    try:
        page.context.runs.enqueue(request)
    except ClaudeOpsError as error:
        page.show_failure(error)
    else:
        page.post(tr("A run that investigates it is in the queue."))
        _answer(page, incident_id, True)


def decline(page: IncidentsPage) -> None:
    """Answer that no run is to look into the current incident."""
    if page.current is not None:
        _answer(page, page.current.incident.id, False)


def _answer(page: IncidentsPage, incident_id: int, started: bool) -> None:
    from ....monitoring.investigation import answer_question

    write = partial(answer_question, page.context.book, incident_id, started, utc_now())
    page.context.bridge.write(write, None, page.show_failure)


def show_service(page: IncidentsPage) -> None:
    """Lead to the service of the current incident."""
    if page.current is not None:
        page.navigation_requested.emit(PageLocation("services", filters={"service": page.current.incident.service}))


# --- words -----------------------------------------------------------------------------------------------------------


def is_live(page: IncidentsPage) -> bool:
    """Tell whether the current incident is not resolved."""
    return page.current is not None and page.current.incident.is_live


def is_acknowledged(page: IncidentsPage) -> bool:
    """Tell whether the current incident is open and acknowledged."""
    return page.current is not None and page.current.incident.state == IncidentState.ACKNOWLEDGED


def is_snoozed(page: IncidentsPage) -> bool:
    """Tell whether there are no notices about the current incident for now."""
    return page.current is not None and is_live(page) and page.current.incident.is_snoozed(utc_now())


def is_asked(line: IncidentLine) -> bool:
    """Tell whether it waits for the operator whether a run looks into an incident."""
    return line.incident.is_live and line.incident.investigation == incident_text.ASKED


def fact_line(listing: IncidentListing) -> str:
    """Return how many there are and how many are open."""
    if not listing.total:
        return ""
    found = tr_count("%n incident", "%n incidents", listing.total)
    return tr("{incidents} · {open} open", incidents=found, open=formatting.format_number(listing.live))


def service_text(line: IncidentLine) -> str:
    """Return the service, set under the one that explains its incident."""
    return f"{UNDER}{line.incident.service}" if line.is_folded else line.incident.service


def service_tip(line: IncidentLine) -> str:
    """Return what explains an incident."""
    if not line.is_folded:
        return ""
    return tr("{service}: explained by the incident of {root}", service=line.incident.service, root=line.root)


def cause_text(line: IncidentLine, most: int = 3) -> str:
    """Return what was seen, and what depends on it."""
    return " · ".join(filter(None, (line.incident.cause, incident_text.folded_text(line, most))))


def resolved_tip(line: IncidentLine) -> str:
    """Return when an incident was resolved."""
    at = line.incident.resolved_at
    return tr("Resolved {resolved_at}", resolved_at=formatting.format_exact_time(at)) if at else ""


def incident_facts(line: IncidentLine) -> list[str]:
    """Return the number of an incident, its state, since when and how long."""
    incident = line.incident
    return [tr("Incident {id}", id=incident.id), incident_text.incident_facts(incident, utc_now())]


def related_text(line: IncidentLine) -> str:
    """Return what explains an incident, or what it explains."""
    if line.root:
        return tr("Explained by the incident of {service}.", service=line.root)
    names = formatting.format_names(list(line.folded), 12)
    return tr("Explains the incidents of {services}.", services=names) if line.folded else ""


def run_text(run: RunLine) -> str:
    """Return the agent of a run, its highest tier and what it cost."""
    tier = max((link.tier for link in run.chain), default=0)
    cost = money(run.cost_usd) if run.cost_usd is not None else ""
    return ", ".join(filter(None, (run.agent, tr("tier {tier}", tier=tier) if tier else "", cost)))


def seen_place(row: SeenRow) -> PageLocation | None:
    """Return the incident or the event that was seen."""
    if row.incident_id is not None:
        return PageLocation("incidents", id=row.incident_id)
    return PageLocation("events", id=row.event_id) if row.event_id is not None else None


# --- sections --------------------------------------------------------------------------------------------------------

TIMELINE_COLUMNS: tuple[ColumnSpec[TimelineRow], ...] = (
    ColumnSpec(
        "when",
        tr("When"),
        120,
        text=lambda row: row.when,
        tip=lambda row: formatting.format_exact_time(row.at),
        export=lambda row: row.at,
    ),
    ColumnSpec("what", tr("What"), 118, text=lambda row: row.what, state=lambda row: row.look),
    text_column("detail", tr("Detail"), 320, lambda row: row.text, stretch=True),
)

TIMELINE: TableSection[IncidentLine, TimelineRow] = TableSection(
    name="timeline",
    title=tr("Timeline"),
    look="IncidentTimelineModel",
    columns=TIMELINE_COLUMNS,
    load=load_timeline,
    link=lambda row: row.place,
    link_text=tr("Show it"),
    no_link=tr("The time line has all of it."),
)
REPORTS: TableSection[IncidentLine, TimelineRow] = TableSection(
    name="events",
    title=tr("Events and alerts"),
    look="IncidentEventModel",
    columns=TIMELINE_COLUMNS,
    load=load_reports,
    link=lambda row: row.place,
    link_text=tr("Show in the log"),
    folded=True,
)
RUNS: TableSection[IncidentLine, RunLine] = TableSection(
    name="runs",
    title=tr("Runs"),
    summary=lambda line: formatting.format_number(len(line.runs)) if line.runs else "",
    look="IncidentRunModel",
    columns=(
        time_column("started", tr("Started"), 90, lambda run: run.started_at),
        ColumnSpec("state", tr("State"), 104, text=lambda run: state_word(run.look), state=lambda run: run.look),
        text_column("agent", tr("Agent"), 100, run_text),
        text_column("summary", tr("Summary"), 260, lambda run: run.summary or run.reason, stretch=True),
    ),
    load=load_runs,
    link=run_place,
    link_text=tr("Open the run"),
    folded=True,
)
ACTIONS_TAKEN: TableSection[IncidentLine, CooldownAction] = TableSection(
    name="attempts",
    title=tr("Attempts"),
    summary=lambda line: formatting.format_number(line.actions) if line.actions else "",
    look="IncidentActionModel",
    columns=(
        time_column("when", tr("When"), 90, lambda action: action.created_at),
        ColumnSpec("service", tr("Service"), 90, text=lambda action: action.service),
        ColumnSpec(
            "action",
            tr("Action"),
            96,
            text=lambda action: state_word(action.action_type),
            state=lambda action: action.outcome,
        ),
        text_column("outcome", tr("Outcome"), 240, action_text, stretch=True),
    ),
    load=load_actions,
    link=action_place,
    link_text=tr("Show the action"),
    folded=True,
)
CASE: TableSection[IncidentLine, CaseRow] = TableSection(
    name="case",
    title=tr("Case"),
    look="IncidentCaseModel",
    columns=(
        ColumnSpec("state", tr("State"), 150, text=lambda row: row.word, state=lambda row: row.look),
        text_column("what", tr("What was learned and tried"), 300, lambda row: row.what, stretch=True),
        time_column("when", tr("When"), 104, lambda row: row.at),
    ),
    load=load_case,
    link=lambda row: PageLocation("cases", id=row.case_id),
    link_text=tr("Show the case"),
    folded=True,
)
RELATED: TableSection[IncidentLine, tuple[Incident, str]] = TableSection(
    name="related",
    title=tr("Connected incidents"),
    shown=lambda line: bool(line.root or line.folded),
    look="RelatedIncidentModel",
    columns=(
        ColumnSpec(
            "service",
            tr("Service"),
            140,
            text=lambda row: row[0].service,
            state=lambda row: incident_text.incident_look(row[0], utc_now()),
        ),
        ColumnSpec("what", tr("How"), 130, text=lambda row: row[1]),
        ColumnSpec("state", tr("State"), 120, text=lambda row: incident_text.incident_state(row[0], utc_now())),
        text_column("cause", tr("What was seen"), 240, lambda row: row[0].cause, stretch=True),
    ),
    load=load_related,
    link=lambda row: PageLocation("incidents", id=row[0].id),
    link_text=tr("Show the incident"),
    folded=True,
)
SEEN: TableSection[IncidentLine, SeenRow] = TableSection(
    name="recurrence",
    title=tr("Recurrence"),
    look="IncidentRecurrenceModel",
    columns=(
        time_column("when", tr("Seen"), 104, lambda row: row.at),
        text_column("text", tr("What was seen"), 300, lambda row: row.text, stretch=True),
        ColumnSpec("version", tr("Version"), 90, text=lambda row: row.version),
    ),
    load=load_seen,
    link=seen_place,
    link_text=tr("Show it"),
    no_link=tr("A session reported it."),
)


class RecurrenceBody(SectionTable[IncidentLine, SeenRow]):
    """The times that the same trouble was seen, and a button that marks it as fixed or opens it again."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        self.fix = QPushButton(findings.fix_label(None))
        super().__init__(context, SEEN, parent)
        self.fix.clicked.connect(self._fix)
        self.buttons.append(self.fix)

    def _fix(self) -> None:
        row = self.model.row(0)
        if row is not None:
            findings.toggle_fixed(self.context, row.finding)

    def _update(self, _key: object = None) -> None:
        super()._update()
        row: SeenRow | None = self.model.row(0)
        self.fix.setEnabled(row is not None)
        self.fix.setText(findings.fix_label(row.finding if row is not None else None))
        self.fix.setToolTip(" · ".join(filter(None, findings.finding_facts(row.finding))) if row is not None else "")


RECURRENCE: WidgetSection[IncidentLine] = WidgetSection(
    name=SEEN.name, title=SEEN.title, widget=RecurrenceBody, folded=True
)

# --- the page --------------------------------------------------------------------------------------------------------

STATES = {OPEN: tr("Open"), RESOLVED: tr("Resolved")}

COLUMNS: tuple[ColumnSpec[IncidentLine], ...] = (
    ColumnSpec(
        "service",
        tr("Service"),
        112,
        sort="service",
        text=service_text,
        tip=service_tip,
        state=lambda line: incident_text.incident_look(line.incident, utc_now()),
    ),
    ColumnSpec("cause", tr("What was seen"), 200, text=cause_text, tip=lambda line: cause_text(line, 20), stretch=True),
    ColumnSpec("tried", tr("Tried"), 88, spoken=tr("What was tried"), text=incident_text.tried_text),
    ColumnSpec(
        "state",
        tr("State"),
        104,
        sort="state",
        text=lambda line: incident_text.incident_state(line.incident, utc_now()),
        ages=True,
    ),
    ColumnSpec(
        "since",
        tr("Since"),
        96,
        sort="since",
        falls=True,
        text=lambda line: formatting.format_clock_time(line.incident.started_at),
        tip=lambda line: formatting.format_exact_time(line.incident.started_at),
        ages=True,
    ),
    ColumnSpec(
        "lasted",
        tr("For"),
        80,
        sort="lasted",
        number=True,
        spoken=tr("How long"),
        text=lambda line: incident_text.incident_lasted(line.incident, utc_now()),
        tip=resolved_tip,
        ages=True,
    ),
)

ACTIONS: tuple[ActionSpec[IncidentsPage], ...] = (
    ActionSpec(
        "acknowledge",
        tr("Acknowledge the chosen incident"),
        toggle_acknowledged,
        "A",
        label=lambda page: tr("Take the acknowledgement back") if is_acknowledged(page) else tr("Acknowledge"),
        tip=lambda _page: tr("It no longer counts as needing you (A)"),
        shown=is_live,
        icon="good",
        in_menu=True,
    ),
    ActionSpec("snooze", tr("Snooze…"), open_snooze, shown=is_live, icon="mute", in_menu=True),
    ActionSpec("wake", tr("End the snooze"), end_snooze, shown=is_snoozed, in_menu=True),
    ActionSpec(
        "note",
        tr("Add a note to the chosen incident"),
        open_note,
        "N",
        label=lambda _page: tr("Add note…"),
        icon="edit",
        in_menu=True,
    ),
    ActionSpec(
        "close",
        tr("Close or reopen the incident"),
        toggle_closed,
        label=lambda page: tr("Close") if is_live(page) else tr("Reopen"),
        icon="close",
        in_menu=True,
    ),
    ActionSpec("investigate", tr("Investigate now"), investigate, enabled=is_live, icon="play", in_menu=True),
    ActionSpec(
        "decline",
        tr("No investigation"),
        decline,
        shown=lambda page: page.current is not None and is_asked(page.current),
        icon="close",
        in_menu=True,
    ),
    ActionSpec("export", tr("Export…"), dialogs.open_export, icon="file", in_menu=True),
    ActionSpec("service", tr("Show the service"), show_service, icon="services"),
)

SPEC = RecordPageSpec(
    title=tr("Incidents"),
    look="IncidentTableModel",
    query=IncidentQuery(),
    search=tr("Search in incidents"),
    filters=(
        FilterSpec[str](
            "state",
            tr("State"),
            tr("Any state"),
            lambda value: STATES[value],
            lambda _value, _counts: list(STATES),
            valid=lambda value: value in STATES,
        ),
    ),
    columns=COLUMNS,
    list=list_incidents,
    rows=load_rows,
    tables=frozenset(
        ("incidents", "events", "runs", "sessions", "cooldown_actions", "alerts", "notifications", "cases", "findings")
    ),
    changed=lambda before, now, key: before.lines.get(key) != now.lines.get(key),
    find=find_incident,
    not_found=tr("That incident is no longer in the records."),
    fact=fact_line,
    empty=EmptyText(
        "alert",
        tr("No incident"),
        tr("When a check finds a service down, and a second attempt confirms it, the incident appears here."),
    ),
    no_match=tr("No incident matches"),
    detail=DetailSpec(
        state=lambda line: incident_text.incident_look(line.incident, utc_now()),
        title=lambda line: incident_text.incident_title(line.incident),
        facts=incident_facts,
        paragraphs=(
            ParagraphSpec(lambda line: line.incident.cause, "muted"),
            ParagraphSpec(related_text, "muted"),
            ParagraphSpec(lambda line: QUESTION if is_asked(line) else "", "warn"),
        ),
        sections=(TIMELINE, RUNS, ACTIONS_TAKEN, CASE, RECURRENCE, REPORTS, RELATED),
        empty=EmptyText("alert", tr("No incident chosen"), tr("Choose one to see what happened, in order.")),
        actions=tuple(action.name for action in ACTIONS),
    ),
    shares=(1, 1),
    actions=ACTIONS,
)


class IncidentsPage(RecordPage[IncidentLine, IncidentQuery, IncidentListing]):
    """One outage is one thing. Its columns sort, and its parts are read anew with the list."""

    title = SPEC.title
    spec = SPEC

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.table.sort_requested.connect(self._sort)

    def post(self, sentence: str) -> None:
        """Say something in the toast."""
        self.message_posted.emit(sentence, None)

    def show_failure(self, error: Exception) -> None:
        """Say what went wrong."""
        self.post(error_text(error))

    def _sort(self, column: str, descending: bool) -> None:
        self._change(sort=column, descending=descending)

    def _listed(self, answer: tuple[IncidentQuery, IncidentListing]) -> None:
        super()._listed(answer)
        self.model.set_rows(answer[1].lines)
        if self.current is not None:
            self._show_current()
