"""Whether a sentence allows something or turns it away.

*May*, *can* and *allowed* are a small class of words; what refuses is not ("barred", "turns root away", "taboo"). So
two sentences differ where one of them allows and the other does not say so, whatever it says instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from claudeops_desktop.language.claims.polarity import NEGATIVE, SentencePolarity, stems_of

_ALLOWING = stems_of(
    """may can could might allow allowed allows permit permitted permits able possible free welcome optional let lets
    open tolerate tolerated admit entitled unrestricted granted"""
)
#: Words that may stand for those that allow.
_OPENING = _ALLOWING | stems_of("fine safe safely accessible reachable accept accepts take takes access")
_REFUSING = stems_of(
    """bar barred ban banned forbid forbidden prohibit prohibited disallow disallowed deny denied refuse reject decline
    block blocked closed hide hidden drop dropped taboo withhold withheld revoke revoked prevent prevented unwelcome
    impossible unable"""
)
_REFUSING_PHRASE = re.compile(
    r"\b(?:turn|send|shut|lock|keep|throw|turned|sent|locked|kept|thrown|turns|sends|shuts|locks|keeps|throws)"
    r"(?: \S+){0,3}? (?:away|out|down)\b|\boff limits\b|\bout of bounds\b|\bno go\b|\bg[ai]ves? up\b"
)
#: What is allowed under a condition alone is a demand in other words: "can connect only when the port is open".
_LIMITING = frozenset(("only", "unless", "without", "until", "before", "except", "but", "if"))
_AS_FAR_AS = re.compile(r"\bas far as (?:we|i) can (?:see|tell)\b")


@dataclass(frozen=True, slots=True)
class StatedPermission:
    """What a sentence says of what may be done: ``allows`` where a word of it does, ``opens`` where one could be read
    so, ``refuses``, ``limits`` where it names a condition; and which of its words are ``negative``."""

    allows: bool
    opens: bool
    refuses: bool
    limits: bool
    negative: frozenset[str]


def read_permission(wording: Sequence[str], polarity: SentencePolarity) -> StatedPermission:
    """What a sentence says, from its tokens in lower case."""
    said = " ".join(wording)
    stems = polarity.stems
    if "can" in stems and _AS_FAR_AS.search(said):
        stems -= {"can"}
    return StatedPermission(
        allows=not stems.isdisjoint(_ALLOWING),
        opens=not stems.isdisjoint(_OPENING),
        refuses=not stems.isdisjoint(_REFUSING) or _REFUSING_PHRASE.search(said) is not None,
        limits=not _LIMITING.isdisjoint(wording),
        negative=stems & NEGATIVE,
    )


def permissions_differ(one: StatedPermission, two: StatedPermission) -> bool:
    """Tell whether one allows what the other does not, or refuses where the other denies nothing."""
    return _differs(one, two) or _differs(two, one)


def _differs(one: StatedPermission, two: StatedPermission) -> bool:
    if one.allows and not (two.opens or one.limits or two.limits or one.refuses or one.negative - two.negative):
        return True
    return one.refuses and not (two.refuses or two.negative - one.negative)
