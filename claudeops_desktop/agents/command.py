"""A tier, a prompt and limits → arguments, environment and files of an agent process (S2).

How the Claude CLI is called, and why (which version can do what is measured: ``cli_versions``):

- The prompt goes to stdin. One that begins with ``/`` would be taken as a command of the CLI, so a line goes before it.
- ``--append-system-prompt-file``: an argument may not exceed 128 kB, a file may.
- ``--permission-mode default`` with lists (``tools.py``): what is on no list is refused, unless the guard allows it
  (``guard_settings``). No action tool is on a list, so without the guard none runs. Permissions are never bypassed.
- ``--setting-sources ""``: the operator's and the folder's settings would widen what a tier may do (their ``allow``
  rules add to ours) and run their hooks. It also leaves out CLAUDE.md; ``folder_notes`` gives it back where the
  operator chose the folder. What the CLI needs to log in is taken over by ``catalog``.
- ``--mcp-config``: our memory tools (``memory_tools``). ``--strict-mcp-config``: no other MCP servers, unless the
  tier's own list names one of their tools.
- ``--json-schema``: a model that does not answer in the schema is asked again and may say all of it twice; supported
  versions then end as completed. A marker said again in one session changes nothing (S7), so that costs a few turns at
  most, and gives an outcome that is checked before it reaches us. Versions that ask without end are called without it;
  the hand-off file is the outcome then, and the fallback everywhere else.
- ``CLAUDE_CODE_DISABLE_BACKGROUND_TASKS=1``: a session nobody watches should end when it says that it has ended.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import orjson

from ..core.errors import EnvironmentFault, UsageError
from ..core.paths import DATA_DIR_VARIABLE, DataFolder
from ..core.settings import PREFIX, Settings
from .cli_versions import version_support
from .memory_tools import memory_tools
from .registry import operator_login
from .schema import OUTCOME_SCHEMA
from .tools import allowed_tools, disallowed_tools
from .types import TOKEN_VARIABLE, ProcessLaunch

__all__ = ["ProcessLaunch", "folder_notes", "knows_schema", "launch", "write_appended"]

_NOTES_LIMIT = 40_000
_NOT_HANDED_ON = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_SESSION_ID")
_KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN")


def launch(
    agent_name: str,
    *,
    tier: int,
    prompt: str,
    folder: DataFolder,
    session_id: int,
    token: str,
    settings: Settings,
    environ: Mapping[str, str],
    program: str = "",
    version: str = "",
    recording: str = "",
    appended_file: Path | None = None,
    hand_off: Path | None = None,
    dry_run: bool = False,
    services: Sequence[str] = (),
    cap_usd: float | None = None,
    replay_speed: float = 0.0,
    guard_file: Path | None = None,
    mcp_file: Path | None = None,
    resume: Sequence[str] = (),
) -> ProcessLaunch:
    """What to start for one session. Writes nothing; reads the operator's CLI settings for how it logs in.

    ``agent_name`` is claude (``program`` its path, ``version`` chooses its flags), watch, or replay of the file
    ``recording``; ``environ`` is the caller's environment, ``token`` marks every process of the session. ``cap_usd``
    None or 0 is no cap; ``guard_file`` holds the rules of the guard, without which no action tool runs; ``mcp_file``
    hands the memory tools over; ``resume`` are the arguments by which the CLI takes a conversation up again
    (``resume_arguments``). Raises UsageError for a name or a file that is not there.
    """
    env = _environment(environ, settings, tier=tier, dry_run=dry_run, folder=folder, token=token)
    env["CLAUDEOPS_SESSION_ID"] = str(session_id)
    if hand_off is not None:
        env["CLAUDEOPS_HANDOFF_FILE"] = str(hand_off)
    home = env.get("HOME") or str(Path.home())
    if agent_name == "claude":
        login = operator_login(env)
        env = dict(login.env) | env
        env |= {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1", "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1"}
        env.setdefault("DISABLE_AUTOUPDATER", "1")
        if mcp_file is not None:  # memory is there before the first answer: else a quick one finds no such tool
            env |= {"MCP_CONNECTION_NONBLOCKING": "false"}
            env.setdefault("MCP_CONNECT_TIMEOUT_MS", "30000")
        own = settings.tiers.for_tier(tier)
        handed = dict(login.settings) | guard_settings(
            guard_file,
            settings.approvals.wait_minutes,
            ("--database", str(folder.database.absolute()), "--session", str(session_id))
            if settings.memory.observe
            else (),
        )
        arguments = (
            *("-p", "--output-format", "stream-json", "--verbose", "--permission-mode", "default"),
            *("--setting-sources", ""),
            *(("--settings", orjson.dumps(handed).decode()) if handed else ()),
            *resume,
            *(("--mcp-config", str(mcp_file)) if mcp_file else ()),
            *(() if any(tool.startswith("mcp__") for tool in own.allowed_tools) else ("--strict-mcp-config",)),
            *(("--model", own.model) if own.model else ()),
            *(("--max-budget-usd", _dollars(cap_usd)) if cap_usd else ()),
            *(("--append-system-prompt-file", str(appended_file)) if appended_file else ()),
            *(("--json-schema", orjson.dumps(OUTCOME_SCHEMA).decode()) if knows_schema(version) else ()),
            *("--add-dir", "/"),
            *("--allowedTools", *allowed_tools(dry_run=dry_run, more=own.allowed_tools, handoff=_path(hand_off))),
            *(memory_tools(dry_run=dry_run) if mcp_file else ()),
            *("--disallowedTools", *disallowed_tools(more=own.disallowed_tools)),
        )
        cwd = str(Path(own.working_dir or home).expanduser())
        return ProcessLaunch(program, arguments, env, cwd, _prompt(prompt), token)
    if agent_name == "watch":
        what = ["--services", str(folder.services_file), "--history", str(folder.watch_history)]
        what += [f"--service={service}" for service in services]  # a name that begins with - is no option
        return _own("watch", [*what, *(["--dry-run"] if dry_run else [])], env, home, token)
    if agent_name == "replay":
        if not Path(recording).is_file():
            raise UsageError(f"There is no recording {recording}.", "Name an existing file after replay:.")
        speed = ["--speed", f"{replay_speed:g}"] if replay_speed else []
        return _own("replay", [recording, *speed], env, home, token)
    raise UsageError(f"There is no agent {agent_name}.", "Choose claude, watch or replay:FILE.")


def guard_settings(guard_file: Path | None, wait_minutes: float, compaction: Sequence[str] = ()) -> dict[str, object]:
    """The CLI settings by which each tool call is shown to the guard first; empty without a file of rules.

    The hook may wait for the operator's answer, and a little longer. ``compaction`` are the words for the hook that
    notes, before a conversation is compacted, that it is to be observed (E3); without them there is none.
    """
    if guard_file is None:
        return {}
    guard = _hook("guard", "--hook", "--policy", str(guard_file.absolute()))
    hooks = {"PreToolUse": [{"matcher": "*", "hooks": [guard | {"timeout": int(wait_minutes * 60) + 60}]}]}
    if compaction:
        hooks["PreCompact"] = [{"hooks": [_hook("observe", "--hook", *compaction) | {"timeout": 10}]}]
    return {"hooks": hooks}


def _hook(*words: str) -> dict[str, object]:
    """A command of ours as a hook. The interpreter takes nothing from the folder it is called in, from the environment
    or from packages (``-I -S``): the agent may write there."""
    if getattr(sys, "frozen", False):
        argv = [sys.executable, *words]
    else:
        root = str(Path(__file__).resolve().parents[2])
        start = (
            "import sys; sys.path.insert(0, sys.argv.pop(1));"
            " from claudeops_desktop.__main__ import main; sys.exit(main())"
        )
        argv = [sys.executable, "-I", "-S", "-c", start, root, *words]
    return {"type": "command", "command": shlex.join(argv)}


def knows_schema(version: str) -> bool:
    """Whether ``--json-schema`` may be passed to this version under ``-p``: it takes it, and does not ask for ever."""
    able = version_support(version).abilities
    return able is not None and able.supports_flag("--json-schema") and not able.asks_without_end


def write_appended(place: Path, appended: str) -> Path | None:
    """Write the appended prompt into a session's folder, for the operator's eyes alone; None where it is empty.

    Raises EnvironmentFault.
    """
    if not appended:
        return None
    path = place / "appended.md"
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(appended, encoding="utf-8")
    except OSError as error:
        raise EnvironmentFault(f"The prompt cannot be written to {path}: {error.strerror}.") from error
    return path


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


def _own(name: str, what: Sequence[str], env: dict[str, str], cwd: str, token: str) -> ProcessLaunch:
    """A program of our own: a module of this package, or a first argument of the frozen program."""
    env = {variable: value for variable, value in env.items() if variable not in _KEYS}
    if getattr(sys, "frozen", False):
        return ProcessLaunch(sys.executable, (name, *what), env, cwd, b"", token)
    module = "claudeops_desktop.agents.watch" if name == "watch" else "claudeops_desktop.agents.replay"
    root = str(Path(__file__).resolve().parents[2])  # found from any folder, installed or not
    env["PYTHONPATH"] = os.pathsep.join(filter(None, (root, env.get("PYTHONPATH", ""))))
    return ProcessLaunch(sys.executable, ("-m", module, *what), env, cwd, b"", token)


def _environment(
    environ: Mapping[str, str], settings: Settings, *, tier: int, dry_run: bool, folder: DataFolder, token: str
) -> dict[str, str]:
    """The caller's environment, less our own settings and what would make the CLI think it runs inside another."""
    env = {name: value for name, value in environ.items() if not name.startswith(PREFIX) and name not in _NOT_HANDED_ON}
    if getattr(sys, "frozen", False):  # the frozen program's own libraries are not for others
        before = env.pop("LD_LIBRARY_PATH_ORIG", None)
        env.pop("LD_LIBRARY_PATH", None)
        if before is not None:
            env["LD_LIBRARY_PATH"] = before
    env |= settings.agent.extra_env
    env[TOKEN_VARIABLE] = token
    env["CLAUDEOPS_TIER"] = str(tier)
    env["CLAUDEOPS_DRY_RUN"] = "1" if dry_run else "0"
    env[DATA_DIR_VARIABLE] = str(folder.root)
    return env


def _dollars(amount: float) -> str:
    return f"{max(amount, 0.0001):.4f}".rstrip("0").rstrip(".")


def _path(path: Path | None) -> str:
    return str(path.absolute()) if path else ""


def _prompt(prompt: str) -> bytes:
    if prompt.lstrip().startswith("/"):
        prompt = f"Your task:\n{prompt}"
    return prompt.encode("utf-8", "replace")
