"""The evidence gate (L4): a pattern is reinforced by what a session really produced, and by nothing else. Pure.

Level 1 is output of a command that stands in the session's own output; level 2 a file with a line that the session
really read or wrote. These are none: reasoning; the text of a pattern that the session was given; what a command only
prints because the session typed it; and what the application itself prints of its own notes and patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SHORTEST = 8  # characters of output; less stands anywhere
LEAST_WORDS = 2  # words that say something; one word alone is a mention
_PLACE = re.compile(r"(?P<file>(?:/|\.{1,2}/|~/)?[\w@+-][\w./@+-]*\.\w{1,8}|/[\w./@+-]+):(?P<line>\d{1,7})\b")
_WORDS = re.compile(r"\w+")
_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"|`+([^`]+)`+")
_NUMBERED = re.compile(r"^\s*(\d{1,7})(?:→|\t)")
_UNREADABLE = re.compile(
    r"no such file or directory|does not exist|permission denied|cannot (?:open|access|read)|is a directory", re.I
)
_OWN_NOTES = re.compile(r"\bclaude[- ]?ops\b|\bclaudeops\b", re.I)
_GRAMMAR_WORDS = """
a an the this that these those it its of in on at to from by for with as into is are was were be been do does did has
have had will would can could may might must should and or so but not no if then than there here he she they we you i
"""
_GRAMMAR = frozenset(_GRAMMAR_WORDS.split())

ECHO = "It repeats what the session was given: an echo is no evidence."
TYPED = "The session typed it into a command itself: what only comes back is no evidence."
REASONING = "It stands in no output of the session: reasoning alone does not count."
TOO_SHORT = "It is too short: quote at least two words of the output."


@dataclass(frozen=True, slots=True)
class SessionOutput:
    """One call of a tool: its command or the file that it was about, and what it answered. ``files`` are the files that
    it read or wrote, ``typed`` what it was given to write; ``failed``: the tool reported an error."""

    command: str
    text: str
    files: tuple[str, ...] = ()
    typed: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceVerdict:
    """Whether a claimed piece of evidence is real: its level (1 or 2, 0 for none), and why in a sentence."""

    level: int
    why: str

    @property
    def counts(self) -> bool:
        """Tell whether it reinforces."""
        return self.level > 0


def check_evidence(claimed: str, outputs: Sequence[SessionOutput], injected: Sequence[str] = ()) -> EvidenceVerdict:
    """Tell whether a claimed text is evidence: one place or one quotation in it that is real is enough. Where something
    is quoted, only the quotations count, else the whole text and each of its lines. ``injected`` are the texts that the
    session was given: repeating one of them is an echo.
    """
    text = claimed.strip()
    if not text:
        return EvidenceVerdict(0, "No evidence is named.")
    if any(_stands_in(_plain(text), _plain(one)) or _plain(text) == _plain(one) for one in injected):
        return EvidenceVerdict(0, ECHO)
    reasons: list[str] = []
    for place in _PLACE.finditer(text):
        why = _refuse_place(place["file"], int(place["line"]), outputs)
        if not why:
            return EvidenceVerdict(2, f"The session read or wrote {place['file']}.")
        reasons.append(why)
    for part in _parts(text):
        why = _refuse_quotation(part, outputs, injected)
        if not why:
            return EvidenceVerdict(1, "It stands in the output of a command of the session.")
        reasons.append(why)
    return EvidenceVerdict(0, _worst(reasons))


def _parts(text: str) -> list[str]:
    """What of a claim may be output: its quotations, or the whole of it and its lines where nothing is quoted."""
    quoted = [next(filter(None, found)) for found in _QUOTED.findall(text)]
    if quoted:
        return quoted
    lines = [line for line in text.splitlines() if line.strip()]
    return [text] if len(lines) < 2 else [text, *lines]


def _refuse_place(file: str, line: int, outputs: Sequence[SessionOutput]) -> str:
    """Why a file and line is no evidence; "" where the session read or wrote it."""
    of_file = [one for one in outputs if any(_is_same_file(file, name) for name in one.files)]
    if not of_file:
        return "The session neither read nor wrote that file."
    read = [one for one in of_file if not one.failed and not _is_unreadable(one.text)]
    if not read:
        return f"The session could not read {file}."
    shown = [_shown_lines(one.text) for one in read]
    if line < 1 or all(lines and line not in lines for lines in shown):
        return f"The session was not shown line {line} of {file}."
    return ""


def _is_unreadable(text: str) -> bool:
    """Tell whether an answer only says that the file cannot be read: one line, without anything of the file."""
    return len(text.strip().splitlines()) == 1 and _UNREADABLE.search(text) is not None


def _shown_lines(text: str) -> frozenset[int]:
    """The numbers of the lines that an answer shows, where it numbers them as the Read tool and ``cat -n`` do; empty
    where it does not."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = [int(match[1]) for match in map(_NUMBERED.match, lines) if match]
    return frozenset(found) if len(found) * 2 >= len(lines) else frozenset()


def _refuse_quotation(part: str, outputs: Sequence[SessionOutput], injected: Iterable[str]) -> str:
    """Why a quotation is no evidence; "" where it stands in what a command answered."""
    said = _plain(part)
    for one in map(_plain, injected):
        if one and (_stands_in(said, one) or _stands_in(one, said)):
            return ECHO
    if any(_stands_in(said, _plain(given)) for one in outputs for given in (one.command, one.typed) if given):
        return TYPED
    measured = (one for one in outputs if not _OWN_NOTES.search(one.command))
    if not any(_stands_in(said, _plain(one.text)) for one in measured):
        return REASONING
    telling = {word for word in said.split() if word not in _GRAMMAR}
    return TOO_SHORT if len(said) < SHORTEST or len(telling) < LEAST_WORDS else ""


def _worst(reasons: Sequence[str]) -> str:
    """Of several reasons the one that tells the operator most."""
    for reason in (ECHO, TYPED):
        if reason in reasons:
            return reason
    for reason in reasons:
        if reason not in (REASONING, TOO_SHORT):
            return reason
    return REASONING if REASONING in reasons or not reasons else TOO_SHORT


def _plain(text: str) -> str:
    return " ".join(_WORDS.findall(text.casefold()))


def _stands_in(words: str, text: str) -> bool:
    """Tell whether these words stand in a text one after the other, as whole words. Both must be plain."""
    return bool(words) and f" {words} " in f" {text} "


def _is_same_file(named: str, file: str) -> bool:
    one, other = named.removeprefix("./"), file.removeprefix("./")
    return one == other or other.endswith(f"/{one}") or one.endswith(f"/{other}")
