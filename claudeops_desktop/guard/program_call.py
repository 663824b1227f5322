"""One call of a program as the tables see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .effects import DISCLOSE, READ, UNKNOWN, CommandEffect, make_effect, worse_kind
from .lazy_regex import LazyRegex
from .options import OptionTable, ScannedOptions, options, scan
from .shell_types import MARKS, PLAIN, SECRET, UNSEEN, ShellWord, leaves_unseen
from .target_context import TargetContext
from .target_types import CommandTarget, base_name

_HIDDEN = LazyRegex(r"[\0-\6]+")
"""What stands in a text where something is put in that is not seen."""


class ProgramCall(NamedTuple):
    """A program with its arguments. ``words`` and ``text`` understand what it hands on: a command as words (what
    xargs runs) or as one text (what ``sh -c`` runs). ``context`` is where it runs; ``input``, ``into`` and ``visited``
    are those of ``Simple``."""

    name: str
    arguments: tuple[ShellWord, ...]
    piped: bool
    words: Callable[[Sequence[ShellWord]], list[CommandEffect]]
    text: Callable[[str], list[CommandEffect]]
    context: TargetContext = TargetContext()
    input: str | None = None
    into: tuple[ShellWord, ...] = ()
    visited: tuple[str, ...] = ()

    @property
    def feeds_data(self) -> bool:
        """Tell whether its input is something other than a text that was typed: a file, or what a command prints."""
        return self.piped and (self.input is None or leaves_unseen(self.input))

    def discloses(self, why: str) -> list[CommandEffect]:
        """The answer that it shows secrets, or sends data away."""
        return [make_effect(DISCLOSE, self.name, (), why)]

    def scanned(
        self, known: str | OptionTable, *, first_operand_ends: bool = False, short: bool = True
    ) -> ScannedOptions:
        """Its options and operands."""
        table = options(known) if isinstance(known, str) else known
        return scan(self.arguments, table, first_operand_ends=first_operand_ends, short=short)

    def part(
        self, kind: str, services: Sequence[str | CommandTarget] = (), why: str = "", verb: str = ""
    ) -> list[CommandEffect]:
        """The answer that it is of this kind."""
        return [make_effect(kind, f"{self.name} {verb}".strip(), services, why)]

    def beyond(self, found: ScannedOptions) -> list[CommandEffect]:
        """What its options do beside what it runs; nothing where all are harmless."""
        why = f"What “{self.name} {found.option}” does is not known." if found.kind == UNKNOWN else ""
        return [] if found.kind == READ else [make_effect(found.kind, self.name, (), why)]

    def unknown(self, why: str) -> list[CommandEffect]:
        """The answer that it cannot be told what it does."""
        return [make_effect(UNKNOWN, self.name, (), why)]

    def script(self, word: ShellWord) -> list[CommandEffect]:
        """What a text does that a shell is to run."""
        if SECRET in word.text:
            return self.discloses(f"“{self.name}” is given a variable that is secret.")
        if UNSEEN in word.text:
            return [
                *self.unknown(f"“{self.name}” runs a text that is not all seen."),
                *self.text(_HIDDEN.sub("$_", word.text)),  # what is seen of it still names services
            ]
        return self.text(word.text.replace(PLAIN, "0"))


Understand = Callable[[ProgramCall], list[CommandEffect]]
"""How one program is understood."""


def harmless(
    call: ProgramCall, known: str, *, kind: str = READ, services: Sequence[str | CommandTarget] = (), verb: str = ""
) -> list[CommandEffect]:
    """A call that is of ``kind`` unless its options make it worse."""
    table = options(known)
    found = scan(call.arguments, table)
    if found.unsure and table.can_act:
        return call.unknown(f"“{call.name}” is given words that are not seen, which may be options.")
    if found.operands and not table.operands:
        if table.unlisted != UNKNOWN:
            return call.part(table.unlisted, services, verb=found.operands[0].text)
        return call.unknown(f"What “{call.name} {found.operands[0].text}” does is not known.")
    if found.kind != READ and worse_kind(kind, found.kind) != kind:
        why = f"What “{call.name} {found.option}” does is not known."
        if found.option in table.known or found.kind != UNKNOWN:
            why = f"“{call.name}” with {found.option} does more than look."
        return call.part(found.kind, services, why, verb)
    return call.part(kind, services, verb=verb)


def names(words: Sequence[ShellWord]) -> tuple[str, ...]:
    """Names in words that are no services': lower case, without what is not seen."""
    found = (name_of(word.text) for word in words)
    return tuple(dict.fromkeys(name for name in found if name))


def name_of(text: str) -> str:
    """A service's name from a unit, a container, ``deploy/web`` or a file; "" where it is not seen."""
    name = base_name(text)
    return "" if any(sign in name for sign in (*MARKS, "*")) else name
