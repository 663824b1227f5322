"""The process that reads a document has limits, and no rights (C15)."""

from __future__ import annotations

import io
import os
import sys
import time
import zipfile
from collections.abc import Iterable

import pytest
from support.processes import is_over

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.library.chunks import split_document
from claudeops_desktop.library.reading.converter_process import ConversionTimeout, run_converter
from claudeops_desktop.library.reading.document_reading import has_extra, read_content
from claudeops_desktop.library.reading.program import refuse_side_effects

ENVIRON = {"PATH": os.environ["PATH"], "ANTHROPIC_API_KEY": "secret", "HOME": "/nonexistent"}


def python(source: str, content: bytes = b"", seconds: float = 60.0, largest: int = 1_000_000) -> bytes:
    return run_converter([sys.executable, "-c", source], content, seconds, largest, ENVIRON)


def test_what_goes_in_comes_out_however_long_it_is():
    content = os.urandom(3_000_000)
    echo = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
    assert python(echo, content, largest=len(content)) == content


def test_an_answer_that_is_too_long_is_none():
    assert python("print('x' * 2_000_000)") == b""


def test_a_process_that_reads_nothing_or_fails_answers_nothing():
    assert python("import sys; sys.exit(3)", b"x" * 3_000_000) == b""


def test_it_knows_no_key_of_the_environment():
    said = python("import os; print(sorted(os.environ))")
    assert b"ANTHROPIC_API_KEY" not in said and b"PATH" in said


@pytest.mark.slow
def test_it_is_ended_in_time_with_what_it_has_started(tmp_path):
    """The child holds the pipe open: nothing of it may be left."""
    note = tmp_path / "child"
    source = (
        "import subprocess, sys, time;"
        " child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
        f" open({str(note)!r}, 'w').write(str(child.pid)); time.sleep(600)"
    )
    with pytest.raises(ConversionTimeout):
        python(source, seconds=3.0)
    child, deadline = int(note.read_text()), time.monotonic() + 60
    while not is_over(child):  # it is killed: how soon it is gone is up to the system
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("event", ["socket.connect", "subprocess.Popen", "os.system", "os.fork"])
def test_a_document_makes_nothing_happen(event):
    with pytest.raises(PermissionError):
        refuse_side_effects(event, ())
    refuse_side_effects("open", ())


def make_pdf(pages: list[str]) -> bytes:
    """A PDF with a line of text a page, written by hand."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for at, text in enumerate(pages):
        parts.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * at} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        stream = f"BT /F1 12 Tf 60 780 Td ({text}) Tj ET".encode()
        parts.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    found, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(found))
        found += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(parts) + 1
    found += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    end = len(found) - len(table) - len(b"xref\n0 %d\n0000000000 65535 f \n" % size)
    return found + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, end)


def make_epub(chapter: Iterable[bytes]) -> bytes:
    """An EPUB of one chapter, in pieces."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr(
            "META-INF/container.xml",
            '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        )
        book.writestr(
            "c.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata'
            ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>On queues</dc:title></metadata><manifest>'
            '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/>'
            "</spine></package>",
        )
        with book.open("a.xhtml", "w", force_zip64=True) as file:
            for piece in chapter:
                file.write(piece)
    return held.getvalue()


@pytest.mark.skipif(not has_extra("pdf"), reason="needs the extra library")
def test_a_real_pdf_is_read_by_pages():
    found = read_content(make_pdf(["Backups run at night", "Restore the newest snapshot"]), "pdf", "book.pdf")
    assert [(one.page, one.text) for one in split_document(found)] == [
        (1, "Backups run at night"), (2, "Restore the newest snapshot"),
    ]  # fmt: skip


@pytest.mark.skipif(not has_extra("epub"), reason="needs the extra library")
def test_a_real_epub_is_read_by_headings():
    chapter = b"<html><body><h1>Backpressure</h1><p>A full queue says no.</p></body></html>"
    found = read_content(make_epub([chapter]), "epub", "book.epub")
    assert found.title == "On queues"
    assert split_document(found)[-1].headings == ("Backpressure",)


@pytest.mark.skipif(not has_extra("epub"), reason="needs the extra library")
def test_a_book_that_unpacks_to_gigabytes_ends_itself_alone():
    piece = b"a" * 10_000_000
    bomb = make_epub([b"<html><body><p>", *[piece] * 150, b"</p></body></html>"])
    assert len(bomb) < 5_000_000
    with pytest.raises(OperatorError):
        read_content(bomb, "epub", "bomb.epub", seconds=60)


@pytest.mark.skipif(not has_extra("pdf"), reason="needs the extra library")
@pytest.mark.parametrize("content", [b"%PDF-1.4\n%%EOF", b"no pdf", make_pdf(["x"])[:300]])
def test_a_damaged_pdf_is_one_sentence(content):
    with pytest.raises(OperatorError):
        read_content(content, "pdf", "book.pdf")
