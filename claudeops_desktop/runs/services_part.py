"""The services of a run in its prompt: one line each, what is wrong first, under a budget (S2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from ..core.text_format import format_count
from ..guard.cooldown import CooldownLimits
from ..guard.known_services import UNRESOLVED
from ..memory import one_line, tokens_of
from ..records.health import STATES
from .quote_text import quote_untrusted
from .service_standing import ServicePicture, ServiceStanding, utc_text
from .service_states import NEVER_CHECKED

HEADING = "## Services"


def services_part(
    picture: ServicePicture, services: Sequence[str], now: datetime, budget: int, *, can_ask: bool
) -> str:
    """The section, "" where there is nothing to tell. ``services`` are those that the run is about, () for all;
    ``budget`` in tokens; ``can_ask``: the session has the tool ``list_services``."""
    shown = picture.around(services)
    if not picture.has_file:
        shown = tuple(one for one in shown if one.status != NEVER_CHECKED or not one.checks)
    told = [picture.problem] if picture.problem else []
    if not picture.has_file:
        told.append("There is no services.toml: the application checks this machine alone, and no service of it.")
    lines, room = [HEADING, "", *(told and [" ".join(told), ""])], budget
    room -= tokens_of(len("\n".join(lines)))
    for number, one in enumerate(shown):
        line = describe_standing(one, now, is_subject=one.name in services)
        room -= tokens_of(len(line) + 1)
        if room < 0:
            lines.append(_rest(shown[number:], can_ask=can_ask))
            break
        lines.append(line)
    return "\n".join(lines).strip() if shown or told else ""


def about_line(picture: ServicePicture, services: Sequence[str]) -> str:
    """Which services the run is about, for one line."""
    if services:
        return ", ".join(services)
    if not picture.has_file:
        return "none is set up"
    if picture.problem:
        return "those of services.toml, which cannot be read"
    number = sum(one.is_set_up for one in picture.services)
    return f"all {number} that are set up" if number != 1 else "the one that is set up"


def describe_standing(one: ServiceStanding, now: datetime, *, is_subject: bool = False) -> str:
    """All that is known of how a service stands, in one line."""
    parts = [_state(one, now)]
    if one.maintenance is not None:
        until = f" until {utc_text(one.maintenance.until, now)}" if one.maintenance.until else ""
        parts.append(f"In maintenance{until}: the operator works on it, leave it alone.")
    if one.checks:
        parts.append(f"Checks: {one_line('; '.join(one.checks))}.")
    parts += _cooldown(one, now)
    if one.places:
        parts.append(f"{one_line('; '.join(one.places))}.")
    if is_subject and one.needs:
        parts.append(f"Needs {', '.join(one.needs)}.")
    if is_subject and one.needed_by:
        parts.append(f"Needed by {', '.join(one.needed_by)}.")
    return f"- {one.name}: {' '.join(parts)}"


def describe_limits(limits: CooldownLimits) -> str:
    """``2 restarts in 4 h and 1 redeployment in 24 h``."""
    return (
        f"{format_count(limits.restarts, 'restart')} in {limits.restart_hours:g} h and"
        f" {format_count(limits.redeployments, 'redeployment')} in {limits.redeployment_hours:g} h"
    )


def _state(one: ServiceStanding, now: datetime) -> str:
    if one.name == UNRESOLVED:
        return "what sessions acted on without its being clear on which service; it counts against every one."
    if one.status == NEVER_CHECKED:
        return "not checked yet." if one.checks else "not set up, and never checked."
    since = f" since {utc_text(one.since, now)}" if one.since else ""
    if one.said_by is not None:
        return f"{one.status} by the word of session {one.said_by} at {utc_text(one.checked_at, now)}, not measured."
    checked = f", last checked {utc_text(one.checked_at, now)}"
    seen = f": {quote_untrusted(one.detail)}" if one.detail and one.status != "healthy" else ""
    return f"{one.status}{since}{checked}{seen}."


def _cooldown(one: ServiceStanding, now: datetime) -> list[str]:
    told, used = [], one.cooldown
    if one.own_limits is not None:
        told.append(f"Limits of its own: {describe_limits(one.own_limits)}.")
    if used is None:
        return told
    counts = (
        ("restarts", used.restarts_used, used.restarts_allowed, used.restart_hours, used.restart_free_at),
        ("redeployments", used.redeployments_used, used.redeployments_allowed, used.redeployment_hours,
         used.redeployment_free_at),
    )  # fmt: skip
    for name, number, allowed, hours, free_at in counts:
        if number:
            free = f", the next is free at {utc_text(free_at.isoformat(), now)}" if free_at is not None else ""
            told.append(f"{name.capitalize()} used: {number} of {allowed} in {hours:g} h{free}.")
    return told


def _rest(rest: Sequence[ServiceStanding], *, can_ask: bool) -> str:
    states = Counter(one.status or "not checked yet" for one in rest)
    order = sorted(states, key=lambda state: -STATES.index(state) if state in STATES else 1)
    if len(states) == 1:
        what = f"all {order[0]}" if len(rest) > 1 else order[0]
    else:
        what = ", ".join(f"{states[state]} {state}" for state in order)
    where = ": ask the tool `list_services`" if can_ask else ", which have no room here"
    return f"- and {len(rest)} more, {what}{where}."
