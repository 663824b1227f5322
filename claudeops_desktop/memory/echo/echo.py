"""Echo and fizzle (E12): which of the memories that a session was told it used, and which it ignored. Pure.

Evidence is what the agent said and did: the words of a memory that stand out (its values, paths, names, rare words)
meeting in one sentence or one command. What does not count:

- lines of the prompt that come back, and lists of memories that are only repeated;
- markers: saying a fact again is M9's business;
- values that a tool had just measured: the agent would say those anyway.

Told and used raises the memory's priority in recall by 0.1, told and ignored lowers it by 0.05, more where it took many
tokens. How well the method judges is measured on labelled cases (``tests/memory/echo/test_echo.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Literal

from ...language.claims.sentence_reading import read
from ...language.values.values import MeasuredValue
from ...language.words.lexicon import STOP
from ...language.words.stem import stem
from ...language.words.tokens import tokens
from ..context import one_line

USED, IGNORED = 0.1, -0.05
ORDINARY_TOKENS = 30  # a memory that takes as many loses 0.05; one of 90 and more loses three times that
DEAREST = 3.0
LOWEST, HIGHEST = -1.0, 1.0

ENOUGH = 0.5  # share of what stands out in a memory that must meet in one place
ENOUGH_WITH_STRONG = 0.34  # where a value, a path or a name of its own is among it
ENOUGH_IN_COMMAND = 0.15  # where a path, host or name of its own is called in a command
ENOUGH_LEANT_ON = 0.15  # where the agent says that something was to be expected
ALIKE = 88.0  # rapidfuzz token_set_ratio of a whole sentence
LIST_OF = 2  # so many memories repeated word for word, one after the other, are a list
MOST_SENTENCES = 4_000

Kind = Literal["text", "command", "heard"]


@dataclass(frozen=True, slots=True)
class SessionUtterance:
    """One thing of a session, in order: what the agent said (text), did (command), or was shown (heard)."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class InjectedText:
    """A memory that the session was told."""

    memory_id: int
    text: str
    service: str | None = None
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class UsageVerdict:
    """Whether it was used, how sure (0 to 1), and one sentence on where; no words of the memory itself."""

    used: bool
    score: float
    how: str


def priority(before: float, *, used: bool, tokens: int) -> float:
    """The new priority in recall: +0.1 where it was used, else −0.05 and more the dearer it was, from −1 to 1.

    Ignored it loses 0.05 × tokens / 30, at least 0.05 and at most 0.15.
    """
    change = USED if used else IGNORED * min(DEAREST, max(1.0, tokens / ORDINARY_TOKENS))
    return round(min(HIGHEST, max(LOWEST, before + change)), 4)


def judge_use(
    told: Sequence[InjectedText],
    spoken: Sequence[SessionUtterance],
    known: Iterable[str] = (),
    services: Iterable[str] = (),
) -> dict[int, UsageVerdict]:
    """Whether each of these memories was used in a session.

    ``known`` are texts of other memories: a word that many of them have says little. ``services`` are those that the
    session is about: their names say nothing. Nothing said, nothing judged: an empty dict.
    """
    said = [one for one in spoken if one.kind != "heard" and one.text.strip()]
    if not said:
        return {}
    rarity = _rarity([*known, *(one.text for one in told)])
    common = {stem(name.lower()) for name in services}
    places = _places(told, spoken)
    return {one.memory_id: _best(one, places, rarity, common) for one in told}


# --- what stands out --------------------------------------------------------------------------------------------------

_OPS = frozenset(
    map(
        stem,
        (
            *("start", "restart", "run", "check", "fail", "error", "service", "log", "time", "need", "wait", "config"),
            *("configuration", "status", "healthy", "health", "up", "down", "server", "host", "container", "problem"),
            *("issue", "normal", "expected", "work", "use", "command", "process", "system", "memory", "note", "known"),
            *("report", "look", "again", "first", "ok", "fine", "return", "response", "answer", "take", "test", "try"),
            *("list", "show", "see"),
        ),
    )
)
_SMALL = frozenset(map(stem, STOP)) | frozenset(STOP)
_WORD = re.compile(r"[^\W\d_]{2,40}")
_NUMBER = re.compile(r"(?<![\w.])\d{1,9}(?:\.\d{1,6})?")
Term = tuple[str, str]


def _terms(text: str) -> frozenset[Term]:
    """What a text is about: ``("w", stem)`` words, ``("x", name)`` paths, names and addresses, ``("v", …)`` values."""
    return _terms_of(text[:2_000])


@lru_cache(maxsize=20_000)
def _terms_of(text: str) -> frozenset[Term]:
    found: set[Term] = set()
    for token in tokens(text):
        if token.kind == "word" and any(c.isdigit() for c in token.text):
            found.add(("x", token.text))  # db2, gw1
        elif token.kind in ("word", "rest"):
            word = stem(token.text)
            if len(word) > 1 and token.text not in STOP and word not in _SMALL and not word.isdigit():
                found.add(("w", word))
        elif token.kind in ("url", "path", "name", "address"):
            bare = token.text.strip(".,;:'\"`()").removeprefix("./")
            found.add(("x", bare))
            if token.kind == "name":
                found.update(("w", stem(part)) for part in re.split(r"[\W_]+", bare) if len(part) > 3)
    return frozenset(found | {_value_term(value) for value in read(text).values})


def _all_terms(text: str) -> frozenset[Term]:
    """The terms of what was said or done, with the folders of its paths, and host and path of its addresses: who
    opens a file was in its folder."""
    terms = _terms(text)
    return terms | {("x", part) for kind, name in terms if kind == "x" and "/" in name for part in _parts(name)}


def _parts(name: str) -> list[str]:
    found = []
    if "://" in name:
        host, slash, path = name.partition("://")[2].partition("/")
        found.append(host)
        name = slash + path
    while name.startswith(("/", "~/")) and len(name) > 1:
        found.append(name)
        name = name.rpartition("/")[0]
    return found


@lru_cache(maxsize=5_000)
def _numbers(text: str) -> Mapping[Term, str]:
    """The number in each value of a text, to two digits: a tool shows it in other units and with more of them."""
    found = {}
    for value in read(text[:2_000]).values:
        number = _NUMBER.search(value.text)
        if number is not None:
            found[_value_term(value)] = f"{float(number.group()):.2g}"
    return found


def _value_term(value: MeasuredValue) -> Term:
    label = value.label or f"{value.low:.4g}-{value.high:.4g}"
    kind = "number" if value.kind in ("code", "port", "number") else str(value.kind)
    return "v", f"{kind}:{label}"


def _rarity(texts: Iterable[str]) -> Mapping[str, float]:
    """0.5 (every other text has it) to 1.5 (hardly one has) for each word; few texts say little and give about 1."""
    count: dict[str, int] = {}
    number = 0
    for text in texts:
        number += 1
        for kind, word in _terms(text):
            if kind == "w":
                count[word] = count.get(word, 0) + 1
    top = log(number + 20)
    return {word: 0.5 + log((number + 20) / (have + 1)) / top for word, have in count.items()}


def _weight(term: Term, rarity: Mapping[str, float], common: set[str]) -> float:
    kind, word = term
    if kind == "w":
        return 0.15 if word in common else (0.4 if word in _OPS else 1.0) * rarity.get(word, 1.0)
    return 2.0


# --- where it could have been used ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Place:
    """One sentence or command with its terms, and the terms that tools had shown by then."""

    text: str
    terms: frozenset[Term]
    heard: frozenset[Term]
    command: bool


_MARKER = re.compile(r"\[(?:MEMORY|EVENT|COOLDOWN):[^\]\n]*\][^\[\n]*")
_OURS = re.compile(r"^\W*(?:~ .*|(?:\[[a-z]+\]) .*)\(confidence: [\d.]+[^)\n]*\)\s*$", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|\s+[—–]\s+")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_NOT_HERE = re.compile(
    r"\b(?:not|n['’]t|isn['’]t|nothing)\s+(?:be\s+)?(?:relevant|appl(?:y|icable|ies)|needed\s+(?:here|now)|concern)|\birrelevant\b"
    r"|\b(?:does|do)\s+not\s+(?:apply|matter)\b|\bunrelated\b",
    re.IGNORECASE,
)


_SLEEP = re.compile(r"\bsleep\s+(\d+)\b")
# The agent leans on something that it did not just measure.
_LEANT_ON = re.compile(
    r"\b(?:as|is|was|be)\s+(?:noted|known|expected|usual|normal|harmless)\b|\bis\s+what\s+it\b|\bknown\s+to\b|\bby\s+design\b"
    r"|\b(?:earlier|previous)\s+(?:runs?|sessions?|notes?)\b|\bnotes?\s+(?:say|says|tell)\b|\bso\s+no\s+(?:alarm|event|alert)\b"
    r"|\b(?:according\s+to|from)\s+(?:the\s+|my\s+)?(?:notes?|memory)\b",
    re.IGNORECASE,
)


def _places(told: Sequence[InjectedText], spoken: Sequence[SessionUtterance]) -> list[_Place]:
    places: list[_Place] = []
    heard: frozenset[Term] = frozenset()
    wanted = frozenset(term for one in told for term in _terms(one.text))  # what else is said bears on none of them
    for one in spoken:
        if one.kind == "heard":
            heard |= _shown(one.text[:40_000].lower(), wanted)
        elif one.kind == "command":
            slept = {("v", f"duration:{number}-{number}") for number in _SLEEP.findall(one.text)}
            places.append(_Place(one.text, (_all_terms(one.text) | slept) & wanted, heard, True))
        else:
            kept = _without_lists(_OURS.sub("", _MARKER.sub("", one.text)), told)
            said = [one_line(part) for part in _SENTENCE.split(kept) if part and part.strip()]
            terms = [_all_terms(sentence) & wanted for sentence in said]
            for place, sentence in enumerate(said):
                places.append(_Place(sentence, terms[place], heard, False))
                if place + 1 < len(said) and terms[place] and terms[place + 1]:
                    both = f"{sentence} {said[place + 1]}"
                    places.append(_Place(both, terms[place] | terms[place + 1], heard, False))
        if len(places) > MOST_SENTENCES:
            break
    return [place for place in places if place.terms]


def _shown(text: str, wanted: frozenset[Term]) -> frozenset[Term]:
    """Which of these terms tool output holds, and its numbers. Such texts are long: they are searched, not read."""
    words = {stem(word) for word in set(_WORD.findall(text))}
    found = {(kind, name) for kind, name in wanted if (name in words if kind == "w" else kind == "x" and name in text)}
    return frozenset(found | {("n", f"{float(number):.2g}") for number in set(_NUMBER.findall(text))})


def _without_lists(text: str, told: Sequence[InjectedText]) -> str:
    """The text without lines that only repeat memories, where several of them stand one after the other."""
    lines = text.split("\n")
    echoes = [_repeats(line, told) for line in lines]
    if not any(echoes):
        return text
    kept = []
    for place, line in enumerate(lines):
        if echoes[place]:
            run = _run(lines, echoes, place)
            if run >= LIST_OF or (_BULLET.match(line) and _announced(lines, place)):
                continue
        kept.append(line)
    return "\n".join(kept)


def _run(lines: Sequence[str], echoes: Sequence[bool], place: int) -> int:
    """How many repeated memories stand around this line, blank lines and headings passed over."""
    count = 1
    for step in (-1, 1):
        at = place + step
        while 0 <= at < len(lines) and (echoes[at] or not lines[at].strip() or lines[at].startswith("#")):
            count += echoes[at]
            at += step
    return count


def _announced(lines: Sequence[str], place: int) -> bool:
    before = next((line for line in reversed(lines[:place]) if line.strip()), "")
    return before.rstrip().endswith(":") and bool(re.search(r"(?i)\b(?:memor|note|known|remember|earlier)", before))


def _repeats(line: str, told: Sequence[InjectedText]) -> bool:
    from rapidfuzz import fuzz

    bare = _BULLET.sub("", line)
    bare = re.sub(r"^\W*(?:\[[a-z]+\]\s*|\*\*[\w.-]+\*\*:?\s*|[\w.-]{2,30}:\s+)?", "", bare).strip().lower()
    return len(bare) > 8 and any(fuzz.ratio(bare, one.text.strip().lower()) >= 90 for one in told)


def _best(one: InjectedText, places: Sequence[_Place], rarity: Mapping[str, float], common: set[str]) -> UsageVerdict:
    own = common | ({stem(one.service.lower())} if one.service else set())
    weights = {term: _weight(term, rarity, own) for term in _terms(one.text)}
    total = sum(weights.values())
    best = UsageVerdict(False, 0.0, "Nothing that the agent said or did bears on it.")
    if not total:
        return best
    for place in places:
        found = _in_place(one, place, weights, total)
        if (found.used, found.score) > (best.used, best.score):
            best = found
    return best


# What a term counts once a tool has shown it: a value almost nothing, a name little, a word most of it.
_ONCE_HEARD = {"v": 0.1, "x": 0.4, "w": 0.7}


def _in_place(one: InjectedText, place: _Place, weights: Mapping[Term, float], total: float) -> UsageVerdict:
    shared = list(weights.keys() & place.terms)
    if not shared:
        return UsageVerdict(False, 0.0, "")
    numbers = _numbers(one.text)
    heard = {term for term in shared if term in place.heard or ("n", numbers.get(term, "")) in place.heard}
    score = sum(weights[term] * (_ONCE_HEARD[term[0]] if term in heard else 1.0) for term in shared) / total
    if not place.command and _NOT_HERE.search(place.text):
        return UsageVerdict(False, round(min(1.0, score), 3), "The agent said that it does not apply.")
    used = score >= ENOUGH or _stands_out(shared, heard, weights, place, score)
    if not used and not place.command and score >= ENOUGH_WITH_STRONG and _alike(one.text, place.text):
        used = True
    where = "a command that the agent ran" if place.command else "what the agent said"
    what = f"{len(shared)} of the {len(weights)} things that stand out in it"
    how = f"{what} {'meet' if used else 'are all that is'} in {where}."
    return UsageVerdict(used, round(min(1.0, score), 3), how)


def _stands_out(
    shared: Sequence[Term], heard: set[Term], weights: Mapping[Term, float], place: _Place, score: float
) -> bool:
    """Whether a smaller share is enough, because of what it is made of."""
    strong = [term for term in shared if term[0] != "w" and term not in heard]
    words = [term for term in shared if term[0] == "w" and weights[term] > 0.2]
    if place.command:
        rare = [term for term in words if weights[term] >= 0.7 and term not in heard]
        called = any(kind == "x" and re.search(r"[\d/.:]", name) for kind, name in strong)
        return (called and score >= ENOUGH_IN_COMMAND) or (
            score >= ENOUGH_WITH_STRONG and bool(strong or len(rare) > 1)
        )
    if len(shared) > 1 and score >= ENOUGH_LEANT_ON and _LEANT_ON.search(place.text):
        return True
    return bool(strong and words) and score >= ENOUGH_WITH_STRONG


def _alike(text: str, said: str) -> bool:
    from rapidfuzz import fuzz

    return fuzz.token_set_ratio(text.lower(), said.lower()) >= ALIKE and len(said) < 4 * len(text) + 80
