"""What the helping model cost, by local day, and the cap on it (settings ``model.day_usd``).

Kept in ``model-spend.json`` of the data folder, by every process of ours that asks a model: under a lock, replaced in
one step. No text is in it. Sixty days are kept.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import orjson

from ..core.atomic_write import write_whole
from ..core.clock import Clock, utc_now
from ..core.emergency_stop_marker import HOW_TO_RESUME, STOPPED, is_stopped
from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from ..core.money import money, money_cap
from ..core.paths import DataFolder
from .base import LanguageModel, ModelAnswer, ModelFault

FILE = "model-spend.json"
KEPT_DAYS = 60


class ModelSpend:
    """Dollars and calls by local day."""

    def __init__(self, folder: DataFolder, clock: Clock = utc_now) -> None:
        self.root = folder.root
        self._path = folder.root / FILE
        self._clock = clock

    def today(self) -> float:
        """Dollars of the local day."""
        return self.dollars_on(self._day())

    def dollars_on(self, day: date) -> float:
        """Dollars of one local day."""
        return float(self._read().get(day.isoformat(), {}).get("usd", 0.0))

    def by_day(self) -> dict[str, tuple[float, int]]:
        """Dollars and calls of each day that is kept, by its name such as 2026-03-01, oldest first."""
        return {day: (float(row.get("usd", 0)), int(row.get("calls", 0))) for day, row in sorted(self._read().items())}

    def record_call(self, usd: float) -> None:
        """One call was made, which cost so much. Raises EnvironmentFault."""
        with self._locked():
            rows = self._read()
            day = self._day()
            row = rows.setdefault(day.isoformat(), {"usd": 0.0, "calls": 0})
            row["usd"], row["calls"] = round(float(row.get("usd", 0)) + max(0.0, usd), 6), int(row.get("calls", 0)) + 1
            since = (day - timedelta(days=KEPT_DAYS)).isoformat()
            self._write({name: value for name, value in rows.items() if name >= since})

    def _day(self) -> date:
        return self._clock().astimezone().date()

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            data = orjson.loads(self._path.read_bytes())
        except (OSError, orjson.JSONDecodeError):  # none yet, or one that was cut: it is counted anew
            return {}
        rows = data.items() if isinstance(data, dict) else ()
        return {str(day): row for day, row in rows if isinstance(row, dict) and _reckons(row)}

    def _write(self, rows: Mapping[str, Any]) -> None:
        try:
            write_whole(self._path, orjson.dumps(rows))
        except OSError as error:
            raise EnvironmentFault(
                UserMessage("{path} cannot be written: {strerror}.", path=self._path, strerror=error.strerror)
            ) from error

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = self._path.with_suffix(".lock")
            lock = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600), "a")
        except OSError as error:
            raise EnvironmentFault(
                UserMessage("{path} cannot be written: {strerror}.", path=self._path, strerror=error.strerror)
            ) from error
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _reckons(row: dict[str, Any]) -> bool:
    """Tell whether a day's figures are figures: another hand may have written them."""
    return all(isinstance(row.get(name, 0), int | float) for name in ("usd", "calls"))


class CappedModel:
    """A model that is asked only while the day's cap is not reached, and whose cost is noted. ``cap_usd`` 0: no cap."""

    def __init__(self, model: LanguageModel, spend: ModelSpend, cap_usd: float) -> None:
        self._model = model
        self._spend = spend
        self._cap = cap_usd

    @property
    def name(self) -> str:
        """As the model itself is called."""
        return self._model.name

    def ask(
        self, prompt: str, *, system: str = "", schema: Mapping[str, Any] | None = None, timeout_s: float | None = None
    ) -> ModelAnswer:
        """Ask once. Raises ModelFault, also where the day's cap is reached or everything is stopped."""
        if is_stopped(self._spend.root):
            raise ModelFault(f"{STOPPED}.", HOW_TO_RESUME)
        if self._cap and (spent := self._spend.today()) >= self._cap:
            raise ModelFault(
                UserMessage(
                    "The helping model cost {spent} today; its cap is {money_cap}.",
                    spent=money(spent),
                    money_cap=money_cap(self._cap),
                ),
                UserMessage("Raise model.day_usd, or wait for tomorrow."),
            )
        begun = time.monotonic()
        try:
            answer = self._model.ask(prompt, system=system, schema=schema, timeout_s=timeout_s)
        except ModelFault as fault:
            self._spend.record_call(getattr(fault, "cost_usd", 0.0))
            raise
        self._spend.record_call(answer.cost_usd)
        duration = answer.duration_ms or (time.monotonic() - begun) * 1000
        return ModelAnswer(answer.text, answer.data, answer.model, answer.cost_usd, duration)


class UnavailableModel:
    """A model that was chosen but cannot be asked: it says why, so that the rules serve and the answer tells it."""

    def __init__(self, name: str, why: str, remedy: str = "") -> None:
        self._name, self._why, self._remedy = name, why, remedy

    @property
    def name(self) -> str:
        """The model that was wanted."""
        return self._name

    def ask(
        self,
        prompt: str,
        *,
        system: str = "",
        schema: Mapping[str, Any] | None = None,
        timeout_s: float | None = None,
    ) -> ModelAnswer:
        """Raises ModelFault with the reason."""
        raise ModelFault(self._why, self._remedy)
