"""Names hold to the rules of CONTRIBUTING.md: classes, functions, and the files of a page."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "claudeops_desktop"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What the product itself calls a thing. Everything else needs a second word to be understood.
DOMAIN_WORDS = _words(
    """
    Agent Alert Approval Checkpoint Event Incident Memory Observer Recall Run Schedule Session Settings Turn Verdict
    """
)
INNER_CLASSES = frozenset({"Meta"})  # peewee looks for this name inside a table

# File names that say nothing of what is inside.
EMPTY_FILE_NAMES = _words(
    """
    common desk helpers keeper ledger manager misc say standing told util utils words
    """
)

# A page is made of files with these names ...
PAGE_FILES = _words(
    """
    __init__ commands dialogs model page queries text
    """
)
# ... and of parts, whose names end in what kind of part they are.
PAGE_PARTS = _words(
    """
    actions badge bar bars box boxes button card cards cells charts columns commands controls delegate delegates
    dialog domains editor export field fields filter group groups impact intervals items label layout link list
    loader lookup menu meters model neighbourhood opener pane panel panels patch picture query recall row rows runner
    runs search section sections seen selection shortcuts slots source sparkline spec specs stack states style tab table
    tabs templates text timeline timings view widget widgets window writer
    """
)

# Bare verbs and metaphors that say neither what is done nor to what.
EMPTY_FUNCTION_NAMES = _words(
    """
    asked bears beat bury coming doubt doubted fades fading gone hand hear heard held hung known knows look look_at
    lowered meet of opinion owe said say see seen shelf standing standings steers take tell telling told unfading
    weighed went what whole why worded worse worst would wrote
    """
)


def words_of(name: str) -> list[str]:
    """The words of a class name: ``DnsCheck`` has two, ``HTTPServer`` has two."""
    return re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)


def public_classes(tree: ast.AST) -> Iterator[str]:
    """The names of all public classes, those inside of other classes and functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def public_functions(tree: ast.Module) -> Iterator[str]:
    """The names of public functions of a module and public methods of its public classes; no properties.

    A property is read like a field, and reads as one: ``retry.why``.
    """
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from _functions(node.body)
    yield from _functions(tree.body)


def _functions(body: Iterable[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            decorators = {ast.unparse(one) for one in node.decorator_list}
            if not decorators & {"property", "lazy_property", "functools.cached_property"}:
                yield node.name


def repeated_classes(trees: dict[str, ast.Module]) -> dict[str, list[str]]:
    """Class names that stand more than once, with the files that they stand in."""
    found = defaultdict(list)
    for place, tree in trees.items():
        for name in public_classes(tree):
            found[name].append(place)
    return {name: places for name, places in found.items() if len(places) > 1 and name not in INNER_CLASSES}


def one_word_classes(trees: dict[str, ast.Module]) -> list[str]:
    """Classes of one word that is no word of the product."""
    allowed = DOMAIN_WORDS | INNER_CLASSES
    return sorted(
        f"{place}: {name}"
        for place, tree in trees.items()
        for name in public_classes(tree)
        if len(words_of(name)) < 2 and name not in allowed
    )


def empty_functions(trees: dict[str, ast.Module]) -> list[str]:
    """Functions and methods whose name says neither what they do nor to what. Command names are the operator's."""
    return sorted(
        f"{place}: {name}"
        for place, tree in trees.items()
        for name in public_functions(tree)
        if name in EMPTY_FUNCTION_NAMES and (place, name) not in EXCEPTIONS
    )


def unfit_page_files(files: Iterable[str]) -> list[str]:
    """Files of a page (their stems) that neither have a name of the pattern nor end in a kind of part."""
    return sorted(stem for stem in files if stem not in PAGE_FILES and stem.rpartition("_")[2] not in PAGE_PARTS)


# Functions that are named after the command that they are.
EXCEPTIONS = frozenset(
    {
        ("cli/why.py", "why"),
    }
)


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    return {
        source.relative_to(PACKAGE).as_posix(): ast.parse(source.read_text(encoding="utf-8"))
        for source in sorted(PACKAGE.rglob("*.py"))
    }


@pytest.mark.slow
def test_a_public_class_name_stands_once(trees: dict[str, ast.Module]) -> None:
    assert len(trees) > 500, "the package is found"
    assert repeated_classes(trees) == {}


@pytest.mark.slow
def test_a_public_class_name_has_two_words(trees: dict[str, ast.Module]) -> None:
    assert one_word_classes(trees) == []


@pytest.mark.slow
def test_the_list_of_domain_words_holds_no_word_that_nobody_uses(trees: dict[str, ast.Module]) -> None:
    used = {name for tree in trees.values() for name in public_classes(tree)}
    assert used >= DOMAIN_WORDS


def test_a_public_function_says_what_it_does(trees: dict[str, ast.Module]) -> None:
    assert empty_functions(trees) == []


def test_no_file_has_a_name_that_says_nothing() -> None:
    sources = [*PACKAGE.rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    wrong = [str(file.relative_to(ROOT)) for file in sources if file.stem in EMPTY_FILE_NAMES]
    assert wrong == []


def test_the_files_of_a_page_follow_the_pattern() -> None:
    pages = [folder for folder in (PACKAGE / "ui" / "pages").iterdir() if (folder / "page.py").exists()]
    assert len(pages) > 5
    wrong = {page.name: unfit_page_files(file.stem for file in page.glob("*.py")) for page in pages}
    assert {page: files for page, files in wrong.items() if files} == {}


class TestEachRuleFindsWhatBreaksIt:
    ONE = ast.parse(
        "class Session: pass\nclass Keeper:\n    class Meta: pass\nclass _Own: pass\nclass TokenCount: pass"
    )
    TWO = ast.parse(
        "class TokenCount:\n"
        "    def tell(self): ...\n"
        "    @property\n"
        "    def said(self): ...\n"
        "    def _look(self): ...\n"
        "def say(): ...\n"
        "def of_service(): ...\n"
    )

    def test_a_class_name_twice(self) -> None:
        assert repeated_classes({"a": self.ONE, "b": self.TWO}) == {"TokenCount": ["a", "b"]}

    def test_a_class_within_a_class_counts(self) -> None:
        inner = ast.parse("class OuterPart:\n    class TokenCount: pass")
        assert list(repeated_classes({"a": inner, "b": self.TWO})) == ["TokenCount"]

    def test_a_class_of_one_word(self) -> None:
        assert one_word_classes({"a": self.ONE}) == ["a: Keeper"]

    def test_a_bare_verb(self) -> None:
        assert empty_functions({"b": self.TWO}) == ["b: say", "b: tell"]

    def test_a_page_file_of_no_kind(self) -> None:
        assert unfit_page_files(["page", "told", "held_card", "looked", "utils"]) == ["looked", "told", "utils"]

    @pytest.mark.parametrize(("name", "count"), [("DNSCheck", 2), ("Run", 1), ("lazy_property", 2), ("late", 1)])
    def test_words(self, name: str, count: int) -> None:
        assert len(words_of(name)) == count
