"""The Claude CLI as an agent. What it needs is imported when it is used: the window asks early what an agent can do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...core.paths import DataFolder
from ...core.settings import Settings
from ..base import Agent, AgentCapabilities, AgentProgram, InterruptedConversation, LaunchRequest
from ..types import ProcessLaunch


class ClaudeCliAgent(Agent):
    """The Claude Code CLI in print mode, with our lists of tools, the guard as its hook and our memory tools."""

    name = "claude"
    title = "The Claude CLI"
    capabilities = AgentCapabilities(
        reads_context=True,
        takes_prompt=True,
        can_escalate=True,
        costs_money=True,
        calls_model=True,
        needs_login=True,
        resumes=True,
        continues=True,
        has_hooks=True,
        takes_skills=True,
    )

    def find_program(
        self, settings: Settings, environ: Mapping[str, str], folder: DataFolder | None = None
    ) -> AgentProgram:
        """The CLI of the settings or of PATH. May ask it for its version, up to 10 s; ``agents.json`` keeps that."""
        from .installation import find_claude

        return find_claude(settings.agent.claude_path, environ, folder.root / "agents.json" if folder else None)

    def build_launch(self, request: LaunchRequest) -> ProcessLaunch:
        """The CLI at ``request.program``; ``request.version`` chooses its flags. Reads how the operator logs in."""
        from .command import build_cli_launch

        return build_cli_launch(request)

    def resume_arguments(self, interrupted: InterruptedConversation) -> tuple[tuple[str, ...], str]:
        """``--resume`` where the measured table says that this version reads our prompt anew."""
        from .resume_arguments import resume_arguments

        return resume_arguments(interrupted)

    def bring_files_in(self, environ: Mapping[str, str], config: Path, conversation: str) -> None:
        """The login, and the transcript of a conversation that it resumes."""
        from .session_files import bring_files_in

        bring_files_in(environ, config, conversation)

    def take_files_back(self, environ: Mapping[str, str], config: Path, conversation: str) -> None:
        """A login that was renewed, and the transcripts of the session."""
        from .session_files import take_files_back

        take_files_back(environ, config, conversation)
