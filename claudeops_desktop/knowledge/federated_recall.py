"""One question to all that is known: memories, cases, notes and the library (C5, C15, E9).

Window, command line, REST and MCP ask here. No prompt does: what it holds of memory it takes from memory alone.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from ..core.clock import Clock, utc_now
from ..core.errors import ClaudeOpsError
from ..core.lazy import lazy_property
from ..core.paths import DataFolder
from ..language.prompt_quoting import quotable
from ..learning import CaseMatch, LearningService
from ..memory import MODEL_WAIT_S, WEAK, RecalledItem, RecallResult
from .notes import NoteLine
from .service import open_knowledge
from .withheld_text import why_withheld

if TYPE_CHECKING:
    from ..library import LibraryHit, LibraryService
    from ..memory import MemoryService, RecallRequest
    from ..records.record_books import RecordRepositories

log = logging.getLogger(__name__)
LIKELY = 0.5  # of an answer: what is less likely to answer is left out
CLEARLY = 0.1  # what is so much likelier to answer than a memory stands before it
MOST_OF_A_KIND = 3
LOOKED_AT = 10  # of the notes and of the library's passages
HUMAN_REVIEWED = "human-reviewed"


@dataclass(frozen=True, slots=True)
class AnswerPassage:
    """A part of a note or of a document that answers a question.

    ``kind`` is note or library; ``source`` the note's path in the knowledge folder, or the document's path or address;
    ``place`` where in the document it stands, "" for a note; ``date`` when the note was written or the document read,
    "" where that is not known. ``by`` is operator where a person wrote or reviewed it, else others. ``title``,
    ``place`` and ``text`` are untrusted: each is on one line and quoted. ``met`` is the share of the question that it
    meets, ``answers`` how likely it answers. ``document`` and ``part`` are the numbers of a library's passage.
    """

    kind: Literal["note", "library"]
    title: str
    source: str
    place: str
    text: str
    date: str
    by: Literal["operator", "others"]
    stale: bool = False
    met: float = 0.0
    answers: float = 0.0
    document: int | None = None
    part: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The passage for ``--json``."""
        return asdict(self) | {"met": round(self.met, 6), "answers": round(self.answers, 6)}


@dataclass(frozen=True, slots=True)
class FederatedAnswer:
    """What a question brought: ``memory`` as recall gave it, the cases that match, and the passages, best first."""

    memory: RecallResult
    cases: tuple[CaseMatch, ...]
    passages: tuple[AnswerPassage, ...]

    @property
    def results(self) -> tuple[RecalledItem | AnswerPassage, ...]:
        """Memories and passages in one order."""
        return order_results(self.memory.items, self.passages)


class FederatedRecall:
    """Asks memory, cases, notes and library. Keeps what the library read, so use one for many questions."""

    def __init__(self, book: RecordRepositories, memory: MemoryService, clock: Clock = utc_now) -> None:
        self._book = book
        self._memory = memory
        self._clock = clock

    @lazy_property
    def library(self) -> LibraryService:
        """The library; what reads documents takes a moment to load."""
        from ..library import LibraryService

        return LibraryService(self._book, self._clock)

    def ask(self, request: RecallRequest, role: str = "") -> FederatedAnswer:
        """Answer a question as whoever acts may see it. ``role`` names the notebook that is read beside the notes of
        everybody. An agent is given no passage that speaks to it about its instructions. Any thread that may wait,
        never inside ``store.write``. Raises what recall raises."""
        found = self._memory.recall.ask(request)
        learning = LearningService(self._book, self._clock)
        cases = self._book.store.read(lambda: learning.cases_for(request.question, request.services)).result()
        passages, faults = list[AnswerPassage](), list[str]()
        for name, find in (("notes", partial(self._notes, role=role)), ("library", self._places)):
            try:
                passages += find(request.question)
            except (ClaudeOpsError, OSError) as error:
                log.warning("the %s could not be searched: %s", name, error)
                faults.append(f"The {name} could not be searched: {error}")
        if faults:
            found = replace(found, note=" ".join(filter(None, (found.note, *faults))))
        rated = self._rated(request.question, passages)
        if request.asked_by == "agent":
            rated = [one for one in rated if not why_withheld(f"{one.title}: {one.text}")]
        kept = list[AnswerPassage]()
        for kind in ("note", "library"):
            answers = (one for one in rated if one.kind == kind and (request.everything or one.answers >= LIKELY))
            kept += islice(answers, MOST_OF_A_KIND)
        return FederatedAnswer(found, tuple(cases), tuple(sorted(kept, key=_best_first)))

    def _rated(self, question: str, passages: Sequence[AnswerPassage]) -> list[AnswerPassage]:
        """With how likely each answers, the likeliest first; what is out of date comes after the rest."""
        texts = [f"{one.place or one.title} {one.text}" for one in passages]
        ratings = self._memory.recall.rate_texts(question, texts)
        rated = [
            replace(one, met=rating.met, answers=rating.answers) for one, rating in zip(passages, ratings, strict=True)
        ]
        return sorted(rated, key=_best_first)

    def _notes(self, question: str, role: str) -> list[AnswerPassage]:
        folder = open_knowledge(DataFolder(self._book.store.path.parent), self._memory.settings.all(), self._clock)
        try:
            if not folder.root.is_dir():
                return []
            lines = folder.notes.find(question, role, LOOKED_AT)
            return [_of_note(line, folder.read(line.path).entry.body, question) for line in lines]
        finally:
            folder.close()

    def _places(self, question: str) -> list[AnswerPassage]:
        if not self._book.store.read(self.library.documents.status).result().chunks:
            return []
        embedder = self._memory.recall.load_embedder(MODEL_WAIT_S)
        return [_of_hit(hit) for hit in self.library.find(question, LOOKED_AT, embedder)]


def order_results(
    items: Sequence[RecalledItem], passages: Sequence[AnswerPassage]
) -> tuple[RecalledItem | AnswerPassage, ...]:
    """Put passages among memories: memories keep their order, and the first one comes first. A passage stands before
    those that meet less of the question or only come beside an answer, and before all where it is clearly likelier to
    answer than any of them."""
    found, rest = list[RecalledItem | AnswerPassage](), list(passages)
    for place, item in enumerate(items):
        likeliest = max(one.evidence if one.answers is None else one.answers for one in items[place:])
        most_met = max(one.evidence for one in items[place:])
        while rest and (
            WEAK in item.marks or rest[0].answers > likeliest + CLEARLY or (place and rest[0].met > most_met)
        ):
            found.append(rest.pop(0))
        found.append(item)
    return (*found, *rest)


def _best_first(passage: AnswerPassage) -> tuple[bool, float]:
    return passage.stale, -passage.answers


def passage_of_note(line: NoteLine, text: str) -> AnswerPassage:
    """A part of a note, or all of it, as a passage. ``text`` is quoted."""
    return AnswerPassage(
        kind="note",
        title=quotable(line.title),
        source=line.path,
        place="",
        text=text,
        date=line.written_at,
        by="operator" if line.trust == HUMAN_REVIEWED else "others",
        stale=line.stale,
    )


def _of_note(line: NoteLine, body: str, question: str) -> AnswerPassage:
    from ..library.search import excerpt_of, question_words

    whole = body if line.description in body else f"{line.description}\n{body}"
    return passage_of_note(line, excerpt_of(whole, question_words(question)))


def _of_hit(hit: LibraryHit) -> AnswerPassage:
    return AnswerPassage(
        kind="library",
        title=hit.title,
        source=hit.source,
        place=hit.citation,
        text=hit.excerpt,
        date=hit.read_at,
        by="others",
        document=hit.document_id,
        part=hit.chunk,
    )
