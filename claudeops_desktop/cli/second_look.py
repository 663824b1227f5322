"""``claudeops memory second-look``: a model checks verdicts that the judge was not sure of (E7)."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError
from ..core.money import money
from ..core.text_format import format_count
from ..models.permission import HOW_TO_ALLOW, REFUSED, is_allowed, why_not
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .options import AsJson, Limit
from .output import clean, local, warn

if TYPE_CHECKING:
    from ..memory import ExaminedPair

Everything = Annotated[bool, typer.Option("--all", help="Include pairs that are waiting or were dropped.")]
Number = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `memory second-look list` shows it.")]


SECOND_LOOK = CommandGroup("second-look", "Have a model check verdicts that the rules were unsure of.")
register = SECOND_LOOK.register
LOOK_TABLE: RowTable[ExaminedPair] = RowTable(
    ("id", "when", "call", "older", "newer", "judge", "model", "what was done"),
    lambda row: (
        row.look.id,
        local(row.look.settled_at or row.look.created_at),
        row.look.call_id,
        f"{row.old.id}: {row.old.observation}",
        row.newer_text if row.look.is_merge else f"{row.new.id}: {row.newer_text}",
        f"{row.look.verdict} {row.look.score:.0%}",
        f"{row.look.answer}: {row.look.answer_why}".rstrip(": "),
        row.look.outcome or str(row.look.state),
    ),
    right=("id", "call"),
)


@SECOND_LOOK.command("status")
def status(cli: CliContext, data: OpenData, json: AsJson = False) -> CommandAnswer:
    """Show which model is used, how many pairs are waiting, and today's cost."""
    from ..models.choose import choose_model

    settings = cli.settings()
    own = settings.second_look
    model = choose_model(settings, cli.folder, os.environ)
    found = data.ask(data.memory.second_look.status)
    on = f"The second look is on: {model.name} checks verdicts under {own.below:.0%} certainty." if model else ""
    since = f", the oldest since {local(found.oldest)}" if found.oldest else ""
    lines = [
        on or f"{why_not(settings)} {HOW_TO_ALLOW}",
        f"{format_count(found.waiting, 'pair waits', 'pairs wait')}{since}.",
    ]
    if found.dropped:
        lines.append(f"{format_count(found.dropped, 'pair was', 'pairs were')} dropped, because too many waited.")
    lines.append(f"Calls today: {found.calls_today}, {money(found.usd_today)}.")
    if own.exclude_services:
        lines.append(f"Never sent: {clean(', '.join(own.exclude_services))}.")
    if found.fault and not json:
        warn(f"The last call failed: {found.fault}")
    used = {"enabled": model is not None, "model": model.name if model else None}
    limits = {"below": own.below, "exclude_services": list(own.exclude_services)}
    return CommandAnswer(used | limits | asdict(found), lines)


@SECOND_LOOK.command("on")
def switch_on() -> CommandAnswer:
    """Say how a model is allowed: one answer decides about all that a model does for memory."""
    raise OperatorError("One answer decides about all that a model does for memory.", HOW_TO_ALLOW)


@SECOND_LOOK.command("off")
def switch_off(cli: CliContext) -> CommandAnswer:
    """Let no model be asked for memory: no session is read, no verdict checked, nothing is queued."""
    from ..core import settings

    cli.folder.create()
    settings.change(cli.folder.settings_file, "model.allowed", "no")
    allowed = is_allowed(cli.settings())
    said = "CLAUDEOPS_MODEL_ALLOWED allows a model all the same." if allowed else REFUSED
    return CommandAnswer({"enabled": allowed}, said)


@SECOND_LOOK.command("run")
def run(cli: CliContext, data: OpenData, json: AsJson = False) -> CommandAnswer:
    """Check what is waiting, with the model from the settings."""
    from ..agents.redact import text_redactor
    from ..core.emergency_stop_marker import refuse_while_stopped
    from ..models.choose import choose_model

    refuse_while_stopped(cli.folder.root)
    settings = cli.settings()
    if reason := why_not(settings):
        raise OperatorError(reason, HOW_TO_ALLOW)
    model = choose_model(settings, cli.folder, os.environ)
    redact = text_redactor(os.environ, settings.logs.secret_variables)
    found = data.memory.second_look.ask_model(model, redact=redact)
    if found.note and not json:
        warn(found.note)
    said = (
        f"{format_count(found.agreed, 'verdict stands', 'verdicts stand')}, {found.changed:,} changed, "
        f"{found.unclear:,} unclear, {found.waiting:,} still waiting; it cost {money(found.cost_usd)}."
    )
    return CommandAnswer(asdict(found), said)


@SECOND_LOOK.command("list")
def list_looks(data: OpenData, everything: Everything = False, limit: Limit = None) -> ListedRows[ExaminedPair]:
    """List checked pairs: the rules' verdict, the model's verdict, and what was done."""
    rows = data.ask(lambda: data.memory.second_look.latest(limit or 100_000, everything=everything))
    hint = "`memory second-look sent CALL` shows what a model was sent, and `… undo ID` takes an outcome back."
    return LOOK_TABLE.list(rows, "Nothing was checked yet.", after=[hint] if rows else ())


@SECOND_LOOK.command("sent")
def show_sent(
    data: OpenData,
    number: Annotated[int, typer.Argument(metavar="CALL", help="The number of a call, as shown in the list.")],
) -> CommandAnswer:
    """Show exactly what was sent to a model in one call, and its answer."""
    found = data.ask(lambda: data.memory.second_look.sent_in(number))
    if found is None:
        raise OperatorError(f"There is no call {number}.", "See `memory second-look list`.")
    call, pairs = found
    lines = [pair.look.sent for pair in pairs]
    text = (
        f"Call {call.id}, {local(call.asked_at)}, {clean(call.model)}, {money(call.cost_usd)}",
        clean(call.system, lines=True),
        *map(clean, lines),
        f"Answer: {clean(call.answer) or clean(call.fault) or 'none'}",
    )
    return CommandAnswer(call.as_json() | {"sent": lines}, text)


@SECOND_LOOK.command("undo")
def undo(data: OpenData, number: Number) -> CommandAnswer:
    """Undo the result of a pair: both facts are as they were before the model was asked."""
    look = data.write(lambda: data.memory.second_look.undo(number))
    return CommandAnswer(look.as_json(), clean(look.outcome))
