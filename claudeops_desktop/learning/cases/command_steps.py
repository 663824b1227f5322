"""Splits a shell command into the steps that run one after the other, each as it was written. Pure.

A pipeline, a loop and a subshell stay one step. The guard reads commands far more closely; here only the order of what
was done and what was looked at matters.
"""

from __future__ import annotations

import re

_OPENS = frozenset(("for", "while", "until", "if", "case", "select", "{"))
_CLOSES = frozenset(("done", "fi", "esac", "}"))
_OPERATORS = ("&&", "||", ";;", ";", "\n", "&")
_HERE = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")
_WORD = re.compile(r"\s*(?:(?:do|then|else)\s+)?([^\s;&|]+)")


def split_steps(command: str) -> list[str]:
    """The steps of a command, in order, without the operators between them; empty ones are left out."""
    return [step for step in (part.strip() for part in _parts(command)) if step and not step.startswith("#")]


def _parts(command: str) -> list[str]:
    parts = list[str]()
    begin = segment = at = brackets = blocks = 0
    here_end = ""
    while at < len(command):
        char = command[at]
        if char == "\\":
            at += 2
        elif char in "'\"`":
            at = _after_quote(command, at)
        elif char in "()":
            brackets, at = max(0, brackets + (1 if char == "(" else -1)), at + 1
        elif here := _HERE.match(command, at):
            here_end, at = here[2], here.end()
        elif char == "\n" and here_end:
            end = re.compile(rf"^\t*{re.escape(here_end)}$", re.MULTILINE).search(command, at + 1)
            here_end, at = "", end.end() if end else len(command)
        elif brackets == 0 and (sign := _operator(command, at)):
            word = _WORD.match(command[segment:at])
            blocks += (word is not None and word[1] in _OPENS) - (word is not None and word[1] in _CLOSES)
            if blocks <= 0:
                parts.append(command[begin:at])
                begin, blocks = at + len(sign), 0
            segment = at = at + len(sign)
        else:
            at += 1
    return [*parts, command[begin:]]


def _operator(command: str, at: int) -> str:
    """The operator that separates two steps there; "" where ``&`` belongs to a redirection."""
    found = next((sign for sign in _OPERATORS if command.startswith(sign, at)), "")
    redirects = found == "&" and (command[at - 1 : at] in ("<", ">") or command[at + 1 : at + 2] == ">")
    return "" if redirects else found


def _after_quote(command: str, at: int) -> int:
    quote = command[at]
    at += 1
    while at < len(command) and command[at] != quote:
        at += 2 if command[at] == "\\" and quote != "'" else 1
    return at + 1
