"""``claudeops alerts``: what other programs told, a test of the door, and its token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import utc_now
from ..core.errors import EnvironmentFault, OperatorError
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .options import Limit
from .output import clean, local

if TYPE_CHECKING:
    from ..records.alerts import AlertRecord

ALERTS = CommandGroup("alerts", "Show what other programs reported, and test the receiver.")
register = ALERTS.register
ALERT_TABLE: RowTable[AlertRecord] = RowTable(
    ("id", "when", "from", "services", "state", "run", "alert"),
    lambda a: (a.id, local(a.received_at), a.source, ", ".join(a.services), a.state, a.run_id, _said(a.title, a.why)),
    right=("id", "run"),
)


@ALERTS.command("list")
def list_alerts(
    data: OpenData,
    service: Annotated[str | None, typer.Option("--service", help="Only those that name this service.")] = None,
    limit: Limit = None,
) -> ListedRows[AlertRecord]:
    """List received alerts, newest first, each with its outcome."""
    name = service.strip().lower() if service else None
    rows = data.ask(lambda: data.book.alerts.list(service=name, limit=limit))
    return ALERT_TABLE.list(rows, "No alert came in yet. Turn it on with `claudeops settings set alerts.enabled true`.")


@ALERTS.command("show")
def show(
    data: OpenData, number: Annotated[int, typer.Argument(metavar="ID", help="Its number in the list.")]
) -> CommandAnswer:
    """Show one alert in full."""
    found = data.ask(lambda: data.book.alerts.get(number))
    if found is None:
        raise OperatorError(f"There is no alert {number}.", "See `claudeops alerts list`.")
    head = f"{local(found.received_at)}, from {found.source}: {found.state}. {clean(found.why)}".strip()
    payload = [clean(found.payload, lines=True)] if found.payload else []
    return CommandAnswer(found.as_json() | {"payload": found.payload}, (head, clean(found.title), *payload))


@ALERTS.command("test")
def test(
    cli: CliContext,
    title: Annotated[str, typer.Option("--title", help="The title of the alert.")] = "A test of the alert receiver",
    service: Annotated[list[str] | None, typer.Option("--service", help="A service that it names.")] = None,
    firing: Annotated[
        bool, typer.Option("--firing", help="Send it as firing, which starts a run; by default it is sent as resolved.")
    ] = False,
) -> CommandAnswer:
    """Send an alert to the receiver as another program would, and print the response."""
    import httpx

    from ..core.secrets import keyring_store

    settings = cli.settings().alerts
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
    one = document["alerts"][0]
    about = f" about {', '.join(one['services'])}" if one["services"] else ""
    ran = "A run was asked for." if document["run_asked"] else "No run was started."
    said = f"It was taken in as alert {one['id']}{about}: {one['state']}. {ran} {one['why']}"
    return CommandAnswer(document, said.strip())


@ALERTS.command("token")
def token(
    cli: CliContext,
    show_again: Annotated[
        bool, typer.Option("--show", help="Print the current token instead of creating a new one.")
    ] = False,
) -> CommandAnswer:
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
        _adopt(cli)
    return CommandAnswer({"token": value}, value)


def _adopt(found: CliContext) -> None:
    """Let the server know the new token at once, by its hash."""
    from ..core.secrets import keyring_store
    from ..server.token_store import TokenStore

    with found.data() as data:  # a variable of the environment wins over what was stored
        value = keyring_store.get_secret(keyring_store.ALERT_TOKEN) or ""
        data.write(lambda: TokenStore(data.store).adopt_alert_token(value, utc_now()))


def _said(title: str, why: str) -> str:
    return f"{title} ({why.rstrip('.')})" if why else title
