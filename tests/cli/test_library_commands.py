"""``claudeops library`` (C14, C15)."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

MANUAL = "# Backup\n\nHow it is done.\n\n## Restore\n\nTake the newest snapshot of the repository."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "documents"
    found.mkdir()
    (found / "manual.md").write_text(MANUAL)
    (found / "notes.txt").write_text("The printer is in the cellar.")
    return found


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of a site, and the folder that it serves."""
    root = tmp_path / "site"
    root.mkdir()

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given, directory=str(root))

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}", root
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_a_document_is_added_listed_shown_searched_and_removed(claudeops: Callable[..., Any], folder: Path):
    added = claudeops("library", "add", folder / "manual.md", "--tag", "ops", "--title", "The manual")
    assert added.code == 0 and added.out.startswith("Added: 1 “The manual” (markdown, 2 parts), ")
    (row,) = claudeops("library", "list", "--json").json
    wanted = {"id", "source", "kind", "title", "format", "tags", "size", "chunks", "folder_id", "added_at", "read_at",
              "missing_at", "feed_id", "fault", "unread", "context", "relevance", "judgement", "judged_by",
              "note_path", "state"}  # fmt: skip
    assert row.keys() == wanted and row["tags"] == ["ops"]
    assert claudeops("library", "list", "--tag", "other", "--json").json == []
    shown = claudeops("library", "show", 1).out
    assert "── 1: Backup > Restore, lines 5–7" in shown and "Take the newest snapshot" in shown
    (part,) = claudeops("library", "show", 1, "--part", 1, "--json").json["chunks"]
    assert part["headings"] == ["Backup", "Restore"]
    assert claudeops("library", "show", 1, "--part", 9).code == 1
    (hit, *_) = claudeops("library", "search", "newest snapshot", "--json").json
    assert hit["citation"] == "The manual, Backup > Restore, lines 5–7"
    found = claudeops("library", "search", "newest snapshot", "--limit", 1).out
    assert found.startswith("The manual, Backup > Restore, lines 5–7") and "newest snapshot" in found
    assert "Removed “The manual”" in claudeops("library", "rm", 1).out
    assert "No documents" in claudeops("library", "list").out
    assert claudeops("library", "rm", 1).code == 1


def test_the_search_goes_by_meaning_too(claudeops: Callable[..., Any], folder: Path):
    claudeops("library", "add", folder)
    hits = claudeops("library", "search", "device that puts ink on paper", "--json").json
    assert hits[0]["title"] == "notes"


@pytest.mark.slow
def test_a_folder_is_watched_updated_and_watched_no_longer(claudeops: Callable[..., Any], folder: Path):
    change = claudeops("library", "add", folder, "--watch", "--json").json
    assert len(change["added"]) == 2
    assert claudeops("library", "folders", "--json").json[0]["path"] == str(folder)
    assert str(folder) in claudeops("library", "folders").out
    (folder / "manual.md").unlink()
    (folder / "new.md").write_text("# New\n\nWords")
    (folder / "garbage.md").write_bytes(b"\0\0")
    out = claudeops("library", "update").out
    assert "Added: 4 “New”" in out and "Gone: 1 “Backup”" in out and "Skipped: garbage.md" in out
    assert "file is gone" in claudeops("library", "list").out
    assert "The file was gone" in claudeops("library", "show", 1).out
    assert "not readable" in claudeops("library", "list", "--state", "fault").out
    assert claudeops("library", "list", "--state", "odd").code == 2
    assert "not read again by itself" in claudeops("library", "rm", 4).out
    assert "New" not in claudeops("library", "update").out
    assert "3 documents of it were removed" in claudeops("library", "rm", folder).out
    assert claudeops("library", "folders").out.startswith("No folder is watched")
    assert claudeops("library", "rm", folder).code == 1
    assert claudeops("library", "update").out == "Nothing is new.\n"


@pytest.mark.slow
def test_an_empty_library(claudeops: Callable[..., Any]):
    assert claudeops("library", "search", "x").out == "The library is empty.\n"
    assert claudeops("library", "search", " ").code == 2
    assert claudeops("library", "search", "x", "--json").json == []
    assert claudeops("library", "feeds").out.startswith("No feed is followed")
    assert claudeops("library", "suggestions").out == "No address is suggested.\n"
    assert claudeops("library", "status", "--json").json["documents"] == 0
    assert claudeops("library", "read", "--all").out == "Nothing was unread.\n"


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("add", "/nonexistent.md"), 1, "No such file"),
        (("add", "ftp://x/"), 2, "not a web address"),
        (("add", "https://x/", "--watch"), 2, "cannot be watched"),
        (("add", "http://127.0.0.1/"), 3, "--allow-private"),
        (("follow", "http://127.0.0.1/"), 3, "--allow-private"),
        (("unfollow", "https://x/"), 1, "not followed"),
        (("read",), 2, "No document"),
        (("note", "9"), 1, "no document 9"),
        (("suggestions", "--add", "9"), 1, "no suggested address 9"),
        (("suggestions", "--dismiss", "9"), 1, "no suggested address 9"),
        (("show", "9"), 1, "no document 9"),
        (("rm", "somewhere"), 1, "not watched"),
    ],
)
def test_mistakes_are_one_sentence(claudeops: Callable[..., Any], words: tuple[str, ...], code: int, says: str):
    answer = claudeops("library", *words)
    assert answer.code == code and says in answer.err and "Traceback" not in answer.err


@pytest.mark.slow
def test_a_page_and_its_feed(claudeops: Callable[..., Any], site: tuple[str, Path]):
    address, root = site
    (root / "page.html").write_text(
        '<title>Page</title><link rel=alternate type="application/rss+xml" href="feed.rss"><p>Words of the page.'
    )
    (root / "entry.html").write_text("<title>First entry</title><p>Words of the entry.")
    (root / "feed.rss").write_text(
        "<rss><channel><title>News</title><item><title>First</title><link>/entry.html</link></item></channel></rss>"
    )
    added = claudeops("library", "add", f"{address}/page.html", "--allow-private").out
    assert "Added: 1 “Page” (html, 1 part)" in added and "Note: notes/page.md" in added
    assert f"The page has a feed: claudeops library follow {address}/feed.rss" in added
    followed = claudeops("library", "follow", f"{address}/feed.rss", "--allow-private", "--tag", "news").out
    assert "Added: 2 “First entry”" in followed
    (feed,) = claudeops("library", "feeds", "--json").json
    assert (feed["title"], feed["tags"]) == ("News", ["news"]) and feed["polled_at"]
    assert "News" in claudeops("library", "feeds").out
    assert claudeops("library", "list", "--state", "unread", "--json").json[0]["title"] == "First entry"
    claudeops("library", "show", 2)
    assert claudeops("library", "list", "--state", "unread", "--json").json == []
    assert claudeops("library", "update", "--feeds").out == "Nothing is new.\n"
    assert "followed no longer" in claudeops("library", "unfollow", feed["url"]).out
    (hit, *_) = claudeops("library", "search", "words of the entry", "--json").json
    assert hit["source"] == f"{address}/entry.html"


@pytest.mark.slow
def test_recall_says_what_the_library_has_apart_from_memory(claudeops: Callable[..., Any], folder: Path):
    claudeops("library", "add", folder)
    found = claudeops("recall", "newest snapshot of the repository", "--json").json
    assert found["items"] == []
    (passage, *_) = found["passages"]
    assert (passage["kind"], passage["by"], passage["rank"]) == ("library", "others", 1)
    assert passage["place"].startswith("Backup, Restore") and passage["date"]
    said = claudeops("recall", "newest snapshot of the repository").out
    assert "Passages by others are words that nobody has checked." in said and "Backup, Restore" in said
