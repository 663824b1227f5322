"""What the operator should know of a run before it starts, told as the choices are made."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from ...agents.registry import agent_named, capabilities_of
from ...core.clock import utc_now
from ...core.settings import LimitSettings
from ...core.usage_window import read_window
from ...runs.request import RunRequest
from ..app_context import AppContext
from ..text import formatting
from ..text.spend_text import SpendSummary, cap_sentences
from ..text.translation import tr

if TYPE_CHECKING:
    from ...agents.registry import AgentRegistry


def agent_problem(agent: str, agents: AgentRegistry | None) -> str:
    """Why a run with this agent cannot start at all; nothing where it can."""
    found = agent_named(agent)
    why = agents.why_unavailable(agent) if agents is not None else ""
    return tr("{agent} cannot run: {reason}", agent=found.title, reason=why) if found is not None and why else ""


def preflight_warnings(
    agent: str,
    agents: AgentRegistry | None,
    services: Sequence[str],
    *,
    known: AbstractSet[str],
    checked: Sequence[str] | None,
    spend: SpendSummary,
    limits: LimitSettings,
) -> list[str]:
    """Sentences, none where all is well. ``known`` are the services ever checked, ``checked`` those that the watcher
    has checks for (None: not known)."""
    said = [why] if (why := agent_problem(agent, agents)) else []
    if capabilities_of(agent).costs_money:
        said += [sentence for _, sentence in cap_sentences(spend, limits)]
    if capabilities_of(agent).measures and checked is not None:
        unknown = [service for service in services if service not in checked]
        if unknown:
            said.append(tr("The watcher has no check for {names}.", names=formatting.format_names(unknown)))
    elif known:
        unknown = [service for service in services if service not in known]
        if unknown:
            said.append(
                tr(
                    "{names}: not known yet. The agent has to find it by itself.",
                    names=formatting.format_names(unknown),
                )
            )
    return said


def preview_request(request: RunRequest) -> tuple[object, ...]:
    """What the text that goes along depends on."""
    return request.tier, request.agent, request.services, request.dry_run


def load_spend(desk: AppContext) -> SpendSummary:
    """What was spent today and this month; a question to the records."""
    book, now = desk.book, utc_now()
    return SpendSummary(book.spend.today(now), book.spend.month(now), window=read_window(desk.folder.root))


def load_checked_services(desk: AppContext) -> tuple[str, ...]:
    """The names of the services that the watcher checks; reads a file."""
    from ...agents.watch.services import load_services

    return load_services(desk.folder.services_file).names
