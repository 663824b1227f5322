"""The guard of one session, made ready: its rules on disk, and the process that runs commands on services outside."""

from __future__ import annotations

from collections.abc import Iterable

from ..agents.outside_process import OutsideProcess
from ..guard.outside import launch_words
from ..guard.policy import write_policy
from .guard_policy import GuardedSession, guard_policy
from .session_skills import HandedSkills
from .setup_types import SessionSetup

GUARD_FILE = "guard.json"
ACTS_FROM = 2  # the lowest tier that acts on services
NOT_OUTSIDE = "This session cannot act on services: what it starts would end with it. See the log for the reason."


def write_guard(
    setup: SessionSetup, skills: HandedSkills, secrets: Iterable[str], warnings: list[str]
) -> OutsideProcess | None:
    """Write the rules of a session's guard; where it may act on services, start what runs its commands outside.

    Where that does not start, the guard refuses such commands and a warning says so. Waits for the start of a process.
    Raises EnvironmentFault.
    """
    acts = setup.agent.capabilities.has_hooks and setup.tier >= ACTS_FROM and not setup.dry_run
    guarded = GuardedSession(
        setup.run_id,
        setup.session_id,
        setup.tier,
        setup.dry_run,
        setup.work,
        skills.names,
        skills.folder,
        str(setup.place.absolute()) if acts else "",
    )
    policy = guard_policy(setup.context.folder, setup.settings, guarded, secrets)
    file = setup.place / GUARD_FILE
    write_policy(file, policy)
    if not acts:
        return None
    outside = OutsideProcess(launch_words(str(file.absolute())), setup.context.environ)
    if outside.started:
        return outside
    write_policy(file, policy._replace(outside=""))
    warnings.append(NOT_OUTSIDE)
    return None
