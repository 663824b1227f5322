"""What is missing about which service: pure. What was in trouble oftenest comes first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from .types import CATEGORIES, KnowledgeGap, ServiceKnowledge

MOST = 5  # gaps of a week


def find_gaps(
    services: Iterable[ServiceKnowledge], settled: Collection[KnowledgeGap] = (), most: int = MOST
) -> list[KnowledgeGap]:
    """The gaps of a week without those that are ``settled``, at most ``most``; of each service the gravest first."""
    found = [
        (place, -one.incidents, one.service, gap)
        for one in services
        for place, gap in enumerate(_gaps_of(one))
        if gap not in settled
    ]
    return [gap for *_, gap in sorted(found, key=lambda row: row[:3])[:most]]


def is_known(gap: KnowledgeGap, known: Mapping[str, frozenset[str]]) -> bool:
    """Tell whether the facts of a service, by their categories, say what was missing."""
    categories = known.get(gap.service, frozenset())
    return bool(categories) if gap.kind == "nothing" else CATEGORIES[gap.kind] in categories


def _gaps_of(one: ServiceKnowledge) -> Iterator[KnowledgeGap]:
    if not one.categories:
        yield KnowledgeGap(one.service, "nothing")
        return
    if one.incidents and not one.cure and "remediation" not in one.categories:
        yield KnowledgeGap(one.service, "remediation")
    if one.incidents and "dependency" not in one.categories:
        yield KnowledgeGap(one.service, "dependency")
    if one.restarted and "timing" not in one.categories:
        yield KnowledgeGap(one.service, "timing")
