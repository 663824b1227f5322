"""A recorded stream as an agent."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import UsageError
from ...core.messages import UserMessage
from ..base import Agent, AgentCapabilities, LaunchRequest
from ..launch_environment import launch_own_program
from ..types import ProcessLaunch


class ReplayAgent(Agent):
    """Plays a file as if an agent said it now: context is composed for it as for the agent that was recorded."""

    name = "replay"
    title = "A recording"
    capabilities = AgentCapabilities(reads_context=True, can_escalate=True, plays_recording=True)

    def build_launch(self, request: LaunchRequest) -> ProcessLaunch:
        """The player of ``request.recording``. Raises UsageError where that is no file."""
        if not Path(request.recording).is_file():
            raise UsageError(
                UserMessage("There is no recording {recording}.", recording=request.recording),
                UserMessage("Name an existing file after replay:."),
            )
        speed = ["--speed", f"{request.replay_speed:g}"] if request.replay_speed else []
        return launch_own_program(self.name, [request.recording, *speed], request)
