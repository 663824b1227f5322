"""Starts the first program inside the profile: as a file by a bare interpreter, or by the frozen program."""

from __future__ import annotations

import sys
from pathlib import Path

COMMAND = "confine"


def shim_start() -> list[str]:
    """Return the words that start ``shim``; its own follow them."""
    if getattr(sys, "frozen", False):
        return [sys.executable, COMMAND]
    return [sys.executable, "-I", "-S", str(Path(__file__).with_name("shim.py"))]
