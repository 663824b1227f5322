"""The environment of an agent's process, and how a program of our own is started as an agent."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from ..core.paths import DATA_DIR_VARIABLE
from ..core.settings import PREFIX
from ..core.work_folder import WORK_VARIABLE
from .base import LaunchRequest
from .child_environment import without_model_keys
from .types import TOKEN_VARIABLE, ProcessLaunch

# By these the Claude CLI would take itself for one that runs inside another session.
_NOT_HANDED_ON = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_SESSION_ID")


def launch_environment(request: LaunchRequest) -> dict[str, str]:
    """The caller's environment, less our own settings and the signs of an outer session, with those of this one."""
    env = {
        name: value
        for name, value in request.environ.items()
        if not name.startswith(PREFIX) and name not in _NOT_HANDED_ON
    }
    if getattr(sys, "frozen", False):  # the frozen program's own libraries are not for others
        before = env.pop("LD_LIBRARY_PATH_ORIG", None)
        env.pop("LD_LIBRARY_PATH", None)
        if before is not None:
            env["LD_LIBRARY_PATH"] = before
    env |= request.settings.agent.extra_env
    env[TOKEN_VARIABLE] = request.token
    env["CLAUDEOPS_TIER"] = str(request.tier)
    env["CLAUDEOPS_DRY_RUN"] = "1" if request.dry_run else "0"
    env[DATA_DIR_VARIABLE] = str(request.folder.root)
    env["CLAUDEOPS_SESSION_ID"] = str(request.session_id)
    if request.work is not None:
        env[WORK_VARIABLE] = str(request.work.absolute())
    if request.hand_off is not None:
        env["CLAUDEOPS_HANDOFF_FILE"] = str(request.hand_off)
    return env


def launch_own_program(name: str, arguments: Sequence[str], request: LaunchRequest) -> ProcessLaunch:
    """A program of our own: the module ``agents.NAME`` of this package, or NAME as the frozen program's first argument.

    It is handed no key of a model: it calls none.
    """
    env = without_model_keys(launch_environment(request))
    cwd = home_folder(env)
    if getattr(sys, "frozen", False):
        return ProcessLaunch(sys.executable, (name, *arguments), env, cwd, b"", request.token)
    root = str(Path(__file__).resolve().parents[2])  # found from any folder, installed or not
    env["PYTHONPATH"] = os.pathsep.join(filter(None, (root, env.get("PYTHONPATH", ""))))
    module = f"claudeops_desktop.agents.{name}"
    return ProcessLaunch(sys.executable, ("-m", module, *arguments), env, cwd, b"", request.token)


def home_folder(env: dict[str, str]) -> str:
    """The folder an agent starts in where none was chosen."""
    return env.get("HOME") or str(Path.home())
