"""What becomes of the knowledge folder in a year, seeded: ``python -m benchmarks.knowledge_year [--days 365] [--seed 1]
[--keep FOLDER]``.

A small company's servers (``knowledge_year_world``): sessions say what is true as markers, and noise; values change,
things break, the operator says what he wants. The routine runs at its times. On Sunday evenings the operator answers
what is put before him as one who knows what is true, 20 seconds each. At the end of every month the entries of
MEMORY.md are compared with what is true. ``--keep`` copies the folder of the last day, without its history.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rapidfuzz import fuzz

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.knowledge import KnowledgeService, new_operation
from claudeops_desktop.knowledge.proposals.service import ProposalService
from claudeops_desktop.knowledge.proposals.types import StoredProposal
from claudeops_desktop.learning import LearningService, PatternRules
from claudeops_desktop.learning.cases.outcomes import CaseAttempt, CheckMoment, confirm_cure, judge_attempts
from claudeops_desktop.learning.cases.types import CaseDraft
from claudeops_desktop.memory import ConflictState, MarkerPosition, MemoryService
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.routine import RoutineControl
from claudeops_desktop.storage import open_store

from .grounds import data_folder
from .knowledge_year_world import DECISIONS, WISHES, WorldDay, WorldFact, WorldOutage, live_days
from .report import Figure, report

BEGINS = datetime(2026, 1, 1, tzinfo=UTC)  # a Thursday
SECONDS_AN_ANSWER = 20
ALIKE = 80  # of 100: an entry that is this near to a sentence means it
STEP = timedelta(minutes=5)


class KnowledgeYear:
    """One folder and its database over a year."""

    def __init__(self, folder: DataFolder, seed: int) -> None:
        self.now = BEGINS
        self.folder = folder
        self.settings = Settings()
        self.store = open_store(folder)
        self.book = RecordRepositories(self.store, self.clock)
        self.memory = MemoryService(self.book, self.clock, lambda: self.settings)
        self.learning = LearningService(self.book, self.clock, lambda: PatternRules.from_settings(self.settings))
        self.knowledge = KnowledgeService(folder.knowledge, clock=self.clock)
        self.proposals = ProposalService(self.book, self.knowledge, self.memory, lambda: self.settings, self.clock)
        self.routine = RoutineControl(
            folder, self.book, lambda: self.memory, lambda: self.settings, self.clock, lambda: UTC
        )
        self.dice = random.Random(seed)
        self.session = 0
        self.meant: dict[str, tuple[WorldFact | None, str]] = {}
        self.answered: Counter[int] = Counter()  # of each week
        self.shares: list[float] = []
        self.sizes: list[tuple[int, int]] = []
        self.wrong: list[str] = []
        self.nights: list[float] = []

    def clock(self) -> datetime:
        """The simulated time."""
        return self.now

    def close(self) -> None:
        """Let go of the files."""
        self.knowledge.close()
        self.memory.recall.close()
        self.store.close()

    def live(self, days: list[WorldDay]) -> None:
        """Day by day: nine to six, then the night."""
        self.routine.runner.states()
        for one in days:
            self._day(one)
            began = time.perf_counter()
            self.now = BEGINS + timedelta(days=one.day + 1, hours=3, minutes=5)
            self.routine.runner.do_overdue()
            self.nights.append(time.perf_counter() - began)
            if one.day % 30 == 29 or one.day == len(days) - 1:
                self._measure(one.day)

    # --- a day -------------------------------------------------------------------------------------------------------

    def _day(self, one: WorldDay) -> None:
        self.now = BEGINS + timedelta(days=one.day, hours=9)
        for wish in one.wishes:
            self.knowledge.remember(wish.section, wish.text)
        for at, title, context, decision, tags in DECISIONS:
            if at == one.day:
                self.knowledge.decisions.add(title, context=context, decision=decision, tags=tags)
        for fact, service, category, text in one.said:
            self.now += timedelta(minutes=3)
            self._begin_session()
            self.meant[_plain(text)] = (fact, fact.value_on(one.day) if fact else "")
            self.store.write(lambda s=service, c=category, t=text: self._say(s, c, t)).result()  # type: ignore[misc]
        for service, text in one.corrections:
            self.now += timedelta(minutes=3)
            self._begin_session()
            self._correct(service, text)
        for outage in one.outages:
            self._break(outage, one.day)
        if self.now.weekday() == 6:
            self.now = BEGINS + timedelta(days=one.day, hours=18)
            self._answer(one.day)

    def _begin_session(self) -> None:
        self.session += 1

        def write() -> None:
            self.store.database.execute_sql(
                "INSERT INTO runs (id, trigger, agent, status, started_at, cost_usd, max_tier)"
                " VALUES (?, 'scheduled', 'claude', 'completed', ?, 0.02, 1)",
                (self.session, to_text(self.now)),
            )
            self.store.database.execute_sql(
                "INSERT INTO sessions (id, run_id, agent, tier, trigger, status, started_at, cost_usd)"
                " VALUES (?, ?, 'claude', 1, 'scheduled', 'completed', ?, 0.02)",
                (self.session, self.session, to_text(self.now)),
            )

        self.store.write(write).result()

    def _say(self, service: str, category: str, text: str) -> None:
        candidate = MemoryCandidate(category, service, text, session_id=self.session)  # type: ignore[arg-type]
        line = f"[MEMORY:{category}:{service}] {text}"
        self.memory.ingest.marker(candidate, MarkerPosition(MarkerPlace(self.session, 1, 0, 0), line))

    def _correct(self, service: str, text: str) -> None:
        self.store.write(lambda: self.memory.lessons.add(text)).result()
        self.meant[_plain(text)] = (None, "operator")
        self.knowledge.log_operation(
            new_operation(self.now, "fix", service, f"Corrected by the operator: {text}", session_id=self.session)
        )

    def _break(self, outage: WorldOutage, day: int) -> None:
        """Something fails; it is tried, cured, measured and filed as a case."""
        at = self.now = self.now + timedelta(minutes=30)
        actions = [*outage.tried, outage.cure]
        attempts = [
            CaseAttempt(action, "restart", at + STEP * place + timedelta(seconds=30), "agent")
            for place, action in enumerate(actions)
        ]
        over = at + STEP * len(actions)
        checks = [CheckMoment(at + STEP * place, False) for place in range(len(actions))]
        checks += [CheckMoment(over + span, True) for span in (timedelta(0), timedelta(minutes=1), timedelta(hours=1))]
        found = confirm_cure(judge_attempts(attempts, checks, over + timedelta(hours=1)))
        draft = CaseDraft(
            f"year:{outage.service}:{day}", "check", outage.service, outage.shown, found.end, found.attempts, at,
            found.recovered_at, found.cure, found.held, named=(outage.service,), trigger="http", shown=outage.shown,
        )  # fmt: skip
        self.store.write(lambda: self.learning.cases.file(draft)).result()
        self.knowledge.log_operation(new_operation(at, "fix", outage.service, outage.cure, reason=outage.shown))

    # --- the operator ------------------------------------------------------------------------------------------------

    def _answer(self, day: int) -> None:
        """What one who knows the truth says to what waits for him: proposals and pairs of facts."""
        for pair, old, new in self.store.read(self.memory.review.conflicts).result():
            holds = self._is_true(old.observation, day), self._is_true(new.observation, day)
            self.answered[day // 7] += 1
            answer = ConflictState.REPLACED if holds == (False, True) else ConflictState.BOTH
            self.store.write(lambda number=pair.id, said=answer: self.memory.review.answer_pair(number, said)).result()  # type: ignore[misc]
        for proposal in self.proposals.list(("review",)):
            self.answered[day // 7] += 1
            if self._is_wanted(proposal, day):
                self.proposals.approve(proposal.id)
            else:
                self.proposals.reject(proposal.id, "It does not hold.")

    def _is_wanted(self, proposal: StoredProposal, day: int) -> bool:
        draft = proposal.draft
        if draft.kind == "remove":
            return not self._is_true(draft.before, day)
        return self._is_true(draft.after, day)

    def _is_true(self, text: str, day: int) -> bool:
        """Whether what a text says holds on a day; what nobody said does not."""
        fact, said = self._meaning(text)
        wish = next((one for one in WISHES if one.text == said), None)
        if wish is not None:
            return wish.until is None or day < wish.until
        if said == "noise":
            return False
        if fact is not None:
            return fact.value_on(day) in text
        return said != ""

    def _meaning(self, text: str) -> tuple[WorldFact | None, str]:
        """The fact that a text states; ("operator" or a wish's text) where it is the operator's, "noise", or ""."""
        plain = _plain(text)
        for wish in WISHES:
            if fuzz.token_set_ratio(_plain(wish.text), plain) >= ALIKE:
                return None, wish.text
        best, meant = 0.0, (None, "")
        for said, (fact, value) in self.meant.items():
            near = fuzz.token_set_ratio(said, plain)
            if near > best:
                best, meant = near, (fact, value if fact is None and value else "noise" if fact is None else value)
        return meant if best >= ALIKE else (None, "")

    # --- measuring ---------------------------------------------------------------------------------------------------

    def _measure(self, day: int) -> None:
        found = self.knowledge.memory_file()
        self.sizes.append((len(found.entries), found.size))
        true = []
        for entry in found.entries:
            holds = self._is_true(entry.text, day)
            true.append(holds)
            if not holds:
                self.wrong.append(f"day {day + 1}: {entry.section}: {entry.text}")
        self.shares.append(sum(true) / len(true) if true else 1.0)

    def figures(self, days: int) -> dict[str, float | int]:
        """What the year came to."""
        weeks = max(1, days // 7)
        asked = [self.answered[week] for week in range(weeks)]
        counts = self.proposals.counts()
        return {
            "proposals a week": round(sum(counts.values()) / weeks, 2),
            "asked a week, mean": round(statistics.mean(asked), 2),
            "asked a week, most": max(asked),
            "minutes a week, most": round(max(asked) * SECONDS_AN_ANSWER / 60, 2),
            "entries": self.sizes[-1][0],
            "bytes": self.sizes[-1][1],
            "true, mean of months": round(100 * statistics.mean(self.shares), 1),
            "true, worst month": round(100 * min(self.shares), 1),
            "true, last month": round(100 * self.shares[-1], 1),
            "problems of the folder": len(self.knowledge.check()),
            "files": len(self.knowledge.texts()),
            "commits": len(self.knowledge.log(limit=None)),
            "night, median s": round(statistics.median(self.nights), 2),
            **{f"proposals {state}": number for state, number in sorted(counts.items())},
        }


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("`", "").split()).rstrip(".")


def main() -> int:
    """The command. Exit code 1 where a figure misses its aim."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.knowledge_year", description=__doc__)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="Where to copy the folder of the last day.")
    wanted = parser.parse_args()
    began = time.perf_counter()
    with data_folder() as folder:
        year = KnowledgeYear(folder, wanted.seed)
        try:
            year.live(live_days(wanted.days, wanted.seed))
            found = year.figures(wanted.days) | {"seconds": round(time.perf_counter() - began, 1)}
            if wanted.keep:
                shutil.copytree(
                    folder.knowledge, wanted.keep, ignore=shutil.ignore_patterns(".git"), dirs_exist_ok=True
                )
        finally:
            year.close()
    for line in year.wrong[-40:]:
        print(f"not true: {line}", file=sys.stderr)
    targets = {"true, last month": (98.0, True), "minutes a week, most": (5.0, False)}
    figures = [Figure(name, value, "", *targets.get(name, (None, False))) for name, value in found.items()]
    return report("knowledge_year", figures)


if __name__ == "__main__":
    sys.exit(main())
