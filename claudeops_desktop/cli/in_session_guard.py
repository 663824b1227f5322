"""The command line as an agent of ours meets it: it may look, and change nothing (S10).

Every process of a session carries the session's token in its environment. The guard refuses such commands before they
run; this holds for what slips by it, such as a script that calls ``claudeops``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager

from ..core.errors import PolicyRefusal
from ..core.principals import SHARED_ONLY, acting, acting_as

TOKEN = "CLAUDEOPS_SESSION_TOKEN"  # noqa: S105 — the name of a variable, as in agents/types.py
OWN_PROGRAMS = ("watch", "guard", "replay", "mcp")  # what sessions are made of
LOOKING = ("context", "recall", "spend", "doctor", "health", "help")
LOOKING_WITHIN = ("list", "show", "get", "search", "standing", "next", "history", "log", "status")


def refuse_changes(words: Sequence[str], environ: Mapping[str, str]) -> None:
    """Raises PolicyRefusal where a session of ours wants more than to look."""
    if not environ.get(TOKEN):
        return
    named = [word for word in words if not word.startswith("-")]
    if not named or named[0] in OWN_PROGRAMS or named[0] in LOOKING or {"--help", "-h", "--version"} & set(words):
        return
    if len(named) > 1 and named[1] in LOOKING_WITHIN:
        return
    raise PolicyRefusal(
        f"A session of Claude Ops may not run `claudeops {named[0]}`.",
        "Only the operator may: leave it, and say in your report what you would want changed.",
    )


def seen_by(environ: Mapping[str, str]) -> AbstractContextManager[None]:
    """In here an agent of ours sees what everybody sees: what is its own, its tools give it. The operator sees all."""
    return acting_as(SHARED_ONLY if environ.get(TOKEN) else acting())
