"""The environment part of a session's appended prompt, read from the records: the run and the preview tell the same."""

from __future__ import annotations

from datetime import datetime

from ..agent.command import folder_notes
from ..paths import DataFolder
from ..records.book import Book
from ..settings import Settings
from .cooldown import LONGEST_WINDOW, standing
from .prompt import build_env_context


def session_environment(
    book: Book,
    folder: DataFolder,
    settings: Settings,
    *,
    agent: str,
    tier: int,
    ceiling: int,
    dry_run: bool,
    services: tuple[str, ...],
    hand_off: str,
    now: datetime,
) -> str:
    """Tier, dry run, services, cooldowns in force at ``now`` (S2), and the notes of the folder the tier works in.

    Reads the records: call inside ``store.read`` or on a thread of your own. ``hand_off`` is the path of the file that
    the session may leave.
    """
    environment = build_env_context(
        tier=tier,
        dry_run=dry_run,
        services=services,
        cooldowns=standing(book.cooldowns.counting(now - LONGEST_WINDOW), now),
        data_folder=str(folder.root),
        hand_off_file=hand_off,
        max_tier=ceiling,
    )
    notes = folder_notes(settings.tiers.of(tier).working_dir) if agent == "claude" else ""
    return f"{environment}\n\n{notes}" if notes else environment
