"""``claudeops services heartbeat``: a job calls in, and its check knows that it ran."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import EnvironmentFault, OperatorError
from .cli_context import CliContext
from .command import CommandAnswer
from .output import clean


def heartbeat(
    cli: CliContext,
    name: Annotated[str, typer.Argument(help="Service with a check of kind heartbeat.")],
    label: Annotated[str, typer.Option("--label", help="Which heartbeat, if the service has several.")] = "",
    failed: Annotated[bool, typer.Option("--failed", help="The job ran and failed: the service is down.")] = False,
    text: Annotated[str, typer.Option("--text", help="A message of one line.")] = "",
) -> CommandAnswer:
    """Report a sign of life of a job, when it ends or while it works. Without one in time, its service is down."""
    from ..agents.watch.heartbeats import HeartbeatCall, HeartbeatError, UnknownHeartbeat, take_heartbeat
    from ..core.clock import to_text, utc_now

    call = HeartbeatCall(utc_now(), failed, text)
    try:
        take_heartbeat(cli.folder.services_file, name, label, call)
    except UnknownHeartbeat as error:
        how = f"claudeops services add {name} heartbeat --set every=3600"
        raise OperatorError(str(error), f"Add it: `{how}`.") from error
    except HeartbeatError as error:
        raise EnvironmentFault(str(error)) from error
    document = {"service": name.lower(), "label": label.lower(), "at": to_text(call.at), "failed": failed}
    return CommandAnswer(document, clean(f"Kept: {name.lower()} {'failed' if failed else 'is well'}."))
