"""The words of a command line: quotes, escapes, variables, substitutions, arithmetic, as bash reads them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection

from .lazy_regex import LazyRegex
from .shell_types import (
    FREE,
    OUTPUT,
    PLAIN,
    SECRET,
    UNSEEN,
    Pipeline,
    ShellWord,
    SimpleCommand,
    UnreadableCommand,
    VariableValues,
    alternatives,
    is_clean,
    is_pattern,
    marks_of,
    pipeline_of,
    unescape_ansi,
)
from .substitutions import stands_for

METAS = frozenset(" \t\n;&|<>()")
_NAME = LazyRegex(r"[A-Za-z_][A-Za-z_0-9]*")
_RESERVED = LazyRegex(r"(?:[a-z]+|[{}!]|\[\[)(?=[\s;&|<>()]|\Z)")
_SUM = LazyRegex(r"[\w\s+\-*/%<>=!&|^~?:,().\0\1\2]*\Z")
_PARAMETER = LazyRegex(r"[#!]?(?:[A-Za-z_]\w*|[0-9]+|[@*#?$!-])(?:\[(?:[@*]|\d+|-\d+|\$?[A-Za-z_]\w*)\])?")


class WordReader(ABC):
    """Reads words at ``at``. What stands in substitutions is added to ``commands``; a text in backticks gets a reader
    of its own that adds to the same list."""

    def __init__(
        self, text: str, values: VariableValues, commands: list[SimpleCommand], depth: int, piped: bool = False
    ) -> None:
        self.text = text
        self.at = 0
        self.values = values
        self.commands = commands
        self.depth = depth
        self.piped = piped
        self.fed_by: Pipeline = ()
        self._origins: list[Pipeline] = []

    @abstractmethod
    def _list(self, closers: Collection[str]) -> str:
        """Read commands up to one of ``closers`` at a command's place, and answer which one it was."""

    @abstractmethod
    def _sets(self, name: str) -> None:
        """A variable is set on the way, to a number."""

    @abstractmethod
    def _ends(self) -> None:
        """The text was read to its end. Raises Refused where something in it is not finished."""

    @abstractmethod
    def _newline(self) -> None:
        """A line's end was read: what is handed over as a here-document follows."""

    # Words

    def _word(self) -> list[ShellWord]:
        """One word as it is written; more than one where ``{a,b}`` stands in it. Empty at the end of words."""
        outer, self._origins = self._origins, []
        try:
            return [word._replace(origins=tuple(self._origins)) for word in self._one_word()]
        finally:
            self._origins = outer

    def _one_word(self) -> list[ShellWord]:
        text = self.text
        out: list[str] = []
        shape: list[str] = []
        quoted = splits = False
        seen = True
        start = self.at
        while self.at < len(text):
            sign = text[self.at]
            if sign in METAS:
                if text[self.at : self.at + 2] not in ("<(", ">("):
                    break
                self.at += 2
                first = len(self.commands)
                self._list({")"})
                self._is_taken(first)
                piece, seen = f"/dev/fd/63{OUTPUT}", False
            elif sign == "\\":
                piece, quoted = text[self.at + 1 : self.at + 2], True
                self.at += 2
                if piece == "\n":
                    continue
            elif sign == "'":
                piece, quoted = self._single(), True
            elif sign == '"' or text.startswith('$"', self.at):
                self.at += 2 if sign == "$" else 1
                (piece, known), quoted = self._double(), True
                seen = seen and known
            elif sign == "$" and text.startswith("$'", self.at):
                self.at += 1
                piece, quoted = self._ansi(), True
            elif sign in "$`":
                piece = self._dollar() if sign == "$" else self._backticks()
                seen = seen and self.values.is_certain(piece)
                if is_pattern(piece):  # the names of files that it becomes
                    out.append(piece)
                    shape += [sign if sign in "*?[" else "q" for sign in piece]
                    continue
                if piece != "$" and not is_clean(piece):
                    piece, splits, seen = UNSEEN + marks_of(piece), True, False
            else:
                self.at += 1
                out.append(sign)
                shape.append(sign)
                continue
            out.append(piece)
            shape.append("q" * len(piece))
        if self.at == start:
            return []
        return alternatives("".join(out), "".join(shape), ShellWord("", quoted, seen, splits))

    def _single(self) -> str:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise UnreadableCommand("A quote is not closed.")
        piece = self.text[self.at + 1 : end]
        self.at = end + 1
        return piece

    def _ansi(self) -> str:
        end = self.at + 1
        while end < len(self.text) and self.text[end] != "'":
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            raise UnreadableCommand("A quote is not closed.")
        piece = self.text[self.at + 1 : end]
        self.at = end + 1
        return unescape_ansi(piece)

    def _double(self, end: str = '"') -> tuple[str, bool]:
        """What stands in double quotes, or in a here-document, which ``end`` does not end; and whether all was seen."""
        text, seen = self.text, True
        out: list[str] = []
        while self.at < len(text):
            sign = text[self.at]
            if sign == end:
                self.at += 1
                return "".join(out), seen
            if sign == "\\":
                following = text[self.at + 1 : self.at + 2]
                special = following and following in f"$`{end}\\\n"
                out.append({"\n": ""}.get(following, following) if special else f"\\{following}")
                self.at += 2
            elif sign in "$`":
                piece = self._dollar() if sign == "$" else self._backticks()
                seen = seen and self.values.is_certain(piece)
                out.append(piece)
            else:
                out.append(sign)
                self.at += 1
        if end:
            raise UnreadableCommand("A quote is not closed.")
        return "".join(out), seen

    def _dollar(self) -> str:
        text = self.text
        following = text[self.at + 1 : self.at + 2]
        if text.startswith("$((", self.at):
            self.at += 3
            self._sum()
            return PLAIN
        if following == "(":
            self.at += 2
            return self._substituted(self)
        if following == "{":
            self.at += 2
            return self._braced()
        if following == "[":
            raise UnreadableCommand("Arithmetic is written in a way that cannot be read.")
        name = _NAME.match(text, self.at + 1)
        if name is not None:
            self.at = name.end()
            return self._value_of(name[0])
        if following and following in "@*0123456789":
            self.at += 2
            return UNSEEN + OUTPUT
        if following and following in "#?$!-":
            self.at += 2
            return PLAIN
        self.at += 1
        return "$"

    def _substituted(self, reader: WordReader) -> str:
        first = len(self.commands)
        outer, reader.piped = reader.piped, False
        values = reader.values.copy()  # a subshell's own
        kept, reader.values = reader.values, values
        reader._list({")"} if reader is self else {""})
        reader.piped, reader.values = outer, kept
        self._is_taken(first)
        self._origins.append(pipeline_of(self.commands[first:]))
        return stands_for(self.commands[first:])

    def _is_taken(self, first: int, end: int | None = None) -> None:
        """Note of commands that what they print goes on to something else."""
        self.commands[first:end] = [each._replace(span=None) for each in self.commands[first:end]]

    def _backticks(self) -> str:
        end = self.at + 1
        while end < len(self.text) and self.text[end] != "`":
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            raise UnreadableCommand("A backtick is not closed.")
        inner = re.sub(r"\\([\\`$])", r"\1", self.text[self.at + 1 : end])
        if '"' in inner and "\\" in self.text[self.at : end]:
            raise UnreadableCommand("Quotes and backslashes in backticks cannot be told apart for certain.")
        self.at = end + 1
        reader = type(self)(inner, self.values, self.commands, self.depth)
        found = self._substituted(reader)
        reader._ends()
        return found

    def _braced(self) -> str:
        """``${…}``. Quotes in it mean different things inside and outside of quotes: refused."""
        text = self.text
        found = _PARAMETER.match(text, self.at)
        if found is None:
            raise UnreadableCommand("A variable is written in a way that cannot be read.")
        name, self.at = found[0], found.end()
        rest = ""
        while not text.startswith("}", self.at):
            sign = text[self.at : self.at + 1]
            if not sign or sign in "'\"\\<>" or (not rest and sign == "@") or rest == "=":
                raise UnreadableCommand("A variable is written in a way that cannot be read.")
            if sign in "$`":
                rest += self._dollar() if sign == "$" else self._backticks()
            else:
                rest += sign
                self.at += 1
        self.at += 1
        if "[" in name and not re.search(r"\[(?:[@*]|-?\d+)\]", name):
            raise UnreadableCommand("A list is read at a place that must be computed.")
        if name.startswith("#") and len(name) > 1:
            return PLAIN
        if name.startswith("!") and len(name) > 1:
            if not rest.startswith(("*", "@")) and not name.endswith(("[@]", "[*]")):
                raise UnreadableCommand("A variable is named by another one.")
            return UNSEEN + ("" if "[" in name else SECRET)
        if rest[:2] == ":=" or rest[:1] == "=":
            raise UnreadableCommand("A variable is set on the way.")
        if rest[:1] == ":" and rest[1:2] not in "-+?" and not re.fullmatch(r":[ \d:-]+", rest):
            raise UnreadableCommand("A variable is cut at a place that must be computed.")
        if rest[:1] == "+" or rest[:2] == ":+":
            return UNSEEN + marks_of(rest)
        plain = not rest and "[" not in name and not name[0].isdigit() and name[0] not in "@*"
        if plain:
            return self._value_of(name)
        held = self.values.value_of("@" if name[0].isdigit() or name[0] in "@*" else name.partition("[")[0])
        return UNSEEN + marks_of(held + rest) if rest or "[" in name else held

    def _value_of(self, name: str) -> str:
        if name == "IFS":
            raise UnreadableCommand("The sign between words stands where it may make several of one.")
        if name in self.values.origins:
            self._origins.append(self.values.origins[name])
        return self.values.value_of(name)

    def _sum(self, statement: bool = False) -> None:
        """Arithmetic up to ``))``. A variable in it is evaluated as text, which may run commands: only numbers pass."""
        text, level = self.text, 0
        out: list[str] = []
        while True:
            sign = text[self.at : self.at + 1]
            if not sign:
                raise UnreadableCommand("Arithmetic is not finished.")
            if sign == ")" and level == 0:
                break
            level += {"(": 1, ")": -1}.get(sign, 0)
            if sign == "$":
                out.append(self._dollar())
            elif sign == "`":
                out.append(self._backticks())
            else:
                out.append(sign if sign != ";" or not statement else " ")
                self.at += 1
        if not text.startswith("))", self.at):
            raise UnreadableCommand("Brackets cannot be told from arithmetic.")
        self.at += 2
        reckoned = "".join(out)
        if (
            FREE in reckoned
            or not _SUM.match(reckoned)
            or any(not self.values.is_number(name) for name in _NAME.findall(reckoned))
        ):
            raise UnreadableCommand("Arithmetic with text from elsewhere could run commands.")
        if UNSEEN in reckoned and (self.values.taken or OUTPUT in reckoned):
            raise UnreadableCommand("Arithmetic with text from elsewhere could run commands.")
        for name in re.findall(r"([A-Za-z_]\w*)\s*(?:=(?!=)|\+\+|--|[-+*/%]=)", reckoned):
            self.values.set(name, PLAIN)
            self._sets(name)

    # Small steps

    def _blank(self, newlines: bool = False) -> None:
        text = self.text
        while self.at < len(text):
            sign = text[self.at]
            if sign in " \t":
                self.at += 1
            elif sign == "\n" and newlines:
                self.at += 1
                self._newline()
            elif text.startswith("\\\n", self.at):
                self.at += 2
            elif sign == "#":
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            else:
                return

    def _reserved(self) -> str:
        found = _RESERVED.match(self.text, self.at)
        return found[0] if found else ""

    def _name(self) -> str:
        found = _NAME.match(self.text, self.at)
        if found is None:
            raise UnreadableCommand("A loop is written in a way that cannot be read.")
        self.at = found.end()
        return found[0]

    def _expect(self, sign: str) -> None:
        if not self.text.startswith(sign, self.at):
            raise UnreadableCommand("A bracket is missing.")
        self.at += len(sign)
