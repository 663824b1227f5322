"""A command line of the shell → every simple command that it may run, as the shell would read it (S11).

Branches and loops are flattened: whatever may run is listed. What is inside ``$(…)``, backticks, ``<(…)`` and
functions is listed too. What cannot be read for certain is refused, never guessed: here-documents, quotes inside
``${…}``, arithmetic on text from elsewhere.

The grammar is bash's; where POSIX shells and zsh read the same text in another way it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from .patterns import Pattern
from .word_reader import METAS, WordReader
from .words import PLAIN, UNSEEN, Redirect, Refused, Script, Simple, Values, Word, pipeline_of
from .working_folders import changed_folders

LONGEST = 100_000
MOST_COMMANDS = 2_000
DEEPEST = 25
MOST_TURNS = 12

_SETS = Pattern(r"([A-Za-z_][A-Za-z_0-9]*)(\[[^\]]*\])?\+?=")
_FD = Pattern(r"(?:\d+|\{[A-Za-z_][A-Za-z_0-9]*\})(?=[<>])")
_DOCUMENT = Pattern(r"\d*<<-?(?!<)")
_INTO = Pattern(r"(?<![<>&\d])>>?\s*([\w./~@+-]+)")
_REDIRECT = Pattern(r"<<<|<<-?|<>|<&|<(?!\()|>>|>\||>&|>(?!\()|&>>|&>")
_DECLARES = frozenset({"export", "declare", "typeset", "local", "readonly"})
_READS = frozenset({"read", "mapfile", "readarray", "getopts", "unset", "printf", "let", "wait"})
_SUBSCRIPT = Pattern(r"\A\w*(?:\[[^\]]*(?:\$\(|`|\0)|\0)")
"""The name of a variable with a subscript that is reckoned out, or one that is not seen."""
_COMPARES = frozenset({"-eq", "-ne", "-lt", "-le", "-gt", "-ge"})


def read_script(text: str) -> Script:
    """The simple commands of ``text``, and in ``doubts`` why not all of it could be read. Never raises."""
    if len(text) > LONGEST:
        return Script((), ("The command is too long to be looked through.",))
    if UNSEEN in text or PLAIN in text:
        return Script((), ("The command holds control characters.",))
    reader = _Reader(text, Values(), [], 0)
    doubts: tuple[str, ...] = ()
    try:
        reader.all()
    except Refused as refused:
        doubts = (str(refused),)
    except RecursionError:
        doubts = ("The command is nested too deeply.",)
    return Script(tuple(reader.commands), doubts, frozenset(reader.values.functions))


class _Reader(WordReader):
    """Reads the commands of one text."""

    def all(self) -> None:
        """Read the whole text. Raises Refused."""
        self._list(frozenset({""}))

    # Lists and compound commands

    def _list(self, closers: Collection[str]) -> str:
        """Read commands up to one of ``closers`` at a command's place, and answer which one it was."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Refused("The command is nested too deeply.")
        closed = self._until(closers)
        self.depth -= 1
        return closed

    def _until(self, closers: Collection[str]) -> str:
        text = self.text
        otherwise: tuple[str, ...] = ()  # the folders where what stands before || failed
        while True:
            self._blank(newlines=True)
            if self.at >= len(text):
                if "" in closers:
                    return ""
                raise Refused("The command is not finished.")
            if text[self.at] == ")":
                if ")" not in closers:
                    raise Refused("A bracket closes nothing.")
                self.at += 1
                return ")"
            if text.startswith(";;", self.at):
                if ";;" not in closers:
                    raise Refused("Two semicolons stand where none belong.")
                self.at += 3 if text[self.at : self.at + 3] == ";;&" else 2
                return ";;"
            word = self._reserved()
            if word in closers and word:
                self.at += len(word)
                return word
            self._pipeline()
            self.values.places = tuple(dict.fromkeys((*otherwise, *self.values.places)))
            otherwise = ()
            self._blank()
            if self.at < len(text) and text[self.at] in ";&\n" and not text.startswith(";;", self.at):
                self.at += 2 if text.startswith("&&", self.at) else 1
                if text.startswith(";&", self.at - 1):
                    raise Refused("A case falls through.")
            elif text.startswith("||", self.at):
                self.at += 2
                otherwise = self.values.places
            elif self.at < len(text) and text[self.at] not in ")" and not text.startswith(";;", self.at):
                raise Refused("The command cannot be read.")

    def _pipeline(self) -> None:
        outer, fed_by, start = self.piped, self.fed_by, len(self.commands)
        while True:
            self._command()
            self._blank()
            if self.text.startswith("||", self.at) or not self.text.startswith("|", self.at):
                break
            self.at += 2 if self.text.startswith("|&", self.at) else 1
            self.piped, self.fed_by = True, pipeline_of(self.commands[start:])
            self._blank(newlines=True)
        self.piped, self.fed_by = outer, fed_by

    def _command(self) -> None:
        text, word = self.text, self._reserved()
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
            folders = self.values.places
            self._list({")"})
            self.values.places = folders
        elif word in ("{", "if", "while", "until", "for", "case", "[[", "function"):
            self.at += len(word)
            folders = self.values.places
            self._compound(word)
            if word != "{":  # whether a branch was taken is not known
                self.values.places = tuple(dict.fromkeys((*folders, *self.values.places)))
        elif word in ("select", "coproc", "}", "then", "do", "done", "fi", "esac", "elif", "else", "in"):
            raise Refused(f"“{word}” stands where it cannot be understood.")
        else:
            self._simple()
            return
        redirects: list[Redirect] = []
        while self._redirect(redirects):
            pass
        if redirects:
            self._emit(Simple((), (), tuple(redirects), self.piped))

    def _compound(self, word: str) -> None:
        if word == "{":
            self._list({"}"})
        elif word == "if":
            self._list({"then"})
            while (closed := self._list({"elif", "else", "fi"})) != "fi":
                if closed == "elif":
                    self._list({"then"})
        elif word in ("while", "until"):
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
            self._word()
            self._blank()
            if self.text.startswith("(", self.at):
                self._expect("(")
                self._blank()
                self._expect(")")
            self._function()

    def _function(self) -> None:
        """The body is listed where it is defined: it may run from there on."""
        self._blank(newlines=True)
        if self.text[self.at : self.at + 1] not in ("{", "("):
            raise Refused("A function is written in a way that cannot be read.")
        self._command()

    def _for(self) -> None:
        self._blank()
        if self.text.startswith("((", self.at):
            self.at += 2
            self._sum(statement=True)
            self._body([])
            return
        name = self._name()
        self._blank(newlines=True)
        turns = [Word(UNSEEN, seen=False, splits=True)]
        if self._reserved() == "in":
            self.at += 2
            turns = self._words()
            if turns:
                self._emit(Simple((Word(":"), *turns), (), (), self.piped))
        self._body([(name, turn) for turn in turns])

    def _body(self, turns: list[tuple[str, Word]]) -> None:
        """Read a loop's body once for each known value of its variable, so that each command is seen as it runs."""
        self._blank(newlines=True)
        if self.text.startswith(";", self.at):
            self.at += 1
            self._blank(newlines=True)
        opened = self._reserved()
        if opened not in ("do", "{"):
            raise Refused("A loop is written in a way that cannot be read.")
        self.at += len(opened)
        start = self.at
        if len(turns) > MOST_TURNS:
            plain = all(UNSEEN not in turn.text and turn.text[:1] != "-" for _, turn in turns)
            turns = [(turns[0][0], Word(PLAIN if plain else UNSEEN, seen=False, splits=not plain))]
        for name, turn in turns or [("", Word(""))]:
            self.at = start
            if name:
                self.values.loop(name, UNSEEN if turn.splits else turn.text)
                self._remember_origin(name, turn)
            self._list({"done" if opened == "do" else "}"})

    def _case(self) -> None:
        self._blank()
        self._word()
        self._blank(newlines=True)
        if self._reserved() != "in":
            raise Refused("A case is written in a way that cannot be read.")
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
                    raise Refused("A case is written in a way that cannot be read.")
                self._blank()
                if not self.text.startswith("|", self.at):
                    break
                self.at += 1
            self._expect(")")
            if self._list({";;", "esac"}) == "esac":
                return

    def _test(self) -> None:
        """``[[ … ]]``: only its expansions can run anything; comparing numbers would run text inside ``a[…]``."""
        while True:
            self._blank(newlines=True)
            if self.at >= len(self.text):
                raise Refused("A test is not finished.")
            if self._skip_sign():
                continue
            words = self._word()
            if words and words[0].text == "]]":
                return
            if words and words[0].text == "-v":
                self._blank()
                found = self._word()
                if len(found) != 1 or not re.fullmatch(r"\w+(?:\[\w+\])?", found[0].text):
                    raise Refused("Whether a variable is set is asked in a way that cannot be read.")
            if words and words[0].text in _COMPARES and re.search(r"\[[\"'\\]*(\$\(|`)", self.text):
                raise Refused("A comparison of numbers could run what is in a text.")
            if not words:
                raise Refused("A test cannot be read.")

    def _skip_sign(self) -> bool:
        for sign in ("&&", "||", "(", ")", "<", ">", "|"):
            if self.text.startswith(sign, self.at) and self.text[self.at : self.at + 2] not in ("<(", ">("):
                self.at += len(sign)
                return True
        return False

    # Simple commands

    def _simple(self) -> None:
        sets: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            self._blank()
            if _DOCUMENT.match(self.text, self.at):
                self._document(words, redirects)
            if self._redirect(redirects):
                continue
            if self.at >= len(self.text):
                break
            if self.text[self.at] in METAS and self.text[self.at : self.at + 2] not in ("<(", ">("):
                break
            start, found = self.at, self._word()
            given = _SETS.match(self.text, start)
            if self.text.startswith("(", self.at):
                if given is not None and given.end() == self.at and (not words or words[0].text in _DECLARES):
                    self.at += 1
                    sets += [(given[1], word) for word in self._words(newlines=True)]
                    self._expect(")")
                    self.values.set(given[1], UNSEEN)
                    continue
                if not words and len(found) == 1 and found[0].seen:
                    self._expect("(")
                    self._blank()
                    self._expect(")")
                    self.values.functions.add(found[0].text)
                    self._function()
                    return
                raise Refused("A bracket stands where it cannot be understood.")
            if given is not None and len(found) == 1 and (not words or words[0].text in _DECLARES):
                self._assign(given, found[0], sets)
                if not words:
                    continue
            words += found
        if not words and not sets and not redirects:
            raise Refused("The command cannot be read.")
        named = words[1:] if words and words[0].text in _DECLARES | _READS - {"printf"} else ()
        if words and words[0].text == "printf" and words[1:2] and words[1].text == "-v":
            named = words[2:3]
        if any(_SUBSCRIPT.search(word.text) for word in named):
            raise Refused("A place in a list is given as a text, which may run something.")
        if words and words[0].text in _READS:
            for word in words[1:]:
                self.values.set(word.text, UNSEEN)
                if words[0].text == "read" and self.fed_by and not redirects:
                    self.values.origins[word.text] = self.fed_by
        self._emit(Simple(tuple(words), tuple(sets), tuple(redirects), self.piped))

    def _document(self, words: list[Word], redirects: list[Redirect]) -> None:
        """What a here-document is handed to is listed, and the file on its line: that is certain. Raises Refused."""
        line = self.text[self.at :].partition("\n")[0]
        redirects += [Redirect(">", Word(target)) for target in _INTO.findall(line)]
        self._emit(Simple(tuple(words), (), tuple(redirects), True))
        raise Refused("A here-document is handed over, which is not looked into.")

    def _assign(self, given: re.Match[str], word: Word, sets: list[tuple[str, Word]]) -> None:
        if given[2] and not given[2][1:-1].isdigit():
            raise Refused("A list is set at a place that must be reckoned out.")
        value = word.text[word.text.find("=") + 1 :]
        sets.append((given[1], word._replace(text=value)))
        before = given[1] in self.values.taken
        self.values.set(given[1], UNSEEN if "+=" in given[0] or given[2] else value)
        if not before and not given[2] and "+=" not in given[0]:
            self._remember_origin(given[1], word._replace(text=value))

    def _remember_origin(self, name: str, word: Word) -> None:
        """Which commands gave a variable its text, where it holds their output and nothing else."""
        if word.text in (UNSEEN, PLAIN) and len(word.origins) == 1:
            self.values.origins[name] = word.origins[0]

    def _emit(self, command: Simple) -> None:
        if len(self.commands) >= MOST_COMMANDS:
            raise Refused("The command has too many parts to be looked through.")
        self.commands.append(command._replace(fed_by=self.fed_by, places=self.values.places))
        if command.words and command.words[0].text in ("cd", "pushd", "popd"):
            self.values.places = changed_folders(command.words, self.values.places)

    def _redirect(self, found: list[Redirect]) -> bool:
        self._blank()
        fd = _FD.match(self.text, self.at)
        sign = _REDIRECT.match(self.text, fd.end() if fd else self.at)
        if sign is None:
            return False
        if sign[0] in ("<<", "<<-"):
            raise Refused("A here-document is handed over, which is not looked into.")
        self.at = sign.end()
        self._blank()
        words = self._word()
        if len(words) != 1:
            raise Refused("A redirection cannot be read.")
        found.append(Redirect(sign[0], words[0]))
        return True

    def _words(self, newlines: bool = False) -> list[Word]:
        words: list[Word] = []
        while True:
            self._blank(newlines=newlines)
            if self.at >= len(self.text):
                return words
            if self.text[self.at] in METAS and self.text[self.at : self.at + 2] not in ("<(", ">("):
                return words
            words += self._word()
