"""Facts that would give the agent orders of its own: what may change permissions, policy, tools, secrets or approvals,
or have the agent run what it fetches (E4). They are held for the operator. Pure.

What tells them from operational advice: advice says what a service does or needs ("retry once", "start after
WireGuard", "chown /data to uid 1000"). An order speaks to the agent, about its own rules, or hands the say over to
whoever writes a page or a file. The rules are rows of ``danger.txt``, each heading with its reason.
"""

from __future__ import annotations

from ...language.word_lists import tables
from .instructions import order
from .normalize import normalize_text

_FILE = "memory/gate/permission_changes.txt"
_NATIVE = "native"  # rows in other alphabets, which are read before the letters are made ours


def danger(text: str, to_somebody: bool = False) -> tuple[str, str] | None:
    """The rule and why a text must be held, or None. Never raises. ``to_somebody``: it is a turn of a conversation, and
    speaks to the other person."""
    read = normalize_text(text)
    for one in tables(_FILE):
        if one.name == _NATIVE:
            if not read.native.isascii() and one.pattern.search(read.native):
                return "override", one.about
        elif any(one.pattern.search(reading) for reading in read.readings):
            return one.name, one.about
    if found := order(text, read, to_somebody):
        return found
    if read.hidden:
        return "hidden", f"It holds {read.hidden}, which an honest note has no need of."
    return None
