"""Tier 2: keywords and vectors fused, the entity graph half and half, then decay and weight (E9, E10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ...core.settings.groups import LifetimeSettings
from ...language.types import service_name
from ..embed.types import BUILT_IN, SENTENCES
from . import age_decay, graph, keywords, rerank, score_fusion
from .graph import EntitySummary
from .memory_index import HELD, LAID, SUPERSEDED, MemoryIndex
from .server_search import QuestionCosines, WantedMemories, compare_all
from .types import RecallRequest, RecallStage
from .vectors import embedded_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...language.dates.question_dates import TimeSpan
    from ..embed.types import TextEmbedder
    from .score_fusion import Mask, Scores

    Places = NDArray[np.int64]

ENOUGH_VECTORS = 0.8  # of all memories; with fewer, those without one would lose for no reason of theirs
_LAST = 1e-9  # a score below all others
FAR_OUT = 4.5  # standard deviations above the mean of all: a sentence model saw what no word shows
MOST_COMPARED = 1_000  # memories that share words, whose vectors a server is asked for as well
LEAST_COSINE = 0.2  # a memory that shares no word and no name with the question has to mean much the same;
LEAST_SENTENCE_COSINE = 0.25  # so near are as many, one in twenty, by the sentence model (benchmarks/ops_questions*)


@dataclass(frozen=True, slots=True)
class StageSwitches:
    """Which stages work. The benchmarks turn one off at a time; the application leaves all on."""

    keywords: bool = True
    vectors: bool = True
    graph: bool = True
    neighbours: bool = True
    decay: bool = True
    summaries: bool = True


class CosineStatistics(NamedTuple):
    """How near some memories are to a question in meaning, and the mean and deviation over all memories."""

    each: Mapping[int, float]  # by id
    mean: float
    deviation: float
    model: str


@dataclass(slots=True)
class RankedPositions:
    """Places, best first, with how each stage saw them (arrays over these places, in their order)."""

    places: Places
    raw: Scores
    keyword: Scores
    vector: Scores
    near: Scores
    far_out: Places
    cosines: CosineStatistics | None = None
    named: tuple[EntitySummary, ...] = ()
    stages: list[RecallStage] = field(default_factory=list)


@dataclass(slots=True)
class SearchQuestion:
    """A question as it is searched for: its words with the places that hold each, and how telling each is."""

    text: str
    held: dict[str, Places]
    telling: dict[str, float]
    then: TimeSpan | None = None


def rank(
    loaded_index: MemoryIndex,
    postings: keywords.KeywordPostings,
    request: RecallRequest,
    asked: SearchQuestion,
    embedder: TextEmbedder | None,
    settings: LifetimeSettings,
    switches: StageSwitches,
    most: int,
    archived: bool,
    without: str = "",
) -> RankedPositions:
    """The best ``most`` places. ``without`` says why there is no vector search, where there is none.

    With a connection, under the loaded_index's lock.
    """
    import numpy as np

    n, stages = loaded_index.n, list[RecallStage]()
    visible = _visible(loaded_index, request, archived)
    nothing = np.zeros(n, np.float32)

    start = perf_counter()
    word = nothing
    if switches.keywords:
        word = score_fusion.normalised(
            keywords.score(loaded_index, asked.held, asked.telling, switches.neighbours, visible), visible, 0.0
        )
    stages.append(RecallStage("keywords", _ms(start), _of_words(asked, switches.keywords)))

    start = perf_counter()
    hidden, laid = request.include_held or request.include_superseded, request.include_archived or archived
    wanted = WantedMemories(_most_telling(word), hidden, laid)
    cosines, told = _cosines(
        loaded_index, _embedded(request, asked), asked.telling, embedder, switches.vectors, without, wanted
    )
    cosine = None if cosines is None else cosines.each
    meaning = nothing if cosine is None else _meaning(loaded_index, cosine, visible, switches.neighbours)
    stages.append(RecallStage("vectors", _ms(start), told))
    semantic = score_fusion.convex(word if switches.keywords else None, meaning if cosine is not None else None)
    semantic = nothing if semantic is None else semantic

    start = perf_counter()
    raw, near = semantic, nothing
    named: tuple[EntitySummary, ...] = ()
    if switches.graph:
        found = graph.proximity(loaded_index, postings, asked.text, request.services, asked.then)
        came = graph.second_hop(loaded_index, postings, found, semantic * visible)
        near, named = found.scores, found.named
        raw = score_fusion.dual(semantic, near)
        names = ", ".join(f"{entity.kind} {entity.name}" for entity in named[:5])
        detail = f"From {names}; {came} more in two hops." if named else "The question names nothing that is known."
        if asked.then is not None:
            detail += f" Near to what was said {asked.then.said}."
    else:
        detail = "Skipped."
    stages.append(RecallStage("graph", _ms(start), detail))

    start = perf_counter()
    worth = visible & ((word > 0) | (near > 0))
    if cosine is not None and embedder is not None:
        worth |= visible & (cosine >= (LEAST_SENTENCE_COSINE if embedder.name == SENTENCES else LEAST_COSINE))
    # What has nothing to do with the question has no part in what follows, but where so many of all are wanted.
    among = np.flatnonzero(visible if request.everything and request.limit is not None else worth)
    sharp = _sharp(raw, worth, among)
    score = sharp * _decay(loaded_index, among, request.now, settings) if switches.decay else sharp
    score = score * _weights(loaded_index, among, request.mood)
    at = np.argpartition(-score, most - 1)[:most] if 0 < most < len(among) else np.arange(len(among) if most else 0)
    at = at[score[at] > 0]
    at = at[np.lexsort((among[at], -score[at]))]
    best = among[at]
    spent = _ms(start)
    detail = "Days since the last confirmation, at the pace of each domain." if switches.decay else "Switched off."
    stages.append(RecallStage("decay", spent, detail))
    far, compared = _standing_out(loaded_index, best, cosines, embedder)
    return RankedPositions(best, sharp[at], word[best], meaning[best], near[best], far, compared, named, stages)


def _sharp(raw: Scores, worth: Mask, among: Places) -> Scores:
    """Sharpened scores; what has nothing to do with the question, and was asked for all the same, comes last."""
    import numpy as np

    some = worth[among]
    found = np.full(len(among), _LAST, np.float32)
    found[some] = np.maximum(score_fusion.sharpened(raw[among[some]]), np.float32(_LAST) * 2)
    found[~some] *= 1 - 0.5 / (1 + raw[among[~some]])
    return found


def _standing_out(
    loaded_index: MemoryIndex, best: Places, cosines: QuestionCosines | None, embedder: TextEmbedder | None
) -> tuple[Places, CosineStatistics | None]:
    """Those of the best whose cosine no chance explains, far above that of all memories, where a model reads sentences.
    Of the built-in models the cosines instead, which are weighed with what else speaks for an answer."""
    if cosines is None or embedder is None or not best.size:
        return best[:0], None
    cosine, mean, deviation = cosines
    if embedder.name in (BUILT_IN, SENTENCES):
        each = dict(zip(loaded_index.ids[best].tolist(), cosine[best].tolist(), strict=True))
        return best[:0], CosineStatistics(each, mean, deviation, embedder.name)
    return best[cosine[best] >= mean + FAR_OUT * deviation] if embedder.reads else best[:0], None


def _visible(loaded_index: MemoryIndex, request: RecallRequest, archived: bool) -> Mask:
    hidden = 0 if request.include_held else HELD
    hidden |= 0 if request.include_superseded else SUPERSEDED
    hidden |= 0 if request.include_archived or archived else LAID
    found: Mask = loaded_index.alive[: loaded_index.n] & ((loaded_index.hidden[: loaded_index.n] & hidden) == 0)
    return found


def _cosines(
    loaded_index: MemoryIndex,
    text: str,
    telling: Mapping[str, float],
    embedder: TextEmbedder | None,
    on: bool,
    without: str,
    wanted: WantedMemories,
) -> tuple[QuestionCosines | None, str]:
    if not on or embedder is None or not loaded_index.size:
        return None, without or ("Switched off." if not on else "No memory has a vector yet: words and graph serve.")
    alive = loaded_index.alive[: loaded_index.n]
    there, total = int((loaded_index.has_vector[: loaded_index.n] & alive).sum()), int(alive.sum())
    if there < ENOUGH_VECTORS * total:
        return (
            None,
            f"{there:,} of {total:,} memories have a vector of {embedder.name}: words and graph serve meanwhile.",
        )
    vector = embedder.question(text, telling)
    if vector.shape != (loaded_index.size,):
        return None, f"{embedder.name} answers with vectors of another size: they are being made anew."
    told = f"{embedder.name}, {there:,} of {total:,} memories."
    if loaded_index.at_server is not None:
        found = loaded_index.at_server.cosines(loaded_index, vector, wanted)
        told += " The server searched them."
    else:
        found = compare_all(loaded_index, vector)
    if loaded_index.seen is not None:
        found.each[~alive] = 0  # what is not seen lends nothing to its neighbours
    return found, told


def _embedded(request: RecallRequest, asked: SearchQuestion) -> str:
    """The question behind the service that the asker is busy with, where it is one that the question does not name."""
    services = [name for name in map(service_name, request.services) if name]
    unnamed = len(services) == 1 and services[0] not in asked.text.lower()
    return embedded_text(services[0] if unnamed else None, asked.text)


def _meaning(loaded_index: MemoryIndex, cosine: Scores, visible: Mask, neighbours: bool) -> Scores:
    n = loaded_index.n
    there = loaded_index.has_vector[:n]
    meant = (
        score_fusion.spread_scores(cosine, loaded_index.before[:n], loaded_index.after[:n]) if neighbours else cosine
    )
    found: Scores = score_fusion.normalised(meant, visible & there) * there
    return found


def _most_telling(word: Scores) -> Places:
    """Places of those that say most of the question's words: how near they lie in meaning is asked too."""
    import numpy as np

    there = np.flatnonzero(word > 0)
    if len(there) <= MOST_COMPARED:
        return there
    return there[np.argpartition(-word[there], MOST_COMPARED - 1)[:MOST_COMPARED]]


def _of_words(asked: SearchQuestion, on: bool) -> str:
    if not on:
        return "Switched off."
    known = [f"{word} ({len(places):,})" for word, places in asked.held.items()]
    return (
        f"Memories that hold each word: {', '.join(known[:12])}." if known else "The question has no words to look for."
    )


def _decay(loaded_index: MemoryIndex, places: Places, now: datetime, settings: LifetimeSettings) -> Scores:
    import numpy as np

    known = [age_decay.lifetime(name, settings).decay for name in loaded_index.domains.names]
    rates = np.array(known or [0.0], np.float32)
    days = np.maximum(0.0, graph.julian_day(now) - loaded_index.confirmed[places]).astype(np.float32)
    left: Scores = np.exp(-rates[loaded_index.domain[places]] * days)
    left[loaded_index.stale[places]] *= age_decay.STALE_COUNTS
    left[loaded_index.pinned[places]] = 1.0
    return left


def _weights(loaded_index: MemoryIndex, places: Places, mood: str) -> Scores:
    import numpy as np

    found: Scores = 1 + np.float32(rerank.PRIORITY) * np.clip(loaded_index.priority[places], -1, 1)
    if mood and mood != "neutral" and mood in loaded_index.moods.of:
        found[loaded_index.mood[places] == loaded_index.moods.of[mood]] *= np.float32(rerank.MOOD)
    return found


def _ms(start: float) -> float:
    return (perf_counter() - start) * 1000
