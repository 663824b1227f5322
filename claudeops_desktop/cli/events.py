"""``claudeops events``: what happened to services (S8), what was seen to, and what need not be heard of."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from ..core.clock import to_text, utc_now
from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from ..records.event_groups import EventGroupRecords, EventQuery
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, cut, local, print_line, table
from .time_parsing import length, moment, past_moment


class EventLevel(StrEnum):
    """How grave it is."""

    INFO = "info"
    WARNING = "warning"
    CRITICAL = "critical"


class EventState(StrEnum):
    """What became of it."""

    ALL = "all"
    UNMUTED = "unmuted"
    WAITING = "waiting"
    ACKNOWLEDGED = "acknowledged"
    MUTED = "muted"


OfService = Annotated[
    str | None, typer.Option("--service", help="Only events of this service; general: of no service.")
]
OfLevel = Annotated[EventLevel | None, typer.Option("--level", help="Only events of this level.")]
WithText = Annotated[str, typer.Option("--text", help="Only events with this text.")]
Since = Annotated[str, typer.Option("--since", metavar="WHEN", help="Only events since: 2h, 3d, 08:00, 2026-01-31, …")]
Until = Annotated[
    str, typer.Option("--until", metavar="WHEN", help="Only events before: 2h (ago), 2026-01-31 08:00, …")
]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Show, acknowledge and mute events.")
    group.command("list")(list_events)
    group.command("show")(show)
    group.command("ack")(acknowledge)
    group.command("unack")(unacknowledge)
    group.command("mute")(mute)
    group.command("mutes")(mutes)
    group.command("unmute")(unmute)
    app.add_typer(group, name="events")


def list_events(
    context: typer.Context,
    service: OfService = None,
    level: OfLevel = None,
    session: Annotated[int | None, typer.Option("--session", help="Only events from this session.")] = None,
    text: WithText = "",
    since: Since = "",
    until: Until = "",
    state: Annotated[
        EventState, typer.Option("--state", help="waiting: not acknowledged and not muted; unmuted: all but the muted.")
    ] = EventState.ALL,
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """List events, newest first."""
    wanted, now = rows_wanted(limit, json), utc_now()
    query = _query(service, level, text, since, until, state)
    with get_cli_context(context).data() as data:
        rows = data.ask(
            lambda: EventGroupRecords(data.store).events(
                query, now, session_id=session, limit=wanted + 1 if wanted else None
            )
        )
    shown = cut(rows, wanted)
    if json:
        as_json([event.as_json() for event in shown])
        return
    if not rows:
        print_line("No events." if query == EventQuery(state=EventState.ALL) else "No event matches.")
        return
    table(
        ("id", "when", "level", "service", "session", "seen to", "event"),
        [
            (e.id, local(e.created_at), e.level, e.service, e.session_id, "yes" if e.acknowledged_at else "", e.message)
            for e in shown
        ],
        right=("id", "session"),
    )
    if len(rows) > len(shown):
        print_line(f"The newest {len(shown):,}; --limit 0 shows all.")


def show(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number in the list.")],
    json: AsJson = False,
) -> None:
    """Show one event, and the line of the session log it came from."""
    with get_cli_context(context).data() as data:
        found = data.ask(lambda: data.book.events.get(number))
        if found is None:
            raise OperatorError(f"There is no event {number}.", "See `claudeops events list`.")
        markers = data.ask(lambda: data.book.markers.of_target("event", number))
    origin = markers[0] if markers else None
    if json:
        place = {"session_id": origin.session_id, "log_line": origin.log_line, "line": origin.line} if origin else None
        as_json(found.as_json() | {"origin": place})
        return
    about = f" about {clean(found.service)}" if found.service else ""
    seen = f" Acknowledged {local(found.acknowledged_at)}." if found.acknowledged_at else ""
    print_line(f"{local(found.created_at)}, {found.level}{about}.{seen}")
    print_line(clean(found.message))
    if origin is not None:
        print_line(f"Said by session {origin.session_id}, line {origin.log_line} of its log: {clean(origin.line)}")
    elif found.session_id is not None:
        print_line(f"Said by the application about session {found.session_id}.")
    else:
        print_line("Said by the application.")


def acknowledge(
    context: typer.Context,
    ids: Annotated[list[int] | None, typer.Argument(metavar="ID…", help="Numbers of events.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All events that match the options below.")] = False,
    service: OfService = None,
    level: OfLevel = None,
    text: WithText = "",
    since: Since = "",
    until: Until = "",
    json: AsJson = False,
) -> None:
    """Acknowledge events: they no longer count as needing you. With --all: every event that is not muted."""
    query = _query(service, level, text, since, until, EventState.WAITING)
    narrowed = query != EventQuery(state=EventState.WAITING)
    if bool(ids) == everything or (ids and narrowed):
        raise UsageError("Name events by their numbers, or say --all, with options that narrow it.")
    now = utc_now()
    with get_cli_context(context).data() as data:
        book = data.book
        if ids:
            missing = data.ask(lambda: [one for one in ids if book.events.get(one) is None])
            if missing:
                raise OperatorError(f"There is no event {', '.join(map(str, missing))}.", "Nothing was changed.")
            done = data.write(lambda: book.events.acknowledge(ids, now))
        else:
            folds = EventGroupRecords(data.store)
            done = data.write(lambda: book.events.acknowledge([e.id for e in folds.events(query, now)], now))
    if json:
        as_json({"acknowledged": sorted(done)})
    else:
        print_line(
            f"Acknowledged {format_count(len(done), 'event')}." if done else "There was nothing left to acknowledge."
        )


def unacknowledge(
    context: typer.Context,
    ids: Annotated[list[int], typer.Argument(metavar="ID…", help="Numbers of events.")],
    json: AsJson = False,
) -> None:
    """Undo an acknowledgement."""
    with get_cli_context(context).data() as data:
        done = data.write(lambda: data.book.events.unacknowledge(ids))
    if json:
        as_json({"unacknowledged": sorted(done)})
    else:
        print_line(f"{format_count(len(done), 'event')} no longer acknowledged.")


def mute(
    context: typer.Context,
    service: Annotated[str | None, typer.Option("--service", help="Of this service; general: of none.")] = None,
    level: Annotated[EventLevel | None, typer.Option("--level", help="Of this level.")] = None,
    text: Annotated[str, typer.Option("--text", help="With this text.")] = "",
    span: Annotated[str, typer.Option("--for", metavar="TIME", help="For this long: 30min, 1h, 3d, 1w.")] = "",
    until: Annotated[
        str, typer.Option("--until", metavar="WHEN", help="Until: tomorrow (8:00), 08:00, 2026-01-31, or never.")
    ] = "",
    reason: Annotated[str, typer.Option("--reason", help="The reason, shown in the list.")] = "",
    json: AsJson = False,
) -> None:
    """Mute events for a while, by service, level, text, or all three."""
    if bool(span) == bool(until):
        raise UsageError("Say how long: --for 1h, or --until tomorrow.", "--until never mutes until you end it.")
    now = utc_now()
    end = now + length(span) if span else None if until.strip().lower() == "never" else moment(until, now)
    with get_cli_context(context).data() as data:
        book = data.book
        number = data.write(
            lambda: book.mutes.add(
                service=service, level=level.value if level else None, text=text, until=end, reason=reason, now=now
            )
        )
        made = data.ask(lambda: book.mutes.get(number))
    assert made is not None  # noqa: S101 — it was just written
    if json:
        as_json(made.as_json())
        return
    ends = f"until {local(made.until)}" if made.until else "until you end it"
    print_line(f"Muted {clean(made.what)} {ends}. `claudeops events unmute {made.id}` ends it.")


def mutes(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Also those that have ended.")] = False,
    json: AsJson = False,
) -> None:
    """List the mutes."""
    with get_cli_context(context).data() as data:
        rows = data.ask(lambda: data.book.mutes.list() if everything else data.book.mutes.list_active())
    if json:
        as_json([one.as_json() for one in rows])
        return
    if not rows:
        print_line("Nothing is muted.")
        return
    now = to_text(utc_now())
    table(
        ("id", "muted", "since", "until", "why"),
        [
            (
                m.id,
                m.what,
                local(m.created_at),
                (local(m.until) or "you end it") if m.is_active(now) else f"ended {local(m.ended_at or m.until)}",
                m.reason,
            )
            for m in rows
        ],
        right=("id",),
    )


def unmute(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number in the list of mutes.")],
    json: AsJson = False,
) -> None:
    """End a mute now."""
    with get_cli_context(context).data() as data:
        book, now = data.book, utc_now()
        if not data.write(lambda: book.mutes.end(number, now)):
            raise OperatorError(f"No mute {number} is in force.", "See `claudeops events mutes`.")
        ended = data.ask(lambda: book.mutes.get(number))
    assert ended is not None  # noqa: S101
    if json:
        as_json(ended.as_json())
    else:
        print_line(f"No longer muted: {clean(ended.what)}.")


def _query(
    service: str | None, level: EventLevel | None, text: str, since: str, until: str, state: EventState
) -> EventQuery:
    now = utc_now()
    start, end = ("" if not said else to_text(past_moment(said, now)) for said in (since, until))
    return EventQuery(
        level=level.value if level else None,
        service=service.strip().lower() if service else None,
        text=text,
        time=f"{start}/{end}" if start or end else None,
        state=None if state is EventState.UNMUTED else state.value,
    )
