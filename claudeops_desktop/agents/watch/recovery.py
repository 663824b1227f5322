"""How long a service takes to recover, as far as it was measured. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from .check_tracks import LONGEST_OUTAGE, CheckOutage
from .text import about, duration

RECOVERING = ("http", "tcp", "dns", "process", "unit", "container", "command")  # what goes out and comes back
_SHARP_S = 2.0
_SHARP_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class MeasuredRecovery:
    """The measured recovery time of a service, over all of its outages that are known.

    ``seconds`` is a median; ``kind`` says what it is: ``takes`` (both ends seen sharply), ``within`` (it lay between
    two checks; an upper bound) or ``at_least`` (nobody saw the beginning). ``spacing_s`` is how far apart the checks
    were; ``latest`` is when the newest outage ended.
    """

    kind: str
    seconds: float
    spacing_s: float
    latest: datetime

    @property
    def text(self) -> str:
        """The fact in one frame each, so that measuring it again reinforces it, and a new value contradicts it."""
        if self.kind == "takes":
            return f"Takes about {about(self.seconds)} to recover after an outage (measured)"
        if self.kind == "within":
            return (
                f"Recovers within about {about(self.seconds)} after an outage (checked every {about(self.spacing_s)})"
            )
        return f"Takes at least {about(self.seconds)} to recover after an outage (measured from when it was seen down)"


def recovery(outages: tuple[CheckOutage, ...]) -> MeasuredRecovery | None:
    """The best that can be said: sharp measurements before bounds, bounds before a mere minimum."""
    over = [o for o in outages if o.first_good is not None and o.plausible]
    bounded = [o for o in over if o.longest is not None and o.longest <= LONGEST_OUTAGE]
    sharp = [o for o in bounded if _is_sharp(o)]
    if sharp:
        middles = [(o.shortest + (_longest(o) - o.shortest) / 2).total_seconds() for o in sharp]
        return MeasuredRecovery("takes", median(middles), _spacing(sharp), _latest(sharp))
    if bounded:
        return MeasuredRecovery(
            "within", median(_longest(o).total_seconds() for o in bounded), _spacing(bounded), _latest(bounded)
        )
    seen = [o for o in over if o.last_good is None and timedelta(seconds=1) <= o.shortest <= LONGEST_OUTAGE]
    if seen:
        return MeasuredRecovery("at_least", median(o.shortest.total_seconds() for o in seen), 0.0, _latest(seen))
    return None


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
