"""``claudeops spend``: what sessions cost, what is left under the caps, and what the month may come to (S3)."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import from_text, to_text, utc_now
from ..core.money import money, money_cap, money_of
from ..core.text_format import format_count
from ..core.usage_window import HOW_TO_REOPEN, UsageWindow, closed_sentence, forget_window, read_window, window_name
from ..models.permission import is_allowed
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, TextTable

if TYPE_CHECKING:
    from datetime import datetime

    from ..records.spend import SpendShare

DAYS = 14

SPEND = CommandGroup("")
register = SPEND.register


@SPEND.command("spend")
def spend(
    data: OpenData,
    cli: CliContext,
    days: Annotated[int, typer.Option("--days", min=1, max=366, help="How many days to list.")] = DAYS,
    reopen: Annotated[
        bool, typer.Option("--reopen", help="Forget that the subscription's usage limit is reached.")
    ] = False,
) -> CommandAnswer:
    """Show today's and this month's cost, the limits, the forecast, and what it was spent on."""
    from ..models.spend_cap import ModelSpend
    from ..records.spend import month_start

    folder, now = cli.folder, utc_now()
    current = cli.settings()
    limits = current.limits
    if reopen:
        forget_window(folder.root)
    window = read_window(folder.root)
    model = _model(ModelSpend(folder).by_day(), now, current.model.day_usd)
    book = data.book
    found: dict[str, Any] = data.ask(
        lambda: {
            "today_usd": book.spend.today(now),
            "month_usd": book.spend.month(now),
            "forecast": book.spend.forecast(now),
            "by_day": book.spend.by_day(days, now),
            "by_tier": book.spend.by_tier(month_start(now)),
            "by_schedule": book.spend.by_schedule(month_start(now)),
        }
    )
    caps = {
        "session_usd": limits.session_usd,
        "run_usd": limits.run_usd,
        "day_usd": limits.day_usd,
        "month_usd": limits.month_usd,
    }
    text: list[str | TextTable] = [
        f"Today: {_of(found['today_usd'], limits.day_usd)}",
        f"This month: {_of(found['month_usd'], limits.month_usd)}",
        f"A session may cost {_cap(limits.session_usd)}, a run {_cap(limits.run_usd)}.",
    ]
    if window is not None and (said := _window_words(window, now)):
        text.append(said)
    if is_allowed(current) or model["by_day"]:
        text.append(_of_model(model))
    forecast = found["forecast"]
    text.append(forecast.words if forecast else "No forecast yet: it needs three whole days since the first cost.")
    if any(day.usd for day in found["by_day"]):
        rows = [(d.day, money(d.usd), d.sessions) for d in found["by_day"]]
        text += ["", TextTable(("day", "cost", "sessions"), rows, right=("cost",))]
        text += [*_shares("tier", found["by_tier"]), *_shares("started by", found["by_schedule"])]
    else:
        text.append(f"Nothing was spent in the last {format_count(days, 'day')}.")
    document = _document(found, caps) | {"model": model, "subscription": _window_document(window, now)}
    return CommandAnswer(document, text)


def _model(by_day: dict[str, tuple[float, int]], now: datetime, cap: float) -> dict[str, Any]:
    """What the model that helps memory cost: it is no session and has a cap of its own (``model.day_usd``)."""
    today = now.astimezone().date().isoformat()
    usd, calls = by_day.get(today, (0.0, 0))
    return {
        "today_usd": usd,
        "today_calls": calls,
        "month_usd": round(sum(cost for day, (cost, _) in by_day.items() if day[:7] == today[:7]), 6),
        "day_cap_usd": cap or None,
        "by_day": [{"day": day, "usd": cost, "calls": count} for day, (cost, count) in by_day.items()],
    }


def _window_document(window: UsageWindow | None, now: datetime) -> dict[str, Any] | None:
    if window is None:
        return None
    until = window.closed_at(now)
    return {
        "window": window.name,
        "used": window.used_at(now),
        "resets_at": window.resets_at or None,
        "closed_until": to_text(until) if until else None,
        "seen_at": window.seen_at,
    }


def _window_words(window: UsageWindow, now: datetime) -> str:
    until, used = window.closed_at(now), window.used_at(now)
    if until is not None:
        return f"{closed_sentence(until, now)} {HOW_TO_REOPEN}"
    if used is None:
        return ""
    seen = from_text(window.seen_at).astimezone()
    return f"The subscription's {window_name(window.name)} window: {floor(100 * used)}% used at {seen:%d %b %H:%M}."


def _of_model(model: dict[str, Any]) -> str:
    return (
        f"The model that helps memory, beside this: {money(model['today_usd'])} today"
        f" ({format_count(model['today_calls'], 'call')}, {_cap(model['day_cap_usd'] or 0)} a day),"
        f" {money(model['month_usd'])} this month."
    )


def _document(found: dict[str, Any], caps: dict[str, float]) -> dict[str, Any]:
    forecast = found["forecast"]
    rows = {name: [row.as_json() for row in found[name]] for name in ("by_day", "by_tier", "by_schedule")}
    return {
        "today_usd": found["today_usd"],
        "month_usd": found["month_usd"],
        "caps": {name: cap or None for name, cap in caps.items()},
        "forecast": forecast.as_json() if forecast else None,
        **rows,
    }


def _shares(name: str, shares: list[SpendShare]) -> Iterator[str | TextTable]:
    if shares:
        yield ""
        rows = [(s.name, money(s.usd), s.sessions) for s in shares]
        yield TextTable((name, "cost this month", "sessions"), rows, right=("cost this month",))


def _of(used: float, cap: float) -> str:
    if not cap:
        return f"{money(used)}, without a cap."
    left = f"{money(max(0.0, cap - used))} left" if used < cap else "no run starts"
    return f"{money_of(used, cap)} ({floor(100 * used / cap + 1e-6)}%), {left}."


def _cap(cap: float) -> str:
    return f"at most {money_cap(cap)}" if cap else "any amount"
