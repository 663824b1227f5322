"""An operator with the real Claude CLI at a pinned version, out of the cache of ``support.claude_install``.

The Messages API is one on loopback.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import psutil
import pytest
from support.claude_install import EARLIER, PINNED, NotInstalled, cached_claude
from support.loopback_api import LoopbackApi
from support.other_process import stored_rows

from claudeops_desktop.core.store_setting import server_url
from claudeops_desktop.memory.extraction import noted_outbox

_ASKED_FOR = tuple(os.environ.get("CLAUDEOPS_TEST_CLI_VERSIONS", "").replace(",", " ").split())
VERSIONS = _ASKED_FOR or (PINNED,)
TWO_VERSIONS = _ASKED_FOR or (PINNED, EARLIER)
KEY = "a-key-that-must-not-be-logged"
QUIET = {
    "NO_PROXY": "127.0.0.1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_MAX_RETRIES": "0",
}


def bash(command: str) -> tuple[str, dict[str, str]]:
    return "Bash", {"command": command, "description": "a step"}


@cache
def program(version: str) -> Path:
    """The CLI; a test that needs it fails with one sentence where it cannot be had."""
    try:
        return cached_claude(version)
    except NotInstalled as error:
        pytest.fail(str(error), pytrace=False)


class Operator:
    """Someone with the CLI on PATH and a data folder of their own."""

    def __init__(self, version: str, api: LoopbackApi, place: Path) -> None:
        self.version = version
        self.api = api
        self.data = place / "data"
        self.home = place / "home"
        self.home.mkdir()
        self.env = {
            "PATH": f"{program(version).parent}:{os.environ['PATH']}",
            "HOME": str(self.home),
            "TMPDIR": str(self.home),
            "CLAUDE_CODE_TMPDIR": str(self.home),
            "LANG": "C.UTF-8",
            "SHELL": "/bin/bash",
            "ANTHROPIC_API_KEY": KEY,
            **QUIET,
            "_CLAUDEOPS_HOOK_PATIENCE": "100",
            "CLAUDEOPS_RUN_OVERLOAD_RETRIES": "0",
            "CLAUDEOPS_DATA_DIR": str(self.data),
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }

    def start(self, script: str, *more: str, **env: str) -> subprocess.Popen:
        words = ["run", "--agent", "claude", "--prompt", "check the services", "--json", *more]
        return subprocess.Popen(
            [sys.executable, "-m", "claudeops_desktop", *words],
            env=self.env | {"ANTHROPIC_BASE_URL": self.api.url(script)} | env,
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, script: str, *more: str, **env: str) -> dict:
        with self.start(script, *more, **env) as process:
            return self.end(process)

    def end(self, process: subprocess.Popen) -> dict:
        out, err = process.communicate(timeout=200)
        assert out, err
        return json.loads(out)

    def claudeops(self, *words: str, script: str = "", seconds: float = 120) -> str:
        """What one command prints; with ``script``, an agent that it starts follows that one."""
        done = subprocess.run(
            [sys.executable, "-m", "claudeops_desktop", *words],
            env=self.env | ({"ANTHROPIC_BASE_URL": self.api.url(script)} if script else {}),
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ask(self, *words: str, script: str = "") -> Any:
        """The document that one command prints."""
        return json.loads(self.claudeops(*words, "--json", script=script))

    def rows(self, sql: str) -> list[tuple]:
        """Rows of the database; none while the application is about to make its tables."""
        return stored_rows(self.data, sql)

    def add_fact(self, text: str, service: str, category: str) -> None:
        """A fact that hooks know at once: of a store on a server they read the copy on this machine."""
        self.claudeops("memory", "add", text, "--category", category, "--service", service)
        if server_url(str(self.data)):
            self.claudeops("store", "copy")

    def noted(self) -> list[tuple[str, str]]:
        """Conversation and trigger of each transcript that waits to be observed, in the store or, where that is on a
        server, beside it."""
        kept = self.data / noted_outbox.NAME
        lines = map(json.loads, kept.read_text().splitlines()) if kept.exists() else ()
        beside = [(f"cli:{one['conversation']}" if "conversation" in one else "", one["trigger"]) for one in lines]
        return self.rows("SELECT conversation_id, trigger FROM transcripts WHERE state = 'waiting'") + beside

    def tools_answered(self, script: str) -> list[str]:
        """The results of tools in the last request of a script, as the model read them."""
        body = [request for name, request in self.api.asked if name == script][-1]
        found = []
        for message in body["messages"]:
            for block in message["content"] if isinstance(message["content"], list) else []:
                if block.get("type") == "tool_result":
                    content = block["content"]
                    found.append(
                        content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
                    )
        return found

    def log(self) -> str:
        return "".join(path.read_text() for path in sorted((self.data / "logs").glob("*.ndjson")))

    def left(self) -> list[str]:
        """Command lines of what still runs with our data folder in its environment, or is our slow tool."""
        found = []
        for process in psutil.process_iter():
            try:
                ours = process.environ().get("CLAUDEOPS_DATA_DIR") == str(self.data)
                if ours and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(" ".join(process.cmdline()))
            except psutil.Error:
                continue
        return found

    def wait_for(self, condition, seconds: float = 120) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, self.log()[-2000:]
            time.sleep(0.02)
