"""What a command line is made of, once it is read: words, redirections, simple commands, and what variables hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from .lazy_regex import LazyRegex

UNSEEN = "\0"
"""Stands in a word for text that only the shell will know."""
PLAIN = "\1"
"""Stands in a word for text that is not known but is surely no option: a number, an id, a path."""
OUTPUT = "\2"
"""Follows one of these where the text is what a command printed or read, so that it must not leave the machine."""
SECRET = "\3"  # noqa: S105 a mark
"""Follows UNSEEN where the text is a variable of the environment whose name says that it is secret."""
FREE = "\4"
"""Follows PLAIN where the text may hold anything behind its first sign, so that it is no number."""
MARKS = OUTPUT + SECRET + FREE


class UnreadableCommand(Exception):
    """The command cannot be read for certain; the sentence says why."""


Pipeline = tuple[tuple[str, ...], ...]
"""The commands that produce a text, each as the texts of its words: ``docker ps -q | head -1`` is two."""


class ShellWord(NamedTuple):
    """One word after quotes are taken away. ``seen`` is False where an expansion took part in it; ``splits`` where
    the shell may make several words of it, or none; ``pattern`` where it may become names of files; ``origins`` are
    the commands whose output stands in it, one pipeline for each expansion whose commands are known."""

    text: str
    quoted: bool = False
    seen: bool = True
    splits: bool = False
    pattern: bool = False
    origins: tuple[Pipeline, ...] = ()


def joined(words: Sequence[ShellWord]) -> ShellWord:
    """The words as one text, as ssh, watch and su hand them on: quotes of this shell are gone by then."""
    return ShellWord(" ".join(word.text for word in words), splits=any(word.splits for word in words))


def marks_of(text: str) -> str:
    """The marks that a text carries, each once: what is made of the text carries them too."""
    return "".join(mark for mark in MARKS if mark in text)


def without_marks(text: str) -> str:
    """The text as it is for those who do not ask where it comes from."""
    return re.sub(f"[{MARKS}]", "", text)


def leaves_unseen(text: str) -> bool:
    """Tell whether a text holds what a command printed, or what is not seen: as an address it would carry that away."""
    return UNSEEN in text or OUTPUT in text or SECRET in text


def readable_text(text: str) -> str:
    """The text as a person may read it, with dots for what is not seen."""
    return re.sub(f"[{UNSEEN}{PLAIN}]", "…", re.sub(f"[{MARKS}]", "", text))


class ShellRedirect(NamedTuple):
    """``sign`` such as ``>>``, where it leads, and the number of the file in front of it."""

    sign: str
    target: ShellWord
    fd: str = ""

    @property
    def feeds(self) -> bool:
        """Tell whether it gives a command something to read on its input."""
        return self.sign in ("<", "<<<", "<<", "<>", "<&") and self.fd in ("", "0")


class SimpleCommand(NamedTuple):
    """One command with what it sets. ``piped`` where its input is not the terminal's, and ``fed_by`` what gives
    it; ``input`` is the text that it reads there, None where that is not known. ``into`` are the words of the one
    command that reads what it prints. ``places`` are the working folders that it may have, relative to where the text
    starts: "" is that folder itself, UNSEEN one that is not known; ``visited`` all that the shell was told so far,
    the likeliest last. ``function`` where its first word names a function of the text, whose body is listed where it
    stands. ``span`` is its place in the text, where what it prints is only shown; None where another command, a
    variable or a file takes it, and where that is not known."""

    words: tuple[ShellWord, ...]
    sets: tuple[tuple[str, ShellWord], ...]
    redirects: tuple[ShellRedirect, ...]
    piped: bool
    fed_by: Pipeline = ()
    places: tuple[str, ...] = ("",)
    input: str | None = None
    into: tuple[ShellWord, ...] = ()
    visited: tuple[str, ...] = ()
    function: bool = False
    span: tuple[int, int] | None = None

    @property
    def shown(self) -> bool:
        """Tell whether it has words, and what it prints is only shown."""
        return self.span is not None and bool(self.words)


class ShellScript(NamedTuple):
    """All simple commands of a text; ``doubts`` says in sentences why there may be more."""

    commands: tuple[SimpleCommand, ...]
    doubts: tuple[str, ...]


def pipeline_of(commands: Sequence[SimpleCommand]) -> Pipeline:
    """Commands as the texts of their words; a redirection from a file stands as ``<`` and its path."""
    return tuple(
        (
            *(word.text for word in each.words),
            *(text for r in each.redirects if r.sign == "<" for text in ("<", r.target.text)),
        )
        for each in commands
    )


_CLEAN = LazyRegex(r"[\w./:@%+,=~^\x01\x02\x04-]+\Z")
_GLOB = LazyRegex(r"[\w./:@%+,=~^*?\[\]\x01\x02\x04-]+\Z")
_KNOWN = {"HOME": "~", "PWD": ".", "OLDPWD": ".."}
_NUMBERS = frozenset("UID EUID PPID RANDOM SECONDS EPOCHSECONDS LINENO SHLVL BASHPID".split())
_NAMES = frozenset("USER LOGNAME HOSTNAME HOSTTYPE OSTYPE".split())
_SECRET_NAME = LazyRegex(
    r"(?i)pass|pwd\Z|secret|token|(?<!mon)key(?!word|board|map)|cred|auth(?!or)|private|cookie|session_id|webhook|dsn\Z|"
    r"salt\Z|\AHISTFILE\Z|\APGPASSFILE\Z|(?:database|db|redis|mongo\w*|amqp|postgres\w*|mysql|broker|sentry|connection)_?(?:url|uri|string)|\Apin\Z"
)
_NO_SECRETS = frozenset("PWD OLDPWD SSH_AUTH_SOCK XAUTHORITY KEYMAP COLORFGBG".split())


def is_clean(text: str) -> bool:
    """Tell whether text from an expansion stays one word that is no pattern."""
    return bool(_CLEAN.match(text))


def is_pattern(text: str) -> bool:
    """Tell whether text from an expansion stays one word that becomes names of files."""
    return text[:1] != "-" and bool(_GLOB.match(text)) and not _CLEAN.match(text)


def _is_number(value: str) -> bool:
    value = value.replace(OUTPUT, "")
    return value == PLAIN or value.lstrip("-").isdigit()


def may_be_secret(name: str) -> bool:
    """Tell whether a variable's name says that it holds what is secret."""
    return name not in _NO_SECRETS and bool(_SECRET_NAME.search(name))


class VariableValues:
    """What the variables of a text hold, as far as it is certain: set once, to text that is seen; which functions are
    surely defined; and in which folders the shell has been so far, the likeliest for the next command last."""

    def __init__(self, known: Mapping[str, str] = MappingProxyType({})) -> None:
        """``known`` are variables of the surroundings whose text is certain."""
        self.known = known
        self.taken: dict[str, str] = {}
        self.functions: set[str] = set()
        self.visited: tuple[str, ...] = ()
        self.origins: dict[str, Pipeline] = {}
        """Which commands gave a variable its text, where that is certain."""
        self.places: tuple[str, ...] = ("",)
        """The working folders that the next command may have."""

    def copy(self) -> VariableValues:
        """For a subshell: what it sets is its own."""
        other = VariableValues(self.known)
        other.taken, other.functions, other.visited = dict(self.taken), set(self.functions), self.visited
        other.origins, other.places = dict(self.origins), self.places
        return other

    def set(self, name: str, value: str) -> None:
        """Set a variable. One that is set twice may hold either."""
        before = self.taken.get(name, value)
        if before != value:
            marks = marks_of(before + value)
            value = PLAIN + marks if _is_number(before) and _is_number(value) else UNSEEN + marks
        self.taken[name] = value
        self.origins.pop(name, None)

    def forget(self) -> None:
        """For a function's body, which runs when the variables may hold something else."""
        self.taken = {name: UNSEEN + marks_of(value) for name, value in self.taken.items()}

    def loop(self, name: str, value: str) -> None:
        """Set a loop's variable for the turn that is read now."""
        self.taken[name] = value
        self.origins.pop(name, None)

    def value_of(self, name: str) -> str:
        """What a variable holds, or UNSEEN."""
        if name in self.taken:
            return self.taken[name]
        if name in self.known:
            return self.known[name]
        if name in _NUMBERS:
            return PLAIN
        if name in _NAMES:
            return PLAIN + OUTPUT
        return _KNOWN.get(name, UNSEEN + SECRET if may_be_secret(name) else UNSEEN)

    def is_certain(self, text: str) -> bool:
        """Tell whether what stands for an expansion is as good as written out: a mere ``$``, or a known variable."""
        return text == "$" or text in self.known.values()

    def is_number(self, name: str) -> bool:
        """Tell whether reckoning with it cannot run anything: it is a number, or the text never touched it."""
        value = self.taken.get(name)
        return value is None or _is_number(value)


_BRACES = LazyRegex(r"([^{}]*)\{([^{}]*)\}([^{}]*)\Z")
_RANGE = LazyRegex(r"-?\w+\.\.-?\w+(?:\.\.-?\d+)?\Z")


def alternatives(text: str, shape: str, word: ShellWord) -> list[ShellWord]:
    """The words that ``{a,b}`` makes of one. ``shape`` is the text with each quoted character turned into a q."""
    pattern = any(sign in shape for sign in "*?[")
    whole = word._replace(text=text, pattern=pattern)
    if "{" not in shape or "}" not in shape or not re.search(r"\{.*(,|\.\.).*\}", shape):
        return [whole]
    found = _BRACES.match(shape)
    if found is None:
        return [whole._replace(text=UNSEEN, seen=False, splits=True)]
    if "," not in found[2]:
        ranged = _RANGE.match(found[2]) and text[: found.end(1)][:1] != "-" and found[2][:1] != "-"
        middle = PLAIN if ranged else UNSEEN  # the marks of what stands in it are in no range
        return [whole._replace(text=text[: found.end(1)] + middle + text[found.start(3) :], seen=False)]
    before, after = text[: found.end(1)], text[found.start(3) :]
    words, start = [], found.start(2)
    for end in [i for i in range(found.start(2), found.end(2)) if shape[i] == ","] + [found.end(2)]:
        words.append(whole._replace(text=before + text[start:end] + after, seen=False))
        start = end + 1
    return words


_ANSI = LazyRegex(
    r"\\(?:([abeEfnrtv\\'\"?])|([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|(.))", re.DOTALL
)
_NAMED = {"a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def unescape_ansi(text: str) -> str:
    """What ``$'…'`` stands for."""
    return _ANSI.sub(_sign, text)


def _sign(found: re.Match[str]) -> str:
    if found[1]:
        return _NAMED.get(found[1], found[1])
    if found[6]:
        raise UnreadableCommand("A quoted character is written in a way that cannot be read.")
    code = int(found[2], 8) & 255 if found[2] else int(found[3] or found[4] or found[5], 16)
    if code <= 4 or code > 0x10FFFF or 0xD800 <= code < 0xE000:
        raise UnreadableCommand("A quoted character is written in a way that cannot be read.")
    return chr(code)
