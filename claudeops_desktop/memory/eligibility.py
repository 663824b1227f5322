"""Which memories a prompt may hold, and what each one's confidence is at a moment (M7, M8, M12).

A prompt holds what is active, still valid and not laid away: no fact that a newer one superseded, none that waits for
review, none that is archived or cold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from ..core.clock import to_text
from ..language.types import GENERAL
from ..storage.database import proxy
from .lifecycle import DECAY_A_WEEK, DEFAULT_GRACES, GRACE, WEEK, DecayGraces, DecayStep, decay_due
from .tables import COLUMNS, ids_where, select
from .types import ACTIVE_FROM, Memory

OPEN = "superseded_by IS NULL AND state IN ('active', 'stale')"
ELIGIBLE = f"active = 1 AND {OPEN} AND confidence >= {ACTIVE_FROM}"
AGES_FROM = "max(updated_at, ages_from)"  # ``lifecycle.ages_from`` in SQL
_ORDER = "confidence DESC, updated_at DESC, id"
_CHUNK = 100
_MS = timedelta(milliseconds=1)
_EPOCH, _JULIAN_EPOCH_MS = datetime(1970, 1, 1, tzinfo=UTC), 210_866_760_000_000  # the latter as julianday counts
_FEW = 20_000


def decay_condition(graces: DecayGraces = DEFAULT_GRACES) -> str:
    """``lifecycle.can_decay`` in SQL, the pin apart."""
    return f"domain NOT IN ({', '.join(map(_quoted, sorted(graces.never)))})"


def _grace_in_sql(graces: DecayGraces, unit: timedelta) -> str:
    """``DecayGraces.for_domain`` in SQL, in whole units."""
    cases = "".join(f" WHEN {_quoted(name)} THEN {grace // unit}" for name, grace in sorted(graces.longer.items()))
    return f"CASE domain{cases} ELSE {GRACE // unit} END" if cases else str(GRACE // unit)


def _quoted(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def _pending(graces: DecayGraces) -> str:
    return (
        f"active = 1 AND pinned = 0 AND updated_at <= ? AND {decay_condition(graces)}"
        f" AND (julianday(?) - julianday({AGES_FROM}) - {_grace_in_sql(graces, timedelta(days=1))}) / 7 + 0.001"
        " >= 1 + CASE WHEN decay_from = updated_at THEN decay_weeks ELSE 0 END"
    )


def decays_due(now: datetime, graces: DecayGraces = DEFAULT_GRACES) -> list[DecayStep]:
    """Every memory with decay that was not counted yet. SQL narrows it down, the pure rule decides."""
    values = (to_text(now - GRACE - WEEK), to_text(now))
    rows = select(_pending(graces), values)
    return [found for memory in rows if (found := decay_due(memory, now, graces))]


def decay_is_due(now: datetime, graces: DecayGraces = DEFAULT_GRACES) -> bool:
    """Tell whether any memory may have decay that was not counted yet."""
    sql = f"SELECT 1 FROM memories WHERE {_pending(graces)} LIMIT 1"
    return proxy.execute_sql(sql, (to_text(now - GRACE - WEEK), to_text(now))).fetchone() is not None


def past_grace_ids(now: datetime, graces: DecayGraces = DEFAULT_GRACES) -> list[int]:
    """The memories that prompts may hold and whose grace is over (``lifecycle.is_past_grace``)."""
    aged = f"julianday(?) - julianday({AGES_FROM}) >= {_grace_in_sql(graces, timedelta(days=1))}"
    where = f"{ELIGIBLE} AND gate <> 'hold' AND pinned = 0 AND updated_at <= ? AND {decay_condition(graces)} AND {aged}"
    return ids_where(where, (to_text(now - GRACE), to_text(now)), "id")


def count_eligible() -> int:
    """How many memories prompts may hold, by what is stored; ``Standing.count`` reckons the decay that is due too."""
    sql = f"SELECT count(*) FROM memories INDEXED BY idx_memories_told WHERE {ELIGIBLE}"
    return int(proxy.execute_sql(sql).fetchone()[0])


class CurrentConfidence:
    """What each memory's confidence is at a moment: as stored, or with the decay that is due by then (M12).

    ``value`` is that in SQL. It agrees with ``lifecycle.decay``: julianday counts whole milliseconds inside.
    """

    def __init__(self, now: datetime | None, graces: DecayGraces = DEFAULT_GRACES) -> None:
        self._now = now
        self._graces = graces
        self.value = "confidence"
        self.order = _ORDER
        self.eligible = ELIGIBLE
        if now is None:
            return
        self._old = f"pinned = 0 AND updated_at <= '{to_text(now - GRACE - WEEK)}' AND {decay_condition(graces)}"
        now_ms = (now - _EPOCH) // _MS + _JULIAN_EPOCH_MS
        self.value = (
            f"CASE WHEN {self._old} THEN round(max(0.0, confidence - {DECAY_A_WEEK} * max(0,"
            f" ({now_ms} - {_grace_in_sql(graces, _MS)} - CAST(round(julianday({AGES_FROM}) * 86400000.0) AS INTEGER))"
            f" / {WEEK // _MS}"
            " - CASE WHEN decay_from = updated_at THEN decay_weeks ELSE 0 END)), 4) ELSE confidence END"
        )
        self.order = f"{self.value} DESC, updated_at DESC, id"
        self.eligible = f"{ELIGIBLE} AND {self.value} >= {ACTIVE_FROM}"

    def for_memory(self, memory: Memory) -> float:
        """The confidence of one."""
        found = decay_due(memory, self._now, self._graces) if self._now is not None else None
        return found.confidence if found else memory.confidence

    def count(self) -> int:
        """How many memories the next prompt could hold."""
        number = count_eligible()
        if self._now is not None:
            sql = f"SELECT count(*) FROM memories NOT INDEXED WHERE {ELIGIBLE} AND {self._old}"
            number -= int(proxy.execute_sql(f"{sql} AND {self.value} < {ACTIVE_FROM}").fetchone()[0])
        return number

    def list_falling(self) -> list[Memory]:
        """Those that prompts hold now by what is stored, and that decay has taken out of them by this moment."""
        return select(self._falls, tail="ORDER BY id") if self._now is not None else []

    def falling_ids(self) -> list[int]:
        """Their ids."""
        return ids_where(self._falls, (), "id") if self._now is not None else []

    @property
    def _falls(self) -> str:
        return f"{ELIGIBLE} AND gate <> 'hold' AND {self._old} AND {self.value} < {ACTIVE_FROM}"

    def pinned(self) -> list[Memory]:
        """Eligible pinned memories, best first; they do not decay."""
        return select(f"pinned = 1 AND {ELIGIBLE}", tail=f"ORDER BY {_ORDER}", index="idx_memories_pinned")

    def of_services(self, services: Sequence[str]) -> list[Memory]:
        """Eligible memories of some services, best first."""
        where = f"service IN ({', '.join('?' * len(services))}) AND {self.eligible}"
        return select(where, services, f"ORDER BY {self.order}", "idx_memories_service")

    def best(self, number: int) -> list[Memory]:
        """The best so many."""
        if self._now is None:
            return select(ELIGIBLE, tail=f"ORDER BY {_ORDER} LIMIT {number}", index="idx_memories_told")
        # Decay only lowers: what is under the last of so many that do not decay need not be reckoned.
        sql = (
            f"SELECT confidence FROM memories INDEXED BY idx_memories_told WHERE {ELIGIBLE}"
            f" AND updated_at > '{to_text(self._now - GRACE - WEEK)}'"
            f" ORDER BY {_ORDER} LIMIT 1 OFFSET {number - 1}"
        )
        least = proxy.execute_sql(sql).fetchone()
        index = "INDEXED BY idx_memories_told" if least else "NOT INDEXED"
        rows = proxy.execute_sql(
            f"SELECT {COLUMNS} FROM memories {index} WHERE {self.eligible} AND confidence >= ?"
            f" ORDER BY {self.order} LIMIT {number}",
            (least[0] if least else 0.0,),
        )
        return [Memory(*row) for row in rows]


class RankedMemories:
    """Eligible memories, best first, of which a caller with a budget only wants those that still fit.

    ``best()`` gives the first chunk; ``fitting()`` those after them whose bullet fits into so many characters. A
    prompt from 100,000 memories must not read them all.
    """

    def __init__(self, standing: CurrentConfidence) -> None:
        self._standing = standing
        self._last: Memory | None = None

    def best(self) -> list[Memory]:
        """The first chunk, of any length."""
        return self._remember(self._standing.best(_CHUNK))

    def next_fitting(self, room: int, bullet: int, heading: int, headed: Iterable[str | None]) -> list[Memory]:
        """The next chunk of those that fit into ``room`` characters; empty at the end.

        A memory takes ``bullet`` characters beside its category and observation, and ``heading`` beside its service's
        name where that is not among ``headed``.
        """
        last = self._last
        if last is None or room <= bullet:
            return []
        names = [name or GENERAL for name in headed]
        marks = ", ".join("?" * len(names))
        where = (
            f"length(observation) <= ? AND {self._standing.eligible}"
            f" AND length(observation) + length(category) + CASE WHEN coalesce(service, '{GENERAL}') IN ({marks})"
            f" THEN 0 ELSE ? + length(coalesce(service, '{GENERAL}')) END <= ?"
            f" AND ({self._standing.value}, updated_at, -id) < (?, ?, ?)"
        )
        left = room - bullet
        values = (
            *(left, *names, heading, left),
            *(self._standing.for_memory(last), last.updated_at, -last.id),
        )
        index = "idx_memories_length" if self._few(left) else "idx_memories_told"
        sql = (
            f"SELECT {COLUMNS} FROM memories INDEXED BY {index} WHERE {where}"
            f" ORDER BY {self._standing.order} LIMIT {_CHUNK}"
        )
        return self._remember([Memory(*row) for row in proxy.execute_sql(sql, values)])

    def _few(self, length: int) -> bool:
        sql = (
            "SELECT count(*) FROM (SELECT 1 FROM memories INDEXED BY idx_memories_length"
            f" WHERE active = 1 AND length(observation) <= ? LIMIT {_FEW})"
        )
        return int(proxy.execute_sql(sql, (length,)).fetchone()[0]) < _FEW

    def _remember(self, chunk: list[Memory]) -> list[Memory]:
        self._last = chunk[-1] if chunk else None
        return chunk
