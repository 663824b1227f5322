"""The guard's answer to a tool call, in the form of the CLI."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .decide import DENY


class HookAnswer(NamedTuple):
    """Allow or deny, and why; ``instead`` is what runs in the place of what was asked. ``named`` is the command that
    the agent shall run in its place, where this CLI would not take it from us. ``note`` is what the operator added
    to his yes, which the agent reads with the result."""

    verdict: str
    why: str = ""
    instead: Mapping[str, Any] | None = None
    named: str = ""
    note: str = ""

    def as_json(self, *, stop: bool = False) -> dict[str, Any]:
        """Return it in the CLI's form; ``stop`` ends the session at a refusal."""
        told: dict[str, Any] = {"hookEventName": "PreToolUse", "permissionDecision": self.verdict}
        told["permissionDecisionReason"] = self.why
        if self.named:
            told["permissionDecision"] = DENY
            told["permissionDecisionReason"] = f"{RUN_INSTEAD} {self.named}"
        if self.instead is not None:
            told["updatedInput"] = dict(self.instead)
        if self.note:
            told["additionalContext"] = f"The operator approved this call and says: {self.note}"
        answer: dict[str, Any] = {"hookSpecificOutput": told}
        if stop and self.verdict == DENY:
            answer |= {"continue": False, "stopReason": self.why}
        return answer


RUN_INSTEAD = "This is allowed, once, and runs outside of the session. Call Bash again with exactly this command:"
