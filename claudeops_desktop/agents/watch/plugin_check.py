"""What a check of a plugin is: the fields that ``services.toml`` may give it, and one measurement."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from ...core.errors import UsageError
from ...core.extensions.registry import extensions_of
from ...core.messages import UserMessage
from .measurement import CheckFinding
from .model_base import BaseCheck
from .models import MODELS


class PluginCheck(BaseCheck):
    """One kind of check. Its own fields are pydantic fields; ``check`` is a ``Literal`` with its name as the default.

    ``what`` says in a few words what it looks at. ``timeout`` (seconds), ``retries``, ``label`` and ``name`` are there.
    """

    what: ClassVar[str] = ""

    @abstractmethod
    def measure(self) -> CheckFinding:
        """Look once: ``healthy("…")``, ``degraded("…")``, ``down("…")`` or ``unknown("…")`` of ``measurement``.

        It runs on a thread of its own and should keep to ``timeout``; past its limit it is given up.
        """

    @classmethod
    def require_complete(cls, name: str) -> None:
        """Raise UsageError where the class cannot serve as the check of that name."""
        if name in MODELS:
            raise UsageError(UserMessage("There is a check “{name}” already.", name=name))
        if cls.model_fields["check"].is_required() or cls.model_fields["check"].default != name:
            raise UsageError(
                UserMessage(
                    '{name} needs the field check: Literal["{name_2}"] = "{name_2}".', name=cls.__name__, name_2=name
                )
            )
        if not cls.what:
            raise UsageError(UserMessage("{name} does not say what it looks at.", name=cls.__name__))
        if cls.measure is PluginCheck.measure:
            raise UsageError(UserMessage("{name} has no method measure.", name=cls.__name__))
        cls.model_rebuild()


def plugin_checks() -> dict[str, type[PluginCheck]]:
    """The kinds of check that plugins add, by name."""
    found: dict[str, type[PluginCheck]] = extensions_of("checks")
    return found


def check_models() -> dict[str, Any]:
    """The model of every kind of check, the built-in ones first. Loads the plugins."""
    return {**MODELS, **plugin_checks()}


def check_model(kind: str) -> Any:
    """The model of a kind of check, None where there is none. Built-in ones are answered without loading a plugin."""
    return MODELS.get(kind) or plugin_checks().get(kind)
