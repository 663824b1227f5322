"""``claudeops hook EVENT``: what the CLI starts in a session of the operator's own (E18).

It must never be felt: whatever happens it ends with 0 and says nothing, and after its time is up it ends where it
stands. Only the standard library is imported, as little of it as it takes.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Any

from ..core.store_setting import COPY, FILE, server_url

EVENTS = ("SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd")
TELLING = ("SessionStart", "UserPromptSubmit")
DEADLINE_S = 0.08
MOST_READ = 1_000_000
OURS = ("CLAUDEOPS_SESSION_TOKEN", "CLAUDEOPS_SESSION_ID")
"""In the environment of a session that Claude Ops started: that one is told by its prompt, and observed anyway."""


def main(words: Sequence[str]) -> int:
    """``EVENT --data-dir FOLDER``, the hook's document on stdin; always 0."""
    try:
        _bound(words)
        answer_hook(words, os.environ, lambda: sys.stdin.buffer.read(MOST_READ), _say)
    except BaseException:  # noqa: S110 — it fails open: the operator's session knows nothing of it
        pass
    finally:
        if hasattr(signal, "setitimer"):  # while the interpreter ends, nobody would catch it
            signal.setitimer(signal.ITIMER_REAL, 0)
    return 0


def answer_hook(
    words: Sequence[str], environ: Mapping[str, str], read: Callable[[], bytes], say: Callable[[str], None]
) -> None:
    """Serve one hook: tell what is known, or note that the transcript waits. May raise anything."""
    event, folder = words[0], words[words.index("--data-dir") + 1]
    if event not in EVENTS or any(environ.get(name) for name in OURS):
        return
    if event not in TELLING:
        from ..memory.extraction import run_hook

        run_hook(("--data-dir", folder), environ)
        return
    given = json.loads(read().decode("utf-8", "replace"))
    told = _told(event, given, folder)
    if told:
        output: dict[str, Any] = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": told}}
        say(json.dumps(output) + "\n")


def _told(event: str, given: Mapping[str, Any], folder: str) -> str:
    from ..memory.cli_hooks import at_start, no_copy, of_copy, of_prompt
    from .injected_ids import add_ids, forget_session, read_ids

    session_id = str(given.get("session_id") or "")
    new: list[int] = []
    if event == "SessionStart" and given.get("source") == "resume":  # all that was said before is in its context again
        return ""
    shared = bool(server_url(folder))
    database = os.path.join(folder, COPY if shared else FILE)
    if shared and not os.path.isfile(database):
        return no_copy() if event == "SessionStart" else ""
    if event == "SessionStart":
        forget_session(folder, session_id)  # a new context: also after a compaction
        told = at_start(database, new)
    else:
        told = of_prompt(database, str(given.get("prompt") or ""), read_ids(folder, session_id), new)
    add_ids(folder, session_id, new)
    return of_copy(told, database) if shared else told


def _bound(words: Sequence[str]) -> None:
    """A hook that tells keeps the operator waiting: when its time is up it ends. Noting may take longer; nobody waits
    for a session that ends."""
    if words and words[0] in TELLING and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _end)
        signal.setitimer(signal.ITIMER_REAL, DEADLINE_S * _patience())


def _patience() -> float:
    """How many times longer than usual a hook may take: tests on a busy machine set it."""
    return max(1.0, float(os.environ.get("_CLAUDEOPS_HOOK_PATIENCE") or 1))


def _end(_number: int, _frame: FrameType | None) -> None:
    os._exit(0)


def _say(text: str) -> None:
    """In one go, so that it is said whole or not at all."""
    os.write(sys.stdout.fileno(), text.encode())
