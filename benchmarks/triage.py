"""Do the rules of triage decide as a careful person would? ``triage [-v]``: 200 labelled proposals for one memory file.

Tells for each half, and over all: the share of proposals that the rules settle or leave as the label says, and by tier
what they settle themselves and what they leave to a model or to the operator. No model is asked. ``-v`` lists what
differs in the half that the rules were tuned on; the half that was held out is only counted.

The set does not say how many sources a proposal has, and its labels take each for confirmed: so do these figures. What
the rules do with the same proposals where no second source confirms them is told apart: nothing may be promoted then.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.knowledge.memory_file import read_memory_file
from claudeops_desktop.knowledge.proposals.triage_rules import decide_by_rule
from claudeops_desktop.knowledge.proposals.types import ProposalDraft
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

from .report import Figure, report

DATA = Path(__file__).resolve().parent / "data" / "triage"
TARGET = 0.85
OTHERS = ("page", "log", "alert", "mail")
SETTLED = ("promote", "reject", "merge")


@dataclass(frozen=True, slots=True)
class LabelledProposal:
    """A row of the set."""

    half: str
    group: str
    label: str
    confidence: float
    origin: str
    text: str

    @property
    def draft(self) -> ProposalDraft:
        return ProposalDraft(
            "add", "reflection", self.text[:60], "MEMORY.md", "operations", after=self.text,
            confidence=self.confidence, trusted=self.origin not in OTHERS,
        )  # fmt: skip


def read_rows() -> list[LabelledProposal]:
    lines = (DATA / "proposals.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    return [LabelledProposal(a, b, c, float(d), e, f) for a, b, c, d, e, f in rows]


def decide(rows: list[LabelledProposal], memory: MemoryService, *, confirmed: bool) -> list[tuple[str, str]]:
    """What the rules do with each, and by which rule."""
    entries = read_memory_file((DATA / "MEMORY.md").read_text(encoding="utf-8")).entries
    found = []
    for row in rows:
        verdict = memory.curation.judge_text(row.text, foreign=not row.draft.trusted)
        decision = decide_by_rule(row.draft, verdict, entries, confirmed=confirmed)
        found.append((decision.outcome, decision.rule))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", "--verbose", action="store_true")
    verbose = parser.parse_args().verbose
    import tempfile

    rows = read_rows()
    with tempfile.TemporaryDirectory() as place:
        store = open_store(DataFolder(Path(place)).create())
        try:
            memory = MemoryService(RecordRepositories(store))
            decided = decide(rows, memory, confirmed=True)
            unconfirmed = Counter(outcome for outcome, _ in decide(rows, memory, confirmed=False))
        finally:
            store.close()
    figures = []
    for half in ("tuned", "held out", ""):
        mine = [(row, *one) for row, one in zip(rows, decided, strict=True) if row.half == half or not half]
        name = half or "all"
        seen = [(row, outcome if outcome in SETTLED else "review", rule) for row, outcome, rule in mine]
        right = sum(row.label == outcome for row, outcome, _ in seen)
        figures.append(Figure(f"{name}: agreement", right / len(seen), "", target=TARGET, at_least=True))
        first = [one for one in seen if one[1] != "review"]
        figures.append(Figure(f"{name}: tier 1 settles", len(first) / len(seen), ""))
        if first:
            kept = sum(row.label == outcome for row, outcome, _ in first) / len(first)
            figures.append(Figure(f"{name}: tier 1 agreement on what it settles", kept, ""))
        left = [one for one in seen if one[1] == "review"]
        kept = sum(row.label == "review" for row, _, _ in left) / max(1, len(left))
        figures.append(Figure(f"{name}: agreement on what is left to tiers 2 and 3", kept, ""))
        tiers = Counter(outcome for _, outcome, _ in mine)
        figures.append(Figure(f"{name}: left to a model", tiers["model"] / len(mine), ""))
        figures.append(Figure(f"{name}: left to the operator", tiers["operator"] / len(mine), ""))
        wrong = sum(outcome == "promote" and row.label != "promote" for row, outcome, _ in seen)
        figures.append(Figure(f"{name}: promoted against the label", wrong, ""))
        for label in (*SETTLED, "review"):
            of_label = [one for one in seen if one[0].label == label]
            share = sum(outcome == label for _, outcome, _ in of_label) / max(1, len(of_label))
            figures.append(Figure(f"{name}: {label} found", share, ""))
    figures.append(Figure("without a second source: promoted", unconfirmed["promote"], "", target=0))
    left = unconfirmed["operator"] / len(rows)
    figures.append(Figure("without a second source: left to the operator", left, ""))
    if verbose:
        for row, (outcome, rule) in zip(rows, decided, strict=True):
            got = outcome if outcome in SETTLED else "review"
            if row.half == "tuned" and got != row.label:
                print(f"{row.label:8} {outcome:8} {rule:12} {row.text}", file=sys.stderr)
    return report("triage", figures)


if __name__ == "__main__":
    sys.exit(main())
