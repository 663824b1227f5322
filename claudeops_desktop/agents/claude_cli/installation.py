"""Where the Claude CLI is installed, its version, and how the operator's own settings have it log in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from ...core.atomic_write import write_whole
from ...core.messages import UserMessage
from ..base import AgentProgram
from ..types import TOKEN_VARIABLE
from .cli_versions import version_support

PROBE_SECONDS = 10
_VERSION = re.compile(rb"(\d+)\.(\d+)\.(\d+)")
_LOGIN_KEYS = (
    *("apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh"),
    *("forceLoginMethod", "forceLoginOrgUUID"),
)
_probed: dict[tuple[str, int, int], tuple[str, str]] = {}


@dataclass(frozen=True, slots=True)
class CliLogin:
    """How the operator's own CLI settings have it log in: settings such as ``apiKeyHelper``, and variables."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)


def find_claude(configured: str, environ: Mapping[str, str], cache: Path | None = None) -> AgentProgram:
    """The CLI at the configured path, else the first ``claude`` on PATH."""
    wanted = str(Path(configured).expanduser()) if configured else "claude"
    path = shutil.which(wanted, path=environ.get("PATH"))
    if path is None:
        if configured:
            return AgentProgram(
                why_not=f"No program at {configured}. Correct the path of the Claude CLI in the settings."
            )
        return AgentProgram(
            why_not=UserMessage("The Claude CLI was not found. Install it, or set its path in the settings.")
        )
    path = str(Path(path).absolute())
    version, why_not = _version(path, environ, cache)
    if why_not:
        return AgentProgram(path, version, why_not)
    support = version_support(version)
    if support.abilities is None:
        return AgentProgram(path, version, support.note)
    return AgentProgram(path, version, note=support.note)


def _version(path: str, environ: Mapping[str, str], cache: Path | None) -> tuple[str, str]:
    try:
        about = os.stat(path)  # noqa: PTH116 — follows links, as starting it does
    except OSError as error:
        return "", f"{path} cannot be read: {error.strerror}."
    key = (path, about.st_mtime_ns, about.st_size)
    if key in _probed:
        return _probed[key]
    kept = _read_object(cache) if cache else {}
    row = kept.get(path)
    if isinstance(row, dict) and (row.get("mtime_ns"), row.get("size")) == key[1:] and isinstance(row["version"], str):
        _probed[key] = (row["version"], "")
        return _probed[key]
    answer = _ask_version(path, environ)
    if not answer[1]:
        _probed[key] = answer
        if cache:
            _keep(cache, kept | {path: {"mtime_ns": key[1], "size": key[2], "version": answer[0]}})
    return answer


def _ask_version(path: str, environ: Mapping[str, str]) -> tuple[str, str]:
    """The version, or why there is none."""
    try:
        done = subprocess.run(
            [path, "--version"],
            env=dict(environ) | {TOKEN_VARIABLE: "probe"},  # not an orphan of a session that ends meanwhile
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_SECONDS,
            check=False,
            start_new_session=True,
        )
    except subprocess.TimeoutExpired:
        return "", f"{path} did not tell its version within {PROBE_SECONDS} s."
    except OSError as error:
        return "", f"{path} could not be started: {error.strerror}."
    found = _VERSION.search(done.stdout)
    if done.returncode or not found:
        told = (done.stderr or done.stdout).decode("utf-8", "replace").strip().split("\n")[0][:200]
        return "", f"{path} did not tell its version{f': {told}' if told else ''}."
    return found[0].decode(), ""


def operator_login(environ: Mapping[str, str]) -> CliLogin:
    """From the operator's own CLI settings only what it takes to log in; permissions and hooks stay there."""
    home = environ.get("CLAUDE_CONFIG_DIR") or str(Path(environ.get("HOME") or "~").expanduser() / ".claude")
    data = _read_object(Path(home) / "settings.json")
    variables = data.get("env")
    pairs = variables.items() if isinstance(variables, dict) else ()
    return CliLogin(
        {name: data[name] for name in _LOGIN_KEYS if name in data},
        {name: value for name, value in pairs if isinstance(value, str)},
    )


def _read_object(path: Path) -> dict[str, Any]:
    try:
        data = orjson.loads(path.read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return {}
    return data if isinstance(data, dict) else {}


def _keep(path: Path, rows: Mapping[str, Any]) -> None:
    """Without this file the next start asks again: a failure is no loss."""
    try:
        write_whole(path, orjson.dumps(rows))
    except OSError:
        return
