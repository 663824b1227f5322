"""Documents are read within limits; what cannot be read is one plain sentence (C15)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.core.extensions import registry
from claudeops_desktop.core.extensions.converter import KnowledgeConverter
from claudeops_desktop.library.reading import document_reading
from claudeops_desktop.library.reading.document_reading import can_read, load_file, read_content, read_file
from claudeops_desktop.library.reading.formats import charset_of_answer, format_of_answer, format_of_name
from claudeops_desktop.library.reading.program import decode_html


@pytest.mark.parametrize(
    ("name", "content", "title"),
    [
        ("notes.md", b"---\ntitle: My notes\n---\n# Other\nWords", "My notes"),
        ("notes.md", b"Intro\n\n# The manual #\n\nWords", "The manual"),
        ("notes.md", b"Only words", "notes"),
        ("list.txt", b"# a comment", "list"),
        ("page.html", b"<title>A  page</title><p>Words", "A page"),
        ("page.htm", b"<h1>Heading</h1><p>Words", "Heading"),
    ],
)
def test_a_document_has_a_title(name, content, title):
    assert read_content(content, format_of_name(name), name).title == title


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Grün".encode(), "Grün"),
        ("Grün".encode("utf-8-sig"), "Grün"),
        ("Grün".encode("utf-16"), "Grün"),
        ("Grün".encode("cp1252"), "Grün"),
    ],
)
def test_plain_text_in_several_encodings(content, text):
    assert read_content(content, "text", "a.txt").text == text


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.md", b"\x7fELF\0\0\1", "it is damaged"),
        ("a.txt", b"  \n\n ", "holds no text"),
        ("a.html", b"<script>only()</script>", "holds no text"),
        ("a.html", b"", "holds no text"),
        ("a.exe", b"MZ", "no document that can be read"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path, name, content, says):
    with pytest.raises(OperatorError) as caught:
        read_file(tmp_path / name, content)
    assert says in caught.value.sentence
    assert caught.value.remedy


def fake_library(monkeypatch, tmp_path: Path, source: str) -> None:
    """A stand-in of the PDF library, which the process that converts imports."""
    package = tmp_path / "fakes" / "pdfminer"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "high_level.py").write_text(source)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "fakes"))


def test_the_pages_of_a_pdf_are_kept(monkeypatch, tmp_path):
    fake_library(monkeypatch, tmp_path, "def extract_text(file): return 'one\\ntwo\\n\\fthree\\n\\f'")
    found = read_content(b"%PDF", "pdf", "book.pdf")
    assert (found.title, found.text, found.page_starts) == ("book", "one\ntwo\nthree", (1, 3, 4))


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("raise ModuleNotFoundError('no', name='pdfminer')", "needs the extra “library”"),
        ("def extract_text(file): raise ValueError('broken')", "it is damaged"),
        ("def extract_text(file): import os; os._exit(3)", "it is damaged"),
        ("def extract_text(file): print('noise'); return ''", "holds no text"),
        ("def extract_text(file): import os; os.abort()", "it is damaged"),
        ("def extract_text(file): return ' ' * (8 << 30)", "it is damaged"),
    ],
)
def test_a_conversion_that_fails_is_one_sentence(monkeypatch, tmp_path, source, says):
    fake_library(monkeypatch, tmp_path, source)
    with pytest.raises(OperatorError, match=says):
        read_content(b"%PDF", "pdf", "book.pdf")


@pytest.mark.slow
def test_a_conversion_that_never_ends_is_ended(monkeypatch, tmp_path):
    fake_library(monkeypatch, tmp_path, "def extract_text(file):\n    import signal\n    signal.pause()")
    with pytest.raises(OperatorError, match=r"could not be read within 0\.5 s"):
        read_content(b"%PDF", "pdf", "book.pdf", seconds=0.5)


@pytest.mark.slow
def test_the_program_prints_nothing_but_its_answer(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "convert-document", "html"],
        input=b"<p>\xed\xa0\x80 &#xD800; \0 words", capture_output=True, check=True, env=os.environ, timeout=100,
    )  # fmt: skip
    assert done.stdout.startswith(b'{"title"') and b"words" in done.stdout and not done.stderr


def test_a_file_over_the_limit_is_not_read(monkeypatch, tmp_path):
    monkeypatch.setattr(document_reading, "LARGEST", 10)
    path = tmp_path / "big.md"
    path.write_text("x" * 11)
    with pytest.raises(OperatorError, match="larger than"):
        load_file(path)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_regular_file_is_not_opened(tmp_path, make):
    make(tmp_path / "a.md")
    with pytest.raises(OperatorError, match="not a regular file"):
        load_file(tmp_path / "a.md")


def test_a_file_that_is_not_there():
    with pytest.raises(OperatorError, match="No such file"):
        load_file(Path("/nonexistent/a.md"))


class OrgConverter(KnowledgeConverter):
    name = "minutes"
    title = "Minutes"
    suffixes = (".minutes",)

    def convert(self, source: Path) -> str:
        text = source.read_text()
        if text == "wrong":
            raise UsageError("That is wrong.", "Write it again.")
        if text == "broken":
            raise RuntimeError("bug")
        return f"# Minutes\n\n{text}"


@pytest.fixture
def plugin(monkeypatch):
    one = registry.ExtensionRegistry()
    one._loaded["converters"] = {"minutes": OrgConverter()}
    one._plugin_of["converters", "minutes"] = "minutes"
    monkeypatch.setattr(registry, "_current", one)
    return one


def test_a_converter_of_a_plugin_reads_its_files(plugin, tmp_path):
    path = tmp_path / "a.minutes"
    assert can_read(path.name)
    path.write_text("We met.")
    found = read_file(path, b"")
    assert (found.title, found.format, found.text) == ("Minutes", "markdown", "# Minutes\n\nWe met.")


@pytest.mark.parametrize(("text", "says"), [("wrong", "That is wrong"), ("broken", "minutes")])
def test_a_converter_of_a_plugin_that_fails_is_one_sentence(plugin, tmp_path, text, says):
    path = tmp_path / "a.minutes"
    path.write_text(text)
    with pytest.raises(OperatorError, match=says):
        read_file(path, b"")
    assert can_read(path.name) == (text == "wrong"), "one that raises is switched off"


@pytest.mark.parametrize(
    ("content_type", "url", "kind"),
    [
        ("text/html; charset=utf-8", "http://x/a", "html"),
        ("text/plain", "http://x/a.md", "markdown"),
        ("text/plain", "http://x/a", "text"),
        ("application/octet-stream", "http://x/a.pdf?x=1", "pdf"),
        ("", "http://x/a.epub", "epub"),
        ("image/png", "http://x/a.md", ""),
        ("application/zip", "http://x/a", ""),
    ],
)
def test_the_format_of_an_answer(content_type, url, kind):
    assert format_of_answer(content_type, url) == kind


def test_the_charset_of_an_answer():
    assert charset_of_answer('text/html; Charset="ISO-8859-1"') == "iso-8859-1"
    assert charset_of_answer("text/html") == ""


@pytest.mark.parametrize(
    ("content", "charset"),
    [
        ("Grün".encode("latin-1"), "iso-8859-1"),
        ('<meta charset="iso-8859-1">Grün'.encode("latin-1"), ""),
        (b'<meta http-equiv=x content="text/html; charset=windows-1252">Gr\xfcn', "unheard-of"),
        ("Grün".encode(), "hex"),
        ("Grün".encode("utf-16"), "utf-8"),
    ],
)
def test_the_charset_of_a_page(content, charset):
    assert decode_html(content, charset).endswith("Grün")
