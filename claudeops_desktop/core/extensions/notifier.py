"""What a notifier is: one more way by which a notice leaves this computer."""

from __future__ import annotations

from abc import ABC, abstractmethod


class NotifierExtension(ABC):
    """One way to send a notice. It is asked on a thread of its own; one instance serves the whole process."""

    name: str
    """What it is called in the list of notifications: lower-case letters, digits and ``-``."""
    title: str
    """What people read, such as “The pager of the office”."""

    @abstractmethod
    def send(self, title: str, body: str, urgency: int) -> None:
        """Send one notice. ``urgency``: 0 low, 1 normal, 2 critical.

        Raises ``core.errors.EnvironmentFault`` with one sentence where the receiver did not take it; that is shown,
        and the next notice is tried again. Any other exception switches the plugin off for this process.
        """
