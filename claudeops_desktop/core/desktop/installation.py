"""How this application was installed, so that advice names what the operator has."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path

STARTED_AS = "_CLAUDEOPS_STARTED_AS"
ROOT = Path(__file__).resolve().parents[3]


class InstallKind(StrEnum):
    """The Debian package, a checkout of the sources, or an environment of Python (pip, pipx)."""

    PACKAGE = "package"
    CHECKOUT = "checkout"
    ENVIRONMENT = "environment"


def install_kind() -> InstallKind:
    """How the running program was installed."""
    if getattr(sys, "frozen", False):
        return InstallKind.PACKAGE
    return InstallKind.CHECKOUT if (ROOT / "scripts" / "setup").exists() else InstallKind.ENVIRONMENT


def advise_install(package: str, checkout: str, environment: str) -> str:
    """The advice for the way it was installed."""
    given = {InstallKind.PACKAGE: package, InstallKind.CHECKOUT: checkout, InstallKind.ENVIRONMENT: environment}
    return given[install_kind()]


def fit_commands(text: str) -> str:
    """A text with commands as the operator types them: ``scripts/run`` says by what words it was started."""
    typed = os.environ.get(STARTED_AS)
    return text.replace("`claudeops ", f"`{typed} ") if typed else text
