"""The states of a recorded action on a service (S11), what its outcome is called, and what counts towards its limits.

Pure.
"""

from __future__ import annotations

ATTEMPTED = "attempted"
"""The guard allowed it; nobody knows yet how it went."""
COMPLETED = "completed"
CLAIMED = "claimed"
"""A session says so, and the guard saw no such call."""
NOT_RUN = "not_run"
"""The guard allowed it, and the CLI's own list of tools refused it."""
RAN, FAILED = "ran", "failed"
"""The outcomes of a completed call. Whether it helped the service is another question."""
OUTCOME_WORDS = {
    ATTEMPTED: "attempted",
    RAN: "ran",
    FAILED: "failed",
    CLAIMED: "claimed by the session, not seen by the guard",
    NOT_RUN: "not run",
}
"""Every outcome of an action, and how texts that are not translated say it."""
UNCOUNTED = (CLAIMED, NOT_RUN)
"""What is kept and shown, and takes no slot."""
START = "start"
"""The type of an action that started what was down, the first time: it is recorded, and takes no slot either."""
