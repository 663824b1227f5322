"""Markers in the agent's own words (PRODUCT S7, S8, S11, M3, M5).

    [MEMORY:category] text              [MEMORY:category:service] text
    [EVENT:level] text                  [EVENT:level:service] text
    [COOLDOWN:restart:service] success — text       (or redeployment, failure; any dash, or none)

Text is read line by line: a marker's text ends with its line, or where the next marker on that line begins. Memory
markers are held to the spec's expression to the letter; what comes close but does not match is a ``NearMiss``, which is
never stored and whose ``why`` quotes it. Events and cooldowns are there to protect services, so that their level,
service and outcome are read leniently.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .events import AssistantText

CATEGORIES = ("timing", "dependency", "behavior", "remediation", "maintenance")
MEMORY_MARKER = re.compile(
    r"\[MEMORY:(timing|dependency|behavior|remediation|maintenance)(?::([a-zA-Z0-9_-]+))?\]\s*(.+)"
)
TEXT_LIMIT = 2000  # one atomic fact; more would be a report, and fill the next run's memory budget by itself
LINE_LIMIT = 4000
QUOTE_LIMIT = 120

LONGEST_SERVICE = 200  # as in services.toml
SERVICE_FORM = f"a name has letters, digits and . _ - @ : / only, and {LONGEST_SERVICE} characters at most"
_SERVICE_NAME = re.compile(rf"[a-z0-9_][a-z0-9._@:/-]{{0,{LONGEST_SERVICE - 1}}}")

_HEAD = re.compile(r"\[\s*(?:(?i:(memory|event|cooldown))\s*:|(MEMORY|EVENT|COOLDOWN)\s*\])")
_PARTS = re.compile(r"\[(EVENT|COOLDOWN):([^\[\]]*)\]")
_BULLET = re.compile(r"\s*(?:>\s*)*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?(?:>\s*)*")
_OPENERS = re.compile(r"(?:^|(?<=[\s|(]))[*_`\"'“‘~(]+$")
_OUTCOME = re.compile(
    r"[\W_]*((?:not |un)?success(?:ful(?:ly)?)?|succeeded|fail(?:ure|ed)?|error)\b[*_`\"'”’]*[\s:;,.\-–—]*",
    re.IGNORECASE,
)
_LEAD = re.compile(r"^[:–—-]+\s+")
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0e-\x1f\x7f]")  # and the colours of a terminal
_TOKENS = ("**", "__", "~~", "`", "*", "_", '"')
_PAIRS = {"“": "”", "‘": "’", "(": ")", "'": "'"}
_LEVELS = {
    "warning": ("warning", "warn", "degraded"),
    "critical": ("critical", "error", "err", "fatal", "failure", "failed"),
}
_LEVEL_OF = {word: level for level, words in _LEVELS.items() for word in words}
_ACTIONS = {"restart": "restart", "redeployment": "redeployment", "redeploy": "redeployment"}


@dataclass(frozen=True, slots=True)
class MemoryMarker:
    """A fact to remember. ``place`` counts the block's markers and near misses from 0; ``line`` is where it stood.

    ``service`` is in lower case, None for a general one.
    """

    place: int
    line: str
    category: str
    service: str | None
    text: str


@dataclass(frozen=True, slots=True)
class EventMarker:
    """Something that happened (S8). ``level`` is info, warning or critical."""

    place: int
    line: str
    level: str
    service: str | None
    text: str


@dataclass(frozen=True, slots=True)
class CooldownMarker:
    """An action that the agent took (S11). ``action`` is restart or redeployment; ``text`` may be empty."""

    place: int
    line: str
    action: str
    service: str
    success: bool
    text: str


@dataclass(frozen=True, slots=True)
class NearMiss:
    """What looks like a marker and is none, or was cut. ``kind`` memory, event or cooldown; ``text`` the quote.

    ``why`` is a sentence for the operator that quotes it.
    """

    place: int
    line: str
    kind: str
    text: str
    why: str


Marker = MemoryMarker | EventMarker | CooldownMarker | NearMiss


def markers_of(event: AssistantText) -> list[Marker]:
    """The markers of one text block, none where the main agent did not say it (S7)."""
    return read_markers(event.text, complete=event.complete) if event.main else []


def read_markers(text: str, *, complete: bool = True) -> list[Marker]:
    """All markers in one text block, in order.

    With ``complete`` false the text was cut off in the middle: a marker that its end belongs to is a near miss, since
    half a sentence may say the opposite of the whole one.
    """
    found: list[Marker] = []
    if not _HEAD.search(text):
        return found
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if "[" in line:
            last = number == len(lines) - 1 and not text.endswith(("\n", "\r"))
            _read_line(line, found, cut=last and not complete)
    return found


def _read_line(line: str, found: list[Marker], *, cut: bool) -> None:
    heads = list(_HEAD.finditer(line))
    opened = dict.fromkeys(_TOKENS, 0)
    table = line.lstrip().startswith("|")
    done = _BULLET.match(line).end() if heads else 0  # type: ignore[union-attr]
    for index, head in enumerate(heads):
        _count(line[done : head.start()], opened)
        last = index == len(heads) - 1
        end = len(line) if last else heads[index + 1].start()
        done = head.start()
        segment = line[head.start() : end]
        if not last:
            segment = _OPENERS.sub("", segment).rstrip().rstrip(";,|·").rstrip()
        elif table:
            segment = segment.rstrip().removesuffix("|")
        _read_marker(
            found,
            (head[1] or head[2]).lower(),
            segment,
            before=line[max(0, head.start() - 12) : head.start()],
            opened=opened,
            line=_around(line, head.start()),
            cut=cut and last,
        )


def _read_marker(
    found: list[Marker], kind: str, segment: str, *, before: str, opened: dict[str, int], line: str, cut: bool
) -> None:
    place = len(found)

    def miss(why: str) -> None:
        quote = shorten_text(segment, QUOTE_LIMIT)
        found.append(NearMiss(place, line, kind, quote, f"Not stored: “{quote}” {why}."))

    close = segment.find("]")
    head, rest = (segment[: close + 1], segment[close + 1 :]) if close >= 0 else (segment, "")
    said = _undecorated(rest, before, opened)
    if close < 0:
        return miss("has no closing bracket")
    if kind != "cooldown" and not said:
        return miss("has no text on its line")
    if cut:
        return miss("was cut off in the middle")
    text = _limited(said)
    if kind == "memory":
        matched = MEMORY_MARKER.fullmatch(f"{head} {text}")
        if matched is None:
            return miss(_memory_fault(head))
        if len(matched[2] or "") > LONGEST_SERVICE:
            return miss(f"names the service “{shorten_text(matched[2], LONGEST_SERVICE)}”; {SERVICE_FORM}")
        found.append(MemoryMarker(place, line, matched[1], _service(matched[2]), text))
    else:
        parts = _PARTS.fullmatch(head)
        if parts is None or not parts[2].strip(" :"):
            return miss(_shape_fault(kind, head))
        word, _, name = parts[2].partition(":")
        service = _service(" ".join(name.split()))
        if kind == "event":  # it is not lost for the name of its service
            service = _service(shorten_text(service or "", LONGEST_SERVICE))
        elif service is not None and not is_service_name(service):
            return miss(f"names the service “{shorten_text(service, 64)}”; {SERVICE_FORM}")
        if kind == "event":
            level = _LEVEL_OF.get(word.strip().lower(), "info")
            found.append(EventMarker(place, line, level, service, text))
        else:
            action = _ACTIONS.get(word.strip().lower())
            outcome = _OUTCOME.match(said)
            if action is None:
                return miss(f"names the action “{word.strip()}”; it must be restart or redeployment")
            if service is None:
                return miss("names no service")
            if outcome is None:
                return miss("does not say success or failure")
            success = outcome[1].lower().startswith("succ")
            found.append(CooldownMarker(place, line, action, service, success, _limited(said[outcome.end() :])))
    if len(said) > TEXT_LIMIT:
        quote = shorten_text(said, QUOTE_LIMIT)
        why = f"Cut to {TEXT_LIMIT:,} of {len(said):,} characters: “{quote}”."
        found.append(NearMiss(place + 1, line, kind, quote, why))
    return None


def _memory_fault(head: str) -> str:
    inner = head.strip("[] ")
    word, _, rest = inner.partition(":")
    category, _, service = rest.partition(":")
    if word != "MEMORY":
        return "is not written as [MEMORY:…] in capitals"
    if category not in CATEGORIES:
        names = f"{', '.join(CATEGORIES[:-1])} or {CATEGORIES[-1]}"
        if category.strip().lower() in CATEGORIES:
            return f"writes the category as “{category}”; it must be in lower case, without spaces"
        return f"names the category “{category}”; it must be {names}" if category else f"names no category ({names})"
    if not service:
        return "names no service after the second colon"
    return f"names the service “{service}”; a name has letters, digits, - and _ only"


def _shape_fault(kind: str, head: str) -> str:
    name = kind.upper()
    if name not in head:
        return f"is not written as [{name}:…] in capitals"
    return f"is not written as [{name}:{'level' if kind == 'event' else 'action:service'}]"


def _undecorated(rest: str, before: str, opened: dict[str, int]) -> str:
    """A marker's text without the bold, quote, backtick and bracket signs that stand around it or around the marker.

    ``opened`` counts the signs before the marker on its line: one at the end of the text is dropped only where it
    closes what was opened there, so that ``cron `0 3 * * *` `` keeps its own.
    """
    text = _CONTROL.sub("", rest)
    changed = True
    while changed:
        changed = False
        for token in _TOKENS:
            if opened[token] % 2 and text.lstrip().startswith(token) and _times(text, token) % 2:
                text, changed = text.lstrip().removeprefix(token), True
            stripped = text.rstrip()
            if opened[token] % 2 and stripped.endswith(token) and _times(text, token) % 2:
                text, changed = stripped.removesuffix(token), True
            stripped = text.strip()
            whole = len(stripped) > 2 * len(token) and stripped.startswith(token) and stripped.endswith(token)
            if whole and _times(stripped, token) == 2:
                text, changed = stripped.removeprefix(token).removesuffix(token), True
    for token in ("**", "`"):  # what was opened before the marker may close in the middle of its text
        if opened[token] % 2 and _times(text, token) % 2:
            text = text.replace(token, "", 1)
    text = _LEAD.sub("", text.strip())
    for opener in reversed(_OPENERS.findall(before)[-1] if _OPENERS.search(before) else ""):
        closer = _PAIRS.get(opener)
        if closer and text.endswith(closer) and text.count(closer) > (text.count(opener) if opener != closer else 0):
            text = text.removesuffix(closer).rstrip()
    return text if text.strip("*_`~\"'“”‘’ ") else ""


def _count(text: str, opened: dict[str, int]) -> None:
    for token in _TOKENS:
        opened[token] += _times(text, token)


def _times(text: str, sign: str) -> int:
    """How often a sign stands in a text; a double one is not two single ones."""
    return text.replace(sign * 2, "").count(sign) if sign in ("*", "_") else text.count(sign)


def is_service_name(name: str) -> bool:
    """Tell whether a name in lower case may stand for a service; anything longer or stranger would be text, not a
    name."""
    return _SERVICE_NAME.fullmatch(name) is not None


def _service(name: str | None) -> str | None:
    name = (name or "").strip().lower()
    return None if name in ("", "general") else name


def _limited(text: str) -> str:
    return shorten_text(text, TEXT_LIMIT)


def shorten_text(text: str, limit: int) -> str:
    """At most ``limit`` characters, the last of them … where some were left out."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _around(line: str, at: int) -> str:
    """The line that a marker came from; of a very long one the part around it."""
    if len(line) <= LINE_LIMIT:
        return line
    begin = max(0, min(at - 200, len(line) - LINE_LIMIT))
    return line[begin : begin + LINE_LIMIT]
