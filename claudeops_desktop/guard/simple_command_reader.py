"""The simple commands of a command line: words, assignments, redirections, here-documents."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import NamedTuple

from .assignments import DECLARES, fields_of, settings_of
from .lazy_regex import LazyRegex
from .shell_types import (
    MARKS,
    PLAIN,
    SECRET,
    UNSEEN,
    ShellRedirect,
    ShellWord,
    SimpleCommand,
    UnreadableCommand,
    VariableValues,
    leaves_unseen,
    marks_of,
    may_be_secret,
    without_marks,
)
from .shell_word_reader import METAS, WordReader
from .visited_folders import visited_after
from .working_folders import changed_folders

MOST_COMMANDS = 2_000
DEEPEST_FOLDER = 250
"""Characters of the folder that a text goes to: each file is looked at from there."""

_SETS = LazyRegex(r"([A-Za-z_][A-Za-z_0-9]*)(\[[^\]]*\])?\+?=")
_FD = LazyRegex(r"(?:\d+|\{([A-Za-z_][A-Za-z_0-9]*)\})(?=[<>])")
_REDIRECT = LazyRegex(r"<<<|<<-?|<>|<&|<(?!\()|>>|>\||>&|>(?!\()|&>>|&>")
_READING = ("read", "mapfile", "readarray")


class _Document(NamedTuple):
    """A here-document whose text is still to come: what ends it, and which redirection of which command it is."""

    end: str
    quoted: bool
    stripped: bool
    depth: int
    command: int
    place: int
    start: int


class SimpleReader(WordReader):
    """Reads simple commands at ``at``, and adds them to ``commands``."""

    def __init__(
        self, text: str, values: VariableValues, commands: list[SimpleCommand], depth: int, piped: bool = False
    ) -> None:
        super().__init__(text, values, commands, depth, piped)
        self.documents: list[_Document] = []
        self.line: str | None = None
        """The line that ``read`` takes, in a loop over lines that were typed."""
        self.lines_read = 0
        self.redirected = False
        """Whether the shell itself was told to read from elsewhere: ``exec < file``."""
        self.chained = False
        """Whether what is read stands behind ``&&`` or ``||``, so that it may not run."""

    @abstractmethod
    def _function(self, named: list[ShellWord]) -> None:
        """Read a function's body; its name was read, and the brackets behind it."""

    def _ends(self) -> None:
        if self.documents:
            raise UnreadableCommand("A here-document is not finished.")

    def _simple(self) -> None:
        begins, before = self.at, frozenset(self.values.taken)
        sets: list[tuple[str, ShellWord]] = []
        words: list[ShellWord] = []
        redirects: list[ShellRedirect] = []
        while True:
            self._blank()
            if self._redirect(redirects, sets):
                continue
            if self.at >= len(self.text):
                break
            if self.text[self.at] in METAS and self.text[self.at : self.at + 2] not in ("<(", ">("):
                break
            start, found = self.at, self._word()
            given = _SETS.match(self.text, start)
            if self.text.startswith("(", self.at):
                if given is not None and given.end() == self.at and (not words or words[0].text in DECLARES):
                    self.at += 1
                    listed = [(given[1], word) for word in self._words(newlines=True)]
                    self._expect(")")
                    sets += listed
                    self._set(given[1], UNSEEN + marks_of("".join(word.text for _, word in listed)))
                    continue
                if not words and len(found) == 1 and found[0].seen:
                    self._expect("(")
                    self._blank()
                    self._expect(")")
                    self._function(found)
                    return
                raise UnreadableCommand("A bracket stands where it cannot be understood.")
            if given is not None and not words:
                for each in found:
                    self._assign(given, each, sets)
                continue
            words += found
        for name, _ in sets if words else []:  # set for this one command, not for those that follow
            if name not in before and may_be_secret(name):
                self.values.taken[name] = UNSEEN + SECRET
        if not words and not sets and not redirects:
            raise UnreadableCommand("The command cannot be read.")
        self._finish(words, sets, redirects, begins)

    def _finish(
        self,
        words: list[ShellWord],
        sets: list[tuple[str, ShellWord]],
        redirects: list[ShellRedirect],
        begins: int,
    ) -> None:
        """Add the command: with what it sets through its words, what it reads, and where it runs and stands."""
        if words and words[0].text == "exec" and len(words) == 1 and any(redirect.feeds for redirect in redirects):
            self.piped = self.redirected = True
        fed = next((redirect for redirect in reversed(redirects) if redirect.feeds), None)
        text = fed.target.text if fed and fed.sign in ("<<<", "<<") else None
        text = "" if fed and fed.target.text == "/dev/null" else text
        function = bool(words) and words[0].text in self.values.functions
        piped = self.piped or fed is not None
        doubt, settled = None, False
        try:
            named = settings_of(words)
        except UnreadableCommand as refused:
            named, doubt = [], refused
        reads = bool(words) and words[0].text in _READING
        if reads or not words:
            sets = [each for each in sets if each[0] != "IFS" or not _is_separator(each[1], reads)]
        if self.line is not None and [w.text for w in words[:1]] == ["read"] and not redirects and not self.piped:
            self.lines_read += 1
            if not sets and (fields := fields_of(self.line, words[1:])):
                for name, text in fields:
                    self.values.loop(name, text)
                named, settled = [(name, ShellWord(text)) for name, text in fields], True
        for name, value in named if not settled else []:
            self._set(name, value.text)
            if reads and self.fed_by and not redirects:
                self.values.origins[name] = self.fed_by
        if words and words[0].text == "unset":
            self.values.functions -= {word.text for word in words[1:]}
        self._emit(
            SimpleCommand(
                tuple(words),
                (*sets, *named),
                tuple(redirects),
                piped,
                input=text,
                visited=self.values.visited,
                function=function,
                span=None if any(map(_goes_to_a_file, redirects)) else (begins, self.at),
            )
        )
        if doubt:
            raise doubt
        self.values.visited = visited_after(words, self.values.visited)
        if any(len(folder) > DEEPEST_FOLDER for folder in self.values.visited):
            raise UnreadableCommand("The command goes through too many folders to be looked through.")

    def _newline(self) -> None:
        """Read the here-documents that were announced on the line."""
        line_end = self.at - 1
        for document in self.documents:
            between = self.text[document.start : line_end].replace("\\\n", "")
            if document.depth != self.depth or "\n" in between:
                raise UnreadableCommand("A here-document stands where it cannot be understood.")
            body = self._document_body(document)
            if not document.quoted:
                inner = type(self)(body, self.values, self.commands, self.depth, self.piped)
                body = inner._double("")[0]
                inner._ends()
            command = self.commands[document.command]
            redirects = list(command.redirects)
            redirects[document.place] = ShellRedirect("<<", ShellWord(body, seen=not leaves_unseen(body)))
            last = next(r for r in reversed(redirects) if r.feeds)
            text = body if last is redirects[document.place] else command.input
            self.commands[document.command] = command._replace(redirects=tuple(redirects), input=text)
        self.documents.clear()

    def _document_body(self, document: _Document) -> str:
        lines: list[str] = []
        while self.at < len(self.text):
            line, newline = self._line()
            if document.stripped:
                line = line.lstrip("\t")
            if line == document.end:
                return "".join(lines)
            if not document.quoted and line.endswith("\\"):
                raise UnreadableCommand("A here-document has lines that go on, which may hide its end.")
            lines.append(line + newline)
        raise UnreadableCommand("A here-document is not finished.")

    def _line(self) -> tuple[str, str]:
        """The line at this place; what is read goes on behind it."""
        end = self.text.find("\n", self.at)
        start, stop = self.at, len(self.text) if end < 0 else end
        self.at = stop + (end >= 0)
        return self.text[start:stop], "\n" if end >= 0 else ""

    def _assign(self, given: re.Match[str], word: ShellWord, sets: list[tuple[str, ShellWord]]) -> None:
        if given[2] and not given[2][1:-1].isdigit():
            raise UnreadableCommand("A list is set at a place that must be computed.")
        value = word.text[word.text.find("=") + 1 :]
        sets.append((given[1], word._replace(text=value)))
        marks = marks_of(value + self.values.value_of(given[1])) if "+=" in given[0] or given[2] else ""
        before = given[1] in self.values.taken
        self._set(given[1], UNSEEN + marks if "+=" in given[0] or given[2] else value)
        if not before and not given[2] and "+=" not in given[0]:
            self._remember_origin(given[1], word._replace(text=value))

    def _set(self, name: str, value: str) -> None:
        """Set a variable, which keeps what the environment gave it where this command may not run."""
        surely = self.depth == 1 and not self.chained and not self.piped
        kept = not surely and name not in self.values.taken and may_be_secret(name)
        self.values.set(name, UNSEEN + SECRET + marks_of(value) if kept else value)

    def _remember_origin(self, name: str, word: ShellWord) -> None:
        """Which commands gave a variable its text, where it holds their output and nothing else."""
        if without_marks(word.text) in (UNSEEN, PLAIN) and len(word.origins) == 1:
            self.values.origins[name] = word.origins[0]

    def _sets(self, name: str) -> None:
        self._emit(SimpleCommand((), ((name, ShellWord(PLAIN)),), (), self.piped))

    def _emit(self, command: SimpleCommand) -> None:
        if len(self.commands) >= MOST_COMMANDS:
            raise UnreadableCommand("The command has too many parts to be looked through.")
        self.commands.append(command._replace(fed_by=self.fed_by, places=self.values.places))
        if command.words and command.words[0].text in ("cd", "pushd", "popd"):
            self.values.places = changed_folders(command.words, self.values.places)
        self.documents = [
            each if each.command >= 0 else each._replace(command=len(self.commands) - 1) for each in self.documents
        ]

    def _redirect(self, found: list[ShellRedirect], sets: list[tuple[str, ShellWord]]) -> bool:
        self._blank()
        fd = _FD.match(self.text, self.at)
        sign = _REDIRECT.match(self.text, fd.end() if fd else self.at)
        if sign is None:
            return False
        if fd and fd[1]:
            sets.append((fd[1], ShellWord(PLAIN)))
            self.values.set(fd[1], PLAIN)
        self.at = sign.end()
        self._blank()
        start, words = self.at, self._word()
        if len(words) != 1:
            raise UnreadableCommand("A redirection cannot be read.")
        if sign[0] in ("<<", "<<-"):
            end = words[0].text
            if not re.fullmatch(r"[\w.!@%:+-]+", end) or re.search(r"[$`]", self.text[start : self.at]):
                raise UnreadableCommand("The end of a here-document cannot be read.")
            if fd and fd[0] != "0":
                raise UnreadableCommand("A here-document goes elsewhere than to what a command reads.")
            self.documents.append(
                _Document(end, words[0].quoted, sign[0] == "<<-", self.depth, -1, len(found), self.at)
            )
            found.append(ShellRedirect("<<", ShellWord(UNSEEN, seen=False)))
        else:
            found.append(ShellRedirect(sign[0], words[0], fd[0] if fd else ""))
        return True

    def _words(self, newlines: bool = False) -> list[ShellWord]:
        words: list[ShellWord] = []
        while True:
            self._blank(newlines=newlines)
            if self.at >= len(self.text):
                return words
            if self.text[self.at] in METAS and self.text[self.at : self.at + 2] not in ("<(", ">("):
                return words
            words += self._word()


def _is_separator(value: ShellWord, reads: bool) -> bool:
    """Tell whether a text may part words: any for ``read`` alone, else only blanks, which part words anyway."""
    return (reads and not leaves_unseen(value.text)) or not value.text.strip(" \t\n")


def typed_text(redirects: list[ShellRedirect]) -> str | None:
    """What stands behind ``<<<`` where it is the only input and every sign of it was typed."""
    feeds = [redirect for redirect in redirects if redirect.feeds]
    if (
        len(feeds) != 1
        or feeds[0].sign != "<<<"
        or any(sign in feeds[0].target.text for sign in (UNSEEN, PLAIN, *MARKS))
    ):
        return None
    return feeds[0].target.text


def _goes_to_a_file(redirect: ShellRedirect) -> bool:
    """Tell whether it keeps what a command prints, so that a later one can read it."""
    target = redirect.target.text
    return ">" in redirect.sign and target not in ("/dev/null", "/dev/stderr", "/dev/tty", "1", "2")
