"""A plugin: an agent that says one thing, a check of a number in a file, and a notifier that writes into a file."""

import json
import os
import sys
from pathlib import Path
from typing import Literal

from pydantic import Field

from claudeops_desktop.agents.base import Agent, AgentCapabilities, LaunchRequest
from claudeops_desktop.agents.launch_environment import home_folder, launch_environment
from claudeops_desktop.agents.types import ProcessLaunch
from claudeops_desktop.agents.watch.measurement import CheckFinding, down, healthy
from claudeops_desktop.agents.watch.plugin_check import PluginCheck
from claudeops_desktop.core.extensions.notifier import NotifierExtension

LINES = (
    {"type": "system", "subtype": "init", "session_id": "example", "model": "example", "tools": []},
    {
        "type": "assistant",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "[EVENT:info:shop] The shop is open."}]},
        "session_id": "example",
    },
    {
        "type": "result",
        "subtype": "success",
        "is_error": False,
        "result": "[EVENT:info:shop] The shop is open.",
        "session_id": "example",
        "num_turns": 1,
        "duration_ms": 1,
        "total_cost_usd": 0,
    },
)


class ExampleAgent(Agent):
    name = "example"
    title = "The example agent"
    capabilities = AgentCapabilities(reads_context=True)

    def build_launch(self, request: LaunchRequest) -> ProcessLaunch:
        env = launch_environment(request)
        code = f"print({chr(10).join(map(json.dumps, LINES))!r})"
        return ProcessLaunch(sys.executable, ("-c", code), env, home_folder(env), b"", request.token)


class CounterCheck(PluginCheck):
    what = "A number in a file"
    check: Literal["counter"] = "counter"
    path: str = Field(description="The file that holds the number.")
    most: int = Field(10, description="More than this is down.")

    def measure(self) -> CheckFinding:
        number = int(Path(self.path).read_text())
        return healthy(f"{number} of {self.most}") if number <= self.most else down(f"{number}, over {self.most}")


class NotebookNotifier(NotifierExtension):
    name = "notebook"
    title = "The notebook"

    def send(self, title: str, body: str, urgency: int) -> None:
        with Path(os.environ["CLAUDEOPS_NOTEBOOK"]).open("a") as file:
            file.write(f"{urgency} {title}\n")
