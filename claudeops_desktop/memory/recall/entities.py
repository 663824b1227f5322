"""The names in a sentence: services, hosts, ports, paths, versions, people, other proper names (E9). Pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from .question import phrases_of

SERVICE, HOST, PORT, PATH, VERSION, PERSON, NAME, SPEAKER = (
    *("service", "host", "port", "path", "version", "person", "name", "speaker"),
)
KINDS = (SERVICE, HOST, PORT, PATH, VERSION, PERSON, NAME, SPEAKER)
INDEX_VERSION = 1  # raise it where what is found changes: every memory is read again
MOST = 40
_LONGEST = 120

_PATH = re.compile(r"(?<![\w/.:])~?(?:/[\w.@+-]*[\w@+-])+/?")
_URL = re.compile(r"\bhttps?://([\w.-]+)(?::(\d{1,5}))?", re.I)
_ADDRESS = re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b")
_HOST = re.compile(r"\b(?=[\w.-]*[a-z])[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b", re.I)
_NUMBERED = re.compile(r"\b[a-z]{2,}-\d{1,3}\b", re.I)
_FILE = re.compile(
    r"\.(?:py|toml|ya?ml|jsonl?|conf|cfg|ini|md|txt|log|sh|db|sqlite|service|timer|env|xml|sql|lock|pid|sock)$",
    re.I,
)
_PORT = re.compile(r"\bports?\s+(\d{2,5})\b|(?<![\d:]):(\d{2,5})\b(?!:)|\b(\d{2,5})/(?:tcp|udp)\b", re.I)
_VERSION = re.compile(
    r"\bv(\d+(?:\.\d+){0,3}(?:[-+][\w.]+)?)\b|\bversions?\s+(\d+(?:\.\d+)*)\b|(?<![\d.])(\d+\.\d+\.\d+(?:[-+][\w.]+)?)\b",
    re.I,
)
_MAIL = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")
_HANDLE = re.compile(r"(?<![\w@])@([a-z][\w-]{1,38})\b", re.I)
_PERSON = re.compile(
    r"\b(?:[Aa]sk|[Cc]all|[Tt]ell|[Ee]mail|[Cc]ontact|[Pp]age|[Nn]otify|[Ww]ith|[Bb]y)\s+([A-Z][a-z]{2,})\b"
    r"|\b([A-Z][a-z]{2,})\s+(?:said|says|prefers|wants|owns|asked|likes|maintains|decided|told|uses|approves)\b"
    r"|\b([A-Z][a-z]{2,})['’]s\b"
)
_SPEAKER = re.compile(r"\s*([A-Z][\w-]{1,30}):\s")
_PROPER = re.compile(r"(?<![.!?:]\s)(?<!^)\b([A-Z][\w-]*[a-zA-Z0-9]{1,})\b")
_ORDINARY_WORDS = """
    the and but for not yes no use add set get put run see also after before when while where then this that
    these those monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december always never only note warning error http https todo ok
"""
_ORDINARY = frozenset(_ORDINARY_WORDS.split())


class NamedEntity(NamedTuple):
    """One name, in lower case, with its kind."""

    kind: str
    name: str


def entities_of(text: str, service: str | None = None, services: Collection[str] = ()) -> list[NamedEntity]:
    """The names in a memory, each once. ``service`` is the one it is of; ``services`` are those that are known."""
    found = [NamedEntity(SERVICE, service)] if service else []
    if speaker := _SPEAKER.match(text):
        found.append(NamedEntity(SPEAKER, speaker[1]))
    found += _technical(text)
    if services:
        found += [NamedEntity(SERVICE, phrase) for phrase in phrases_of(text) if phrase in services]
    found += [NamedEntity(PERSON, next(filter(None, match.groups()))) for match in _PERSON.finditer(text)]
    people = {entity.name.lower() for entity in found if entity.kind in (PERSON, SPEAKER)}
    found += [
        NamedEntity(NAME, name)
        for name in _PROPER.findall(text)
        if name.lower() not in people and name.lower() not in _ORDINARY
    ]
    return _once(found)


def names_asked_for(question: str) -> list[str]:
    """Everything in a question that may be a name, in lower case: to be looked up among those that are known."""
    found = [entity.name for entity in _technical(question)]
    return list(dict.fromkeys([*found, *phrases_of(question)]))


def _technical(text: str) -> list[NamedEntity]:
    found = [NamedEntity(PERSON, name) for name in _MAIL.findall(text)]
    text = _MAIL.sub(" ", text)
    for host, port in _URL.findall(text):
        found += [NamedEntity(HOST, host), *([NamedEntity(PORT, port)] if port else [])]
    text = _URL.sub(" ", text)
    paths = _PATH.findall(text)
    found += [NamedEntity(PATH, path.rstrip("/")) for path in paths if len(path.rstrip("/")) > 2]
    text = _PATH.sub(" ", text)
    found += [NamedEntity(HOST, name) for name in _ADDRESS.findall(text)]
    for name in _HOST.findall(text):
        found.append(NamedEntity(PATH if _FILE.search(name) else HOST, name))
    found += [NamedEntity(HOST, name) for name in _NUMBERED.findall(text)]
    found += [NamedEntity(PORT, next(filter(None, match))) for match in _PORT.findall(text)]
    bare = _ADDRESS.sub(" ", text)
    found += [NamedEntity(VERSION, next(filter(None, match))) for match in _VERSION.findall(bare)]
    found += [NamedEntity(PERSON, name) for name in _HANDLE.findall(text)]
    return found


def _once(found: list[NamedEntity]) -> list[NamedEntity]:
    clean = (NamedEntity(kind, " ".join(name.lower().split())[:_LONGEST]) for kind, name in found)
    return list(dict.fromkeys(entity for entity in clean if entity.name))[:MOST]
