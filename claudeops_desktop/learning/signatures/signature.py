"""The signature of a problem: its service and what triggered it; without a trigger, the masked message (L7). Pure.

The kind of check and the name of an alert stay the same whatever a message says, so they come first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from ...guard.service_names import same_names
from ...language.signatures.masks import mask_message, message_key


def plain_service(name: str) -> str:
    """The name without what tells one instance from another: pods, replicas, units of a template."""
    groups = same_names(name)
    inner = groups[2] if len(groups) > 2 and groups[2] else groups[0]
    return inner[-1] if inner else name.lower()


def service_signature(service: str, trigger: str = "", message: str = "", resolve: Callable[[str], str] = str) -> str:
    """16 hexadecimal digits of the service with its trigger, or with the kind of its message where there is none.
    ``resolve`` gives the key that the key of a message stands for."""
    what = f"trigger {trigger.strip().casefold()}" if trigger.strip() else f"message {resolve(message_key(message))}"
    return _digest(f"{plain_service(service)}\n{what}")


def problem_signature(trigger: str, shown: str, resolve: Callable[[str], str] = str) -> str:
    """16 hexadecimal digits of a trigger ("" for none) with the kind of message that it showed; without a trigger the
    key of that message alone. ``resolve`` as above."""
    kind = resolve(message_key(shown))
    return _digest(f"trigger {mask_message(trigger)}\n{kind if shown else ''}") if trigger else kind


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
