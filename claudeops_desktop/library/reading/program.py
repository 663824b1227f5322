"""``claudeops convert-document FORMAT [CHARSET]``: a document on stdin becomes one JSON object on stdout.

A process of its own: a file that is broken on purpose can neither hang nor end the application. It may use so much
memory, processor time and disk, opens no connection and starts no program. Nothing is printed but the answer; what
cannot be read is an answer too.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import resource
import sys
from collections.abc import Sequence
from typing import Any

from ..types import DocumentText

COMMAND = "convert-document"
MOST_MEMORY = 3 << 30  # bytes of address space: the libraries alone map more than one of them
MOST_CPU_S = 90
LARGEST_FILE = 1 << 20  # bytes that may be written to a file
LONGEST_TEXT = 20_000_000  # characters
NICENESS = 10
_FORBIDDEN = ("socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.exec",
              "os.posix_spawn", "os.fork", "os.forkpty", "pty.spawn")  # fmt: skip
_META_CHARSET = re.compile(
    rb"<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE
)

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def main(words: Sequence[str]) -> int:
    """Convert what stands on stdin; the exit code is 0 where an answer was written."""
    kind, charset = words[0], words[1] if len(words) > 1 else ""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a library may print
    os.nice(NICENESS)
    for limit, most in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CPU, MOST_CPU_S),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (most, most))
    sys.addaudithook(refuse_side_effects)
    with out:
        json.dump(_answer(sys.stdin.buffer.read(), kind, charset), out, ensure_ascii=False)
    return 0


def refuse_side_effects(event: str, _arguments: tuple[Any, ...]) -> None:
    """An audit hook: what a document names is not fetched, and nothing is started for it. Raises PermissionError."""
    if event in _FORBIDDEN:
        raise PermissionError(f"a converter may not do {event}")


def _answer(content: bytes, kind: str, charset: str) -> dict[str, Any]:
    try:
        found = _convert(content, kind, charset)
    except ImportError as error:
        return {"missing": error.name or "markitdown"}
    except Exception as error:  # whatever a library makes of a broken file
        missing = type(error).__name__ == "MissingDependencyException"  # of markitdown, for a part of it
        return {"missing": kind} if missing else {"fault": type(error).__name__}
    return {
        "title": _valid(found.title[:300]),
        "text": _valid(found.text[:LONGEST_TEXT]),
        "pages": list(found.page_starts),
        "feeds": list(found.feeds),
    }


def _valid(text: str) -> str:
    """The text without halves of characters and without NUL, which a database cannot hold."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


def _convert(content: bytes, kind: str, charset: str) -> DocumentText:
    if kind == "html":
        from .html_text import read_html

        return read_html(decode_html(content, charset))
    if kind == "pdf":
        return _read_pdf(content)
    from markitdown import MarkItDown

    found = MarkItDown(enable_plugins=False).convert_stream(io.BytesIO(content), file_extension=f".{kind}")
    return DocumentText(found.title or "", found.text_content, kind)


def _read_pdf(content: bytes) -> DocumentText:
    """The pages of a PDF. Page numbers are what a citation needs, so pdfminer is asked itself."""
    from pdfminer.high_level import extract_text

    pages = extract_text(io.BytesIO(content)).split("\f")
    lines: list[str] = []
    starts = []
    for page in pages:
        starts.append(len(lines) + 1)
        lines += (line.rstrip() for line in page.strip("\n").splitlines())
    return DocumentText("", "\n".join(lines), "pdf", tuple(starts))


def decode_html(content: bytes, charset: str = "") -> str:
    """The text of a page: by its byte order mark, the charset that the server names, the one that the page names."""
    for mark, name in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return content.decode(name, "replace")
    named = _META_CHARSET.search(content[:4_096])
    for name in (charset, named[1].decode("ascii") if named else "", "utf-8"):
        try:
            if name and codecs.lookup(name)._is_text_encoding:
                return content.decode(name, "replace")
        except LookupError:
            continue
    return content.decode("utf-8", "replace")
