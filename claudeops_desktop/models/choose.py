"""Which model helps memory, by the settings (``model.*``)."""

from __future__ import annotations

import os
from collections.abc import Mapping

from ..core.clock import Clock, utc_now
from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from ..core.secrets import keyring_store
from ..core.settings import Settings
from .base import LanguageModel, ModelFault
from .permission import is_allowed
from .plugin_model import model_of_plugin
from .spend_cap import CappedModel, ModelSpend, UnavailableModel


def choose_model(
    settings: Settings, folder: DataFolder, environ: Mapping[str, str] | None = None, clock: Clock = utc_now
) -> LanguageModel | None:
    """The model of the settings under its day's cap, or None where the operator has not allowed one.

    One that is allowed but cannot be asked (no CLI, no address, no name) says why at each question, as a ModelFault:
    the rules serve then. May start the CLI once to ask its version: not for a GUI thread.
    """
    return model_to_try(settings, folder, environ, clock) if is_allowed(settings) else None


def model_to_try(
    settings: Settings, folder: DataFolder, environ: Mapping[str, str] | None = None, clock: Clock = utc_now
) -> LanguageModel:
    """The same without asking whether it is allowed: for a test by the operator's own hand."""
    environ = os.environ if environ is None else environ
    own = settings.model
    if own.kind == "cli":
        model = _cli(settings, folder, environ)
    elif own.kind == "endpoint":
        model = _endpoint(settings, environ)
    else:
        model = model_of_plugin(own, environ)
    return CappedModel(model, ModelSpend(folder, clock), own.day_usd)


def _cli(settings: Settings, folder: DataFolder, environ: Mapping[str, str]) -> LanguageModel:
    from ..agents.claude_cli.installation import find_claude
    from .cli import DEFAULT_NAME, CliModel

    own = settings.model
    claude = find_claude(settings.agent.claude_path, environ, folder.root / "agents.json")
    if not claude.program:
        return UnavailableModel(f"claude:{own.name or DEFAULT_NAME}", claude.why_not)
    environ = {**environ, **settings.agent.extra_env}
    return CliModel(
        *(claude.program, claude.version, environ),
        model=own.name or DEFAULT_NAME,
        timeout_s=own.timeout_s,
        cap_usd=own.day_usd or None,
        data_dir=str(folder.root),
    )


def _endpoint(settings: Settings, environ: Mapping[str, str]) -> LanguageModel:
    from .endpoint import EndpointModel

    own = settings.model
    if not own.url:
        return UnavailableModel(own.name or "endpoint", "No address of a model is set.", "Set model.url, up to /v1.")
    if not own.url.startswith(("http://", "https://")):
        return UnavailableModel(
            own.name or "endpoint", f"{own.url} is not a valid URL.", "Set model.url, beginning with http or https."
        )
    if not own.name:
        return UnavailableModel("endpoint", "No name of a model is set.", "Set model.name.")

    def key() -> str | None:
        try:
            return keyring_store.get_secret(keyring_store.MODEL_KEY, environ)
        except EnvironmentFault as fault:
            raise ModelFault(
                UserMessage("The key of the model could not be read. {fault}", fault=fault), fault.remedy
            ) from fault

    return EndpointModel(own.url, own.name, key=key, timeout_s=own.timeout_s)
