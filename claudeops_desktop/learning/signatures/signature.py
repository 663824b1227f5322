"""The signature of a problem: its service and what triggered it; without a trigger, the masked message (L7). Pure.

The kind of check and the name of an alert stay the same whatever a message says, so they come first.
"""

from __future__ import annotations

import hashlib

from ...guard.service_names import same_names
from ...language.signatures.masks import message_key


def plain_service(name: str) -> str:
    """The name without what tells one instance from another: pods, replicas, units of a template."""
    groups = same_names(name)
    inner = groups[2] if len(groups) > 2 and groups[2] else groups[0]
    return inner[-1] if inner else name.lower()


def service_signature(service: str, trigger: str = "", message: str = "") -> str:
    """16 hexadecimal digits of the service with its trigger, or with the kind of its message where there is none."""
    what = f"trigger {trigger.strip().casefold()}" if trigger.strip() else f"message {message_key(message)}"
    return hashlib.sha256(f"{plain_service(service)}\n{what}".encode()).hexdigest()[:16]
