"""The page Library: documents are listed, searched, read, removed and followed; nothing in them can do anything."""

from __future__ import annotations

import http.server
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from claudeops_desktop.knowledge import open_knowledge
from claudeops_desktop.library import LibraryService
from claudeops_desktop.ui.kit.forms import FormDialog
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.library import dialogs
from claudeops_desktop.ui.pages.library.dialogs import SourcesDialog
from claudeops_desktop.ui.pages.library.page import LibraryPage
from claudeops_desktop.ui.pages.library.queries import add_page, read_path, update_all

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
    qtbot.waitUntil(lambda: made.pane.opened is not None)
    return made


def test_empty_it_says_what_it_is_for_and_reads_the_first_file(open_page, documents, qtbot):
    page = open_page()
    qtbot.waitUntil(page.empty.isVisible)
    assert page.facts[-1] == "No documents" and page.empty.other_button.isVisible()
    page.work(read_path(str(documents / "manual.md")))
    assert "manual.md" in page.notices.notices[0].sentence
    qtbot.waitUntil(lambda: page.pane.opened is not None)
    assert page.said == ["1 document added."]
    assert "How backups are made." in page.pane.reader.toPlainText()
    qtbot.waitUntil(lambda: page.facts[-1] == "1 document · 2 parts")


def test_a_document_is_read_part_by_part_and_nothing_of_it_is_loaded(page, qtbot):
    number = next(one.id for one in page.model._rows.values() if one.title == "Manual")
    page.table.select_key(number)
    qtbot.waitUntil(lambda: page.pane.opened.document.id == number)
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    qtbot.waitUntil(page.pane.parts.hasFocus)
    QTest.keyClick(page.pane.parts, Qt.Key.Key_Down)
    text = page.pane.reader.toPlainText()
    assert "Take the newest snapshot. <b>bold</b>" in text, "signs of HTML are shown as they are"
    assert page.pane.place.text().startswith("Manual") and "5" in page.pane.place.text()
    assert page.pane.reader.loadResource(2, "http://127.0.0.1:9/x.png") is None


def test_a_search_shows_passages_with_the_place_where_they_stand(page, qtbot):
    qtbot.keyClicks(page.search, "newest snapshot")
    qtbot.waitUntil(lambda: page.places.isVisible() and page.hits.rowCount() > 0)
    first = page.hits.row(0)
    assert page.hits.text(first, "place") == "Restore · lines 5–9"
    qtbot.waitUntil(lambda: "Take the newest snapshot." in page.pane.reader.toPlainText())
    page.search.setText("zzz")
    qtbot.waitUntil(page.empty.isVisible)
    page.search.clear()
    qtbot.waitUntil(page.table.isVisible)


def test_a_document_is_removed_by_key_and_comes_back_by_undo(page, desk, library, qtbot):
    number = page.model.key(0)
    page.table.select_key(number)
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: number not in list(page.model.keys) and not desk.undo.busy)
    assert library.update_folders().added == (), "it is not read again by itself"
    desk.undo.undo()
    qtbot.waitUntil(lambda: number in list(page.model.keys))


def test_a_location_shows_the_document_and_its_part(library, documents, open_page, qtbot):
    (kept,) = library.add_path(documents / "manual.md").added
    page = open_page(PageLocation("library", id=kept.id, filters={"part": 1}))
    qtbot.waitUntil(lambda: page.pane.opened is not None)
    assert page.pane.parts.currentRow() == 1


def test_what_is_unread_stands_first_and_is_read_once_it_was_shown(desk, library, documents, open_page, qtbot):
    kept = library.add_path(documents).added
    desk.book.store.write(lambda: library.documents.mark_read([kept[0].id], unread=True)).result()
    page = open_page()
    qtbot.waitUntil(lambda: page.model.key(0) == kept[0].id)
    qtbot.waitUntil(lambda: not desk.book.store.read(lambda: library.documents.must(kept[0].id)).result().unread)


def test_a_file_that_cannot_be_read_says_why(library, documents, open_page, qtbot):
    (documents / "broken.md").write_bytes(b"\0\0")
    library.add_path(documents, watch=True)
    page = open_page()
    page.state.set_value("fault")
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 1 and page.pane.opened is not None)
    qtbot.waitUntil(lambda: "it is damaged" in page.pane.problem.text())
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
        form.inputs[name].set_value(value)


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
    page.add_page()
    form = page.findChild(FormDialog)
    fill(form, url=f"{address}/page.html", why="We plan a standby", own_network=True)
    qtbot.mouseClick(form.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(page.pane.opened and page.pane.opened.document.note_path), timeout=20_000)
    assert "Why it is kept: We plan a standby" in page.pane.judgement.text()
    assert "by rules" in page.pane.judgement.text()
    note = page.pane.opened.document.note_path
    assert note.startswith("notes/")
    folder = open_knowledge(desk.folder, desk.settings.current)
    assert "origin: outside" in folder.read(note).text
    folder.close()
    assert page.action_set.buttons["note"].text() == "Open the note"
    page.action_set.buttons["note"].click()
    assert page.went == [PageLocation("knowledge", filters={"path": note})]
    assert "feed.rss" in page.notices.notices[0].sentence
    page.notices.buttons()[0].click()
    form = page.findChildren(FormDialog)[-1]
    assert form.values["url"] == f"{address}/feed.rss"
    fill(form, own_network=True, every=24.0)
    form.submit.click()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=20_000)
    dialog = page.open_sources()
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 1)
    assert dialog.model.text(dialog.model.row(0), "about") == "Every day"
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(dialog.table.isHidden)
    qtbot.waitUntil(lambda: not desk.undo.busy)
    desk.undo.undo()
    qtbot.waitUntil(lambda: not dialog.table.isHidden())
    dialog.close()


def test_a_refused_address_is_one_sentence(open_page, qtbot):
    page = open_page()
    page.work(add_page("http://127.0.0.1:9/", "", note=False, own_network=False))
    qtbot.waitUntil(lambda: bool(page.said), timeout=20_000)
    assert "private address" in page.said[0] and not page.working


@pytest.mark.slow
def test_folders_and_suggestions(desk, library, documents, open_page, qtbot):
    library.add_path(documents, watch=True)
    address = "https://docs.example.org/guide"
    desk.book.store.write(lambda: library.suggestions.suggest(address, "It explains the queue.", None)).result()
    page = open_page(PageLocation("library", filters={"view": "following"}))
    dialog = page.findChild(SourcesDialog)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2)
    assert "1 suggested address" in page.facts[-1]
    assert [dialog.model.text(dialog.model.row(at), "kind") for at in (0, 1)] == ["Suggested address", "Folder"]
    assert dialog.action_set.buttons["remove"].text() == "Dismiss"
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 1 and not desk.undo.busy)
    dialog.remove_current()
    qtbot.waitUntil(dialog.table.isHidden)
    assert desk.book.store.read(library.documents.list).result() == []
    qtbot.waitUntil(lambda: not desk.undo.busy)
    desk.undo.undo()
    qtbot.waitUntil(lambda: not dialog.table.isHidden(), timeout=20_000)
    (documents / "new.md").write_text("# New")
    page.work(update_all())
    assert dialog.working.isVisible()
    qtbot.waitUntil(lambda: "1 document added." in page.said, timeout=20_000)
    dialog.close()


def test_suggested_addresses_are_shown_from_the_line_over_the_documents(desk, library, open_page, qtbot):
    desk.book.store.write(lambda: library.suggestions.suggest("https://docs.example.org/", "Why", None)).result()
    page = open_page()
    qtbot.waitUntil(lambda: [one.sentence for one in page.notices.notices] == ["1 suggested address"])
    page.notices.buttons()[0].click()
    page.findChild(SourcesDialog).close()


def test_a_form_names_what_is_still_empty(open_page):
    page = open_page()
    dialogs.ask_for_feed(page.context, page, page.work)
    form = page.findChild(FormDialog)
    assert form.message.text() == "Still empty: Address of an RSS or Atom feed"
    assert not form.submit.isEnabled() and form.values["every"] == dialogs.USUAL_HOURS
    form.close()
