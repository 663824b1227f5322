"""Commands as functions that return what they found: options are read, and answers printed, here.

A command is a function whose parameters are its options. It gets the open store for a parameter of type ``OpenData``,
the open knowledge folder for one of type ``OpenKnowledge``, and the data folder for one of type ``CliContext``.
It returns ``ListedRows`` or a ``CommandAnswer``, printed as text for people, or as JSON with ``--json``, an option
of every command. One that prints while it works returns None.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Generic, TypeVar, get_type_hints

import typer

from .cli_context import CliContext, OpenData, OpenKnowledge
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, print_line, table

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table for people: the names of its columns, and rows of cells. Columns named in ``right`` hold numbers."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    right: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class RowTable(Generic[Row]):
    """Declares how rows of one kind are shown: names of columns, the cells of a row in that order, a row as JSON."""

    columns: Sequence[str]
    cells: Callable[[Row], Sequence[object]]
    right: Sequence[str] = ("id",)
    json: Callable[[Row], Any] = lambda row: row.as_json()  # type: ignore[attr-defined]

    def list(self, rows: Sequence[Row], nothing: str, after: Sequence[str] = (), more: str = "") -> ListedRows[Row]:
        """Return these rows as an answer: ``nothing`` is the sentence for none, ``after`` are lines that follow, and
        ``more`` says that there are more rows than the limit."""
        return ListedRows(self, rows, nothing, after, more)

    def text(self, rows: Sequence[Row]) -> TextTable:
        """Return these rows as a table for people."""
        return TextTable(self.columns, [self.cells(row) for row in rows], self.right)


@dataclass(frozen=True, slots=True)
class ListedRows(Generic[Row]):
    """The rows that a command found. With the option ``Limit`` they are the newest, and one more than it shows."""

    table: RowTable[Row]
    rows: Sequence[Row]
    nothing: str
    after: Sequence[str] = ()
    more: str = ""

    def write(self, json: bool, wanted: int | None) -> None:
        """Print the first ``wanted`` rows, or all."""
        shown = self.rows[:wanted] if wanted else self.rows
        if json:
            as_json([self.table.json(row) for row in shown])
            return
        if shown:
            _print_text(self.table.text(shown))
        else:
            print_line(self.nothing)
        if len(shown) < len(self.rows):
            print_line(self.more or f"The newest {len(shown):,}; --limit 0 shows all.")
        for line in self.after:
            print_line(line)


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """Holds what a command answers: a document for ``--json``, lines and tables for people, and the exit code."""

    document: Any
    text: str | Iterable[str | TextTable]
    exit_code: int = 0

    def write(self, json: bool) -> None:
        """Print it."""
        if json:
            as_json(self.document)
            return
        for part in (self.text,) if isinstance(self.text, str) else self.text:
            _print_text(part)


def _print_text(part: str | TextTable) -> None:
    if isinstance(part, TextTable):
        table(part.columns, part.rows, right=part.right)
    else:
        print_line(part)


Command = TypeVar("Command", bound=Callable[..., "ListedRows[Any] | CommandAnswer | None"])


class CommandGroup:
    """Commands under one name; with an empty name they stand beside the other commands."""

    def __init__(self, name: str, help_text: str = "") -> None:
        self._name = name
        self._help = help_text
        self._commands: list[tuple[dict[str, Any], Callable[..., None]]] = []
        self._without: Callable[..., None] | None = None

    def command(self, name: str, *, json: bool = True, **settings: Any) -> Callable[[Command], Command]:
        """Add the decorated function as a command, with or without ``--json``. Its docstring is the help text. Other
        settings are those of typer."""

        def add(function: Command) -> Command:
            self._commands.append((settings | {"name": name}, _runnable(function, json)))
            return function

        return add

    def without_command(self, function: Command) -> Command:
        """Let the decorated function answer where only the group is named."""
        self._without = _runnable(function, True)
        return function

    def register(self, app: typer.Typer, name: str = "", *, hidden: bool = False) -> typer.Typer:
        """Add the commands to the command line, under another name if one is given. Return the group they are in."""
        if not self._name:
            return self._fill(app)
        group = typer.Typer(no_args_is_help=self._without is None, help=self._help)
        if self._without is not None:
            group.callback(invoke_without_command=True)(self._without)
        elif len(self._commands) == 1:
            group.callback()(_keep_the_name)
        app.add_typer(self._fill(group), name=name or self._name, hidden=hidden)
        return group

    def _fill(self, group: typer.Typer) -> typer.Typer:
        for settings, run in self._commands:
            group.command(**settings)(run)
        return group


def _keep_the_name() -> None:
    """Let the only command of a group keep its name, as a callback does."""


# What a parameter of these types is given, in the order in which it is opened.
_OPENED: dict[Any, Callable[[CliContext], AbstractContextManager[Any]]] = {
    OpenData: CliContext.data,
    OpenKnowledge: CliContext.knowledge,
}


def _runnable(function: Callable[..., ListedRows[Any] | CommandAnswer | None], has_json: bool) -> Callable[..., None]:
    """Return the command as the library for command lines runs it: it is given the context and all options."""
    options = _options_of(function)
    opened = {one.name: opening for kind, opening in _OPENED.items() for one in options if one.annotation is kind}
    contexts = [one.name for one in options if one.annotation is CliContext]
    takes_json = any(one.annotation is AsJson for one in options)
    is_paged = any(one.annotation is Limit for one in options)

    def run(context: typer.Context, **given: Any) -> None:
        if context.invoked_subcommand is not None:
            return
        cli = get_cli_context(context)
        json = given["json"] if takes_json else given.pop("json", False)
        wanted = rows_wanted(given["limit"], json) if is_paged else None
        if is_paged:
            given["limit"] = wanted + 1 if wanted else None
        given |= dict.fromkeys(contexts, cli)
        with ExitStack() as stack:
            given |= {name: stack.enter_context(opening(cli)) for name, opening in opened.items()}
            answer = function(**given)
            if isinstance(answer, ListedRows):
                answer.write(json, wanted)
            elif answer is not None:
                answer.write(json)
        if isinstance(answer, CommandAnswer) and answer.exit_code:
            raise typer.Exit(answer.exit_code)

    shown = [one for one in options if one.name not in (*opened, *contexts)]
    keyword = inspect.Parameter.KEYWORD_ONLY
    if has_json and not takes_json:
        shown.append(inspect.Parameter("json", keyword, default=False, annotation=AsJson))
    first = inspect.Parameter("context", inspect.Parameter.POSITIONAL_ONLY, annotation=typer.Context)
    parameters = [first, *(one.replace(kind=keyword) for one in shown)]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    run.__name__, run.__doc__ = function.__name__, function.__doc__
    return run


def _options_of(function: Callable[..., object]) -> list[inspect.Parameter]:
    """Return the parameters with their types. That of the answer is not looked up: only a type checker imports it."""
    named = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    names = function.__globals__
    hints = get_type_hints(SimpleNamespace(__annotations__=named), names, include_extras=True)
    return [one.replace(annotation=hints[one.name]) for one in inspect.signature(function).parameters.values()]
