"""Ask the Claude CLI one question: no tools, no settings of the operator's, nothing kept (``model.kind`` cli).

The prompt goes to stdin and the system prompt into a file, as for a session (``agents.command``). ``--system-prompt``
takes the place of the CLI's own long one and ``--append-system-prompt-file`` adds ours to it. No transcript is written,
so that our questions are never taken for a session of the operator's. What a version knows is measured
(``agents/claude_cli/cli_versions.py``).
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from ..agents.claude_cli.command import knows_schema
from ..agents.claude_cli.installation import operator_login
from ..agents.types import TOKEN_VARIABLE
from ..core.clock import utc_now
from ..core.messages import UserMessage
from ..core.paths import DATA_DIR_VARIABLE
from ..core.secrets import keyring_store
from ..core.settings import PREFIX
from ..core.usage_window import closed_sentence, closed_until
from .base import ModelAnswer, ModelFault, UnreadableAnswer
from .parse_answer import LONGEST_ANSWER, in_words, read_document

DEFAULT_NAME = "haiku"
LEAVES_S = 2.0
_SHORT = "You answer one question of a program. You have no tools."
_NOT_HANDED_ON = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_SESSION_ID")
_running: dict[int, subprocess.Popen[bytes]] = {}
_lock = threading.Lock()


class CliModel:
    """The Claude CLI at ``program`` as a model. ``cap_usd`` is the most one answer may cost, None for no cap;
    ``data_dir`` the data folder that asks.
    """

    def __init__(
        self,
        program: str,
        version: str,
        environ: Mapping[str, str],
        *,
        model: str = DEFAULT_NAME,
        timeout_s: float = 60.0,
        cap_usd: float | None = None,
        data_dir: str = "",
    ) -> None:
        self._program = program
        self._version = version
        self._environ = dict(environ)
        self._model = model or DEFAULT_NAME
        self._timeout_s = timeout_s
        self._cap_usd = cap_usd
        self._data_dir = data_dir

    @property
    def name(self) -> str:
        """``claude:haiku``."""
        return f"claude:{self._model}"

    def ask(
        self, prompt: str, *, system: str = "", schema: Mapping[str, Any] | None = None, timeout_s: float | None = None
    ) -> ModelAnswer:
        """Start the CLI once and wait for its answer. Raises ModelFault; nothing of it is left running."""
        now = utc_now()
        if self._data_dir and (until := closed_until(Path(self._data_dir), now)) is not None:
            raise ModelFault(closed_sentence(until, now))
        limit = timeout_s or self._timeout_s
        holds = schema is not None and knows_schema(self._version)
        if schema is not None and not holds:
            system = f"{system}\n\n{in_words(schema)}".strip()
        if prompt.lstrip().startswith("/"):  # a command of the CLI's own
            prompt = f"Your task:\n{prompt}"
        begun = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="claudeops-ask-") as place:
            arguments = self._arguments(Path(place), system, schema if holds else None)
            out, err, code = self._run(arguments, prompt.encode("utf-8", "replace"), place, limit)
        return self._answer(out, err, code, schema, holds, (time.monotonic() - begun) * 1000)

    def _arguments(self, place: Path, system: str, schema: Mapping[str, Any] | None) -> list[str]:
        arguments = [self._program, "-p", "--output-format", "json", "--model", self._model]
        arguments += ["--setting-sources", "", "--strict-mcp-config", "--permission-mode", "default"]
        login = operator_login(self._environ).settings
        arguments += ["--settings", orjson.dumps(dict(login)).decode()] if login else []
        arguments += ["--tools", "", "--no-session-persistence", "--system-prompt", _SHORT]
        arguments += ["--max-budget-usd", f"{self._cap_usd:.4f}"] if self._cap_usd else []
        if system:
            file = place / "system.md"
            file.touch(mode=0o600)
            file.write_text(system, encoding="utf-8")
            arguments += ["--append-system-prompt-file", str(file)]
        if schema is not None:
            arguments += ["--json-schema", orjson.dumps(schema).decode()]
        return arguments

    def _env(self) -> dict[str, str]:
        """The caller's environment, less what is ours; a stored API key where the environment brings none."""
        environ, _ = keyring_store.for_agent(self._environ)
        env = dict(operator_login(self._environ).env)
        env |= {k: v for k, v in environ.items() if not k.startswith(PREFIX) and k not in _NOT_HANDED_ON}
        env |= {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1", "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1"}
        env.setdefault("DISABLE_AUTOUPDATER", "1")
        env.setdefault("CLAUDE_CODE_MAX_RETRIES", "1")  # ten retries would outlast the time that is waited
        env[TOKEN_VARIABLE] = "model"  # nothing that a session left behind
        if self._data_dir:
            env[DATA_DIR_VARIABLE] = self._data_dir  # an emergency stop finds the agents of a folder by it
        return env

    def _run(self, arguments: list[str], prompt: bytes, place: str, limit: float) -> tuple[bytes, bytes, int]:
        try:
            process = subprocess.Popen(
                arguments,
                env=self._env(),
                cwd=place,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise ModelFault(
                UserMessage("{program} cannot be started: {strerror}.", program=self._program, strerror=error.strerror),
                UserMessage("Set another path."),
            ) from error
        with _lock:
            _running[process.pid] = process
        try:
            out, err = process.communicate(prompt, timeout=limit)
        except subprocess.TimeoutExpired as error:
            raise ModelFault(
                UserMessage("The Claude CLI did not answer within {limit} s.", limit=f"{limit:g}")
            ) from error
        finally:
            end(process)
            with _lock:
                _running.pop(process.pid, None)
        return out, err, process.returncode

    def _answer(
        self, out: bytes, err: bytes, code: int, schema: Mapping[str, Any] | None, holds: bool, duration_ms: float
    ) -> ModelAnswer:
        if len(out) > LONGEST_ANSWER:
            raise ModelFault(UserMessage("The Claude CLI answered with more than 4 MB."))
        try:
            said = orjson.loads(out)
        except orjson.JSONDecodeError:
            said = None
        if not isinstance(said, dict):
            last = err.decode("utf-8", "replace").strip().rpartition("\n")[2] or f"it ended with {code}"
            raise ModelFault(
                UserMessage(
                    "The Claude CLI did not answer: {rstrip}.", rstrip=" ".join(last.split())[:200].rstrip(" .")
                )
            )
        cost = said.get("total_cost_usd")
        cost_usd = float(cost) if isinstance(cost, (int, float)) and not isinstance(cost, bool) else 0.0
        text = said.get("result") if isinstance(said.get("result"), str) else ""
        try:
            if said.get("is_error"):
                why = text or ", ".join(map(str, said.get("errors") or ())) or str(said.get("subtype") or "no reason")
                raise ModelFault(
                    UserMessage("The Claude CLI said: {rstrip}.", rstrip=" ".join(why.split())[:200].rstrip(" ."))
                )
            data = None
            if schema is not None and holds and said.get("structured_output") is not None:
                data = read_document(orjson.dumps(said["structured_output"]).decode(), schema)
            elif schema is not None:
                data = read_document(str(text), schema)
        except UnreadableAnswer as fault:
            fault.cost_usd = cost_usd
            raise
        except ModelFault as fault:
            raise ChargedModelFault(str(fault), fault.remedy, cost_usd) from fault
        return ModelAnswer(str(text), data, self.name, cost_usd, duration_ms)


class ChargedModelFault(ModelFault):
    """An answer that is of no use, and was paid for all the same."""

    def __init__(self, sentence: str, remedy: str, cost_usd: float) -> None:
        super().__init__(sentence, remedy)
        self.cost_usd = cost_usd


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process that was started here, and what it started. It holds nothing that must be put away."""
    if process.poll() is None:
        _signal(process, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(LEAVES_S)
    _signal(process, signal.SIGKILL)  # the leader, or what it left in its group
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


@atexit.register
def _end_all() -> None:
    """The application closes while a model is asked: its answer is for nobody any more."""
    with _lock:
        left = list(_running.values())
    for process in left:
        _signal(process, signal.SIGKILL)
