"""Whether the Claude CLI can take an interrupted conversation up again, and with which arguments.

Some versions read the appended system prompt anew on ``--resume``. Others silently use the first one again unless
their snapshot is switched off; with it the memory of that day would come back. Some refuse from another folder. Which
version does what stands in the measured table (``cli_versions``). The conversation is written as it goes, and survives
a kill.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from ..base import InterruptedConversation
from .cli_versions import numbers, version_support

_ID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def resume_arguments(interrupted: InterruptedConversation) -> tuple[tuple[str, ...], str]:
    """The arguments that resume a conversation with a fresh appended prompt; or none, and why in a clause.

    The environment says where the CLI keeps conversations. Reads the file system.
    """
    agent_session_id, version = interrupted.agent_session_id, interrupted.version
    if not _ID.fullmatch(agent_session_id):  # it comes from the stream, and becomes an argument
        return (), "its conversation has no name"
    now, able = numbers(version), version_support(version).abilities
    if now is None or able is None or not (able.resume_reads_anew or able.snapshot_off_reads_anew):
        return (), f"it is not known how version {version or '?'} of the CLI resumes"
    then = numbers(interrupted.version_then)
    if then is None or then > now:
        return (), "it was made by a newer version of the CLI" if then else "it is not known which CLI made it"
    if not _same(interrupted.cwd, interrupted.cwd_then) and not able.resumes_elsewhere:
        return (), "the agent works in another folder now"
    if not _is_kept(agent_session_id, interrupted.environ):
        return (), "the CLI has not kept its conversation"
    snapshot = () if able.resume_reads_anew else ("--system-prompt-snapshot", "off")
    return ("--resume", agent_session_id, *snapshot), ""


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
