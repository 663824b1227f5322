"""A model of outside that answers every pair that it is asked about, and a desk with pairs to look at."""

from __future__ import annotations

import json
from collections.abc import Callable

from memory_world import Desk

from claudeops_desktop.core.settings.groups import SecondLookSettings
from claudeops_desktop.language.types import ContradictionCertainty, PairJudgement, Verdict
from claudeops_desktop.memory import conflicts
from claudeops_desktop.memory import tables as memories
from claudeops_desktop.memory.apply_verdict import ChangeCause, contradict
from claudeops_desktop.memory.lifecycle import JudgedMemory
from claudeops_desktop.memory.second_look import tables
from claudeops_desktop.memory.second_look.queue import SecondLookQueue, waiting_pair
from claudeops_desktop.memory.second_look.service import SecondLookService
from claudeops_desktop.memory.second_look.types import ExaminedPair, SecondLookReport
from claudeops_desktop.memory.types import Memory
from claudeops_desktop.models.base import ModelAnswer, ModelFault

OLD = "Scans of the library are slow in the evening"
NEW = "In the evening library scans drag"
OTHER = "The nightly scan of the library fails when the share is away"


class Oracle:
    """Answers with one word, with a document of its own, or not at all."""

    name = "oracle"

    def __init__(self, says: str = "both", *, data: object = None, fault: ModelFault | None = None) -> None:
        self.says, self.data, self.fault = says, data, fault
        self.asked: list[str] = []
        self.systems: list[str] = []

    def pairs(self) -> list[dict]:
        return [json.loads(line) for prompt in self.asked for line in prompt.splitlines()]

    def ask(
        self, prompt: str, *, system: str = "", schema: object = None, timeout_s: float | None = None
    ) -> ModelAnswer:
        self.asked.append(prompt)
        self.systems.append(system)
        if self.fault is not None:
            raise self.fault
        numbers = [json.loads(line)["pair"] for line in prompt.splitlines()]
        told = {"answers": [{"pair": n, "answer": self.says, "why": "It says so."} for n in numbers]}
        return ModelAnswer("", told if self.data is None else self.data, "oracle-1", 0.01, 5.0)


class Looker:
    """One operator's second look, with settings of its own."""

    def __init__(self, desk: Desk, **settings: object) -> None:
        self.desk = desk
        self.settings = SecondLookSettings(**settings)  # type: ignore[arg-type]
        self.allowed = True
        self.service = SecondLookService(desk.book, desk.clock, lambda: self.settings)
        self.queue = SecondLookQueue(lambda: self.settings if self.allowed else None)

    def add(self, old: str, new: str, service: str | None = "plex") -> tuple[Memory, Memory]:
        return self.desk.add(old, service=service), self.desk.add(new, service=service)

    def judged(
        self,
        verdict: str,
        old: str = OLD,
        new: str = NEW,
        *,
        certainty: str = "",
        score: float = 0.5,
        service: str | None = "plex",
    ) -> tuple[int, int]:
        """Two memories and what the judge said of them, carried out as an intake would."""
        first, second = self.add(old, new, service)
        judgement = PairJudgement(
            Verdict(verdict), score, "The judge says so.", ContradictionCertainty(certainty) if certainty else None
        )
        judged = JudgedMemory(first, judgement)

        def write() -> None:
            cause = ChangeCause(new, "agent", self.desk.clock())
            if verdict == "contradiction":
                contradict(judged, second, cause)
            else:
                tables.add_all([waiting_pair(first, second, judgement, self.desk.clock())])

        self.desk.write(write)
        return first.id, second.id

    def ask_model(self, model: object, **more: object) -> SecondLookReport:
        return self.service.ask_model(model, **more)  # type: ignore[arg-type]

    def latest(self, *, everything: bool = False) -> list[ExaminedPair]:
        return self.ask(lambda: self.service.latest(everything=everything))

    def ask(self, question: Callable):
        return self.desk.store.read(question).result()

    def waiting(self) -> int:
        return self.ask(self.service.status).waiting

    def undo(self, look_id: int):
        return self.desk.write(lambda: self.service.undo(look_id))

    def facts(self, *ids: int) -> list[tuple[float, int | None]]:
        """Confidence, and by whom it is closed."""
        return [(memory.confidence, memory.superseded_by) for memory in memories.by_ids(list(ids))]

    def conflicts(self) -> list[conflicts.Conflict]:
        return self.ask(conflicts.list_open)
