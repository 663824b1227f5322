"""How the judge reads one sentence: its terms with their meanings and signs, its values, names, order and cues."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from claudeops_desktop.language.claims.event_wording import resulting_state
from claudeops_desktop.language.claims.one_off_event import is_scene
from claudeops_desktop.language.claims.permission import StatedPermission, read_permission
from claudeops_desktop.language.claims.polarity import SentencePolarity, read_polarity
from claudeops_desktop.language.claims.qualifiers import StatementQualifier, read_qualifiers
from claudeops_desktop.language.claims.term_relations import (
    ORDER_WORDS,
    MeaningTerm,
    count_cues,
    read_needs,
    read_order,
)
from claudeops_desktop.language.subjects.semantic_roles import roles
from claudeops_desktop.language.subjects.topic import SentenceTopic, topic
from claudeops_desktop.language.values.measures import read_values
from claudeops_desktop.language.values.values import MeasuredValue
from claudeops_desktop.language.words.lexicon import (
    CONCESSIONS,
    LONGEST_PHRASE,
    NEGATORS,
    STOP,
    is_light,
    lexicon,
    without_prefix,
    word_set,
)
from claudeops_desktop.language.words.stem import stem
from claudeops_desktop.language.words.tokens import TextToken, tokens

MOST_TERMS = 40
REMEMBERED = 5_000
_SWITCHES = word_set("turn turns turned turning switch switched switching")
_NAMED = frozenset(("name", "path", "url"))
_BEING = frozenset((("be", "on"), ("be", "off")))
_LETTERED = word_set("zone site rack bay block group building feed channel port drive ring plan class segment hall row")
_ARTICLES = word_set("the a an its our their host node server")
_BREAKS = frozenset((",", ";", ":", ".", "!", "?", "(", ")", "→"))
_CLAUSE_WORDS = word_set("because but while whereas although though so unless if when once until since")


#: The number of a ticket in front of what it says: [OPS-311], CHG-42: … It names where this was said, not what of.
_REFERENCE = re.compile(r"^\s*(?:\[[A-Z]{2,8}-\d+\]:?|[A-Z]{2,8}-\d+:)\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """One sentence as the judge sees it.

    ``wording`` are its tokens in lower case, ``keys`` stems and group numbers for a cheap first comparison, ``needs``
    +1 or -1 where it says by a (double) negation that something is needed or not, ``needy`` where it says a need at
    all, ``sooner`` and ``later`` what comes first and what after it, ``topic`` what it speaks of, ``scene`` whether it
    describes somebody doing something now, ``roles`` and ``parts`` the place that each token fills and its clause,
    ``qualifiers`` what limits the statement, ``polarity`` how often it denies, ``permission`` what it
    allows or refuses.
    """

    wording: tuple[str, ...]
    words: str
    terms: tuple[MeaningTerm, ...]
    values: tuple[MeasuredValue, ...]
    names: frozenset[str]
    keys: frozenset[str | int]
    negators: int
    cues: int
    concessions: int
    needs: int
    needy: bool
    sooner: frozenset[str]
    later: frozenset[str]
    only: bool
    heavy: frozenset[str]
    topic: SentenceTopic
    scene: bool
    roles: tuple[str, ...]
    parts: tuple[int, ...]
    polarity: SentencePolarity
    permission: StatedPermission
    qualifiers: tuple[StatementQualifier, ...] = ()


class _Sentence:
    """Walks the tokens once: phrases first, then words; negators govern the next term of their clause."""

    def __init__(self, found: tuple[TextToken, ...], taken: frozenset[int]) -> None:
        self.found, self.taken, self.table = found, taken, lexicon()
        self.terms: list[MeaningTerm] = []
        self.clause = 0
        self.negators = 0
        self.backward = False
        self.pending = 0  # how many further terms the negator may still reach
        self.names: set[str] = set()

    def read(self) -> None:
        place = 0
        while place < len(self.found) and len(self.terms) < MOST_TERMS:
            place = self.step(place)
        self.deny_back()

    def deny_back(self) -> None:
        """At the end of a clause a ``nothing`` that governed no term denies the one before: "finds nothing"."""
        if self.pending and self.backward and self.terms and self.terms[-1].clause == self.clause:
            self.terms[-1] = replace(self.terms[-1], sign=-self.terms[-1].sign)
        self.pending = 0
        self.backward = False

    def step(self, place: int) -> int:
        token = self.found[place]
        if token.kind == "stop" and token.text in _BREAKS:
            self.deny_back()
            self.clause, self.pending = self.clause + 1, 0
            return place + 1
        if place in self.taken:
            return place + 1
        if token.kind in _NAMED:
            self.add_name(token, place)
            return place + 1
        if token.kind not in ("word", "rest"):
            return place + 1
        phrase = self.phrase(place)
        if phrase:
            key, last = phrase
            if key in self.table.negating:
                self.negate()
            else:
                self.add("_".join(key), " ".join(t.text for t in self.found[place:last]), key, place)
            return last
        self.word(token, place)
        return place + 1

    def phrase(self, place: int) -> tuple[tuple[str, ...], int] | None:
        """The longest phrase of the lexicon that begins here (hyphens between its words are passed over)."""
        if stem(self.found[place].text) not in self.table.begins:
            return None
        stems: list[str] = []
        best: tuple[tuple[str, ...], int] | None = None
        at = place
        while at < len(self.found) and len(stems) < LONGEST_PHRASE:
            token = self.found[at]
            if token.text == "-" and stems:
                at += 1
                continue
            if token.kind != "word" or at in self.taken:
                break
            stems.append(stem(token.text))
            at += 1
            key = tuple(stems)
            if len(key) > 1 and self.table.has_phrase(key) and not (key in _BEING and self.is_place(at)):
                best = (key, at)
        return best

    def is_place(self, place: int) -> bool:
        """Tell whether "is on" goes on with what it is on: a host, a disk; not "is on since May", "is on by
        default"."""
        if place >= len(self.found) or self.found[place].kind not in ("word", *_NAMED):
            return False
        text = self.found[place].text
        return text in _ARTICLES or self.found[place].kind in _NAMED or any(letter.isdigit() for letter in text)

    def turn_needs(self) -> None:
        """Puts a negation in the clause of a need on the need itself: "no backups are needed", "needs no restart"."""
        for place, term in enumerate(self.terms):
            if term.stem not in _NEEDING:
                continue
            negated = [n for n, t in enumerate(self.terms) if t.clause == term.clause and t.sign < 0 and n != place]
            if negated and term.sign > 0:
                self.terms[place] = replace(term, sign=-1)
                self.terms[negated[0]] = replace(self.terms[negated[0]], sign=1)

    def settle_needs(self, needs: int) -> None:
        """A double negation ("won't start without X") says a need: no term is denied, the need becomes a term."""
        if needs > 0:
            self.negators = 0
            self.terms = [replace(term, sign=1) if term.sign < 0 else term for term in self.terms]
        key = ("need",)
        if not any(dict(term.ends).get("needed") for term in self.terms):
            groups, ends = self.table.groups.get(key, frozenset()), self.table.ends.get(key, ())
            self.terms.append(MeaningTerm("need", "need", groups, ends, (), needs, 0.4, self.clause, len(self.found)))

    def negate(self) -> None:
        self.negators += 1
        self.pending = 1

    def word(self, token: TextToken, place: int) -> None:
        text = token.text
        if text in _CLAUSE_WORDS:
            self.clause, self.pending = self.clause + 1, 0
        if text in NEGATORS:
            self.negate()
            self.backward = text in ("nothing", "none", "nobody")
            if text == "unless":
                self.pending = 0
            return
        if (not text.isalpha() and any(map(str.isdigit, text))) or self.lettered(place):
            self.add_name(token, place)
            return
        key: tuple[str, ...] = (stem(text),)
        if text in _SWITCHES and (particle := self.particle(place)):
            key = (key[0], particle)
            self.add("_".join(key), f"{text} {particle}", key, place)
            return
        known = key in self.table.ends
        if text == "time" and self.is_clock(place):
            text = "the time"
        elif text in STOP and not known:
            return
        self.add(key[0], text, key, place)

    def is_clock(self, place: int) -> bool:
        """Tell whether "time" is what a clock tells: "uses chrony for time", "takes its time from", "time comes
        from"."""
        if not place:
            return self.found[1:2] != () and self.found[1].text in ("comes", "is")
        return self.found[place - 1].text in ("for", "its", "their")

    def lettered(self, place: int) -> bool:
        """``a`` in "zone a": a letter that names one of several."""
        if len(self.found[place].text) > 1 or not place:
            return False
        if self.found[place].raw.isupper() and self.found[place - 1].kind == "word" and self.found[place].raw != "I":
            return self.found[place - 1].text not in STOP
        if self.found[place - 1].text not in _LETTERED:
            return False
        return place + 1 == len(self.found) or self.found[place + 1].kind != "word"

    def particle(self, place: int) -> str:
        """``off`` in "turn replication off"."""
        for token in self.found[place + 1 : place + 5]:
            if token.kind == "stop":
                break
            if token.text in ("on", "off"):
                return token.text
        return ""

    def add_name(self, token: TextToken, place: int) -> None:
        name = token.text.strip("/").rstrip(".") or "/"
        self.names.add(name)
        parts = [part for part in re.split(r"[^a-z]+", name) if len(part) > 2]
        groups: set[int] = set()
        for part in parts:
            groups |= self.table.groups.get((stem(part),), frozenset())
        self.terms.append(
            MeaningTerm(name, token.text, frozenset(groups), (), (), self.sign(), 1.2, self.clause, place)
        )

    def sign(self) -> int:
        if self.pending:
            self.pending -= 1
            return -1
        return 1

    def add(self, name: str, text: str, key: tuple[str, ...], place: int) -> None:
        flip = 1
        ends = self.table.ends.get(key, ())
        groups = self.table.groups.get(key, frozenset())
        bare = without_prefix(text)
        if not ends and bare:
            name, key, flip = stem(bare), (stem(bare),), -1
            ends, groups = self.table.ends.get(key, ()), self.table.groups.get(key, groups)
        weight = 0.4 if is_light(text) else 1.0
        cases = self.table.cases.get(key, ())
        self.terms.append(MeaningTerm(name, text, groups, ends, cases, self.sign() * flip, weight, self.clause, place))


_NEEDING = frozenset(stem(word) for word in ("need", "require", "depend", "rely", "necessary", "required"))


@lru_cache(maxsize=REMEMBERED)
def read(text: str) -> SentenceReading:
    """Reads a sentence; kept for the last ``REMEMBERED`` texts (about 5 kB each). Never raises, linear.

    Give it no more than the first ``LONGEST`` characters: the text is the key under which the reading is kept.
    """
    state = resulting_state(_REFERENCE.sub("", text, count=1))
    found = tokens(state)
    said = [token.text for token in found]
    values = read_values(found)
    taken = frozenset(place for value in values for place in range(value.first, value.last))
    sentence = _Sentence(found, taken)
    sentence.read()
    needs = read_needs(found)
    if needs:
        sentence.settle_needs(needs)
    else:
        sentence.turn_needs()
    heavy = frozenset(term.stem for term in sentence.terms if term.weight >= 1)
    sooner, later = read_order(sentence.terms, found)
    if sooner or later:
        sentence.terms = [term for term in sentence.terms if term.word not in ORDER_WORDS]
    terms = tuple(sentence.terms)
    filled, parts = roles(found, said)
    keys: set[str | int] = set()
    for term in terms:
        keys.add(term.stem)
        if term.weight >= 1:
            keys |= term.groups
    wording = tuple(token.text for token in found if token.kind != "stop" or token.text == "→")
    polarity = read_polarity(wording)
    return SentenceReading(
        wording=wording,
        words=" ".join(token.text for token in found if token.kind != "stop")[:400],
        terms=terms,
        values=values,
        names=frozenset(sentence.names),
        keys=frozenset(keys),
        negators=sentence.negators,
        cues=count_cues(text),
        concessions=sum(token.text in CONCESSIONS for token in found),
        needs=needs,
        needy=needs > 0 or any(dict(term.ends).get("needed", 0) * term.sign > 0 for term in terms),
        only="only" in {token.text for token in found},
        sooner=sooner,
        later=later,
        heavy=heavy,
        topic=topic(found, said),
        scene=is_scene(said),
        roles=filled,
        parts=parts,
        qualifiers=read_qualifiers(found, filled, values),
        polarity=polarity,
        permission=read_permission(wording, polarity),
    )
