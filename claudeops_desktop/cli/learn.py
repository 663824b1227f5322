"""``claudeops learn``: patterns that hold up, the verdicts that they come from, and findings across runs (L8)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from ..core.messages import UserMessage
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable, TextTable
from .options import AsJson, named_services, require_known
from .output import clean, local, print_line

if TYPE_CHECKING:
    from ..learning import StoredDeliberation, StoredFinding, StoredPattern
    from ..learning.signatures.alias_records import StoredAlias

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number in `learn patterns`.")]
FindingId = Annotated[int, typer.Argument(metavar="ID", help="Its number in `learn findings`.")]
Role = Annotated[
    str,
    typer.Option("--role", help="observer, investigator or remediator (tiers 1 to 3), verifier, operator or guard."),
]
Project = Annotated[str, typer.Option("--project", help="The project that it belongs to; without it, all.")]


NO_PATTERN = "No pattern yet. `claudeops learn store-pattern --role ROLE --text TEXT` stores one."
LEARN = CommandGroup("learn", "Patterns that hold up, the verdicts behind them, and findings.")
register = LEARN.register
DELIBERATION_TABLE: RowTable[StoredDeliberation] = RowTable(
    ("id", "when", "role", "verdict", "services", "session", "summary"),
    lambda one: (
        one.id,
        local(one.created_at),
        one.role,
        one.verdict,
        ", ".join(one.services),
        one.session_id,
        clean(one.summary)[:100],
    ),
)
FINDING_TABLE: RowTable[StoredFinding] = RowTable(
    ("id", "state", "seen", "service", "last seen", "finding"),
    lambda one: (
        one.id,
        one.state,
        f"{one.sightings}×",
        one.service,
        local(one.last_seen_at),
        clean(one.title)[:120],
    ),
    right=("id", "seen"),
)
ALIAS_TABLE: RowTable[StoredAlias] = RowTable(
    ("id", "state", "message", "may be the same as"),
    lambda one: (one.id, one.state, one.example, one.other_example),
)
PATTERN_TABLE: RowTable[StoredPattern] = RowTable(
    ("id", "role", "state", "score", "seen", "held", "marked", "pattern"),
    lambda one: (
        one.id,
        one.role,
        one.state,
        f"{one.score:.2f}",
        f"{one.sightings}×",
        f"{one.success}×",
        f"{one.ignored_times}×",
        one.text,
    ),
    right=("id", "score", "seen", "held", "marked"),
)


@LEARN.command("store-pattern")
def store_pattern(
    data: OpenData,
    role: Role,
    text: Annotated[str, typer.Option("--text", help="The rule, in one sentence.")],
    delib_id: Annotated[int | None, typer.Option("--delib-id", help="The deliberation that it was drawn from.")] = None,
    kind: Annotated[str, typer.Option("--kind", help="rule, causal or observation.")] = "observation",
    service: Annotated[list[str] | None, typer.Option("--service", help="A service that it is about.")] = None,
    project: Project = "",
) -> CommandAnswer:
    """Store a pattern for a role. The same text again counts as another sighting."""
    learning = data.learning

    def write() -> StoredPattern:
        sources = {"deliberation": learning.deliberations.must(delib_id).id} if delib_id is not None else None
        return learning.patterns.store_pattern(
            role,
            text,
            project=project,
            kind=kind,
            services=named_services(service),
            sources=sources,
            by_operator=True,
        )

    return _report(data.write(write), "Stored")


@LEARN.command("query-patterns")
def query_patterns(
    data: OpenData,
    role: Role,
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many.")] = 10,
    project: Project = "",
) -> ListedRows[StoredPattern]:
    """Show the top patterns of a role, by their decay-weighted score."""
    _must_know_role(data, role)
    found = data.ask(lambda: data.learning.patterns.query_patterns(role, limit, project))
    return PATTERN_TABLE.list(found, NO_PATTERN)


@LEARN.command("increment-ignore")
def increment_ignore(
    data: OpenData,
    role: Role,
    text: Annotated[str, typer.Option("--text", help="The words of the pattern.")] = "",
    number: Annotated[int | None, typer.Option("--id", help="Its number, instead of the words.")] = None,
    by: Annotated[
        str, typer.Option("--by", help="Who says so; a verifier and the operator weigh more. Without it, the role.")
    ] = "",
) -> CommandAnswer:
    """Mark a pattern as a false positive. It sinks, and is deprecated in the end."""
    if not text.strip() and number is None:
        raise UsageError("No pattern is named.", "Give --text or --id.")
    if by:
        from ..learning import require_role

        require_role(by)
    patterns = data.learning.patterns
    found = data.write(lambda: patterns.increment_ignore(role, text=text, pattern_id=number, by=by))
    return _report(found, "Marked")


@LEARN.command("reinforce-patterns")
def reinforce_patterns(
    data: OpenData,
    role: Role,
    ids: Annotated[str, typer.Option("--ids", help="Their numbers, with commas: 12,34.")],
    session: Annotated[int | None, typer.Option("--session", help="The session in which they held.")] = None,
    evidence: Annotated[
        str, typer.Option("--evidence", help="Output of that session, or file:line that it read. Needs --session.")
    ] = "",
) -> CommandAnswer:
    """Count a success of patterns that held. With a session, its own output must contain the evidence; without one,
    the success is recorded as yours."""
    numbers = _numbers(ids)
    if evidence and session is None:
        raise UsageError("The evidence has no session.", "Name the session that produced it with --session.")
    learning = data.learning
    verdict = None
    if session is not None:
        number = session
        data.ask(lambda: learning.must_session(number))
        verdict = learning.check_session_evidence(number, evidence)
    found = data.write(lambda: learning.patterns.reinforce(role, numbers, verdict, session_id=session, said=evidence))
    said = [f"Pattern {one.id} held {one.success}×, {one.state}: {clean(one.text)}" for one in found]
    return CommandAnswer([one.as_json() for one in found], said)


@LEARN.command("patterns")
def list_patterns(
    data: OpenData,
    role: Annotated[str | None, typer.Option("--role", help="Only those of this role.")] = None,
    state: Annotated[
        list[str] | None, typer.Option("--state", help="observed, candidate, verified, active or deprecated.")
    ] = None,
) -> ListedRows[StoredPattern]:
    """List all patterns, best first."""
    from ..learning import PATTERN_STATES

    for one in state or ():
        require_known(one, PATTERN_STATES, "“{}” is no state of a pattern.", "Take one of {}.")
    if role is not None:
        _must_know_role(data, role)
    found = data.ask(lambda: data.learning.patterns.list(role=role, states=tuple(state or ())))
    return PATTERN_TABLE.list(found, NO_PATTERN)


@LEARN.command("approve")
def approve(data: OpenData, number: Id) -> CommandAnswer:
    """Approve a pattern: it becomes active, and prompts hold it."""
    return _report(data.write(lambda: data.learning.patterns.approve(number)), "Approved")


@LEARN.command("deprecate")
def deprecate(
    data: OpenData, number: Id, why: Annotated[str, typer.Option("--why", help="A reason, for its history.")] = ""
) -> CommandAnswer:
    """Take a pattern out of use."""
    return _report(data.write(lambda: data.learning.patterns.deprecate(number, why)), "Deprecated")


@LEARN.command("edit")
def edit(
    data: OpenData, number: Id, text: Annotated[str, typer.Option("--text", help="The new wording.")]
) -> CommandAnswer:
    """Change the words of a pattern."""
    return _report(data.write(lambda: data.learning.patterns.edit(number, text)), "Changed")


@LEARN.command("history")
def history(data: OpenData, number: Id) -> CommandAnswer:
    """Show the history of a pattern: when it was seen, held, was marked or moved, and by which evidence."""
    patterns = data.learning.patterns
    one, moments, edges = data.ask(lambda: (patterns.must(number), patterns.history(number), patterns.edges(number)))
    document = {**one.as_json(), "history": [asdict(moment) for moment in moments], "edges": [*map(list, edges)]}
    text = TextTable(
        ("when", "what", "from", "to", "session", "evidence"),
        [(local(m.at), m.what, m.from_state, m.to_state, m.session_id, m.evidence) for m in moments],
    )
    return CommandAnswer(document, (PATTERN_TABLE.text([one]), text))


@LEARN.command("summarize-patterns")
def summarize_patterns(
    data: OpenData,
    role: Role,
    text: Annotated[str, typer.Option("--text", help="The new summary; without it, the one that is kept.")] = "",
    project: Project = "",
) -> CommandAnswer:
    """Show or keep the summary of a role's patterns, for prompts in which they do not all fit."""
    _must_know_role(data, role)
    patterns = data.learning.patterns
    if text.strip():
        data.write(lambda: patterns.put_summary(role, project, text))
    kept, is_current = data.ask(lambda: patterns.summary_of(role, project))
    said = [clean(kept) if kept else f"No summary is kept for the role {role}. Give one with --text."]
    if kept and not is_current:
        said.append("Patterns have changed since: it is not used until it is written anew.")
    return CommandAnswer({"role": role, "project": project, "summary": kept, "is_current": is_current}, said)


@LEARN.command("deliberations")
def list_deliberations(
    data: OpenData,
    role: Annotated[str | None, typer.Option("--role", help="Only those of this role.")] = None,
    service: Annotated[str | None, typer.Option("--service", help="Only those about this service.")] = None,
    like: Annotated[str, typer.Option("--like", help="Those nearest to this in meaning, best first.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many.")] = 50,
) -> ListedRows[StoredDeliberation]:
    """List verdicts, newest first: of tiers, of verifiers, of the guard and your own."""
    from ..learning import require_role

    if role is not None:
        require_role(role)
    if like.strip():
        near = data.learning.find_deliberations(like, data.memory.recall.load_embedder(), role, service)
        found = [one for one, _ in near[:limit]]
    else:
        found = data.ask(lambda: data.learning.deliberations.list(role=role, service=service, limit=limit))
    return DELIBERATION_TABLE.list(found, "No verdict was kept yet.")


@LEARN.command("deliberation")
def show_deliberation(data: OpenData, number: Id) -> CommandAnswer:
    """Show one verdict with its full answer."""
    one = data.ask(lambda: data.learning.deliberations.must(number))
    head = f"Deliberation {one.id}, {one.role}: {clean(one.verdict)} ({local(one.created_at)})"
    return CommandAnswer(one.as_json(), (head, clean(one.summary), "", *map(clean, one.response.splitlines())))


@LEARN.command("verify")
def verify(
    cli: CliContext,
    session: Annotated[int, typer.Argument(metavar="SESSION", help="Its number in `sessions list`.")],
    json: AsJson = False,
) -> None:
    """Let a second session check what a session claims, with tools that only look. Costs as much as a run."""
    from ..runs.verification import verification_request
    from .run import one_run

    with cli.data() as data:
        request = data.ask(lambda: verification_request(data.book, session))
    if not one_run(cli, request, json=json):
        raise typer.Exit(1)
    if not json:
        with cli.data() as data:
            data.learning.keep_verdicts()
            verdicts = data.ask(lambda: data.learning.deliberations.list(role="verifier", limit=1))
        for one in verdicts:
            print_line(f"Verdict: {one.verdict}. {clean(one.summary)}")


@LEARN.command("findings")
def list_findings(
    data: OpenData,
    state: Annotated[
        list[str] | None, typer.Option("--state", help="seen, open, fixed, regressed or quiet; may be repeated.")
    ] = None,
    service: Annotated[str | None, typer.Option("--service", help="Only those of this service.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="At most this many.")] = None,
) -> ListedRows[StoredFinding]:
    """List what came up more than once over runs, and whether it is open, fixed or back."""
    from ..learning import FINDING_STATES

    for one in state or ():
        require_known(one, FINDING_STATES, "“{}” is no state of a finding.", "Take one of {}.")
    data.learning.note_events()
    found = data.ask(lambda: data.learning.findings.list(states=tuple(state or ()), service=service, limit=limit))
    return FINDING_TABLE.list(found, "Nothing came up twice yet.")


@LEARN.command("finding")
def show_finding(data: OpenData, number: FindingId) -> CommandAnswer:
    """Show one finding with its sightings."""
    findings = data.learning.findings
    one, sightings = data.ask(lambda: (findings.must(number), findings.sightings(number)))
    text: list[str | TextTable] = [f"Finding {one.id} ({clean(one.service)}), {one.state}: {clean(one.title)}"]
    if one.fixed_at:
        text.append(f"Fixed {local(one.fixed_at)} by {clean(one.fixed_by)}.")
    rows = [(local(each.at), each.session_id, each.version, each.text) for each in sightings]
    text.append(TextTable(("when", "session", "version", "text"), rows))
    return CommandAnswer({**one.as_json(), "all_sightings": [asdict(each) for each in sightings]}, text)


@LEARN.command("close-finding")
def close_finding(
    data: OpenData,
    number: FindingId,
    version: Annotated[str, typer.Option("--version", help="The version that has the fix.")] = "",
    back: Annotated[bool, typer.Option("--reopen", help="It is open still.")] = False,
) -> CommandAnswer:
    """Say that a finding is fixed. If it comes back on a version that has the fix, you are notified."""
    findings = data.learning.findings
    one = data.write(lambda: findings.reopen(number) if back else findings.close(number, version))
    return CommandAnswer(one.as_json(), f"Finding {one.id} is {one.state}: {clean(one.title)}")


@LEARN.command("aliases")
def list_aliases(data: OpenData) -> ListedRows[StoredAlias]:
    """List kinds of messages that may be one, for you to decide."""
    data.learning.propose_aliases()
    found = data.ask(data.learning.aliases.list)
    return ALIAS_TABLE.list(found, "No two kinds of messages look like one.")


@LEARN.command("answer-alias")
def answer_alias(
    data: OpenData,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number in `learn aliases`.")],
    same: Annotated[bool, typer.Option("--same/--different", help="Whether the two are one kind.")],
) -> CommandAnswer:
    """Say whether two kinds of messages are one."""
    one = data.write(lambda: data.learning.answer_alias(number, same))
    return CommandAnswer(one.as_json(), f"Alias {one.id} is {one.state}.")


def _must_know_role(data: OpenData, role: str) -> None:
    """Raises UsageError for a name that is none of the roles and has no pattern: a typing mistake."""
    from ..learning import require_role
    from ..learning.deliberations.records import ROLES

    require_role(role)
    if role not in ROLES and not data.ask(lambda: data.learning.patterns.list(role=role)):
        raise UsageError(
            UserMessage("There is no role “{role}”.", role=role),
            UserMessage("Take one of {roles}.", roles=", ".join(ROLES)),
        )


def _numbers(ids: str) -> list[int]:
    try:
        found = [int(part) for part in ids.split(",") if part.strip()]
    except ValueError:
        found = []
    if not found:
        raise UsageError(
            UserMessage("“{ids}” are no numbers of patterns.", ids=ids), UserMessage("Write them as 12,34.")
        )
    return found


def _report(one: StoredPattern, done: str) -> CommandAnswer:
    return CommandAnswer(one.as_json(), f"{done} pattern {one.id} ({one.role}, {one.state}): {clean(one.text)}")
