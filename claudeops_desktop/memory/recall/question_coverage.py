"""How much of a question a memory meets (E9): what tells an answer from what merely comes next in a ranking.

A ranking always has a first, also where nothing answers. So each memory that would come back is measured by itself:
of all that the question's words say, how much is met by it? How much a word says is the length of its vector in the
built-in model, which learned it from the language at large: *the* says nothing, *first* little, *zigbee* much. A small
memory cannot know that from its own counts. A word is met where the memory holds it (in any form), less where its
neighbour in the conversation does, and in part by the word of the memory that means most nearly the same.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...core.errors import EnvironmentFault
from ..embed.types import SENTENCES
from ..types import counted
from . import answer_detection, graph
from .answer_detection import AnswerSigns, SentenceSigns
from .search import CosineStatistics, SearchQuestion
from .types import WEAK as WEAKLY
from .types import RecalledItem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..embed.built_in import BuiltInEmbedder
    from ..embed.types import TextEmbedder
    from ..types import Memory
    from .memory_index import MemoryIndex
    from .score_fusion import Scores

    Places = NDArray[np.int64]

FLOOR = 0.36  # of the question: an answer meets that much, where nothing else is known of it
WEAK = 0.25  # what stands beside an answer meets that much at least,
HALF = 0.5  # and, where not a deep recall asks, that much of what the best one meets
BARE = 0.55  # of these where no word is met in part: the built-in model did not load
LONG = 60.0  # what four telling words say: of a longer question nobody can meet every word
BESIDE = 0.6  # of a word that the neighbour holds
ONE_STEM = 0.8  # of a word that begins as one of the memory's does, at least half of it: replica, replication
_STEM = 4
CHANCE = 0.2  # cosine of the nearest word in a memory that has nothing to do with it
log = logging.getLogger(__name__)


_WORD = re.compile(r"[^\W_]+")
_LONGEST = 2_000  # characters of a memory that are compared word by word


def question_shares(
    loaded_index: MemoryIndex, asked: SearchQuestion, memories: Sequence[Memory], words: BuiltInEmbedder | None
) -> Scores:
    """How much of the question each memory meets, 0 to 1.

    Without ``words`` a word says as much as it is rare, and is met only where it is held.
    """
    import numpy as np

    named = list(asked.held)
    if not named or not memories:
        return np.ones(len(memories), np.float32)  # a question without a word cannot be missed
    at = np.array([loaded_index.place(memory.id) for memory in memories])
    met = np.stack([_held(loaded_index, asked.held[word], at) for word in named], axis=1)
    if asked.then is not None:
        said = (loaded_index.said[at] >= graph.julian_day(asked.then.start)) & (
            loaded_index.said[at] < graph.julian_day(asked.then.end)
        )
        met[np.ix_(said, [word in asked.then.words for word in named])] = 1.0
    if words is None:
        says = np.array([asked.telling[word] for word in named], np.float32)
        most = float(says.sum())
    else:
        directions, says = words.words(named)
        texts = [f"{memory.service or ''} {memory.observation}" for memory in memories]
        np.maximum(met, met_by_meaning(named, directions, texts, words), out=met)
        most = min(float(says.sum()), LONG)
    found: Scores = np.minimum(met @ says / np.float32(most or 1.0), 1.0)
    return found


def weigh_items(
    loaded_index: MemoryIndex,
    asks: Sequence[SearchQuestion],
    items: Sequence[RecalledItem],
    words: BuiltInEmbedder | None,
    cosines: CosineStatistics | None,
) -> list[RecalledItem]:
    """The items of a ranking, in its order, with how much of the question each meets and what speaks for an answer.

    ``asks`` are the ways in which the question is put, of which the better counts. ``cosines`` are those of one of the
    built-in models, None where neither searched.
    """
    memories = [item.memory for item in items]
    found = list(items)
    for number, asked in enumerate(asks):
        met = question_shares(loaded_index, asked, memories, words).tolist()
        signs = _signs(loaded_index, asked, met, memories, cosines, words) if words is not None else [None] * len(found)
        for place, (share, sign) in enumerate(zip(met, signs, strict=True)):
            one = replace(found[place], evidence=share, signs=sign)
            if not number or (one.answers or 0, share) > (found[place].answers or 0, found[place].evidence):
                found[place] = one
    return found


def _signs(
    loaded_index: MemoryIndex,
    asked: SearchQuestion,
    met: Sequence[float],
    memories: Sequence[Memory],
    cosines: CosineStatistics | None,
    words: BuiltInEmbedder,
) -> Sequence[AnswerSigns | None]:
    named = list(asked.held)
    if not named:
        return [None] * len(met)
    says = words.words(named)[1]
    unheard = [not asked.held[word].size and (asked.then is None or word not in asked.then.words) for word in named]
    unknown_share = float(says[unheard].sum()) / (float(says.sum()) or 1.0)
    chance = answer_detection.by_chance(met)
    number = answer_detection.size(int(loaded_index.alive[: loaded_index.n].sum()))
    found = []
    kind = SentenceSigns if cosines is not None and cosines.model == SENTENCES else AnswerSigns
    for share, memory in zip(met, memories, strict=True):
        cosine, distance = answer_detection.USUAL_COSINE, answer_detection.USUAL_DISTANCE
        if cosines is not None:
            cosine = cosines.each.get(memory.id, 0.0)
            distance = (cosine - cosines.mean) / (cosines.deviation or 1.0)
        found.append(kind(share, share - chance, unknown_share, number, float(len(named)), cosine, distance))
    return found


def _held(loaded_index: MemoryIndex, places: Places, at: NDArray[np.int64]) -> Scores:
    """1 where the memory at a place holds the word, BESIDE where the one before or after it does."""
    import numpy as np

    mask = np.zeros(loaded_index.n + 1, bool)  # the last one is nobody: place -1
    mask[places] = True
    beside = mask[loaded_index.before[at]] | mask[loaded_index.after[at]]
    found: Scores = np.where(mask[at], 1.0, np.where(beside, BESIDE, 0.0)).astype(np.float32)
    return found


def met_by_meaning(
    asked: Sequence[str], directions: NDArray[np.float32], texts: Sequence[str], words: BuiltInEmbedder
) -> Scores:
    """For each text and each word of the question: how near in meaning the nearest word of the text is, 0 to 1."""
    import numpy as np

    said = [_WORD.findall(text[:_LONGEST].lower()) or [""] for text in texts]
    known = list(dict.fromkeys(word for text in said for word in text))
    number = {word: place for place, word in enumerate(known)}
    near = np.clip((words.words(known)[0] @ directions.T - CHANCE) / (1 - CHANCE), 0, 1)
    by_stem: dict[str, list[str]] = {}
    for word in known:
        by_stem.setdefault(word[:_STEM], []).append(word)
    for column, one in enumerate(asked):
        for other in by_stem.get(one[:_STEM], ()):
            if _one_stem(one, other):
                near[number[other], column] = max(near[number[other], column], ONE_STEM)
    flat = np.fromiter((number[word] for text in said for word in text), np.int64)
    starts = np.cumsum([0, *(len(text) for text in said[:-1])])
    found: Scores = np.maximum.reduceat(near[flat], starts, axis=0)
    return found


def _one_stem(one: str, other: str) -> bool:
    same = max(_STEM, (max(len(one), len(other)) + 1) // 2)
    return one.isalpha() and other.isalpha() and one[:same] == other[:same]


def load_word_model(embedder: TextEmbedder | None, may_wait: bool) -> BuiltInEmbedder | None:
    """The built-in model, whatever model searches: it knows how much a word says. None where it does not load, or where
    nobody may wait for that.
    """
    from ..embed import built_in

    if isinstance(embedder, built_in.BuiltInEmbedder):
        return embedder
    if embedder is None and not may_wait:
        return None
    try:
        return built_in.load()
    except EnvironmentFault as fault:
        log.warning("%s", fault)
        return None


def is_refuted(held: Mapping[str, Places], items: Sequence[RecalledItem]) -> bool:
    """Tell whether a memory plainly has a word of the question that by the word index no memory holds."""
    missed = set(unknown(held))
    return bool(missed) and any(not missed.isdisjoint(_WORD.findall(i.memory.observation.lower())) for i in items)


def unknown(held: Mapping[str, Places]) -> tuple[str, ...]:
    """The words of a question that no memory holds at all."""
    return tuple(word for word, places in held.items() if not places.size)


def keep_answering(
    items: Sequence[RecalledItem], far_out: Collection[int], profile: str, bare: bool = False
) -> tuple[list[RecalledItem], str]:
    """Those that answer, in their order, and one sentence on it. Nothing comes where none is likely to.

    One of which the likelihood is not known answers where it meets the floor. Beside an answer those come that meet
    less, marked: half as much as the best, in a deep recall any that meets something or is near to what was named; for
    ``profile`` "" none. ``far_out`` are ids that a sentence model vouches for. ``bare``: the shares were reckoned
    without the words' meaning, and are lower.
    """
    floor, least = (FLOOR * BARE, WEAK * BARE) if bare else (FLOOR, WEAK)
    good = {
        item.memory.id
        for item in items
        if item.memory.id in far_out
        or (item.evidence >= floor if item.answers is None else item.answers >= answer_detection.LIKELY)
    }
    if profile != "deep":
        least = max(least, HALF * max((item.evidence for item in items), default=0.0))
    kept: list[RecalledItem] = []
    for item in items:
        if item.memory.id in good:
            kept.append(item)
        elif good and profile and (item.evidence >= least or (profile == "deep" and item.graph > 0)):
            kept.append(replace(item, marks=(*item.marks, WEAKLY)))
    if not items:
        return kept, "Nothing to weigh."
    dropped = [item for item in items if item.memory.id not in {one.memory.id for one in kept}]
    said = f"{counted(len(good), 'is', 'are')} likely to answer the question"
    said += f", {len(kept) - len(good)} weaker beside" if len(kept) > len(good) else ""
    named = ", ".join(f"{item.memory.id} ({item.evidence:.0%})" for item in dropped[:8])
    return kept, f"{said}; left out: {named}." if dropped else f"{said}."
