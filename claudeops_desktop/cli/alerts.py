"""``claudeops alerts``: what other programs told, a test of the door, and its token."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.clock import utc_now
from ..core.errors import EnvironmentFault, OperatorError
from .cli_context import CliContext
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, cut, local, print_line, table


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Show what other programs reported, and test the receiver.")
    group.command("list")(list_alerts)
    group.command("show")(show)
    group.command("test")(test)
    group.command("token")(token)
    app.add_typer(group, name="alerts")


def list_alerts(
    context: typer.Context,
    service: Annotated[str | None, typer.Option("--service", help="Only those that name this service.")] = None,
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """List received alerts, newest first, each with its outcome."""
    wanted = rows_wanted(limit, json)
    name = service.strip().lower() if service else None
    with get_cli_context(context).data() as data:
        rows = data.ask(lambda: data.book.alerts.list(service=name, limit=wanted + 1 if wanted else None))
    shown = cut(rows, wanted)
    if json:
        as_json([alert.as_json() for alert in shown])
        return
    if not rows:
        print_line("No alert came in yet. Turn it on with `claudeops settings set alerts.enabled true`.")
        return
    table(
        ("id", "when", "from", "services", "state", "run", "alert"),
        [
            (a.id, local(a.received_at), a.source, ", ".join(a.services), a.state, a.run_id, _said(a.title, a.why))
            for a in shown
        ],
        right=("id", "run"),
    )
    if len(rows) > len(shown):
        print_line(f"The newest {len(shown):,}; --limit 0 shows all.")


def show(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number in the list.")],
    json: AsJson = False,
) -> None:
    """Show one alert in full."""
    with get_cli_context(context).data() as data:
        found = data.ask(lambda: data.book.alerts.get(number))
    if found is None:
        raise OperatorError(f"There is no alert {number}.", "See `claudeops alerts list`.")
    if json:
        as_json(found.as_json() | {"payload": found.payload})
        return
    print_line(f"{local(found.received_at)}, from {found.source}: {found.state}. {clean(found.why)}".strip())
    print_line(clean(found.title))
    if found.payload:
        print_line(clean(found.payload, lines=True))


def test(
    context: typer.Context,
    title: Annotated[str, typer.Option("--title", help="The title of the alert.")] = "A test of the alert receiver",
    service: Annotated[list[str] | None, typer.Option("--service", help="A service that it names.")] = None,
    firing: Annotated[
        bool, typer.Option("--firing", help="Send it as firing, which starts a run; by default it is sent as resolved.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Send an alert to the receiver as another program would, and print the response."""
    import httpx

    from ..core.secrets import keyring_store
    from ..core.settings import load

    settings = load(get_cli_context(context).folder.settings_file).alerts
    if not settings.enabled:
        raise OperatorError("Alerts are off.", "Turn them on: claudeops settings set alerts.enabled true")
    value = keyring_store.get_secret(keyring_store.ALERT_TOKEN)
    if not value:
        raise OperatorError("There is no token yet.", "Make one: claudeops alerts token")
    address = f"http://127.0.0.1:{settings.port}/alerts"
    try:
        answer = httpx.post(
            address,
            json={"title": title, "services": service or [], "resolved": not firing},
            headers={"Authorization": f"Bearer {value}"},
            trust_env=False,
            timeout=10,
        )
    except httpx.HTTPError as error:
        raise EnvironmentFault(
            f"Nobody answers at {address}: {error}.", "Is Claude Ops running (its window, its tray, or the daemon)?"
        ) from error
    try:
        document = answer.json()
    except ValueError:
        raise EnvironmentFault(
            f"Another program answers at {address}.", "Choose another port in the settings."
        ) from None
    if answer.status_code >= 400:
        raise OperatorError(f"It was refused ({answer.status_code}): {document.get('error', '')}")
    if json:
        as_json(document)
        return
    one = document["alerts"][0]
    about = f" about {', '.join(one['services'])}" if one["services"] else ""
    ran = "A run was asked for." if document["run_asked"] else "No run was started."
    print_line(f"It was taken in as alert {one['id']}{about}: {one['state']}. {ran} {one['why']}".strip())


def token(
    context: typer.Context,
    show_again: Annotated[
        bool, typer.Option("--show", help="Print the current token instead of creating a new one.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Create a token for senders of alerts, store it in the keyring, and print it. The previous token stops working."""
    from secrets import token_urlsafe

    from ..core.secrets import keyring_store

    if show_again:
        value = keyring_store.get_secret(keyring_store.ALERT_TOKEN)
        if not value:
            raise OperatorError("There is no token yet.", "Make one: claudeops alerts token")
    else:
        value = token_urlsafe(32)
        keyring_store.set_secret(keyring_store.ALERT_TOKEN, value)
        _adopt(get_cli_context(context))
    if json:
        as_json({"token": value})
    else:
        print_line(value)


def _adopt(found: CliContext) -> None:
    """Let the server know the new token at once, by its hash."""
    from ..core.secrets import keyring_store
    from ..server.token_store import TokenStore

    with found.data() as data:  # a variable of the environment wins over what was stored
        value = keyring_store.get_secret(keyring_store.ALERT_TOKEN) or ""
        data.write(lambda: TokenStore(data.store).adopt_alert_token(value, utc_now()))


def _said(title: str, why: str) -> str:
    return f"{title} ({why.rstrip('.')})" if why else title
