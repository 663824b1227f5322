"""``claudeops learn``: patterns that hold up, the verdicts that they come from, and findings across runs (L8)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from ..core.messages import UserMessage
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, table

if TYPE_CHECKING:
    from ..learning import LearningService, StoredPattern
    from .cli_context import OpenData

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number in `learn patterns`.")]
Role = Annotated[
    str,
    typer.Option("--role", help="observer, investigator or remediator (tiers 1 to 3), verifier, operator or guard."),
]
Project = Annotated[str, typer.Option("--project", help="The project that it belongs to; without it, all.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Patterns that hold up, the verdicts behind them, and findings.")
    group.command("store-pattern")(store_pattern)
    group.command("query-patterns")(query_patterns)
    group.command("increment-ignore")(increment_ignore)
    group.command("reinforce-patterns")(reinforce_patterns)
    group.command("patterns")(list_patterns)
    group.command("approve")(approve)
    group.command("deprecate")(deprecate)
    group.command("edit")(edit)
    group.command("history")(history)
    group.command("summarize-patterns")(summarize_patterns)
    group.command("deliberations")(list_deliberations)
    group.command("deliberation")(show_deliberation)
    group.command("verify")(verify)
    group.command("findings")(list_findings)
    group.command("finding")(show_finding)
    group.command("close-finding")(close_finding)
    group.command("aliases")(list_aliases)
    group.command("answer-alias")(answer_alias)
    app.add_typer(group, name="learn")


def store_pattern(
    context: typer.Context,
    role: Role,
    text: Annotated[str, typer.Option("--text", help="The rule, in one sentence.")],
    delib_id: Annotated[int | None, typer.Option("--delib-id", help="The deliberation that it was drawn from.")] = None,
    kind: Annotated[str, typer.Option("--kind", help="rule, causal or observation.")] = "observation",
    service: Annotated[list[str] | None, typer.Option("--service", help="A service that it is about.")] = None,
    project: Project = "",
    json: AsJson = False,
) -> None:
    """Store a pattern for a role. The same text again counts as another sighting."""
    with get_cli_context(context).data() as data:
        learning = _learning(data)

        def write() -> StoredPattern:
            sources = {"deliberation": learning.deliberations.must(delib_id).id} if delib_id is not None else None
            return learning.patterns.store_pattern(
                role,
                text,
                project=project,
                kind=kind,
                services=tuple(name.strip().lower() for name in service or ()),
                sources=sources,
                by_operator=True,
            )

        _report(data.write(write), json, "Stored")


def query_patterns(
    context: typer.Context,
    role: Role,
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many.")] = 10,
    project: Project = "",
    json: AsJson = False,
) -> None:
    """Show the top patterns of a role, by their decay-weighted score."""
    with get_cli_context(context).data() as data:
        _must_know_role(data, role)
        found = data.ask(lambda: _learning(data).patterns.query_patterns(role, limit, project))
    _list(found, json)


def increment_ignore(
    context: typer.Context,
    role: Role,
    text: Annotated[str, typer.Option("--text", help="The words of the pattern.")] = "",
    number: Annotated[int | None, typer.Option("--id", help="Its number, instead of the words.")] = None,
    by: Annotated[
        str, typer.Option("--by", help="Who says so; a verifier and the operator weigh more. Without it, the role.")
    ] = "",
    json: AsJson = False,
) -> None:
    """Mark a pattern as a false positive. It sinks, and is deprecated in the end."""
    if not text.strip() and number is None:
        raise UsageError("No pattern is named.", "Give --text or --id.")
    if by:
        from ..learning import require_role

        require_role(by)
    with get_cli_context(context).data() as data:
        patterns = _learning(data).patterns
        found = data.write(lambda: patterns.increment_ignore(role, text=text, pattern_id=number, by=by))
    _report(found, json, "Marked")


def reinforce_patterns(
    context: typer.Context,
    role: Role,
    ids: Annotated[str, typer.Option("--ids", help="Their numbers, with commas: 12,34.")],
    session: Annotated[int | None, typer.Option("--session", help="The session in which they held.")] = None,
    evidence: Annotated[
        str, typer.Option("--evidence", help="Output of that session, or file:line that it read. Needs --session.")
    ] = "",
    json: AsJson = False,
) -> None:
    """Count a success of patterns that held. With a session, its own output must contain the evidence; without one,
    the success is recorded as yours."""
    numbers = _numbers(ids)
    if evidence and session is None:
        raise UsageError("The evidence has no session.", "Name the session that produced it with --session.")
    with get_cli_context(context).data() as data:
        learning = _learning(data)
        verdict = None
        if session is not None:
            number = session
            data.ask(lambda: learning.must_session(number))
            verdict = learning.check_session_evidence(number, evidence)
        found = data.write(
            lambda: learning.patterns.reinforce(role, numbers, verdict, session_id=session, said=evidence)
        )
    if json:
        as_json([one.as_json() for one in found])
        return
    for one in found:
        print_line(f"Pattern {one.id} held {one.success}×, {one.state}: {clean(one.text)}")


def list_patterns(
    context: typer.Context,
    role: Annotated[str | None, typer.Option("--role", help="Only those of this role.")] = None,
    state: Annotated[
        list[str] | None, typer.Option("--state", help="observed, candidate, verified, active or deprecated.")
    ] = None,
    json: AsJson = False,
) -> None:
    """List all patterns, best first."""
    from ..learning import PATTERN_STATES

    for one in state or ():
        if one not in PATTERN_STATES:
            raise UsageError(
                UserMessage("“{state}” is no state of a pattern.", state=one),
                UserMessage("Take one of {states}.", states=", ".join(PATTERN_STATES)),
            )
    with get_cli_context(context).data() as data:
        if role is not None:
            _must_know_role(data, role)
        found = data.ask(lambda: _learning(data).patterns.list(role=role, states=tuple(state or ())))
    _list(found, json)


def approve(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Approve a pattern: it becomes active, and prompts hold it."""
    with get_cli_context(context).data() as data:
        _report(data.write(lambda: _learning(data).patterns.approve(number)), json, "Approved")


def deprecate(
    context: typer.Context,
    number: Id,
    why: Annotated[str, typer.Option("--why", help="A reason, for its history.")] = "",
    json: AsJson = False,
) -> None:
    """Take a pattern out of use."""
    with get_cli_context(context).data() as data:
        _report(data.write(lambda: _learning(data).patterns.deprecate(number, why)), json, "Deprecated")


def edit(
    context: typer.Context,
    number: Id,
    text: Annotated[str, typer.Option("--text", help="The new wording.")],
    json: AsJson = False,
) -> None:
    """Change the words of a pattern."""
    with get_cli_context(context).data() as data:
        _report(data.write(lambda: _learning(data).patterns.edit(number, text)), json, "Changed")


def history(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Show the history of a pattern: when it was seen, held, was marked or moved, and by which evidence."""
    with get_cli_context(context).data() as data:
        patterns = _learning(data).patterns
        found = data.ask(lambda: (patterns.must(number), patterns.history(number), patterns.edges(number)))
    one, moments, edges = found
    if json:
        as_json({**one.as_json(), "history": [asdict(moment) for moment in moments], "edges": [*map(list, edges)]})
        return
    _list([one], False)
    table(
        ("when", "what", "from", "to", "session", "evidence"),
        [
            (local(moment.at), moment.what, moment.from_state, moment.to_state, moment.session_id or "",
             clean(moment.evidence))
            for moment in moments
        ],
    )  # fmt: skip


def summarize_patterns(
    context: typer.Context,
    role: Role,
    text: Annotated[str, typer.Option("--text", help="The new summary; without it, the one that is kept.")] = "",
    project: Project = "",
    json: AsJson = False,
) -> None:
    """Show or keep the summary of a role's patterns, for prompts in which they do not all fit."""
    with get_cli_context(context).data() as data:
        _must_know_role(data, role)
        patterns = _learning(data).patterns
        if text.strip():
            data.write(lambda: patterns.put_summary(role, project, text))
        kept, is_current = data.ask(lambda: patterns.summary_of(role, project))
    if json:
        as_json({"role": role, "project": project, "summary": kept, "is_current": is_current})
    elif not kept:
        print_line(f"No summary is kept for the role {role}. Give one with --text.")
    else:
        print_line(clean(kept))
        if not is_current:
            print_line("Patterns have changed since: it is not used until it is written anew.")


def list_deliberations(
    context: typer.Context,
    role: Annotated[str | None, typer.Option("--role", help="Only those of this role.")] = None,
    service: Annotated[str | None, typer.Option("--service", help="Only those about this service.")] = None,
    like: Annotated[str, typer.Option("--like", help="Those nearest to this in meaning, best first.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many.")] = 50,
    json: AsJson = False,
) -> None:
    """List verdicts, newest first: of tiers, of verifiers, of the guard and your own."""
    from ..learning import require_role

    if role is not None:
        require_role(role)
    with get_cli_context(context).data() as data:
        if like.strip():
            near = _learning(data).find_deliberations(like, data.memory.recall.load_embedder(), role, service)
            found = [one for one, _ in near[:limit]]
        else:
            found = data.ask(lambda: _learning(data).deliberations.list(role=role, service=service, limit=limit))
    if json:
        as_json([one.as_json() for one in found])
        return
    if not found:
        print_line("No verdict was kept yet.")
        return
    table(
        ("id", "when", "role", "verdict", "services", "session", "summary"),
        [
            (one.id, local(one.created_at), one.role, clean(one.verdict), clean(", ".join(one.services)),
             one.session_id or "", clean(one.summary)[:100])
            for one in found
        ],
        right=("id",),
    )  # fmt: skip


def show_deliberation(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Show one verdict with its full answer."""
    with get_cli_context(context).data() as data:
        one = data.ask(lambda: _learning(data).deliberations.must(number))
    if json:
        as_json(one.as_json())
        return
    print_line(f"Deliberation {one.id}, {one.role}: {clean(one.verdict)} ({local(one.created_at)})")
    print_line(clean(one.summary))
    print_line()
    for line in one.response.splitlines():
        print_line(clean(line))


def verify(
    context: typer.Context,
    session: Annotated[int, typer.Argument(metavar="SESSION", help="Its number in `sessions list`.")],
    json: AsJson = False,
) -> None:
    """Let a second session check what a session claims, with tools that only look. Costs as much as a run."""
    from ..runs.verification import verification_request
    from .run import one_run

    found = get_cli_context(context)
    with found.data() as data:
        request = data.ask(lambda: verification_request(data.book, session))
    if not one_run(found, request, json=json):
        raise typer.Exit(1)
    if not json:
        with found.data() as data:
            _learning(data).keep_verdicts()
            verdicts = data.ask(lambda: _learning(data).deliberations.list(role="verifier", limit=1))
        for one in verdicts:
            print_line(f"Verdict: {one.verdict}. {clean(one.summary)}")


def list_findings(
    context: typer.Context,
    state: Annotated[
        list[str] | None, typer.Option("--state", help="seen, open, fixed, regressed or quiet; may be repeated.")
    ] = None,
    service: Annotated[str | None, typer.Option("--service", help="Only those of this service.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="At most this many.")] = None,
    json: AsJson = False,
) -> None:
    """List what came up more than once over runs, and whether it is open, fixed or back."""
    from ..learning import FINDING_STATES

    for one in state or ():
        if one not in FINDING_STATES:
            raise UsageError(
                UserMessage("“{state}” is no state of a finding.", state=one),
                UserMessage("Take one of {states}.", states=", ".join(FINDING_STATES)),
            )
    with get_cli_context(context).data() as data:
        _learning(data).note_events()
        found = data.ask(lambda: _learning(data).findings.list(states=tuple(state or ()), service=service, limit=limit))
    if json:
        as_json([one.as_json() for one in found])
        return
    if not found:
        print_line("Nothing came up twice yet.")
        return
    table(
        ("id", "state", "seen", "service", "last seen", "finding"),
        [
            (
                one.id,
                one.state,
                f"{one.sightings}×",
                clean(one.service),
                local(one.last_seen_at),
                clean(one.title)[:120],
            )
            for one in found
        ],
        right=("id", "seen"),
    )


def show_finding(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number in `learn findings`.")],
    json: AsJson = False,
) -> None:
    """Show one finding with its sightings."""
    with get_cli_context(context).data() as data:
        findings = _learning(data).findings
        one, sightings = data.ask(lambda: (findings.must(number), findings.sightings(number)))
    if json:
        as_json({**one.as_json(), "all_sightings": [asdict(each) for each in sightings]})
        return
    print_line(f"Finding {one.id} ({clean(one.service)}), {one.state}: {clean(one.title)}")
    if one.fixed_at:
        print_line(f"Fixed {local(one.fixed_at)} by {clean(one.fixed_by)}.")
    table(
        ("when", "session", "version", "text"),
        [(local(each.at), each.session_id or "", clean(each.version), clean(each.text)) for each in sightings],
    )


def close_finding(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number in `learn findings`.")],
    version: Annotated[str, typer.Option("--version", help="The version that has the fix.")] = "",
    back: Annotated[bool, typer.Option("--reopen", help="It is open still.")] = False,
    json: AsJson = False,
) -> None:
    """Say that a finding is fixed. If it comes back on a version that has the fix, you are notified."""
    with get_cli_context(context).data() as data:
        findings = _learning(data).findings
        one = data.write(lambda: findings.reopen(number) if back else findings.close(number, version))
    if json:
        as_json(one.as_json())
    else:
        print_line(f"Finding {one.id} is {one.state}: {clean(one.title)}")


def list_aliases(context: typer.Context, json: AsJson = False) -> None:
    """List kinds of messages that may be one, for you to decide."""
    with get_cli_context(context).data() as data:
        _learning(data).propose_aliases()
        found = data.ask(_learning(data).aliases.list)
    if json:
        as_json([one.as_json() for one in found])
        return
    if not found:
        print_line("No two kinds of messages look like one.")
        return
    table(
        ("id", "state", "message", "may be the same as"),
        [(one.id, one.state, clean(one.example), clean(one.other_example)) for one in found],
        right=("id",),
    )


def answer_alias(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number in `learn aliases`.")],
    same: Annotated[bool, typer.Option("--same/--different", help="Whether the two are one kind.")],
    json: AsJson = False,
) -> None:
    """Say whether two kinds of messages are one."""
    with get_cli_context(context).data() as data:
        one = data.write(lambda: _learning(data).answer_alias(number, same))
    if json:
        as_json(one.as_json())
    else:
        print_line(f"Alias {one.id} is {one.state}.")


def _learning(data: OpenData) -> LearningService:
    """What was learned, with the numbers of patterns as the operator set them."""
    from ..core.paths import DataFolder
    from ..core.settings import load
    from ..learning import LearningService, PatternRules

    rules = PatternRules.from_settings(load(DataFolder(data.store.path.parent).settings_file))
    return LearningService(data.book, rules=lambda: rules)


def _must_know_role(data: OpenData, role: str) -> None:
    """Raises UsageError for a name that is none of the roles and has no pattern: a typing mistake."""
    from ..learning import require_role
    from ..learning.deliberations.records import ROLES

    require_role(role)
    if role not in ROLES and not data.ask(lambda: _learning(data).patterns.list(role=role)):
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


def _report(one: StoredPattern, json: bool, done: str) -> None:
    if json:
        as_json(one.as_json())
    else:
        print_line(f"{done} pattern {one.id} ({one.role}, {one.state}): {clean(one.text)}")


def _list(found: list[StoredPattern], json: bool) -> None:
    if json:
        as_json([one.as_json() for one in found])
        return
    if not found:
        print_line("No pattern yet. `claudeops learn store-pattern --role ROLE --text TEXT` stores one.")
        return
    table(
        ("id", "role", "state", "score", "seen", "held", "marked", "pattern"),
        [
            (one.id, one.role, one.state, f"{one.score:.2f}", f"{one.sightings}×", f"{one.success}×",
             f"{one.ignored_times}×", clean(one.text))
            for one in found
        ],
        right=("id", "score", "seen", "held", "marked"),
    )  # fmt: skip
