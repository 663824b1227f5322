"""``claudeops services heartbeat``: a job calls in, and its check knows that it ran."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import EnvironmentFault, OperatorError
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line


def heartbeat(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Service with a check of kind heartbeat.")],
    label: Annotated[str, typer.Option("--label", help="Which heartbeat, if the service has several.")] = "",
    failed: Annotated[bool, typer.Option("--failed", help="The job ran and failed: the service is down.")] = False,
    text: Annotated[str, typer.Option("--text", help="A message of one line.")] = "",
    json: AsJson = False,
) -> None:
    """Report a sign of life of a job, when it ends or while it works. Without one in time, its service is down."""
    from ..agents.watch.heartbeats import HeartbeatCall, HeartbeatError, UnknownHeartbeat, take_heartbeat
    from ..core.clock import to_text, utc_now

    call = HeartbeatCall(utc_now(), failed, text)
    try:
        take_heartbeat(get_cli_context(context).folder.services_file, name, label, call)
    except UnknownHeartbeat as error:
        how = f"claudeops services add {name} heartbeat --set every=3600"
        raise OperatorError(str(error), f"Add it: `{how}`.") from error
    except HeartbeatError as error:
        raise EnvironmentFault(str(error)) from error
    if json:
        row = {"service": name.lower(), "label": label.lower(), "at": to_text(call.at), "failed": failed}
        as_json(row)
    else:
        print_line(clean(f"Kept: {name.lower()} {'failed' if failed else 'is well'}."))
