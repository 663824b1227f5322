"""Turns the start of a session into one in a profile."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ..agents.registry import require_agent
from ..agents.types import ProcessLaunch
from ..confinement.control_sockets import session_sockets, session_variables
from ..confinement.profile import (
    BWRAP,
    CONFIG,
    DOOR,
    ConfinedSession,
    confined_environment,
    make_folders,
    needs_own_pids,
    profile_words,
    shim_words,
)
from ..confinement.shim_start import shim_start
from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from ..core.paths import bundled_path
from .guard_setup import GUARD_FILE, writable_folders
from .setup_types import SessionSetup


def confine_launch(setup: SessionSetup, launch: ProcessLaunch) -> ProcessLaunch:
    """Return the launch of a session's agent in its profile. Make the folders of the profile and copy the login into
    them. Raises EnvironmentFault."""
    place, data = setup.place.absolute(), setup.context.folder.root.absolute()
    bwrap = shutil.which(BWRAP, path=os.environ.get("PATH"))
    try:
        make_folders(place)
        require_agent(setup.agent.name).bring_files_in(
            launch.env, place / CONFIG, resumed_conversation(launch.arguments)
        )
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("The session's folder {place} cannot be made: {why}.", place=place, why=error.strerror)
        ) from error
    if bwrap is None:  # removed since it was tried
        raise EnvironmentFault(UserMessage("bubblewrap is not installed."))
    session = ConfinedSession(
        place=place,
        data=data,
        environ=launch.env,
        hidden=(GUARD_FILE,),
        writable=writable_folders(setup),
        shown=tuple(_shown(launch)),
        sockets=session_sockets(str(place / DOOR), launch.env),
        user=os.geteuid(),
        own_pids=needs_own_pids(),
    )
    words = [*profile_words(session, bwrap), *shim_words(session, shim_start(), str(place / DOOR))]
    return replace(
        launch,
        program=words[0],
        arguments=(*words[1:], launch.program, *launch.arguments),
        env=confined_environment(launch.env, place) | session_variables(launch.env),
        inside=launch.program,
    )


def resumed_conversation(arguments: tuple[str, ...]) -> str:
    """Return the conversation that a launch resumes; "" for none."""
    words = list(arguments)
    return words[words.index("--resume") + 1] if "--resume" in words[:-1] else ""


def _shown(launch: ProcessLaunch) -> Iterator[Path]:
    """Name the folders that stay readable wherever they lie: those of the agent's program, of this application and of
    ``PATH``, the home folder, and the one in which the agent starts."""
    found = [
        Path(launch.program).parent,
        Path(launch.program).resolve().parent,
        bundled_path("prompts").parent,
        Path(__file__).parents[2],
        *map(Path, (sys.prefix, sys.base_prefix, launch.cwd)),
        *map(Path, launch.env.get("PATH", "").split(os.pathsep)),
    ]
    if launch.env.get("HOME"):
        found.append(Path(launch.env["HOME"]))
    yield from (path for path in dict.fromkeys(found) if path.is_absolute() and path.is_dir())
