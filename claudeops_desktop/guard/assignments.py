"""Which variables a simple command sets through its words: ``read``, ``printf -v``, ``export`` and their kind."""

from __future__ import annotations

from collections.abc import Sequence

from .options import options, scan
from .shell_types import OUTPUT, UNSEEN, ShellWord, UnreadableCommand

DECLARES = frozenset({"export", "declare", "typeset", "local", "readonly"})
_OPTIONS = {
    "read": "-a: -d: -i: -n: -N: -p: -t: -u: -e -r -s",
    "mapfile": "-C: -c: -d: -n: -O: -s: -t -u:",
    "readarray": "-C: -c: -d: -n: -O: -s: -t -u:",
    "getopts": "",
    "unset": "-f -v -n",
    "wait": "-f -n -p:",
    "printf": "-v:",
}
_WITHOUT_NAMES = {"read": ("REPLY",), "mapfile": ("MAPFILE",), "readarray": ("MAPFILE",)}
_READ = ShellWord(UNSEEN + OUTPUT, seen=False)


def settings_of(words: Sequence[ShellWord]) -> list[tuple[str, ShellWord]]:
    """The variables, each with its value, that the words set beside ``NAME=value`` in front of a command.

    Raises Refused where a name is not seen for certain.
    """
    words = _behind_wrappers(words)
    if not words:
        return []
    name, rest = words[0].text, words[1:]
    if name in DECLARES:
        given = [word for word in rest if word.text[:1] not in ("-", "+")]
        return [_declared(word) for word in given if not _is_option_value(word)]
    if name not in _OPTIONS:
        return []
    found = scan(rest, options(_OPTIONS[name]), first_operand_ends=name in ("printf", "getopts", "wait"))
    names: list[ShellWord] = []
    if name == "printf":
        names = [ShellWord(value) for option, value in found.given if option == "-v"]
    elif name == "wait":
        names = [ShellWord(value) for option, value in found.given if option == "-p"]
    elif name == "getopts":
        names = [*rest[1:2], ShellWord("OPTARG"), ShellWord("OPTIND")]
    elif not (name == "unset" and found.has("-f")):
        names = list(found.operands)
        names += [ShellWord(value) for option, value in found.given if name == "read" and option == "-a"]
        names = names or [ShellWord(each) for each in _WITHOUT_NAMES.get(name, ())]
    if found.unsure and name != "printf":
        raise UnreadableCommand("Which variables are set is known only when the command runs.")
    return [(_name(word), _READ) for word in names]


def _behind_wrappers(words: Sequence[ShellWord]) -> Sequence[ShellWord]:
    """``builtin read`` and ``command read`` read too."""
    while words and words[0].text in ("builtin", "command", "noglob", "nocorrect"):
        words = words[1:]
        while words and words[0].text in ("-p", "--"):
            words = words[1:]
    return words


def _is_option_value(word: ShellWord) -> bool:
    return word.text == ""


def _declared(word: ShellWord) -> tuple[str, ShellWord]:
    name, equals, value = word.text.partition("=")
    name = name.removesuffix("+") if equals else name
    return _name(ShellWord(name, splits=word.splits and not equals)), word._replace(text=value) if equals else _READ


def _name(word: ShellWord) -> str:
    """The variable itself, without the place in it. ``name?a question`` is how zsh asks."""
    name = word.text.partition("?")[0]
    inner = name.partition("[")
    place = inner[2].removesuffix("]")
    if not inner[0].isidentifier() or word.splits or (inner[1] and not place.isdecimal()):
        raise UnreadableCommand(
            "A variable is set whose name, or place in a list, is known only when the command runs."
        )
    return inner[0]


def fields_of(line: str, words: Sequence[ShellWord]) -> list[tuple[str, str]]:
    """What ``read`` or ``read -r`` with these names takes of a line; nothing where that is not certain."""
    names = [word.text for word in words if word.text != "-r"]
    if not names or "\\" in line or any(not name.isidentifier() for name in names):
        return []
    parts = line.split(None, len(names) - 1)
    parts[len(names) - 1 :] = [part.strip() for part in parts[len(names) - 1 :]]
    return list(zip(names, [*parts, *[""] * (len(names) - len(parts))], strict=True))
