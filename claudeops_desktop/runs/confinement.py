"""Decides how the operating system confines a session: by the setting, and by what this computer can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..agents.registry import capabilities_of, require_agent
from ..confinement.probe import probe_profile
from ..confinement.profile import CONFIG
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from ..core.settings import Settings
from ..records.sessions import ConfinementState

SWITCHED_OFF = "Confinement is switched off (safety.confinement)."
ACTING_TIER = 2


@dataclass(frozen=True, slots=True)
class SessionConfinement:
    """The state of a session as it is recorded, and why it is not confined. ``weaker``: the operator wants it confined
    and this computer cannot do it, so its guard refuses what it would otherwise ask about."""

    state: str = ""
    why_not: str = ""
    weaker: bool = False

    @property
    def confined(self) -> bool:
        """Tell whether it runs in a profile."""
        return self.state == ConfinementState.CONFINED


NOT_HELD = SessionConfinement()
"""For an agent without a guard: nothing is recorded."""


def decide_confinement(settings: Settings, folder: DataFolder, agent: str) -> SessionConfinement:
    """Decide by the setting and by what this computer can do. Waits for a process. Raises OperatorError where a session
    may only run confined, and cannot.

    An agent without a guard is not confined: it is part of this application, or a program that the operator vouches
    for, and it has no broker that could act for it outside.
    """
    if not capabilities_of(agent).has_hooks:
        return NOT_HELD
    wanted = settings.safety.confinement
    if wanted == "off":
        return SessionConfinement(ConfinementState.UNCONFINED, SWITCHED_OFF)
    found = probe_profile(folder)
    if found.works:
        return SessionConfinement(ConfinementState.CONFINED)
    if wanted == "required":
        raise OperatorError(
            UserMessage("No session starts unconfined (safety.confinement): {why}", why=found.why_not), found.remedy
        )
    return SessionConfinement(ConfinementState.UNCONFINED, found.why_not, weaker=True)


def would_be_confined(settings: Settings, folder: DataFolder, agent: str) -> bool:
    """Tell whether a session that began now would run in a profile. Waits for a process."""
    try:
        return decide_confinement(settings, folder, agent).confined
    except OperatorError:  # none would begin
        return False


def tier_folders(
    settings: Settings, tier: int, environ: Mapping[str, str], data: Path, *, dry_run: bool
) -> tuple[Path, ...]:
    """Return the operator's folders that a session of this tier may write: the working folder of its tier, where one is
    chosen that holds neither the home folder nor the application's data."""
    chosen = settings.tiers.for_tier(tier).working_dir
    if tier < ACTING_TIER or dry_run or not chosen:
        return ()
    folder = Path(chosen).expanduser().resolve()
    kept = (Path(environ.get("HOME") or Path.home()).resolve(), data.resolve())
    return (folder,) if folder.is_dir() and not any(path.is_relative_to(folder) for path in kept) else ()


@dataclass(frozen=True, slots=True)
class KeptFiles:
    """The files of a confined session's folder that are kept: a renewed login and its conversation. ``environ`` is the
    agent's as it would be unconfined."""

    agent: str
    environ: Mapping[str, str]
    place: Path

    def take_back(self, conversation: str) -> None:
        """Copy them to where the agent will look for them."""
        require_agent(self.agent).take_files_back(self.environ, self.place.absolute() / CONFIG, conversation)
