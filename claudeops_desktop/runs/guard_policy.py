"""The rules that the guard of one session goes by, from the settings and the services (S10, S11)."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex

from ..core.paths import DataFolder
from ..core.settings import Settings
from ..guard.cooldown import limits_of
from ..guard.known_services import KnownService, services_of_file
from ..guard.policy import GuardPolicy
from ..guard.redaction import fingerprints

log = logging.getLogger(__name__)


def guard_policy(
    folder: DataFolder,
    settings: Settings,
    *,
    run_id: int,
    session_id: int,
    tier: int,
    dry_run: bool,
    hand_off: Path,
    secrets: Iterable[str] = (),
) -> GuardPolicy:
    """What a session of this tier may do. Reads ``services.toml``. Of ``secrets`` it holds fingerprints only."""
    asks, salt = settings.approvals, token_hex(16)
    return GuardPolicy(
        session_id=session_id,
        run_id=run_id,
        tier=tier,
        dry_run=dry_run,
        database=str(folder.database.absolute()),
        data_folder=str(folder.root.absolute()),
        hand_off=str(hand_off.absolute()),
        restart=asks.restart,
        redeploy=asks.redeploy,
        destructive=asks.destructive,
        unknown=asks.unknown,
        stop=asks.stop,
        host=asks.host,
        disclose=asks.disclose,
        wait_minutes=asks.wait_minutes,
        limits=limits_of(settings.cooldowns),
        known=known_services(folder.services_file),
        stop_at_refusal=settings.run.stop_at_refusal,
        allowed=() if dry_run else settings.tiers.for_tier(tier).allowed_tools,
        secret_variables=settings.logs.secret_variables,
        salt=salt,
        secrets=fingerprints(secrets, salt),
    )


def known_services(services_file: Path) -> tuple[KnownService, ...]:
    """The services that ``services.toml`` names, with all that they go by. One bad entry hides no other."""
    try:
        return services_of_file(str(services_file))
    except (OSError, ValueError) as error:
        log.warning("the guard knows no services: %s cannot be read: %s", services_file, error)
        return ()
