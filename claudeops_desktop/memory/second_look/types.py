"""What the second look speaks of: pairs that wait, calls of a model, and how all of it stands."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Literal

from ..conflicts import SECOND_LOOK
from ..types import Memory

__all__ = [
    "SECOND_LOOK",
    "Due",
    "ExaminedPair",
    "SecondLookAnswer",
    "SecondLookCall",
    "SecondLookPair",
    "SecondLookReason",
    "SecondLookReport",
    "SecondLookState",
    "SecondLookStatus",
]


Due = Literal["nothing", "later", "now"]


class SecondLookReason(StrEnum):
    """Why a pair is looked at again."""

    UNSURE = "unsure"  # the judge's certainty is below the threshold
    NO_SERVICE = "no service"  # a fact that names no service was closed


class SecondLookState(StrEnum):
    """What became of a pair."""

    WAITING = "waiting"
    AGREED = "agreed"  # the model says what the judge said; nothing changed
    CHANGED = "changed"  # the model says otherwise, and that was carried out
    UNCLEAR = "unclear"  # the model gave no clear answer, or one that may not be carried out; nothing changed
    VOID = "void"  # the two no longer stand as they did, or may not be sent
    DROPPED = "dropped"  # too many waited
    UNDONE = "undone"  # the operator took the outcome back


class SecondLookAnswer(StrEnum):
    """What a model may say of a pair."""

    BOTH = "both"
    REPLACED = "replaced"
    SAME = "same"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class SecondLookPair:
    """A row of ``second_looks``: one pair.

    Of a merge only the old fact is left: then ``new_id`` is ``old_id`` and ``merged_text`` holds the words that were
    taken for a repetition. ``verdict``, ``score`` and ``why`` are the judge's; ``sent`` is the line that the model was
    sent, ``place`` its number in call ``call_id``;
    ``scored`` is what a cross-encoder of an earlier version gave it;
    ``outcome`` says in a sentence what was done; ``conflict_id`` and ``prior`` are what undo needs.
    """

    id: int
    old_id: int
    new_id: int
    merged_text: str
    reason: SecondLookReason
    verdict: str
    score: float
    why: str
    state: SecondLookState
    tries: int
    call_id: int | None
    place: int
    sent: str
    scored: float | None
    answer: str
    answer_why: str
    outcome: str
    conflict_id: int | None
    prior: str
    created_at: str
    settled_at: str

    @property
    def is_merge(self) -> bool:
        """Tell whether the newer words were merged into the older fact."""
        return bool(self.merged_text)

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``, without what only undo needs."""
        return {name: value for name, value in asdict(self).items() if name not in ("prior", "conflict_id")}


@dataclass(frozen=True, slots=True)
class SecondLookCall:
    """A row of ``second_look_calls``: one call of a model. ``fault`` says why it brought nothing, "" where it did."""

    id: int
    asked_at: str
    model: str
    pairs: int
    system: str
    answered_at: str
    answer: str
    fault: str
    cost_usd: float
    duration_ms: float

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ExaminedPair:
    """A pair with the two facts as they are now, and the call that it went out with. ``new`` is the old one again for
    a merge."""

    look: SecondLookPair
    old: Memory
    new: Memory
    call: SecondLookCall | None

    @property
    def newer_text(self) -> str:
        """The words of the newer fact."""
        return self.look.merged_text or self.new.observation

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        call = None if self.call is None else self.call.as_json()
        texts = {"service": self.old.service, "older": self.old.observation, "newer": self.newer_text}
        return self.look.as_json() | texts | {"call": call}


@dataclass(frozen=True, slots=True)
class SecondLookReport:
    """What one round brought: how many pairs the model agreed on, changed or left unclear, how many were void, and how
    many wait still. ``note`` says why it ended early, "" where it did not."""

    agreed: int = 0
    changed: int = 0
    unclear: int = 0
    void: int = 0
    waiting: int = 0
    calls: int = 0
    cost_usd: float = 0.0
    note: str = ""

    def plus(self, other: SecondLookReport) -> SecondLookReport:
        """Both together; what waits and the note are those of ``other``."""
        return SecondLookReport(
            self.agreed + other.agreed,
            self.changed + other.changed,
            self.unclear + other.unclear,
            self.void + other.void,
            other.waiting,
            self.calls + other.calls,
            round(self.cost_usd + other.cost_usd, 6),
            other.note,
        )


@dataclass(frozen=True, slots=True)
class SecondLookStatus:
    """How the queue stands. ``calls_today`` and ``usd_today`` are of the local day; ``fault`` is that of the last call,
    "" where it went well; ``failed`` counts the calls in a row that failed; ``last_at`` is when the last was made."""

    waiting: int
    oldest: str
    dropped: int
    calls_today: int
    usd_today: float
    failed: int
    fault: str
    last_at: str
