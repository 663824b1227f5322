"""Which agents there are (S1): the Claude CLI where it is found, the built-in watcher always, and registered ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..core.errors import UsageError
from ..core.extensions.registry import current_registry, extensions_of
from ..core.messages import UserMessage, join_messages
from ..core.paths import DataFolder
from ..core.settings import Settings
from .base import Agent, AgentCapabilities, AgentProgram
from .claude_cli.agent import ClaudeCliAgent
from .plugin_agent import GuardedAgent
from .replay.agent import ReplayAgent
from .watcher_agent import WatcherAgent

AUTOMATIC = "auto"
CLAUDE, WATCHER, REPLAY = ClaudeCliAgent(), WatcherAgent(), ReplayAgent()
BUILT_IN: tuple[Agent, ...] = (CLAUDE, WATCHER, REPLAY)
_agents: dict[str, Agent] = {agent.name: agent for agent in BUILT_IN}


@dataclass(frozen=True, slots=True)
class AgentRegistry:
    """The agents found on this machine. ``auto`` is the name of the one a run takes; ``sentence`` says why. ``added``
    are the programs of the agents that are not built in, by name."""

    claude: AgentProgram
    auto: str
    sentence: str
    added: Mapping[str, AgentProgram] = field(default_factory=dict)

    def program_of(self, name: str) -> AgentProgram:
        """The program of an agent, as it was found."""
        return self.claude if name == CLAUDE.name else self.added.get(name, AgentProgram())

    def why_unavailable(self, name: str) -> str:
        """Why no session of this agent can start, in one sentence; "" where one can, and for a name of none."""
        found = self.program_of(name)
        return found.why_not or (
            UserMessage("the Claude CLI was not found.") if name == CLAUDE.name and not found.path else ""
        )


def register_agent(agent: Agent) -> None:
    """Add an agent under its name. Raises ValueError where another one has that name."""
    if _agents.setdefault(agent.name, agent) is not agent:
        raise ValueError(f"There is an agent {agent.name} already.")


def registered_agents() -> tuple[Agent, ...]:
    """Every agent, the built-in ones first. Loads the plugins when it is first asked."""
    return (*_agents.values(), *(_guarded(each) for name, each in _plugin_agents().items() if name not in _agents))


def added_agents() -> tuple[Agent, ...]:
    """The agents that are not built in, in the order in which they were registered."""
    return registered_agents()[len(BUILT_IN) :]


def agent_named(name: str) -> Agent | None:
    """The agent of this name; a recording may be named with its file (``replay:FILE``). None where there is none."""
    key = name.partition(":")[0]
    found = _agents.get(key)
    if found is None and key not in ("", AUTOMATIC) and (added := _plugin_agents().get(key)) is not None:
        return _guarded(added)
    return found


def preferred_agent(settings: Settings) -> str:
    """The agent of the settings where it is there, else ``auto``: a plugin may have been removed since."""
    preferred = settings.agent.preferred
    return preferred if agent_named(preferred) is not None else AUTOMATIC


def _plugin_agents() -> dict[str, Agent]:
    found: dict[str, Agent] = extensions_of("agents")
    return found


def _guarded(agent: Agent) -> Agent:
    return GuardedAgent(agent)


def require_agent(name: str) -> Agent:
    """The agent of this name. Raises UsageError where there is none."""
    agent = agent_named(name)
    if agent is None:
        raise UsageError(
            UserMessage("There is no agent “{name}”.", name=name),
            UserMessage("Choose {choices_in_words}.", choices_in_words=choices_in_words()),
        )
    return agent


def choices_in_words() -> str:
    """The agents as an operator names them: “claude, watch or replay:FILE”."""
    names = [f"{a.name}:FILE" if a.capabilities.plays_recording else a.name for a in registered_agents()]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def may_be_kept(name: str) -> bool:
    """Tell whether a schedule or a saved prompt may name this agent: "" and auto, or one that needs no file of its
    own."""
    agent = agent_named(name) if ":" not in name else None
    return name in ("", "auto") or (agent is not None and not agent.capabilities.plays_recording)


def capabilities_of(name: str) -> AgentCapabilities:
    """What the agent of this name can do; nothing where it is not there any more, as one of a removed plugin."""
    agent = agent_named(name)
    return agent.capabilities if agent is not None else AgentCapabilities()


def find_agents(settings: Settings, environ: Mapping[str, str], folder: DataFolder | None = None) -> AgentRegistry:
    """Look for the agents. May start the CLI once to ask its version (up to 10 s): not for a GUI thread.

    Versions are kept in ``agents.json`` in the data folder, by path, time and size of the program.
    """
    claude = CLAUDE.find_program(settings, environ, folder)
    auto, sentence = _choose(settings.agent.preferred, claude)
    added = {agent.name: agent.find_program(settings, environ, folder) for agent in added_agents()}
    return AgentRegistry(claude, auto, sentence, added)


def _choose(preferred: str, claude: AgentProgram) -> tuple[str, str]:
    """The agent that a run takes which names none, and why."""
    version = f" {claude.version}" if claude.version else ""
    chosen = agent_named(preferred)
    if isinstance(chosen, GuardedAgent):
        return chosen.name, UserMessage("{agent} runs, as you chose.", agent=chosen.title)
    gone = "" if chosen is not None or preferred == AUTOMATIC else _gone(preferred)
    if preferred == WATCHER.name:
        return WATCHER.name, UserMessage("The built-in watcher runs, as you chose.")
    if claude.program:
        running = UserMessage("The Claude CLI{version} runs ({path}).", version=version, path=claude.path)
        return CLAUDE.name, join_messages(running, claude.note, gone.strip())
    if preferred == CLAUDE.name:
        return CLAUDE.name, claude.why_not
    return WATCHER.name, join_messages(UserMessage("The built-in watcher runs."), claude.why_not, gone.strip())


def _gone(preferred: str) -> str:
    why = current_registry().failure_of("agents", preferred)
    return f" {why}" if why else f" The agent “{preferred}” of agent.preferred is not there: its plugin is off or gone."
