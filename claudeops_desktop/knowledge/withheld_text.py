"""What of the operator's files is not given to an agent: secrets, and text that speaks to the agent about its own
instructions. Pure.

The files are the operator's, whose orders count: "always check DNS first" is no fault. But anything that can write to
the folder, a sync for instance, can write there as well, and no honest entry needs what is found here.
"""

from __future__ import annotations

from functools import lru_cache

from ..core.messages import UserMessage
from ..core.secrets.redact_shapes import without_shapes
from ..memory import danger

SECRET = UserMessage("It has what looks like a secret. Take it out; agents are not given this.")
_SPEAKS_TO_AGENTS = ("override", "fetch-and-run", "hidden")


def secret_line(text: str) -> int:
    """The first line, counted from 1, that has what looks like a secret; 0 where there is none."""
    masked = without_shapes(text)
    if masked == text:
        return 0
    pairs = zip(text.splitlines(), masked.splitlines(), strict=False)
    return next((number for number, (before, after) in enumerate(pairs, 1) if before != after), 1)


@lru_cache(maxsize=4_096)
def why_withheld(entry: str) -> str:
    """Why an entry of one line is not put into a prompt, in one sentence; "" where it may be."""
    if secret_line(entry):
        return SECRET
    held = danger(entry)
    if held is not None and held[0] in _SPEAKS_TO_AGENTS:
        return UserMessage("Agents are not given this. {why}", why=held[1])
    return ""
