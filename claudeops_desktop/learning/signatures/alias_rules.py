"""Whether two kinds of messages may be one, although their masked texts differ (L7). Pure.

A place in a message where many different words stood is a place for a name. Words that say how something ended, how bad
it is, or the opposite of one another are never names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

NAMES_FROM = 3  # so many different words at a place make it a place for names
MOST_NAMES = 2  # places of a message in which names may stand
_SAYS = re.compile(
    r"^(?:no|not|non|never|without|fail\w*|succe\w*|ok|error\w*|warn\w*|crit\w*|fatal|info|debug|notice|emerg\w*|alert|"
    r"accept\w*|reject\w*|refus\w*|den(?:y|ied)|allow\w*|grant\w*|open\w*|clos\w*|start\w*|stop\w*|up|down|on|off|enabl\w*|"
    r"disabl\w*|add\w*|remov\w*|creat\w*|delet\w*|connect\w*|disconnect\w*|login|logout|logon|logoff|in|out|read\w*|writ\w*|"
    r"send\w*|sent|receiv\w*|begin\w*|began|end\w*|timeout|expired?|invalid|valid|unknown|lost|found|missing|mount\w*|"
    r"unmount\w*|load\w*|unload\w*|register\w*|unregister\w*|lock\w*|unlock\w*|bind|bound|busy|idle|true|false|yes|none|"
    r"primary|secondary|master|slave|active|inactive|running|dead|killed|exit\w*|abort\w*|cancel\w*|complet\w*|terminat\w*)$",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"\d")
_PLAIN = re.compile(r"[a-z]+")


def may_be_alias(texts: Sequence[str], one: str, other: str) -> bool:
    """Tell whether two masked texts differ only in names. ``texts`` are all of their group, these two among them."""
    first, second = one.split(), other.split()
    if len(first) != len(second):
        return False
    places = [at for at, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    if not places or len(places) > MOST_NAMES or len(places) * 2 >= len(first):
        return False
    for at in places:
        if not (_is_name(first[at]) and _is_name(second[at])):
            return False
        stood = {words[at] for text in texts if len(words := text.split()) == len(first)}
        if len(stood) < NAMES_FROM:
            return False
    return True


def _is_name(word: str) -> bool:
    """Tell whether a word may be a name: it says nothing by itself, and is no number."""
    bare = re.sub(r"^\W+|\W+$", "", word)
    if not bare or _SAYS.match(bare) or (_NUMBERS.search(bare) and not re.search(r"[a-z]", bare, re.IGNORECASE)):
        return False
    return not (_PLAIN.fullmatch(bare) and len(bare) <= 3)
