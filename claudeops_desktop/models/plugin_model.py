"""The model of a plugin, as memory asks it: what raises is named, and its plugin is switched off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.extensions.model_provider import ModelProvider, ModelRequest
from ..core.extensions.registry import current_registry, extensions_of
from ..core.settings.groups import ModelSettings
from .base import LanguageModel, ModelAnswer, ModelFault
from .spend_cap import UnavailableModel


class GuardedModel:
    """Stands before the model of a plugin."""

    def __init__(self, kind: str, model: LanguageModel) -> None:
        self._kind = kind
        self._model = model

    @property
    def name(self) -> str:
        """How the model is called in records."""
        return str(self._model.name)

    def ask(
        self, prompt: str, *, system: str = "", schema: Mapping[str, Any] | None = None, timeout_s: float | None = None
    ) -> ModelAnswer:
        """Ask once. Raises ModelFault, also where the plugin's code fails."""
        if why := current_registry().failure_of("models", self._kind):
            raise ModelFault(why)
        try:
            answer = self._model.ask(prompt, system=system, schema=schema, timeout_s=timeout_s)
            if not isinstance(answer, ModelAnswer):
                raise TypeError(f"ask returned {type(answer).__name__}, not a ModelAnswer")
        except ModelFault:
            raise
        except Exception as error:
            raise ModelFault(current_registry().switch_off("models", self._kind, error)) from error
        return answer


def model_of_plugin(settings: ModelSettings, environ: Mapping[str, str]) -> LanguageModel:
    """The model of the plugin that ``model.kind`` names; one that says why it cannot be asked where it is not there."""
    provider: ModelProvider | None = extensions_of("models").get(settings.kind)
    if provider is None:
        why = current_registry().failure_of("models", settings.kind)
        why = why or f"The model “{settings.kind}” of model.kind is not there: its plugin is off or gone."
        return UnavailableModel(settings.kind, why, "See `claudeops plugins list`, or choose another model.kind.")
    request = ModelRequest(settings.name, settings.url, settings.timeout_s, environ)
    try:
        return GuardedModel(settings.kind, provider.open_model(request))
    except Exception as error:
        return UnavailableModel(settings.kind, current_registry().switch_off("models", settings.kind, error))
