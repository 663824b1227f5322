"""Programs with verbs (docker, git, kubectl): what each verb does, written as a short table.

A table's lines: ``*`` the options of every verb, which may stand before it, too; a kind and its verbs, nested ones with
a dot (``volume.ls``); ``@verb`` the options of a verb, as in ``options``; ``%verb`` those that make it a rehearsal,
which only reads. A verb or an option that is in no line is unknown. So is a word that follows a verb that only reads
and has verbs of its own.
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


_SHOWN = "--quiet --verbose --json --no-color --no-headers --no-pager"
"""What only says how an answer is shown, in every program that takes it."""


class SubcommandTable(NamedTuple):
    """A parsed table."""

    before: OptionTable
    kinds: dict[Path, str]
    inner: frozenset[Path]
    at: dict[Path, OptionTable]
    risky: frozenset[Path]
    rehearsals: dict[Path, tuple[str, ...]]

    def options_of(self, path: Path) -> OptionTable:
        """The options of a verb: its own, else those of the verb that it belongs to."""
        places = (path[:length] for length in range(len(path), 0, -1))
        return next((self.at[place] for place in places if place in self.at), self.before)


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
    before = _SHOWN
    kinds: dict[Path, str] = {}
    at: dict[Path, str] = {}
    rehearsals: dict[Path, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        first, _, rest = line.strip().partition(" ")
        if first == "*":
            before = f"{before} {rest}"
        elif first.startswith("@"):
            for name in first[1:].split(","):
                path = tuple(name.split("."))
                at[path] = f"{at.get(path, before)} {rest}"
        elif first.startswith("%"):
            for name in first[1:].split(","):
                path = tuple(name.split("."))
                rehearsals[path] = tuple(rest.split())
                at[path] = f"{at.get(path, before)} {rest}"
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
            if path in table.kinds:
                break  # no verb follows, only options of this one
            found = READ if (not words and not call.piped) or _asks_for_help(words) else UNKNOWN
            return SubcommandCall(path, worse_kind(kind, found), first, before, ())
        step = (*path, words[before.rest].text)
        if step not in table.inner and step not in table.kinds:
            break
        path, words = step, words[before.rest + 1 :]
        if path not in table.inner:
            break
        before = scan(words, table.options_of(path), first_operand_ends=True)
        kind = worse_kind(kind, before.kind)
    if path not in table.kinds or (table.kinds[path] == READ and path in table.inner and before.rest < len(words)):
        return SubcommandCall(path, UNKNOWN, first, before, words)
    after = scan(words, table.options_of(path))
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
    """Tell whether the verb only says what it would do. A word that is not seen may take that back."""
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
