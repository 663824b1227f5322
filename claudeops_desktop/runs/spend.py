"""What sessions may cost (S3): caps of session, run, day and month, and when the operator is warned. Pure rules."""

from __future__ import annotations

from math import floor
from typing import Literal

from msgspec import Struct

from ..core.money import money_cap, money_of
from ..core.settings import LimitSettings

WARNED_AT = 0.8
LEAST = 0.0001  # dollars; the CLI takes no smaller cap, and none at all would be no cap
Period = Literal["day", "month"]


class SpentTotals(Struct, frozen=True):
    """Dollars of the run so far, of the local day, and of the local month from the 1st."""

    run: float = 0.0
    day: float = 0.0
    month: float = 0.0


class SpendAllowance(Struct, frozen=True):
    """Dollars a session may cost; None for no cap. ``refused`` is a sentence where nothing is left."""

    usd: float | None
    refused: str = ""


def remaining_allowance(limits: LimitSettings, spent: SpentTotals) -> SpendAllowance:
    """The smallest of what is left under the caps of session, run, day and month; 0 in a setting means no cap."""
    left = [limits.session_usd] if limits.session_usd else []
    for words, name, cap, used in (
        ("for a run", "run", limits.run_usd, spent.run),
        ("a day", "day", limits.day_usd, spent.day),
        ("a month", "month", limits.month_usd, spent.month),
    ):
        if cap and _used_up(used, cap):
            return SpendAllowance(
                0.0,
                f"{money_of(used, cap)} {words} are spent: no session starts."
                f" Raise limits.{name}_usd in the settings to go on.",
            )
        if cap:
            left.append(cap - used)
    return SpendAllowance(round(floor(min(left) / LEAST + 1e-6) * LEAST, 4) if left else None)


def _used_up(used: float, cap: float) -> bool:
    """Tell whether nothing is left that a session could be started with."""
    return cap - used < LEAST


class SpendWarning(Struct, frozen=True):
    """A cap that is near (``reached`` False) or used up, once for each period and cap. ``level`` is of events."""

    period: Period
    cap_usd: float
    reached: bool
    level: Literal["warning", "critical"]
    message: str


def spend_warnings(limits: LimitSettings, spent: SpentTotals) -> tuple[SpendWarning, ...]:
    """What is to be said at this point: at 80% that a cap is near, at 100% that nothing starts any more."""
    found = []
    for period, cap, used in (("day", limits.day_usd, spent.day), ("month", limits.month_usd, spent.month)):
        if not cap or used < WARNED_AT * cap:
            continue
        reached = _used_up(used, cap)
        of, share = money_of(used, cap), floor(100 * used / cap + 1e-6)
        when = "today" if period == "day" else "this month"
        until = "tomorrow" if period == "day" else "the 1st"
        message = (
            f"{of} are spent {when}: no run starts until {until}, unless you raise limits.{period}_usd."
            if reached
            else f"{of} are spent {when} ({share}%). At {money_cap(cap)} no run starts until {until}."
        )
        found.append(SpendWarning(period, cap, reached, "critical" if reached else "warning", message))  # type: ignore[arg-type]
    return tuple(found)
