"""The order of the house is a contract: the layers, Qt and peewee at their edges, the watcher on its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_import_contracts_hold():
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "0 broken" in done.stdout


def test_no_gpl_only_part_of_qt_is_used():
    for source in (ROOT / "claudeops_desktop").rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        for module in ("QtCharts", "QtGraphs", "QtDataVisualization", "QtHttpServer", "QtQuick3D", "QtVirtualKeyboard"):
            assert f"PySide6.{module}" not in text, source
