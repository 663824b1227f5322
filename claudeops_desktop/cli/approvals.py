"""``claudeops approvals``: what waits for the operator's yes, and answering it (S10)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import from_text, utc_now
from ..core.errors import OperatorError, UsageError
from ..core.money import money
from ..operations.approvals import (
    AnswerApproval,
    AnswerTooLate,
    ApprovalAnswer,
    ListApprovals,
    answer_approval,
    find_approval,
)
from ..operations.approvals import list_approvals as find_approvals
from ..operations.operation_types import MissingRow, RowNumber
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .options import Limit, require_known
from .output import clean, local

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

APPROVALS = CommandGroup("approvals", "See and answer what needs approval.")
register = APPROVALS.register


@APPROVALS.command("list")
def list_approvals(
    data: OpenData,
    state: Annotated[str | None, typer.Option("--state", help=f"Only those that are {', '.join(STATES)}.")] = None,
    limit: Limit = None,
) -> ListedRows[Approval]:
    """List the questions, newest first."""
    require_known(state, STATES, "There is no state “{}”.")
    now = utc_now()
    data.write(lambda: data.book.approvals.expire(now))
    rows = data.ask(lambda: find_approvals(data.book, ListApprovals(state=state, limit=limit), now))
    table: RowTable[Approval] = RowTable(
        ("id", "asked", "state", "what", "services", "run", "why"),
        lambda a: (
            a.id,
            local(a.asked_at),
            _state(a, now),
            describe_request(a),
            ", ".join(a.services),
            a.run_id,
            a.reason,
        ),
        right=("id", "run"),
    )
    return table.list(rows, "Nothing was ever asked." if state is None else "There are none.")


@APPROVALS.command("show")
def show(data: OpenData, approval_id: Number) -> CommandAnswer:
    """Show one question: why it was asked, what approving it allows, what it may cost, and how it was answered."""
    now = utc_now()
    data.write(lambda: data.book.approvals.expire(now))
    found = _must(lambda: data.ask(lambda: find_approval(data.book, RowNumber(approval_id), now)))
    note = [f"Note: {clean(found.note)}"] if found.note else []
    head = f"{describe_request(found)} – {_state(found, now)}"
    return CommandAnswer(found.as_json(), (head, *about(found), *note))


@APPROVALS.command("approve")
def approve(
    data: OpenData,
    approval_id: Number,
    for_run: Annotated[
        bool, typer.Option("--for-run", help="Also approve every later question of this kind from the same run.")
    ] = False,
    note: Note = "",
) -> CommandAnswer:
    """Approve. The run continues as soon as nothing else is running."""
    return _answer(data, approval_id, "approved_run" if for_run else "approved", note)


@APPROVALS.command("refuse")
def refuse(data: OpenData, approval_id: Number, note: Note = "") -> CommandAnswer:
    """Refuse. The run ends with the result of its last session."""
    return _answer(data, approval_id, "refused", note)


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


def _answer(data: OpenData, approval_id: int, answer: ApprovalAnswer, note: str) -> CommandAnswer:
    now = utc_now()
    request = AnswerApproval(approval_id, answer, "command line", note, confirmed=True)
    try:
        found = _must(lambda: data.write(lambda: answer_approval(data.book, request, now)))
    except AnswerTooLate as late:
        raise OperatorError(f"Question {approval_id} waits no longer: it was {_closed(late.approval, now)}.") from None
    return CommandAnswer(found.as_json(), f"{describe_request(found)}: {STATES[found.state]}.")


def _must(work: Callable[[], Approval]) -> Approval:
    """A question that is not there is a mistake in the words, with their exit code."""
    try:
        return work()
    except MissingRow as error:
        raise UsageError(error.sentence, error.remedy) from None


def _state(approval: Approval, now: datetime) -> str:
    if not approval.is_waiting:
        return STATES.get(approval.state, clean(approval.state))
    left = (from_text(approval.expires_at) - now).total_seconds()
    return f"waits, {max(1, round(left / 60))} min left"


def _closed(approval: Approval, now: datetime) -> str:
    at = f" {local(approval.answered_at)}" if approval.answered_at else ""
    by = f" ({clean(approval.answered_by)})" if approval.answered_by not in ("", "time") else ""
    return f"{_state(approval, now)}{at}{by}"
