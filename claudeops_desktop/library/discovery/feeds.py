"""Reads a feed, RSS or Atom. Pure.

A feed with a document type of its own is refused: entities could make it grow without end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urljoin
from xml.etree import ElementTree

from ...core.errors import OperatorError
from ...core.messages import UserMessage

LONGEST_TITLE = 300
_ATOM = "{http://www.w3.org/2005/Atom}"
_RSS1 = "{http://purl.org/rss/1.0/}"
_CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
_HEAD = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry: its address, its title, and what the feed itself says of it, as HTML."""

    url: str
    title: str
    html: str


@dataclass(frozen=True, slots=True)
class ParsedFeed:
    """A feed: its title and its entries, in its order."""

    title: str
    entries: tuple[FeedEntry, ...]


def parse_feed(content: bytes, url: str) -> ParsedFeed:
    """The entries of a feed that was fetched from ``url``. Raises OperatorError for what is none."""
    if _HEAD.search(content) or b"\0" in content:  # in UTF-16 it could not be looked for
        raise _no_feed(url)
    try:
        root = ElementTree.fromstring(content)  # noqa: S314 — without a document type there are no entities
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise _no_feed(url) from error
    if root.tag == f"{_ATOM}feed":
        title, found = _text(root.find(f"{_ATOM}title")), [_atom_entry(one, url) for one in root.iter(f"{_ATOM}entry")]
    elif root.tag == "rss" or root.tag.endswith("}RDF"):
        name = "" if root.tag == "rss" else _RSS1
        title = _text(root.find(f"{name}channel/{name}title"))
        found = [_rss_entry(one, url, name) for one in root.iter(f"{name}item")]
    else:
        raise _no_feed(url)
    return ParsedFeed(title, tuple(one for one in found if one.url.startswith(("http://", "https://"))))


def _atom_entry(entry: ElementTree.Element, base: str) -> FeedEntry:
    links = entry.findall(f"{_ATOM}link")
    best = next((one for one in links if one.get("rel", "alternate") == "alternate"), None)
    said = entry.find(f"{_ATOM}content")
    said = said if said is not None else entry.find(f"{_ATOM}summary")
    html = ""
    if said is not None:
        inner = said.get("type") == "xhtml"
        html = ElementTree.tostring(said, encoding="unicode") if inner else said.text or ""
        html = re.sub(r"(</?)(?:html|ns\d+):", r"\1", html) if inner else html
    href = best.get("href", "") if best is not None else ""
    return FeedEntry(_joined(base, href), _text(entry.find(f"{_ATOM}title")), html)


def _rss_entry(entry: ElementTree.Element, base: str, name: str) -> FeedEntry:
    link = (entry.findtext(f"{name}link") or "").strip()
    guid = entry.find(f"{name}guid")
    if not link and guid is not None and guid.get("isPermaLink", "true") == "true":
        link = (guid.text or "").strip()
    html = entry.findtext(_CONTENT) or entry.findtext(f"{name}description") or ""
    return FeedEntry(_joined(base, link), _text(entry.find(f"{name}title")), html)


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href.strip()) if href.strip() else ""
    except ValueError:
        return ""


def _text(element: ElementTree.Element | None) -> str:
    return " ".join("".join(element.itertext()).split())[:LONGEST_TITLE] if element is not None else ""


def _no_feed(url: str) -> OperatorError:
    return OperatorError(
        UserMessage("{url} is no RSS or Atom feed.", url=url),
        UserMessage("`claudeops library add` names the feeds of a page that it adds."),
    )
