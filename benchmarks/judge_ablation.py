"""What each rule above the judge's learned weights is worth: ``python -m benchmarks judge_ablation``.

Needs what ``train_judge`` needs. Every pair is judged by trees that saw nothing of its fold (two styles of the
families, a block of a fifth of each other file). One table takes each rule away and leaves each alone; another one says
how many mistakes a second look at everything under a certainty would see. Tables go to stderr, JSON to stdout.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import train_judge
from claudeops_desktop.language.claims.polarity import FEATURES as POLARITY
from claudeops_desktop.language.compare.decision_trees import model
from claudeops_desktop.language.compare.features import NAMES, AlignedReadings
from claudeops_desktop.language.compare.judge import decide_verdict
from claudeops_desktop.language.compare.rules import RULES, decide
from claudeops_desktop.language.types import Verdict

Decision = Callable[[AlignedReadings, tuple[float, float, float]], Verdict]


def likeliest(_: AlignedReadings, chances: tuple[float, float, float]) -> Verdict:
    """The verdict of the weights alone."""
    return (Verdict.SAME, Verdict.CONTRADICTION, Verdict.DIFFERENT)[int(np.argmax(chances))]


def decisions() -> dict[str, Decision]:
    """Every way to decide that is compared, by name."""
    found: dict[str, Decision] = {
        "all": lambda meeting, chances: decide_verdict(meeting, chances)[0],
        "weights alone, the likeliest": likeliest,
        "without the attributes": lambda meeting, chances: decide(meeting, chances)[0],
        "attributes and how sure *same* must be, no rule": lambda meeting, chances: decide_verdict(
            meeting, chances, ()
        )[0],
    }
    for rule in RULES:
        others = tuple(one for one in RULES if one is not rule)
        found[f"without: {rule.name}"] = lambda meeting, chances, kept=others: decide_verdict(meeting, chances, kept)[0]
        found[f"alone: {rule.name}"] = lambda meeting, chances, kept=(rule,): decide_verdict(meeting, chances, kept)[0]
    return found


def measure(pairs: train_judge.Pairs, chances: np.ndarray, decision: Decision, chosen: np.ndarray) -> dict[str, float]:
    """The figures of one way to decide on the chosen pairs."""
    verdicts = np.array(
        [
            train_judge.LABELS.index(str(decision(meeting, tuple(row))))
            for meeting, row, mine in zip(pairs.meetings, chances, chosen, strict=True)
            if mine
        ]
    )
    return train_judge.figures(pairs.labels[chosen], verdicts)


def without(pairs: train_judge.Pairs, names: tuple[str, ...]) -> train_judge.Pairs:
    """The same pairs with these features at nought."""
    forward, backward = pairs.forward.copy(), pairs.backward.copy()
    places = [NAMES.index(name) for name in names]
    forward[:, places] = backward[:, places] = 0
    return replace(pairs, forward=forward, backward=backward)


def second_look(pairs: train_judge.Pairs, chances: np.ndarray) -> list[dict[str, float]]:
    """By certainty: how much of all pairs, and of all mistakes, is under it."""
    weights = model()
    found = train_judge.settled(pairs, chances)
    sure = np.array([weights.certainty_of(verdict, chance) for verdict, chance in found])
    verdicts = np.array([train_judge.LABELS.index(str(verdict)) for verdict, _ in found])
    wrong = verdicts != pairs.labels
    return [
        {
            "under": level,
            "pairs": round(float((sure < level).mean()), 3),
            "mistakes": round(float((sure[wrong] < level).mean()), 3),
            "mistakes_above": int((sure[wrong] >= level).sum()),
        }
        for level in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
    ]


def main() -> int:
    """The command."""
    pairs = train_judge.load_all([])
    chances = train_judge.left_out_chances(pairs)
    styles = {path.stem for path in (train_judge.HERE / "data" / "judge").glob("*.txt")}
    families = np.array([group in styles for group, _ in pairs.groups])
    rows = []
    for name, decision in decisions().items():
        for part, chosen in (("families", families), ("files", ~families)):
            rows.append({"decision": name, "pairs_of": part} | measure(pairs, chances, decision, chosen))
    plain = without(pairs, POLARITY)
    unread = train_judge.left_out_chances(plain)
    for part, chosen in (("families", families), ("files", ~families)):
        rows.append(
            {"decision": "all, features without polarity", "pairs_of": part}
            | measure(plain, unread, decisions()["all"], chosen)
        )
    for group in sorted(styles):
        mine = np.array([one == group for one, _ in pairs.groups])
        rows.append({"decision": "all", "pairs_of": group} | measure(pairs, chances, decisions()["all"], mine))
    looks = second_look(pairs, chances)
    console = Console(stderr=True, width=180)
    for found in (rows, looks):
        table = Table(*found[0])
        for row in found:
            table.add_row(*map(str, row.values()))
        console.print(table)
    print(json.dumps({"decisions": rows, "second_look": looks}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
