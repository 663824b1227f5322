"""What an agent is: its name, what it can do, and how one session of it is started.

An agent is a program that speaks stream-json on its standard output. Everything the application does differently for
one agent or another is asked of ``AgentCapabilities``; no other package compares an agent's name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.paths import DataFolder
from ..core.settings import Settings
from .types import ProcessEnding, ProcessLaunch, SessionOutcome

if TYPE_CHECKING:
    from .outcome import OutcomeReader


@dataclass(frozen=True, slots=True)
class AgentCapabilities:
    """What the application may expect of an agent. An agent that says nothing is expected to do nothing.

    reads_context      it is handed the composed context: memories, lessons, environment
    takes_prompt       the operator may give it a task in words
    can_escalate       it works at a tier and may ask for the next one
    costs_money        its sessions have a price, so that spend caps hold for it
    calls_model        a language model answers, which may stall or be overloaded
    needs_login        it logs in to the provider of its model, and is handed the API key of the keyring for that
    resumes            an interrupted session of it can be started again
    continues          it takes an interrupted conversation up where it was left
    has_hooks          it asks the guard before each tool call and is handed the memory tools
    measures           what it reports was measured, not said: it counts as evidence, and is not observed
    takes_skills       procedures of the operator are handed to it as skills
    plays_recording    it plays a file that is named with it (``replay:FILE``); nothing it says is news
    """

    reads_context: bool = False
    takes_prompt: bool = False
    can_escalate: bool = False
    costs_money: bool = False
    calls_model: bool = False
    needs_login: bool = False
    resumes: bool = False
    continues: bool = False
    has_hooks: bool = False
    measures: bool = False
    takes_skills: bool = False
    plays_recording: bool = False


@dataclass(frozen=True, slots=True)
class AgentProgram:
    """The program of an agent on this machine. ``path`` and ``version`` are "" for an agent that is a part of ours, and
    where there is none; ``why_not`` is one sentence where it cannot be used; ``note`` one where it can, but its version
    is not one of the supported ones."""

    path: str = ""
    version: str = ""
    why_not: str = ""
    note: str = ""

    @property
    def program(self) -> str:
        """The path to start, "" where it cannot be used."""
        return "" if self.why_not else self.path


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptedConversation:
    """A conversation that was cut off, and what is there now to take it up.

    ``agent_session_id`` is the agent's own name for it; ``version_then`` and ``cwd_then`` are what it ran with,
    ``version`` and ``cwd`` what it would run with now; ``environ`` is the agent's environment.
    """

    agent_session_id: str
    version: str
    version_then: str
    cwd: str
    cwd_then: str
    environ: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchRequest:
    """One session that is to be started.

    ``environ`` is the caller's environment, ``token`` marks every process of the session. ``program`` and ``version``
    are those of the agent where it is a program of its own; ``recording`` is the file to play. ``cap_usd`` in dollars,
    None or 0 is no cap; ``work`` is the one folder that the session may write in; ``client`` are the words by which it
    speaks with its guard, without which no action tool runs; ``mcp_file`` hands the memory tools over;
    ``skills_folder`` holds the procedures that it is handed; ``resume`` are the arguments by which a conversation is
    taken up again; ``replay_speed`` 1 is the recording's own time, 0 at once. ``restarted`` are the services that were
    restarted or stopped on somebody's word of late, with when (stored form), and ``planned`` those that the operator
    works on or has muted, for an agent that measures.
    """

    tier: int
    prompt: str
    folder: DataFolder
    session_id: int
    token: str
    settings: Settings
    environ: Mapping[str, str]
    program: str = ""
    version: str = ""
    recording: str = ""
    appended_file: Path | None = None
    work: Path | None = None
    hand_off: Path | None = None
    dry_run: bool = False
    services: Sequence[str] = ()
    cap_usd: float | None = None
    replay_speed: float = 0.0
    client: Sequence[str] = ()
    mcp_file: Path | None = None
    skills_folder: Path | None = None
    resume: Sequence[str] = ()
    restarted: Sequence[tuple[str, str]] = ()
    planned: Sequence[str] = ()


class Agent(ABC):
    """One kind of agent. Instances hold no state: one serves every session, from any thread."""

    name: str
    """The key in settings, on the command line and in the table ``sessions``: lower-case letters, digits and ``-``."""
    title: str
    """What people read, such as “The Claude CLI”."""
    capabilities: AgentCapabilities

    @abstractmethod
    def build_launch(self, request: LaunchRequest) -> ProcessLaunch:
        """The process of one session. Writes nothing. Raises UsageError for a file that is not there."""

    def find_program(
        self, settings: Settings, environ: Mapping[str, str], folder: DataFolder | None = None
    ) -> AgentProgram:
        """What would be started now, or why nothing can be. May start a program: not for a GUI thread.

        ``folder`` is where versions that were asked for are kept. An agent that is a part of ours is always there.
        """
        return AgentProgram()

    def resume_arguments(self, interrupted: InterruptedConversation) -> tuple[tuple[str, ...], str]:
        """The arguments that take a conversation up again; or none, and why in a clause. May read files."""
        return (), "its agent cannot take a conversation up again"

    def bring_files_in(self, environ: Mapping[str, str], config: Path, conversation: str) -> None:  # noqa: B027
        """Copy what a confined session needs of the operator's into its own folder ``config``: the login, and a
        conversation that it takes up again. Raises OSError."""

    def take_files_back(self, environ: Mapping[str, str], config: Path, conversation: str) -> None:  # noqa: B027
        """Take back from a confined session's folder what the operator keeps: a renewed login, its conversation."""

    def interpret_outcome(self, reader: OutcomeReader, ending: ProcessEnding | None) -> SessionOutcome:
        """How a session ended, by all that ``reader`` saw of its stream. ``ending`` None: the recording stopped."""
        return reader.outcome(ending, recording=self.capabilities.plays_recording)
