"""``claudeops server``: REST, MCP and alerts without a window, how the server stands, and what was written over it."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import utc_now
from ..core.errors import OperatorError
from ..core.settings import load
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, cut, local, print_line, table

if TYPE_CHECKING:
    from ..server.bindings import ServerBinding

ANSWER_S = 5.0


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Serve REST and MCP to other programs, and see how the server is.")
    group.command("run")(run)
    group.command("status")(status)
    group.command("log")(show_log)
    app.add_typer(group, name="server")


def run(context: typer.Context) -> None:
    """Serve REST, MCP and alerts in the foreground until Ctrl+C or SIGTERM, without the schedule."""
    from .logs import keep_log, tell_warnings

    found = get_cli_context(context)
    tell_warnings(and_news=True)
    keep_log(found.folder)
    if code := found.doors.run_server(found.folder):
        raise typer.Exit(code)


def status(context: typer.Context, json: AsJson = False) -> None:
    """Show where the server listens, whether it answers, and how many tokens there are."""
    from ..server.bindings import known_hosts, wanted_binding
    from ..server.token_store import TokenStore

    settings, now = load(get_cli_context(context).folder.settings_file), utc_now()
    with get_cli_context(context).data() as data:
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
    if json:
        as_json(document)
        return
    offered = [
        name for name, on in (("alerts", settings.alerts.enabled), ("REST and MCP", settings.server.enabled)) if on
    ]
    print_line(f"On in the settings: {', '.join(offered) or 'nothing'}.")
    print_line(f"It answers at {document['url']}." if document["answers"] else str(document["problem"]))
    print_line(f"Tokens that can be used: {active}.")


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


def show_log(
    context: typer.Context,
    token: Annotated[str, typer.Option("--token", help="Only what was written with this token.")] = "",
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """List what was written over the server, newest first: who, when, what, and with which result."""
    from ..server.write_log import WriteLog

    wanted = rows_wanted(limit, json)
    with get_cli_context(context).data() as data:
        rows = data.ask(lambda: WriteLog(data.store).list(token=token, limit=wanted + 1 if wanted else None))
    shown = cut(rows, wanted)
    if json:
        as_json([row.as_json() for row in shown])
    elif not rows:
        print_line("Nothing was written over the server yet.")
    else:
        table(
            ("when", "token", "from", "over", "operation", "target", "status", "detail"),
            [
                (
                    *(local(row.written_at), row.token_name, row.came_from, row.interface),
                    *(row.operation, row.target, row.status, row.detail),
                )
                for row in shown
            ],
            right=("status",),
        )
        if len(rows) > len(shown):
            print_line(f"The newest {len(shown):,}; --limit 0 shows all.")
