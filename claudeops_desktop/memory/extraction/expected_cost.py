"""What a model may cost in a month, from this store's own sessions (E3).

Where a model was asked often enough, by what its calls have cost. Before that by what an observer would be sent of the
latest sessions, at the list price of the small model; of any other model the price is not known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from ...agents.registry import capabilities_of
from ...core.errors import EnvironmentFault
from ...core.messages import PluralMessage, UserMessage, join_messages
from ...core.money import money, money_cap
from ...core.settings.groups import Settings
from .model_extractor import observer_prompt, transcript
from .transcript_parts import conversation_in, read_part

if TYPE_CHECKING:
    from ...records.record_books import RecordRepositories

MONTH = timedelta(days=30)
ENOUGH_CALLS = 5
"""With fewer, the mean of what calls have cost says little."""
LOOKED_AT = 10
"""The latest sessions whose logs are read for the estimate."""
USD_READ, USD_WRITTEN = 1e-6, 5e-6
"""List price of a token of Claude Haiku 4.5, the small model of the CLI, as of October 2025."""
CHARACTERS_A_TOKEN = 4
AROUND_TOKENS = 900
"""The answer's form and the words of the CLI that go along with each question."""
ANSWER_TOKENS = 800


@dataclass(frozen=True, slots=True)
class ExpectedCost:
    """The sessions of the last 30 days; the calls of a model and their dollars in that time; and what reading those
    sessions would cost at list price, None where that is not known."""

    sessions: int
    calls: int
    usd: float
    estimate: float | None


def expect_cost(
    book: RecordRepositories, spent: Mapping[str, tuple[float, int]], settings: Settings, now: datetime
) -> ExpectedCost:
    """Read the figures, inside ``store.read``. ``spent`` are dollars and calls by local day (``ModelSpend.by_day``).

    Reads the logs of the latest sessions where no calls tell: not for a GUI thread.
    """
    since = now - MONTH
    first = since.astimezone().date().isoformat()
    recent = [row for day, row in spent.items() if day >= first]
    sessions, calls = book.sessions.count_since(since, "claude"), sum(calls for _, calls in recent)
    estimate = None
    if calls < ENOUGH_CALLS and settings.model.kind == "cli" and settings.model.name in ("", "haiku"):
        logs = [
            Path(one.log_file)
            for one in book.sessions.list(limit=5 * LOOKED_AT)
            if capabilities_of(one.agent).calls_model
        ]
        estimate = _estimate(logs[:LOOKED_AT], sessions)
    return ExpectedCost(sessions, calls, sum(usd for usd, _ in recent), estimate)


def _estimate(logs: Sequence[Path], sessions: int) -> float | None:
    """Dollars for reading so many sessions like these; None where none of the logs can be read."""
    costs = [cost for log in logs if (cost := _reading_cost(log)) is not None]
    return sum(costs) / len(costs) * sessions if costs else None


def _reading_cost(log: Path) -> float | None:
    """Dollars for reading one session, passage by passage, as an observer would be sent them."""
    usd, offset = 0.0, 0
    each = len(observer_prompt()) / CHARACTERS_A_TOKEN + AROUND_TOKENS
    try:
        conversation = f"cli:{conversation_in(log)}"
        while True:
            part = read_part(log, offset, conversation)
            for shown in filter(None, map(transcript, part.passages)):
                usd += (each + len(shown) / CHARACTERS_A_TOKEN) * USD_READ + ANSWER_TOKENS * USD_WRITTEN
            if part.last or part.end == offset:
                return usd
            offset = part.end
    except EnvironmentFault:
        return None


def describe_cost(cost: ExpectedCost, day_usd: float) -> str:
    """Say what a month costs: by the calls so far where there are enough, else by the estimate, else that it is not
    known."""
    sessions = PluralMessage("%n session", "%n sessions", cost.sessions)
    if cost.calls >= ENOUGH_CALLS:
        said = UserMessage(
            "In the last 30 days: {sessions}; {calls} calls of the model, which cost {usd}.",
            sessions=sessions,
            calls=f"{cost.calls:,}",
            usd=money(cost.usd),
        )
    elif cost.estimate is not None and cost.sessions:
        said = UserMessage(
            "In the last 30 days: {sessions}. Reading those would cost about {usd} a month at list price; checks,"
            " summaries and proposals take few and short calls more.",
            sessions=sessions,
            usd=money(cost.estimate),
        )
    else:
        said = UserMessage(
            "In the last 30 days: {sessions}. What a month costs here is not known yet.", sessions=sessions
        )
    cap = UserMessage("At most {cap} a day (model.day_usd).", cap=money_cap(day_usd)) if day_usd else ""
    return join_messages(said, cap)
