"""The states of a recorded action on a service (S11), and which of them count towards its limits. Pure."""

from __future__ import annotations

ATTEMPTED = "attempted"
"""The guard allowed it; nobody knows yet how it went."""
COMPLETED = "completed"
CLAIMED = "claimed"
"""A session says so, and the guard saw no such call."""
NOT_RUN = "not_run"
"""The guard allowed it, and the CLI's own list of tools refused it."""
UNCOUNTED = (CLAIMED, NOT_RUN)
"""What is kept and shown, and takes no slot."""
START = "start"
"""The type of an action that started what was down, the first time: it is recorded, and takes no slot either."""
