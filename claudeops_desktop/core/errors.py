"""What can go wrong, by who can mend it.

    ClaudeOpsError
    ├── OperatorError        the operator can mend it: one plain sentence and what to do
    │   ├── UsageError       the request itself was wrong (command line exit code 2)
    │   └── PolicyRefusal    a rule said no (command line exit code 3)
    └── EnvironmentFault     the machine did it (disk, database, network): retried or reported

Anything else is a bug: it is neither caught nor dressed up, but logged whole.
"""

from __future__ import annotations

from .messages import join_messages


class ClaudeOpsError(Exception):
    """Base of all errors that are not bugs.

    ``sentence`` is one plain sentence; ``remedy`` says what to do, or is empty. Both may be Messages.
    """

    exit_code = 1

    def __init__(self, sentence: str, remedy: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.remedy = remedy

    @property
    def full_text(self) -> str:
        """The sentence with its remedy, as it is shown."""
        return join_messages(self.sentence, self.remedy)


class OperatorError(ClaudeOpsError):
    """Something the operator can mend."""


class UsageError(OperatorError):
    """The request was wrong: a bad value, an unknown name, a missing option."""

    exit_code = 2


class PolicyRefusal(OperatorError):
    """A rule of the operator's forbids it."""

    exit_code = 3


class UsageLimitReached(PolicyRefusal):
    """The subscription's window is used up: the same may start when it opens."""


class EnvironmentFault(ClaudeOpsError):
    """The environment failed: the disk is full, the database is locked, a folder cannot be written."""


def is_bug(error: BaseException) -> bool:
    """Tell whether nobody but us can mend it: our own errors say a sentence, and the machine's are the operator's."""
    return (
        isinstance(error, Exception)
        and not isinstance(error, (ClaudeOpsError, OSError))
        and not type(error).__module__.startswith("claudeops_desktop.")
    )
