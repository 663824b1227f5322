"""How long a service takes to recover, as far as it was measured. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import median

from ...stream.measured_facts import word_single_recovery
from .check_tracks import LONGEST_OUTAGE, SAME_START, CheckOutage, CheckTrack
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
    ``longest`` their range in seconds. ``from_start``: measured from the start by hand that ended each.
    """

    kind: str
    seconds: float
    spacing_s: float
    latest: datetime
    times: int = 1
    shortest: float = 0.0
    longest: float = 0.0
    from_start: bool = False

    @property
    def text(self) -> str:
        """The fact in one frame each, so that measuring it again reinforces it, and a new value contradicts it."""
        if self.times == 1:
            bound = {"takes": "", "within": "within ", "at_least": "at least "}[self.kind]
            whole = max(1, round(self.seconds))
            span = bound + (f"{whole} s" if whole < 60 else duration(timedelta(seconds=whole)))
            return word_single_recovery(span, from_start=self.from_start)
        begun = " from its start" if self.from_start else ""
        if self.kind == "takes":
            low, high = about(self.shortest), about(self.longest)
            spread = "" if low == high else f", {low} to {high}"
            return f"Takes about {about(self.seconds)} to recover after an outage (measured{begun}{spread})"
        if self.kind == "within":
            measured = f"measured{begun}, " if begun else ""
            every = about(self.spacing_s)
            return f"Recovers within about {about(self.seconds)} after an outage ({measured}checked every {every})"
        return f"Takes at least {about(self.seconds)} to recover after an outage (measured from when it was seen down)"


def recovery(track: CheckTrack) -> MeasuredRecovery | None:
    """Return the best that can be said: sharp measurements before bounds, bounds before a mere minimum.

    A deliberate outage lasted as long as somebody wished it to, which is not the service's time. Where there were no
    others, the time from the start that ended it is.
    """
    over = [o for o in track.outages if o.first_good is not None and o.plausible and not o.planned]
    by_itself = _best([o for o in over if not is_deliberate(o, track)])
    if by_itself is not None:
        return by_itself
    from_start = _best([begun for o in over if (begun := _from_start(o, track)) is not None])
    return replace(from_start, from_start=True) if from_start is not None else None


def is_deliberate(outage: CheckOutage, track: CheckTrack) -> bool:
    """Tell whether an outage was planned work, or ended by an order or a start that no supervisor made."""
    return outage.planned or any(_lies_in(outage, at) for at in (*track.starts_by_hand, *track.orders))


def _best(outages: list[CheckOutage]) -> MeasuredRecovery | None:
    bounded = [o for o in outages if o.longest is not None and o.longest <= LONGEST_OUTAGE]
    sharp = [o for o in bounded if _is_sharp(o)]
    if sharp:
        middles = [(o.shortest + (_longest(o) - o.shortest) / 2).total_seconds() for o in sharp]
        return _measured("takes", middles, _spacing(sharp), sharp)
    if bounded:
        return _measured("within", [_longest(o).total_seconds() for o in bounded], _spacing(bounded), bounded)
    seen = [o for o in outages if o.last_good is None and timedelta(seconds=1) <= o.shortest <= LONGEST_OUTAGE]
    return _measured("at_least", [o.shortest.total_seconds() for o in seen], 0.0, seen) if seen else None


def _from_start(outage: CheckOutage, track: CheckTrack) -> CheckOutage | None:
    """Return the outage counted from the last start that was seen in it; None where none was, only an order."""
    start = max((at for at in track.starts_by_hand if _lies_in(outage, at)), default=None)
    if start is None or outage.first_good is None:
        return None
    start = min(start, outage.first_good)
    return replace(outage, last_good=start, first_bad=start, last_bad=max(start, outage.last_bad))


def _lies_in(outage: CheckOutage, moment: datetime) -> bool:
    begun = (outage.last_good or outage.first_bad) - SAME_START
    return outage.first_good is not None and begun < moment <= outage.first_good + SAME_START


def _measured(kind: str, seconds: list[float], spacing: float, outages: list[CheckOutage]) -> MeasuredRecovery:
    return MeasuredRecovery(kind, median(seconds), spacing, _latest(outages), len(seconds), min(seconds), max(seconds))


def describe_outage(outage: CheckOutage) -> str:
    """How long one outage lasted, in words that claim no more than was seen."""
    longest = outage.longest
    if longest is None:
        return f"after at least {duration(outage.shortest)}"
    if _is_sharp(outage):
        return f"after about {about((outage.shortest + (longest - outage.shortest) / 2).total_seconds())}"
    return f"after between {duration(outage.shortest)} and {duration(longest)}"


def _is_sharp(outage: CheckOutage) -> bool:
    """Tell whether the two bounds lie close enough together to speak of a measured time."""
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
