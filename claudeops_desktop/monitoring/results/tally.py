"""Counts and response times of many results, which can be added up and taken apart again. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .histogram import add_packed, bucket_of, pack_histogram, percentile
from .types import STATUSES, UptimeSummary

IN_MAINTENANCE = len(STATUSES)  # a stored state is the place of its status, plus this in maintenance
MEASURED = 2  # the first two states have an answer whose time counts


def state_of(status: str, maintenance: bool) -> int:
    """A status as it is stored. Raises ValueError for one that is none of ours."""
    return STATUSES.index(status) + (IN_MAINTENANCE if maintenance else 0)


def status_of(state: int) -> tuple[str, bool]:
    """The status that a stored state stands for, and whether it was in maintenance."""
    return STATUSES[state % IN_MAINTENANCE], state >= IN_MAINTENANCE


@dataclass(slots=True)
class ResultTally:
    """``counts`` by status in the order of STATUSES, then those in maintenance; ``buckets`` of response times."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(STATUSES) + 1))
    buckets: dict[int, int] = field(default_factory=dict)

    def add_result(self, state: int, microseconds: int | None) -> None:
        """Count one stored result."""
        self.counts[min(state, IN_MAINTENANCE)] += 1
        if state < MEASURED and microseconds is not None:
            bucket = bucket_of(microseconds / 1000)
            self.buckets[bucket] = self.buckets.get(bucket, 0) + 1

    def add_counts(self, counts: Iterable[int]) -> None:
        """Add counts alone."""
        for place, count in enumerate(counts):
            self.counts[place] += count

    def add_histogram(self, packed: bytes) -> None:
        """Add stored response times alone."""
        add_packed(self.buckets, packed)

    def add(self, other: ResultTally, times: int = 1) -> None:
        """Add another one, or take it away (``times`` -1)."""
        self.add_counts(times * count for count in other.counts)
        for bucket, count in other.buckets.items():
            self.buckets[bucket] = self.buckets.get(bucket, 0) + times * count

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing is counted."""
        return not any(self.counts) and not any(self.buckets.values())

    def packed(self) -> tuple[int, int, int, int, int, bytes]:
        """As a row of the totals stores it."""
        healthy, degraded, down, unknown, maintenance = self.counts
        return healthy, degraded, down, unknown, maintenance, pack_histogram(self.buckets)

    def summary(self, service: str) -> UptimeSummary:
        """As it is read."""
        healthy, degraded, down, unknown, maintenance = self.counts
        p50, p95, p99 = (percentile(self.buckets, share) for share in (0.5, 0.95, 0.99))
        return UptimeSummary(service, healthy, degraded, down, unknown, maintenance, p50, p95, p99)
