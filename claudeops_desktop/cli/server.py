"""``claudeops server``: REST, MCP and alerts without a window, how the server stands, and what was written over it."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import utc_now
from ..core.errors import OperatorError
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .options import Limit
from .output import local

if TYPE_CHECKING:
    from ..server.bindings import ServerBinding
    from ..server.write_log import ServerWrite

ANSWER_S = 5.0

SERVER = CommandGroup("server", "Serve REST and MCP to other programs, and see how the server is.")
register = SERVER.register
WRITE_TABLE: RowTable[ServerWrite] = RowTable(
    ("when", "token", "from", "over", "operation", "target", "status", "detail"),
    lambda row: (
        local(row.written_at),
        row.token_name,
        row.came_from,
        row.interface,
        row.operation,
        row.target,
        row.status,
        row.detail,
    ),
    right=("status",),
)


@SERVER.command("run", json=False)
def run(cli: CliContext) -> None:
    """Serve REST, MCP and alerts in the foreground until Ctrl+C or SIGTERM, without the schedule."""
    from .logs import keep_log, tell_warnings

    tell_warnings(and_news=True)
    keep_log(cli.folder)
    if code := cli.doors.run_server(cli.folder):
        raise typer.Exit(code)


@SERVER.command("status")
def status(data: OpenData, cli: CliContext) -> CommandAnswer:
    """Show where the server listens, whether it answers, and how many tokens there are."""
    from ..server.bindings import known_hosts, wanted_binding
    from ..server.token_store import TokenStore

    settings, now = cli.settings(), utc_now()
    tokens = data.ask(TokenStore(data.store).list)
    active = sum(token.state(now) == "active" for token in tokens)
    document: dict[str, Any] = {
        "alerts": settings.alerts.enabled,
        "interfaces": settings.server.enabled,
        "url": "",
        "public_url": settings.server.public_url,
        "tls": bool(settings.server.certificate),
        "hosts": list(known_hosts(settings)),
        "tokens": active,
        "answers": False,
        "problem": "",
    }
    try:
        binding = wanted_binding(settings)
    except OperatorError as error:
        document["problem"] = error.full_text
    else:
        document["url"] = binding.url
        document["answers"] = _answers(binding)
        if not document["answers"]:
            document["problem"] = f"Nobody answers at {binding.url}."
    offered = [
        name for name, on in (("alerts", settings.alerts.enabled), ("REST and MCP", settings.server.enabled)) if on
    ]
    lines = (
        f"On in the settings: {', '.join(offered) or 'nothing'}.",
        f"It answers at {document['url']}." if document["answers"] else str(document["problem"]),
        f"Tokens that can be used: {active}.",
    )
    return CommandAnswer(document, lines)


def _answers(binding: ServerBinding) -> bool:
    """Whether a server of ours answers there. Nothing is sent that is secret, so that no certificate is checked."""
    import httpx

    unchecked: ssl.SSLContext | bool = True
    if binding.certificate:
        unchecked = ssl.create_default_context()
        unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
    try:
        with httpx.Client(verify=unchecked, trust_env=False, timeout=ANSWER_S) as client:
            return bool(client.get(f"{binding.url}/health").json() == {"status": "ok"})
    except (httpx.HTTPError, ValueError):
        return False


@SERVER.command("log")
def show_log(
    data: OpenData,
    token: Annotated[str, typer.Option("--token", help="Only what was written with this token.")] = "",
    limit: Limit = None,
) -> ListedRows[ServerWrite]:
    """List what was written over the server, newest first: who, when, what, and with which result."""
    from ..server.write_log import WriteLog

    rows = data.ask(lambda: WriteLog(data.store).list(token=token, limit=limit))
    return WRITE_TABLE.list(rows, "Nothing was written over the server yet.")
