"""Muting: what and until when, the list of all mutes in force, and the commands with their way back."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, cast

from ....core.clock import to_text, utc_now
from ....operations import event_attention
from ....operations.event_attention import MuteEvents
from ....operations.operation_types import RowNumber
from ....records.event_groups import NO_SERVICE, EventGroup
from ....records.events import LEVELS
from ....records.mutes import MuteRule, matching_sql
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, text_column, time_column
from ...kit.fields import ChoiceField, LineField, MomentField, Values
from ...kit.forms import FormDialog, FormSpec
from ...kit.list_dialog import ListDialog, ListDialogSpec
from ...text import formatting
from ...text.translation import tr
from ...widgets.state_dot import state_word

if TYPE_CHECKING:
    from ....operations.event_list import EventLevelName
    from .page import EventsPage

MORNING = 8
LONGEST_TEXT = 120

# --- the form --------------------------------------------------------------------------------------------------------


def initial_values(group: EventGroup | None) -> dict[str, object]:
    """Return what the form begins with: what the chosen row is."""
    tomorrow = utc_now() + timedelta(days=1)
    if group is None:
        return {"date": tomorrow}
    event = group.event
    return {
        "service": event.service or NO_SERVICE,
        "level": event.level,
        "text": event.message.split("\n")[0][:LONGEST_TEXT],
        "date": tomorrow,
    }


def mute_end(values: Values) -> datetime | None:
    """Return the end that is chosen; None: no end of its own."""
    now = utc_now()
    match values["span"]:
        case "hour":
            return now + timedelta(hours=1)
        case "tomorrow":
            day = now.astimezone().date() + timedelta(days=1)
            return datetime(day.year, day.month, day.day, MORNING).astimezone()
        case "week":
            return now + timedelta(weeks=1)
        case "date":
            end: datetime = values["date"]
            return end
        case _:
            return None


def mute_rule(values: Values) -> MuteRule:
    """Return what the fields say, as a row that would be."""
    end = mute_end(values)
    service = (values["service"] or "").lower() or None
    until = to_text(end) if end is not None else None
    return MuteRule(0, service, values["level"], values["text"] or "", until, values["reason"], "", None)


def check_mute(values: Values) -> str:
    """Return what is wrong with the values, or nothing."""
    if not (values["service"] or values["level"] or values["text"]):
        return tr("Name a service, a level or a text: otherwise every event would be hidden.")
    end = mute_end(values)
    if end is not None and end <= utc_now():
        return tr("That moment has passed already: choose a later one.")
    return ""


def count_hidden(context: AppContext, values: Values) -> str:
    """Return in words how many events the rule would hide, and until when. On a reader thread."""
    rule = mute_rule(values)
    condition, arguments = matching_sql([rule])
    database = context.book.store.database
    found = database.execute_sql(f"SELECT count(*) FROM events WHERE {condition}", tuple(arguments)).fetchone()
    ends = (
        tr("They show again from {until} on.", until=formatting.format_clock_time(rule.until))
        if rule.until
        else tr("They stay hidden until you end it.")
    )
    return tr("Of the events so far it hides {number}. {ends}", number=formatting.format_number(found[0]), ends=ends)


SPANS = (
    (tr("1 hour"), "hour"),
    (tr("Until tomorrow, {morning}:00", morning=MORNING), "tomorrow"),
    (tr("1 week"), "week"),
    (tr("Until a date…"), "date"),
    (tr("Until I end it"), "never"),
)

FORM = FormSpec(
    title=tr("Mute events"),
    intro=tr("Events that match all of these are hidden and not counted for a while."),
    fields=(
        LineField("service", tr("Of the &service"), optional=True),
        ChoiceField(
            "level",
            tr("Of the &level"),
            tr("Of the level"),
            optional=True,
            choices=[(state_word(level), level) for level in reversed(LEVELS)],
        ),
        LineField("text", tr("With the &text"), optional=True),
        ChoiceField("span", tr("&For"), tr("For how long"), choices=SPANS),
        MomentField("date", "", tr("Until"), shown=lambda values: values["span"] == "date"),
        LineField("reason", tr("&Reason"), hint=tr("Why, for others who read this list")),
    ),
    submit=tr("Mute"),
    result=mute_rule,
    check=check_mute,
    preview=count_hidden,
    focus="span",
)

# --- commands --------------------------------------------------------------------------------------------------------


def mute_events(context: AppContext, rule: MuteRule) -> None:
    """Mute; undone by ending it."""
    book, until = context.book, datetime.fromisoformat(rule.until) if rule.until else None
    level = cast("EventLevelName | None", rule.level)
    request = MuteEvents(service=rule.service, level=level, text=rule.text, until=until, reason=rule.reason)
    context.undo.perform(
        tr("Muted {what}", what=rule.what),
        lambda: event_attention.mute_events(book, request, utc_now()),
        lambda made: event_attention.undo_mute(book, made, utc_now()),
    )


def end_mute(context: AppContext, rule: MuteRule) -> None:
    """End a mute; undone by taking it up again."""
    book = context.book
    context.undo.perform(
        tr("No longer muted: {what}", what=rule.what),
        lambda: event_attention.end_mute(book, RowNumber(rule.id), utc_now()),
        lambda ended: event_attention.resume_mute(book, ended, utc_now()),
    )


# --- the list --------------------------------------------------------------------------------------------------------


def _load_mutes(context: AppContext) -> dict[Hashable, MuteRule]:
    return {rule.id: rule for rule in context.book.mutes.list_active()}


def _end_selected(dialog: ListDialog[MuteRule]) -> None:
    if dialog.current is not None:
        end_mute(dialog.context, dialog.current)


COLUMNS: tuple[ColumnSpec[MuteRule], ...] = (
    text_column("what", tr("Muted"), 280, lambda rule: rule.what, stretch=True),
    ColumnSpec(
        "until",
        tr("Until"),
        110,
        text=lambda rule: formatting.format_clock_time(rule.until) or tr("you end it"),
        tip=lambda rule: formatting.format_exact_time(rule.until),
    ),
    time_column("since", tr("Since"), 90, lambda rule: rule.created_at),
    text_column("reason", tr("Why"), 170, lambda rule: rule.reason),
)


END: ActionSpec[ListDialog[MuteRule]] = ActionSpec(
    "end", tr("End the mute"), _end_selected, enabled=lambda dialog: dialog.current is not None
)

# --- opened over the page --------------------------------------------------------------------------------------------


def open_mute(page: EventsPage) -> None:
    """Ask what to mute, beginning with the current row."""
    group = page.current_group
    checked = ("text",) if group is None else ("service", "level")
    dialog = FormDialog(page.context, FORM, initial_values(group), page, checked=checked)
    dialog.submitted.connect(partial(mute_events, page.context))
    dialog.open()


def open_list(page: EventsPage) -> None:
    """List what is muted."""
    spec = ListDialogSpec(
        title=tr("Mutes"),
        name=tr("Mutes in force"),
        look="MuteModel",
        intro=tr("Muted events are recorded, but hidden and not counted."),
        columns=COLUMNS,
        load=_load_mutes,
        tables=frozenset(("mutes",)),
        empty=tr("Nothing is muted."),
        actions=(END, ActionSpec("new", tr("Mute more…"), lambda _dialog: open_mute(page))),
    )
    ListDialog(page.context, spec, page).open()
