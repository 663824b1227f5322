"""Whether a sentence describes a scene: somebody who is doing something now, seen once ("a man is cutting bread").

Of two such sentences either may be about somebody else. Unless one denies what the other says, both can be true: an
exchanged word, which in operations mostly is a change, shows nothing there.
"""

from __future__ import annotations

from collections.abc import Sequence

from claudeops_desktop.language.words.lexicon import word_set

_BE = word_set("is are isn't aren't")
_ANY = word_set("a an two three four five six some several many people someone somebody nobody no one few there")
#: Doings of a service, which say how it is set up and not what it does at the moment.
_LASTING = word_set(
    "running listening using missing failing pending working waiting lagging logging leaking syncing caching serving"
    " returning hanging exposing timing starting stopping during string ping thing nothing something anything"
)
_BETWEEN = word_set("to for by of about due because")
_FARTHEST = 12


def is_scene(said: Sequence[str]) -> bool:
    """Tell whether these tokens read so: "is" or "are" and a doing behind it, of somebody not named."""
    if _BE.isdisjoint(said):
        return False
    said = said[: 3 * _FARTHEST]
    there = said[:1] == ["there"]
    indefinite = bool(said) and said[0] in _ANY
    for place, word in enumerate(said[: -1 or None]):
        if word not in _BE:
            continue
        for doing in said[place + 1 : place + (_FARTHEST if there else 4)]:
            if doing in _BETWEEN:
                break
            if doing.endswith("ing") and len(doing) > 4 and (indefinite or doing not in _LASTING):
                return True
    return False
