"""Notifications that leave this computer (mail, chat, phone), by apprise. Addresses come from the keyring.

An address holds a password or a topic: it is in no log, no event and no message of ours. What is told of it is its
label and the kind of service.
"""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from ..core.errors import ClaudeOpsError, UsageError
from ..core.messages import UserMessage
from ..core.secrets import keyring_store
from .rules import NoticeUrgency

log = logging.getLogger(__name__)
APPRISE = keyring_store.APPRISE
_STATUS = re.compile(r"\berror=(\d{3})\b")


@dataclass(frozen=True, slots=True)
class SendResult:
    """How sending to one address went; ``why`` is a sentence without the address, "" where it went well."""

    label: str
    service: str
    why: str = ""


def read_labels() -> tuple[str, ...]:
    """The labels of all addresses there are."""
    return tuple(name.removeprefix(APPRISE) for name in keyring_store.names() if name.startswith(APPRISE))


def check_address(address: str) -> str:
    """The kind of service that an address is of, such as "ntfy". Raises UsageError where it is none."""
    with _quietly():
        import apprise

        if "\n" in address or " " in address.strip():
            raise UsageError(
                UserMessage("That is not one address."), UserMessage("Paste one address, such as ntfy://a-topic.")
            )
        found = apprise.Apprise.instantiate(address.strip(), suppress_exceptions=True)
    if found is None:
        raise UsageError(
            UserMessage("apprise knows no such address."),
            UserMessage("See https://github.com/caronc/apprise for how addresses are written."),
        )
    return str(found.service_name)


def add_address(label: str, address: str) -> str:
    """Check an address and keep it in the keyring; the kind of service. Raises UsageError or EnvironmentFault."""
    name = keyring_store.check_name(f"{APPRISE}{label}")
    service = check_address(address)
    keyring_store.set_secret(name, address)
    return service


def send_notice(
    title: str, body: str, urgency: NoticeUrgency = NoticeUrgency.NORMAL, only: str = ""
) -> tuple[SendResult, ...]:
    """Send to every address, or to one label; how each went. Waits for the network: some seconds at the most."""
    return tuple(_send_to(label, title, body, urgency) for label in read_labels() if only in ("", label))


def _send_to(label: str, title: str, body: str, urgency: NoticeUrgency) -> SendResult:
    try:
        address = keyring_store.get_secret(f"{APPRISE}{label}")
    except ClaudeOpsError as error:
        return SendResult(label, "", error.full_text)
    if not address:
        return SendResult(label, "", "The keyring holds no address any more.")
    with _quietly() as answers:
        import apprise

        # Without these the receiver is shown the library's own logo and web address.
        asset = apprise.AppriseAsset(
            app_id="Claude Ops",
            app_desc="Claude Ops",
            app_url="",
            image_url_mask="",
            image_url_logo="",
            image_path_mask="",
            async_mode=False,
            secure_logging=True,
        )
        kinds = apprise.NotifyType
        kind = {NoticeUrgency.LOW: kinds.INFO, NoticeUrgency.CRITICAL: kinds.FAILURE}.get(urgency, kinds.WARNING)
        try:
            sender = apprise.Apprise(asset=asset)
            if not sender.add(_with_priority(address, urgency)) and not sender.add(address):
                return SendResult(label, "", "apprise does not know this address.")
            service = str(sender[0].service_name)
            went = sender.notify(
                body=body or title, title=title if body else "", notify_type=kind, body_format=apprise.NotifyFormat.TEXT
            )
        except Exception as error:  # a plugin of the library's may raise anything; its words may hold the address
            log.warning("sending to %s failed: %s", label, type(error).__name__)
            return SendResult(label, "", "The service could not be reached.")
    return SendResult(label, service, "" if went else f"{service} did not take it{answers.reason()}.")


def _with_priority(address: str, urgency: NoticeUrgency) -> str:
    """The address, with the urgency as its priority where its service has one and the operator chose none."""
    import apprise

    word = {NoticeUrgency.LOW: "low", NoticeUrgency.CRITICAL: "high"}.get(urgency)
    found = apprise.Apprise.instantiate(address, suppress_exceptions=True)
    if word is None or found is None or re.search(r"[?&]priority=", address, re.IGNORECASE):
        return address
    values: Any = found.template_args.get("priority", {}).get("values") or ()
    known: tuple[object, ...] = tuple(values.values() if isinstance(values, dict) else values)
    if word not in known:
        return address
    return f"{address}{'&' if '?' in address else '?'}priority={word}"


class _Answers(logging.Handler):
    """What services answered, of which the status code alone is kept: the rest may hold an address."""

    def __init__(self) -> None:
        super().__init__()
        self.status: int | None = None

    def emit(self, record: logging.LogRecord) -> None:
        found = _STATUS.search(record.getMessage())
        self.status = int(found[1]) if found else self.status

    def reason(self) -> str:
        """The last answer, as the end of a sentence."""
        if self.status is None:
            return ""
        try:
            words = HTTPStatus(self.status).phrase
        except ValueError:
            return f": HTTP {self.status}"
        return f": HTTP {self.status}, {words}"


@contextlib.contextmanager
def _quietly() -> Iterator[_Answers]:
    """The library's own log may hold addresses: none of it is kept but the status code of an answer."""
    answers = _Answers()
    for name in ("urllib3", "requests"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    logger = logging.getLogger("apprise")
    logger.propagate = False
    logger.setLevel(logging.WARNING)
    logger.addHandler(answers)
    try:
        yield answers
    finally:
        logger.removeHandler(answers)
