"""Libraries that are wanted soon are read before they are imported."""

from __future__ import annotations

import subprocess
import sys

from claudeops_desktop.core.preload import libraries_of, read_ahead


def test_the_compiled_parts_of_a_package_are_found_with_what_its_wheel_brings():
    names = [path.name for path in libraries_of("numpy")]
    assert any(name.startswith("_multiarray_umath") for name in names)
    assert any("openblas" in name for name in names)


def test_what_is_not_there_or_is_all_python_is_nothing_to_read():
    assert read_ahead("no_such_package_anywhere", "peewee", "tomlkit") == 0


def test_nothing_is_imported_for_it():
    program = (
        "import sys; from claudeops_desktop.core.preload import read_ahead\n"
        "assert read_ahead('numpy') > 1_000_000\n"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
