"""A command does not load the driver of PostgreSQL for a store in a file."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.file_only("a command over a server loads the driver")
@pytest.mark.parametrize("words", [["memory", "list"], ["sessions", "list"]])
def test_a_command_over_a_file_loads_no_driver_of_a_server(tmp_path, words):
    command = [sys.executable, "-X", "importtime", "-m", "claudeops_desktop", "--data-dir", str(tmp_path), *words]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert "peewee" in loaded
    assert "psycopg.pq" not in loaded


@pytest.mark.slow
def test_peewee_finds_none_and_others_do():
    code = (
        "from claudeops_desktop.core.peewee_import_hook import keep_peewee_alone; keep_peewee_alone();"
        "import peewee, sys; print('psycopg' in sys.modules); import psycopg; print(psycopg.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=120)
    assert done.stdout == "False\npsycopg\n", done.stderr
