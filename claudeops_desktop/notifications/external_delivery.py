"""Everything by which a notice leaves this computer: the operator's addresses, then the notifiers of plugins."""

from __future__ import annotations

from ..core.errors import ClaudeOpsError
from ..core.extensions.notifier import NotifierExtension
from ..core.extensions.registry import current_registry, extensions_of
from .apprise_backend import SendResult
from .apprise_backend import send_notice as send_to_addresses
from .rules import NoticeUrgency


def notifier_names() -> tuple[str, ...]:
    """The notifiers that plugins add. Loads the plugins: not for a GUI thread."""
    return tuple(extensions_of("notifiers"))


def send_external_notice(
    title: str, body: str, urgency: NoticeUrgency = NoticeUrgency.NORMAL
) -> tuple[SendResult, ...]:
    """Send by every way; how each went. Waits for the network: some seconds at the most, not for a GUI thread."""
    added: dict[str, NotifierExtension] = extensions_of("notifiers")
    plugins = tuple(_send_by(name, notifier, title, body, urgency) for name, notifier in added.items())
    return (*send_to_addresses(title, body, urgency), *plugins)


def _send_by(name: str, notifier: NotifierExtension, title: str, body: str, urgency: NoticeUrgency) -> SendResult:
    try:
        notifier.send(title, body, int(urgency))
    except ClaudeOpsError as error:
        return SendResult(name, notifier.title, error.full_text)
    except Exception as error:
        return SendResult(name, notifier.title, current_registry().switch_off("notifiers", name, error))
    return SendResult(name, notifier.title)
