"""A command line of the shell → every simple command that it may run, as the shell would read it (S11).

Branches and loops are flattened: whatever may run is listed. What is inside ``$(…)``, backticks, ``<(…)`` and
functions is listed too. What cannot be read for certain is refused, never guessed: quotes inside ``${…}``, arithmetic
on text from elsewhere.

The grammar is bash's; where POSIX shells and zsh read the same text in another way it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType

from .programs.index import MODULE_OF
from .shell_types import (
    OUTPUT,
    PLAIN,
    UNSEEN,
    ShellRedirect,
    ShellScript,
    ShellWord,
    SimpleCommand,
    UnreadableCommand,
    VariableValues,
    marks_of,
    pipeline_of,
)
from .simple_command_reader import SimpleReader, typed_text
from .substitutions import printed_text

LONGEST = 32_000
DEEPEST = 25
MOST_TURNS = 12
MOST_STAGES = 60
"""Commands of one pipeline: each is looked at with those before and after it."""

_DISPLAYS = frozenset("grep egrep fgrep head tail cut tr column nl".split())
"""Programs that choose and arrange lines for a reader, and write no files."""
_COMPARES = frozenset({"-eq", "-ne", "-lt", "-le", "-gt", "-ge"})


def read_script(
    text: str, folders: tuple[str, ...] = (), known: Mapping[str, str] = MappingProxyType({})
) -> ShellScript:
    """The simple commands of ``text``, and in ``doubts`` why not all of it could be read. Never raises.

    ``folders`` are where it begins, as ``visited`` of a simple command; ``known`` the variables whose text is certain.
    """
    if len(text) > LONGEST:
        return ShellScript((), ("The command is too long to be looked through.",))
    if UNSEEN in text or PLAIN in text:
        return ShellScript((), ("The command holds control characters.",))
    reader = _Reader(text, VariableValues(known), [], 0)
    reader.values.visited = folders
    doubts: tuple[str, ...] = ()
    try:
        reader.all()
    except UnreadableCommand as refused:
        doubts = (str(refused),)
    except RecursionError:
        doubts = ("The command is nested too deeply.",)
    if doubts or any(each.words and each.words[0].text == "exec" and each.redirects for each in reader.commands):
        reader._is_taken(0)  # from then on, what seems to be shown may go to a file
    return ShellScript(tuple(reader.commands), doubts)


class _Reader(SimpleReader):
    """Reads the commands of one text."""

    def all(self) -> None:
        """Read the whole text. Raises Refused."""
        self._list(frozenset({""}))
        self._ends()

    # Lists and compound commands

    def _list(self, closers: Collection[str]) -> str:
        """Read commands up to one of ``closers`` at a command's place, and answer which one it was."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise UnreadableCommand("The command is nested too deeply.")
        closed = self._until(closers)
        self.depth -= 1
        return closed

    def _until(self, closers: Collection[str]) -> str:
        text = self.text
        otherwise: tuple[str, ...] = ()  # the folders where what stands before || did not fail
        failed: tuple[str, ...] = ()  # those where one of the commands before it did
        while True:
            self._blank(newlines=True)
            if self.at >= len(text):
                if "" in closers:
                    return ""
                raise UnreadableCommand("The command is not finished.")
            if text[self.at] == ")":
                if ")" not in closers:
                    raise UnreadableCommand("A bracket closes nothing.")
                self.at += 1
                return ")"
            if text.startswith(";;", self.at):
                if ";;" not in closers:
                    raise UnreadableCommand("Two semicolons stand where none belong.")
                self.at += 3 if text[self.at : self.at + 3] == ";;&" else 2
                return ";;"
            word = self._reserved()
            if word in closers and word:
                self.at += len(word)
                return word
            functions = set(self.values.functions)
            failed = (*failed, *self.values.places)
            self._pipeline()
            last = self.commands[-1].words if self.commands else ()
            went_on = not otherwise or not last or last[0].text not in ("exit", "return")
            self.values.places = tuple(dict.fromkeys((*otherwise, *(self.values.places if went_on else ()))))
            otherwise = ()
            self._blank()
            if not self.text.startswith(("&&", "||"), self.at):
                failed = ()
            self.chained = False
            if self.at < len(text) and text[self.at] == "\n":
                self.at += 1
                self._newline()
            elif self.at < len(text) and text[self.at] in ";&" and not text.startswith(";;", self.at):
                self.chained = text.startswith("&&", self.at)
                if text[self.at] == "&" and not self.chained:
                    self.values.functions = functions  # what runs beside is a shell of its own
                self.at += 2 if self.chained else 1
                if text.startswith(";&", self.at - 1):
                    raise UnreadableCommand("A case falls through.")
            elif text.startswith("||", self.at):
                self.at += 2
                self.chained = True
                otherwise, self.values.places = self.values.places, tuple(dict.fromkeys(failed))
            elif self.at < len(text) and text[self.at] not in ")" and not text.startswith(";;", self.at):
                raise UnreadableCommand("The command cannot be read.")

    def _pipeline(self) -> None:
        outer, visited = self.piped, self.values.visited
        fed_by, start = self.fed_by, len(self.commands)
        before, shown = -1, True
        for _ in range(MOST_STAGES):
            first = len(self.commands)
            self._command()
            if first > start:
                last = self.commands[first:]
                shown = shown and len(last) == 1 and last[0].shown and last[0].words[0].text in _DISPLAYS
                if not shown:
                    self._is_taken(start, first)
            alone = len(self.commands) - 1 if len(self.commands) == first + 1 else -1
            if before >= 0 and alone >= 0:
                self._joins(before, alone)
            self._blank()
            if self.text.startswith("||", self.at) or not self.text.startswith("|", self.at):
                break
            before = alone
            self.at += 2 if self.text.startswith("|&", self.at) else 1
            self.piped, self.fed_by = True, pipeline_of(self.commands[start:])
            self._blank(newlines=True)
        else:
            raise UnreadableCommand("The command has a pipeline too long to be looked through.")
        if self.piped and not outer:
            self.values.visited = visited  # each end of a pipe is a shell of its own
        self.piped, self.fed_by = outer or self.redirected, fed_by

    def _joins(self, before: int, after: int) -> None:
        """Two simple commands stand at the ends of one pipe."""
        source, target = self.commands[before], self.commands[after]
        if not any(redirect.feeds for redirect in target.redirects):
            self.commands[after] = target._replace(input=printed_text(source))
        if all(redirect.sign == ">" and redirect.target.text == "/dev/null" for redirect in source.redirects):
            self.commands[before] = source._replace(into=target.words)

    def _command(self) -> None:
        text, word, first = self.text, self._reserved(), len(self.commands)
        while word in ("!", "time"):
            self.at += len(word)
            self._blank()
            if word == "time" and text.startswith("-p", self.at):
                self.at += 2
                self._blank()
            word = self._reserved()
        if text.startswith("((", self.at):
            self.at += 2
            self._sum()
        elif text.startswith("(", self.at):
            self.at += 1
            outer = self.values
            self.values = outer.copy()  # a subshell's own
            self._list({")"})
            self.values = outer
        elif word in ("{", "if", "while", "until", "for", "case", "[[", "function"):
            self.at += len(word)
            folders, body = self.values.places, self.at
            self._compound(word)
            if word != "{":  # whether a branch was taken is not known
                self.values.places = tuple(dict.fromkeys((*folders, *self.values.places)))
        elif word in ("select", "coproc", "}", "then", "do", "done", "fi", "esac", "elif", "else", "in"):
            raise UnreadableCommand(f"“{word}” stands where it cannot be understood.")
        else:
            self._simple()
            return
        redirects: list[ShellRedirect] = []
        sets: list[tuple[str, ShellWord]] = []
        while self._redirect(redirects, sets):
            pass
        typed = typed_text(redirects)
        if typed is not None and word == "while" and not self.documents:
            self._read_lines(typed, body, first)
        if any(redirect.feeds for redirect in redirects):
            self.commands[first:] = [
                each._replace(piped=True, input=typed if not each.piped and each.input is None else each.input)
                for each in self.commands[first:]
            ]
        if redirects:
            self._is_taken(first)
            self._emit(SimpleCommand((), tuple(sets), tuple(redirects), self.piped))

    def _read_lines(self, typed: str, body: int, first: int) -> None:
        """Read a loop over lines that were typed once for each line, with what ``read`` takes of it."""
        lines, end, whole = typed.rstrip("\n").split("\n"), self.at, self.commands[first:]
        if len(lines) > MOST_TURNS:
            return
        del self.commands[first:]
        surely = True
        for line in lines:
            self.at, self.line, self.lines_read = body, line, 0
            self._list({"do"})
            self._list({"done"})
            surely = surely and self.lines_read == 1
        self.at, self.line = end, None
        if not surely:  # it reads otherwise than once in each turn
            self.commands[first:] = whole

    def _compound(self, word: str) -> None:
        if word == "{":
            self._list({"}"})
        elif word == "if":
            self._list({"then"})
            while (closed := self._list({"elif", "else", "fi"})) != "fi":
                if closed == "elif":
                    self._list({"then"})
        elif word in ("while", "until"):
            start, before = self.at, None
            while before != self.values.taken:  # what one turn sets holds in the next
                self.at, before = start, dict(self.values.taken)
                self._list({"do"})
                self._list({"done"})
        elif word == "for":
            self._for()
        elif word == "case":
            self._case()
        elif word == "[[":
            self._test()
        else:
            self._blank()
            named = self._word()
            self._blank()
            if self.text.startswith("(", self.at):
                self._expect("(")
                self._blank()
                self._expect(")")
            self._function(named)

    def _function(self, named: list[ShellWord]) -> None:
        """The body is listed where it is defined: it may run from there on, whatever the variables hold by then.

        The name is known from there on where the definition surely takes place: straight in the list of the text.
        """
        self._blank(newlines=True)
        if self.text[self.at : self.at + 1] not in ("{", "("):
            raise UnreadableCommand("A function is written in a way that cannot be read.")
        if (
            len(named) != 1
            or not named[0].seen
            or not re.fullmatch(r"[\w.:-]+", named[0].text)
            or named[0].text in MODULE_OF
        ):
            raise UnreadableCommand("A function takes the name of a program.")
        outer, self.values, chained = self.values, self.values.copy(), self.chained
        self.values.forget()
        first = len(self.commands)
        self._command()
        self._is_taken(first)
        inner, self.values = self.values, outer
        for name in inner.taken:
            if inner.taken[name] != self.values.taken.get(name):
                self.values.taken[name] = UNSEEN + marks_of(inner.taken[name])
        if inner.visited != outer.visited:
            outer.visited = (*outer.visited, *inner.visited)
        if self.depth == 1 and not self.piped and not chained:
            self.values.functions.add(named[0].text)

    def _for(self) -> None:
        self._blank()
        if self.text.startswith("((", self.at):
            self.at += 2
            self._sum(statement=True)
            self._body([])
            return
        name = self._name()
        self._sets(name)
        self._blank(newlines=True)
        turns = [ShellWord(UNSEEN, seen=False, splits=True)]
        if self._reserved() == "in":
            self.at += 2
            turns = self._words()
            if turns:
                self._emit(SimpleCommand((ShellWord(":"), *turns), (), (), self.piped))
        self._body([(name, turn) for turn in turns])

    def _body(self, turns: list[tuple[str, ShellWord]]) -> None:
        """Read a loop's body once for each known value of its variable, so that each command is seen as it runs."""
        self._blank(newlines=True)
        if self.text.startswith(";", self.at):
            self.at += 1
            self._blank(newlines=True)
        opened = self._reserved()
        if opened not in ("do", "{"):
            raise UnreadableCommand("A loop is written in a way that cannot be read.")
        self.at += len(opened)
        start = self.at
        if len(turns) > MOST_TURNS:
            plain = all(UNSEEN not in turn.text and turn.text[:1] != "-" for _, turn in turns)
            marks = marks_of("".join(turn.text for _, turn in turns))
            turns = [(turns[0][0], ShellWord((PLAIN if plain else UNSEEN) + marks, seen=False, splits=not plain))]
        own = turns[0][0] if turns else ""
        before: dict[str, str] | None = None
        while before != (now := self._other_values(own)):  # what one turn sets holds in the next
            before = now
            for name, turn in turns or [("", ShellWord(""))]:
                self.at = start
                if name:
                    text = turn.text + OUTPUT if turn.pattern else turn.text  # names of files are no typed text
                    self.values.loop(name, UNSEEN + marks_of(turn.text) if turn.splits else text)
                    self._remember_origin(name, turn)
                self._list({"done" if opened == "do" else "}"})
            if own:
                self.values.loop(
                    own, turns[-1][1].text if len(turns) == 1 and not turns[0][1].splits else UNSEEN + OUTPUT
                )

    def _other_values(self, own: str) -> dict[str, str]:
        return {name: value for name, value in self.values.taken.items() if name != own}

    def _case(self) -> None:
        self._blank()
        self._word()
        self._blank(newlines=True)
        if self._reserved() != "in":
            raise UnreadableCommand("A case is written in a way that cannot be read.")
        self.at += 2
        while True:
            self._blank(newlines=True)
            if self._reserved() == "esac":
                self.at += 4
                return
            if self.text.startswith("(", self.at):
                self.at += 1
            while True:
                self._blank()
                if not self._word():
                    raise UnreadableCommand("A case is written in a way that cannot be read.")
                self._blank()
                if not self.text.startswith("|", self.at):
                    break
                self.at += 1
            self._expect(")")
            if self._list({";;", "esac"}) == "esac":
                return

    def _test(self) -> None:
        """``[[ … ]]``: only its expansions can run anything; comparing numbers would run text inside ``a[…]``."""
        last: list[ShellWord] = []
        compares = False
        while True:
            self._blank(newlines=True)
            if self.at >= len(self.text):
                raise UnreadableCommand("A test is not finished.")
            if self._skip_sign():
                continue
            words = self._word()
            if words and words[0].text == "]]":
                return
            if words and words[0].text in ("-v", "-R"):
                self._blank()
                found = self._word()
                if len(found) != 1 or not re.fullmatch(r"\w+(?:\[(?:\d+|[@*])\])?", found[0].text):
                    raise UnreadableCommand("Whether a variable is set is asked in a way that cannot be read.")
            if not words:
                raise UnreadableCommand("A test cannot be read.")
            if compares and not self._is_number(words):
                raise UnreadableCommand("A comparison of numbers could run what is in a text.")
            compares = words[0].text in _COMPARES and not words[0].quoted
            if compares and not self._is_number(last):
                raise UnreadableCommand("A comparison of numbers could run what is in a text.")
            last = words

    def _is_number(self, words: list[ShellWord]) -> bool:
        """Tell whether comparing with it as a number cannot run anything: digits, or a variable that holds some."""
        if len(words) != 1:
            return False
        text = words[0].text
        if re.fullmatch(rf"[\d+*/ {PLAIN}{OUTPUT}-]+", text):
            return True
        if text == UNSEEN or text.isidentifier():  # of the surroundings, where nobody has put text
            return self.values.is_number(text) if words[0].seen else not self.values.taken
        return False

    def _skip_sign(self) -> bool:
        for sign in ("&&", "||", "(", ")", "<", ">", "|"):
            if self.text.startswith(sign, self.at) and self.text[self.at : self.at + 2] not in ("<(", ">("):
                self.at += len(sign)
                return True
        return False
