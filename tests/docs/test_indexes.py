"""The lists of documents name every document, and every link within the documentation leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claudeops_desktop import __version__
from claudeops_desktop.knowledge.entry_checks import check_folder

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "example-knowledge"
DOCUMENTS = sorted(
    document
    for document in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "packaging").glob("*.md"))
    if EXAMPLE not in document.parents  # its links begin at its own root
)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def links(document: Path) -> list[str]:
    """The targets of the links of a document that are files of this project, without their anchors."""
    targets = (found.group(1).partition("#")[0] for found in LINK.finditer(document.read_text("utf-8")))
    return [target for target in targets if target and "://" not in target]


def test_the_index_of_decisions_lists_every_record_by_its_title() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text("utf-8")
    for record in sorted(folder.glob("[0-9]*.md")):
        number, title = record.read_text("utf-8").splitlines()[0].removeprefix("# ").split(". ", 1)
        assert int(number) == int(record.name[:4])
        assert f"| [{number}]({record.name}) | {title} |" in index, record.name


def test_the_index_of_the_guide_lists_every_page() -> None:
    listed = set(links(ROOT / "docs" / "index.md"))
    assert {f"guide/{page.name}" for page in (ROOT / "docs" / "guide").glob("*.md")} <= listed


def anchors(document: Path) -> set[str]:
    """The anchors of a document: its headings in lower case, with hyphens, without punctuation."""
    headings = HEADING.findall(document.read_text("utf-8"))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_anchor_is_a_heading(document: Path) -> None:
    named = [found.group(1).partition("#") for found in LINK.finditer(document.read_text("utf-8"))]
    missing = [
        f"{target}#{anchor}"
        for target, _, anchor in named
        if anchor and "://" not in target and anchor not in anchors(document.parent / target if target else document)
    ]
    assert not missing


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_a_file(document: Path) -> None:
    missing = [target for target in links(document) if not (document.parent / target).exists()]
    assert not missing


def test_the_example_of_a_knowledge_folder_keeps_to_its_formats() -> None:
    texts = {file.relative_to(EXAMPLE).as_posix(): file.read_text("utf-8") for file in EXAMPLE.rglob("*.md")}
    assert "MEMORY.md" in texts and len(texts) > 10
    assert check_folder(texts) == []


def test_a_guide_page_has_one_title() -> None:
    for page in (ROOT / "docs" / "guide").glob("*.md"):
        assert (
            len(re.findall(r"^# ", re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL), re.MULTILINE))
            == 1
        ), page


def test_the_changelog_knows_the_version_of_the_project() -> None:
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")
