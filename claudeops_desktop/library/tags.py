"""Tags of a document, by a rule and without a model: the words that it says most often, those of its title and headings
counting more (C14). Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ..language.words.stem import stem
from .types import TextChunk

MOST_TAGS = 5
LEAST_TIMES = 3
IN_HEADING, IN_TITLE = 3, 6  # times that a word counts there
_CODE = re.compile(r"^(`{3,}|~{3,}).*?^\1", re.MULTILINE | re.DOTALL)
LOOKED_AT = 200_000  # characters of a document
LONGEST_TAG = 40
_WORD = re.compile(r"[^\W\d_][\w-]{3,30}")
_STOP_WORDS = """
able about above according after again against allow allows almost along already also although always among and
another any anything are around away back base based because been before behind being below best better between both
bring but call called can cannot case change come comes common complete contain contains could create data default
defined describe described detail details different does doing done down during each either else enough even every
everything example examples explain file files find first following follows form from full further general get give
given gives goes good great group have having here high home however http https important include included includes
including information instead into item items its itself just keep kind know known large last later least less like
line lines link list little long look made main make makes making many may means might more most much must name named
names near need needed needs never new next not note nothing now number numbers often once one only open option
options order other others otherwise over page pages part particular parts people per place point possible problem
provide provided provides purpose put question rather read reading reason required requires result results return
right same section see seen set sets several shall should show shown shows similar simple simply since single small
some something start step still such sure take taken takes text than that the their them then there therefore these
they thing things this those three through thus time times title together too two type under unless until upon use
used useful user users uses using value values version very via want way well were what when where whether which while
who whole why will with within without word words work works would www write writing year years yes yet you your aber
alle auch beim dann dass denn diese dieser dieses doch durch eine einem einen einer eines etwa haben hier ihre immer
kann kein keine mehr muss nach nicht noch oder sehr sein sich sind soll über unter viele vom von vor wenn werden wird
wurde zum zur zwischen
"""
_STOP = frozenset(_STOP_WORDS.split())


def choose_tags(title: str, chunks: Sequence[TextChunk]) -> tuple[str, ...]:
    """At most five tags, the most telling first; none for a document that says nothing often enough."""
    counts: Counter[str] = Counter()
    shapes: dict[str, Counter[str]] = {}

    def count(text: str, weight: int) -> None:
        for word in _WORD.findall(text.lower()):
            if word not in _STOP:
                root = stem(word)
                counts[root] += weight
                shapes.setdefault(root, Counter())[word.strip("-")] += 1

    count(title[:LOOKED_AT], IN_TITLE)
    seen: set[str] = set()
    left = LOOKED_AT
    for chunk in chunks:
        for heading in chunk.headings:
            if heading not in seen:
                seen.add(heading)
                count(heading, IN_HEADING)
        count(_CODE.sub(" ", chunk.text[:left]), 1)
        left -= len(chunk.text)
        if left <= 0:
            break
    ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return tuple(
        min(shapes[root].items(), key=lambda one: (-one[1], len(one[0]), one[0]))[0]
        for root, number in ranked[:MOST_TAGS]
        if number >= LEAST_TIMES
    )


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags as an operator names them: small letters, each once."""
    short = (" ".join(tag.lower().split())[:LONGEST_TAG] for tag in tags)
    return tuple(dict.fromkeys(tag for tag in short if tag))
