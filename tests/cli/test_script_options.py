"""What scripts rely on: JSON Lines, exit codes of checks, and output that cannot be written."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.full_device import NEEDS_FULL_DEVICE

PROGRAM = [sys.executable, "-m", "claudeops_desktop"]
ROOT = Path(__file__).parents[2]


def test_json_lines_are_one_row_a_line(claudeops):
    answer = claudeops("settings", "list", "--jsonl")
    rows = [json.loads(line) for line in answer.out.splitlines()]
    assert rows == claudeops("settings", "list", "--json").json
    assert claudeops("--jsonl", "settings", "list").out == answer.out


def test_a_single_document_is_one_line(claudeops):
    (line,) = claudeops("settings", "get", "memory.budget", "--jsonl").out.splitlines()
    assert json.loads(line)["name"] == "memory.budget"


def test_an_error_is_one_line_too(claudeops):
    answer = claudeops("settings", "get", "no.such", "--jsonl")
    (line,) = answer.out.splitlines()
    assert answer.code == json.loads(line)["exit_code"] == 2


def test_version_has_a_short_form(claudeops):
    assert claudeops("-V").out == claudeops("--version").out


@pytest.mark.slow
def test_help_lists_commands_under_headings_and_leaves_none_out(claudeops):
    from claudeops_desktop.cli.main import MODULES, SECTIONS

    placed = [name for names in SECTIONS.values() for name in names.split()]
    former = {"telemetry", "coming"}  # not listed
    assert sorted(placed) == sorted(MODULES.keys() - former)
    shown = claudeops("--help").out
    assert [line for line in shown.splitlines() if line.rstrip(":") in SECTIONS] == [f"{name}:" for name in SECTIONS]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [["settings", "list"], ["settings", "list", "--json"], ["--help"], ["memory", "list"]]
)
@pytest.mark.parametrize("redirection", [pytest.param(">/dev/full", marks=NEEDS_FULL_DEVICE), ">&-"])
def test_output_that_cannot_be_written_is_no_bug(data_dir, words, redirection):
    command = f"{shlex.join([*PROGRAM, *words])} {redirection}"
    environ = dict(os.environ) | {"CLAUDEOPS_DATA_DIR": str(data_dir), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", command], env=environ, capture_output=True, text=True, timeout=120, check=False)
    assert "bug" not in done.stderr and "Traceback" not in done.stderr and "Exception" not in done.stderr
    if redirection == ">/dev/full":
        assert done.returncode == 1
        assert done.stderr.splitlines() == ["The output cannot be written: No space left on device."]
    else:
        assert done.returncode == 0


def test_verbose_tells_on_stderr_and_leaves_the_document_alone(claudeops):
    plain, verbose = claudeops("settings", "list", "--json"), claudeops("--verbose", "settings", "list", "--json")
    assert (verbose.code, verbose.json) == (0, plain.json)


def test_health_with_fail_ends_with_1_where_a_service_is_down(claudeops, data_dir):
    from claudeops_desktop.core.clock import utc_now
    from claudeops_desktop.core.paths import DataFolder
    from claudeops_desktop.records.record_books import RecordRepositories
    from claudeops_desktop.storage import open_store

    def note(status: str) -> None:
        store = open_store(DataFolder(data_dir))
        health = RecordRepositories(store).health
        seen = {"session_id": None, "check_type": "http", "detail": "seen", "response_ms": 5, "measured": True}
        store.write(lambda: health.add(service="web", status=status, now=utc_now(), **seen)).result()
        store.close()

    (data_dir / "services.toml").write_text('[[service]]\nname = "web"\ncheck = "http"\nurl = "http://127.0.0.1:9/"\n')
    note("healthy")
    assert claudeops("health", "--fail").code == 0
    note("down")
    assert claudeops("health", "--fail").code == 1
    assert claudeops("health", "web", "--fail", "--json").code == 1
    assert claudeops("health").code == 0
