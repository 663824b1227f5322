"""Markers that a session only quotes (S7): what stood in its prompt or in what a tool answered is no claim of its own.

A note that was remembered, a log, a page or a file may hold ``[MEMORY:…]``, ``[EVENT:…]`` or ``[COOLDOWN:…]``.
Markers are read from the agent's own words only; but an agent that shows such a line says it, too. So each marker that
a session is told is kept in mind, and one that is said afterwards in the same words is a quotation: it creates and
confirms nothing.

The examples of our own prompts are not told to be quoted: an agent that uses their words means them. Nor is what the
operator asked for: whoever says "remember that …" means it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..records.prompt_requests import wish_in
from ..records.sessions import RunTrigger
from ..stream.markers import CooldownMarker, EventMarker, Marker, MemoryMarker, read_markers
from .prompt import TIER_FILES, tier_prompt

MOST = 5_000  # told markers that are kept in mind, about 1 MB
LONGEST = 2_000_000  # characters of one answer that are looked through
ENOUGH = 4  # words: that many in a row that stood there are no coincidence, though more followed them
_SIGNS = ("MEMORY:", "EVENT:", "COOLDOWN:")
_WORD = re.compile(r"[^\W_]+")
_ESCAPED = re.compile(r"\\+[nrt\"/]")

Words = tuple[str, ...]


class QuoteFilter:
    """The markers that stand in texts one session was given; repeating one of them is a quotation, not a statement."""

    def __init__(self, told: Iterable[str] = ()) -> None:
        self._told: dict[str, list[Words]] = {}
        self._count = 0
        for text in told:
            self.add_text(text)

    def add_text(self, text: str) -> None:
        """Keep in mind the markers in a text that the session is given."""
        if not any(sign in text for sign in _SIGNS):
            return
        for part in {text[:LONGEST], _ESCAPED.sub("\n", text[:LONGEST])}:
            for line in part.splitlines():
                if any(sign in line for sign in _SIGNS):
                    self._keep(read_markers(line))

    def is_quoted(self, marker: Marker) -> bool:
        """Tell whether a marker stood in what the session was told, in the same words."""
        found = _key(marker)
        if found is None:
            return False
        head, words = found
        return any(_same_beginning(told, words) for told in self._told.get(head, ()))

    def _keep(self, markers: Iterable[Marker]) -> None:
        for marker in markers:
            found = _key(marker)
            if found is None or self._count >= MOST:
                continue
            head, words = found
            known = self._told.setdefault(head, [])
            if words not in known:
                known.append(words)
                self._count += 1


def markers_at_start(prompt: str, appended: str, tier: int, trigger: str) -> tuple[str, ...]:
    """What a session is told at its start, without our own prompt for its tier, and without the operator's wish.

    ``trigger`` is what started it: what an alert or an incident brought along is nobody's wish.
    """
    rest = prompt.replace(tier_prompt(tier), "") if tier in TIER_FILES else prompt
    if trigger not in (RunTrigger.ALERT, RunTrigger.INCIDENT) and (wish := wish_in(rest)):
        rest = rest.removesuffix(wish)
    return tuple(text for text in (rest, appended) if any(sign in text for sign in _SIGNS))


def _same_beginning(told: Words, said: Words) -> bool:
    """The same words, or one goes on where the other ends: more of the log's line, or the agent's remark on it."""
    shared = min(len(told), len(said))
    return told[:shared] == said[:shared] and (len(told) == len(said) or shared >= ENOUGH)


def _key(marker: Marker) -> tuple[str, Words] | None:
    """What a marker is about, and its words without signs and capitals; None for what is no marker."""
    if isinstance(marker, MemoryMarker):
        head = f"memory {marker.category} {marker.service}"
    elif isinstance(marker, EventMarker):
        head = f"event {marker.level} {marker.service}"
    elif isinstance(marker, CooldownMarker):
        head = f"cooldown {marker.action} {marker.service} {marker.success}"
    else:
        return None
    return head, tuple(_WORD.findall(marker.text.lower()))
