"""The log: every event, those that say the same in one row, with the alerts that came in; and the findings."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from ....core.clock import utc_now
from ....learning import StoredFinding
from ....records.event_groups import (
    ACKNOWLEDGED,
    MUTED,
    NO_SERVICE,
    WAITING,
    EventGroup,
    EventGroupKey,
    EventGroupRecords,
)
from ....records.events import LEVELS
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, text_column, time_column
from ...kit.detail import DetailSpec, EmptyText, ParagraphSpec
from ...kit.filters import FilterSpec
from ...kit.forms import FormDialog
from ...kit.record_page import RecordPage, RecordPageSpec
from ...kit.sections import TableSection
from ...text import formatting
from ...text.translation import tr, tr_count
from ...timers import start_timer_at
from ...widgets.state_dot import state_word
from ..base_page import PageLocation
from . import dialogs, time_filter
from . import finding_rows as findings
from .alert_rows import LONGEST_PAYLOAD, ListedAlert, outcome_text, payload_tip
from .queries import (
    ALERT,
    EVENT,
    FINDING,
    MOST_OCCURRENCES,
    ActivityEntry,
    ActivityListing,
    ActivityQuery,
    EntryOccurrence,
    find_finding,
    find_group,
    list_log,
    load_entries,
    load_occurrences,
)

if TYPE_CHECKING:
    from ...app_context import AppContext

# --- commands --------------------------------------------------------------------------------------------------------


def acknowledge_selected(page: EventsPage) -> None:
    """Acknowledge the selected groups; where all of them are, take that back."""
    keys = page.selected_groups
    if any(key.waiting for key in keys):
        _acknowledge(page, keys)
    elif keys:
        number = sum(key.number for key in keys)
        page.context.undo.perform(
            tr_count("%n event no longer acknowledged", "%n events no longer acknowledged", number),
            partial(_unacknowledge, page.context, keys),
            partial(_acknowledge_again, page.context),
        )


def acknowledge_all(page: EventsPage) -> None:
    """Acknowledge all that is shown."""
    _acknowledge(page, page.listing.waiting_groups if page.listing is not None else [])


def toggle_fixed(page: EventsPage) -> None:
    """Mark the current finding as fixed, or open it again."""
    if page.current_finding is not None:
        findings.toggle_fixed(page.context, page.current_finding)


def show_events(page: EventsPage) -> None:
    """Show the events of the service that the current entry is about."""
    if page.current is not None:
        page.show_filtered(service=page.current.service)


def open_settings(page: EventsPage) -> None:
    """Lead to the settings of the alert receiver."""
    page.navigation_requested.emit(PageLocation("settings", filters={"group": "alerts"}))


def _acknowledge(page: EventsPage, keys: Sequence[EventGroupKey]) -> None:
    number = sum(key.waiting for key in keys)
    if number and page.listing is not None:
        groups = EventGroupRecords(page.context.book.store)
        page.context.undo.perform(
            tr("Acknowledged {number}", number=tr_count("%n event", "%n events", number)),
            partial(groups.acknowledge, tuple(keys), page.listing.query, utc_now()),
            page.context.book.events.unacknowledge,
        )


def _unacknowledge(context: AppContext, keys: Sequence[EventGroupKey]) -> list[int]:
    groups = EventGroupRecords(context.book.store)
    ids = [event.id for key in keys for event in groups.occurrences(key.newest, -1)]
    return context.book.events.unacknowledge(ids)


def _acknowledge_again(context: AppContext, ids: list[int]) -> object:
    return context.book.events.acknowledge(ids, utc_now())


# --- words -----------------------------------------------------------------------------------------------------------


def fact_line(listing: ActivityListing) -> str:
    """Return how many there are, how many of them differ, how many are bad."""
    kinds = listing.counts["kind"]
    if listing.query.kind == ALERT:
        return tr_count("%n alert", "%n alerts", kinds[ALERT])
    if listing.query.kind == FINDING:
        return findings_line([entry.record for entry in listing.others.values()])
    if not listing.total:
        return tr("No event yet")
    total = tr_count("%n event", "%n events", kinds[EVENT])
    if listing.query != ActivityQuery(kind=listing.query.kind):
        return tr("{matching} shown", matching=total)
    parts = [total]
    if len(listing.places) != kinds[EVENT]:
        parts.append(tr("{folds} different", folds=formatting.format_number(len(listing.places))))
    levels = listing.counts["level"]
    if levels.get("critical"):
        parts.append(tr("{number} critical", number=formatting.format_number(levels["critical"])))
    if levels.get("warning"):
        parts.append(formatting.format_count(levels["warning"], "warning"))
    if listing.query.kind is None and kinds[ALERT]:
        parts.append(tr_count("%n alert", "%n alerts", kinds[ALERT]))
    return " · ".join(parts)


def findings_line(found: Sequence[object]) -> str:
    """Return how many findings are open and how many are back."""
    states = [one.state for one in found if isinstance(one, StoredFinding)]
    if not states:
        return tr("No finding yet")
    back = states.count("regressed")
    parts = [tr_count("%n open finding", "%n open findings", states.count("open"))]
    if back:
        parts.append(tr_count("%n is back", "%n are back", back))
    return " · ".join(parts)


def summary_text(listing: ActivityListing) -> str:
    """Return what is left to acknowledge and what is muted; for alerts, how the receiver stands."""
    if listing.query.kind == ALERT:
        return listing.receiver
    if listing.query.kind == FINDING:
        return FINDINGS_INTRO
    if not listing.matching:
        return ""
    parts = [tr("All of these are acknowledged")]
    if listing.waiting:
        parts = [tr("{waiting} not acknowledged", waiting=formatting.format_number(listing.waiting))]
    if listing.muted and listing.query.state != MUTED:
        parts.append(tr("{muted} muted", muted=formatting.format_number(listing.muted)))
    return " · ".join(parts)


def entry_facts(entry: ActivityEntry) -> list[str]:
    """Return the line under the title of an entry."""
    record = entry.record
    if isinstance(record, EventGroup):
        return group_facts(record)
    if isinstance(record, ListedAlert):
        return [tr("alert"), entry.word, entry.service, formatting.format_clock_time(record.alert.received_at)]
    return findings.finding_facts(record)


def alert_paragraph(entry: ActivityEntry) -> str:
    """Return what became of an alert; nothing for other entries."""
    return outcome_text(entry.record) if isinstance(entry.record, ListedAlert) else ""


def payload_text(entry: ActivityEntry) -> str:
    """Return how the sender put an alert; nothing for other entries."""
    return entry.record.alert.payload[:LONGEST_PAYLOAD] if isinstance(entry.record, ListedAlert) else ""


def entry_tip(entry: ActivityEntry) -> str:
    """Return what an entry says in full: of an alert also how its sender put it."""
    return payload_tip(entry.record) if isinstance(entry.record, ListedAlert) else entry.message


def state_tip(entry: ActivityEntry) -> str:
    """Return whether events were acknowledged, what became of an alert, how a finding was fixed."""
    record = entry.record
    if isinstance(record, EventGroup):
        return acknowledged_text(record)
    return outcome_text(record) if isinstance(record, ListedAlert) else findings.fixed_text(record)


def acknowledged_text(group: EventGroup) -> str:
    """Return ``acknowledged``, ``not acknowledged`` or ``2 of 5 not acknowledged``."""
    if not group.key.waiting:
        return tr("acknowledged")
    if group.key.waiting == group.key.number:
        return tr("not acknowledged")
    return tr(
        "{waiting} of {number} not acknowledged",
        waiting=formatting.format_number(group.key.waiting),
        number=formatting.format_number(group.key.number),
    )


def group_facts(group: EventGroup) -> list[str]:
    """Return level, service, how often and since when, and whether it was acknowledged."""
    parts, number = [group.event.level, group.event.service or NO_SERVICE], group.key.number
    if number == 1:
        once = tr("once, {created_at}", created_at=formatting.format_clock_time(group.event.created_at))
        return [*parts, once, acknowledged_text(group)]
    since = tr(
        "{number} since {first_at}",
        number=tr_count("%n time", "%n times", number),
        first_at=formatting.format_clock_time(group.first_at),
    )
    listed = tr("the last {most} are listed", most=MOST_OCCURRENCES) if number > MOST_OCCURRENCES else ""
    return [*parts, since, acknowledged_text(group), listed]


def times_text(entry: ActivityEntry) -> str:
    """Return how often it was said, where that is more than once."""
    return f"{formatting.format_number(entry.number)} ×" if entry.number > 1 else ""


def times_tip(entry: ActivityEntry) -> str:
    """Return how often it was said, and since when."""
    record = entry.record
    if entry.number == 1 or isinstance(record, ListedAlert):
        return ""
    return tr(
        "{number} times since {first_at}",
        number=formatting.format_number(entry.number),
        first_at=formatting.format_exact_time(
            record.first_at if isinstance(record, EventGroup) else record.first_seen_at
        ),
    )


def seen_text(occurrence: EntryOccurrence) -> str:
    """Return when an event was acknowledged, or that it was not; nothing for what cannot be."""
    if occurrence.acknowledged_at is None:
        return tr("no")
    return formatting.format_relative_time(occurrence.acknowledged_at)


def acknowledge_label(page: EventsPage) -> str:
    """Return what the button does with the selected groups."""
    waiting = sum(key.waiting for key in page.selected_groups)
    if not waiting:
        return tr("Take acknowledgement back")
    return tr("Acknowledge {waiting}", waiting=formatting.format_number(waiting)) if waiting > 1 else tr("Acknowledge")


def acknowledge_all_label(page: EventsPage) -> str:
    """Return what the button does with all that is shown."""
    waiting = page.waiting
    if waiting > 1:
        return tr("Acknowledge all {waiting}", waiting=formatting.format_number(waiting))
    return tr("Acknowledge all")


def mutes_label(page: EventsPage) -> str:
    """Return how many mutes are in force."""
    number = page.listing.mutes if page.listing is not None else 0
    return tr_count("%n mute", "%n mutes", number) if number else tr("Mutes")


# --- the page --------------------------------------------------------------------------------------------------------


def present_levels(_value: str | None, counts: Mapping[str, int]) -> list[str]:
    """Return the levels that there are, the worst first."""
    return [level for level in reversed(LEVELS) if level in counts]


STATES = {WAITING: tr("Not acknowledged"), ACKNOWLEDGED: tr("Acknowledged"), MUTED: tr("Muted")}
KINDS = {EVENT: tr("Events"), ALERT: tr("Alerts"), FINDING: tr("Findings")}
FINDINGS_INTRO = tr(
    "What came up more than once without an incident. One is fixed when something was done about it and two good "
    "checks followed; you are notified when it comes back."
)
NOTHING = {
    ALERT: (
        tr("No alerts yet"),
        tr(
            "Alertmanager, Grafana, Uptime Kuma and your own scripts can start a run about the services that they name."
        ),
    ),
    FINDING: (tr("No finding yet"), tr("When the same kind of warning comes up twice, it appears here.")),
}

KIND: FilterSpec[str] = FilterSpec(
    "kind",
    tr("Kind of entry"),
    tr("Events and alerts"),
    lambda value: KINDS[value],
    valid=lambda value: value in KINDS,
    total=lambda counts: counts[EVENT] + counts[ALERT],
)
LEVEL = FilterSpec("level", tr("Level"), tr("Any level"), state_word, present_levels)
STATE: FilterSpec[str] = FilterSpec(
    "state",
    tr("Acknowledged or muted"),
    tr("Any state"),
    lambda value: STATES[value],
    valid=lambda value: value in STATES,
    total=lambda counts: counts[WAITING] + counts[ACKNOWLEDGED],
)

COLUMNS: tuple[ColumnSpec[ActivityEntry], ...] = (
    ColumnSpec("level", tr("State"), 112, text=lambda entry: entry.word, tip=state_tip, state=lambda entry: entry.look),
    time_column("last", tr("Last"), 104, lambda entry: entry.at),
    ColumnSpec("count", tr("Times"), 72, number=True, text=times_text, tip=times_tip),
    ColumnSpec("service", tr("Service"), 132, text=lambda entry: entry.service),
    ColumnSpec("message", tr("Message"), 420, text=lambda entry: entry.message, tip=entry_tip, stretch=True),
)

OCCURRENCE_COLUMNS: tuple[ColumnSpec[EntryOccurrence], ...] = (
    time_column("when", tr("When"), 96, lambda one: one.at),
    ColumnSpec("said_by", tr("Said by"), 130, text=lambda one: one.source),
    ColumnSpec(
        "seen",
        tr("Acknowledged"),
        110,
        text=seen_text,
        tip=lambda one: formatting.format_exact_time(one.acknowledged_at),
        export=lambda one: one.acknowledged_at or "",
        ages=True,
    ),
    text_column("message", tr("Message"), 420, lambda one: one.message, stretch=True),
)

ACTIONS: tuple[ActionSpec[EventsPage], ...] = (
    ActionSpec(
        "acknowledge",
        tr("Acknowledge the chosen events"),
        acknowledge_selected,
        "A",
        label=acknowledge_label,
        tip=lambda _page: tr("It no longer counts as needing you (A)"),
        enabled=lambda page: bool(page.selected),
        shown=lambda page: page.is_at(EVENT),
    ),
    ActionSpec(
        "acknowledge_all",
        tr("Acknowledge all events shown"),
        acknowledge_all,
        "Shift+A",
        label=acknowledge_all_label,
        tip=lambda _page: tr("All events that are shown now (Shift+A)"),
        enabled=lambda page: page.waiting > 0,
        shown=lambda page: page.shows_events,
    ),
    ActionSpec(
        "mute",
        tr("Mute events like this…"),
        dialogs.open_mute,
        "M",
        label=lambda _page: tr("Mute…"),
        tip=lambda _page: tr("Hide events like this for a while (M)"),
        shown=lambda page: page.is_at(EVENT),
    ),
    ActionSpec(
        "mutes",
        tr("Show what is muted…"),
        dialogs.open_list,
        icon="mute",
        label=mutes_label,
        shown=lambda page: page.shows_events,
    ),
    ActionSpec("service", tr("Show the events"), show_events, shown=lambda page: page.is_at(FINDING)),
    ActionSpec(
        "fix",
        tr("Mark the finding as fixed, or open it again"),
        toggle_fixed,
        "Space",
        for_table=True,
        label=lambda page: findings.fix_label(page.current_finding),
        shown=lambda page: page.is_at(FINDING),
    ),
    ActionSpec(
        "settings",
        tr("Set up alerts"),
        open_settings,
        label=lambda _page: tr("Set up"),
        shown=lambda page: page.listing is not None and page.listing.query.kind == ALERT,
    ),
    ActionSpec("critical", tr("Show critical events"), lambda page: page.show_filtered(level="critical")),
    ActionSpec("waiting", tr("Show events that are not acknowledged"), lambda page: page.show_filtered(state=WAITING)),
    ActionSpec("alerts", tr("Show alerts"), lambda page: page.show_filtered(kind=ALERT)),
    ActionSpec("findings", tr("Show findings"), lambda page: page.show_filtered(kind=FINDING)),
)

OCCURRENCES = TableSection(
    name="occurrences",
    title=tr("Each occurrence"),
    look="EventOccurrenceModel",
    columns=OCCURRENCE_COLUMNS,
    load=load_occurrences,
    link=lambda one: one.place,
    link_text=tr("Show the source"),
    no_link=tr("No session's log has this: the application or another program reported it."),
)

SPEC = RecordPageSpec(
    title=tr("Log"),
    look="EventGroupModel",
    query=ActivityQuery(),
    search=tr("Search in messages"),
    filters=(KIND, time_filter.FILTER, LEVEL, FilterSpec[str]("service", tr("Service"), tr("Any service")), STATE),
    columns=COLUMNS,
    list=list_log,
    rows=load_entries,
    tables=frozenset(("events", "incidents", "mutes", "alerts", "findings", "settings")),
    changed=lambda before, now, entry: before.version(entry) != now.version(entry),
    find=find_group,
    not_found=tr("That event is no longer in the records."),
    fact=fact_line,
    summary=summary_text,
    summary_actions=("settings", "mutes", "acknowledge_all"),
    empty=EmptyText(
        "events",
        tr("No event yet"),
        tr("What a run reports appears here within a second: a service that is down, a certificate that expires."),
    ),
    no_match=tr("No event matches"),
    muted=lambda entry: isinstance(entry.record, EventGroup) and not entry.record.key.waiting,
    multiple=True,
    detail=DetailSpec(
        state=lambda entry: entry.look,
        title=lambda entry: entry.message,
        facts=entry_facts,
        sections=(OCCURRENCES,),
        paragraphs=(ParagraphSpec(alert_paragraph), ParagraphSpec(payload_text, "muted")),
        empty=EmptyText("events", tr("No event chosen"), tr("Choose one to see when and where it occurred.")),
        actions=("service", "fix", "mute", "acknowledge"),
    ),
    actions=ACTIONS,
)


class EventsPage(RecordPage[ActivityEntry, ActivityQuery, ActivityListing]):
    """The log. It looks again when the next mute ends, and has a filter that a dialog asks for; those that only events
    have are hidden where there are none."""

    title = SPEC.title
    spec = SPEC

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._mute_ends = QTimer(self, singleShot=True)
        self._mute_ends.timeout.connect(self._look_again)

    @property
    def waiting(self) -> int:
        """Return how many of the events shown are not acknowledged."""
        return self.listing.waiting if self.listing is not None else 0

    @property
    def selected_groups(self) -> list[EventGroupKey]:
        """Return what is known of the selected groups of events, from the top."""
        if self.listing is None:
            return []
        return [key for key in map(self.listing.key, self.selected) if key is not None]

    @property
    def current_group(self) -> EventGroup | None:
        """Return the group of events of the current row; None where it is none."""
        record = self.current.record if self.current is not None else None
        return record if isinstance(record, EventGroup) else None

    @property
    def current_finding(self) -> StoredFinding | None:
        """Return the finding of the current row; None where it is none."""
        record = self.current.record if self.current is not None else None
        return record if isinstance(record, StoredFinding) else None

    @property
    def shows_events(self) -> bool:
        """Tell whether events are among what is listed."""
        return self._query.kind in (None, EVENT)

    def is_at(self, kind: str) -> bool:
        """Tell whether the current row is of this kind."""
        return self.current is not None and self.current.kind == kind

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view. An id is that of an event; with a filter ``kind``, that of an alert or a finding."""
        kind = (place.filters or {}).get("kind") if place is not None else None
        if place is not None and place.id is not None and kind in (ALERT, FINDING):
            self._show_other(kind, place.id)
            place = replace(place, id=None)
        super().activate(place)

    def deactivate(self) -> None:
        """Go out of view: nothing ticks."""
        super().deactivate()
        self._mute_ends.stop()

    def _show_other(self, kind: str, number: int) -> None:
        if kind == FINDING:
            self._finder.ask(partial(find_finding, self.context, number))
        else:
            self._found((ALERT, number))

    def _found(self, key: Hashable | None) -> None:
        if isinstance(key, PageLocation):
            self.navigation_requested.emit(key)
        elif isinstance(key, tuple):
            self.table.select_key(key)
        else:
            super()._found(key)

    def _listed(self, answer: tuple[ActivityQuery, ActivityListing]) -> None:
        super()._listed(answer)
        start_timer_at(self._mute_ends, answer[1].mute_ends)

    def _show_rows(self, matching: int, total: int, nothing: tuple[str, str], no_match: str) -> None:
        super()._show_rows(matching, total, nothing, no_match)
        kind = self._query.kind
        if not matching and kind in NOTHING and self._query == ActivityQuery(kind=kind):
            self._none.set_message(*NOTHING[kind])
            self._filters.setVisible(True)

    def _empty_acted(self) -> None:
        if self._query == ActivityQuery(kind=ALERT):
            open_settings(self)
        elif self._query != ActivityQuery():
            self._clear_filters()
        else:
            super()._empty_acted()

    def _tell_times(self) -> None:
        super()._tell_times()
        if self._query.time in time_filter.SPANS:
            self._ask()

    def _set_filters(self, query: ActivityQuery) -> None:
        super()._set_filters(query)
        self._fit_filters()

    def _change(self, **parts: Any) -> None:
        super()._change(**parts)
        self._fit_filters()

    def _fit_filters(self) -> None:
        for name in ("level", "state"):
            self.boxes[name].setVisible(self.shows_events)

    def _filter_chosen(self, value: Any) -> None:
        if value != time_filter.CHOOSE or self.sender() is not self.boxes["time"]:
            super()._filter_chosen(value)
            return
        dialog = FormDialog(self.context, time_filter.FORM, time_filter.range_of(self._query.time), self)
        dialog.submitted.connect(self._range_chosen)
        dialog.finished.connect(self._show_filters)
        dialog.open()

    def _range_chosen(self, time: str) -> None:
        self._change(time=time)

    def _show_filters(self) -> None:
        """Show what is in force: not the words that opened the dialog."""
        self._set_filters(self._query)
