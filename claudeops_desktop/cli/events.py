"""``claudeops events``: what happened to services (S8), what was seen to, and what need not be heard of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from ..core.clock import to_text, utc_now
from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from ..operations.event_attention import EventNumbers, MuteEvents, acknowledge_events, end_mute, mute_events
from ..operations.event_list import EventLevelName, EventStateName, ListEvents
from ..operations.event_list import list_events as find_events
from ..operations.operation_types import RowNumber
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .options import Limit
from .output import clean, local
from .time_parsing import length, moment, past_moment

if TYPE_CHECKING:
    from ..records.events import Event
    from ..records.mutes import MuteRule


OfService = Annotated[
    str | None, typer.Option("--service", help="Only events of this service; general: of no service.")
]
OfLevel = Annotated[EventLevelName | None, typer.Option("--level", help="Only events of this level.")]
WithText = Annotated[str, typer.Option("--text", help="Only events with this text.")]
Since = Annotated[str, typer.Option("--since", metavar="WHEN", help="Only events since: 2h, 3d, 08:00, 2026-01-31, …")]
Until = Annotated[
    str, typer.Option("--until", metavar="WHEN", help="Only events before: 2h (ago), 2026-01-31 08:00, …")
]


Id = Annotated[int, typer.Argument(metavar="ID", help="Its number in the list.")]

EVENTS = CommandGroup("events", "Show, acknowledge and mute events.")
register = EVENTS.register
EVENT_TABLE: RowTable[Event] = RowTable(
    ("id", "when", "level", "service", "session", "seen to", "event"),
    lambda e: (
        e.id,
        local(e.created_at),
        e.level,
        e.service,
        e.session_id,
        "yes" if e.acknowledged_at else "",
        e.message,
    ),
    right=("id", "session"),
)
MUTE_TABLE: RowTable[MuteRule] = RowTable(
    ("id", "muted", "since", "until", "why"), lambda m: (m.id, m.what, local(m.created_at), _mute_end(m), m.reason)
)


@EVENTS.command("list")
def list_events(
    data: OpenData,
    service: OfService = None,
    level: OfLevel = None,
    session: Annotated[int | None, typer.Option("--session", help="Only events from this session.")] = None,
    text: WithText = "",
    since: Since = "",
    until: Until = "",
    state: Annotated[
        EventStateName,
        typer.Option("--state", help="waiting: not acknowledged and not muted; unmuted: all but the muted."),
    ] = "all",
    limit: Limit = None,
) -> ListedRows[Event]:
    """List events, newest first."""
    wanted = _wanted(service, level, text, since, until, state)
    request = replace(wanted, session_id=session, limit=limit)
    rows = data.ask(lambda: find_events(data.book, request, utc_now()))
    return EVENT_TABLE.list(rows, "No events." if wanted == ListEvents() else "No event matches.")


@EVENTS.command("show")
def show(data: OpenData, number: Id) -> CommandAnswer:
    """Show one event, and the line of the session log it came from."""
    found = data.ask(lambda: data.book.events.get(number))
    if found is None:
        raise OperatorError(f"There is no event {number}.", "See `claudeops events list`.")
    markers = data.ask(lambda: data.book.markers.of_target("event", number))
    about = f" about {clean(found.service)}" if found.service else ""
    seen = f" Acknowledged {local(found.acknowledged_at)}." if found.acknowledged_at else ""
    place = None
    source = "Said by the application."
    if markers:
        said = markers[0]
        place = {"session_id": said.session_id, "log_line": said.log_line, "line": said.line}
        source = f"Said by session {said.session_id}, line {said.log_line} of its log: {clean(said.line)}"
    elif found.session_id is not None:
        source = f"Said by the application about session {found.session_id}."
    head = f"{local(found.created_at)}, {found.level}{about}.{seen}"
    return CommandAnswer(found.as_json() | {"origin": place}, (head, clean(found.message), source))


@EVENTS.command("ack")
def acknowledge(
    data: OpenData,
    ids: Annotated[list[int] | None, typer.Argument(metavar="ID…", help="Numbers of events.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All events that match the options below.")] = False,
    service: OfService = None,
    level: OfLevel = None,
    text: WithText = "",
    since: Since = "",
    until: Until = "",
) -> CommandAnswer:
    """Acknowledge events: they no longer count as needing you. With --all: every event that is not muted."""
    wanted = _wanted(service, level, text, since, until, "waiting")
    narrowed = wanted != ListEvents(state="waiting")
    if bool(ids) == everything or (ids and narrowed):
        raise UsageError("Name events by their numbers, or say --all, with options that narrow it.")
    now = utc_now()

    def write() -> list[int]:
        named = ids or [event.id for event in find_events(data.book, wanted, now)]
        return acknowledge_events(data.book, EventNumbers(named), now)

    done = data.write(write)
    said = f"Acknowledged {format_count(len(done), 'event')}." if done else "There was nothing left to acknowledge."
    return CommandAnswer({"acknowledged": sorted(done)}, said)


@EVENTS.command("unack")
def unacknowledge(
    data: OpenData, ids: Annotated[list[int], typer.Argument(metavar="ID…", help="Numbers of events.")]
) -> CommandAnswer:
    """Undo an acknowledgement."""
    done = data.write(lambda: data.book.events.unacknowledge(ids))
    return CommandAnswer(
        {"unacknowledged": sorted(done)}, f"{format_count(len(done), 'event')} no longer acknowledged."
    )


@EVENTS.command("mute")
def mute(
    data: OpenData,
    service: Annotated[str | None, typer.Option("--service", help="Of this service; general: of none.")] = None,
    level: Annotated[EventLevelName | None, typer.Option("--level", help="Of this level.")] = None,
    text: Annotated[str, typer.Option("--text", help="With this text.")] = "",
    span: Annotated[str, typer.Option("--for", metavar="TIME", help="For this long: 30min, 1h, 3d, 1w.")] = "",
    until: Annotated[
        str, typer.Option("--until", metavar="WHEN", help="Until: tomorrow (8:00), 08:00, 2026-01-31, or never.")
    ] = "",
    reason: Annotated[str, typer.Option("--reason", help="The reason, shown in the list.")] = "",
) -> CommandAnswer:
    """Mute events for a while, by service, level, text, or all three."""
    if bool(span) == bool(until):
        raise UsageError("Say how long: --for 1h, or --until tomorrow.", "--until never mutes until you end it.")
    now = utc_now()
    end = now + length(span) if span else None if until.strip().lower() == "never" else moment(until, now)
    request = MuteEvents(service=service, level=level, text=text, until=end, reason=reason)
    made = data.write(lambda: mute_events(data.book, request, now))
    ends = f"until {local(made.until)}" if made.until else "until you end it"
    said = f"Muted {clean(made.what)} {ends}. `claudeops events unmute {made.id}` ends it."
    return CommandAnswer(made.as_json(), said)


@EVENTS.command("mutes")
def list_mutes(
    data: OpenData, everything: Annotated[bool, typer.Option("--all", help="Also those that have ended.")] = False
) -> ListedRows[MuteRule]:
    """List the mutes."""
    mutes = data.book.mutes
    return MUTE_TABLE.list(data.ask(mutes.list if everything else mutes.list_active), "Nothing is muted.")


def _mute_end(one: MuteRule) -> str:
    if one.is_active(to_text(utc_now())):
        return local(one.until) or "you end it"
    return f"ended {local(one.ended_at or one.until)}"


@EVENTS.command("unmute")
def unmute(
    data: OpenData, number: Annotated[int, typer.Argument(metavar="ID", help="Its number in the list of mutes.")]
) -> CommandAnswer:
    """End a mute now."""
    ended = data.write(lambda: end_mute(data.book, RowNumber(number), utc_now()))
    return CommandAnswer(ended.as_json(), f"No longer muted: {clean(ended.what)}.")


def _wanted(
    service: str | None, level: EventLevelName | None, text: str, since: str, until: str, state: EventStateName
) -> ListEvents:
    now = utc_now()
    start, end = (past_moment(said, now) if said else None for said in (since, until))
    return ListEvents(
        level=level,
        service=service or None,
        text=text,
        since=start,
        until=end,
        state=state,
    )
