"""The lists of tools that the CLI gets, in its own rule language (S2, S12).

They hold what only looks, and the hand-off file. No command and no other file is on them: those run only by an explicit
yes of the guard, which is asked first and looks at each call (``guard``; docs/decisions/0011). So where the guard
cannot be started nothing acts: the CLI then refuses what is on no list, except for the few commands it knows as
reading. A deny rule wins over the guard's yes (measured with 2.1.197 and 2.1.330).
"""

from __future__ import annotations

_READERS = ("Read", "Grep", "Glob", "WebFetch", "WebSearch")
_NEVER = (
    *("CronCreate", "CronDelete", "EnterWorktree", "ExitWorktree", "ScheduleWakeup", "SendMessage", "Workflow"),
    "Monitor",  # runs a command that is no call of Bash
    "Agent(isolation:worktree)",  # writes into the repository of the working folder, and runs its git hooks
    *("Read(~/.ssh/id_*)", "Read(~/.aws/credentials)", "Read(~/.claude/.credentials.json)", "Read(~/.netrc)"),
    *("Read(~/.gnupg/**)", "Read(//etc/shadow)", "Read(//etc/gshadow)"),
)


def allowed_tools(*, dry_run: bool, more: tuple[str, ...] = (), handoff: str = "") -> tuple[str, ...]:
    """The rules for ``--allowedTools``: what only looks, the hand-off file, and the operator's ``more``.

    Of ``more`` only rules for other tools than commands are handed on; those for commands the guard reads itself. In a
    dry run ``more`` is left out: it may hold anything (S12).
    """
    tools = [*_READERS]
    if not dry_run:
        tools += [rule for rule in more if rule.partition("(")[0] not in ("Bash", "Edit", "Write", "MultiEdit")]
    if handoff:
        tools += [f"Edit(/{handoff})", f"Write(/{handoff})"]
    return tuple(dict.fromkeys(tools))


def disallowed_tools(*, more: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The rules for ``--disallowedTools``, which win over every other: the fixed list and the operator's ``more``."""
    return tuple(dict.fromkeys([*_NEVER, *more]))
