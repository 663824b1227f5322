"""Bringing memories back (E8, E9): recall, its indexes, the neighbourhood of a service.

Everything behind it is imported and loaded when it is first needed, never at the start of the window.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ..core.clock import Clock
from ..core.paths import DataFolder
from ..core.principals import EVERYONE, acting_as
from ..records.record_books import RecordRepositories
from ..storage import CommittedChange
from .memory_settings import SettingsInForce
from .recall import recall_log
from .recall.recall_log import RecallRecord

if TYPE_CHECKING:
    from ..models.base import LanguageModel
    from .embed.types import TextEmbedder
    from .recall.graph import EntityGraph
    from .recall.indexer import IndexerProgress, RecallIndexer
    from .recall.memory_index import MemoryIndex
    from .recall.recall import Recall
    from .recall.text_rating import TextRating
    from .recall.types import RecallRequest, RecallResult


INDEXED_WITH_WRITE = 16  # more than that would keep others from writing


class RetrievalService:
    """Answers questions from memory, and keeps what that takes."""

    _making = threading.Lock()
    _starting = threading.Lock()  # never held while something is made or waited for

    def __init__(self, book: RecordRepositories, clock: Clock, settings: SettingsInForce) -> None:
        self._book = book
        self._clock = clock
        self._settings = settings
        self.made: Recall | None = None  # None until somebody asks
        self._indexed_for: str | None = None
        self._forget_changes: Callable[[], None] | None = None
        self._beginnings: tuple[threading.Thread, ...] = ()
        self._ended = False

    def ask(self, request: RecallRequest) -> RecallResult:
        """A question to memory, through all stages (E9). Any thread that may wait, never inside ``store.write``."""
        found = self._recaller().recall(request)
        limited = [item.memory.id for item in found.items if item.memory.audience != EVERYONE]
        if request.session_id is not None and limited:  # before it can repeat it
            from .visibility import narrow_for_given

            number = request.session_id
            with acting_as(None):
                self._book.store.write(lambda: narrow_for_given(self._book, number, limited)).result()
        return found

    def warm(self) -> int:
        """Load the model and read what recall keeps in memory; how many memories; 0 where ``end`` came."""
        from .recall.types import RecallClosedError

        try:
            return self._recaller().warm()
        except RecallClosedError:
            return 0

    @property
    def indexer(self) -> RecallIndexer:
        """Makes and keeps vectors, entities and summaries; knows how far it is."""
        return self._recaller().indexer

    @property
    def index_progress(self) -> IndexerProgress | None:
        """How far the indexes are; None while nothing of recall was needed yet. Nothing is loaded for this."""
        return self.made.indexer.progress if self.made is not None else None

    def begin_indexing(self) -> None:
        """Look now for what is not indexed yet, in the background. Loads recall: on a thread that may wait."""
        self._begin_indexing()

    def index_written(self) -> None:
        """Index what the write that goes on has changed so far, so that the next question finds it at once. Inside
        ``store.write``."""
        if self.made is None:  # nobody has asked yet, and the first question catches up
            return
        changes = self._book.store.noted_changes() or ()
        ids = {number for change in changes if change.table == "memories" for number in change.ids}
        if 0 < len(ids) <= INDEXED_WITH_WRITE:
            with acting_as(None):  # the indexes are the same for all, whoever writes
                self.made.indexer.index_written(sorted(ids))

    def embedder(self) -> TextEmbedder | None:
        """The embedding model, where it is loaded; nothing is loaded for this."""
        return self.made.embedders.loaded() if self.made is not None else None

    def index_names(self) -> list[str]:
        """Return the names under which the vectors of the settings' models are stored, the sentence model's first.
        Nothing is loaded for this."""
        from .embed.provider import model_name
        from .embed.types import BUILT_IN, SENTENCES
        from .recall.vectors import index_name

        model = model_name(self._settings.all().embedding)
        return [index_name(one) for one in ((SENTENCES, model) if model == BUILT_IN else (model,)) if one]

    def load_embedder(self, seconds: float = 30.0) -> TextEmbedder | None:
        """The embedding model, once it is loaded; None where that takes longer, fails, or the settings want none."""
        return self._recaller().embedders.wait(seconds)

    def cosines(self, text: str, others: Sequence[str]) -> list[float]:
        """How near each of some texts lies to one in meaning, by the built-in sentence model: ten milliseconds a text.
        Empty where the settings want another model. Raises EmbeddingFault."""
        sentences = self._recaller().embedders.sentences()
        if sentences is None or not others:
            return []
        rows = sentences.embed([text, *others])
        found: list[float] = (rows[1:] @ rows[0]).tolist()
        return found

    def rate_texts(self, question: str, texts: Sequence[str]) -> list[TextRating]:
        """Return how likely each of some texts that are no memories answers a question, by the static model."""
        from .recall.question_coverage import load_word_model
        from .recall.text_rating import rate_texts

        return rate_texts(question, texts, load_word_model(None, may_wait=True)) if texts else []

    def loaded_index(self) -> MemoryIndex | None:
        """What recall holds in memory; nothing is read for this."""
        return self.made.loaded_index if self.made is not None else None

    def latest(self, limit: int = 20, asked_by: str = "operator") -> list[RecallRecord]:
        """The newest questions that somebody asked, newest first; ``asked_by`` "" means anybody."""
        return recall_log.latest(limit, asked_by)

    def of_memory(self, memory_id: int, limit: int = 50) -> list[RecallRecord]:
        """The newest recalls that brought a memory back."""
        return recall_log.of_memory(memory_id, limit)

    def check_known_questions(
        self, now: datetime, before_each: Callable[[], None] = lambda: None
    ) -> tuple[int, list[int]]:
        """Ask anew what was of use before: how many questions that were, and the ids of the recalls whose best answer
        is another one now. No model is asked. ``before_each`` is called before a question. Waits: never inside
        ``store.write``."""
        from .recall.types import RecallRequest

        known = self._book.store.read(recall_log.useful).result()
        other = []
        for one in known:
            before_each()
            asked = RecallRequest(one.question, now, profile="lean", asked_by="benchmark", session_id=None)
            items = self.ask(asked).items
            if not items or items[0].memory.id != one.memory_ids[0]:
                other.append(one.id)
        return len(known), other

    def neighbourhood(self, name: str, memories: int = 40) -> EntityGraph:
        """A service, host, path or person, and what is known around it. Inside ``store.read``."""
        from .recall.graph import neighbourhood

        return neighbourhood(name, memories)

    def index_state(self) -> IndexerProgress:
        """How many memories have a vector of the model in force, of how many. Inside ``store.read``."""
        from .embed.provider import model_name
        from .recall import vectors
        from .recall.indexer import IndexerProgress

        made = self.made
        going = made.indexer.progress if made is not None else IndexerProgress()
        done, total = vectors.count(vectors.index_name(model_name(self._settings.all().embedding)))
        return IndexerProgress(going.doing, done, total, going.fault)

    def is_pressed(self, now: datetime) -> bool:
        """Tell whether the day's money for recalls is spent (E16). Inside ``store.read``."""
        from .recall import cost_limit

        return cost_limit.under_pressure(cost_limit.spent_today(now), self._settings.all().memory.recall_usd_day)

    def keep_indexed(self) -> None:
        """Keep the indexes current in the background, from the first change of a memory on."""
        self.embedding_changed()
        with RetrievalService._starting:
            if self._forget_changes is None and not self._ended:
                self._forget_changes = self._book.store.hub.listen(self._first_change)

    def embedding_changed(self) -> None:
        """The settings name another model, perhaps: what has no vector of it gets one, in the background."""
        from .embed.provider import model_name

        model = model_name(self._settings.all().embedding)
        if self._indexed_for not in (None, model):
            self._begin_soon()
        self._indexed_for = model

    def end(self) -> None:
        """No question is answered from now on, and what is being read or made stops at its next step. Waits for nobody:
        for the moment when the application is told to end, well before it waits for its threads.
        """
        with RetrievalService._starting:
            self._ended = True
        if self.made is not None:
            self.made.end()

    def close(self) -> None:
        """Stop the background work, before the store closes. Nothing of it begins afterwards.

        On any thread that is none of recall's own, any number of times.
        """
        self.end()
        self._listen_no_more()
        with RetrievalService._starting:
            beginnings = self._beginnings
        for beginning in beginnings:
            beginning.join()
        with RetrievalService._making:  # who is making it now is waited for; nobody makes it later
            made = self.made
        if made is not None:
            made.close()

    def _first_change(self, change: CommittedChange) -> None:
        if change.table == "memories" and self._listen_no_more():
            self._begin_soon()

    def _listen_no_more(self) -> bool:
        """Tell whether it listened for the first change until now; of several threads, one is told so."""
        with RetrievalService._starting:
            forget, self._forget_changes = self._forget_changes, None
        if forget is not None:
            forget()
        return forget is not None

    def _begin_soon(self) -> None:
        with RetrievalService._starting:
            if not self._ended:
                new = threading.Thread(target=self._begin_indexing, name="memory-index-begins", daemon=True)
                new.start()
                self._beginnings = (*(old for old in self._beginnings if old.is_alive()), new)

    def _begin_indexing(self) -> None:
        from .recall.types import RecallClosedError

        try:
            indexer = self._recaller().indexer
        except RecallClosedError:
            return
        indexer.start()
        indexer.index_soon()

    def _recaller(self) -> Recall:
        with RetrievalService._making:
            if self.made is None:
                if self._has_ended():
                    from .recall.types import RecallClosedError

                    raise RecallClosedError
                from .recall.recall import Recall

                made = Recall(self._book.store, self._clock, self._settings.all, self._recall_model)
                self.made = made
                if self._has_ended():  # told while it was imported
                    made.end()
            return self.made

    def _has_ended(self) -> bool:
        return self._ended

    def _recall_model(self) -> LanguageModel | None:
        from ..models.choose import choose_model

        return choose_model(self._settings.all(), DataFolder(self._book.store.path.parent), os.environ)
