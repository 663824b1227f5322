"""The one answer that decides whether a model is asked by the application itself (setting ``model.allowed``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.settings.file import SettingsService
    from ..core.settings.groups import Settings

NOT_ASKED = "No model is asked: whether one may is not answered yet."
REFUSED = "No model is asked: model.allowed is no."
HOW_TO_ALLOW = "Allow it: claudeops settings set model.allowed yes"


def is_allowed(settings: Settings) -> bool:
    """Tell whether a model may be asked."""
    return settings.model.allowed == "yes"


def why_not(settings: Settings) -> str:
    """Say why no model is asked, "" where one may be."""
    if is_allowed(settings):
        return ""
    return REFUSED if settings.model.allowed == "no" else NOT_ASKED


def answer(service: SettingsService, *, yes: bool) -> None:
    """Write the operator's answer. Raises UsageError and EnvironmentFault; not for a GUI thread."""
    service.change("model.allowed", "yes" if yes else "no")
