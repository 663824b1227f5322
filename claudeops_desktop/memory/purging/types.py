"""The words of a purge: what is asked for, what would go, what went, what could not be reached (E19)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

SHORTEST_SUBJECT = 3
SAMPLES = 3
SAMPLE_LENGTH = 120


@dataclass(frozen=True, slots=True)
class PurgeRequest:
    """Forget everything about ``subject``.

    ``whole_word`` leaves what holds it only inside a longer word; ``also`` are memories that do not name it and go
    all the same; ``keep_settings`` leaves saved prompts, schedules, mutes and limits of services as they are.
    """

    subject: str
    whole_word: bool = False
    also: tuple[int, ...] = ()
    keep_settings: bool = False
    by: str = "operator"


@dataclass(frozen=True, slots=True)
class PurgeFinding:
    """How many things of one kind hold the subject, and a few of them, shortened."""

    kind: str
    count: int
    samples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelatedMemory:
    """A memory that does not name the subject and may be about it."""

    id: int
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class UnreachableCopy:
    """What a purge cannot take out: where it is, and what the operator can do about it."""

    where: str
    remedy: str


@dataclass(frozen=True, slots=True)
class PurgePreview:
    """What a purge would take out. ``within_words`` counts what holds the subject only inside a longer word;
    ``refused`` is why it cannot be done now, "" where it can."""

    subject: str
    found: tuple[PurgeFinding, ...]
    memory_ids: tuple[int, ...] = ()
    near: tuple[RelatedMemory, ...] = ()
    within_words: int = 0
    within_samples: tuple[str, ...] = ()
    unreachable: tuple[UnreachableCopy, ...] = ()
    refused: str = ""

    @property
    def total(self) -> int:
        """How much it is in all."""
        return sum(one.count for one in self.found)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"total": self.total, **asdict(self)}


@dataclass(frozen=True, slots=True)
class PurgeReport:
    """What a purge took out, by kind, and what it still finds: ``remains`` are places that hold the subject after all;
    ``searched`` is whether they were looked for."""

    id: int
    counts: dict[str, int]
    unreachable: tuple[UnreachableCopy, ...] = ()
    remains: tuple[str, ...] = ()
    searched: bool = True
    state: str = "done"

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class PurgeProgress:
    """How far a purge is; ``total`` 0 where nobody knows."""

    what: str
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class PurgeTargets:
    """What a purge looks for, as it is kept until its end: the subject and the memories' own words."""

    subject: str
    whole_word: bool = False
    keep_settings: bool = False
    texts: tuple[str, ...] = ()
    memory_ids: tuple[int, ...] = field(default=())


def job_of(number: int) -> str:
    """The job of a purge among the durable steps."""
    return f"purge:{number}"


Tell = Callable[[PurgeProgress], None]


def ignore_progress(_: PurgeProgress) -> None:
    """Tell nobody."""
