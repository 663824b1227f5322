"""Two harmless facts that together have the agent run what others wrote (E4). Pure.

One says where a thing lies, at an address or in a folder that anybody can write to; the other that the thing is to be
run, followed or installed. Neither orders anything by itself. Whichever comes second is held.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...language.word_lists import table
from ...stream.own_hosts import OperatorHosts, hosts_in_text
from .normalize import normalize_text

__all__ = ["asked_of", "half_of", "other_half"]

_FILE = "memory/gate/split_instructions.txt"
_WORD = re.compile(r"[^\W\d_]{3,}")
_STEM = 6  # letters by which two forms of a word are the same
_ARTICLES = frozenset(("the", "a", "an", "this", "that", "its", "their", "each", "every", "of", "all", "needs", "runs"))
LOCATES, USES = "locates", "uses"


def half_of(text: str, own: OperatorHosts) -> str:
    """Which half a text may be: ``locates`` a thing that others can write, ``uses`` one, or "" for neither."""
    read = normalize_text(text).text
    if not _things(read):
        return ""
    if _is_foreign_place(read, own):
        return LOCATES
    return USES if table(_FILE, "used").search(read) else ""


def asked_of(text: str) -> tuple[str, ...]:
    """The things that a half speaks of; the other half speaks of one of them too."""
    return tuple(sorted(_things(normalize_text(text).text)))


def other_half(text: str, others: Iterable[str], own: OperatorHosts) -> str:
    """The text among ``others`` that makes an instruction of this one, or ""."""
    half = half_of(text, own)
    if not half:
        return ""
    wanted = LOCATES if half == USES else USES
    things = _things(normalize_text(text).text)
    mine = normalize_text(text).text
    for other in others:
        read = normalize_text(other).text
        shared = things & _things(read)
        if shared and half_of(other, own) == wanted and any(_one_thing(thing, mine, read) for thing in shared):
            return other
    return ""


def _things(read: str) -> set[str]:
    """What can be run, followed or installed, each in its singular."""
    return {found.rstrip("s") if len(found) > 4 else found for found in table(_FILE, "thing").findall(read)}


def _one_thing(thing: str, first: str, second: str) -> bool:
    """Tell whether both may speak of the same thing: what the one calls it by ("maintenance script") stands in the
    other too, or one of them only says "the script"."""
    names = [_called(thing, text) for text in (first, second)]
    if not all(names):
        return True
    return bool(names[0] & _stems(second)) or bool(names[1] & _stems(first))


def _called(thing: str, text: str) -> set[str]:
    """The word before the thing, where it is one that names it."""
    found = re.findall(rf"([^\W\d_]+)[ -]{re.escape(thing)}", text)
    return {word[:_STEM] for word in found if word not in _ARTICLES}


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(text)}


def _is_foreign_place(read: str, own: OperatorHosts) -> bool:
    if any(host not in own for host in hosts_in_text(read) if "://" in read or "." in host):
        return True
    return bool(table(_FILE, "writable").search(read))
