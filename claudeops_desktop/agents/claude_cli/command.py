"""How the Claude CLI is called: a session's tier, prompt and limits → arguments and environment of its process (S2).

How the Claude CLI is called, and why (which version can do what is measured: ``cli_versions``):

- The prompt goes to stdin. One that begins with ``/`` would be taken as a command of the CLI, so a line goes before it.
  ``@path`` in it would read that file in without asking the guard, and alerts and other sessions have words in it: it
  is escaped (``file_mentions``).
- ``--append-system-prompt-file``: an argument may not exceed 128 kB, a file may.
- ``--permission-mode default`` with lists (``tool_rules``): what is on no list is refused, unless the guard allows it
  (``guard_settings``). No action tool is on a list, so without the guard none runs. Permissions are never bypassed.
- ``--setting-sources ""``: the operator's and the folder's settings would widen what a tier may do (their ``allow``
  rules add to ours) and run their hooks. It also leaves out CLAUDE.md; ``folder_notes`` gives it back where the
  operator chose the folder. What the CLI needs to log in is taken over by ``installation``.
- ``--mcp-config``: our memory tools (``memory_tools``). ``--strict-mcp-config``: no other MCP servers, unless the
  tier's own list names one of their tools.
- ``--plugin-dir``: the procedures that the session is handed (``skill_folder``). ``--add-dir /`` covers their folder
  as well, but skills of an added folder count as settings of the project, which ``--setting-sources ""`` leaves out.
  ``disableSkillShellExecution``: no command runs because a skill is loaded.
- ``--json-schema``: a model that does not answer in the schema is asked again and may say all of it twice; supported
  versions then end as completed. A marker said again in one session changes nothing (S7), so that costs a few turns at
  most, and gives an outcome that is checked before it reaches us. Versions that ask without end are called without it;
  the hand-off file is the outcome then, and the fallback everywhere else.
- ``ENABLE_TOOL_SEARCH=false``: newer versions (those with the tool ``ToolSearch`` in the table) would hold the tools of
  MCP servers back until the model searches for them. Older ones do not know the variable.
- ``CLAUDE_CODE_DISABLE_BACKGROUND_TASKS=1``: a session nobody watches should end when it says that it has ended.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

import orjson

from ..base import LaunchRequest
from ..launch_environment import home_folder, launch_environment
from ..outcome_schema import OUTCOME_SCHEMA
from ..types import ProcessLaunch
from .cli_versions import version_support
from .file_mentions import without_mentions
from .installation import CliLogin, operator_login
from .memory_tools import memory_tools
from .tool_rules import allowed_tools, disallowed_tools

_NOTES_LIMIT = 40_000


def build_cli_launch(request: LaunchRequest) -> ProcessLaunch:
    """The CLI at ``request.program``; ``request.version`` chooses its flags. Reads how the operator logs in."""
    env = launch_environment(request)
    login = operator_login(env)
    cwd = str(Path(request.settings.tiers.for_tier(request.tier).working_dir or home_folder(env)).expanduser())
    env = _cli_environment(request, env, login)
    arguments = _cli_arguments(request, login)
    return ProcessLaunch(request.program, arguments, env, cwd, _prompt(request.prompt), request.token)


def _cli_environment(request: LaunchRequest, env: Mapping[str, str], login: CliLogin) -> dict[str, str]:
    """The environment of the CLI. What our settings say wins over the variables of the operator's own login."""
    env = dict(login.env) | dict(env)
    env |= {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1", "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1"}
    env.setdefault("DISABLE_AUTOUPDATER", "1")
    if request.mcp_file is not None:  # our tools are in the first request: else a quick answer finds no such tool
        env |= {"MCP_CONNECTION_NONBLOCKING": "false", "ENABLE_TOOL_SEARCH": "false"}
        env.setdefault("MCP_CONNECT_TIMEOUT_MS", "30000")
    return env


def _cli_arguments(request: LaunchRequest, login: CliLogin) -> tuple[str, ...]:
    """The arguments of the CLI; why each is there stands at the head of this file."""
    settings, own, cap = request.settings, request.settings.tiers.for_tier(request.tier), request.cap_usd
    handed = dict(login.settings) | guard_settings(
        request.client, settings.approvals.wait_minutes, notes_compaction=settings.memory.observe
    )
    handed |= {"disableSkillShellExecution": True} if request.skills_folder else {}
    hand_off = str(request.hand_off.absolute()) if request.hand_off else ""
    allowed = allowed_tools(dry_run=request.dry_run, more=own.allowed_tools, handoff=hand_off)
    return (
        *("-p", "--output-format", "stream-json", "--verbose", "--permission-mode", "default"),
        *("--setting-sources", ""),
        *(("--settings", orjson.dumps(handed).decode()) if handed else ()),
        *request.resume,
        *(("--mcp-config", str(request.mcp_file)) if request.mcp_file else ()),
        *(() if any(tool.startswith("mcp__") for tool in own.allowed_tools) else ("--strict-mcp-config",)),
        *(("--model", own.model) if own.model else ()),
        *(("--max-budget-usd", _dollars(cap)) if cap else ()),
        *(("--append-system-prompt-file", str(request.appended_file)) if request.appended_file else ()),
        *(("--json-schema", orjson.dumps(OUTCOME_SCHEMA).decode()) if knows_schema(request.version) else ()),
        *("--add-dir", "/"),
        *(("--plugin-dir", str(request.skills_folder)) if request.skills_folder else ()),
        *("--allowedTools", *allowed),
        *(memory_tools(dry_run=request.dry_run) if request.mcp_file else ()),
        *("--disallowedTools", *disallowed_tools(more=own.disallowed_tools)),
    )


def guard_settings(client: Sequence[str], wait_minutes: float, *, notes_compaction: bool = False) -> dict[str, object]:
    """The CLI settings by which each tool call is shown to the guard first; empty without a ``client`` of its broker.

    The hook may wait for the operator's answer, and a little longer. With ``notes_compaction`` it is noted, before a
    conversation is compacted, that it is to be observed (E3).
    """
    if not client:
        return {}
    guard = {"type": "command", "command": shlex.join([*client, "hook"]), "timeout": int(wait_minutes * 60) + 60}
    hooks: dict[str, object] = {"PreToolUse": [{"matcher": "*", "hooks": [guard]}]}
    if notes_compaction:
        notes = {"type": "command", "command": shlex.join([*client, "compact"]), "timeout": 15}
        hooks["PreCompact"] = [{"hooks": [notes]}]
    return {"hooks": hooks}


def knows_schema(version: str) -> bool:
    """Tell whether ``--json-schema`` may be passed to this version under ``-p``: it takes it, and does not ask for
    ever."""
    able = version_support(version).abilities
    return able is not None and able.supports_flag("--json-schema") and not able.asks_without_end


def folder_notes(working_dir: str) -> str:
    """CLAUDE.md of a working folder that the operator chose, as a part of the appended prompt; "" where none is."""
    if not working_dir:
        return ""
    try:
        with (Path(working_dir).expanduser() / "CLAUDE.md").open(encoding="utf-8", errors="replace") as file:
            text = file.read(_NOTES_LIMIT).strip()
    except OSError:
        return ""
    return f"## Notes of this folder (CLAUDE.md)\n\n{text}" if text else ""


def _dollars(amount: float) -> str:
    return f"{max(amount, 0.0001):.4f}".rstrip("0").rstrip(".")


def _prompt(prompt: str) -> bytes:
    if prompt.lstrip().startswith("/"):
        prompt = f"Your task:\n{prompt}"
    return without_mentions(prompt).encode("utf-8", "replace")
