"""Whether the Claude CLI can log in, by what a login leaves behind; and one question to it."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...core.settings import PREFIX

ASK_S = 90
ASK_CAP_USD = 0.05
_QUESTION = b"Answer with the one word: ready"


@dataclass(frozen=True, slots=True)
class LoginState:
    """``said`` follows the word "login"; ``there`` says whether one was found; ``by_helper``, whether a program of the
    operator's gives the key."""

    there: bool
    said: str
    remedy: str = ""
    by_helper: bool = False


@dataclass(frozen=True, slots=True)
class LoginAnswer:
    """The CLI answered a question: how long that took and what it cost."""

    seconds: float
    cost_usd: float | None


def login_state(environ: Mapping[str, str], stored_key: bool = False) -> LoginState:
    """How the CLI would log in; nothing is asked over the network. ``stored_key``: our keyring holds an API key."""
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"):
        if environ.get(name):
            return LoginState(True, f"by {name}")
    if stored_key:
        return LoginState(True, "by the API key in the keyring")
    for name in ("CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX"):
        if environ.get(name):
            return LoginState(True, f"by the cloud provider that {name} names")
    place = Path(environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")
    if (place / ".credentials.json").exists():
        return LoginState(True, f"by {place / '.credentials.json'}")
    try:
        if "apiKeyHelper" in (place / "settings.json").read_text(encoding="utf-8", errors="replace"):
            return LoginState(True, f"by the apiKeyHelper in {place / 'settings.json'}", by_helper=True)
    except OSError:
        pass  # no settings of the CLI: nothing to find there
    return LoginState(False, "No login of the Claude CLI was found.", "Run `claude` once and log in.")


def ask_once(program: str, environ: Mapping[str, str], home: str) -> LoginAnswer:
    """Ask the CLI for one word, without tools, under a cap of five cents. Waits up to 90 s; costs about a cent.

    Raises EnvironmentFault with what the CLI said.
    """
    env = {name: value for name, value in environ.items() if not name.startswith(PREFIX)}
    command = [
        *(program, "-p", "--output-format", "json", "--max-turns", "1", "--max-budget-usd", str(ASK_CAP_USD)),
        *("--tools", "", "--setting-sources", "user", "--strict-mcp-config", "--no-session-persistence"),
        *("--model", "haiku", "--permission-mode", "default"),  # the mode without it differs between versions
    ]
    begun = time.monotonic()
    try:
        done = subprocess.run(
            command, input=_QUESTION, capture_output=True, timeout=ASK_S, env=env, cwd=home, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise EnvironmentFault(
            UserMessage("The Claude CLI did not answer within {ask_s} s.", ask_s=ASK_S),
            UserMessage("Is the network there?"),
        ) from error
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{program} cannot be started: {strerror}.", program=program, strerror=error.strerror),
            UserMessage("Set another path."),
        ) from error
    try:
        answer = orjson.loads(done.stdout)
    except orjson.JSONDecodeError:
        answer = None
    if not isinstance(answer, dict):
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2] or f"it ended with {done.returncode}"
        raise EnvironmentFault(
            UserMessage("The Claude CLI did not answer: {last}", last=last[:200]),
            UserMessage("Run `claude` once in a terminal."),
        )
    if answer.get("is_error"):
        said = str(answer.get("result") or "no reason was given")
        raise EnvironmentFault(
            UserMessage("The Claude CLI said: {value}", value=" ".join(said.split())[:200]),
            UserMessage("Run `claude` once and log in."),
        )
    cost = answer.get("total_cost_usd")
    return LoginAnswer(time.monotonic() - begun, float(cost) if isinstance(cost, (int, float)) else None)
