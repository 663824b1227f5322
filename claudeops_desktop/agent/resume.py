"""Whether the Claude CLI can take an interrupted conversation up again, and with which arguments.

Measured: 2.1.197 reads the appended system prompt anew on ``--resume``, and refuses from another folder. 2.1.330
resumes from any folder, but silently uses the first prompt again unless its snapshot is switched off; with it the
memory of that day would come back. What lies between them was not measured, so it is not asked to resume. The
conversation is written as it goes, and survives a kill.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

READS_ANEW_UNTIL = (2, 1, 197)
SNAPSHOT_FROM = (2, 1, 330)
OLDEST = (2, 1, 0)
_ID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def resume_arguments(
    agent_session_id: str, *, version: str, version_then: str, cwd: str, cwd_then: str, environ: Mapping[str, str]
) -> tuple[tuple[str, ...], str]:
    """The arguments that resume a conversation with a fresh appended prompt; or none, and why in a clause.

    ``environ`` is the CLI's: it says where conversations lie. Reads the file system.
    """
    if not _ID.fullmatch(agent_session_id):  # it comes from the stream, and becomes an argument
        return (), "its conversation has no name"
    now = numbers(version)
    if now is None or now < OLDEST or READS_ANEW_UNTIL < now < SNAPSHOT_FROM:
        return (), f"it is not known how version {version or '?'} of the CLI resumes"
    then = numbers(version_then)
    if then is None or then > now:
        return (), "it was made by a newer version of the CLI" if then else "it is not known which CLI made it"
    if not _same(cwd, cwd_then) and now < SNAPSHOT_FROM:
        return (), "the agent works in another folder now"
    if not _is_kept(agent_session_id, environ):
        return (), "the CLI has not kept its conversation"
    snapshot = ("--system-prompt-snapshot", "off") if now >= SNAPSHOT_FROM else ()
    return ("--resume", agent_session_id, *snapshot), ""


def numbers(version: str) -> tuple[int, ...] | None:
    """A version as numbers, None where it is none."""
    found = re.fullmatch(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})", version)
    return tuple(int(part) for part in found.groups()) if found else None


def _same(one: str, other: str) -> bool:
    if not one or not other:
        return False
    try:
        return Path(one).resolve() == Path(other).resolve()
    except (OSError, RuntimeError, ValueError):
        return False


def _is_kept(agent_session_id: str, environ: Mapping[str, str]) -> bool:
    home = environ.get("HOME") or str(Path.home())
    place = Path(environ.get("CLAUDE_CONFIG_DIR") or f"{home}/.claude") / "projects"
    try:
        return any(place.glob(f"*/{agent_session_id}.jsonl"))
    except OSError:
        return False
