"""Commands declared as functions: what they are given, and how their answers are printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

import pytest
import typer

from claudeops_desktop.cli.cli_context import CliBackend, CliContext, OpenData
from claudeops_desktop.cli.command import CommandAnswer, CommandGroup, ListedRows, RowTable, TextTable
from claudeops_desktop.cli.options import AsJson, Limit
from claudeops_desktop.core.paths import DataFolder

NUMBERS: RowTable[int] = RowTable(("id", "word"), lambda n: (n, f"n{n}"), json=lambda n: {"id": n})


@pytest.fixture
def run(data_dir: Any, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """``run(function, "--json")`` declares the function as a command and calls it: its exit code and its output."""

    def call(function: Callable[..., Any], *words: str) -> tuple[int, str]:
        group = CommandGroup("", "")
        group.command("do")(function)
        group.command("other")(lambda: CommandAnswer(None, ""))
        app = typer.Typer()
        group.register(app)
        closed: Any = None
        context = CliContext(DataFolder(data_dir), CliBackend(closed, closed, closed))
        code = typer.main.get_command(app)(["do", *words], obj=context, standalone_mode=False)
        return code or 0, capsys.readouterr().out

    return call


def three(limit: Limit = None) -> ListedRows[int]:
    """List numbers."""
    return NUMBERS.list([3, 2, 1][:limit], "No numbers.")


def test_rows_are_a_table_or_a_json_list(run: Callable[..., tuple[int, str]]) -> None:
    assert run(three)[1].split() == ["id", "word", "3", "n3", "2", "n2", "1", "n1"]
    assert json.loads(run(three, "--json")[1]) == [{"id": 3}, {"id": 2}, {"id": 1}]


def test_a_limit_says_that_there_are_more_and_is_silent_at_the_last_row(run: Callable[..., tuple[int, str]]) -> None:
    assert run(three, "--limit", "2")[1].splitlines()[-1] == "The newest 2; --limit 0 shows all."
    assert "newest" not in run(three, "--limit", "3")[1]
    assert json.loads(run(three, "--limit", "1", "--json")[1]) == [{"id": 3}]


def test_no_rows_are_a_sentence_or_an_empty_list(run: Callable[..., tuple[int, str]]) -> None:
    assert run(lambda: NUMBERS.list([], "No numbers."))[1] == "No numbers.\n"
    assert run(lambda: NUMBERS.list([], "No numbers."), "--json")[1] == "[]\n"


def test_an_answer_is_a_document_or_lines_and_tables(run: Callable[..., tuple[int, str]]) -> None:
    def answer() -> CommandAnswer:
        return CommandAnswer({"a": 1}, ("First.", TextTable(("x",), [("y",)]), "Last."))

    assert run(answer)[1].split() == ["First.", "x", "y", "Last."]
    assert json.loads(run(answer, "--json")[1]) == {"a": 1}


def test_an_answer_may_fail_after_it_was_printed(run: Callable[..., tuple[int, str]]) -> None:
    assert run(lambda: CommandAnswer({}, "It is down.", exit_code=1)) == (1, "It is down.\n")


def test_a_command_is_given_the_store_and_the_folder_that_it_names(run: Callable[..., tuple[int, str]]) -> None:
    def look(cli: CliContext, data: OpenData, word: Annotated[str, typer.Argument()]) -> CommandAnswer:
        return CommandAnswer(None, f"{word} {data.ask(lambda: data.store.path.parent == cli.folder.root)}")

    assert run(look, "there") == (0, "there True\n")


def test_a_command_may_ask_whether_json_is_wanted(run: Callable[..., tuple[int, str]]) -> None:
    def tell(json: AsJson = False) -> CommandAnswer:
        return CommandAnswer(json, str(json))

    assert (run(tell)[1], run(tell, "--json")[1]) == ("False\n", "true\n")


def test_the_help_of_a_command_is_the_docstring_of_its_function(run: Callable[..., tuple[int, str]]) -> None:
    shown = run(three, "--help")[1]
    assert "List numbers." in shown and "--limit" in shown and "--json" in shown
