"""What the documents name exists: files and folders, modules that are run, classes and settings.

Decision records are left out: they speak of the day they were written.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from claudeops_desktop.core.settings import Settings

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "claudeops_desktop"
DOCUMENTS = sorted(
    document
    for document in (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "packaging").glob("*.md"),
        *(ROOT / "tests").rglob("*.md"),
    )
    if document.parent.name != "decisions"
)
BLOCK = re.compile(r"```.*?```", re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
SUFFIXES = r"(?:py|md|toml|txt|json|jsonl|tsv|spec|yaml)"
FILE = re.compile(rf"[\w.-]+(?:/[\w.-]+)*\.{SUFFIXES}")
FOLDER = re.compile(r"(?:claudeops_desktop|tests|docs|scripts|benchmarks|packaging|prompts|resources)(?:/[\w.-]+)*/?")
MODULE = re.compile(r"python -m benchmarks[. ](\w+)")
CLASS = re.compile(r"(?:[A-Z][a-z0-9]+){2,}")
SETTING = re.compile(r"([a-z_]+)\.([a-z_]+)")
# Files that a reader has or makes, and names of others.
FILES_OF_A_READER = {
    *("claudeops.db", "settings.toml", "services.toml", "ui-state.json", "schedule.lock"),  # in the data folder
    *("CLAUDE-OPS.md", "CLAUDE.md", "SKILL.md", "MEMORY.md", "AGENTS.md", "settings.json"),  # of agents
    *("index.md", "log.md", "operations.jsonl", "lessons.md", "operations.2.md"),  # in the knowledge folder
    "FILE.json",
    "plugin.toml",  # of a plugin
}
CLASSES_OF_OTHERS = {
    *("SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd", "PreToolUse"),  # hooks of the Claude CLI
    *("TryExec", "PrepareForSleep"),  # the desktop, the login manager
}


def named_in(document: Path) -> list[str]:
    """What stands in backticks in the running text of a document."""
    return sorted(set(CODE.findall(BLOCK.sub("", document.read_text("utf-8")))))


@cache
def all_files() -> frozenset[str]:
    """Every file of the project that a document may name by its last parts, as ``/a/b.py``."""
    folders = ("claudeops_desktop", "tests", "docs", "benchmarks", "packaging", "scripts", "resources", "prompts")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return frozenset(f"/{path.relative_to(ROOT)}" for path in (*found, *ROOT.glob("*.*")))


@cache
def all_classes() -> frozenset[str]:
    """The names of all classes of the package, the benchmarks and the installer."""
    return frozenset(
        node.name
        for folder in (PACKAGE, ROOT / "benchmarks", ROOT / "packaging")
        for source in folder.rglob("*.py")
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )


@cache
def all_settings() -> dict[str, frozenset[str]]:
    """The names of the settings of each group."""
    return {
        group.name: frozenset(field.name for field in msgspec.structs.fields(group.type))
        for group in msgspec.structs.fields(Settings)
        if isinstance(group.type, type) and issubclass(group.type, msgspec.Struct)
    }


def missing(name: str) -> bool:
    """Whether ``name`` looks like something of ours and is not there."""
    if module := MODULE.fullmatch(name.split(" [", maxsplit=1)[0]):
        return not (ROOT / "benchmarks" / f"{module.group(1)}.py").exists()
    word = name.split(" ", maxsplit=1)[0]
    if "*" in word or word in FILES_OF_A_READER:
        return False
    if FOLDER.fullmatch(word) and "/" in word:
        return not (ROOT / word).exists()
    if FILE.fullmatch(word):
        return not any(known.endswith(f"/{word}") for known in all_files())
    if CLASS.fullmatch(word):
        return word not in all_classes() | CLASSES_OF_OTHERS
    if (setting := SETTING.fullmatch(word)) and setting.group(1) in all_settings():
        return setting.group(2) not in all_settings()[setting.group(1)]
    return False


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_names_exists(document: Path) -> None:
    assert [name for name in named_in(document) if missing(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "claudeops_desktop/llm", "tests/nowhere/", "judge/polarity.py", "python -m benchmarks nothing", "LostClass",
        "memory.no_such_setting", "scripts/launch",
    ],
)  # fmt: skip
def test_what_is_not_there_is_found(name: str) -> None:
    assert missing(name)


def test_settings_are_known() -> None:
    assert not missing("memory.budget")
    assert not missing("limits.max_tier")
