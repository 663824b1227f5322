"""How long a service takes to recover, as far as it was measured. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from ...stream.measured_facts import word_single_recovery
from .check_tracks import LONGEST_OUTAGE, SAME_START, CheckOutage
from .text import about, duration

RECOVERING = ("http", "tcp", "dns", "process", "unit", "container", "command")  # what goes out and comes back
_SHARP_S = 2.0
_SHARP_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class MeasuredRecovery:
    """The measured recovery time of a service, over all of its outages that are known.

    ``seconds`` is a median; ``kind`` says what it is: ``takes`` (both ends seen sharply), ``within`` (it lay between
    two checks; an upper bound) or ``at_least`` (nobody saw the beginning). ``spacing_s`` is how far apart the checks
    were; ``latest`` is when the newest outage ended; ``times`` how many outages it was measured of, ``shortest`` and
    ``longest`` their range in seconds.
    """

    kind: str
    seconds: float
    spacing_s: float
    latest: datetime
    times: int = 1
    shortest: float = 0.0
    longest: float = 0.0

    @property
    def text(self) -> str:
        """The fact in one frame each, so that measuring it again reinforces it, and a new value contradicts it."""
        if self.times == 1:
            bound = {"takes": "", "within": "within ", "at_least": "at least "}[self.kind]
            whole = max(1, round(self.seconds))
            return word_single_recovery(bound + (f"{whole} s" if whole < 60 else duration(timedelta(seconds=whole))))
        if self.kind == "takes":
            low, high = about(self.shortest), about(self.longest)
            spread = "" if low == high else f", {low} to {high}"
            return f"Takes about {about(self.seconds)} to recover after an outage (measured{spread})"
        if self.kind == "within":
            return (
                f"Recovers within about {about(self.seconds)} after an outage (checked every {about(self.spacing_s)})"
            )
        return f"Takes at least {about(self.seconds)} to recover after an outage (measured from when it was seen down)"


def recovery(outages: tuple[CheckOutage, ...], starts: Iterable[datetime] = ()) -> MeasuredRecovery | None:
    """The best that can be said: sharp measurements before bounds, bounds before a mere minimum.

    ``starts`` are those that no supervisor made: an outage that one of them ended lasted as long as it took somebody to
    come, which is not the service's time.
    """
    by_hand = tuple(starts)
    over = [o for o in outages if o.first_good is not None and o.plausible and not _ended_by_hand(o, by_hand)]
    bounded = [o for o in over if o.longest is not None and o.longest <= LONGEST_OUTAGE]
    sharp = [o for o in bounded if _is_sharp(o)]
    if sharp:
        middles = [(o.shortest + (_longest(o) - o.shortest) / 2).total_seconds() for o in sharp]
        return _measured("takes", middles, _spacing(sharp), sharp)
    if bounded:
        return _measured("within", [_longest(o).total_seconds() for o in bounded], _spacing(bounded), bounded)
    seen = [o for o in over if o.last_good is None and timedelta(seconds=1) <= o.shortest <= LONGEST_OUTAGE]
    return _measured("at_least", [o.shortest.total_seconds() for o in seen], 0.0, seen) if seen else None


def _measured(kind: str, seconds: list[float], spacing: float, outages: list[CheckOutage]) -> MeasuredRecovery:
    return MeasuredRecovery(kind, median(seconds), spacing, _latest(outages), len(seconds), min(seconds), max(seconds))


def _ended_by_hand(outage: CheckOutage, starts: tuple[datetime, ...]) -> bool:
    begun = (outage.last_good or outage.first_bad) - SAME_START
    return outage.first_good is not None and any(begun < start <= outage.first_good + SAME_START for start in starts)


def describe_outage(outage: CheckOutage) -> str:
    """How long one outage lasted, in words that claim no more than was seen."""
    longest = outage.longest
    if longest is None:
        return f"after at least {duration(outage.shortest)}"
    if _is_sharp(outage):
        return f"after about {about((outage.shortest + (longest - outage.shortest) / 2).total_seconds())}"
    return f"after between {duration(outage.shortest)} and {duration(longest)}"


def _is_sharp(outage: CheckOutage) -> bool:
    """Whether the two bounds lie close enough together to speak of a measured time."""
    longest = outage.longest
    if longest is None:
        return False
    gap = (longest - outage.shortest).total_seconds()
    return gap <= max(_SHARP_S, _SHARP_SHARE * longest.total_seconds())


def _longest(outage: CheckOutage) -> timedelta:
    return outage.longest or timedelta(0)


def _spacing(outages: list[CheckOutage]) -> float:
    return median((o.spacing or timedelta(0)).total_seconds() for o in outages)


def _latest(outages: list[CheckOutage]) -> datetime:
    return max(o.first_good for o in outages if o.first_good is not None)
