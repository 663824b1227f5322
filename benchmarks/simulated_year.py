"""Does it help? A year of outages, seeded, with an agent that follows what is in its prompt and otherwise tries in a
fixed order; once with cases and patterns, once without.

40 services, 25 kinds of faults, each with a true cure; some cures change in the middle of the year, some faults heal by
themselves. Tells the attempts until a fault is cured, attempts that had failed before, the time to recovery, the tokens
that were injected, and how often what was offered was wrong. Then how fast a case is found among 10,000, and how fast
patterns are chosen for a prompt.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.learning import LearningService, PatternRules, SymptomQuery, describe_case
from claudeops_desktop.learning.cases.outcomes import CaseAttempt, CheckMoment, confirm_cure, judge_attempts
from claudeops_desktop.learning.cases.types import CaseDraft
from claudeops_desktop.learning.pattern_feedback import learn_patterns
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

from .report import Figure, report

SEED = 20260302
SERVICES, FAULTS, A_DAY, CHANGED, HEALS = 40, 25, 2.0, 0.2, 0.15
ACTIONS = (
    "restarted {}", "reloaded {}", "cleared the cache of {}", "rolled back {}", "renewed the certificate of {}",
    "extended the volume of {}", "restarted the database of {}", "raised the limit of connections of {}",
    "fixed the configuration of {}", "rotated the logs of {}",
)  # fmt: skip
WORDS = (
    "answers 502 instead of 200", "answers 503 instead of 200", "no answer within 10 s", "connection refused",
    "the certificate has expired", "no space left on device", "too many connections", "took 9 s instead of 1 s",
    "answers 500 instead of 200", "the name does not resolve", "replication is 300 s behind", "the queue holds 900",
)  # fmt: skip
STEP = timedelta(minutes=5)


@dataclass
class Fault:
    """What breaks: the check that shows it, what that says, and the action that cures it."""

    trigger: str
    shown: str
    cure: int
    heals: bool
    later_cure: int | None = None

    def cure_at(self, day: float) -> int:
        return self.later_cure if self.later_cure is not None and day > 182 else self.cure


@dataclass
class Tally:
    """What a year cost."""

    attempts: list[int] = field(default_factory=list)
    repeated: int = 0
    minutes: list[float] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    offers: int = 0
    wrong: int = 0
    after_change: list[int] = field(default_factory=list)


def make_world(seed: int) -> tuple[list[Fault], list[tuple[float, str, int]]]:
    """The faults, and the outages of a year: day, service and the number of the fault."""
    dice = random.Random(seed)
    faults = []
    for number in range(FAULTS):
        cure = dice.randrange(len(ACTIONS))
        later = dice.choice([one for one in range(len(ACTIONS)) if one != cure]) if dice.random() < CHANGED else None
        shown = f"{WORDS[number % len(WORDS)]}, part {chr(97 + number)}"
        faults.append(Fault(dice.choice(("http", "tcp", "command", "disk")), shown, cure, dice.random() < HEALS, later))
    prone = {f"service-{chr(97 + at % 26)}{at}": dice.sample(range(FAULTS), 4) for at in range(SERVICES)}
    outages, day = [], 0.0
    while (day := day + dice.expovariate(A_DAY)) < 365:
        service = dice.choice(list(prone))
        outages.append((day, service, dice.choice(prone[service])))
    return faults, outages


def live_year(
    learning: LearningService | None, faults: list[Fault], outages: list[tuple[float, str, int]], clock: list[datetime]
) -> Tally:
    """What an agent does about each outage in turn."""
    tally, start = Tally(), datetime(2026, 1, 1, tzinfo=UTC)
    failed_before: dict[tuple[str, int], set[int]] = {}
    for number, (day, service, kind) in enumerate(outages):
        fault, now = faults[kind], start + timedelta(days=day)
        clock[0] = now
        order, answer = list(range(len(ACTIONS))), None
        if learning is not None:
            order, answer, tokens = follow_prompt(learning, fault, service, now)
            tally.tokens.append(tokens)
        cure, tried, at = fault.cure_at(day), [], now
        if not fault.heals:
            for action in order:
                tried.append(action)
                if action == cure:
                    break
        known = failed_before.setdefault((service, kind), set())
        tally.repeated += sum(action in known for action in tried[:-1])
        known |= set(tried[:-1])
        if answer is not None:
            tally.offers += 1
            tally.wrong += bool(tried) and answer != cure
        tally.attempts.append(len(tried))
        if fault.later_cure is not None and day > 182:
            tally.after_change.append(len(tried))
        tally.minutes.append(max(1, len(tried)) * STEP.total_seconds() / 60)
        if learning is not None:
            file_outage(learning, fault, service, tried, at, number)
    return tally


def follow_prompt(
    learning: LearningService, fault: Fault, service: str, now: datetime
) -> tuple[list[int], int | None, int]:
    """The order in which an agent tries that reads its prompt: what helped, then what was not seen to fail; what was
    offered as an answer; and the tokens of it."""
    found = learning.matcher.match(SymptomQuery(fault.shown, (service,), fault.trigger))
    told = [match for match in found if match.bar != "none"][:2]
    patterns = learning.patterns.select_for("remediator", 500, services=(service,)).chosen
    texts = [describe_case(match.case, now) for match in told] + [one.text for one in patterns]
    spelled = {template.format(service): at for at, template in enumerate(ACTIONS)}
    generic = {template.format("the service"): at for at, template in enumerate(ACTIONS)}
    first, failed, answer = [], set(), None
    for match in told:
        for one in match.case.treatments:
            if one.action not in spelled:
                continue
            if one.helped and one.last_result == "helped":
                first.append(spelled[one.action])
                if match.bar == "answer" and answer is None:
                    answer = spelled[one.action]
            elif one.last_result == "did_not_help":
                failed.add(spelled[one.action])
    for pattern in patterns:
        if fault.shown in pattern.text and f"of kind {fault.trigger} " in pattern.text:
            first += [at for action, at in generic.items() if pattern.text.endswith(f"helped: {action}.")]
    rest = [at for at in range(len(ACTIONS)) if at not in first and at not in failed]
    order = list(dict.fromkeys([*first, *rest, *sorted(failed)]))
    return order, answer, sum(-(-len(text) // 4) for text in texts)


def file_outage(
    learning: LearningService, fault: Fault, service: str, tried: list[int], at: datetime, number: int
) -> None:
    """File what was measured, as an incident would be."""
    attempts = [
        CaseAttempt(ACTIONS[action].format(service), "restart", at + STEP * place + timedelta(seconds=30), "agent")
        for place, action in enumerate(tried)
    ]
    checks = [CheckMoment(at + STEP * place, False) for place in range(max(1, len(tried)))]
    over = at + STEP * max(1, len(tried))
    checks += [
        CheckMoment(over, True),
        CheckMoment(over + timedelta(minutes=1), True),
        CheckMoment(over + timedelta(hours=1), True),
    ]
    outcome = confirm_cure(judge_attempts(attempts, checks, over + timedelta(hours=1)))
    draft = CaseDraft(
        f"incident:{number}", "check", service, fault.shown, outcome.end, outcome.attempts, at, outcome.recovered_at,
        outcome.cure, outcome.held, named=(service,), trigger=fault.trigger, shown=fault.shown,
    )  # fmt: skip

    def write() -> None:
        learning.cases.file(draft)
        occurrence = learning.cases.occurrence_of(draft.key)
        if occurrence is not None:
            learn_patterns(learning.patterns, draft, occurrence, {})
        learning.patterns.age()

    write_in(learning, write)


def write_in(learning: LearningService, write: object) -> None:
    learning.cases._store.write(write).result()  # type: ignore[arg-type]


def measure_speed(learning: LearningService, cases: int) -> tuple[float, float]:
    """Milliseconds for the lookup of a case among so many, and for choosing patterns (the median of some)."""
    dice, at = random.Random(SEED), datetime(2025, 1, 1, tzinfo=UTC)
    words = [f"{dice.choice(WORDS)} at stage {dice.randrange(10_000)} of {dice.choice(WORDS)}" for _ in range(cases)]

    def fill() -> None:
        for number, shown in enumerate(words):
            service = f"unit-{number % 400}"
            attempt = CaseAttempt(f"restarted {service}", "restart", at, "agent", result="helped")
            learning.cases.file(
                CaseDraft(
                    f"cli:{number}",
                    "session",
                    service,
                    shown,
                    "cured",
                    (attempt,),
                    at,
                    at,
                    0,
                    named=(service,),
                    shown=shown,
                )
            )
        for number in range(500):
            learning.patterns.approve(learning.patterns.store_pattern("observer", f"Rule {number}: {words[number]}").id)

    write_in(learning, fill)
    lookups, choices = [], []
    for _ in range(30):
        query = SymptomQuery(dice.choice(words), (f"unit-{dice.randrange(400)}",))
        began = time.perf_counter()
        learning.matcher.match(query)
        lookups.append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        learning.patterns.select_for("observer", 500, services=("unit-3",))
        choices.append((time.perf_counter() - began) * 1000)
    return statistics.median(lookups), statistics.median(choices)


def main() -> int:
    faults, outages = make_world(SEED)
    clock = [datetime(2026, 1, 1, tzinfo=UTC)]
    without = live_year(None, faults, outages, clock)
    with tempfile.TemporaryDirectory(prefix="claudeops-year-") as place:
        store = open_store(DataFolder(Path(place)).create())
        try:
            book = RecordRepositories(store, lambda: clock[0])
            rules = PatternRules(evidence_alone=True)
            learning = LearningService(book, lambda: clock[0], lambda: rules)
            helped = store.read(partial(live_year, learning, faults, outages, clock)).result()
            lookup, choice = store.read(partial(measure_speed, learning, 10_000)).result()
        finally:
            store.close()
    share = sum(helped.attempts) / max(1, sum(without.attempts))
    change = statistics.mean(helped.after_change) / statistics.mean(without.after_change)
    return report(
        "simulated_year",
        [
            Figure("outages", len(outages), ""),
            Figure("attempts until cured, without", statistics.mean(without.attempts), ""),
            Figure("attempts until cured, with", statistics.mean(helped.attempts), ""),
            Figure("attempts, with of without", share, "", 0.34),
            Figure("attempts that had failed before, without", without.repeated, ""),
            Figure("attempts that had failed before, with", helped.repeated, ""),
            Figure("minutes to recovery, without", statistics.mean(without.minutes), ""),
            Figure("minutes to recovery, with", statistics.mean(helped.minutes), ""),
            Figure("tokens injected", statistics.mean(helped.tokens), ""),
            Figure("answers offered", helped.offers, ""),
            Figure("wrong answers", helped.wrong / max(1, helped.offers), "", 0.02),
            Figure("attempts after a cure changed, with of without", change, "", 1.0),
            Figure("a case among 10,000", lookup, "ms", 20.0),
            Figure("patterns for a prompt", choice, "ms", 10.0),
        ],
    )


if __name__ == "__main__":
    sys.exit(main())
