"""The rules that the guard of one session goes by, from the settings and the services (S10, S11)."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex

from ..guard.cooldown import limits_of
from ..guard.masks import fingerprints
from ..guard.policy import GuardPolicy
from ..paths import DataFolder
from ..settings import Settings

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
        services=service_of_parts(folder.services_file),
        stop_at_refusal=settings.run.stop_at_refusal,
        allowed=() if dry_run else settings.tiers.of(tier).allowed_tools,
        secret_variables=settings.logs.secret_variables,
        salt=salt,
        secrets=fingerprints(secrets, salt),
    )


def service_of_parts(services_file: Path) -> dict[str, str]:
    """Units and containers by name → the service that they belong to, as ``services.toml`` has it."""
    if not services_file.exists():
        return {}
    from ..watch.services import ServicesError, load_services  # its models take a while to load

    try:
        checks = load_services(services_file).checks
    except ServicesError as error:
        log.warning("the guard knows no services: %s", error)
        return {}
    found: dict[str, str] = {}
    for check in checks:
        for part in (getattr(check, "unit", ""), getattr(check, "container", "")):
            if part:
                found.setdefault(part.lower().removesuffix(".service"), check.name)
    return found
