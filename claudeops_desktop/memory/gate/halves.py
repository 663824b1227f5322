"""Two harmless facts that together have the agent run what others wrote (E4). Pure.

One says where a thing lies, at an address or in a folder that anybody can write to; the other that the thing is to be
run, followed or installed. Neither orders anything by itself. Whichever comes second is held.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...streamjson.own_hosts import OwnHosts, hosts_in_text
from ..wordlists import table
from .plain import plain

__all__ = ["asked_of", "half_of", "other_half"]

_FILE = "gate/halves.txt"
_WORD = re.compile(r"[^\W\d_]{3,}")
LOCATES, USES = "locates", "uses"


def half_of(text: str, own: OwnHosts) -> str:
    """Which half a text may be: ``locates`` a thing that others can write, ``uses`` one, or "" for neither."""
    read = plain(text).text
    if not _things(read):
        return ""
    if _is_foreign_place(read, own):
        return LOCATES
    return USES if table(_FILE, "used").search(read) else ""


def asked_of(text: str) -> tuple[str, ...]:
    """The things that a half speaks of; the other half speaks of one of them too."""
    return tuple(sorted(_things(plain(text).text)))


def other_half(text: str, others: Iterable[str], own: OwnHosts) -> str:
    """The text among ``others`` that makes an instruction of this one, or ""."""
    half = half_of(text, own)
    if not half:
        return ""
    wanted = LOCATES if half == USES else USES
    things = _things(plain(text).text)
    marks = _naming(plain(text).text)
    for other in others:
        read = plain(other).text
        if things & _things(read) and half_of(other, own) == wanted and _one_thing(marks, _naming(read)):
            return other
    return ""


def _things(read: str) -> set[str]:
    """What can be run, followed or installed, each in its singular."""
    return {found.rstrip("s") if len(found) > 4 else found for found in table(_FILE, "thing").findall(read)}


def _naming(read: str) -> set[str]:
    """The other words, by which one thing is told from another of its kind."""
    return {word[:6] for word in _WORD.findall(read)} - _GRAMMAR


def _one_thing(first: set[str], second: set[str]) -> bool:
    """Whether both may speak of the same thing; where one of them names none, they do."""
    return len(first & second) >= 2 or min(len(first), len(second)) <= 3


_GRAMMAR_WORDS = """
the and for with from that this which are was were has have its each every before after when always needs need used
use uses run runs lives live kept under into first then only again lies found must http https com example org
"""
_GRAMMAR = frozenset(_GRAMMAR_WORDS.split())


def _is_foreign_place(read: str, own: OwnHosts) -> bool:
    if any(host not in own for host in hosts_in_text(read) if "://" in read or "." in host):
        return True
    return bool(table(_FILE, "writable").search(read))
