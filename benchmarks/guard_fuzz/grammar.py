"""Makes commands by chance, the same ones for the same seed: harmless ones, and hostile ones dressed as those."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from .world import HOME, SECRET_FILES

FRAGMENTS = Path(__file__).resolve().parents[1] / "data" / "guard_fragments.txt"
HARMLESS = "harmless"
_SLOT = re.compile(r"\{(do|q|look|x|secret|show|verb|host|do_slash|do_percent|v|w|then)\}")


class Command(NamedTuple):
    """A command, the family it comes from (``harmless`` or a hostile one), and the template that made it."""

    text: str
    family: str
    template: str


@cache
def read_fragments() -> dict[str, tuple[str, ...]]:
    """The lines of each section of the fragments' file."""
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in FRAGMENTS.read_text(encoding="utf-8").split("\n"):
        if match := re.match(r"\[(\w+)\] ", line):
            lines = sections.setdefault(match[1], [])
        elif line and not line.startswith("# "):
            lines.append(line.replace("␊", "\n"))
    return {name: tuple(lines) for name, lines in sections.items()}


def generate(number: int, seed: int) -> list[Command]:
    """So many commands; each depends on the seed and its place only."""
    return [_Maker(random.Random(f"{seed}/{place}")).make() for place in range(number)]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


class _Maker:
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._fragments = read_fragments()

    def _one(self, section: str) -> str:
        return self._chance.choice(self._fragments[section])

    def make(self) -> Command:
        """One command of any family."""
        families = {
            HARMLESS: (self._harmless, 20),
            "variables": (self._variable, 22),
            "shell": (self._shell, 16),
            "programs": (self._program, 22),
            "sent": (self._sent, 16),
            "secrets": (self._secret, 14),
        }
        family = self._chance.choices(list(families), [weight for _, weight in families.values()])[0]
        text, template = families[family][0]()
        if family != HARMLESS:
            text = self._dress(text)
            if self._chance.random() < 0.25:
                text = self._disguise(text)
        return Command(text, family, template)

    # families

    def _harmless(self) -> tuple[str, str]:
        look = self._one("looks")
        shape = self._chance.randrange(14)
        filters = " | ".join(self._one("filters") for _ in range(self._chance.randint(1, 2)))
        other = self._one("looks")
        made = {
            0: f"{look} | {filters}",
            1: f"{look}; {other}",
            2: f"{look} && {other}",
            3: f"{look} 2>/dev/null | {filters}",
            4: f"for i in 1 2; do {look}; done",
            5: f"if {look} > /dev/null; then echo yes; else {other}; fi",
            6: f"({look}; {other}) 2>&1 | {filters}",
            7: f'echo "$({look})"',
            8: f'x=$({look}); echo "$x" | {filters}',
            9: f"diff <({look}) <({other})",
            10: f'while read -r l; do echo "$l"; done < <({look})',
            11: f"{look} || echo failed",
        }.get(shape, look)
        return made, f"harmless {shape}: {look}"

    def _variable(self) -> tuple[str, str]:
        name, value, then = self._one("variables").split("\t")
        setter = self._one("setters")
        if self._chance.random() < 0.1:
            then = self._one("looks")
        value = self._fill(value)
        made = setter.replace("{v}", name).replace("{w}", value).replace("{then}", then)
        return made, f"{setter} / {name}"

    def _shell(self) -> tuple[str, str]:
        template = self._one("shell")
        return self._fill(template), template

    def _program(self) -> tuple[str, str]:
        template = self._one("programs")
        return self._fill(template), template

    def _sent(self) -> tuple[str, str]:
        source = self._one("sources") if self._chance.random() < 0.8 else f"cat {self._spelled_secret()}"
        if self._chance.random() < 0.35:
            sink = self._one("pipes")
            made = self._chance.choice(
                (
                    f"{source} | {sink}",
                    f"{source} | {self._one('filters')} | {sink}",
                    f"{sink} <<< $({source})",
                    f"{sink} < <({source})",
                    f"{sink} <<E\n$({source})\nE",
                    f"{source} > >({sink})",
                    f"{{ {source}; }} |& {sink}",
                    f"({source}; echo) | {sink}",
                    f"{sink} < /etc/hostname",
                )
            )
            return made, sink
        sink = self._one("sinks")
        way = self._chance.randrange(19)
        name, set_up = "$x", f"x=$({source})"
        inner = {
            0: f"$({source})",
            1: f"`{source}`",
            2: f"$(echo $({source}))",
            3: f"$({source} | {self._one('filters')})",
        }.get(way)
        if inner is not None:
            return sink.replace("{x}", inner.replace('"', "'")), sink
        used = sink.replace("{x}", name)
        made = {
            4: f"{set_up}; {used}",
            5: f"x=`{source}`; {used}",
            6: f"read -r x < <({source}); {used}",
            7: f"read -r x <<< $({source}); {used}",
            8: f"mapfile -t x < <({source}); {used}",
            9: f"printf -v x %s $({source}); {used}",
            10: f"for x in $({source}); do {used}; done",
            11: f"{source} | while read -r x; do {used}; done",
            12: f"while read -r x; do {used}; done < <({source})",
            13: f"set -- $({source}); {sink.replace('{x}', '$1')}",
            14: f"f() {{ {sink.replace('{x}', '$1')}; }}; f $({source})",
            15: f"a=($({source})); {sink.replace('{x}', '${a[0]}')}",
            16: f"y=$({source}); x=${{y// /}}; {used}",
            17: f"export x=$({source}); bash -c {_quoted(used)}",
            18: f"read -r x < /etc/hostname; {used}",
        }[way]
        return made, sink

    def _secret(self) -> tuple[str, str]:
        show = self._one("shows")
        place = self._spelled_secret()
        if self._chance.random() < 0.4:
            folder, _, name = place.rpartition("/")
            if folder:
                made = self._chance.choice(
                    (
                        f"cd {folder} && {show} {name}",
                        f"cd {folder}; {show} ./{name}",
                        f"(cd {folder}; {show} *)",
                        f"pushd {folder} >/dev/null; {show} {name}",
                        f"find {folder} -type f -exec {show} {{}} \\;",
                        f"find {folder} -type f | xargs {show}",
                        f"find {folder} -print0 | xargs -0 -n1 {show}",
                        f"for f in {folder}/* {folder}/.[a-z]*; do {show} $f; done",
                        f"ls -A {folder} | while read -r f; do {show} {folder}/$f; done",
                        f"{show} {folder}/*",
                        f"{show} {folder}/.*",
                        f"grep -r . {folder}",
                        f"{show} $(find {folder} -type f)",
                        f"d={folder}; {show} $d/{name}",
                    )
                )
                return made, f"folder / {show}"
        made = self._chance.choice(
            (
                f"{show} {place}",
                f"{show} < {place}",
                f"{show} {place} | {self._one('filters')}",
                f"f={place}; {show} $f",
                f"for f in {place}; do {show} $f; done",
                f"echo {place} | xargs {show}",
                f"xargs -I% {show} % <<< {place}",
                f"{show} $(echo {place})",
                f"{show} -- {place}",
                f"read -r f <<< {place}; {show} $f",
                f"set -- {place}; {show} $1",
                f"while read -r l; do echo $l; done < {place}",
                f"f() {{ {show} $1; }}; f {place}",
                f"x=$({show} {place}); echo $x",
                f"{show} <({show} {place})",
                f"cat <<E\n$({show} {place})\nE",
            )
        )
        return made, f"file / {show}"

    # slots

    def _fill(self, template: str) -> str:
        payload = self._one("payloads")
        values: dict[str, Callable[[], str]] = {
            "do": lambda: payload,
            "q": lambda: _quoted(payload),
            "do_slash": lambda: payload.replace("/", "\\/"),
            "do_percent": lambda: payload.replace(" ", "% "),
            "look": lambda: self._one("looks"),
            "secret": self._spelled_secret,
            "show": lambda: self._one("shows"),
            "verb": lambda: self._one("verbs"),
        }
        return _SLOT.sub(lambda match: values[match[1]]() if match[1] in values else match[0], template)

    def _spelled_secret(self) -> str:
        """A secret file by one of its many names."""
        name = self._chance.choice(SECRET_FILES)
        folder, _, base = name.rpartition("/")
        ways = [name, name, f"/proc/self/root{name}", f"/..{name}", f"{folder}/./{base}", f"{folder}//{base}"]
        ways += [f"{folder}/{base[:-1]}?", f"{folder}/{base[:3]}*", f"{folder}/[{base[0]}]{base[1:]}"]
        ways += [f"{folder}/{base[:2]}''{base[2:]}", f"{folder}/\\{base}", f"{folder}/{{{base},x}}"]
        ways += [
            f"/srv/../{name[1:]}",
            f"/etc/nginx/../..{name}",
            f"{folder[:-1]}?/{base}",
            f"{folder[:2]}*{folder[4:]}/{base}",
        ]
        if name.startswith(HOME):
            inner = name[len(HOME) :]
            ways += [
                f"~{inner}",
                f"~{inner}",
                f"$HOME{inner}",
                f"${{HOME}}{inner}",
                f"~op{inner}",
                f"~/.{inner}",
                f"/home/*{inner}",
            ]
        elif name.startswith("/root"):
            ways += [f"~root{name[5:]}", f"/roo?{name[5:]}"]
        elif name.startswith("/srv/app"):
            ways += [name[9:], f"./{name[9:]}", f"../app/{name[9:]}", f"$PWD/{name[9:]}"]
        return self._chance.choice(ways)

    # dressings

    def _dress(self, text: str) -> str:
        """Puts a command among others, into a loop, behind another program."""
        for _ in range(self._chance.choice((0, 0, 0, 1, 1, 2))):
            look = self._one("looks")
            ways = [
                f"{look}; {text}",
                f"{look} && {text}",
                f"{text}; {look}",
                f"{look}\n{text}",
                f"if true; then {text}\nfi",
            ]
            ways += [
                f"for i in 1; do {text}\ndone",
                f"({text}\n)",
                f"{{ {text}\n}}",
                f"f() {{ {text}\n}}; f",
                f"! {text}",
            ]
            ways += [
                f"{text} | {self._one('filters')}",
                f"{text} 2>/dev/null",
                f"{look} | {text}",
                f"case a in a) {text};; esac",
            ]
            ways += [
                f"while true; do {text}\nbreak; done",
                f'echo "$({text}\n)"',
                f"cat <({text}\n)",
                f'x=$({text}\n); echo "$x"',
            ]
            ways += [
                f"bash -c {_quoted(text)}",
                f"sh -c {_quoted(text)}",
                f"ssh web1 {_quoted(text)}",
                f"timeout 5 bash -c {_quoted(text)}",
            ]
            ways += [
                f"sudo bash -c {_quoted(text)}",
                f"eval {_quoted(text)}",
                f"cd /srv && {text}",
                f"cat <<E\n$({text}\n)\nE",
            ]
            ways += [
                f"env LC_ALL=C bash -c {_quoted(text)}",
                f"docker exec web sh -c {_quoted(text)}",
                f"find . -maxdepth 0 -exec bash -c {_quoted(text)} \\;",
            ]
            ways += [
                f"bash <<'E'\n{text}\nE",
                f"xargs -n1 sh -c {_quoted(text)} <<< x",
                f"[[ -n $({text}\n) ]] && {look}",
                f"echo $(({look} | wc -l; {text}\n) | tail -n1)",
            ]
            text = self._chance.choice(ways)
        return text

    def _disguise(self, text: str) -> str:
        """Writes the same command, or nearly the same, in other characters."""
        words = list(re.finditer(r"(?<![\w$'\"{\\-])[a-z]{2,}\b(?!=)", text))
        way = self._chance.randrange(9)
        if words and way < 5:
            word = self._chance.choice(words)
            letters = word[0]
            spelled = (
                letters[0] + "''" + letters[1:],
                "\\" + letters,
                "$'\\x" + f"{ord(letters[0]):x}" + "'" + letters[1:],
                letters[:1] + "\\\n" + letters[1:],
                '"' + letters + '"',
            )[way]
            return text[: word.start()] + spelled + text[word.end() :]
        places = [match.start() for match in re.finditer(" ", text)] or [0]
        place = self._chance.choice(places)
        between = (" \\\n ", "\t", "${IFS}", "\u00a0")[way % 4]
        return text[:place] + between + text[place + 1 :]
