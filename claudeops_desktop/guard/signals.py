"""Signals: which of them ends or halts a process, and which a running service takes as an order to reload."""

from __future__ import annotations

from collections.abc import Sequence

_KEEPS_RUNNING = frozenset(
    """
HUP USR1 USR2 WINCH CONT CHLD URG IO ALRM RTMIN 1 10 12 14 17 18 23 28 29
""".split()
)
"""By name and by number on Linux. ALRM, HUP, USR1 and USR2 end a process that does not expect them, but services use
them to reload or to reopen their logs."""
DEFAULT = "TERM"


def ends_process(signal: str) -> bool:
    """Tell whether a process that gets this signal is ended or halted; an unknown signal counts as one that does."""
    return signal.upper().removeprefix("SIG") not in _KEEPS_RUNNING


def given_signal(words: Sequence[str], spelled: Sequence[str]) -> tuple[str, list[str]]:
    """The signal that ``kill`` or ``pkill`` is told to send, and the other words.

    ``spelled`` are the options that take it as a value; beside them it is taken as ``-HUP`` or ``-1``, first word only.
    """
    signal, rest, at = DEFAULT, list[str](), 0
    while at < len(words):
        word, first = words[at], at == 0
        at += 1
        name, equals, value = word.partition("=")
        if word in spelled:
            signal = words[at] if at < len(words) else DEFAULT
            at += 1
        elif equals and name in spelled:
            signal = value
        elif first and (_is_signal(word) or word[1:].isdigit()) and word[:1] == "-":
            signal = word[1:]
        elif word != "--":
            rest.append(word)
    return signal.upper().removeprefix("SIG"), rest


def _is_signal(word: str) -> bool:
    name = word[1:].upper().removeprefix("SIG")
    return name in _KEEPS_RUNNING or name in _OTHERS


_OTHERS = frozenset(
    """
TERM KILL INT QUIT STOP TSTP ABRT BUS FPE ILL SEGV TRAP PIPE POLL PROF SYS TTIN TTOU VTALRM XCPU XFSZ PWR EXIT
""".split()
)
