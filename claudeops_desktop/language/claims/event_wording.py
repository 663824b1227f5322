"""A change told as an event, put as the state that holds since: "Was upgraded to 3.9.0" says "Runs version 3.9.0".

Only what a thing became is kept. What it was before ("from 3.8.1") is past, and no value of the sentence.
"""

from __future__ import annotations

import re
from functools import lru_cache

from claudeops_desktop.language.words.lexicon import word_set

_LONGEST = 240
_EVENT = (
    r"^(?P<what>.{0,80}?)\b(?:(?:was|were|got|has been|have been|had been|has|have|is now|are now|is being)\s+)?"
    r"(?:(?:now|recently|just|since|been|meanwhile)\s+)*(?P<verb>%s)(?:\s+(?:over|up|down|back|away))?"
    r"(?:\s+(?:up\s+|down\s+)?from\s+(?P<was>.{1,60}?))?\s+(?:over\s+)?(?:to|into)\s+(?P<now>[^\s,;].{0,80}?)\s*[.!]?$"
)
_VERSIONS = "upgraded|updated|downgraded|bumped|rolled|patched"
_MOVES = "moved|relocated|transferred|redirected|switched|migrated|ported|converted"
_AMOUNTS = (
    "raised|increased|lowered|reduced|cut|shortened|lengthened|extended|enlarged|decreased|doubled|halved|changed|renamed|"
    "dropped|grown|grew|tightened|relaxed"
)
_SCALED = "scaled|shrunk"
_LOOKS_AFTER = re.compile(r"\blook(s|ed|ing|) after\b", re.IGNORECASE)
_NOBODY_BUT = re.compile(
    r"\b(?:no(?:body|ne|thing)|no one)\s+(?:else\s+)?(?:but|other\s+than|else\s+than)\s+", re.IGNORECASE
)
_WE = re.compile(rf"^we\s+(?:have\s+)?({_MOVES})\s+(.{{1,60}}?)\s+(?=(?:from|to|into)\s)", re.IGNORECASE)
_ENDINGS = {"": "", "s": "s", "ed": "d", "ing": " of"}
_VERSION = re.compile(r"^(?:(?:version|release)\s+)?v?\d+(?:\.\w+)*$", re.IGNORECASE)
_CLOCK = re.compile(r"^\d{1,2}(?::\d\d|\s?[ap]m\b)", re.IGNORECASE)
_EMPTY = frozenset(("", "it", "the service", "the server", "this", "this service"))
_PLACES = re.compile(r"^(?:the\s+)?(?:host|node|server|machine|vm|zone|site|rack|cloud)\b|^[a-z-]+\d+$", re.IGNORECASE)


@lru_cache(maxsize=1)
def _events() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Compiled on first use: the application starts without it."""
    kinds = {"version": _VERSIONS, "move": _MOVES, "amount": _AMOUNTS, "scale": _SCALED}
    return tuple((kind, re.compile(_EVENT % verbs, re.IGNORECASE)) for kind, verbs in kinds.items())


#: Nearly every sentence has none of these words, and is left as it is.
_TELLING = frozenset(f"{_VERSIONS}|{_MOVES}|{_AMOUNTS}|{_SCALED}".split("|")) | word_set(
    "version release renewed prolonged took takes taken installed"
)


#: One state in several words, and events that do not go "to" something: pattern, the state.
_OTHERWISE = (
    (
        r"^(?:it\s+)?(?:is\s+)?(?:now\s+|currently\s+)?(?:runs|running|on|at|uses|using)\s+(?:version|release)\s+"
        r"(?P<v>v?\d[\w.]*)(?:\s+now)?\s*[.!]?$",
        r"Runs version \g<v>",
    ),
    (
        r"^(?:(?:the|its)\s+)?(?:(?:installed|current|running|deployed)\s+)?(?:version|release)\s+"
        r"(?:(?:installed|in\s+use|running)\s+)?is\s+(?:now\s+)?(?P<v>v?\d[\w.]*)(?:\s+now)?\s*[.!]?$",
        r"Runs version \g<v>",
    ),
    (
        r"^(?:version|release)\s+(?P<v>v?\d[\w.]*)\s+is\s+(?:now\s+)?(?:installed|in\s+use|running|deployed)"
        r"(?:\s+now)?\s*[.!]?$",
        r"Runs version \g<v>",
    ),
    (
        r"^(?P<what>.{0,80}?)\b(?:was|has been|got)\s+(?:renewed|extended|prolonged)\s+until\s+(?P<v>.{1,40})$",
        r"\g<what>is valid until \g<v>",
    ),
    (
        r"^(?P<who>[\w-]{1,40})\s+(?:took|has\s+taken|takes)\s+(?:(?:it|this|the service)\s+over|over(?:\s+it)?)"
        r"(?:\s+from\s+[\w-]{1,40})?(?:\s+now)?\s*[.!]?$",
        r"\g<who> is responsible for it",
    ),
    (r"^(?:is|it is)\s+installed\s+as\s+(?P<v>.{1,60})$", r"Runs as \g<v>"),
)


@lru_cache(maxsize=1)
def _said_otherwise() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), state) for pattern, state in _OTHERWISE)


@lru_cache(maxsize=8_192)
def resulting_state(text: str) -> str:
    """The sentence as the state that an event left; the text itself where it tells none. Never raises, linear."""
    if "after" in text and "look" in text.lower():
        text = _LOOKS_AFTER.sub(lambda found: f"manage{_ENDINGS[found[1].lower()]}", text)
    if "but " in text or "other than" in text or "else than" in text:
        text = _NOBODY_BUT.sub("only ", text)
    if text[:3] in ("We ", "we "):
        text = _WE.sub(lambda found: f"{found[2]} was {found[1]} ", text)
    if len(text) > _LONGEST or _TELLING.isdisjoint(text.lower().split()):
        return text
    for pattern, state in _said_otherwise():
        found = pattern.match(text)
        if found is not None:
            return found.expand(state)
    for kind, pattern in _events():
        found = pattern.match(text)
        if found is not None and not _conditional(found["what"]):
            return _state(kind, found["what"].strip(" ,"), found["verb"].lower(), found["now"].strip()) or text
    return text


_CONDITIONS = re.compile(
    r"\b(?:if|when|since|while|after|before|once|until|unless|must|should|can|could|will|not|never|always|may|cannot|"
    r"to be|needs?|is|are|gets?|be|every|each)\b",
    re.IGNORECASE,
)


def _conditional(what: str) -> bool:
    """Tell whether what stands before the verb says that it did not happen, or happens again and again."""
    return _CONDITIONS.search(what) is not None


def _state(kind: str, what: str, verb: str, now: str) -> str:
    """The state; "" where the event says none that would be known by it."""
    bare = re.sub(r"^(?:the|its|our)\s+", "", what, flags=re.IGNORECASE)
    alone = what.lower() in _EMPTY
    be = "are" if bare.endswith("s") and not bare.endswith("ss") else "is"
    if kind == "version":
        if not alone:
            return f"Runs {bare} {now}"
        return f"Runs version {now}" if _VERSION.match(now) else f"Runs {now}"
    if kind == "scale":
        return f"Runs {now}" if alone else f"{what} {be} {now}"
    if kind == "amount" or verb in ("switched", "converted"):
        if alone:
            return f"Listens on {now}" if now.lower().startswith("port ") else f"Uses {now}"
        return f"{what} {be} {now}"
    if not alone and _PLACES.match(now):
        return f"{what} {'run' if be == 'are' else 'runs'} on {now}"
    if not alone:
        return f"{what} {be} at {now}" if _CLOCK.match(now) else f"{what} {'go' if be == 'are' else 'goes'} to {now}"
    return f"Runs on {now}" if verb in ("moved", "relocated", "transferred") or _PLACES.match(now) else f"Uses {now}"
