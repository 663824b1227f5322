"""``claudeops notify``: what was told, where it goes, and whether it arrives (D4)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from ..core.errors import EnvironmentFault, OperatorError
from ..core.secrets import keyring_store
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, TextTable
from .options import AsJson, MostRows, rows_wanted
from .output import clean, local, print_line
from .secrets import read_secret

Label = Annotated[str, typer.Argument(metavar="LABEL", help="Your own name for the address, such as phone.")]

NOTIFY = CommandGroup("notify", "Notifications: what was sent, addresses, a test.")
register = NOTIFY.register


@NOTIFY.command("list")
def list_notifications(data: OpenData, limit: MostRows = None, json: AsJson = False) -> CommandAnswer:
    """List what was sent, newest first, and how it was delivered."""
    found = data.ask(lambda: data.book.notifications.list(rows_wanted(limit, json)))
    table = TextTable(
        ("when", "times", "what", "on this desktop", "outward"),
        [(local(row.last_at), row.count, f"{row.title}: {row.body}", row.desktop, row.outward) for row in found],
        right=("times",),
    )
    return CommandAnswer([row.as_json() for row in found], [table])


@NOTIFY.command("test")
def test() -> CommandAnswer:
    """Send a test to this desktop and to every address. The exit code is 1 where one did not arrive."""
    from ..notifications.desktop_bus import NotificationBus
    from ..notifications.external_delivery import send_external_notice
    from ..notifications.notice_text import of_test

    notice = of_test()
    bus = NotificationBus(lambda _number, _key: None)
    try:
        server = bus.server()
        bus.show(notice.title, notice.body)
        desktop = f"shown by {server}"
        well = True
    except EnvironmentFault as fault:
        desktop, well = fault.full_text, False
    finally:
        bus.close()
    sent = send_external_notice(notice.title, notice.body)
    lines = [f"This desktop: {clean(desktop)}.".replace("..", ".")]
    lines += [f"{each.label}: {clean(each.why) or f'sent by {each.service}.'}" for each in sent]
    if not sent:
        lines.append("No address was added: `claudeops notify add LABEL` adds one.")
    return CommandAnswer(
        {"desktop": {"shown": well, "said": desktop}, "outward": [asdict(each) for each in sent]},
        lines,
        exit_code=int(not well or any(each.why for each in sent)),
    )


@NOTIFY.command("addresses")
def addresses() -> CommandAnswer:
    """List the labels of all addresses. The addresses themselves are never shown."""
    from ..notifications.apprise_backend import read_labels

    labels = list(read_labels())
    return CommandAnswer(labels, labels or "There is none: `claudeops notify add LABEL` adds one.")


@NOTIFY.command("add", json=False)
def add(label: Label) -> None:
    """Add an address (an apprise URL), read from stdin or a hidden prompt, and store it in the keyring."""
    from ..notifications import apprise_backend

    keyring_store.check_name(f"{apprise_backend.APPRISE}{label}")
    service = apprise_backend.add_address(label, read_secret("Address"))
    print_line(f"{clean(label)} ({clean(service)}) is added. `claudeops notify test` sends a test.")


@NOTIFY.command("rm", json=False)
def remove(label: Label) -> None:
    """Remove an address from the keyring."""
    if not keyring_store.delete_secret(f"{keyring_store.APPRISE}{label}"):
        raise OperatorError(f"The keyring holds no address {clean(label)}.", "See `claudeops notify addresses`.")
    print_line(f"{clean(label)} is removed.")
