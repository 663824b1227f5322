"""Which signals are worth proposing (C9; the memory document, Keeping memory honest). Pure.

It must recur, or have been asked for from now on; stand nowhere in the folder; be more than anybody would do anyway;
and say what to do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ...language.compare.judge import judge
from ...language.types import Verdict
from ..audits.comparison import WordIndex, content_words, shared_words
from .types import DiscoverySignal, SignalCluster

SAME_WORDS = 0.6
DOCUMENTED = 0.6  # of the words of a principle that an entry has as well
SESSIONS = {"correction": 2, "decision": 1, "preference": 2, "pattern": 3}
"""In how many conversations something must have been said that was not asked for from now on."""
AGENT_SESSIONS = 3
_OBVIOUS = frozenset(
    "be careful check verify make sure do good work read test look think first again everything something thing right"  # noqa: SIM905
    " correct proper properly well try help fix find ask tell show give answer question problem error issue result need"
    " want operator prefer avoid don keep go use run start stop wait know say better best please all always now time"
    " way log logs status service services server system it that this".split()
)


def cluster_signals(signals: Sequence[DiscoverySignal]) -> list[SignalCluster]:
    """Signals that come to the same, together; in the order in which each was first said."""
    index, clusters = WordIndex(), list[list[DiscoverySignal]]()
    of_row = list[int]()
    for one in signals:
        home = next((of_row[row] for row in index.nearest(one.principle) if _same(clusters[of_row[row]][0], one)), None)
        if home is None:
            home = len(clusters)
            clusters.append([])
        clusters[home].append(one)
        index.add(one.principle)
        of_row.append(home)
    return [SignalCluster(tuple(some)) for some in clusters]


def passes_bar(cluster: SignalCluster, documented: WordIndex, texts: Sequence[str], services: Collection[str]) -> bool:
    """Tell whether a cluster is worth proposing. ``documented`` holds ``texts``, what the folder says already."""
    return (
        recurs(cluster)
        and not is_obvious(cluster.best.principle, services)
        and not is_documented(cluster.best.principle, documented, texts)
    )


def recurs(cluster: SignalCluster) -> bool:
    """Tell whether it was said often enough, or for good."""
    if not cluster.by_person:
        return cluster.conversations >= AGENT_SESSIONS
    return cluster.lasting or cluster.conversations >= SESSIONS[cluster.best.kind]


def is_documented(principle: str, documented: WordIndex, texts: Sequence[str]) -> bool:
    """Tell whether the folder says it already, or most of it."""
    for number in documented.nearest(principle):
        words = content_words(principle)
        if len(words & documented.rows[number]) / (len(words) or 1) < DOCUMENTED:
            continue
        if (
            shared_words(principle, texts[number]) >= SAME_WORDS
            or judge(texts[number], principle).verdict is Verdict.SAME
        ):
            return True
    return False


def is_obvious(principle: str, services: Collection[str]) -> bool:
    """Tell whether it names nothing of this place: then any agent would do it anyway."""
    lower = principle.casefold()
    if any(name in lower for name in services if len(name) > 2):
        return False
    return len(content_words(principle) - _OBVIOUS) < 2


def confidence_of(cluster: SignalCluster) -> float:
    """How sure it is, from how often and by whom it was said."""
    often = min(0.2, 0.05 * (cluster.conversations - 1))
    base = 0.75 if cluster.lasting else 0.65 if cluster.by_person else 0.5
    return round(min(0.95, base + often), 3)


def documented_index(texts: Iterable[str]) -> WordIndex:
    """An index of what the folder says."""
    index = WordIndex()
    for text in texts:
        index.add(text)
    return index


def _same(one: DiscoverySignal, other: DiscoverySignal) -> bool:
    if one.service != other.service and one.service and other.service:
        return False
    if one.principle.casefold() == other.principle.casefold():
        return True
    if shared_words(one.principle, other.principle) < SAME_WORDS:
        return False
    return judge(one.principle, other.principle).verdict is not Verdict.CONTRADICTION
