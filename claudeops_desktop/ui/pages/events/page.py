"""The page of events: newest first, repeated ones in one row, and where each was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from ....core.clock import utc_now
from ....records.event_groups import (
    ACKNOWLEDGED,
    MUTED,
    NO_SERVICE,
    WAITING,
    EventGroup,
    EventGroupKey,
    EventGroupRecords,
    EventQuery,
)
from ....records.events import LEVELS
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, text_column, time_column
from ...kit.detail import DetailSpec, EmptyText
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
from .queries import (
    MOST_OCCURRENCES,
    EventListing,
    EventOccurrence,
    find_group,
    list_events,
    load_groups,
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


def fact_line(listing: EventListing) -> str:
    """Return how many there are, how many of them differ, how many are bad."""
    if not listing.total:
        return tr("No event yet")
    total = tr_count("%n event", "%n events", listing.total)
    if listing.matching != listing.total:
        return tr("{matching} of {total} shown", matching=formatting.format_number(listing.matching), total=total)
    parts = [total]
    if len(listing.keys) != listing.total:
        parts.append(tr("{folds} different", folds=formatting.format_number(len(listing.keys))))
    levels = listing.counts["level"]
    if levels.get("critical"):
        parts.append(tr("{number} critical", number=formatting.format_number(levels["critical"])))
    if levels.get("warning"):
        parts.append(formatting.format_count(levels["warning"], "warning"))
    return " · ".join(parts)


def summary_text(listing: EventListing) -> str:
    """Return what is left to acknowledge, and what is muted."""
    if not listing.matching:
        return ""
    parts = [tr("All of these are acknowledged")]
    if listing.waiting:
        parts = [tr("{waiting} not acknowledged", waiting=formatting.format_number(listing.waiting))]
    if listing.muted and listing.query.state != MUTED:
        parts.append(tr("{muted} muted", muted=formatting.format_number(listing.muted)))
    return " · ".join(parts)


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


def times_text(group: EventGroup) -> str:
    """Return how often it was said, where that is more than once."""
    return f"{formatting.format_number(group.key.number)} ×" if group.key.number > 1 else ""


def times_tip(group: EventGroup) -> str:
    """Return how often it was said, and since when."""
    if group.key.number == 1:
        return ""
    return tr(
        "{number} times since {first_at}",
        number=formatting.format_number(group.key.number),
        first_at=formatting.format_exact_time(group.first_at),
    )


def source_text(occurrence: EventOccurrence) -> str:
    """Return ``session 12, line 4``; ``the application`` where no session said it."""
    session = occurrence.event.session_id
    if session is None:
        return tr("the application")
    if occurrence.line:
        return tr("session {session}, line {line}", session=session, line=formatting.format_number(occurrence.line))
    return tr("session {session}", session=session)


def source_location(occurrence: EventOccurrence) -> PageLocation | None:
    """Return the line of the session that said it; None where no session did."""
    session = occurrence.event.session_id
    return None if session is None else PageLocation("sessions", id=session, line=occurrence.line or None)


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

LEVEL = FilterSpec("level", tr("Level"), tr("Any level"), state_word, present_levels)
STATE: FilterSpec[str] = FilterSpec(
    "state",
    tr("Acknowledged or muted"),
    tr("Any state"),
    lambda value: STATES[value],
    valid=lambda value: value in STATES,
    total=lambda counts: counts[WAITING] + counts[ACKNOWLEDGED],
)

COLUMNS: tuple[ColumnSpec[EventGroup], ...] = (
    ColumnSpec(
        "level",
        tr("Level"),
        112,
        text=lambda group: state_word(group.event.level),
        tip=acknowledged_text,
        state=lambda group: group.event.level,
    ),
    time_column("last", tr("Last"), 104, lambda group: group.event.created_at),
    ColumnSpec("count", tr("Times"), 72, number=True, text=times_text, tip=times_tip),
    ColumnSpec("service", tr("Service"), 132, text=lambda group: group.event.service or NO_SERVICE),
    text_column("message", tr("Message"), 420, lambda group: group.event.message, stretch=True),
)

OCCURRENCE_COLUMNS: tuple[ColumnSpec[EventOccurrence], ...] = (
    time_column("when", tr("When"), 104, lambda one: one.event.created_at),
    ColumnSpec("said_by", tr("Said by"), 150, text=source_text),
    time_column("seen", tr("Acknowledged"), 126, lambda one: one.event.acknowledged_at, none=tr("no")),
    text_column("message", tr("Message"), 420, lambda one: one.event.message, stretch=True),
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
    ),
    ActionSpec(
        "acknowledge_all",
        tr("Acknowledge all events shown"),
        acknowledge_all,
        "Shift+A",
        label=acknowledge_all_label,
        tip=lambda _page: tr("All events that are shown now (Shift+A)"),
        enabled=lambda page: page.waiting > 0,
    ),
    ActionSpec(
        "mute",
        tr("Mute events like this…"),
        dialogs.open_mute,
        "M",
        label=lambda _page: tr("Mute…"),
        tip=lambda _page: tr("Hide events like this for a while (M)"),
    ),
    ActionSpec("mutes", tr("Show what is muted…"), dialogs.open_list, icon="mute", label=mutes_label),
    ActionSpec("critical", tr("Show critical events"), lambda page: page.show_filtered(level="critical")),
    ActionSpec("waiting", tr("Show events that are not acknowledged"), lambda page: page.show_filtered(state=WAITING)),
)

OCCURRENCES = TableSection(
    name="occurrences",
    title=tr("Each occurrence"),
    look="EventOccurrenceModel",
    columns=OCCURRENCE_COLUMNS,
    load=load_occurrences,
    link=source_location,
    link_text=tr("Show the source"),
    no_link=tr("The application reported this itself: it is in no session's log."),
)

SPEC = RecordPageSpec(
    title=tr("Events"),
    look="EventGroupModel",
    query=EventQuery(),
    search=tr("Search in messages"),
    filters=(time_filter.FILTER, LEVEL, FilterSpec[str]("service", tr("Service"), tr("Any service")), STATE),
    columns=COLUMNS,
    list=list_events,
    rows=load_groups,
    tables=frozenset(("events", "incidents", "mutes")),
    changed=lambda before, now, group: before.key(group) != now.key(group),
    find=find_group,
    not_found=tr("That event is no longer in the records."),
    fact=fact_line,
    summary=summary_text,
    summary_actions=("mutes", "acknowledge_all"),
    empty=EmptyText(
        "events",
        tr("No event yet"),
        tr("What a run reports appears here within a second: a service that is down, a certificate that expires."),
    ),
    no_match=tr("No event matches"),
    muted=lambda group: not group.key.waiting,
    multiple=True,
    detail=DetailSpec(
        state=lambda group: group.event.level,
        title=lambda group: group.event.message,
        facts=group_facts,
        sections=(OCCURRENCES,),
        empty=EmptyText("events", tr("No event chosen"), tr("Choose one to see when and where it occurred.")),
        actions=("mute", "acknowledge"),
    ),
    actions=ACTIONS,
)


class EventsPage(RecordPage[EventGroup, EventQuery, EventListing]):
    """What happened to services. It looks again when the next mute ends, and has a filter that a dialog asks for."""

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
        """Return what is known of the selected groups, from the top."""
        if self.listing is None:
            return []
        return [key for key in map(self.listing.key, self.selected) if key is not None]

    def deactivate(self) -> None:
        """Go out of view: nothing ticks."""
        super().deactivate()
        self._mute_ends.stop()

    def _listed(self, answer: tuple[EventQuery, EventListing]) -> None:
        super()._listed(answer)
        start_timer_at(self._mute_ends, answer[1].mute_ends)

    def _tell_times(self) -> None:
        super()._tell_times()
        if self._query.time in time_filter.SPANS:
            self._ask()

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
