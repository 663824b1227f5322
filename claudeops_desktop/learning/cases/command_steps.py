"""Splits a shell command into the steps that run one after the other, each as it was written. Pure.

A pipeline, a loop and a subshell stay one step. The guard reads commands far more closely; here only the order of what
was done and what was looked at matters.
"""

from __future__ import annotations

import re
import shlex
from itertools import groupby

_OPENS = frozenset(("for", "while", "until", "if", "case", "select", "{"))
_CLOSES = frozenset(("done", "fi", "esac", "}"))
_OPERATORS = ("&&", "||", ";;", ";", "\n", "&")
_HERE = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")
_WORD = re.compile(r"\s*(?:(?:do|then|else)\s+)?([^\s;&|]+)")
_CUTS = frozenset(("cat", "head", "tail"))
_CUT_AT = frozenset(("-n", "-c", "--lines", "--bytes"))
_QUIET = frozenset(("-s", "-S", "-sS", "-Ss", "--silent", "--show-error"))
_HOW_SHOWN = frozenset(("-o", "--output", "-m", "--max-time"))
_FORMAT = frozenset(("-w", "--write-out"))


def split_steps(command: str) -> list[str]:
    """The steps of a command, in order, without the operators between them; empty ones are left out."""
    return [step for step in (part.strip() for part in _parts(command)) if step and not step.startswith("#")]


def read_question(check: str) -> str:
    """Return what a check asks, which is the same for two that differ only in how much of the answer they show: in the
    lines that ``head`` and ``tail`` leave, in how long ``curl`` waits, and in what it prints beside the status."""
    lexer = shlex.shlex(check, posix=True, punctuation_chars="|")
    lexer.whitespace_split, lexer.commenters = True, ""
    try:
        words = list(lexer)
    except ValueError:  # a quote that is not closed
        return check
    asked, files = list[list[str]](), list[str]()
    for pipe, stage in groupby(words, lambda word: word == "|"):
        program, *rest = stage
        if pipe:
            continue
        if program in _CUTS:
            files += _operands(rest)
        else:
            asked.append([program, *(_of_curl(rest) if program == "curl" else rest), *files])
            files = []
    return " | ".join(map(shlex.join, asked)) if asked and not files else check


def _operands(words: list[str]) -> list[str]:
    return [
        word for before, word in zip(["", *words], words, strict=False) if word[0:1] != "-" and before not in _CUT_AT
    ]


def _of_curl(words: list[str]) -> list[str]:
    """The words after ``curl`` that say what it asks for: not where the page goes and how long to wait for it."""
    kept, rest = list[str](), iter(words)
    for word in rest:
        if word in _HOW_SHOWN:
            next(rest, "")
        elif word in _FORMAT:
            form = next(rest, "")
            kept += [word, "%{http_code}" if "%{http_code}" in form else form]
        elif word not in _QUIET:
            kept.append(word)
    return kept


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
