"""Response times in buckets whose bounds grow by one factor, so that histograms of any stretches add up. Pure.

A bucket's value is at most RELATIVE_ERROR away from every time in it, and so is every percentile (the scheme of
DDSketch, Masson, Rim and Lee 2019). 256 buckets reach from 0.01 ms over a year; what is shorter counts as 0.01 ms.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from math import ceil, log

RELATIVE_ERROR = 0.05
SHORTEST_MS = 0.01
_FACTOR = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR)
_LOG = log(_FACTOR)
_LAST = 255
_COUNT_BITS = 24
_MOST = (1 << _COUNT_BITS) - 1


def bucket_of(milliseconds: float) -> int:
    """The bucket of a response time."""
    if milliseconds <= SHORTEST_MS:
        return 0
    return min(_LAST, ceil(log(milliseconds / SHORTEST_MS) / _LOG))


def value_of(bucket: int) -> float:
    """The response time in milliseconds that a bucket stands for."""
    return SHORTEST_MS * 2 * _FACTOR**bucket / (_FACTOR + 1) if bucket else SHORTEST_MS


def pack_histogram(buckets: Mapping[int, int]) -> bytes:
    """Counts by bucket as they are stored: four bytes for each bucket that is not empty; none for a negative count."""
    words = []
    for bucket, count in sorted(buckets.items()):
        left = count
        while left > 0:  # more than 16 million in one bucket stand in it twice
            words.append(bucket << _COUNT_BITS | min(left, _MOST))
            left -= _MOST
    return struct.pack(f"<{len(words)}I", *words)


def add_packed(buckets: dict[int, int], packed: bytes) -> None:
    """Add stored histograms, one or many put together, to counts by bucket."""
    for word in struct.unpack(f"<{len(packed) // 4}I", packed):
        bucket = word >> _COUNT_BITS
        buckets[bucket] = buckets.get(bucket, 0) + (word & _MOST)


def percentile(buckets: Mapping[int, int], share: float) -> float | None:
    """The response time that ``share`` (0 to 1) of them do not exceed (nearest rank); None where there are none."""
    rank = max(1, ceil(share * sum(buckets.values())))
    for bucket in sorted(buckets):
        rank -= buckets[bucket]
        if rank <= 0:
            return value_of(bucket)
    return None
