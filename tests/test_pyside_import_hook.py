"""What is imported beside Qt is imported as Python does it."""

from __future__ import annotations

import subprocess
import sys

import pytest

TOUCHY = """
def __getattr__(name):
    raise ImportError(f"asked for {name} by an import")
"""


@pytest.mark.slow
def test_no_import_asks_a_module_for_anything_in_a_process_with_qt(tmp_path):
    (tmp_path / "touchy.py").write_text(TOUCHY)
    code = "import sys, claudeops_desktop.app; sys.path.insert(0, sys.argv[1]); import touchy; print(touchy.__name__)"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], check=False, capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "touchy\n", done.stderr
