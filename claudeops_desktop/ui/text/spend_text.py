"""What runs have cost, in words: the status line, the overview and their hovers say the same. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.money import money_cap, money_of
from ...core.settings import LimitSettings
from ...records.spend_forecast import SpendForecast
from ...runs.spend import WARNED_AT


@dataclass(frozen=True, slots=True)
class SpendSummary:
    """Dollars of the local day and month, and what the month may come to (None: too little to go by)."""

    today: float = 0.0
    month: float = 0.0
    forecast: SpendForecast | None = None


def spend_line(spend: SpendSummary, limits: LimitSettings) -> str:
    """``today $0.42 of $5 · month $3.10 of $50``, and in words where a cap is near or reached."""
    said = f"today {money_of(spend.today, limits.day_usd)} · month {money_of(spend.month, limits.month_usd)}"
    state = spend_state(spend, limits)
    return f"{said} · {'cap reached' if state == 'over' else 'near the cap'}" if state else said


def spend_state(spend: SpendSummary, limits: LimitSettings) -> str:
    """``over`` where a cap is reached, ``near`` where one is near, else nothing."""
    shares = [used / limit for used, limit in ((spend.today, limits.day_usd), (spend.month, limits.month_usd)) if limit]
    worst = round(max(shares, default=0.0), 4)
    return "over" if worst >= 1 else "near" if worst >= WARNED_AT else ""


def cap_sentences(spend: SpendSummary, limits: LimitSettings) -> list[tuple[str, str]]:
    """What is to be said of the caps: (``near`` or ``over``, a sentence) for the day and for the month."""
    found = []
    for used, limit, whose, until in (
        (spend.today, limits.day_usd, "Today's", "tomorrow"),
        (spend.month, limits.month_usd, "This month's", "the 1st"),
    ):
        if limit and round(used, 4) >= limit:
            found.append(("over", f"{whose} cap of {money_cap(limit)} is reached: no run starts until {until}."))
        elif limit and used >= WARNED_AT * limit:
            found.append(("near", f"{whose} cap is near: {money_of(used, limit)} are spent."))
    return found


def forecast_line(spend: SpendSummary, limits: LimitSettings) -> str:
    """What the month may come to, in one sentence."""
    if spend.forecast is None:
        return "There is too little to go by for a forecast of this month."
    if limits.month_usd and spend.forecast.usd > limits.month_usd:
        return f"{spend.forecast.words} That is more than the cap of {money_cap(limits.month_usd)}."
    return spend.forecast.words


def spend_tip(spend: SpendSummary, limits: LimitSettings) -> str:
    """What hovering says: the caps, the forecast, and what it rests on."""
    said = [sentence for _, sentence in cap_sentences(spend, limits)] or ["What runs have cost."]
    return "\n".join((*said, forecast_line(spend, limits)))
