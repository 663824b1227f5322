"""Completion in the real shells; and that nothing a shell asks can start anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from claudeops_desktop.cli.completion import VARIABLE, CompletionShell, completion_script

NEVER_MADE = pytest.mark.file_only("a data folder that is never made has no settings that could name a server")

ENTRY = "import sys; from claudeops_desktop.__main__ import main; sys.exit(main())"


@pytest.fixture
def on_path(tmp_path: Path) -> dict[str, str]:
    """An environment in which ``claudeops`` is this checkout's, and would leave its mark if it ran anything."""
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "claudeops"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{ENTRY}" "$@"\n')
    program.chmod(0o755)
    root = str(Path(__file__).parents[2])
    return dict(os.environ) | {
        "PATH": f"{programs}:/usr/bin:/bin",
        "PYTHONPATH": root,
        "CLAUDEOPS_DATA_DIR": str(tmp_path / "never-made"),
        "LANG": "C.UTF-8",
    }


def run(shell: str, script: str, environ: dict[str, str], tmp_path: Path) -> str:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed; scripts/setup --dev installs it where it may")
    file = tmp_path / "script"
    file.write_text(script)
    options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    done = subprocess.run(
        [found, *options, str(file)],
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


BASH = """
source <(claudeops completion bash)
offered() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _claudeops_completion claudeops
    printf '%s\\n' "${COMPREPLY[@]}"
}
"""


@pytest.mark.slow
@NEVER_MADE
def test_bash_is_offered_commands_and_their_subcommands(on_path, tmp_path):
    assert run("bash", BASH + "offered claudeops mem", on_path, tmp_path).split() == ["memory"]
    assert "history" in run("bash", BASH + "offered claudeops memory ''", on_path, tmp_path).split()
    assert "--json" in run("bash", BASH + "offered claudeops memory list --j", on_path, tmp_path).split()
    assert run("bash", BASH + "offered claudeops tel; offered claudeops com", on_path, tmp_path).split() == [
        "completion"
    ]
    assert not Path(on_path["CLAUDEOPS_DATA_DIR"]).exists()


@pytest.mark.slow
@NEVER_MADE
def test_fish_is_offered_commands_with_what_they_do(on_path, tmp_path):
    script = "claudeops completion fish | source\ncomplete -C 'claudeops mem'\n"
    assert run("fish", script, on_path, tmp_path).startswith("memory\tShow and edit")
    assert not Path(on_path["CLAUDEOPS_DATA_DIR"]).exists()


@pytest.mark.slow
@NEVER_MADE
def test_zsh_is_offered_commands_at_a_real_tab(on_path, tmp_path):
    """zsh completes only at a terminal: one of its own is given a line and the TAB key."""
    script = f"""
zmodload zsh/zpty
zpty shell '{shutil.which("zsh")} -f -i'
zpty -w shell "PS1= ; autoload -Uz compinit && compinit -u -d {tmp_path}/dump"
zpty -w shell 'eval "$(claudeops completion zsh)"; echo re""ady'
zpty -r shell answer '*ready*'
zpty -w -n shell $'claudeops memor\\t'
zpty -r shell answer '*claudeops memory*' && print -r -- completed
zpty -d shell
"""
    assert "completed" in run("zsh", script, on_path, tmp_path)
    assert not Path(on_path["CLAUDEOPS_DATA_DIR"]).exists()


@pytest.mark.slow
def test_zsh_completes_with_an_installed_script_too(on_path, tmp_path):
    """Where packages put it, the script is loaded at the first TAB and must answer that one already."""
    functions = tmp_path / "functions"
    functions.mkdir()
    (functions / "_claudeops").write_text(completion_script(CompletionShell.ZSH) + "\n")
    script = f"""
zmodload zsh/zpty
zpty shell '{shutil.which("zsh")} -f -i'
zpty -w shell "PS1="
zpty -w shell "fpath=({functions} \\$fpath); autoload -Uz compinit && compinit -u -d {tmp_path}/dump; echo re""ady"
zpty -r shell answer '*ready*'
zpty -w -n shell $'claudeops memor\\t'
zpty -r shell answer '*claudeops memory*' && print -r -- completed
zpty -d shell
"""
    assert "completed" in run("zsh", script, on_path, tmp_path)


@NEVER_MADE
@pytest.mark.parametrize("instruction", ["", "complete_bash", "bash_complete", "complete_nosuch", "source_bash", "x"])
@pytest.mark.parametrize("words", ["", "claudeops", "claudeops run --prompt 'half", "claudeops run "])
def test_whatever_a_shell_asks_nothing_is_started(on_path, tmp_path, instruction, words):
    asking = on_path | {VARIABLE: instruction, "COMP_WORDS": words, "COMP_CWORD": "x" if not words else "1"}
    asking |= {"DISPLAY": ":0"}  # with one the window would open
    done = subprocess.run(["claudeops"], env=asking, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr
    assert not Path(on_path["CLAUDEOPS_DATA_DIR"]).exists()


@pytest.mark.parametrize("shell", CompletionShell)
def test_the_script_of_a_shell_asks_by_the_variable_that_is_known(shell):
    assert f"{VARIABLE}=complete_{shell}" in completion_script(shell)
