"""Putting the hooks into a settings file of the Claude CLI, and taking exactly them out again (E18).

The file is the operator's: all else in it stays as it is, it is replaced whole or not at all, and as it was before the
hooks came it lies beside it. A file that is not sound is left alone.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..agents.claude_cli.memory_tools import server_command
from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from .answer import EVENTS

MARK = "claudeops_desktop-memory-hook"
"""An argument of every hook of ours: by it they are known."""
TIMEOUT_S = 5
BACKUP = ".before-claudeops"


@dataclass(frozen=True, slots=True)
class HookState:
    """How the hooks stand in one file: ``events`` that have them, ``current`` whether all are there as they would be
    installed now."""

    path: Path
    events: tuple[str, ...]
    current: bool


def settings_file(scope: str, environ: Mapping[str, str], here: Path) -> Path:
    """The file of a scope: ``user`` for all sessions of the operator, ``project`` for those in this folder (his own
    file there, which is not shared)."""
    if scope == "project":
        return here / ".claude" / "settings.local.json"
    home = environ.get("HOME") or str(Path.home())
    return Path(environ.get("CLAUDE_CONFIG_DIR") or Path(home, ".claude")).expanduser() / "settings.json"


def hook_command(event: str, folder: DataFolder) -> str:
    """How the CLI starts the hook of an event. Nothing is imported from the folder the session works in."""
    words = ("hook", event, "--data-dir", str(folder.root.absolute()), f"--mark={MARK}")
    if getattr(sys, "frozen", False):
        return shlex.join([sys.executable, *words])
    root = str(Path(__file__).resolve().parents[2])
    start = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from claudeops_desktop.__main__ import main; sys.exit(main())"
    )
    return shlex.join([sys.executable, "-I", "-S", "-c", start, root, *words])


def server_line(folder: DataFolder) -> str:
    """The line that registers the memory tools with the CLI, for the operator to run."""
    own = server_command("--data-dir", str(folder.root.absolute()))
    return shlex.join(["claude", "mcp", "add", "--scope", "user", "claudeops", "--", *own])


def install_hooks(path: Path, folder: DataFolder) -> HookState:
    """Put the hooks in; those that are there already are renewed. Raises OperatorError or EnvironmentFault."""
    raw, table = _read(path)
    _ask_to_write(path)
    wanted = _without(table)
    if raw is not None and table == wanted:  # not installed yet: this is what it was before
        _write(_beside(path), raw, path)
    hooks = wanted.setdefault("hooks", {})
    for event in EVENTS:
        entry = {"type": "command", "command": hook_command(event, folder), "timeout": TIMEOUT_S}
        hooks.setdefault(event, []).append({"hooks": [entry]})
    if wanted != table:
        _write(path, _dumped(wanted, raw), path)
    return hooks_state(path, folder)


def remove_hooks(path: Path, folder: DataFolder) -> HookState:
    """Take the hooks out again, and nothing else; a file that held nothing else goes."""
    raw, table = _read(path)
    wanted = _without(table)
    before = _beside(path)
    if raw is None or wanted == table:
        return hooks_state(path, folder)
    _ask_to_write(path)
    kept = before.read_bytes() if before.is_file() else None
    if kept is not None and _filled(_parsed(before, kept)) == _filled(wanted):
        _write(path, kept, path)  # to the byte
    elif kept is None and not wanted:
        path.unlink()
    else:
        _write(path, _dumped(wanted, raw), path)
    before.unlink(missing_ok=True)
    return hooks_state(path, folder)


def hooks_state(path: Path, folder: DataFolder) -> HookState:
    """How the hooks stand. Raises OperatorError for a file that cannot be read."""
    _, table = _read(path)
    found = {event: list(_ours(groups)) for event, groups in _hooks(table).items()}
    events = tuple(event for event, commands in found.items() if commands)
    current = all(found.get(event) == [hook_command(event, folder)] for event in EVENTS)
    return HookState(path, events, current)


def _filled(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table without “hooks” where there are none."""
    return {name: value for name, value in table.items() if name != "hooks" or value}


def _hooks(table: Mapping[str, Any]) -> dict[str, Any]:
    hooks = table.get("hooks", {})
    return hooks if isinstance(hooks, dict) else {}


def _ours(groups: Any) -> list[str]:
    """Commands of ours in the groups of one event."""
    return [
        hook["command"]
        for group in (groups if isinstance(groups, list) else [])
        if isinstance(group, dict) and isinstance(group.get("hooks"), list)
        for hook in group["hooks"]
        if _is_ours(hook)
    ]


def _is_ours(hook: Any) -> bool:
    return isinstance(hook, dict) and isinstance(hook.get("command"), str) and MARK in hook["command"]


def _without(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table without our hooks, and without what would be empty only because of that."""
    hooks: dict[str, Any] = {}
    for event, groups in _hooks(table).items():
        if not _ours(groups):
            hooks[event] = groups
            continue
        kept = []
        for group in groups:
            if isinstance(group, dict) and isinstance(group.get("hooks"), list) and any(map(_is_ours, group["hooks"])):
                rest = [hook for hook in group["hooks"] if not _is_ours(hook)]
                if rest:
                    kept.append({**group, "hooks": rest})
            else:
                kept.append(group)
        if kept:
            hooks[event] = kept
    found = json.loads(json.dumps({**table, "hooks": hooks}))
    if (not hooks and any(_ours(groups) for groups in _hooks(table).values())) or "hooks" not in table:
        del found["hooks"]
    return dict(found)


def _read(path: Path) -> tuple[bytes | None, dict[str, Any]]:
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return None, {}
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    table = _parsed(path, raw)
    hooks = table.get("hooks", {})
    if not isinstance(hooks, dict) or not all(isinstance(groups, list) for groups in hooks.values()):
        raise OperatorError(
            UserMessage("“hooks” in {path} is not what the CLI expects, so it is left alone.", path=path),
            UserMessage("Fix it first."),
        )
    return raw, table


def _parsed(path: Path, raw: bytes) -> dict[str, Any]:
    if not raw.strip():
        return {}
    try:
        found = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        raise OperatorError(
            UserMessage("{path} is not a text file, so it is left alone.", path=path), UserMessage("Fix it first.")
        ) from error
    except json.JSONDecodeError as error:
        raise OperatorError(
            UserMessage(
                "{path} is not valid JSON: line {lineno}, column {colno}: {msg}.",
                path=path,
                lineno=error.lineno,
                colno=error.colno,
                msg=error.msg,
            ),
            UserMessage("Fix that line first; the file is left alone."),
        ) from error
    except _Twice as error:
        raise OperatorError(
            UserMessage("{path} names “{error}” twice, so it is left alone.", path=path, error=error),
            UserMessage("Keep one of them."),
        ) from error
    if not isinstance(found, dict):
        raise OperatorError(
            UserMessage("{path} holds no settings, so it is left alone.", path=path), UserMessage("Fix it first.")
        )
    return found


class _Twice(ValueError):
    """A name that stands twice in one object: one of them would be lost."""


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Twice(name)
        found[name] = value
    return found


def _dumped(table: Mapping[str, Any], like: bytes | None) -> bytes:
    """As the file was set: its indent, and whether it ends with a line break."""
    text = (like or b"").decode("utf-8", "replace")
    found = re.search(r"^[\[{]\r?\n([ \t]+)", text)
    indent: int | str = 2 if found is None else ("\t" if found[1][0] == "\t" else len(found[1]))
    end = "\n" if like is None or text.endswith("\n") or not text else ""
    return (json.dumps(table, indent=indent, ensure_ascii=False) + end).encode()


def _beside(path: Path) -> Path:
    return path.with_name(path.name + BACKUP)


def _ask_to_write(path: Path) -> None:
    """A file that its owner may not write (another program keeps it, or it is meant to stay) is left alone: it could
    still be replaced. Raises OperatorError."""
    if path.exists() and not path.stat().st_mode & 0o200:
        raise OperatorError(
            UserMessage("{path} is write-protected, so it is left alone.", path=path),
            UserMessage("Make it writable first."),
        )


def _write(path: Path, data: bytes, like: Path) -> None:
    """Whole or not at all, with the rights that the file had; a link stays one. Raises EnvironmentFault."""
    target = path.resolve() if path.is_symlink() else path
    part = target.with_name(f"{target.name}.new")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = like.stat().st_mode & 0o777 if like.exists() else 0o600
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise EnvironmentFault(
            UserMessage("{target} cannot be written: {strerror}.", target=target, strerror=error.strerror),
            UserMessage("Make it writable."),
        ) from error
