"""``claudeops run``: one run now, to its end, with the same engine as the window (S1 to S12)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import ClaudeOpsError, OperatorError, UsageError
from ..core.money import money
from .cli_context import CliContext
from .command import CommandGroup
from .options import AsJson, Services, named_services
from .output import as_json, clean, duration, print_line, shown_confidence, table, warn

if TYPE_CHECKING:
    from ..memory import MarkerOutcome
    from ..records.saved_prompts import SavedPrompt
    from ..records.sessions import Session
    from ..runs.request import RunEnded, RunRequest
    from ..storage import CommittedChange
    from .cli_context import CliEngine

DONE = ("completed", "escalated")
LONGEST_CONTEXT = 400_000


RUN = CommandGroup("")
register = RUN.register


@RUN.command("run")
def run(
    cli: CliContext,
    tier: Annotated[
        int | None, typer.Option("--tier", min=1, max=3, help="1 observe (default), 2 investigate, 3 remediate.")
    ] = None,
    prompt: Annotated[str, typer.Option("--prompt", help="What to do, in addition to the tier's own prompt.")] = "",
    agent: Annotated[str, typer.Option("--agent", help="auto, claude, watch, or replay:FILE for a recording.")] = "",
    service: Services = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Change nothing: no action tools, no escalation.")] = False,
    max_tier: Annotated[
        int | None, typer.Option("--max-tier", min=1, max=3, help="The highest tier it may reach without asking again.")
    ] = None,
    saved: Annotated[
        str, typer.Option("--saved", help="Run a saved prompt; `claudeops prompts list` shows them.")
    ] = "",
    context_file: Annotated[
        Path | None,
        typer.Option(
            "--context-file",
            help="Append this text to the system prompt, instead of what `context --part all` shows.",
        ),
    ] = None,
    keep_awake: Annotated[
        bool, typer.Option("--keep-awake", help="Keep the computer awake until the run ends.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Start a run now and wait for it to end.

    The exit code is 0 when it completed, 1 when it failed or was stopped, 3 when one of your rules forbids it.
    """
    from ..records.sessions import RunTrigger
    from ..runs.request import RunRequest

    kept = _saved(cli, saved) if saved else None
    agent = agent or (kept.agent if kept else "")
    check_agent(agent)
    named = named_services(service)
    request = RunRequest(
        trigger=RunTrigger.MANUAL,
        tier=tier or (kept.tier if kept else 1),
        max_tier=max_tier,
        agent="" if agent == "auto" else agent,
        prompt=prompt or (kept.prompt if kept else ""),
        services=named or (kept.services if kept else ()),
        dry_run=dry_run,
        appended=_context(context_file) if context_file else None,
        keep_awake=keep_awake,
    )
    if not one_run(cli, request, json=json):
        raise typer.Exit(1)


def _saved(found: CliContext, name: str) -> SavedPrompt:
    from .prompts import find_prompt

    with found.data() as data:
        return find_prompt(data, name)


def _context(file: Path) -> str:
    """The operator's own text for the system prompt. Raises UsageError where it cannot be one."""
    try:
        data = file.expanduser().read_bytes()
        text = data.decode("utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.", "Name another file.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is not text in UTF-8.", "Name another file.") from error
    if len(data) > LONGEST_CONTEXT:
        raise UsageError(f"{file} is over {LONGEST_CONTEXT // 1000} kB.", "Shorten it.")
    return text


def check_agent(agent: str) -> None:
    """Raises UsageError for a name that is no agent, or a recording that is not there."""
    from ..agents.registry import agent_named, capabilities_of, choices_in_words

    kind, _, file = agent.partition(":")
    if capabilities_of(kind).plays_recording:
        if not file or not Path(file).expanduser().is_file():
            raise UsageError(f"There is no recording {clean(file) or '(none named)'}.", "Use --agent replay:FILE.")
    elif (kind not in ("", "auto") and agent_named(kind) is None) or file:
        raise UsageError(f"There is no agent “{clean(agent)}”.", f"Use auto, {choices_in_words()}.")


def one_run(found: CliContext, request: RunRequest, *, json: bool) -> bool:
    """Make a run, tell of it, and say whether it was completed. Raises what kept it from beginning."""
    from .live import LiveOutput
    from .logs import keep_log
    from .questions import TerminalQuestions

    keep_log(found.folder.create())
    engine = found.doors.open_engine(found.folder)
    try:
        questions = TerminalQuestions(engine, prompt=not json and sys.stdin.isatty() and sys.stdout.isatty())
        try:
            if json:
                ended = engine.run_to_end(request, questions.changed)
            else:
                output = LiveOutput(engine)

                def changed(change: CommittedChange) -> None:
                    output.changed(change)
                    questions.changed(change)

                try:
                    ended = engine.run_to_end(request, changed)
                finally:
                    output.close()
        finally:
            questions.close()
        if ended.run_id is None:
            raise _refused(ended)
        sessions = [s for number in ended.session_ids if (s := engine.book.sessions.get(number))]
        if json:
            as_json(_document(engine, ended, sessions))
        else:
            _tell(found, engine, ended, sessions)
    finally:
        engine.close()
    return ended.status in DONE


def _refused(ended: RunEnded) -> Exception:
    if isinstance(ended.error, ClaudeOpsError):
        return ended.error
    return OperatorError(ended.reason or "The run could not begin.")


def _document(engine: CliEngine, ended: RunEnded, sessions: list[Session]) -> dict[str, Any]:
    events = [event for s in sessions for event in reversed(engine.book.events.list(session_id=s.id))]
    return {
        "session": sessions[0].as_json() if sessions else None,
        "sessions": [session.as_json() for session in sessions],
        "events": [event.as_json() for event in events],
        "memories": [*(found.as_json() for found in ended.memories), *_rejected(engine, sessions)],
        "approvals": [a.as_json() for a in engine.book.approvals.of_run(ended.run_id or 0)],
        "warnings": list(ended.warnings),
    }


def _rejected(engine: CliEngine, sessions: list[Session]) -> list[dict[str, Any]]:
    """What looked like a memory and was not stored."""
    near = [m for s in sessions for m in engine.book.markers.of_session(s.id) if m.kind == "near_miss"]
    return [
        {"action": "rejected", "memory": None, "lowered": [], "why": marker.why}
        for marker in near
        if "memory" in marker.said.lower()
    ]


def _tell(found: CliContext, engine: CliEngine, ended: RunEnded, sessions: list[Session]) -> None:
    checks = [check for s in sessions for check in engine.book.health.of_session(s.id)]
    if checks:
        _heading("Checks")
        table(("service", "check", "status", "detail"), [(c.service, c.check_type, c.status, c.detail) for c in checks])
    events = [event for s in sessions for event in reversed(engine.book.events.list(session_id=s.id))]
    if events:
        _heading("Events")
        table(("level", "service", "event"), [(e.level, e.service, e.message) for e in events])
    stored = [remembered for remembered in ended.memories if remembered.memory is not None]
    if stored:
        _heading("Memories")
        table(("outcome", "service", "category", "confidence", "observation"), [_memory_row(r) for r in stored])
    if ended.warnings:
        print_line()
        for warning in ended.warnings:
            warn(f"Note: {warning}")
    _heading("In the prompt of the next run")
    print_line(_next_context(found, engine, ended) or "Nothing yet: no memory was kept.")
    print_line()
    print_line(_outcome(ended, sessions))


def _heading(text: str) -> None:
    print_line()
    print_line(f"── {text} ──")


def _memory_row(remembered: MarkerOutcome) -> tuple[str, ...]:
    memory = remembered.memory
    assert memory is not None  # noqa: S101
    return (
        str(remembered.action),
        memory.service or "general",
        memory.category,
        shown_confidence(memory.confidence),
        memory.observation,
    )


def _next_context(found: CliContext, engine: CliEngine, ended: RunEnded) -> str:
    from ..core import settings
    from .cli_context import OpenData
    from .context import block

    in_force = settings.load(found.folder.settings_file)
    data = OpenData(engine.store, engine.book, engine.memory)
    return block(data, in_force, ended.request.services).text


def _outcome(ended: RunEnded, sessions: list[Session]) -> str:
    # A row that could not be written (a full disk) still says running.
    states = [ended.status if s.status == "running" else s.status for s in sessions]
    chain = " → ".join(f"session {s.id} (tier {s.tier}) {state}" for s, state in zip(sessions, states, strict=True))
    took = duration(sum(s.duration_ms or 0 for s in sessions) or None)
    cost = sum(s.cost_usd or 0.0 for s in sessions)
    told = [clean(chain[:1].upper() + chain[1:]), f"took {took}" if took else "", money(cost) if cost else ""]
    reason = f" {clean(ended.reason)}" if ended.reason and ended.status not in DONE else ""
    return ", ".join(part for part in told if part) + "." + reason
