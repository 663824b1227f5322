"""The built-in watcher as an agent: it measures, and needs no account. The program itself is ``agents.watch``."""

from __future__ import annotations

from .base import Agent, AgentCapabilities, LaunchRequest
from .launch_environment import launch_own_program
from .types import ProcessLaunch


class WatcherAgent(Agent):
    """Checks the services of ``services.toml`` by itself: no prompt, no tier above 1, no cost."""

    name = "watch"
    title = "The built-in watcher"
    capabilities = AgentCapabilities(resumes=True, measures=True)

    def build_launch(self, request: LaunchRequest) -> ProcessLaunch:
        """The watcher over the services named, or over all."""
        folder = request.folder
        arguments = ["--services", str(folder.services_file), "--history", str(folder.watch_history)]
        # One argument each, since the name of a service may begin with "-" and must not be taken for an option.
        arguments += [f"--service={service}" for service in request.services]
        arguments += [f"--restarted={service}@{at}" for service, at in request.restarted]
        arguments += [f"--planned={service}" for service in request.planned]
        if request.dry_run:
            arguments.append("--dry-run")
        return launch_own_program(self.name, arguments, request)
