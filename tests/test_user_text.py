"""What people read is in the project's words: none of the phrases that were replaced comes back.

Looked through are the texts of the package, the help of every command, the guide, the README and the changelog.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command

from claudeops_desktop.cli.main import build

NEW_LINE = "\n"
ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "claudeops_desktop"
DOCUMENTS = [
    *sorted((ROOT / "docs/guide").glob("*.md")),
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "docs/features.md", "docs/index.md")),
]

# A program may be told (given) something, and things can be told apart or not: that is English.
TOLD = r"(?<!”\sis\s)(?<!may\sbe\s)(?<!may\snot\sbe\s)(?<!cannot\sbe\s)(?<!could\snot\sbe\s)told"

# A regular expression between word boundaries, and what is written instead.
PHRASES = {
    TOLD: "in the prompt, injected, notified",
    r"la(?:id|y|ys|ying) away": "archived",
    r"waits? for (?:your |the operator's |a )?(?:word|yes|review|approval)": "needs review, needs approval",
    r"your word": "your review, your decision",
    r"your yes": "approval",
    r"doors?": "alert receiver",
    r"mend(?:s|ed|ing)?": "edit, fix",
    r"(?<!formerly\s`)coming": "upcoming, reminders",
    r"what comes(?! back| next)": "upcoming",
    r"left alone on": "in maintenance (set by hand)",
    r"what(?:ever)? bec(?:ame|omes) of": "run history, outcome",
    r"(?:put it|the chosen one|one) in the middle": "centre",
    r"around it": "related",
    r"runs? about it": "run for this service",
    r"events then": "events at that time",
    r"not always well": "services with problems",
    r"all of this is seen": "mark all as read",
    r"tell anew": "mark all as read",
    r"in vain": "without effect",
    r"as for all": "default",
    r"reckon(?:s|ed|ing)?": "calculate, preview",
    r"see[sn]? through": "analyse",
    r"keeps? the clock": "time synchronisation service",
    r"clock is kept": "the clock is synchronised",
    r"(?:is|are) no address(?:es)?": "not a valid URL",
    r"before the installation": "last 24 hours",
    r"it sounded": "tone",
    r"(?<!formerly\s`)telemetry": "activity log",
}
FORBIDDEN = {
    re.compile(rf"\b(?:{phrase})\b".replace(" ", r"\s+"), re.IGNORECASE): instead for phrase, instead in PHRASES.items()
}

NO_PROSE = re.compile(
    r"\\[bsdwW]|\(\?"  # regular expressions
    r"|^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA)\b|\b(?:WHERE|ORDER BY|IN \()"  # SQL
    r"|^[^A-Z]*\n[^A-Z]*$|\s--?\w+:"  # lists of words over several lines, and of options
)
KEYS = {"laid away"}  # a stage in the answer of ``why --json``


class Passage(NamedTuple):
    """A text that people read, and where it stands."""

    file: str
    line: int
    text: str


def find_forbidden(passage: Passage) -> list[str]:
    """``file:line: phrase``, and what to write, for each forbidden phrase of a passage."""
    return [
        f"{passage.file}:{passage.line + passage.text[: found.start()].count(NEW_LINE)}: {_quote(passage.text, found)}"
        f"; instead: {instead}"
        for phrase, instead in FORBIDDEN.items()
        for found in phrase.finditer(passage.text)
    ]


def _quote(text: str, found: re.Match[str]) -> str:
    around = text[max(found.start() - 40, 0) : found.end() + 40]
    return f"“{' '.join(found[0].split())}” in “{' '.join(around.split())}”"


def reads_like_prose(text: str) -> bool:
    """Two words or more, or one that begins with a capital; no SQL, no regular expression, no list of words."""
    return (len(text.split()) > 1 or text[:1].isupper()) and text not in KEYS and not NO_PROSE.search(text)


def collect_literals(source: str, name: str) -> Iterator[Passage]:
    """The string literals of a module that read like prose, without docstrings; what f-strings insert is ``{}``."""
    passed_over: set[int] = set()
    for node in ast.walk(ast.parse(source)):  # the outer ones come before what they hold
        if isinstance(node, ast.Expr):
            passed_over.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            passed_over.update(id(part) for part in node.values)
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed_over:
            text = node.value
        else:
            continue
        if reads_like_prose(text):
            yield Passage(name, node.lineno, text)


def read_document(text: str, name: str) -> Passage:
    """A document without the targets of its links."""
    return Passage(name, 1, re.sub(r"\]\([^)]*\)", "]", text))


def collect_help(command: Any, path: str = "claudeops") -> Iterator[Passage]:
    """The help of a command, of its options, and of the listed commands in it."""
    yield Passage(f"{path} --help", 1, command.help or "")
    for parameter in command.params:
        yield Passage(f"{path} --help, {parameter.name}", 1, getattr(parameter, "help", "") or "")
    for name, inner in getattr(command, "commands", {}).items():
        if not inner.hidden:
            yield Passage(f"{path} --help", 1, name)
            yield from collect_help(inner, f"{path} {name}")


def complaints(passages: Iterable[Passage]) -> str:
    return "\n".join(mistake for passage in passages for mistake in find_forbidden(passage))


@pytest.mark.slow
def test_the_package_uses_none_of_the_replaced_phrases() -> None:
    files = {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in sorted(PACKAGE.rglob("*.py"))}
    assert len(files) > 100
    found = complaints(passage for name, source in files.items() for passage in collect_literals(source, name))
    assert not found, found


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_the_documents_use_none_of_the_replaced_phrases(file: Path) -> None:
    found = complaints([read_document(file.read_text("utf-8"), str(file.relative_to(ROOT)))])
    assert not found, found


@pytest.mark.slow
def test_no_help_of_a_command_uses_a_replaced_phrase() -> None:
    passages = list(collect_help(get_command(build([]))))
    assert len(passages) > 300
    found = complaints(passages)
    assert not found, found


SAMPLE = '''
"""A docstring may say told."""
KEY = "told"
TITLE = "Coming"
TEXT = f"{number} facts were {verb}, told to every session"
LONG = (
    "It waits for"
    " your word"
)
SQL = "SELECT id FROM telemetry WHERE id = ?"
PATTERN = r"\\\\btold to me\\\\b"
LIST = """told held
seen"""
FINE = "“ssh” is told to forward, which cannot be told apart; what comes back is upcoming."
'''


def test_a_phrase_is_found_in_a_module_with_its_line() -> None:
    found = complaints(collect_literals(SAMPLE, "sample.py")).splitlines()
    assert [line.partition(" in ")[0] for line in found] == [
        "sample.py:4: “Coming”",
        "sample.py:5: “told”",
        "sample.py:7: “waits for your word”",
        "sample.py:7: “your word”",
    ]
    assert found[0].endswith("instead: upcoming, reminders")


def test_a_phrase_is_found_in_a_document_over_the_end_of_a_line_and_not_in_the_target_of_a_link() -> None:
    text = (
        "# A page\n\nSee [the log](telemetry.md).\n\n- Fine.\n- It is laid\n  away.\n\n| `claudeops telemetry` |\n"
        "\n`activity-log`, formerly\n`telemetry`.\n"
    )
    found = complaints([read_document(text, "page.md")]).splitlines()
    assert [line.partition(" in ")[0] for line in found] == ["page.md:6: “laid away”", "page.md:9: “telemetry”"]


@pytest.mark.parametrize(
    "text",
    [
        *("told and used", "Laid away ones", "waits for your word", "waits for your yes", "the door for alerts"),
        *("Mend its words", "Coming", "what comes", "left alone on your word", "What became of the due times"),
        *("whatever became of it", "Put it in the middle", "Around it", "Run about it…", "Its events then"),
        *("Those not always well", "All of this is seen", "tell anew from now on", "1 in vain", "As for all: 2"),
        *("Have it told again", "fading is reckoned, not written", "a command that the guard cannot see through"),
        *("nothing keeps the clock in time", "That is no address.", "since Sat 16:21 (before the installation)"),
        *("it sounded frustrated", "claudeops telemetry"),
    ],
)
def test_each_phrase_is_known(text: str) -> None:
    assert find_forbidden(Passage("here", 1, text))
