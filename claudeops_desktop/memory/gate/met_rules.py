"""All rules that a text meets (E4). Pure.

Some are certain: no fact has their form, and a text that meets one is held. The others are signs: a fact can meet them
by its words alone ("password logins are disabled", "merges need no approval on weekends"), so they are weighed together
with what else the text says (``instruction_classifier``).
"""

from __future__ import annotations

from ...stream.own_hosts import OperatorHosts
from .harmful_consequence import consequences
from .normalize import NormalizedText
from .permission_changes import orders

CERTAIN = frozenset(
    (
        *("override", "fetch-and-run", "secret-told", "hidden", "standing-order", "destructive", "report", "framing"),
        *("languages", "void-limit", "content-as-order", "sends", "writable", "ruin", "by-name", "followed"),
        *("always-well", "grants"),
    )
)


def met_rules(text: str, read: NormalizedText, own: OperatorHosts, to_somebody: bool = False) -> dict[str, str]:
    """Return each rule that a text meets with its reason, in the order of the rules. ``text`` as it was written;
    ``own`` are the operator's hosts; ``to_somebody``: it is a turn of a conversation, and speaks to the other person.
    """
    found: dict[str, str] = {}
    for name, why in (*orders(text, read, to_somebody), *consequences(text, read, own)):
        found.setdefault(name, why)
    return found
