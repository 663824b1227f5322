"""Options of programs: which are harmless, which take a value, what the others do.

A program's options are written as one text, parsed when it is first needed. **What it does not name is unknown.**
``-t:`` takes a value, ``-U::`` one that stands in the same word or nowhere, ``-[abc]`` is three options, ``-#`` a
number such as ``-20``, ``+[no]short`` two options that begin with a plus. The signs of what is not harmless: ``!``
destructive, ``?`` unknown, ``~`` restart, ``+`` redeploy, ``$`` disclose, ``%`` stop, ``^`` host; ``-o!:`` takes a
value and overwrites something. ``only``: operands are unknown, too, unless ``operands`` or verbs are named; ``only!``:
what is not named changes something for certain. ``most2``: a third operand is written to. ``words``: it has no options
that act, so that any word is harmless.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from .effects import DESTRUCTIVE, DISCLOSE, HOST, READ, REDEPLOY, RESTART, STOP, UNKNOWN, worse_kind
from .secret_paths import is_nowhere
from .shell_types import UNSEEN, ShellWord

_SIGNS = {"!": DESTRUCTIVE, "?": UNKNOWN, "~": RESTART, "+": REDEPLOY, "$": DISCLOSE, "%": STOP, "^": HOST}


_OFF = ("false", "none", "no", "0")


class OptionTable(NamedTuple):
    """What is known of a program's options; ``unlisted`` is the kind of what is not named; ``most`` is how many
    operands it may have and still only read; ``operands`` whether it may have any."""

    risky: dict[str, str]
    values: frozenset[str]
    attached: frozenset[str]
    known: frozenset[str]
    unlisted: str
    most: int | None
    operands: bool

    @property
    def can_act(self) -> bool:
        """Tell whether a word that is not seen may make it do more than look."""
        return bool(self.risky) or self.most is not None or not self.operands


class ScannedOptions(NamedTuple):
    """The words of a call by their role. ``kind`` is what its options make of it; ``unsure`` where a word that is
    not seen may hold further options."""

    kind: str
    option: str
    given: tuple[tuple[str, str], ...]
    operands: tuple[ShellWord, ...]
    unsure: bool
    rest: int

    def has(self, *names: str) -> bool:
        """Tell whether one of these options is given, and not as ``--dry-run=false``."""
        return any(name in names and not (name[:2] == "--" and value in _OFF) for name, value in self.given)

    def value(self, *names: str) -> str:
        """The value of the last of these options, or ""."""
        return next((value for name, value in reversed(self.given) if name in names), "")


@cache
def options(text: str) -> OptionTable:
    """The options that a text names."""
    risky: dict[str, str] = {}
    values, attached, known = set(), set(), {"--help", "--version"}
    most: int | None = None
    for token in text.split():
        if token.startswith("most"):
            most = int(token[4:])
            continue
        name = token.rstrip(":!?~+$%^") if token != "-?" else token  # noqa: S105 a part of a table
        marks = token[len(name) :]
        for each in _each_name(name):
            known.add(each)
            if "::" in marks:
                attached.add(each)
            elif ":" in marks:
                values.add(each)
            for sign in marks.strip(":"):
                risky[each] = _SIGNS[sign]
    only = risky.pop("only", UNKNOWN)
    unlisted = READ if "words" in known else only
    operands = "operands" in known or "only" not in known or most is not None
    return OptionTable(risky, frozenset(values), frozenset(attached), frozenset(known), unlisted, most, operands)


def _each_name(name: str) -> Iterable[str]:
    """``-[ab]`` and ``+[no]short`` written out."""
    if name.startswith("-[") and name.endswith("]"):
        return (f"-{letter}" for letter in name[2:-1])
    return (name.replace("[no]", ""), name.replace("[no]", "no")) if "[no]" in name else (name,)


def table_of(text: str) -> dict[str, str]:
    """The options of many programs: ``names | options`` a line, which goes on in lines that are indented."""
    joined = text.strip().replace("\n  ", " ")
    rows = (line.partition("|") for line in joined.splitlines())
    return {name: options_of.strip() for names, _, options_of in rows for name in names.split()}


def scan(
    words: Sequence[ShellWord], known: OptionTable, *, first_operand_ends: bool = False, short: bool = True
) -> ScannedOptions:
    """Tell options from operands. ``short``: ``-abc`` is three options; else it is one, as ``-name`` of find.

    ``rest`` is the place of the first operand where ``first_operand_ends``, else the number of words.
    """
    kind, named = READ, ""
    given: list[tuple[str, str]] = []
    operands: list[ShellWord] = []
    unsure = False
    at = 0
    while at < len(words):
        word = words[at].text
        at += 1
        if word == "--":
            if not first_operand_ends:
                operands += words[at:]
                at = len(words)
            break
        if word.startswith(UNSEEN):
            unsure = True
        if not _is_option(word, known):
            if first_operand_ends:
                at -= 1
                break
            operands.append(words[at - 1])
            continue
        for name, value, takes in _split(word, known, short):
            said = value or ""
            if takes and value is None:
                said = words[at].text if at < len(words) else ""
                at += 1
            given.append((name, said))
            found = known.risky.get(name, READ if name in known.known else known.unlisted)
            if found == DESTRUCTIVE and name in known.values and (said == "-" or is_nowhere(said)):
                continue  # what would be written goes nowhere
            if worse_kind(kind, found) != kind:
                kind, named = found, name
    unsure = unsure or any(word.splits for word in words[:at])
    if known.most is not None and len(operands) > known.most:
        kind, named = worse_kind(kind, DESTRUCTIVE), named or "a file to write to"
    return ScannedOptions(kind, named, tuple(given), tuple(operands), unsure, at)


def _is_option(word: str, known: OptionTable) -> bool:
    if word[:1] == "+" and len(word) > 1:
        return any(name[0] == "+" for name in known.known)
    return word[:1] == "-" and word != "-"


def _split(word: str, known: OptionTable, short: bool) -> list[tuple[str, str | None, bool]]:
    """The options in one word: name, value in the word itself or None, whether the next word is its value."""
    if word.startswith("--") or not short or (len(bare := word.partition("=")[0]) > 2 and bare in known.known):
        name, equals, value = word.partition("=")
        name = _whole_name(name, known)
        return [(name, value if equals else None, name in known.values and not equals)]
    if "-#" in known.known and word[1:].isdecimal():
        return [("-#", word[1:], False)]
    found: list[tuple[str, str | None, bool]] = []
    for place, letter in enumerate(word[1:], 1):
        name = f"{word[0]}{letter}"
        inner = word[place + 1 :]
        if name in known.values:
            found.append((name, inner or None, not inner))
            break
        found.append((name, inner or None if name in known.attached else None, False))
        if word[0] == "+" or name in known.attached:
            break
    return found


def _whole_name(name: str, known: OptionTable) -> str:
    """Most programs take a long option by its beginning: one that does more is meant by it; what is harmless is
    named in full, since the program may have another one that begins alike."""
    if name in known.known or not name.startswith("--") or len(name) < 3:
        return name
    meant = [each for each in known.risky if each.startswith(name)]
    return max(meant, key=lambda each: each in known.values, default=name)
