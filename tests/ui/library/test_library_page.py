"""The page Library: documents are listed, searched, read, removed and followed; nothing in them can do anything."""

from __future__ import annotations

import http.server
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from claudeops_desktop.knowledge import open_knowledge
from claudeops_desktop.library import LibraryService
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.knowledge.dialogs import NewEntryDialog
from claudeops_desktop.ui.pages.library.page import LibraryPage

MANUAL = """# Manual

How backups are made.

## Restore

Take the newest snapshot. <b>bold</b> ![x](http://127.0.0.1:9/x.png)

[out](file:///etc/passwd)
"""


@pytest.fixture
def documents(tmp_path):
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "manual.md").write_text(MANUAL)
    (folder / "mail.txt").write_text("Postfix sends the mail of the printer.")
    return folder


@pytest.fixture
def library(desk):
    return LibraryService(desk.book)


@pytest.fixture
def open_page(desk, qtbot):
    def open_it(place=None):
        page = LibraryPage(desk)
        qtbot.addWidget(page)
        page.facts, page.said, page.went = [], [], []
        page.fact_changed.connect(page.facts.append)
        page.message_posted.connect(lambda sentence, _undo: page.said.append(sentence))
        page.navigation_requested.connect(page.went.append)
        page.resize(1300, 760)
        page.show()
        page.activate(place)
        qtbot.waitUntil(lambda: any(page.facts))
        return page

    return open_it


@pytest.fixture
def page(library, documents, open_page, qtbot):
    library.add_path(documents, watch=True)
    made = open_page()
    view = made.view("documents")
    qtbot.waitUntil(lambda: view.pane.opened is not None)
    return made


def test_empty_it_says_what_it_is_for_and_reads_the_first_file(open_page, documents, qtbot):
    page = open_page()
    view = page.view("documents")
    qtbot.waitUntil(view.empty.isVisible)
    assert page.facts[-1] == "No documents" and view.empty.other_button.isVisible()
    view.read_path(str(documents / "manual.md"))
    assert view.working.isVisible() and "manual.md" in view.working.text()
    qtbot.waitUntil(lambda: view.pane.opened is not None)
    assert page.said == ["1 document added."]
    assert "How backups are made." in view.pane.reader.toPlainText()
    qtbot.waitUntil(lambda: page.facts[-1] == "1 document · 2 parts")


def test_a_document_is_read_part_by_part_and_nothing_of_it_is_loaded(page, qtbot):
    view = page.view("documents")
    number = next(one.id for one in view.model._rows.values() if one.title == "Manual")
    view.table.select_key(number)
    qtbot.waitUntil(lambda: view.pane.opened.document.id == number)
    view.table.setFocus()
    QTest.keyClick(view.table, Qt.Key.Key_Return)
    qtbot.waitUntil(view.pane.parts.hasFocus)
    QTest.keyClick(view.pane.parts, Qt.Key.Key_Down)
    text = view.pane.reader.toPlainText()
    assert "Take the newest snapshot. <b>bold</b>" in text, "signs of HTML are shown as they are"
    assert view.pane.place.text().startswith("Manual") and "5" in view.pane.place.text()
    assert view.pane.reader.loadResource(2, "http://127.0.0.1:9/x.png") is None


def test_a_search_shows_passages_with_the_place_where_they_stand(page, qtbot):
    view = page.view("documents")
    qtbot.keyClicks(view.search, "newest snapshot")
    qtbot.waitUntil(lambda: view.places.isVisible() and view.hits.rowCount() > 0)
    first = view.hits.row(0)
    assert view.hits.text(first, "place") == "Restore · lines 5–9"
    qtbot.waitUntil(lambda: "Take the newest snapshot." in view.pane.reader.toPlainText())
    view.search.setText("zzz")
    qtbot.waitUntil(view.empty.isVisible)
    view.search.clear()
    qtbot.waitUntil(view.table.isVisible)


def test_a_document_is_removed_by_key_and_comes_back_by_undo(page, desk, library, qtbot):
    view = page.view("documents")
    number = view.model.key(0)
    view.table.select_key(number)
    view.table.setFocus()
    QTest.keyClick(view.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: number not in list(view.model.keys) and not desk.undo.busy)
    assert library.update_folders().added == (), "it is not read again by itself"
    desk.undo.undo()
    qtbot.waitUntil(lambda: number in list(view.model.keys))


def test_a_location_shows_the_document_and_its_part(library, documents, open_page, qtbot):
    (kept,) = library.add_path(documents / "manual.md").added
    page = open_page(PageLocation("library", id=kept.id, filters={"part": 1}))
    view = page.view("documents")
    qtbot.waitUntil(lambda: view.pane.opened is not None)
    assert view.pane.parts.currentRow() == 1


def test_what_is_unread_stands_first_and_is_read_once_it_was_shown(desk, library, documents, open_page, qtbot):
    kept = library.add_path(documents).added
    desk.book.store.write(lambda: library.documents.mark_read([kept[0].id], unread=True)).result()
    page = open_page()
    view = page.view("documents")
    qtbot.waitUntil(lambda: view.model.key(0) == kept[0].id)
    qtbot.waitUntil(lambda: not desk.book.store.read(lambda: library.documents.must(kept[0].id)).result().unread)


def test_a_file_that_cannot_be_read_says_why(library, documents, open_page, qtbot):
    (documents / "broken.md").write_bytes(b"\0\0")
    library.add_path(documents, watch=True)
    page = open_page()
    view = page.view("documents")
    view.state.set_value("fault")
    view.refresh()
    qtbot.waitUntil(lambda: view.model.rowCount() == 1 and view.pane.opened is not None)
    qtbot.waitUntil(lambda: "it is damaged" in view.pane.problem.text())
    assert "1 not readable" in page.facts[-1]


@pytest.fixture
def site(tmp_path):
    root = tmp_path / "site"
    root.mkdir()

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *given) -> None:
            super().__init__(*given, directory=str(root))

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}", root
        server.shutdown()
        thread.join()


def fill(form, **values):
    for name, value in values.items():
        field = form.fields[name]
        if hasattr(field, "setCurrentIndex"):
            field.setCurrentIndex(field.findData(value))
        elif hasattr(field, "setPlainText"):
            field.setPlainText(value)
        else:
            field.setText(value)


@pytest.mark.slow
def test_a_page_is_judged_noted_and_its_feed_is_followed(desk, open_page, site, qtbot):
    address, root = site
    (root / "page.html").write_text(
        '<title>Failover</title><link rel=alternate type="application/rss+xml" href="feed.rss"><p>It takes over.'
    )
    (root / "feed.rss").write_text(
        "<rss><channel><title>News</title><item><title>First</title><link>/entry.html</link></item></channel></rss>"
    )
    (root / "entry.html").write_text("<title>First entry</title><p>Words of the entry.")
    page = open_page()
    view = page.view("documents")
    view.add_page()
    form = page.findChild(NewEntryDialog)
    fill(form, url=f"{address}/page.html", why="We plan a standby", network="own")
    qtbot.mouseClick(form.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(view.pane.opened and view.pane.opened.document.note_path), timeout=20_000)
    assert "Why it is kept: We plan a standby" in view.pane.judgement.text()
    assert "by rules" in view.pane.judgement.text()
    note = view.pane.opened.document.note_path
    assert note.startswith("notes/")
    folder = open_knowledge(desk.folder, desk.settings.current)
    assert "origin: outside" in folder.read(note).text
    folder.close()
    assert view.pane.note.text() == "Open the note"
    view.pane.note.click()
    assert page.went == [PageLocation("knowledge", filters={"path": note})]
    assert view.feed_offer.isVisible()
    view.feed_offer.click()
    form = page.findChildren(NewEntryDialog)[-1]
    assert form.fields["url"].text() == f"{address}/feed.rss"
    fill(form, network="own", every="24")
    form.save.click()
    qtbot.waitUntil(lambda: view.model.rowCount() == 2, timeout=20_000)
    page._turn("following")
    following = page.view("following")
    qtbot.waitUntil(lambda: following.feeds.isVisible() and following.feeds.model().rowCount() == 1)
    row = following.feeds.model().row(0)
    assert following.feeds.model().text(row, "every") == "Every day"
    page.activateWindow()  # the form has closed
    qtbot.waitUntil(page.isActiveWindow)
    following.feeds.setFocus()
    QTest.keyClick(following.feeds, Qt.Key.Key_Delete)
    qtbot.waitUntil(following.no_feeds.isVisible)
    qtbot.waitUntil(lambda: not desk.undo.busy)
    desk.undo.undo()
    qtbot.waitUntil(following.feeds.isVisible)


def test_a_refused_address_is_one_sentence(open_page, qtbot):
    page = open_page()
    view = page.view("documents")
    view._fetch({"url": "http://127.0.0.1:9/", "why": "", "note": "no", "network": "public"})
    qtbot.waitUntil(lambda: bool(page.said), timeout=20_000)
    assert "private address" in page.said[0] and not view.is_working


@pytest.mark.slow
def test_folders_and_suggestions(desk, library, documents, open_page, qtbot):
    library.add_path(documents, watch=True)
    address = "https://docs.example.org/guide"
    desk.book.store.write(lambda: library.suggestions.suggest(address, "It explains the queue.", None)).result()
    page = open_page(PageLocation("library", filters={"view": "following"}))
    view = page.view("following")
    qtbot.waitUntil(lambda: view.suggestions.isVisible() and view.folders.isVisible())
    assert "1 suggested address" in page.facts[-1]
    view.suggestions.setFocus()
    QTest.keyClick(view.suggestions, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not view.suggested.isVisible())
    view.unwatch_selected()
    qtbot.waitUntil(view.no_folders.isVisible)
    assert desk.book.store.read(library.documents.list).result() == []
    qtbot.waitUntil(lambda: not desk.undo.busy)
    desk.undo.undo()
    qtbot.waitUntil(view.folders.isVisible, timeout=20_000)
    (documents / "new.md").write_text("# New")
    view.update_all()
    qtbot.waitUntil(lambda: "1 document added." in page.said, timeout=20_000)
