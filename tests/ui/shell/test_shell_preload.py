"""Pages are imported before they are asked for, in pieces that hold the window for a moment only."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys

import pytest

from claudeops_desktop.ui.pages import PAGES
from claudeops_desktop.ui.shell import page_stack

IN_PIECES = """
import importlib, sys
from claudeops_desktop.ui.shell import page_stack
for name in page_stack.MODULES_BELOW_PAGES:
    importlib.import_module(name)
before = set(sys.modules)
for name in ("memories", "sessions"):
    importlib.import_module(f"claudeops_desktop.ui.pages.{name}.page")
print(*sorted(set(sys.modules) - before))
"""


def test_every_page_is_among_what_is_imported_beforehand():
    there = []
    for name in page_stack.modules_to_preload():
        importlib.import_module(name)  # as the window does: what is in a package is known once that is there
        there.append(name)
    assert {entry.module for entry in PAGES} <= set(there)


@pytest.mark.slow
def test_a_page_brings_along_nothing_of_memory_runs_and_exports_once_what_is_under_it_is_there():
    env = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", IN_PIECES], env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    brought = done.stdout.split()
    assert "claudeops_desktop.ui.pages.memories.page" in brought
    parts = tuple(f"claudeops_desktop.{part}." for part in ("memory", "language", "export", "agents", "models"))
    assert [name for name in brought if name.startswith(parts)] == []
