"""``claudeops notify``: what was told, where it goes, and whether it arrives (D4)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from ..core.errors import EnvironmentFault, OperatorError
from ..core.secrets import keyring_store
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, cut, local, print_line, table
from .secrets import read_secret


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Notifications: what was sent, addresses, a test.")
    group.command("list")(list_notifications)
    group.command("test")(test)
    group.command("addresses")(addresses)
    group.command("add")(add)
    group.command("rm")(remove)
    app.add_typer(group, name="notify")


Label = Annotated[str, typer.Argument(metavar="LABEL", help="Your own name for the address, such as phone.")]


def list_notifications(context: typer.Context, limit: Limit = None, json: AsJson = False) -> None:
    """List what was sent, newest first, and how it was delivered."""
    wanted = rows_wanted(limit, json)
    with get_cli_context(context).data() as data:
        found = data.ask(lambda: data.book.notifications.list(wanted))
    found = list(cut(found, wanted))
    if json:
        as_json([row.as_json() for row in found])
        return
    table(
        ("when", "times", "what", "on this desktop", "outward"),
        [(local(row.last_at), row.count, f"{row.title}: {row.body}", row.desktop, row.outward) for row in found],
        right=("times",),
    )


def test(json: AsJson = False) -> None:
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
    if json:
        as_json({"desktop": {"shown": well, "said": desktop}, "outward": [asdict(each) for each in sent]})
    else:
        print_line(f"This desktop: {clean(desktop)}.".replace("..", "."))
        for each in sent:
            print_line(f"{each.label}: {clean(each.why) or f'sent by {each.service}.'}")
        if not sent:
            print_line("No address was added: `claudeops notify add LABEL` adds one.")
    if not well or any(each.why for each in sent):
        raise typer.Exit(1)


def addresses(json: AsJson = False) -> None:
    """List the labels of all addresses. The addresses themselves are never shown."""
    from ..notifications.apprise_backend import read_labels

    if json:
        as_json(list(read_labels()))
        return
    for label in read_labels():
        print_line(label)
    if not read_labels():
        print_line("There is none: `claudeops notify add LABEL` adds one.")


def add(label: Label) -> None:
    """Add an address (an apprise URL), read from stdin or a hidden prompt, and store it in the keyring."""
    from ..notifications import apprise_backend

    keyring_store.check_name(f"{apprise_backend.APPRISE}{label}")
    service = apprise_backend.add_address(label, read_secret("Address"))
    print_line(f"{clean(label)} ({clean(service)}) is added. `claudeops notify test` sends a test.")


def remove(label: Label) -> None:
    """Remove an address from the keyring."""
    if not keyring_store.delete_secret(f"{keyring_store.APPRISE}{label}"):
        raise OperatorError(f"The keyring holds no address {clean(label)}.", "See `claudeops notify addresses`.")
    print_line(f"{clean(label)} is removed.")
