"""``claudeops approvals``: what waits for the operator's yes, and answering it (S10)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import from_text, utc_now
from ..core.emergency_stop_marker import refuse_while_stopped
from ..core.errors import OperatorError, UsageError
from ..core.money import money
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, cut, local, print_line, table

if TYPE_CHECKING:
    from ..records.approvals import Approval

STATES = {
    "waiting": "waits",
    "approved": "approved",
    "approved_run": "approved for the run",
    "refused": "refused",
    "timed_out": "not answered in time",
    "withdrawn": "withdrawn",
}
Number = Annotated[int, typer.Argument(metavar="ID", help="Its number; `approvals list` shows them.")]
Note = Annotated[str, typer.Option("--note", help="A note for the session that continues, or for the record.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="See and answer what needs approval.")
    group.command("list")(list_approvals)
    group.command("show")(show)
    group.command("approve")(approve)
    group.command("refuse")(refuse)
    app.add_typer(group, name="approvals")


def list_approvals(
    context: typer.Context,
    state: Annotated[str | None, typer.Option("--state", help=f"Only those that are {', '.join(STATES)}.")] = None,
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """List the questions, newest first."""
    if state is not None and state not in STATES:
        raise UsageError(f"There is no state “{clean(state)}”.", f"Use one of {', '.join(STATES)}.")
    wanted, now = rows_wanted(limit, json), utc_now()
    with get_cli_context(context).data() as data:
        data.write(lambda: data.book.approvals.expire(now))
        rows = data.ask(lambda: data.book.approvals.list(state=state, limit=wanted + 1 if wanted else None))
    shown = cut(rows, wanted)
    if json:
        as_json([approval.as_json() for approval in shown])
    elif not rows:
        print_line("Nothing was ever asked." if state is None else "There are none.")
    else:
        table(
            ("id", "asked", "state", "what", "services", "run", "why"),
            [
                (
                    a.id,
                    local(a.asked_at),
                    _state(a, now),
                    describe_request(a),
                    ", ".join(a.services),
                    a.run_id,
                    a.reason,
                )
                for a in shown
            ],
            right=("id", "run"),
        )
        if len(rows) > len(shown):
            print_line(f"The newest {len(shown):,}; --limit 0 shows all.")


def show(context: typer.Context, approval_id: Number, json: AsJson = False) -> None:
    """Show one question: why it was asked, what approving it allows, what it may cost, and how it was answered."""
    now = utc_now()
    with get_cli_context(context).data() as data:
        data.write(lambda: data.book.approvals.expire(now))
        found = data.ask(lambda: data.book.approvals.get(approval_id))
    if found is None:
        raise _unknown(approval_id)
    if json:
        as_json(found.as_json())
        return
    print_line(f"{describe_request(found)} – {_state(found, now)}")
    for line in about(found):
        print_line(line)
    if found.note:
        print_line(f"Note: {clean(found.note)}")


def approve(
    context: typer.Context,
    approval_id: Number,
    for_run: Annotated[
        bool, typer.Option("--for-run", help="Also approve every later question of this kind from the same run.")
    ] = False,
    note: Note = "",
    json: AsJson = False,
) -> None:
    """Approve. The run continues as soon as nothing else is running."""
    refuse_while_stopped(get_cli_context(context).folder.root)
    _answer(context, approval_id, "approved_run" if for_run else "approved", note, json=json)


def refuse(context: typer.Context, approval_id: Number, note: Note = "", json: AsJson = False) -> None:
    """Refuse. The run ends with the result of its last session."""
    _answer(context, approval_id, "refused", note, json=json)


def describe_request(approval: Approval) -> str:
    """What is asked for, in a few words."""
    if approval.kind == "tier":
        return f"Tier {approval.tier}"
    command = clean(approval.command)
    return f"{approval.action or 'action'}: {command}" if command else f"{approval.action or 'action'}"


def about(approval: Approval) -> list[str]:
    """All that there is to know before an answer, line by line; the agent's words as plain text."""
    lines = [f"Asked {local(approval.asked_at)} by session {approval.session_id} of run {approval.run_id}."]
    if approval.reason:
        lines.append(f"Why: {clean(approval.reason)}")
    if approval.services:
        lines.append(f"Services: {clean(', '.join(approval.services))}")
    if approval.command:
        lines.append(f"Command: {clean(approval.command)}")
    if approval.files:
        lines += ["Files of the session that it uses:", *(f"  {clean(line)}" for line in approval.files.splitlines())]
    lines += [f"  {clean(line)}" for line in approval.context.splitlines()[:20] if line.strip()]
    if approval.may:
        lines.append(approval.may)
    if approval.kind == "tier":
        cost = "It has no cap on its cost." if approval.cost_usd is None else f"At most {money(approval.cost_usd)}."
        lines.append(cost)
    return lines


def _answer(context: typer.Context, approval_id: int, state: str, note: str, *, json: bool) -> None:
    now = utc_now()

    with get_cli_context(context).data() as data:
        took = data.write(lambda: data.book.approvals.answer(approval_id, state, "command line", now, note))
        found = data.ask(lambda: data.book.approvals.get(approval_id))
    if found is None:
        raise _unknown(approval_id)
    if not took:
        raise OperatorError(f"Question {approval_id} waits no longer: it was {_closed(found, now)}.")
    if json:
        as_json(found.as_json())
    else:
        print_line(f"{describe_request(found)}: {STATES[found.state]}.")


def _state(approval: Approval, now: datetime) -> str:
    if not approval.is_waiting:
        return STATES.get(approval.state, clean(approval.state))
    left = (from_text(approval.expires_at) - now).total_seconds()
    return f"waits, {max(1, round(left / 60))} min left"


def _closed(approval: Approval, now: datetime) -> str:
    at = f" {local(approval.answered_at)}" if approval.answered_at else ""
    by = f" ({clean(approval.answered_by)})" if approval.answered_by not in ("", "time") else ""
    return f"{_state(approval, now)}{at}{by}"


def _unknown(number: int) -> Any:
    return UsageError(f"There is no question {number}.", "`claudeops approvals list` shows them.")
