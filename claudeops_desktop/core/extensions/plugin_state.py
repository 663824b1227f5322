"""Which plugins the operator enabled, and what their files were then: ``plugins.json`` in the data folder."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field

from ..atomic_write import write_whole
from ..errors import EnvironmentFault
from ..messages import UserMessage

OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


class PluginState(Struct, frozen=True):
    """``enabled`` gives the SHA-256 of the files of each folder plugin when it was enabled; ``disabled`` are the
    installed packages that the operator switched off. ``problem`` is why the file could not be used."""

    enabled: Mapping[str, str] = field(default_factory=dict)
    disabled: frozenset[str] = frozenset()
    problem: str = ""


def read_state(root: Path) -> PluginState:
    """The state of a data folder. A file that cannot be trusted enables nothing."""
    path = root / "plugins.json"
    try:
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode) or about.st_uid != os.getuid() or about.st_mode & OTHERS_MAY_WRITE:
            return PluginState(problem=f"{path} can be changed by others, so that no plugin of the folder is loaded.")
        found = json.loads(path.read_text(encoding="utf-8"))
        enabled = {str(name): str(digest) for name, digest in dict(found["enabled"]).items()}
        return PluginState(enabled, frozenset(map(str, found["disabled"])))
    except FileNotFoundError:
        return PluginState()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return PluginState(problem=f"{path} cannot be read ({error}), so that no plugin of the folder is loaded.")


def write_state(root: Path, state: PluginState) -> None:
    """Replace the file in one step. Raises EnvironmentFault."""
    text = json.dumps({"enabled": dict(state.enabled), "disabled": sorted(state.disabled)}, indent=2) + "\n"
    path = root / "plugins.json"
    try:
        write_whole(path, text)
        path.chmod(0o600)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror)
        ) from error
