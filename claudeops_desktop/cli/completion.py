"""Completion of the command line in bash, zsh and fish: the scripts for the shells, and the answers to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated

import typer

PROGRAM = "claudeops"
VARIABLE = "_CLAUDEOPS_COMPLETE"


class CompletionShell(StrEnum):
    """A shell that a completion script can be written for."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("completion")(completion)


def completion(shell: Annotated[CompletionShell, typer.Argument(help="The shell.")]) -> None:
    """Print the completion script for a shell."""
    typer.echo(completion_script(shell))


def completion_script(shell: CompletionShell) -> str:
    """The script that a shell loads. It asks ``claudeops`` itself for what may follow."""
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    script = str(get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=shell.value)).strip()
    if shell is CompletionShell.ZSH:
        # zsh loads an installed script when it is first needed, as the body of the function that is to answer.
        answer, _, register_it = script.rpartition("\n")
        function = register_it.split()[1]
        loaded = "[[ $zsh_eval_context[-1] == loadautofunc ]]"
        script = f'{answer}\nif {loaded}; then\n  {function} "$@"\nelse\n  {register_it}\nfi'
    return script


def answer_shell(environ: Mapping[str, str], build: Callable[[Sequence[str]], typer.Typer]) -> int:
    """Answer a shell that asks how to complete a line; the exit code.

    ``build`` makes the command tree. It prints what may follow and never carries out a command, whatever the shell
    sent: a request that is not understood is answered with nothing and exit code 1.
    """
    instruction = environ.get(VARIABLE, "")
    if not instruction.startswith("complete_"):
        return 1
    from typer.completion import completion_init, shell_complete  # type: ignore[attr-defined]
    from typer.main import get_command

    completion_init()
    try:
        return int(shell_complete(get_command(build([])), {}, PROGRAM, VARIABLE, instruction) or 0)
    except Exception:  # half a line may be anything; an error message would end up in the middle of it
        return 1
