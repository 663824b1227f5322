"""What the discoverer hears, and what it makes of it (C9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..proposals.types import ProposalDraft

SignalKind = Literal["correction", "decision", "pattern", "preference"]
SignalVoice = Literal["user", "operator", "agent"]
"""user: typed in a session; operator: an answer, an edit or a saved prompt; agent: what it said itself."""


@dataclass(frozen=True, slots=True)
class DiscoverySignal:
    """One thing that was said. ``principle`` is what it comes to without what held once only, ``quote`` the words, and
    ``place`` where they stand, as evidence names it: ``session:12:40`` is a line of a log, ``approval:3`` an answer.
    ``lasting`` where the words ask for it from now on. ``times`` where it was counted elsewhere already."""

    place: str
    kind: SignalKind
    principle: str
    quote: str
    said_by: SignalVoice
    service: str = ""
    lasting: bool = False
    session_id: int | None = None
    said_at: str = ""
    times: int = 1

    @property
    def conversation(self) -> str:
        """The conversation or answer that it belongs to: what is said twice in one counts once."""
        return self.place.rpartition(":")[0] if self.place.count(":") > 1 else self.place


@dataclass(frozen=True, slots=True)
class SignalCluster:
    """Signals that come to the same. The first is the one whose words were best."""

    signals: tuple[DiscoverySignal, ...]

    @property
    def best(self) -> DiscoverySignal:
        """The signal whose words stand for all: what a person said for good, before anything else."""
        order = ("operator", "user", "agent")
        return min(
            self.signals, key=lambda one: (not one.lasting, order.index(one.said_by), len(one.principle), one.place)
        )

    @property
    def conversations(self) -> int:
        """In how many conversations it was said."""
        counted = sum(max(0, one.times - 1) for one in self.signals)
        return len({one.conversation for one in self.signals}) + counted

    @property
    def by_person(self) -> bool:
        """Tell whether a person said it at least once."""
        return any(one.said_by != "agent" for one in self.signals)

    @property
    def lasting(self) -> bool:
        """Tell whether a person asked for it from now on."""
        return any(one.lasting and one.said_by != "agent" for one in self.signals)


@dataclass(frozen=True, slots=True)
class DiscoveryResult:
    """What a look through sessions came to: how many conversations and answers were read, how many signals were new,
    and the changes that those propose that passed the bar. ``whole`` is False where it was stopped or more is left."""

    read: int = 0
    signals: int = 0
    drafts: tuple[ProposalDraft, ...] = ()
    whole: bool = True
    note: str = ""
