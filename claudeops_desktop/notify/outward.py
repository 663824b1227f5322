"""Notifications that leave this computer (mail, chat, phone), by apprise. Addresses come from the keyring.

An address holds a password or a topic: it is in no log, no event and no message of ours. What is told of it is its
label and the kind of service.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass

from .. import secrets
from ..errors import ClaudeOpsError, UsageError

log = logging.getLogger(__name__)
APPRISE = secrets.APPRISE


@dataclass(frozen=True, slots=True)
class Sent:
    """How sending to one address went; ``why`` is a sentence without the address, "" where it went well."""

    label: str
    service: str
    why: str = ""


def labels() -> tuple[str, ...]:
    """The labels of all addresses there are."""
    return tuple(name.removeprefix(APPRISE) for name in secrets.names() if name.startswith(APPRISE))


def check(address: str) -> str:
    """The kind of service that an address is of, such as "ntfy". Raises UsageError where it is none."""
    with _quietly():
        import apprise

        if "\n" in address or " " in address.strip():
            raise UsageError("That is not one address.", "Paste one address, such as ntfy://a-topic.")
        found = apprise.Apprise.instantiate(address.strip(), suppress_exceptions=True)
    if found is None:
        raise UsageError(
            "apprise knows no such address.", "See https://github.com/caronc/apprise for how addresses are written."
        )
    return str(found.service_name)


def add(label: str, address: str) -> str:
    """Check an address and keep it in the keyring; the kind of service. Raises UsageError or EnvironmentFault."""
    name = secrets.check_name(f"{APPRISE}{label}")
    service = check(address)
    secrets.set(name, address)
    return service


def send(title: str, body: str, only: str = "") -> tuple[Sent, ...]:
    """Send to every address, or to one label; how each went. Waits for the network: some seconds at the most."""
    return tuple(_send_to(label, title, body) for label in labels() if only in ("", label))


def _send_to(label: str, title: str, body: str) -> Sent:
    try:
        address = secrets.get(f"{APPRISE}{label}")
    except ClaudeOpsError as error:
        return Sent(label, "", error.told)
    if not address:
        return Sent(label, "", "The keyring holds no address any more.")
    with _quietly():
        import apprise

        asset = apprise.AppriseAsset(
            app_id="Claude Ops", app_desc="Claude Ops", app_url="", async_mode=False, secure_logging=True
        )
        try:
            sender = apprise.Apprise(asset=asset)
            if not sender.add(address):
                return Sent(label, "", "apprise does not know this address.")
            service = str(sender[0].service_name)
            went = sender.notify(body=body or title, title=title if body else "", body_format=apprise.NotifyFormat.TEXT)
        except Exception as error:  # a plugin of the library's may raise anything; its words may hold the address
            log.warning("sending to %s failed: %s", label, type(error).__name__)
            return Sent(label, "", "The service could not be reached.")
    return Sent(label, service, "" if went else f"{service} did not take it.")


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """The library's own log may hold addresses: none of it is kept."""
    for name in ("apprise", "urllib3", "requests"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL + 1)
        logger.propagate = False
    yield
