"""Which files and answers are documents. Pure."""

from __future__ import annotations

from pathlib import PurePath
from urllib.parse import urlsplit

SUFFIXES = {
    ".md": "markdown", ".markdown": "markdown", ".mdown": "markdown", ".mkd": "markdown",
    ".txt": "text", ".text": "text", ".rst": "text", ".org": "text", ".adoc": "text",
    ".html": "html", ".htm": "html", ".xhtml": "html",
    ".pdf": "pdf", ".epub": "epub", ".docx": "docx",
}  # fmt: skip
CONTENT_TYPES = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/plain": "text",
    "text/markdown": "markdown",
    "application/pdf": "pdf",
    "application/epub+zip": "epub",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
}
FEED_TYPES = frozenset(("application/rss+xml", "application/atom+xml", "application/xml", "text/xml"))
CONVERTED = frozenset(("html", "pdf", "epub", "docx"))
"""Formats that a process of its own reads."""
NEEDED_MODULES = {"pdf": ("pdfminer",), "epub": ("markitdown",), "docx": ("markitdown", "mammoth")}
"""What has to be installed for a format; the extra ``library`` brings it."""


def format_of_name(name: str) -> str:
    """The format of a file by how its name ends; "" for one that is no document."""
    return SUFFIXES.get(PurePath(name).suffix.lower(), "")


def format_of_answer(content_type: str, url: str) -> str:
    """The format of what a server answered, by its type, else by the address; "" for one that is no document."""
    kind = content_type.partition(";")[0].strip().lower()
    by_name = format_of_name(urlsplit(url).path)
    if kind == "text/plain" and by_name in ("markdown", "text"):
        return by_name
    return CONTENT_TYPES.get(kind, by_name if kind in ("", "application/octet-stream") else "")


def charset_of_answer(content_type: str) -> str:
    """The charset that a server names; "" for none."""
    for part in content_type.split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'").lower()
    return ""
