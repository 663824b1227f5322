"""How this application was installed, so that advice names what the operator has."""

from __future__ import annotations

import os
import shlex
import sys
from enum import StrEnum
from pathlib import Path

from ... import __version__
from ..messages import UserMessage

NAME = "claudeops-desktop"
STARTED_AS = "_CLAUDEOPS_STARTED_AS"
ROOT = Path(__file__).resolve().parents[3]


class InstallKind(StrEnum):
    """The Debian package, a checkout of the sources, or an environment of Python: pipx's or another one."""

    PACKAGE = "package"
    CHECKOUT = "checkout"
    PIPX = "pipx"
    ENVIRONMENT = "environment"


def install_kind() -> InstallKind:
    """How the running program was installed."""
    if getattr(sys, "frozen", False):
        return InstallKind.PACKAGE
    if (ROOT / "scripts" / "setup").exists():
        return InstallKind.CHECKOUT
    return InstallKind.PIPX if (Path(sys.prefix) / "pipx_metadata.json").exists() else InstallKind.ENVIRONMENT


def advise_install(package: str, checkout: str, environment: str) -> str:
    """The advice for the way it was installed."""
    kinds = {InstallKind.PACKAGE: package, InstallKind.CHECKOUT: checkout}
    return kinds.get(install_kind(), environment)


def advise_extra(extra: str) -> UserMessage:
    """Return how an optional extra of pyproject.toml is added to this installation."""
    kind = install_kind()
    if kind is InstallKind.PACKAGE:
        return UserMessage(
            "The Debian package cannot be extended. Install the wheel in its place: `pipx install '{wheel}[{extra}]'`.",
            wheel=f"claudeops_desktop-{__version__}-py3-none-any.whl",
            extra=extra,
        )
    if kind is InstallKind.CHECKOUT:
        return UserMessage("Install it with `{command}`.", command=f"scripts/setup --{extra}")
    # By what it needs, not by our own name: no index of packages has the application.
    wanted = " ".join(shlex.quote(name) for name in _requirements(extra))
    if kind is InstallKind.PIPX:
        return UserMessage("Install it with `{command}`.", command=f"pipx inject {NAME} {wanted}")
    python = shlex.quote(str(Path(sys.prefix) / "bin" / "python"))
    return UserMessage("Install it with `{command}`.", command=f"{python} -m pip install {wanted}")


def _requirements(extra: str) -> list[str]:
    from importlib.metadata import requires

    named = [(name.strip(), why.replace("'", '"')) for name, _, why in (r.partition(";") for r in requires(NAME) or ())]
    return [name for name, why in named if f'extra == "{extra}"' in why]


def fit_commands(text: str) -> str:
    """A text with commands as the operator types them: ``scripts/run`` says by what words it was started."""
    typed = os.environ.get(STARTED_AS)
    return text.replace("`claudeops ", f"`{typed} ") if typed else text
