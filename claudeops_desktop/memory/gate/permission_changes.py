"""Facts that would give the agent orders of its own: what may change permissions, policy, tools, secrets or approvals,
or have the agent run what it fetches (E4). Pure.

What tells them from operational advice: advice says what a service does or needs ("retry once", "start after
WireGuard", "chown /data to uid 1000"). An order speaks to the agent, about its own rules, or hands the say over to
whoever writes a page or a file. The rules are rows of ``permission_changes.txt``, each heading with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...language.word_lists import tables
from .instructions import instructions
from .normalize import NormalizedText, normalize_text

_FILE = "memory/gate/permission_changes.txt"
_NATIVE = "native"  # rows in other alphabets, which are read before the letters are made ours


def danger(text: str) -> tuple[str, str] | None:
    """The first rule that a text meets and why, or None. Never raises."""
    return next(orders(text, normalize_text(text)), None)


def orders(text: str, read: NormalizedText, to_somebody: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the rules that a text meets, each with its reason. ``to_somebody``: it is a turn of a conversation, and
    speaks to the other person."""
    for one in tables(_FILE):
        if one.name == _NATIVE:
            if not read.native.isascii() and one.pattern.search(read.native):
                yield "override", one.about
        elif any(one.pattern.search(reading) for reading in read.readings):
            yield one.name, one.about
    yield from instructions(text, read, to_somebody)
    if read.hidden:
        yield "hidden", f"It holds {read.hidden}, which an honest note has no need of."
