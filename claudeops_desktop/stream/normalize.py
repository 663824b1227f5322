"""Text in one spelling, so that what only looks different compares equal. Pure.

Compatibility forms, accents, capitals, invisible signs and letters of other alphabets that look like Latin ones do not
tell two texts apart.
"""

from __future__ import annotations

import unicodedata

LOOKALIKES = str.maketrans(
    "аᴀɑαеєҽεіιɩıјϳоοօӧрρсϲуүγхχѕԁԛԝһкκмτтвнгѵνщԍӏɡỿ",
    "aaaaeeeeiiiijjooooppccyyyxxsdqwhkkmttbhrvvwgl" + "gy",
)
"""Letters of other alphabets and the Latin ones that they look like."""
_IGNORED = frozenset(("Cf", "Mn", "Me", "Cs", "Co", "Cn"))


def fold(text: str) -> str:
    """A text in lower case, without accents, invisible signs and look-alikes. Never raises."""
    if text.isascii():
        return text.lower()
    bare = unicodedata.normalize("NFKD", text)
    strange = {sign for sign in set(bare) if not sign.isascii() and unicodedata.category(sign) in _IGNORED}
    if strange:
        bare = bare.translate(dict.fromkeys(map(ord, strange)))
    return bare.lower().translate(LOOKALIKES)
