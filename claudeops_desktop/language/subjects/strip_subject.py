"""A sentence without the service that it is filed under: "Jellyfin takes 60s to start" says what "Takes 60s" says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ..extraction.quotation import SAID, quoted_words

_REST = 2  # words that must be left


@lru_cache(maxsize=256)
def _named(service: str) -> re.Pattern[str]:
    name = r"[\s_-]+".join(re.escape(part) for part in re.split(r"[\s_-]+", service) if part)
    return re.compile(
        rf"(?:on\s+|for\s+|with\s+)?(?:the\s+|our\s+)?{name}(?:\s+(?:service|server|container|instance|host|app))?"
        r"(?:['’]s)?(?:\s*[:,–—-]\s+|\s+)",
        re.IGNORECASE,
    )


def strip_subject(text: str, service: str | None) -> str:
    """The text without the name of its service at the beginning; the text itself where nothing would be left."""
    return bare_all((text,), service)[0]


def bare_all(texts: Iterable[str], service: str | None) -> list[str]:
    """``strip_subject`` of each, in their order, of a quotation its words. Quick for the thousand texts that a marker
    is judged against."""
    texts = [quoted_words(text) if SAID in text else text for text in texts]
    if not service:
        return texts
    head, far = service[:3], len(service) + 12
    return [_without(text, service) if head in text[:far].lower() else text for text in texts]


def _without(text: str, service: str) -> str:
    found = _named(service).match(text)
    rest = text[found.end() :] if found else text
    return rest if len(rest.split()) >= _REST else text
