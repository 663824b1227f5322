"""``claudeops schedule``: when runs are due, and what became of due times (D5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..clock import to_text, utc_now
from ..errors import OperatorError, UsageError
from .options import AsJson, Limit, Services, hand, rows_wanted
from .output import as_json, clean, cut, local, plural, say, table

if TYPE_CHECKING:
    from ..records.due import Schedule
    from .engine import Data

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `schedule list` shows it.")]
Every = Annotated[str | None, typer.Option("--every", help="An interval: 30min, 2h, 1d.")]
Cron = Annotated[str | None, typer.Option("--cron", help='Five cron fields in local time: "0 9 * * 1-5".')]
Tier = Annotated[int | None, typer.Option("--tier", min=1, max=3, help="1 observe, 2 investigate, 3 remediate.")]
Agent = Annotated[str | None, typer.Option("--agent", help="auto, claude or watch.")]
Prompt = Annotated[str | None, typer.Option("--prompt", help="What the run is asked, besides its tier's prompt.")]
Jitter = Annotated[int | None, typer.Option("--jitter", min=0, help="Start up to so many seconds later, by chance.")]
Name = Annotated[str | None, typer.Option("--name", help="What it is called.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="See and change when runs are due.")
    group.command("list")(list_schedules)
    group.command("add")(add)
    group.command("edit")(edit)
    group.command("rm")(remove)
    group.command("enable")(enable)
    group.command("disable")(disable)
    group.command("upcoming")(upcoming)
    group.command("history")(history)
    app.add_typer(group, name="schedule")


def list_schedules(context: typer.Context, json: AsJson = False) -> None:
    """List schedules, by id."""
    with hand(context).data() as data:
        rows = data.ask(data.book.schedules.list)
    if json:
        as_json([shown_json(schedule) for schedule in rows])
        return
    if not rows:
        say('No schedules. `claudeops schedule add "Observe" --every 30min` makes one.')
        return
    _show(rows)


def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What it is called.")],
    every: Every = None,
    cron: Cron = None,
    tier: Tier = None,
    agent: Agent = None,
    prompt: Prompt = None,
    service: Services = None,
    jitter: Jitter = None,
    disabled: Annotated[bool, typer.Option("--disabled", help="Do not switch it on yet.")] = False,
    json: AsJson = False,
) -> None:
    """Add a schedule. The window or `claudeops daemon` runs it."""
    from ..schedule import edit as editing

    rule = _rule(every, cron)
    if rule is None:
        raise UsageError("No rule was named.", 'Give --every 30min, or --cron "0 9 * * 1-5".')
    new = editing.new_schedule(
        name,
        *rule,
        tier=tier or 1,
        agent=_agent(agent) or "",
        prompt=prompt or "",
        services=_names(service),
        jitter_s=jitter or 0,
        enabled=not disabled,
    )
    with hand(context).data() as data:
        made = data.write(lambda: editing.save(data.book, new, utc_now()))
    _report(made, json, "Added")


def edit(
    context: typer.Context,
    number: Id,
    name: Name = None,
    every: Every = None,
    cron: Cron = None,
    tier: Tier = None,
    agent: Agent = None,
    prompt: Prompt = None,
    service: Services = None,
    all_services: Annotated[bool, typer.Option("--all-services", help="Be about all services again.")] = False,
    jitter: Jitter = None,
    json: AsJson = False,
) -> None:
    """Change a schedule. Only a new rule moves its rhythm."""
    from ..schedule import edit as editing

    rule = _rule(every, cron)
    changes: dict[str, Any] = {
        field: value
        for field, value in (
            ("name", name),
            ("tier", tier),
            ("agent", _agent(agent)),
            ("prompt", prompt),
            ("jitter_s", jitter),
            ("services", () if all_services else _names(service) if service else None),
        )
        if value is not None
    }
    if rule is not None:
        changes |= {"kind": rule[0], "rule": rule[1]}
    if not changes:
        raise UsageError("Nothing to change was named.", "See `claudeops schedule edit --help`.")
    with hand(context).data() as data:
        old = _found(data, number)
        made = data.write(lambda: editing.save(data.book, replace(old, **changes), utc_now()))
    _report(made, json, "Changed")


def remove(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Delete a schedule with the record of its due times. The sessions stay."""
    with hand(context).data() as data:
        old = _found(data, number)
        data.write(lambda: data.book.schedules.delete(number))
    if json:
        as_json({"deleted": shown_json(old)})
    else:
        say(f"Deleted schedule {number}, {clean(old.name)}.")


def enable(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Switch a schedule on. What it would have been due at before is not missed."""
    _switch(context, number, True, json)


def disable(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Switch a schedule off."""
    _switch(context, number, False, json)


def upcoming(
    context: typer.Context,
    count: Annotated[int, typer.Option("--count", min=1, max=1000, help="How many due times to show.")] = 10,
    json: AsJson = False,
) -> None:
    """Show the next due times of all schedules that are switched on, soonest first."""
    from ..schedule import rules, zone

    here, now = zone.LocalZone()(), utc_now()
    with hand(context).data() as data:
        rows = [schedule for schedule in data.ask(data.book.schedules.list) if schedule.enabled]
    found: list[tuple[datetime, datetime, Schedule]] = []
    for schedule in rows:
        after = now
        for _ in range(count):
            planned = rules.next_planned(schedule, after, here)
            found.append((planned.at, planned.due_at, schedule))
            after = planned.due_at
    found.sort(key=lambda entry: (entry[0], entry[2].id))
    if json:
        as_json(
            [
                {"schedule_id": s.id, "name": s.name, "due_at": to_text(due_at), "starts_at": to_text(at)}
                for at, due_at, s in found[:count]
            ]
        )
        return
    if not found:
        say("Nothing is due: no schedule is switched on.")
        return
    table(
        ("when", "id", "schedule", "tier"),
        [(rules.next_words(at, now, here), s.id, s.name, s.tier) for at, _, s in found[:count]],
        right=("id", "tier"),
    )


def history(
    context: typer.Context,
    schedule: Annotated[int | None, typer.Option("--schedule", metavar="ID", help="Only of this one.")] = None,
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """Show what became of due times, newest first: ran, skipped, missed or failed, and why."""
    wanted = rows_wanted(limit, json)
    with hand(context).data() as data:
        names = {s.id: s.name for s in data.ask(data.book.schedules.list)}
        rows = data.ask(
            lambda: data.book.schedules.due_times(schedule_id=schedule, limit=wanted + 1 if wanted else None)
        )
    shown = cut(rows, wanted)
    if json:
        as_json([due.as_json() for due in shown])
        return
    if not rows:
        say("No due time has come yet.")
        return
    table(
        ("due", "schedule", "became", "started", "run", "why"),
        [(local(d.due_at), names.get(d.schedule_id), d.state, local(d.started_at), d.run_id, d.why) for d in shown],
        right=("run",),
    )
    if len(rows) > len(shown):
        say(f"The newest {len(shown):,}; --limit 0 shows all.")


def shown_json(schedule: Schedule) -> dict[str, Any]:
    """The row under the table's column names, with the rule in words and the next due time."""
    from ..schedule import rules, zone

    due = rules.next_planned(schedule, utc_now(), zone.LocalZone()()) if schedule.enabled else None
    return schedule.as_json() | {"words": rules.words(schedule), "next_due_at": to_text(due.due_at) if due else None}


def _show(rows: list[Schedule]) -> None:
    from ..schedule import rules, zone

    here, now = zone.LocalZone()(), utc_now()
    table(
        ("id", "name", "state", "tier", "agent", "next", "services", "rule"),
        [
            (
                s.id,
                s.name,
                "on" if s.enabled else "off",
                s.tier,
                s.agent or "auto",
                rules.next_words(rules.next_planned(s, now, here).at, now, here) if s.enabled else "",
                ", ".join(s.services) or "all",
                rules.words(s) + (f", up to {plural(s.jitter_s, 'second')} later" if s.jitter_s else ""),
            )
            for s in rows
        ],
        right=("id", "tier"),
    )


def _switch(context: typer.Context, number: int, on: bool, json: bool) -> None:
    from ..schedule import edit as editing

    with hand(context).data() as data:
        _found(data, number)
        made = data.write(lambda: editing.enable(data.book, number, on, utc_now()))
    _report(made, json, "Switched on" if on else "Switched off")


def _report(schedule: Schedule, json: bool, done: str) -> None:
    if json:
        as_json(shown_json(schedule))
        return
    say(f"{done}:")
    _show([schedule])


def _found(data: Data, number: int) -> Schedule:
    found = data.ask(lambda: data.book.schedules.get(number))
    if found is None:
        raise OperatorError(f"There is no schedule {number}.", "See `claudeops schedule list`.")
    return found


def _rule(every: str | None, cron: str | None) -> tuple[str, str] | None:
    if every is not None and cron is not None:
        raise UsageError("--every and --cron are two rules.", "Give one of them.")
    return ("interval", every) if every is not None else ("cron", cron) if cron is not None else None


def _agent(name: str | None) -> str | None:
    if name is None:
        return None
    if name not in ("", "auto", "claude", "watch"):
        raise UsageError(f"There is no agent “{clean(name)}”.", "Use auto, claude or watch.")
    return "" if name == "auto" else name


def _names(services: list[str] | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip().lower() for name in services or () if name.strip()))
