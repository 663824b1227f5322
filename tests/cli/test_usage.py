"""Words, exit codes, ``--data-dir`` and what stays unimported."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from claudeops_desktop.cli.argument_words import take_data_dir
from claudeops_desktop.cli.main import MODULES
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import store_place

FORMER = {"telemetry": "activity-log", "coming": "reminders"}


@pytest.mark.slow
def test_help_names_every_group_but_no_former_name(claudeops):
    answer = claudeops("--help")
    assert answer.code == 0
    assert {name for name in MODULES if f"  {name} " not in answer.out} == set(FORMER)


@pytest.mark.parametrize(("former", "name"), sorted(FORMER.items()))
def test_a_former_name_has_the_same_help(claudeops, former, name):
    said, wanted = claudeops(former, "--help"), claudeops(name, "--help")
    assert said.code == wanted.code == 0
    assert said.out == wanted.out.replace(f"claudeops {name}", f"claudeops {former}")


@pytest.mark.parametrize("group", sorted(MODULES))
def test_every_group_has_help(claudeops, group):
    assert claudeops(group, "--help").out.startswith(f"Usage: claudeops {group}")


@pytest.mark.parametrize("words", [("lsit",), ("memory", "lsit"), ("memory", "rm"), ("events", "list", "--loud")])
def test_wrong_usage_is_2_one_sentence_and_where_to_look(claudeops, words):
    answer = claudeops(*words)
    assert (answer.code, answer.out) == (2, "")
    assert "--help`" in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [("sessions", "show", "9" * 21), ("events", "ack", "9" * 19), ("memory", "history", "9" * 40),
     ("events", "list", "--since", "99999999w"), ("events", "list", "--limit", "9" * 20)],
)  # fmt: skip
def test_a_number_that_nothing_can_hold_is_a_mistake_in_the_words(claudeops, words):
    answer = claudeops(*words)
    assert (answer.code in (1, 2), answer.out, answer.err.count("\n")) == (True, "", 1)
    assert "bug" not in answer.err


def test_with_json_an_error_is_one_document_too(claudeops):
    answer = claudeops("memory", "rm", "9", "--json")
    assert answer.json == {"error": "There is no memory 9.", "remedy": "See `memory list`.", "exit_code": 1}


@pytest.mark.slow
def test_the_data_folder_is_taken_before_or_after_the_command(claudeops, tmp_path):
    there = tmp_path / "there"
    assert claudeops("--data-dir", there, "memory", "add", "x", "--category", "timing").code == 0
    assert len(claudeops("memory", "list", "--json", f"--data-dir={there}").json) == 1
    assert claudeops("memory", "list", "--json").json == []


def test_a_data_folder_that_is_a_file_is_told(claudeops, tmp_path):
    (tmp_path / "file").touch()
    answer = claudeops("memory", "list", "--data-dir", tmp_path / "file")
    assert (answer.code, "is a file" in answer.err) == (1, True)


def test_a_data_folder_without_a_name_is_wrong_usage(claudeops):
    assert claudeops("memory", "list", "--data-dir").code == 2
    with pytest.raises(UsageError):
        take_data_dir(["--data-dir="])


def test_words_after_two_dashes_are_left_alone():
    assert take_data_dir(["memory", "add", "--", "--data-dir", "x"]) == (
        ["memory", "add", "--", "--data-dir", "x"],
        None,
    )


@pytest.mark.slow
def test_a_bug_is_logged_whole_and_said_in_one_sentence(program, data_dir):
    (data_dir / "services.toml").mkdir()
    answer = program("services", "list")
    assert answer.code != 0
    assert answer.err.count("\n") == 1


def test_the_version(claudeops):
    assert claudeops("--version").out.startswith("claudeops 0.")


@pytest.mark.slow
def test_a_reader_that_had_enough_is_no_error_of_ours(program, data_dir):
    command = shlex.join([sys.executable, "-m", "claudeops_desktop", "settings", "list", "--data-dir", str(data_dir)])
    script = f"{command} | head -n 1"
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, timeout=90, check=False)
    assert done.stdout.startswith("name")
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("words", [["memory", "list"], ["events", "list", "--json"], ["cooldowns", "list"]])
def test_a_list_starts_without_qt_and_without_the_settings(data_dir, words):
    code = (
        "import sys; from claudeops_desktop.__main__ import main; code = main(sys.argv[1:])\n"
        "heavy = {'PySide6', 'claudeops_desktop.core.settings', 'httpx', 'apscheduler'}\n"
        "print(code, sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words, "--data-dir", str(data_dir)],
        capture_output=True,
        text=True,
        timeout=90,
        check=True,
    )
    # Where a store on a server is stands in the settings; their file is read then, and no more than that.
    read = [] if store_place.server_of(DataFolder(data_dir)) is None else ["claudeops_desktop.core.settings"]
    assert done.stdout.splitlines()[-1] == f"0 {read}"


def test_the_built_in_agent_starts_without_the_command_line():
    code = (
        "import sys; from claudeops_desktop.__main__ import main\n"
        "try: main(['watch', '--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted(m for m in ('PySide6', 'typer', 'peewee') if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=90, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_scripts_are_sound_shell():
    root = Path(__file__).parents[2]
    for script in (*sorted((root / "scripts").iterdir()), root / ".ci" / "run"):
        assert script.stat().st_mode & 0o111, script
        subprocess.run(["/bin/sh", "-n", str(script)], check=True, timeout=90)
