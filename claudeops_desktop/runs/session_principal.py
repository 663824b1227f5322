"""For whom a session of this computer reads and writes: its agent (X2)."""

from __future__ import annotations

from ..core.errors import UsageError
from ..core.principals import ActingPrincipal, check_principal_name, make_principal
from ..core.settings import Settings


def session_principal(agent: str, settings: Settings) -> ActingPrincipal:
    """The principal of a session: its agent, which sees what is shared, what is its own, and the projects that the
    settings name. One whose name cannot be a principal's sees what is shared alone."""
    try:
        name = check_principal_name(agent)
    except UsageError:
        name = ""
    return make_principal(name, projects_of(settings))


def projects_of(settings: Settings) -> tuple[str, ...]:
    """The projects that the settings name; what is no name is passed over."""
    projects = []
    for project in settings.agent.projects:
        try:
            projects.append(check_principal_name(project))
        except UsageError:
            continue
    return tuple(projects)
