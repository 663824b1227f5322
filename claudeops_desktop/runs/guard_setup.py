"""The guard of one session, made ready: its rules on disk, and its broker, which decides and runs what may act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ..agents.broker_process import BrokerProcess
from ..agents.claude_cli.cli_versions import updates_input
from ..agents.claude_cli.memory_tools import server_words
from ..agents.types import TOKEN_VARIABLE
from ..guard.broker_words import DOOR, client_words, own_words
from ..guard.policy import NAMED, UPDATED, write_policy
from .confinement import tier_folders
from .guard_policy import GuardedSession, guard_policy
from .session_skills import HandedSkills
from .setup_types import SessionSetup

GUARD_FILE = "guard.json"


def client_of(setup: SessionSetup) -> tuple[str, ...]:
    """The words by which a session starts the client of its broker."""
    return client_words(str((setup.place / DOOR).absolute()))


def writable_folders(setup: SessionSetup) -> tuple[Path, ...]:
    """The folders of the operator's that a confined session may write, besides its own."""
    if not setup.confinement.confined:
        return ()
    environ, data = setup.context.environ, setup.context.folder.root
    return tier_folders(setup.settings, setup.tier, environ, data, dry_run=setup.dry_run)


def start_broker(
    setup: SessionSetup,
    skills: HandedSkills,
    tools: Sequence[str],
    secrets: Iterable[str],
    environ: Mapping[str, str],
) -> BrokerProcess | None:
    """Write the rules of a session's guard and start its broker; None for an agent that asks nobody.

    ``tools`` are the memory tools that the session is handed, ``environ`` is the agent's environment. It is not waited
    for. Raises EnvironmentFault: without a broker there is no session.
    """
    if not setup.agent.capabilities.has_hooks:
        return None
    folder = setup.context.folder
    guarded = GuardedSession(
        run_id=setup.run_id,
        session_id=setup.session_id,
        tier=setup.tier,
        dry_run=setup.dry_run,
        work=setup.work,
        skills=skills.names,
        skills_folder=skills.folder,
        form=UPDATED if updates_input(setup.agent.version) else NAMED,
        mcp=server_words(folder, dry_run=setup.dry_run, tools=tools) if tools else (),
        compact=own_words(
            *("observe", "--hook", "--database", str(folder.database.absolute()), "--session", str(setup.session_id))
        ),
        mark={TOKEN_VARIABLE: setup.token},
        confinement=setup.confinement,
        writable=tuple(map(str, writable_folders(setup))),
    )
    file = setup.place / GUARD_FILE
    write_policy(file, guard_policy(folder, setup.settings, guarded, secrets))
    return BrokerProcess(own_words("guard", "--broker", str(file.absolute())), environ)
