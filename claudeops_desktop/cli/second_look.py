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
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, local, print_line, table, warn

if TYPE_CHECKING:
    from ..memory import ExaminedPair

Everything = Annotated[bool, typer.Option("--all", help="Include pairs that are waiting or were dropped.")]
Number = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `memory second-look list` shows it.")]


def register(group: typer.Typer) -> None:
    """Add the group to ``memory``."""
    own = typer.Typer(no_args_is_help=True, help="Have a model check verdicts that the rules were unsure of.")
    own.command("status")(status)
    own.command("on")(switch_on)
    own.command("off")(switch_off)
    own.command("run")(run)
    own.command("list")(list_looks)
    own.command("sent")(show_sent)
    own.command("undo")(undo)
    group.add_typer(own, name="second-look")


def switch_on(context: typer.Context, json: AsJson = False) -> None:
    """Say how a model is allowed: one answer decides about all that a model does for memory."""
    raise OperatorError("One answer decides about all that a model does for memory.", HOW_TO_ALLOW)


def switch_off(context: typer.Context, json: AsJson = False) -> None:
    """Let no model be asked for memory: no session is read, no verdict checked, nothing is queued."""
    from ..core import settings

    folder = get_cli_context(context).folder
    folder.create()
    settings.change(folder.settings_file, "model.allowed", "no")
    allowed = is_allowed(settings.load(folder.settings_file))
    if json:
        as_json({"enabled": allowed})
    else:
        print_line("CLAUDEOPS_MODEL_ALLOWED allows a model all the same." if allowed else REFUSED)


def status(context: typer.Context, json: AsJson = False) -> None:
    """Show which model is used, how many pairs are waiting, and today's cost."""
    from ..core.settings.file import load
    from ..models.choose import choose_model

    mine = get_cli_context(context)
    settings = load(mine.folder.settings_file)
    own = settings.second_look
    model = choose_model(settings, mine.folder, os.environ)
    with mine.data() as data:
        found = data.ask(data.memory.second_look.status)
    if json:
        more = {"enabled": model is not None, "model": model.name if model else None}
        as_json(more | {"below": own.below, "exclude_services": list(own.exclude_services)} | asdict(found))
        return
    if model is None:
        print_line(f"{why_not(settings)} {HOW_TO_ALLOW}")
    else:
        print_line(f"The second look is on: {model.name} checks verdicts under {own.below:.0%} certainty.")
    since = f", the oldest since {local(found.oldest)}" if found.oldest else ""
    print_line(f"{format_count(found.waiting, 'pair waits', 'pairs wait')}{since}.")
    if found.dropped:
        print_line(f"{format_count(found.dropped, 'pair was', 'pairs were')} dropped, because too many waited.")
    print_line(f"Calls today: {found.calls_today}, {money(found.usd_today)}.")
    if own.exclude_services:
        print_line(f"Never sent: {clean(', '.join(own.exclude_services))}.")
    if found.fault:
        warn(f"The last call failed: {found.fault}")


def run(context: typer.Context, json: AsJson = False) -> None:
    """Check what is waiting, with the model from the settings."""
    from ..agents.redact import text_redactor
    from ..core.emergency_stop_marker import refuse_while_stopped
    from ..core.settings.file import load
    from ..models.choose import choose_model

    mine = get_cli_context(context)
    refuse_while_stopped(mine.folder.root)
    settings = load(mine.folder.settings_file)
    if reason := why_not(settings):
        raise OperatorError(reason, HOW_TO_ALLOW)
    model = choose_model(settings, mine.folder, os.environ)
    redact = text_redactor(os.environ, settings.logs.secret_variables)
    with mine.data() as data:
        found = data.memory.second_look.ask_model(model, redact=redact)
    if json:
        as_json(asdict(found))
        return
    print_line(
        f"{format_count(found.agreed, 'verdict stands', 'verdicts stand')}, {found.changed:,} changed, "
        f"{found.unclear:,} unclear, {found.waiting:,} still waiting; it cost {money(found.cost_usd)}."
    )
    if found.note:
        warn(found.note)


def list_looks(
    context: typer.Context, everything: Everything = False, limit: Limit = None, json: AsJson = False
) -> None:
    """List checked pairs: the rules' verdict, the model's verdict, and what was done."""
    wanted = rows_wanted(limit, json) or 100_000
    with get_cli_context(context).data() as data:
        rows = data.ask(lambda: data.memory.second_look.latest(wanted, everything=everything))
    if json:
        as_json([row.as_json() for row in rows])
        return
    if not rows:
        print_line("Nothing was checked yet.")
        return
    table(
        ("id", "when", "call", "older", "newer", "judge", "model", "what was done"),
        [
            (
                row.look.id,
                local(row.look.settled_at or row.look.created_at),
                row.look.call_id or "",
                f"{row.old.id}: {row.old.observation}",
                row.newer_text if row.look.is_merge else f"{row.new.id}: {row.newer_text}",
                f"{row.look.verdict} {row.look.score:.0%}",
                _said(row),
                row.look.outcome or str(row.look.state),
            )
            for row in rows
        ],
        right=("id", "call"),
    )
    print_line("`memory second-look sent CALL` shows what a model was sent, and `… undo ID` takes an outcome back.")


def show_sent(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="CALL", help="The number of a call, as shown in the list.")],
    json: AsJson = False,
) -> None:
    """Show exactly what was sent to a model in one call, and its answer."""
    with get_cli_context(context).data() as data:
        found = data.ask(lambda: data.memory.second_look.sent_in(number))
    if found is None:
        raise OperatorError(f"There is no call {number}.", "See `memory second-look list`.")
    call, pairs = found
    lines = [pair.look.sent for pair in pairs]
    if json:
        as_json(call.as_json() | {"sent": lines})
        return
    print_line(f"Call {call.id}, {local(call.asked_at)}, {clean(call.model)}, {money(call.cost_usd)}")
    print_line(clean(call.system, lines=True))
    for line in lines:
        print_line(clean(line))
    print_line(f"Answer: {clean(call.answer) or clean(call.fault) or 'none'}")


def undo(context: typer.Context, number: Number, json: AsJson = False) -> None:
    """Undo the result of a pair: both facts are as they were before the model was asked."""
    with get_cli_context(context).data() as data:
        look = data.write(lambda: data.memory.second_look.undo(number))
    if json:
        as_json(look.as_json())
        return
    print_line(clean(look.outcome))


def _said(row: ExaminedPair) -> str:
    return f"{row.look.answer}: {row.look.answer_why}".rstrip(": ")
