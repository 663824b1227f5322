"""What runs have cost, in words: the status line, the overview and their hovers say the same. Pure."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from ...core.clock import utc_now
from ...core.money import money_cap, money_of
from ...core.settings import LimitSettings
from ...core.usage_window import UsageWindow, closed_sentence, window_name
from ...runs.spend import WARNED_AT
from . import formatting
from .translation import tr, tr_message

if TYPE_CHECKING:
    from ...records.spend_forecast import SpendForecast


class SpendSummary(Struct, frozen=True):
    """Dollars of the local day and month, what the month may come to (None: too little to go by), and what is known of
    the subscription's window (None: nothing)."""

    today: float = 0.0
    month: float = 0.0
    forecast: SpendForecast | None = None
    window: UsageWindow | None = None


DAY_REACHED = tr("Today's cap of {cap} is reached: no run starts until tomorrow.")
DAY_NEAR = tr("Today's cap is near: {spent} are spent.")
MONTH_REACHED = tr("This month's cap of {cap} is reached: no run starts until the 1st.")
MONTH_NEAR = tr("This month's cap is near: {spent} are spent.")


def spend_line(spend: SpendSummary, limits: LimitSettings) -> str:
    """``today $0.42 of $5 · month $3.10 of $50``, and in words where a cap is near or reached."""
    said = tr(
        "today {money_of} · month {money_of_2}",
        money_of=money_of(spend.today, limits.day_usd),
        money_of_2=money_of(spend.month, limits.month_usd),
    )
    state = _cap_state(spend, limits)
    if state:
        said = tr("{said} · cap reached", said=said) if state == "over" else tr("{said} · near the cap", said=said)
    window = window_words(spend, utc_now())
    return tr("{said} · {window}", said=said, window=window) if window else said


def window_words(spend: SpendSummary, now: datetime) -> str:
    """``5 h limit 93% used``, ``usage limit reached until 23:00``; "" where nothing is known of the subscription."""
    if spend.window is None:
        return ""
    until = spend.window.closed_at(now)
    if until is not None:
        return tr("usage limit reached until {time}", time=formatting.format_clock_time(until))
    used = spend.window.used_at(now)
    if used is None:
        return ""
    share = formatting.format_percent(used)
    return tr("{window} limit {share} used", window=window_name(spend.window.name), share=share)


def spend_state(spend: SpendSummary, limits: LimitSettings) -> str:
    """``over`` where a cap or the subscription's limit is reached, ``near`` where one is near, else nothing."""
    state, now = _cap_state(spend, limits), utc_now()
    if spend.window is None or state == "over":
        return state
    if spend.window.closed_at(now) is not None:
        return "over"
    return "near" if (spend.window.used_at(now) or 0.0) >= WARNED_AT else state


def _cap_state(spend: SpendSummary, limits: LimitSettings) -> str:
    shares = [used / limit for used, limit in ((spend.today, limits.day_usd), (spend.month, limits.month_usd)) if limit]
    worst = round(max(shares, default=0.0), 4)
    return "over" if worst >= 1 else "near" if worst >= WARNED_AT else ""


def cap_sentences(spend: SpendSummary, limits: LimitSettings) -> list[tuple[str, str]]:
    """What is to be said of the caps: (``near`` or ``over``, a sentence) for the day and for the month."""
    found, now = [], utc_now()
    until = spend.window.closed_at(now) if spend.window is not None else None
    if until is not None:
        found.append(("over", tr_message(closed_sentence(until, now))))
    for used, limit, reached, near in (
        (spend.today, limits.day_usd, DAY_REACHED, DAY_NEAR),
        (spend.month, limits.month_usd, MONTH_REACHED, MONTH_NEAR),
    ):
        if limit and round(used, 4) >= limit:
            found.append(("over", reached.format(cap=money_cap(limit))))
        elif limit and used >= WARNED_AT * limit:
            found.append(("near", near.format(spent=money_of(used, limit))))
    return found


def forecast_line(spend: SpendSummary, limits: LimitSettings) -> str:
    """What the month may come to, in one sentence."""
    if spend.forecast is None:
        return tr("There is not enough data yet to forecast this month.")
    if limits.month_usd and spend.forecast.usd > limits.month_usd:
        return tr(
            "{words} That is more than the cap of {money_cap}.",
            words=spend.forecast.words,
            money_cap=money_cap(limits.month_usd),
        )
    return spend.forecast.words


def spend_tip(spend: SpendSummary, limits: LimitSettings) -> str:
    """What hovering says: the caps, the forecast, and what it rests on."""
    said = [sentence for _, sentence in cap_sentences(spend, limits)] or [tr("What runs have cost.")]
    return "\n".join((*said, forecast_line(spend, limits)))
