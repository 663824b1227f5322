"""An agent of a plugin, as the application holds it: what raises is named, and its plugin is switched off."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.errors import ClaudeOpsError, OperatorError
from ..core.extensions.registry import current_registry
from ..core.paths import DataFolder
from ..core.settings import Settings
from .base import Agent, AgentProgram, InterruptedConversation, LaunchRequest
from .outcome import OutcomeReader
from .types import ProcessEnding, ProcessLaunch, SessionOutcome


class GuardedAgent(Agent):
    """Stands before the agent of a plugin."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.name = agent.name
        self.title = agent.title
        self.capabilities = agent.capabilities

    def build_launch(self, request: LaunchRequest) -> ProcessLaunch:
        """The process of the plugin's agent. Raises OperatorError where its code fails."""
        try:
            found = self._agent.build_launch(request)
            if not isinstance(found, ProcessLaunch):
                raise TypeError(f"build_launch returned {type(found).__name__}, not a ProcessLaunch")
        except ClaudeOpsError:
            raise
        except Exception as error:
            raise OperatorError(current_registry().switch_off("agents", self.name, error)) from error
        return found

    def find_program(
        self, settings: Settings, environ: Mapping[str, str], folder: DataFolder | None = None
    ) -> AgentProgram:
        """What the plugin's agent says; the sentence about its failure where its code fails."""
        try:
            return self._agent.find_program(settings, environ, folder)
        except Exception as error:
            return AgentProgram(why_not=current_registry().switch_off("agents", self.name, error))

    def resume_arguments(self, interrupted: InterruptedConversation) -> tuple[tuple[str, ...], str]:
        """What the plugin's agent says; none where its code fails."""
        try:
            return self._agent.resume_arguments(interrupted)
        except Exception as error:
            return (), current_registry().switch_off("agents", self.name, error).rstrip(".")

    def interpret_outcome(self, reader: OutcomeReader, ending: ProcessEnding | None) -> SessionOutcome:
        """How the plugin's agent reads the end of a session; as every agent's is read where its code fails."""
        try:
            return self._agent.interpret_outcome(reader, ending)
        except Exception as error:
            current_registry().switch_off("agents", self.name, error)
            return super().interpret_outcome(reader, ending)
