"""Programs with verbs (docker, git, kubectl): what each verb does, written as a short table.

A table's lines: ``*`` the options before any verb; a kind and its verbs, nested ones with a dot (``volume.ls``);
``@verb`` the options of a verb, as in ``options``; ``%verb`` those that make it a rehearsal, which only reads. A verb
that is in no line is unknown. So is a word that follows a verb that only reads and has verbs of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from .effects import KINDS, READ, UNKNOWN, CommandEffect, make_effect, worse_kind
from .options import OptionTable, ScannedOptions, options, scan
from .program_call import ProgramCall
from .shell_types import ShellWord
from .target_types import CommandTarget
from .targets import targets

Path = tuple[str, ...]


class SubcommandTable(NamedTuple):
    """A parsed table."""

    before: OptionTable
    kinds: dict[Path, str]
    inner: frozenset[Path]
    at: dict[Path, OptionTable]
    risky: frozenset[Path]
    rehearsals: dict[Path, tuple[str, ...]]


class SubcommandCall(NamedTuple):
    """A call after its verb is found: the options before and after it, and the operands."""

    path: Path
    kind: str
    before: ScannedOptions
    after: ScannedOptions
    words: tuple[ShellWord, ...]


@cache
def tree(text: str) -> SubcommandTable:
    """The table that a text writes down."""
    before = ""
    kinds: dict[Path, str] = {}
    at: dict[Path, str] = {}
    rehearsals: dict[Path, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        first, _, rest = line.strip().partition(" ")
        if first == "*":
            before = rest
        elif first.startswith("@"):
            for path in first[1:].split(","):
                at[tuple(path.split("."))] = f"{before} {rest}"
        elif first.startswith("%"):
            rehearsals |= {tuple(path.split(".")): tuple(rest.split()) for path in first[1:].split(",")}
        elif first in KINDS:
            kinds |= {tuple(path.split(".")): first for path in rest.split()}
    inner = frozenset(path[:length] for path in kinds for length in range(1, len(path)))
    risky = frozenset(path for path, rest in at.items() if options(rest.removeprefix(before)).risky)
    return SubcommandTable(
        options(before), kinds, inner, {path: options(rest) for path, rest in at.items()}, risky, rehearsals
    )


def find_verb(call: ProgramCall, table: SubcommandTable) -> SubcommandCall:
    """Which verb is called; its kind is unknown where the table has none."""
    words = call.arguments
    path: Path = ()
    before = scan(words, table.before, first_operand_ends=True)
    kind, first = before.kind, before
    while True:
        if before.rest >= len(words):
            found = READ if (not words and not call.piped) or _asks_for_help(words) else UNKNOWN
            return SubcommandCall(path, worse_kind(kind, table.kinds.get(path, found)), first, before, ())
        step = (*path, words[before.rest].text)
        if step not in table.inner and step not in table.kinds:
            break
        path, words = step, words[before.rest + 1 :]
        if path not in table.inner:
            break
        before = scan(words, table.before, first_operand_ends=True)
        kind = worse_kind(kind, before.kind)
    if path not in table.kinds or (table.kinds[path] == READ and path in table.inner):
        return SubcommandCall(path, UNKNOWN, first, before, words)
    known = table.at.get(path, table.before)
    after = scan(words, known)
    if _asks_for_help(words):
        return SubcommandCall(path, kind, first, after, words)
    of_verb = table.kinds[path]
    rehearsed = of_verb != UNKNOWN and _rehearsed(table.rehearsals.get(path, ()), before, after, words)
    kind = worse_kind(worse_kind(kind, READ if rehearsed else of_verb), after.kind)
    if kind == READ and (first.unsure or (after.unsure and path in table.risky)):
        kind = UNKNOWN
    return SubcommandCall(path, kind, first, after, words)


def _rehearsed(
    options_of_it: tuple[str, ...], before: ScannedOptions, after: ScannedOptions, words: Sequence[ShellWord]
) -> bool:
    """Whether the verb only says what it would do. A word that is not seen may take that back."""
    return (before.has(*options_of_it) or after.has(*options_of_it)) and not any(word.splits for word in words)


def by_verb(
    table: str, services: Callable[[SubcommandCall], Sequence[str | CommandTarget]] | None = None
) -> Callable[[ProgramCall], list[CommandEffect]]:
    """A program that is understood by its table alone. ``services`` names them; else the operands are names."""

    def understand(call: ProgramCall) -> list[CommandEffect]:
        verb = find_verb(call, tree(table))
        return verb_effect(call, verb, tuple(services(verb)) if services is not None else targets(verb.after.operands))

    return understand


def verb_effect(
    call: ProgramCall, verb: SubcommandCall, services: Sequence[str | CommandTarget]
) -> list[CommandEffect]:
    """The part for a verb that was found."""
    said = " ".join((call.name, *verb.path))
    if verb.kind != READ and (risky := verb.after.option or verb.before.option):
        said = f"{said} {risky}"
    if verb.kind == UNKNOWN and not (verb.after.option or verb.before.option):
        following = verb.words[0].text if verb.words and not verb.path else ""
        return [make_effect(UNKNOWN, said, (), f"What “{f'{said} {following}'.strip()}” does is not known.")]
    return [make_effect(verb.kind, said, () if verb.kind == READ else services)]


def _asks_for_help(words: Sequence[ShellWord]) -> bool:
    return len(words) == 1 and words[0].text in ("--help", "--version")
