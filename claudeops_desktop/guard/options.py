"""Options of programs: which take a value, which make a harmless program do more.

A program's options are written as one text, parsed when it is first needed. ``-t:`` takes a value; ``-o!:`` takes a
value and overwrites something. The signs: ``!`` destructive, ``?`` unknown, ``~`` restart, ``+`` redeploy, ``$``
disclose, ``%`` stop, ``^`` host. ``only``:
an option that is not named is unknown, and so is an operand, unless ``operands`` are named too; ``only!``: it changes
something for certain. ``most2``: a third operand is written to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from .effects import DESTRUCTIVE, DISCLOSE, HOST, READ, REDEPLOY, RESTART, STOP, UNKNOWN, worse_kind
from .secret_paths import is_nowhere
from .shell_types import UNSEEN, ShellWord

_SIGNS = {"!": DESTRUCTIVE, "?": UNKNOWN, "~": RESTART, "+": REDEPLOY, "$": DISCLOSE, "%": STOP, "^": HOST}


_OFF = ("false", "none", "no", "0")


class OptionTable(NamedTuple):
    """What is known of a program's options; ``only`` is the kind of what is not named, "" where that reads; ``most`` is
    how many operands it may have and still only read."""

    risky: dict[str, str]
    values: frozenset[str]
    known: frozenset[str]
    only: str
    most: int | None
    operands: bool


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
        """Whether one of these options is given, and not as ``--dry-run=false``."""
        return any(name in names and not (name[:2] == "--" and value in _OFF) for name, value in self.given)

    def value(self, *names: str) -> str:
        """The value of the last of these options, or ""."""
        return next((value for name, value in reversed(self.given) if name in names), "")


@cache
def options(text: str) -> OptionTable:
    """The options that a text names."""
    risky: dict[str, str] = {}
    values, known = set(), set()
    most: int | None = None
    for token in text.split():
        if token.startswith("most"):
            most = int(token[4:])
            continue
        name = token.rstrip(":!?~+$%^") if token != "-?" else token  # noqa: S105 a part of a table
        marks = token[len(name) :]
        known.add(name)
        if ":" in marks:
            values.add(name)
        for sign in marks.strip(":"):
            risky[name] = _SIGNS[sign]
    only = risky.pop("only", UNKNOWN) if "only" in known else ""
    return OptionTable(risky, frozenset(values), frozenset(known), only, most, "operands" in known)


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
        if not word.startswith("-") or word == "-":
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
            found = known.risky.get(name, (known.only if name not in known.known else "") or READ)
            if found == DESTRUCTIVE and name in known.values and (said == "-" or is_nowhere(said)):
                continue  # what would be written goes nowhere
            if worse_kind(kind, found) != kind:
                kind, named = found, name
    unsure = unsure or any(word.splits for word in words[:at])
    if known.most is not None and len(operands) > known.most:
        kind, named = worse_kind(kind, DESTRUCTIVE), named or "a file to write to"
    return ScannedOptions(kind, named, tuple(given), tuple(operands), unsure, at)


def _split(word: str, known: OptionTable, short: bool) -> list[tuple[str, str | None, bool]]:
    """The options in one word: name, value in the word itself or None, whether the next word is its value."""
    if word.startswith("--") or not short or word in known.known:
        name, equals, value = word.partition("=")
        name = _whole_name(name, known)
        return [(name, value if equals else None, name in known.values and not equals)]
    found: list[tuple[str, str | None, bool]] = []
    for place, letter in enumerate(word[1:], 1):
        name = f"-{letter}"
        if name in known.values:
            inner = word[place + 1 :]
            found.append((name, inner or None, not inner))
            break
        found.append((name, None, False))
    return found


def _whole_name(name: str, known: OptionTable) -> str:
    """Most programs take a long option by its beginning: the worst that it may mean is meant."""
    if name in known.known or not name.startswith("--") or len(name) < 3:
        return name
    meant = [each for each in known.known if each.startswith(name)]
    return max(meant, key=lambda each: (each in known.risky, each in known.values), default=name)
