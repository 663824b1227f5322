"""Takes the application's own variables and the keys of a model out of what other programs inherit."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.paths import DATA_DIR_VARIABLE, PREFIX
from .types import TOKEN_VARIABLE

_MODEL_KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN")


def without_model_keys(environ: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without the keys of a model, for a program that asks none."""
    return {name: value for name, value in environ.items() if name not in _MODEL_KEYS}


def check_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for the programs of a check: this process's own, less our settings and secrets and the
    keys of a model. What tells whose process it is stays."""
    kept = (TOKEN_VARIABLE, DATA_DIR_VARIABLE)
    return {
        name: value
        for name, value in without_model_keys(environ).items()
        if name in kept or not name.startswith(PREFIX)
    }
