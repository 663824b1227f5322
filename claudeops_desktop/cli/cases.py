"""``claudeops cases``: what was out of order before, what was tried, and what helped (L6)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import to_text, utc_now
from ..core.errors import EnvironmentFault, UsageError
from ..core.messages import UserMessage
from .options import AsJson, Services, get_cli_context
from .output import as_json, clean, local, print_line, table, warn

if TYPE_CHECKING:
    from ..learning import CaseMatch, LearningService, StoredCase
    from .cli_context import OpenData

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number in `cases list`.")]
MOST_COMPARED = 100  # cases, the newest first, whose symptoms are compared in meaning: a second
STATES = {
    "open": "open",
    "cured": "cured",
    "recovered": "recovered",
    "recovered_later": "recovered later",
    "went_away": "went away",
    "given_up": "given up",
    "unclear": "unclear",
}
RESULTS = {
    "helped": "helped",
    "recovered_after": "recovered after",
    "did_not_help": "did not help",
    "unknown": "not known",
}

NAMED_STATES = f"{', '.join([*STATES][:-1])} or {[*STATES][-1]}"


class ExportFormat(StrEnum):
    """What an export is written as."""

    MARKDOWN = "md"
    JSON = "json"


class CaseVote(StrEnum):
    """Whether a case was right."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(
        no_args_is_help=True, help="Show and edit cases: what was out of order, what was tried, what helped."
    )
    group.command("list")(list_cases)
    group.command("show")(show)
    group.command("edit")(edit)
    group.command("merge")(merge)
    group.command("split")(split)
    group.command("export")(export)
    group.command("match")(match)
    group.command("retire")(retire)
    group.command("vote")(vote)
    app.add_typer(group, name="cases")


def list_cases(
    context: typer.Context,
    service: Annotated[str | None, typer.Option("--service", help="Only cases of this service.")] = None,
    state: Annotated[list[str] | None, typer.Option("--state", help=f"{NAMED_STATES}; may be repeated.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="At most this many.")] = None,
    json: AsJson = False,
) -> None:
    """List cases, the latest first."""
    for one in state or ():
        if one not in STATES:
            raise UsageError(
                UserMessage("“{state}” is no state of a case.", state=one),
                UserMessage("Take one of {states}.", states=", ".join(STATES)),
            )
    with get_cli_context(context).data() as data:
        found = data.ask(lambda: _learning(data).cases.list(service=service, states=tuple(state or ()), limit=limit))
    if json:
        as_json([case.as_json() for case in found])
        return
    if not found:
        print_line("No cases yet. One is opened by an outage, or found in a transcript that is observed.")
        return
    table(
        ("id", "state", "seen", "service", "latest", "symptom", "what helped"),
        [
            (
                *(case.id, STATES.get(case.state, case.state), f"{case.seen}×", clean(case.service)),
                *(local(case.opened_at), clean(case.symptom or case.shown)[:80], clean(case.cure)[:80] or "not known"),
            )
            for case in found
        ],
        right=("id", "seen"),
    )


def show(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Show one case: what was tried with which result, its time line, and how often it was of use."""
    with get_cli_context(context).data() as data:
        case = data.ask(lambda: _learning(data).cases.must(number))
        alike = data.ask(lambda: _learning(data).cases.of_same_symptom(case))
    if json:
        as_json(case.as_json() | {"timeline": [_moment(one) for one in case.timeline]})
    else:
        _show(case, alike)


def edit(
    context: typer.Context,
    number: Id,
    symptom: Annotated[str | None, typer.Option("--symptom", help="What was out of order.")] = None,
    cause: Annotated[str | None, typer.Option("--cause", help="Why.")] = None,
    cure: Annotated[str | None, typer.Option("--cure", help="What helped.")] = None,
    state: Annotated[str | None, typer.Option("--state", help=f"{NAMED_STATES}.")] = None,
    service: Annotated[str | None, typer.Option("--service", help="The service that it is filed under.")] = None,
    json: AsJson = False,
) -> None:
    """Correct a case. What you write is not written over by what is seen later."""
    with get_cli_context(context).data() as data:
        case = data.write(
            lambda: _learning(data).cases.edit(
                number, symptom=symptom, cause=cause, cure=cure, state=state, service=service
            )
        )
    _report(case, json, "Changed")


def merge(
    context: typer.Context,
    number: Id,
    other: Annotated[int, typer.Argument(metavar="ID", help="The case that becomes part of the first.")],
    json: AsJson = False,
) -> None:
    """Make two cases one: they were the same problem."""
    with get_cli_context(context).data() as data:
        case = data.write(lambda: _learning(data).cases.merge(number, other))
    _report(case, json, "Merged into")


def split(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Take a case out again that was merged into another one."""
    with get_cli_context(context).data() as data:
        case = data.write(lambda: _learning(data).cases.unmerge(number))
    _report(case, json, "Split off")


def export(
    context: typer.Context,
    number: Id,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Where to write it; without one, here.")] = None,
    kind: Annotated[ExportFormat, typer.Option("--format", help="md or json.")] = ExportFormat.MARKDOWN,
    json: AsJson = False,
) -> None:
    """Write a case as the draft of a postmortem."""
    from ..core.atomic_write import write_whole
    from ..learning import write_postmortem

    with get_cli_context(context).data() as data:
        case = data.ask(lambda: _learning(data).cases.must(number))
    if json or kind is ExportFormat.JSON:
        document = case.as_json() | {"timeline": [_moment(one) for one in case.timeline]}
        if file is None:
            as_json(document)
            return
        import orjson

        text = orjson.dumps(document, option=orjson.OPT_INDENT_2).decode() + "\n"
    else:
        text = write_postmortem(case, to_text(utc_now()))
    if file is None:
        print_line(text.rstrip("\n"))
        return
    write_whole(file, text)
    print_line(f"Written to {file}.")


def match(
    context: typer.Context,
    symptom: Annotated[str, typer.Argument(help="What is out of order, in your own words or as a log says it.")],
    service: Services = None,
    json: AsJson = False,
) -> None:
    """Show which cases would be offered for a symptom, with the answer of each gate."""
    from ..learning import SymptomQuery

    if not symptom.strip():
        raise UsageError("The symptom is empty.", "Say what is out of order.")
    names = tuple(name.strip().lower() for name in service or ())
    with get_cli_context(context).data() as data:
        alike = _compare_symptoms(data, symptom)
        found = data.ask(lambda: _learning(data).matcher.match(SymptomQuery(symptom, names, alike=alike)))
    if json:
        as_json([one.as_json() for one in found])
        return
    if not found:
        print_line("No case has to do with it.")
    for one in found:
        _show_match(one)


def retire(
    context: typer.Context,
    number: Id,
    back: Annotated[bool, typer.Option("--back", help="Offer it again.")] = False,
    json: AsJson = False,
) -> None:
    """Offer a case no longer, without deleting it."""
    with get_cli_context(context).data() as data:
        case = data.write(lambda: _learning(data).cases.retire(number, not back))
    _report(case, json, "Offered again:" if back else "Retired")


def vote(
    context: typer.Context,
    number: Id,
    word: Annotated[CaseVote, typer.Argument(help="up: it was right; down: it was wrong; none: take that back.")],
    json: AsJson = False,
) -> None:
    """Say whether a case was right. That counts in whether it is offered again."""
    with get_cli_context(context).data() as data:
        case = data.write(
            lambda: _learning(data).cases.vote(number, "operator", "" if word is CaseVote.NONE else word.value)
        )
    _report(case, json, "Noted for")


def _compare_symptoms(data: OpenData, symptom: str) -> dict[int, float]:
    """How near the symptoms of the newest cases lie to this one in meaning; none where the model does not load."""
    cases = data.ask(lambda: _learning(data).cases.list(limit=MOST_COMPARED))
    try:
        near = data.memory.recall.cosines(symptom, [case.symptom or case.shown for case in cases])
    except EnvironmentFault as fault:
        warn(fault.full_text)
        return {}
    return dict(zip((case.id for case in cases), near, strict=False))


def _learning(data: OpenData) -> LearningService:
    from ..learning import LearningService

    return LearningService(data.book)


def _report(case: StoredCase, json: bool, done: str) -> None:
    if json:
        as_json(case.as_json())
    else:
        print_line(f"{done} case {case.id} ({STATES.get(case.state, case.state)}): {clean(case.symptom or case.shown)}")


def _show(case: StoredCase, alike: Sequence[StoredCase]) -> None:
    from ..learning import describe_case, tell_apart

    print_line(f"Case {case.id}, {STATES.get(case.state, case.state)}: {clean(describe_case(case, utc_now()))}")
    if apart := tell_apart(alike):
        print_line(f"How to tell them apart: {clean(apart)}")
    print_line()
    if case.attempts:
        table(
            ("when", "what", "class", "by", "result", "well after", "evidence"),
            [
                (
                    *(local(to_text(one.attempt.at)), clean(one.attempt.action), one.attempt.effect, one.attempt.by),
                    RESULTS.get(one.attempt.result, one.attempt.result),
                    "" if (took := one.attempt.seconds_to_recovery) is None else f"{took:.0f} s",
                    clean(one.attempt.evidence)[:120],
                )
                for one in case.attempts
            ],
            right=("well after",),
        )
    if case.timeline:
        table(
            ("when", "", "what"),
            [(local(one.at), one.kind, clean(one.text)) for one in case.timeline],
        )
    record = case.record
    print_line(
        f"Seen {case.seen}×, offered {record.offered}×, resolved by it {record.resolved}×;"
        f" trust {record.factor:.2f}. Filed under {', '.join(map(clean, case.services))}."
    )


def _show_match(one: CaseMatch) -> None:
    offered = {"answer": "as an answer", "hint": "as a hint", "none": "not offered"}[one.bar]
    print_line(f"Case {one.case.id} ({clean(one.case.service)}), {offered}, confidence {one.confidence:.2f}:")
    print_line(f"  {clean(one.case.symptom or one.case.shown)} → {clean(one.case.cure) or 'no cure known'}")
    for gate in one.gates:
        print_line(f"  {'yes' if gate.passed else 'no '}  {gate.gate}: {clean(gate.why)}")


def _moment(one: object) -> dict[str, object]:
    from dataclasses import asdict

    return asdict(one)  # type: ignore[call-overload, no-any-return]
