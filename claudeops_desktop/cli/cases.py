"""``claudeops cases``: what was out of order before, what was tried, and what helped (L6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..core.clock import to_text, utc_now
from ..core.errors import EnvironmentFault, UsageError
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable, TextTable
from .options import AsJson, Services, named_services, require_known
from .output import as_json, clean, local, print_line, warn

if TYPE_CHECKING:
    from ..learning import CaseMatch, StoredCase
    from ..learning.cases.stored_case import StoredAttempt

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


ExportFormat = Literal["md", "json"]

CaseVote = Literal["up", "down", "none"]

CASES = CommandGroup("cases", "Show and edit cases: what was out of order, what was tried, what helped.")
register = CASES.register
CASE_TABLE: RowTable[StoredCase] = RowTable(
    ("id", "state", "seen", "service", "latest", "symptom", "what helped"),
    lambda case: (
        case.id,
        STATES.get(case.state, case.state),
        f"{case.seen}×",
        case.service,
        local(case.opened_at),
        clean(case.symptom or case.shown)[:80],
        clean(case.cure)[:80] or "not known",
    ),
    right=("id", "seen"),
)
ATTEMPT_TABLE: RowTable[StoredAttempt] = RowTable(
    ("when", "what", "class", "by", "result", "well after", "evidence"),
    lambda one: (
        local(to_text(one.attempt.at)),
        one.attempt.action,
        one.attempt.effect,
        one.attempt.by,
        RESULTS.get(one.attempt.result, one.attempt.result),
        "" if (took := one.attempt.seconds_to_recovery) is None else f"{took:.0f} s",
        clean(one.attempt.evidence)[:120],
    ),
    right=("well after",),
)


@CASES.command("list")
def list_cases(
    data: OpenData,
    service: Annotated[str | None, typer.Option("--service", help="Only cases of this service.")] = None,
    state: Annotated[list[str] | None, typer.Option("--state", help=f"{NAMED_STATES}; may be repeated.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="At most this many.")] = None,
) -> ListedRows[StoredCase]:
    """List cases, the latest first."""
    for one in state or ():
        require_known(one, STATES, "“{}” is no state of a case.", "Take one of {}.")
    found = data.ask(lambda: data.learning.cases.list(service=service, states=tuple(state or ()), limit=limit))
    return CASE_TABLE.list(
        found, "No cases yet. One is opened by an outage, or found in a transcript that is observed."
    )


@CASES.command("show")
def show(data: OpenData, number: Id) -> CommandAnswer:
    """Show one case: what was tried with which result, its time line, and how often it was of use."""
    case = data.ask(lambda: data.learning.cases.must(number))
    alike = data.ask(lambda: data.learning.cases.of_same_symptom(case))
    return CommandAnswer(_with_timeline(case), _describe(case, alike))


@CASES.command("edit")
def edit(
    data: OpenData,
    number: Id,
    symptom: Annotated[str | None, typer.Option("--symptom", help="What was out of order.")] = None,
    cause: Annotated[str | None, typer.Option("--cause", help="Why.")] = None,
    cure: Annotated[str | None, typer.Option("--cure", help="What helped.")] = None,
    state: Annotated[str | None, typer.Option("--state", help=f"{NAMED_STATES}.")] = None,
    service: Annotated[str | None, typer.Option("--service", help="The service that it is filed under.")] = None,
) -> CommandAnswer:
    """Correct a case. What you write is not written over by what is seen later."""
    case = data.write(
        lambda: data.learning.cases.edit(number, symptom=symptom, cause=cause, cure=cure, state=state, service=service)
    )
    return _report(case, "Changed")


@CASES.command("merge")
def merge(
    data: OpenData,
    number: Id,
    other: Annotated[int, typer.Argument(metavar="ID", help="The case that becomes part of the first.")],
) -> CommandAnswer:
    """Make two cases one: they were the same problem."""
    case = data.write(lambda: data.learning.cases.merge(number, other))
    return _report(case, "Merged into")


@CASES.command("split")
def split(data: OpenData, number: Id) -> CommandAnswer:
    """Take a case out again that was merged into another one."""
    case = data.write(lambda: data.learning.cases.unmerge(number))
    return _report(case, "Split off")


@CASES.command("export")
def export(
    data: OpenData,
    number: Id,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Where to write it; without one, here.")] = None,
    kind: Annotated[ExportFormat, typer.Option("--format", help="md or json.")] = "md",
    json: AsJson = False,
) -> CommandAnswer | None:
    """Write a case as the draft of a postmortem."""
    from ..core.atomic_write import write_whole
    from ..learning import write_postmortem

    case = data.ask(lambda: data.learning.cases.must(number))
    wants_json = json or kind == "json"
    if file is not None:
        import orjson

        document = orjson.dumps(_with_timeline(case), option=orjson.OPT_INDENT_2).decode() + "\n"
        write_whole(file, document if wants_json else write_postmortem(case, to_text(utc_now())))
        print_line(f"Written to {file}.")
    elif wants_json:
        as_json(_with_timeline(case))
    else:
        print_line(write_postmortem(case, to_text(utc_now())).rstrip("\n"))
    return None


@CASES.command("match")
def match(
    data: OpenData,
    symptom: Annotated[str, typer.Argument(help="What is out of order, in your own words or as a log says it.")],
    service: Services = None,
) -> CommandAnswer:
    """Show which cases would be offered for a symptom, with the answer of each gate."""
    from ..learning import SymptomQuery

    if not symptom.strip():
        raise UsageError("The symptom is empty.", "Say what is out of order.")
    names = named_services(service)
    alike = _compare_symptoms(data, symptom)
    found = data.ask(lambda: data.learning.matcher.match(SymptomQuery(symptom, names, alike=alike)))
    said = [line for one in found for line in _describe_match(one)]
    return CommandAnswer([one.as_json() for one in found], said or "No case has to do with it.")


@CASES.command("retire")
def retire(
    data: OpenData, number: Id, back: Annotated[bool, typer.Option("--back", help="Offer it again.")] = False
) -> CommandAnswer:
    """Offer a case no longer, without deleting it."""
    case = data.write(lambda: data.learning.cases.retire(number, not back))
    return _report(case, "Offered again:" if back else "Retired")


@CASES.command("vote")
def vote(
    data: OpenData,
    number: Id,
    word: Annotated[CaseVote, typer.Argument(help="up: it was right; down: it was wrong; none: take that back.")],
) -> CommandAnswer:
    """Say whether a case was right. That counts in whether it is offered again."""
    case = data.write(lambda: data.learning.cases.vote(number, "operator", "" if word == "none" else word))
    return _report(case, "Noted for")


def _compare_symptoms(data: OpenData, symptom: str) -> dict[int, float]:
    """How near the symptoms of the newest cases lie to this one in meaning; none where the model does not load."""
    cases = data.ask(lambda: data.learning.cases.list(limit=MOST_COMPARED))
    try:
        near = data.memory.recall.cosines(symptom, [case.symptom or case.shown for case in cases])
    except EnvironmentFault as fault:
        warn(fault.full_text)
        return {}
    return dict(zip((case.id for case in cases), near, strict=False))


def _report(case: StoredCase, done: str) -> CommandAnswer:
    state = STATES.get(case.state, case.state)
    return CommandAnswer(case.as_json(), f"{done} case {case.id} ({state}): {clean(case.symptom or case.shown)}")


def _describe(case: StoredCase, alike: Sequence[StoredCase]) -> Iterator[str | TextTable]:
    from ..learning import describe_case, tell_apart

    yield f"Case {case.id}, {STATES.get(case.state, case.state)}: {clean(describe_case(case, utc_now()))}"
    if apart := tell_apart(alike):
        yield f"How to tell them apart: {clean(apart)}"
    yield ""
    if case.attempts:
        yield ATTEMPT_TABLE.text(case.attempts)
    if case.timeline:
        yield TextTable(("when", "", "what"), [(local(one.at), one.kind, one.text) for one in case.timeline])
    record = case.record
    yield (
        f"Seen {case.seen}×, offered {record.offered}×, resolved by it {record.resolved}×;"
        f" trust {record.factor:.2f}. Filed under {', '.join(map(clean, case.services))}."
    )


def _describe_match(one: CaseMatch) -> Iterator[str]:
    offered = {"answer": "as an answer", "hint": "as a hint", "none": "not offered"}[one.bar]
    yield f"Case {one.case.id} ({clean(one.case.service)}), {offered}, confidence {one.confidence:.2f}:"
    yield f"  {clean(one.case.symptom or one.case.shown)} → {clean(one.case.cure) or 'no cure known'}"
    for gate in one.gates:
        yield f"  {'yes' if gate.passed else 'no '}  {gate.gate}: {clean(gate.why)}"


def _with_timeline(case: StoredCase) -> dict[str, object]:
    return case.as_json() | {"timeline": [asdict(one) for one in case.timeline]}
