"""The rules that the guard of one session goes by, from the settings and the services (S10, S11)."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex

from ..core.paths import DataFolder
from ..core.settings import Settings
from ..guard.cooldown import limits_of
from ..guard.known_services import KnownService, services_of_file
from ..guard.policy import UPDATED, GuardPolicy
from ..guard.redaction import fingerprints
from ..guard.server_store import package_folders
from ..knowledge import open_knowledge
from ..storage.store_place import server_of
from .confinement import NOT_HELD, SessionConfinement

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GuardedSession:
    """The session that a policy is for. ``work`` is the one folder that it may write in; ``skills`` and
    ``skills_folder`` are the procedures that it is handed. The rest is as in ``GuardPolicy``."""

    run_id: int
    session_id: int
    tier: int
    dry_run: bool
    work: Path
    skills: tuple[str, ...] = ()
    skills_folder: Path | None = None
    form: str = UPDATED
    mcp: tuple[str, ...] = ()
    compact: tuple[str, ...] = ()
    mark: Mapping[str, str] = field(default_factory=dict)
    confinement: SessionConfinement = NOT_HELD
    writable: tuple[str, ...] = ()


def guard_policy(
    folder: DataFolder, settings: Settings, session: GuardedSession, secrets: Iterable[str] = ()
) -> GuardPolicy:
    """What a session of this tier may do. Reads ``services.toml``. Of ``secrets`` it holds fingerprints only.

    In tier 1, which only looks, nothing is asked about that nobody can judge where the operating system does not hold
    it, though the operator wishes that: it is refused.
    """
    asks, salt = settings.approvals, token_hex(16)
    asks_less = session.confinement.weaker and session.tier == 1
    server = server_of(folder)
    return GuardPolicy(
        session_id=session.session_id,
        run_id=session.run_id,
        tier=session.tier,
        dry_run=session.dry_run,
        database=str(folder.database.absolute()),
        store=server.text if server is not None else "",
        packages=package_folders() if server is not None else (),
        data_folder=str(folder.root.absolute()),
        work=str(session.work.absolute()),
        restart=asks.restart,
        redeploy=asks.redeploy,
        destructive=asks.destructive,
        unknown="never" if asks_less else asks.unknown,
        stop=asks.stop,
        host=asks.host,
        disclose="never" if asks_less else asks.disclose,
        wait_minutes=asks.wait_minutes,
        limits=limits_of(settings.cooldowns),
        known=known_services(folder.services_file),
        stop_at_refusal=settings.run.stop_at_refusal,
        allowed=() if session.dry_run else settings.tiers.for_tier(session.tier).allowed_tools,
        forbidden=settings.tiers.for_tier(session.tier).disallowed_tools,
        secret_variables=settings.logs.secret_variables,
        salt=salt,
        secrets=fingerprints(secrets, salt),
        skills=session.skills,
        skills_folder=str(session.skills_folder.absolute()) if session.skills_folder else "",
        form=session.form,
        mcp=session.mcp,
        compact=session.compact,
        mark=dict(session.mark),
        confined=session.confinement.confined,
        writable=session.writable,
        knowledge_folder=str(open_knowledge(folder, settings).root.absolute()),
    )


def known_services(services_file: Path) -> tuple[KnownService, ...]:
    """The services that ``services.toml`` names, with their containers, units and other names.

    One bad entry hides no other. A file that cannot be read is logged, and no service is known.
    """
    try:
        return services_of_file(str(services_file))
    except (OSError, ValueError) as error:
        log.warning("the guard knows no services: %s cannot be read: %s", services_file, error)
        return ()
