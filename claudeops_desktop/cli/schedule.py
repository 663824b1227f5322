"""``claudeops schedule``: when runs are due, and what became of due times (D5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import to_text, utc_now
from ..core.errors import OperatorError, UsageError
from ..core.secrets.redact_shapes import TAKEN_OUT
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable, TextTable
from .options import Limit, Services, named_services, require_known
from .output import clean, local
from .time_parsing import past_moment

if TYPE_CHECKING:
    from ..records.occurrences import Schedule, ScheduleOccurrence

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `schedule list` shows it.")]
Every = Annotated[str | None, typer.Option("--every", help="An interval: 30min, 2h, 1d.")]
Cron = Annotated[str | None, typer.Option("--cron", help='Five cron fields in local time: "0 9 * * 1-5".')]
Tier = Annotated[int | None, typer.Option("--tier", min=1, max=3, help="1 observe, 2 investigate, 3 remediate.")]
Agent = Annotated[str | None, typer.Option("--agent", help="auto, claude or watch.")]
Prompt = Annotated[str | None, typer.Option("--prompt", help="What to do, in addition to the tier's own prompt.")]
Jitter = Annotated[
    int | None,
    typer.Option("--jitter", min=0, help="Delay the start by a random number of seconds, at most this many."),
]
CatchUp = Annotated[
    str | None,
    typer.Option(
        "--catch-up", metavar="POLICY", help="For missed runs: run once, skip or ask; default: from the settings."
    ),
]
MaxAge = Annotated[
    str | None,
    typer.Option(
        "--max-age",
        metavar="TIME",
        help="Do not make up for runs missed longer ago than this: 6h; default: from the settings.",
    ),
]
WaitNetwork = Annotated[
    bool | None, typer.Option("--wait-network/--no-wait-network", help="Wait for the network before a run.")
]
KeepAwake = Annotated[
    bool | None, typer.Option("--keep-awake/--no-keep-awake", help="Keep the computer awake during a run.")
]
Name = Annotated[str | None, typer.Option("--name", help="Its name.")]

SCHEDULE = CommandGroup("schedule", "Show and change schedules.")
register = SCHEDULE.register


def _as_json(schedule: Schedule) -> dict[str, Any]:
    """Return the row under the table's column names, with the rule in words and the next due time."""
    from ..scheduler import rules, zone

    runs = schedule.enabled and rules.is_readable(schedule)
    due = rules.next_planned(schedule, utc_now(), zone.LocalZone()()) if runs else None
    return schedule.as_json() | {
        "words": rules.describe_rule(schedule),
        "next_due_at": to_text(due.due_at) if due else None,
    }


def _cells(schedule: Schedule) -> tuple[object, ...]:
    from ..scheduler import rules, zone
    from ..scheduler.text import policy_words

    here, now = zone.LocalZone()(), utc_now()
    runs = schedule.enabled and rules.is_readable(schedule)
    return (
        schedule.id,
        schedule.name,
        "on" if schedule.enabled else "off",
        schedule.tier,
        schedule.agent or "auto",
        rules.next_words(rules.next_planned(schedule, now, here).at, now, here) if runs else "",
        ", ".join(schedule.services) or "all",
        "; ".join((rules.describe_rule(schedule), *policy_words(schedule))),
    )


SCHEDULE_TABLE: RowTable[Schedule] = RowTable(
    ("id", "name", "state", "tier", "agent", "next", "services", "rule"),
    _cells,
    right=("id", "tier"),
    json=_as_json,
)


@SCHEDULE.command("list")
def list_schedules(data: OpenData) -> ListedRows[Schedule]:
    """List schedules, by id."""
    return SCHEDULE_TABLE.list(
        data.ask(data.book.schedules.list), 'No schedules. `claudeops schedule add "Observe" --every 30min` makes one.'
    )


@SCHEDULE.command("add")
def add(
    data: OpenData,
    name: Annotated[str, typer.Argument(help="Its name.")],
    every: Every = None,
    cron: Cron = None,
    tier: Tier = None,
    agent: Agent = None,
    prompt: Prompt = None,
    service: Services = None,
    jitter: Jitter = None,
    catch_up: CatchUp = None,
    max_age: MaxAge = None,
    wait_network: WaitNetwork = None,
    keep_awake: KeepAwake = None,
    disabled: Annotated[bool, typer.Option("--disabled", help="Create it switched off.")] = False,
) -> CommandAnswer:
    """Add a schedule. The window or `claudeops daemon` runs it."""
    from ..scheduler import edit as editing

    rule = _rule(every, cron)
    if rule is None:
        raise UsageError("No rule was named.", 'Give --every 30min, or --cron "0 9 * * 1-5".')
    new = replace(
        editing.new_schedule(name, *rule),
        tier=tier or 1,
        agent=_agent(agent) or "",
        prompt=prompt or "",
        services=named_services(service),
        jitter_s=jitter or 0,
        enabled=int(not disabled),
        **_policies(catch_up, max_age, wait_network, keep_awake),
    )
    made = data.write(lambda: editing.save_schedule(data.book, new, utc_now()))
    return _report(made, "Added", new.prompt)


@SCHEDULE.command("edit")
def edit(
    data: OpenData,
    number: Id,
    name: Name = None,
    every: Every = None,
    cron: Cron = None,
    tier: Tier = None,
    agent: Agent = None,
    prompt: Prompt = None,
    service: Services = None,
    all_services: Annotated[bool, typer.Option("--all-services", help="Cover all services again.")] = False,
    jitter: Jitter = None,
    catch_up: CatchUp = None,
    max_age: MaxAge = None,
    wait_network: WaitNetwork = None,
    keep_awake: KeepAwake = None,
) -> CommandAnswer:
    """Change a schedule. Due times only change with a new rule."""
    from ..scheduler import edit as editing

    rule = _rule(every, cron)
    changes: dict[str, Any] = {
        field: value
        for field, value in (
            ("name", name),
            ("tier", tier),
            ("agent", _agent(agent)),
            ("prompt", prompt),
            ("jitter_s", jitter),
            ("services", () if all_services else named_services(service) if service else None),
        )
        if value is not None
    } | _policies(catch_up, max_age, wait_network, keep_awake)
    if rule is not None:
        changes |= {"kind": rule[0], "rule": rule[1]}
    if not changes:
        raise UsageError("Nothing to change was named.", "See `claudeops schedule edit --help`.")
    old = _found(data, number)
    made = data.write(lambda: editing.save_schedule(data.book, replace(old, **changes), utc_now()))
    return _report(made, "Changed", prompt)


@SCHEDULE.command("rm")
def remove(data: OpenData, number: Id) -> CommandAnswer:
    """Delete a schedule and the history of its due times. Sessions are kept."""
    old = _found(data, number)
    data.write(lambda: data.book.schedules.delete(number))
    return CommandAnswer({"deleted": _as_json(old)}, f"Deleted schedule {number}, {clean(old.name)}.")


@SCHEDULE.command("enable")
def enable(data: OpenData, number: Id) -> CommandAnswer:
    """Switch a schedule on. Due times before now do not count as missed."""
    return _switch(data, number, True)


@SCHEDULE.command("disable")
def disable(data: OpenData, number: Id) -> CommandAnswer:
    """Switch a schedule off."""
    return _switch(data, number, False)


@SCHEDULE.command("upcoming")
def upcoming(
    data: OpenData,
    count: Annotated[int, typer.Option("--count", min=1, max=1000, help="How many due times to show.")] = 5,
    schedule: Annotated[int | None, typer.Option("--schedule", metavar="ID", help="Only for this schedule.")] = None,
) -> ListedRows[tuple[datetime, datetime, Schedule]]:
    """Show the next due times of the schedules that are switched on, soonest first."""
    from ..scheduler import rules, zone

    here, now = zone.LocalZone()(), utc_now()
    rows = [_found(data, schedule)] if schedule is not None else data.ask(data.book.schedules.list)
    rows = [row for row in rows if row.enabled and rules.is_readable(row)]
    found: list[tuple[datetime, datetime, Schedule]] = []
    for row in rows:
        after = now
        for _ in range(count):
            planned = rules.next_planned(row, after, here)
            found.append((planned.at, planned.due_at, row))
            after = planned.due_at
    found.sort(key=lambda entry: (entry[0], entry[2].id))
    table: RowTable[tuple[datetime, datetime, Schedule]] = RowTable(
        ("when", "id", "schedule", "tier"),
        lambda one: (rules.next_words(one[0], now, here), one[2].id, one[2].name, one[2].tier),
        right=("id", "tier"),
        json=lambda one: {
            "schedule_id": one[2].id,
            "name": one[2].name,
            "due_at": to_text(one[1]),
            "starts_at": to_text(one[0]),
        },
    )
    return table.list(found[:count], "Nothing is due: no schedule is switched on.")


@SCHEDULE.command("history")
def history(
    data: OpenData,
    schedule: Annotated[int | None, typer.Option("--schedule", metavar="ID", help="Only for this schedule.")] = None,
    state: Annotated[
        str | None,
        typer.Option("--state", help="Only: ran, skipped, missed, failed, asked, queued, running or void."),
    ] = None,
    since: Annotated[str | None, typer.Option("--since", help="Only due times since: 2026-03-02, or 24h.")] = None,
    text: Annotated[str, typer.Option("--text", help="Only with these words in the reason or the name.")] = "",
    limit: Limit = None,
) -> ListedRows[ScheduleOccurrence]:
    """Show the run history, newest first: ran, skipped, missed or failed, and why."""
    from ..records.occurrence_list import OccurrenceList, OccurrenceQuery
    from ..records.occurrences import OccurrenceState

    require_known(state, OccurrenceState, "There is no state “{}”.", "Use {}.")
    query = OccurrenceQuery(text, schedule, state, to_text(past_moment(since, utc_now())) if since else None)
    names = {s.id: s.name for s in data.ask(data.book.schedules.list)}
    rows = data.ask(lambda: OccurrenceList(data.store).list(query, limit))
    table: RowTable[ScheduleOccurrence] = RowTable(
        ("id", "due", "schedule", "outcome", "started", "run", "why"),
        lambda d: (d.id, local(d.due_at), names.get(d.schedule_id), d.state, local(d.started_at), d.run_id, d.why),
        right=("id", "run"),
    )
    return table.list(rows, "No due time has come yet." if query == OccurrenceQuery() else "No due time matches.")


@SCHEDULE.command("answer")
def answer(
    data: OpenData,
    number: Annotated[
        int, typer.Argument(metavar="ID", help="The due time, as `schedule history --state asked` says.")
    ],
    word: Annotated[str, typer.Argument(metavar="run|skip", help="run or skip.")],
) -> CommandAnswer:
    """Answer for a missed run whose schedule asks: run it now, or skip it."""
    from ..scheduler import occurrence_records

    if word not in ("run", "skip"):
        raise UsageError(f"“{clean(word)}” is no answer.", "Say run or skip.")
    due = data.write(lambda: occurrence_records.answer_missed(data.book, number, word == "run", utc_now()))
    later = "It will run within a minute, or as soon as the window or `claudeops daemon` is started."
    return CommandAnswer(due.as_json(), later if word == "run" else "Skipped.")


@SCHEDULE.command("duplicate")
def duplicate(data: OpenData, number: Id) -> CommandAnswer:
    """Copy a schedule under another name, switched off."""
    from ..scheduler import edit as editing

    _found(data, number)
    made = data.write(lambda: editing.duplicate_schedule(data.book, number, utc_now()))
    return _report(made, "Copied")


def _switch(data: OpenData, number: int, on: bool) -> CommandAnswer:
    from ..scheduler import edit as editing

    _found(data, number)
    made = data.write(lambda: editing.enable_schedule(data.book, number, on, utc_now()))
    return _report(made, "Switched on" if on else "Switched off")


def _report(schedule: Schedule, done: str, asked: str | None = None) -> CommandAnswer:
    text: list[str | TextTable] = [f"{done}:", SCHEDULE_TABLE.text([schedule])]
    if asked is not None and asked != schedule.prompt:
        text.append(TAKEN_OUT)
    return CommandAnswer(_as_json(schedule), text)


def _found(data: OpenData, number: int) -> Schedule:
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
    from ..agents.registry import may_be_kept

    if not may_be_kept(name):
        raise UsageError(f"There is no agent “{clean(name)}”.", "Use auto, claude or watch.")
    return "" if name == "auto" else name


def _policies(
    catch_up: str | None, max_age: str | None, wait_network: bool | None, keep_awake: bool | None
) -> dict[str, Any]:
    """The policies that were named. Raises UsageError."""
    from ..scheduler.rules import check_rule

    named: dict[str, Any] = {}
    if catch_up is not None:
        named["catch_up"] = "" if catch_up in ("", "default") else catch_up
    if max_age is not None:
        named["max_age_s"] = None if max_age in ("", "default") else int(check_rule("interval", max_age))
    if wait_network is not None:
        named["wait_network"] = int(wait_network)
    if keep_awake is not None:
        named["keep_awake"] = int(keep_awake)
    return named
