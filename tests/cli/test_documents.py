"""What README and guide say can be done as it is said."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
import typer

from claudeops_desktop.agents.watch.services import read_services
from claudeops_desktop.cli.main import build

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "docs/features.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))]


def blocks(kind):
    return [text for page in PAGES for text in re.findall(rf"```{kind}\n(.*?)```", page.read_text(), re.DOTALL)]


def commands():
    found = []
    for line in "".join(blocks("sh")).splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["claudeops"] or words[:1] == ["scripts/run"]:
            end = next((at for at, word in enumerate(words) if word in (">", ">>", "|", "<")), len(words))
            found.append(words[1:end])  # what follows is the shell's
    return [words for words in found if words]


@pytest.mark.parametrize("text", blocks("toml"))
def test_every_services_example_is_right(text):
    assert read_services(tomllib.loads(text)).checks


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_in_the_documents_is_one(words):
    """Its words are understood: parsed to the last option, not carried out."""
    command = typer.main.get_command(build(words))
    context = command.make_context("claudeops", list(words))
    while hasattr(command, "resolve_command"):
        _, command, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        context = command.make_context(command.name, rest, parent=context)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_is_linked_is_there(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        if "screenshots" not in target:  # drawn by a script, last of all
            assert (page.parent / target).exists(), target
