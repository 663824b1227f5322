"""``Recall``: a question goes through the stages of E9, each seen in the answer, and what it found comes back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from ...core.clock import Clock, utc_now
from ...core.errors import EnvironmentFault
from ...core.principals import ActingPrincipal, acting, acting_as
from ...core.settings.groups import LifetimeSettings, Settings
from ...language.dates.question_dates import find_time_span
from ...language.tone import tone_of
from ...storage import CommittedChange, DataStore
from ...storage.database import DamagedDatabase, told_plainly
from .. import tables
from ..embed.provider import EmbedderProvider
from ..second_look.queue import may_send
from ..types import Memory, counted
from . import (
    answer_detection,
    cost_limit,
    no_result_reason,
    profiles,
    query_expansion,
    question_coverage,
    rewrite_question,
    search,
    summaries,
    trust_marks,
)
from .external_writes import ExternalWrites
from .in_flight import InFlightCounter
from .indexer import SUMMARIES_BUILT, RecallIndexer
from .keywords import KeywordPostings, inverse_document_frequency
from .memory_index import READ_FROM, MemoryIndex
from .profiles import RecallProfile
from .recalled_items import item_of, may_show
from .search import CosineStatistics, SearchQuestion, StageSwitches
from .time_order import announcements, order_by_time
from .types import MODEL_WAIT_S, Origin, RecalledItem, RecallRequest, RecallResult, RecallStage
from .vectors import index_name, indexes_of, is_complete, serving_index

if TYPE_CHECKING:
    from ...models.base import LanguageModel
    from ..embed.built_in import BuiltInEmbedder
    from ..embed.types import TextEmbedder

log = logging.getLogger(__name__)
SPARE = 24  # more than are wanted, for those that turn out to be hidden by now
LOAD_S = MODEL_WAIT_S
CLOSE_S = 3.0  # an endpoint that hangs is left behind
AT_MOST_AT_ONCE = 200  # that many new memories are indexed before the answer, more of them after it
AT_ONCE = ("hook",)  # who must not wait for a model to load
READERS = ("operator", "agent")  # who reads why nothing came


@dataclass(slots=True)
class _Going:
    """One recall under way."""

    request: RecallRequest
    profile: RecallProfile
    settings: Settings
    pressed: bool = False
    rewritten: str = ""
    cost: float = 0.0
    notes: list[str] = field(default_factory=list)
    stages: list[RecallStage] = field(default_factory=list)
    far_out: frozenset[int] = frozenset()  # ids that a sentence model finds nearer than any chance
    words: BuiltInEmbedder | None = None  # who knows how much a word says
    cosines: CosineStatistics | None = None  # of those that were ranked, by the built-in model
    nothing: str = ""
    ranked: list[RecalledItem] = field(default_factory=list)  # what was found, before it was cut to what answers
    asker: ActingPrincipal | None = None
    index: MemoryIndex = field(init=False)  # as the asker sees it
    postings: KeywordPostings = field(init=False)

    def may_see(self, memory: Memory) -> bool:
        """Tell whether the asker may."""
        return self.asker is None or self.asker.may_see(memory.audience)

    def stage(self, name: str, start: float, detail: str) -> None:
        self.stages.append(RecallStage(name, (perf_counter() - start) * 1000, detail))


class Recall:
    """Answers questions from memory. Any thread that may wait, never inside ``store.write``."""

    def __init__(
        self,
        store: DataStore,
        clock: Clock = utc_now,
        settings: Callable[[], Settings] = Settings,
        model: Callable[[], LanguageModel | None] = lambda: None,
        *,
        embedders: EmbedderProvider | None = None,
        switches: StageSwitches | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._settings = settings
        self._model = model
        self.embedders = embedders or EmbedderProvider(lambda: settings().embedding)
        self._own = self.embedders if embedders is None else None
        self.switches = switches or StageSwitches()
        self.loaded_index = MemoryIndex()
        self._postings = KeywordPostings(self.loaded_index)
        self._indexed_for: str | None = None  # the model for which nothing was left to index, as of the index's mark
        self._summaries = summaries.SummaryStore()
        self._complete: tuple[tuple[int, ...] | None, str, bool] = (None, "", False)
        self._purse = cost_limit.RecallSpend()
        self.indexer = RecallIndexer(
            store,
            self.embedders,
            clock,
            self.loaded_index.touched,
            self.loaded_index.words_made_anew,
            self.loaded_index.vectors_moved,
        )
        self._strangers = ExternalWrites(store)
        self._stop = store.hub.listen(self._changed)
        self._busy = InFlightCounter(self.loaded_index.ended)
        self._recording = threading.Lock()
        self._waiting: list[tuple[RecallRequest, RecallResult]] | None = None  # to be written down, by who comes first

    def end(self) -> None:
        """Nothing begins any more, and what goes on stops at the next step (RecallClosedError). Waits for nobody."""
        self._busy.end()
        self.indexer.end()
        if self._own is not None:
            self._own.end()

    def close(self) -> None:
        """End, and wait for what goes on. Any thread that asks nothing itself, any number of times."""
        self.end()
        self._stop()
        self._busy.wait(CLOSE_S)
        self.indexer.close()
        if self._own is not None:
            self._own.close()

    def _changed(self, change: CommittedChange) -> None:
        if change.table == "memories":
            self.loaded_index.touched(change.ids)
        elif change.table == SUMMARIES_BUILT:
            self.indexer.note_built(change)

    def warm(self) -> int:
        """Load the model and read what recall keeps in memory, so that the first question need not; how many memories.

        Raises RecallClosedError where it is closed meanwhile.
        """
        from ...language.compare import judge

        with self._busy.under_way():
            embedder = self._serving(self.embedders.wait(LOAD_S), "")[0]
            if not self.loaded_index.ended.is_set():
                judge.preload_judge(())  # it looks for contradictions in an answer
            with told_plainly(self._store.path):
                self._store.database.connect(reuse_if_open=True)
                self._make_current(embedder)
            return self.loaded_index.n

    def recall(self, request: RecallRequest) -> RecallResult:
        """What is known about a question (E9). Raises UsageError for a profile that is none, EnvironmentFault."""
        with self._busy.under_way():
            asker = acting()
            with acting_as(None):  # what is remembered between questions is the same for all; who asks is minded here
                return self._recall(request, asker)

    def _recall(self, request: RecallRequest, asker: ActingPrincipal | None) -> RecallResult:
        start = perf_counter()
        if not request.mood:
            request = replace(request, mood=tone_of(request.question))
        settings = self._settings()
        going = _Going(request, profiles.choose(request, settings.memory.recall_profile), settings, asker=asker)
        embedder, without = self._embedder(request)
        with told_plainly(self._store.path):
            self._store.database.connect(reuse_if_open=True)
            spent = self._purse.spent(request.now, self._store.quiet_mark("OTHERS recalls"))
            going.pressed = cost_limit.under_pressure(spent, settings.memory.recall_usd_day)
        self._rewrite(going)
        self._make_current(embedder)
        with told_plainly(self._store.path), self.loaded_index.lock.shared():
            items, tier = self._look(going, embedder, without)
        items, pairs = self._trusted(going, items)
        found = RecallResult(
            question=request.question,
            rewritten=going.rewritten,
            note=" ".join(going.notes),
            profile=going.profile.name,
            tier=tier if items else "none",
            items=tuple(items),
            stages=tuple(going.stages),
            cost_usd=going.cost,
            duration_ms=(perf_counter() - start) * 1000,
            conflicts=tuple(pairs),
            nothing="" if items else going.nothing,
        )
        self._record(request, found)
        return found

    # --- stages --------------------------------------------------------------------------------------------------

    def _embedder(self, request: RecallRequest) -> tuple[TextEmbedder | None, str]:
        if not self.switches.vectors:
            return None, "Switched off."
        if not self.embedders.wanted:
            return None, "The settings name no embedding model: words and graph serve."
        found = self.embedders.wait(0 if request.asked_by in AT_ONCE else LOAD_S)
        if found is None:
            return None, self.embedders.fault or "The model is being loaded: words and graph serve."
        return self._serving(found, request.asked_by)

    def _serving(self, found: TextEmbedder | None, asked_by: str) -> tuple[TextEmbedder | None, str]:
        """The model that searches, or why none does: the sentence model where the store names its index, else the one
        that is ``found``."""
        sentences = self.embedders.sentences()
        if sentences is None or found is None or not self._is_complete(index_name(sentences.name)):
            return found, ""
        if asked_by in AT_ONCE and not sentences.is_loaded:
            return None, "The model is being loaded: words and graph serve."
        try:
            sentences.load()
        except EnvironmentFault as fault:
            log.warning("%s", fault.full_text)
            return (
                None,
                f"The index of this memory is one of {sentences.name}, which did not load: words and graph serve.",
            )
        return sentences, ""

    def _is_complete(self, index: str) -> bool:
        """Tell whether the store names an index; a server that tells of changes is asked only after one."""
        mark = self._store.quiet_mark("complete_indexes")
        if mark is None or mark != self._complete[0] or self._complete[1] != index:
            with told_plainly(self._store.path):
                self._store.database.connect(reuse_if_open=True)
                self._complete = (mark, index, is_complete(index))
        return self._complete[2]

    def _rewrite(self, going: _Going) -> None:
        start = perf_counter()
        request = going.request
        if not going.profile.rewrites or not going.settings.memory.rewrite_questions or going.pressed:
            why = "the money for today is spent" if going.pressed else f"profile {going.profile.name}"
            off = not going.settings.memory.rewrite_questions
            going.stage("rewrite", start, "Switched off." if off else f"Skipped: {why}.")
            return
        model = self._model()
        if model is None:
            going.stage("rewrite", start, "No model may be asked (model.allowed).")
            return
        if not may_send((), [request.question, *request.messages], going.settings.second_look.exclude_services):
            going.stage("rewrite", start, "Skipped: it names a service that is excluded from models.")
            return
        found = rewrite_question.rewrite(
            model, request.question, request.messages, ended=self.loaded_index.ended.is_set
        )
        going.rewritten, going.cost = found.text, going.cost + found.cost_usd
        if found.why:
            going.notes.append(found.why)
        going.stage("rewrite", start, found.why or f"{model.name}: “{found.text}”")

    def _look(self, going: _Going, embedder: TextEmbedder | None, without: str) -> tuple[list[RecalledItem], str]:
        going.index, limited = self.loaded_index.as_seen_by(going.asker)
        going.postings = self._postings.among(going.index)
        if embedder is not None and going.index.model not in indexes_of(embedder.name):  # another was asked meanwhile
            embedder, without = None, "The vectors of another model are being read: words and graph serve."
        return self._look_around(going, embedder, without, limited)

    def _look_around(
        self, going: _Going, embedder: TextEmbedder | None, without: str, limited: bool
    ) -> tuple[list[RecalledItem], str]:
        """``limited``: some of what is there is not everybody's. No summary holds that, so that none is enough."""
        request = going.request
        start = perf_counter()
        asked = self._asked(going.rewritten or request.question, going)
        answered = summaries.SummaryAnswer((), ())
        if self.switches.summaries:
            known = self._summaries.all(self._store.quiet_mark("memory_summaries"))
            answered = summaries.search(going.index, known, asked.held)
        wanted = going.profile.fewest if request.limit is None else request.limit
        enough = bool(wanted) and answered.covering() >= wanted and going.profile is not profiles.DEEP and not limited
        names = ", ".join(summary.name for summary in answered.summaries) or "none"
        detail = f"Best of {names}: {counted(answered.covering(), 'fact covers', 'facts cover')} the question"
        going.stage("summaries", start, f"{detail}, {wanted} wanted: {'enough' if enough else 'not enough'}.")
        going.words = question_coverage.load_word_model(embedder, request.asked_by not in AT_ONCE)
        if enough:
            return self._answers(going, asked, self._from_summaries(going, answered)), "summaries"
        switches = self.switches
        if going.pressed and switches.graph:
            switches = StageSwitches(switches.keywords, switches.vectors, False, switches.neighbours, switches.decay)
            going.notes.append("The money for today's recalls is spent: 5 memories at most, no graph, no model.")
        from_summary = {number for number, covered in answered.facts if covered >= summaries.COVERED}
        items = self._searched(going, asked, embedder, switches, without, from_summary)
        kept = self._answers(going, asked, self._capped(going, items), items)
        going.ranked = items
        if not kept and request.asked_by in READERS:
            self._say_why(going, asked, embedder, switches, without)
        return kept, "search"

    def _searched(
        self,
        going: _Going,
        asked: SearchQuestion,
        embedder: TextEmbedder | None,
        switches: StageSwitches,
        without: str,
        from_summary: set[int],
    ) -> list[RecalledItem]:
        request = going.request
        most = max(going.profile.most, request.limit or 0) + SPARE
        try:
            ranked = self._ranked(going, asked, embedder, switches, most, without)
        except EnvironmentFault as fault:
            if embedder is None:
                raise
            going.notes.append(f"{fault} Words and graph serve.")
            ranked = self._ranked(going, asked, None, switches, most, str(fault))
        going.stages += ranked.stages
        going.far_out, going.cosines = frozenset(going.index.ids[ranked.far_out].tolist()), ranked.cosines
        memories = {m.id: m for m in tables.by_ids(going.index.ids[ranked.places].tolist())}
        items = []
        for at, number in enumerate(going.index.ids[ranked.places].tolist()):
            memory = memories.get(number)
            if memory is not None and going.may_see(memory) and may_show(memory, request, going.profile):
                scores = tuple(float(one[at]) for one in (ranked.raw, ranked.keyword, ranked.vector, ranked.near))
                origin: Origin = "summary" if number in from_summary else "search"
                items.append(item_of(memory, request, self._lifetimes(going), scores, origin))
        return items

    def _ranked(
        self,
        going: _Going,
        asked: SearchQuestion,
        embedder: TextEmbedder | None,
        switches: StageSwitches,
        most: int,
        without: str,
    ) -> search.RankedPositions:
        with told_plainly(self._store.path):  # a server that is lost here leaves words and graph
            return search.rank(
                going.index,
                going.postings,
                going.request,
                asked,
                embedder,
                going.settings.lifetimes,
                switches,
                most,
                going.profile.archived,
                without,
            )

    def _make_current(self, embedder: TextEmbedder | None) -> None:
        """Read what changed, and index what is new. Whoever indexes lets others ask meanwhile."""
        if self._is_current(embedder):
            return
        with told_plainly(self._store.path):
            bare = self._read_news(embedder)
            by_sentences = embedder is not None and embedder is self.embedders.sentences()
            if 0 < len(bare) <= AT_MOST_AT_ONCE and (embedder is None or embedder.local or by_sentences):
                self.indexer.index_now(bare)
                if embedder is not None and by_sentences:
                    self.indexer.embed_now(bare, embedder)
                self._read_news(embedder)
            elif bare or (embedder is not None and self.loaded_index.model == embedder.name):  # of bare texts
                self.indexer.start()
                self.indexer.index_soon()

    def _read_news(self, embedder: TextEmbedder | None) -> list[int]:
        """Bring the index up to date; the ids of what is not indexed yet."""
        with self.loaded_index.lock:
            self._refresh(embedder)
            bare = self.loaded_index.bare(vectors=embedder is not None)
            self._indexed_for = None if bare else _model_of(embedder)
            return bare

    def _is_current(self, embedder: TextEmbedder | None) -> bool:
        """Tell whether nothing changed since somebody asked, and all was indexed: nothing need be waited for then."""
        model, size = self.loaded_index.model, 0
        if embedder is not None:
            known = indexes_of(embedder.name)
            model, size = model if model in known else known[0], embedder.size
        indexed = self._indexed_for == _model_of(embedder)
        return indexed and self.loaded_index.is_current(model, size, self._store.quiet_mark(*READ_FROM))

    def _refresh(self, embedder: TextEmbedder | None) -> None:
        model, size = self.loaded_index.model, self.loaded_index.size
        if embedder is not None and (model != index_name(embedder.name) or size != embedder.size):
            model, size = serving_index(embedder.name), embedder.size
        mark = self._store.quiet_mark(*READ_FROM)
        self.loaded_index.refresh(model, size, self._strangers.has_external_write(), mark)
        if self.loaded_index.broken and embedder:
            self.indexer.repair_vectors(self.loaded_index.broken, self.loaded_index.model)
            self.loaded_index.broken = []

    def _asked(self, text: str, going: _Going) -> SearchQuestion:
        then = find_time_span(text, going.request.now)
        days = () if then is None else [word for word in then.words if word.isdigit()]
        try:
            with told_plainly(self._store.path):
                held, meant = query_expansion.find_holders(text, going.postings, going.index.services.of, days)
        except DamagedDatabase as fault:  # the indexes can be made anew from the memories themselves
            log.warning("the word index cannot be read: %s", fault)
            going.notes.append("The word index is damaged and made anew: meaning and graph serve meanwhile.")
            self.indexer.doubt_words()
            held, meant = {}, text
        total = int(going.index.alive[: going.index.n].sum())
        return SearchQuestion(
            meant, held, {word: inverse_document_frequency(len(places), total) for word, places in held.items()}, then
        )

    def _from_summaries(self, going: _Going, answered: summaries.SummaryAnswer) -> list[RecalledItem]:
        covered = dict(answered.facts)
        found = tables.by_ids([number for number, share in answered.facts if share >= summaries.COVERED])
        items = [
            item_of(memory, going.request, self._lifetimes(going), (covered[memory.id],) * 2 + (0.0, 0.0), "summary")
            for memory in found
            if going.may_see(memory) and may_show(memory, going.request, going.profile)
        ]
        return self._capped(going, items)

    def _lifetimes(self, going: _Going) -> LifetimeSettings | None:
        return going.settings.lifetimes if self.switches.decay else None

    def _capped(self, going: _Going, items: list[RecalledItem]) -> list[RecalledItem]:
        items.sort(key=lambda item: (-item.score, item.memory.id))
        number = profiles.cap([i.score for i in items], going.profile, going.request.limit, going.pressed)
        going.stages.append(
            RecallStage("cap", 0.0, f"Profile {going.profile.name}: {number} of {len(items)} that fit.")
        )
        return items[:number]

    def _answers(
        self, going: _Going, asked: SearchQuestion, items: list[RecalledItem], ranked: Sequence[RecalledItem] = ()
    ) -> list[RecalledItem]:
        """Those of the items that are likely to answer: none at all where none is. ``ranked`` is what they begin."""
        start = perf_counter()
        items = self._measured(going, asked, items, ranked)
        if going.request.everything:
            going.stage("evidence", start, "Not asked for: what answers nothing comes too.")
            return items
        profile = "" if going.request.asked_by == "injection" else going.profile.name  # a prompt holds no guesses
        kept, why = question_coverage.keep_answering(items, going.far_out, profile, bare=going.words is None)
        going.stage("evidence", start, why)
        if question_coverage.is_refuted(asked.held, items) and self.indexer.suspect_words():
            going.notes.append("The word index misses words that memories hold: it is looked through.")
        return kept

    def _measured(
        self, going: _Going, asked: SearchQuestion, items: list[RecalledItem], ranked: Sequence[RecalledItem]
    ) -> list[RecalledItem]:
        """With what speaks for each: of the question as it was asked or as it was rewritten, whichever is more."""
        asks = [asked, *([self._asked(going.request.question, going)] if going.rewritten else [])]
        farther = ranked[len(items) : answer_detection.FARTHER_TO]
        return question_coverage.weigh_items(going.index, asks, [*items, *farther], going.words, going.cosines)[
            : len(items)
        ]

    def _say_why(
        self,
        going: _Going,
        asked: SearchQuestion,
        embedder: TextEmbedder | None,
        switches: StageSwitches,
        without: str,
    ) -> None:
        """Nothing came: whether what is hidden would answer, and how near the nearest came."""
        all_of_them = replace(
            going.request, include_held=True, include_superseded=True, include_archived=True, asked_by="benchmark"
        )
        looking = _Going(all_of_them, going.profile, going.settings, going.pressed, going.rewritten, asker=going.asker)
        looking.words, looking.index, looking.postings = going.words, going.index, going.postings
        ranked = self._searched(looking, asked, embedder, switches, without, set())
        found = self._measured(looking, asked, self._capped(looking, ranked), ranked)
        near = [item for item in found if may_show(item.memory, going.request, going.profile)]
        hidden = [item for item in found if not may_show(item.memory, going.request, going.profile)]
        answering, _ = question_coverage.keep_answering(hidden, looking.far_out, "", bare=going.words is None)
        total, unknown = (
            int(going.index.alive[: going.index.n].sum()),
            question_coverage.unknown(asked.held),
        )
        going.nothing = no_result_reason.explain_no_result(
            total, unknown, near, [item.memory for item in answering], without
        )

    def _trusted(self, going: _Going, items: list[RecalledItem]) -> tuple[list[RecalledItem], list[tuple[int, int]]]:
        start = perf_counter()
        lifetimes = going.settings.lifetimes
        marked = [
            replace(item, marks=(*trust_marks.marks_of(item.memory, going.request.now, lifetimes), *item.marks))
            for item in items
        ]
        with told_plainly(self._store.path):
            pairs = trust_marks.conflicts([item.memory for item in marked])
        if not going.request.everything:
            beside = [*going.ranked, *self._announcing(going, marked)]
            marked = order_by_time(marked, beside, going.words, pairs, going.request.limit)
            there = {item.memory.id for item in marked}  # what came beside may have put one of a pair past the limit
            pairs = [pair for pair in pairs if there.issuperset(pair)]
        marked = trust_marks.flag(marked, pairs)
        kinds = sum(1 for item in marked if item.marks)
        going.stage("trust", start, f"{counted(kinds, 'has', 'have')} a mark, {len(pairs)} in conflict.")
        return marked, pairs

    def _announcing(self, going: _Going, items: Sequence[RecalledItem]) -> list[RecalledItem]:
        """What was not found, and announces a change of what the answer says."""
        found = {item.memory.id for item in (*items, *going.ranked)}
        with told_plainly(self._store.path):
            memories = announcements([item.memory for item in items], found)
        return [
            item_of(memory, going.request, self._lifetimes(going), (0.0,) * 4, "search")
            for memory in memories
            if going.may_see(memory) and may_show(memory, going.request, going.profile)
        ]

    def _record(self, request: RecallRequest, found: RecallResult) -> None:
        """The recall is written down after the answer: nobody waits for it, and all that wait for their turn are
        written at once."""
        with self._recording:
            if self._waiting is not None:
                self._waiting.append((request, found))
                return
            together = self._waiting = [(request, found)]
        try:
            self._store.write(partial(self._write_records, together)).add_done_callback(
                partial(self._recorded, together)
            )
        except RuntimeError:
            log.info("the store was closed before a recall was written down")

    def _write_records(self, together: list[tuple[RecallRequest, RecallResult]]) -> None:
        with self._recording:
            if self._waiting is together:
                self._waiting = None
        for request, found in together:
            cost_limit.record(request, found, request.now)
            self._store.note_change(CommittedChange("recalls"))

    def _recorded(self, together: list[tuple[RecallRequest, RecallResult]], done: Future[None]) -> None:
        if any(found.cost_usd for _, found in together):
            self._purse.ask_again()
        error = done.exception()
        if error is not None:
            log.warning("a recall was not written down: %s", error)


def _model_of(embedder: TextEmbedder | None) -> str:
    return "" if embedder is None else embedder.name
