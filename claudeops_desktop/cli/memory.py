"""``claudeops memory``: see and edit what the agent knows (M13, M14, M16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from . import (
    memory_closed,
    memory_judge,
    memory_purge,
    memory_show,
    memory_transfer,
    memory_visibility,
    review_earlier,
    second_look,
)
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable, TextTable
from .memory_closed import confirm_entry, pair_as_json, saved_as
from .options import AsJson, Limit, require_known
from .output import clean, local, print_line, shown_confidence, warn

if TYPE_CHECKING:
    from ..memory import Memory, MemoryChange


MemoryStateChoice = Literal["all", "active", "inactive", "pinned"]

Category = Annotated[
    str | None, typer.Option("--category", help="timing, dependency, behavior, remediation or maintenance.")
]
Service = Annotated[str | None, typer.Option("--service", help="The service it is about; `general` means none.")]
Confidence = Annotated[
    float | None, typer.Option("--confidence", help="From 0 to 1; below 0.3 it is not put into prompts.")
]
Domain = Annotated[
    str | None,
    typer.Option(
        "--domain", help="The domain, which decides how long it is trusted; by default, found from its words."
    ),
]
Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `memory list` shows it.")]
Ids = Annotated[list[int], typer.Argument(metavar="ID…", help="Their numbers, as `memory list` shows them.")]

MEMORY = CommandGroup("memory", "Show and edit what the agent knows.")


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = MEMORY.register(app)
    memory_show.register(group)
    memory_closed.register(group)
    memory_transfer.register(group)
    memory_judge.register(group)
    memory_purge.register(group)
    memory_visibility.register(group)
    second_look.register(group)


def _cells(memory: Memory) -> tuple[object, ...]:
    from ..memory import shown_service

    return (
        memory.id,
        shown_service(memory.service),
        memory.category,
        shown_confidence(memory.confidence),
        ("pinned" if memory.pinned else "active") if memory.active else "inactive",
        local(memory.updated_at),
        memory.observation,
    )


MEMORY_TABLE: RowTable[Memory] = RowTable(
    ("id", "service", "category", "confidence", "state", "updated", "observation"), _cells, right=("id", "confidence")
)


@MEMORY.command("list")
def list_memories(
    data: OpenData,
    service: Service = None,
    category: Category = None,
    state: Annotated[MemoryStateChoice, typer.Option("--state", help="Only memories in this state.")] = "all",
    text: Annotated[
        str, typer.Option("--text", help="Only memories with these words; small typing errors are tolerated.")
    ] = "",
    session: Annotated[int | None, typer.Option("--session", help="Only memories from this session.")] = None,
    limit: Limit = None,
    json: AsJson = False,
) -> ListedRows[Memory]:
    """List memories by number."""
    from ..memory import MemoryQuery

    _check_category(category)
    query = MemoryQuery(
        service=service,
        category=category,
        state=state,
        text=text,
        session_id=session,
        sort="id",
        descending=False,
    )
    ids = data.ask(lambda: data.memory.search.ids(query))
    rows = data.ask(lambda: data.memory.search.rows(ids[:limit]))
    if not json:
        for line in review_earlier.describe_undecided(data):
            print_line(line)
    return MEMORY_TABLE.list(
        rows,
        "No memories." if query == MemoryQuery(sort="id", descending=False) else "No memories match.",
        more=f"{len(rows) - 1:,} of {format_count(len(ids), 'memory', 'memories')}; --limit 0 shows all.",
    )


@MEMORY.command("add")
def add(
    data: OpenData,
    text: Annotated[str, typer.Argument(help="What is worth remembering, in one sentence.")],
    category: Annotated[
        str, typer.Option("--category", help="timing, dependency, behavior, remediation or maintenance.")
    ],
    service: Service = None,
    confidence: Confidence = None,
    domain: Domain = None,
    pin: Annotated[bool, typer.Option("--pin", help="Put it first in every prompt; it does not decay.")] = False,
    yes: Annotated[
        bool,
        typer.Option(
            "--yes", "-y", help="Save it without asking, even if it contradicts what is known; scripts are never asked."
        ),
    ] = False,
    json: AsJson = False,
) -> CommandAnswer:
    """Add a memory of your own. It is compared like any other: what it confirms or replaces is shown before it is
    saved.
    """
    from ..memory import DEFAULT_CONFIDENCE, MemoryCandidate, MemoryEdit

    value = DEFAULT_CONFIDENCE if confidence is None else confidence
    candidate = MemoryCandidate(category, service, text, value, domain=domain or "")
    data.memory.edits.check_domain(domain)
    bearing = data.ask(lambda: data.memory.edits.bearing(candidate))
    confirm_entry(bearing, yes=yes, json=json)

    def write() -> MemoryChange:
        made = data.memory.edits.add_judged(candidate)
        if pin:
            data.memory.edits.edit([saved_as(made)], MemoryEdit(pinned=True))
        return made

    change = data.write(write)
    done = "Added" if change.label == "Add a memory" else "Confirmed"
    more = {"would": [pair_as_json(*one) for one in bearing]}
    return _report(data, change, saved_as(change), done, more)


@MEMORY.command("edit")
def edit(
    data: OpenData,
    number: Id,
    text: Annotated[str | None, typer.Option("--text", help="New wording; the confidence is kept.")] = None,
    category: Category = None,
    service: Service = None,
    confidence: Confidence = None,
    domain: Domain = None,
    pin: Annotated[
        bool | None, typer.Option("--pin/--unpin", help="Whether it comes first in every prompt and does not decay.")
    ] = None,
) -> CommandAnswer:
    """Change a memory. Raising an inactive one to 0.3 or more makes it active again."""
    from ..memory import MemoryEdit

    if (text, category, service, confidence, domain, pin) == (None,) * 6:
        raise UsageError(
            "Nothing to change was named.", "Give --text, --category, --service, --confidence, --domain or --pin."
        )
    _check_ids(data, [number])
    data.memory.edits.check_domain(domain)
    wanted = MemoryEdit(text, category, service, confidence, pin, domain)
    change = data.write(lambda: data.memory.edits.edit([number], wanted))
    return _report(data, change, number, "Changed")


@MEMORY.command("adjust")
def adjust(
    data: OpenData,
    numbers: Ids,
    by: Annotated[float, typer.Option("--by", help="What to add to the confidence of each, such as 0.1 or -0.2.")],
) -> ListedRows[Memory]:
    """Raise or lower the confidence of several memories."""
    if by != by or not -1 <= by <= 1:  # noqa: PLR0124  # not a number
        raise UsageError("--by goes from -1 to 1.", "Such as --by 0.1 or --by=-0.2.")
    _check_ids(data, numbers)
    data.write(lambda: data.memory.edits.adjust(numbers, by))
    rows = data.ask(lambda: data.memory.search.rows(sorted(set(numbers))))
    return MEMORY_TABLE.list(rows, "")


@MEMORY.command("rm")
def remove(
    data: OpenData,
    numbers: Ids,
    for_good: Annotated[
        bool, typer.Option("--for-good", help="Keep no copy, and remove those that lie in the trash already.")
    ] = False,
) -> CommandAnswer:
    """Delete memories. Copies stay in the trash for 30 days: `memory restore` brings one back, a purge empties the
    trash.
    """
    if for_good:
        lying = {row.memory.id for row in data.ask(data.memory.trash.rows)}
        _check_ids(data, [number for number in numbers if number not in lying])
        number = data.write(lambda: data.memory.trash.delete_for_good(numbers))
        said = f"Deleted {format_count(number, 'memory', 'memories')} for good."
        return CommandAnswer({"deleted_for_good": sorted(set(numbers))}, said)
    _check_ids(data, numbers)
    change = data.write(lambda: data.memory.trash.trash_memories(sorted(set(numbers))))
    gone = [snapshot.memory for snapshot in change.before]
    lines = []
    for memory in gone:
        lines.append(f"Deleted {memory.id}: {clean(memory.observation)}")
        lines.append(f"For 30 days it can be brought back: claudeops memory restore {memory.id}")
    return CommandAnswer({"deleted": [memory.as_json() for memory in gone]}, lines)


@MEMORY.command("history")
def history(data: OpenData, number: Id) -> CommandAnswer:
    """Show every change of a memory: what, when, by whom and why; and the lines it came from."""
    _check_ids(data, [number])
    versions = data.ask(lambda: data.memory.history.versions(number))
    sources = data.ask(lambda: data.memory.history.markers(number))
    links = data.ask(lambda: data.memory.history.links(number))
    text: list[str | TextTable] = [
        TextTable(
            ("version", "when", "what", "by", "confidence", "session", "why"),
            [
                (
                    at,
                    local(v.created_at),
                    v.action,
                    v.actor or v.by,
                    shown_confidence(v.confidence),
                    v.session_id,
                    v.why,
                )
                for at, v in enumerate(versions, 1)
            ],
            right=("version", "confidence", "session"),
        )
    ]
    for link in links:
        other = link.to_id if link.from_id == number else link.from_id
        verb = link.kind if link.from_id == number else {"contradicts": "is contradicted by"}.get(link.kind, link.kind)
        text.append(f"It {verb} memory {other}: {clean(link.why)}")
    text += [f"Session {one.session_id}, line {one.log_line}: {clean(one.line)}" for one in sources]
    return CommandAnswer([{"version": at} | version.as_json() for at, version in enumerate(versions, 1)], text)


def _check_category(category: str | None) -> None:
    from ..language.types import CATEGORIES

    require_known(category, CATEGORIES, "There is no category “{}”.")


def _check_ids(data: OpenData, numbers: list[int]) -> None:
    """Raises OperatorError that names those that are not there: then nothing is changed."""
    wanted = set(numbers)
    gone = sorted(wanted - {memory.id for memory in data.ask(lambda: data.memory.search.rows(sorted(wanted)))})
    if gone:
        which = f"no memory {gone[0]}" if len(gone) == 1 else f"no memories {', '.join(map(str, gone))}"
        raise OperatorError(f"There is {which}." if len(gone) == 1 else f"There are {which}.", "See `memory list`.")


def _report(
    data: OpenData, change: MemoryChange, number: int, done: str, more: Mapping[str, object] | None = None
) -> CommandAnswer:
    for note in change.notes:
        warn(note)
    memory = data.ask(lambda: data.memory.search.get(number))
    if memory is None:  # deleted by another program in this very moment
        raise OperatorError(f"Memory {number} is gone.", "See `memory list`.")
    state = "" if memory.active else " It is inactive: prompts do not carry it."
    said = f"{done} memory {memory.id}, confidence {shown_confidence(memory.confidence)}.{state}"
    return CommandAnswer(memory.as_json() | dict(more or {}), said)
