"""Which page of the guide explains which page of the window. Pure: no Qt here."""

from __future__ import annotations

from pathlib import Path

from ...core.paths import bundled_path

# A page of the window → the file of the guide, without its ending.
GUIDE_PAGES = {
    "overview": "window",
    "services": "services",
    "map": "services",
    "history": "services",
    "sessions": "sessions",
    "incidents": "incidents",
    "cases": "cases",
    "events": "incidents",
    "schedule": "schedule",
    "memories": "memory",
    "ask": "recall",
    "knowledge": "knowledge",
    "library": "library",
    "inbox": "inbox",
    "settings": "desktop",
}
START = "window"


def guide_folder() -> Path:
    """The folder of the guide's files, as shipped. Raises FileNotFoundError."""
    return bundled_path("docs", "guide")


def guide_file(page: str) -> Path:
    """The file that explains a page of the window; the one about the window for a page without its own."""
    return guide_folder() / f"{GUIDE_PAGES.get(page, START)}.md"


def guide_titles() -> dict[str, str]:
    """The file names of the guide, without their ending, and their headings, by heading."""
    titles = {}
    for path in guide_folder().glob("*.md"):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        titles[path.stem] = first.lstrip("# ").strip()
    return dict(sorted(titles.items(), key=lambda each: each[1].lower()))


def pages_with(text: str) -> set[str]:
    """The file names, without their ending, of the pages in which every word of a text occurs."""
    words = text.lower().split()
    return {
        path.stem
        for path in guide_folder().glob("*.md")
        if all(word in path.read_text(encoding="utf-8").lower() for word in words)
    }
