"""Describes a session's environment for its appended prompt, read from the records.

A run and the preview of a run call the same function, so that the preview shows what the agent will read.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime

from ..agents.claude_cli.command import folder_notes, knows_schema
from ..agents.registry import capabilities_of
from ..core.paths import DataFolder
from ..core.principals import acting_as
from ..core.settings import Settings
from ..records.record_books import RecordRepositories
from .confined_part import confined_part
from .decisions_part import decisions_part
from .earlier_tiers_part import earlier_tiers_part
from .escalation import reachable_tiers
from .incident_part import incident_part
from .machine_part import describe_machine
from .notes_part import notes_part
from .prompt import EnvironmentContext, build_env_context, service_names
from .repositories import read_repositories, repositories_part
from .rules_part import rules_part
from .service_standing import picture_services
from .services_part import about_line, services_part
from .session_principal import session_principal
from .session_tools import session_tools

EXCLUDED = "none that a model may be told of (second_look.exclude_services)"


@dataclass(frozen=True, slots=True)
class EnvironmentRequest:
    """The session whose environment is to be described, at ``now`` (UTC).

    ``hand_off`` is the path of the file that the session may leave, told where ``agent_version`` takes no schema;
    ``ceiling`` is the highest tier the run may reach; ``named`` the highest tier that the operator named for this run,
    where it is above ``tier``. ``confined``: it runs in a profile, in which ``work`` and the folders of ``writable``
    can be written (of an unconfined one they are not told). ``run_id`` and ``session_id`` are None in a preview.
    """

    agent: str
    tier: int
    ceiling: int
    dry_run: bool
    services: tuple[str, ...]
    hand_off: str
    now: datetime
    named: int = 0
    agent_version: str = ""
    confined: bool = False
    work: str = ""
    writable: tuple[str, ...] = ()
    run_id: int | None = None
    session_id: int | None = None


def session_environment(
    book: RecordRepositories, folder: DataFolder, settings: Settings, session: EnvironmentRequest
) -> str:
    """All that a session is told beside its memory (S2): where it works, its services and how they stand, what is wrong
    and was tried, how things work, and the notes of the folder that its tier works in.

    Reads the records: call it inside ``store.read`` or on a thread that may wait.
    """
    now, picture = session.now, picture_services(book, folder, settings, session.now)
    asked = service_names(session.services)
    services = picture.excluded.without(asked)
    is_hidden = bool(asked) and not services
    can = capabilities_of(session.agent)
    up = reachable_tiers(session.tier, session.ceiling, settings.approvals, named=max(session.named, session.tier))
    environment = build_env_context(
        EnvironmentContext(
            tier=session.tier,
            dry_run=session.dry_run,
            about=EXCLUDED if is_hidden else about_line(picture, services),
            now=now,
            machine=describe_machine(),
            data_folder=str(folder.root),
            hand_off_file="" if knows_schema(session.agent_version) else session.hand_off,
            max_tier=up.tier,
            asks=up.asks if can.can_escalate and not session.dry_run else (),
        )
    )
    if session.confined:
        environment += "\n" + confined_part(session.tier, session.work, session.writable, is_root=os.geteuid() == 0)
    if not can.takes_prompt:  # the watcher reads no prompt
        return environment
    tools = session_tools(book, folder, settings, tier=session.tier, dry_run=session.dry_run) if can.has_hooks else ()
    parts = [environment]
    if not is_hidden:
        budget = settings.memory.environment_tokens
        parts += [
            services_part(picture, services, now, budget, can_ask="list_services" in tools),
            incident_part(book, picture, folder.check_results, services, now),
        ]
    if session.run_id is not None:
        parts.append(
            earlier_tiers_part(book, settings, lambda: now, session.run_id, session_id=session.session_id or 0)
        )
    with acting_as(session_principal(session.agent, settings)):
        notes = notes_part(folder, settings, services, can_ask="recall" in tools)
    parts += [
        rules_part(
            session.tier,
            settings.approvals,
            picture.limits,
            dry_run=session.dry_run,
            max_tier=up.tier,
            tools=tools,
        ),
        decisions_part(folder, settings, services, can_ask="decisions" in tools),
        notes,
        repositories_part(read_repositories(settings.repositories.folders)),
        folder_notes(settings.tiers.for_tier(session.tier).working_dir),
    ]
    return "\n\n".join(part for part in parts if part)
