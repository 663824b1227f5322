"""Which patterns go into a prompt, under a strict token budget (L3). Pure.

All if it fits; else the summary prepared before; else the first sentence of each, if those fit; else one after the
other by score. Whole sentences only, none twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .types import PatternRules, StoredPattern

INJECTED_STATES = ("active",)
BUDGETS = dict.fromkeys(("verifier", "auditor", "judge", "sentinel"), 800)
TIER_BUDGET = 500
FRAME = len("- [pattern] \n")
CHARACTERS_A_TOKEN = 4
_SENTENCE_END = re.compile(r"[.!?…)”\"]\s*$")
_FIRST_SENTENCE = re.compile(r"^(.{12,}?[.!?…])\s+(?=[A-ZÄÖÜ„“\"(])", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PatternSelection:
    """``chosen`` go into the prompt, or ``summary`` in their place; ``left_out`` with the reason for each.
    ``shortened`` where only the first sentence of each is to go in."""

    chosen: tuple[StoredPattern, ...] = ()
    summary: str = ""
    left_out: tuple[tuple[StoredPattern, str], ...] = ()
    shortened: bool = False


def budget_of(role: str) -> int:
    """Tokens for a role: 800 for one that must doubt (the verifier here; Auditor, Judge and Sentinel elsewhere), 500
    for a constructive one, such as a tier."""
    return BUDGETS.get(role, TIER_BUDGET)


def tokens_of_line(text: str) -> int:
    """Tokens of a pattern as a line of a prompt: four characters each, rounded up."""
    return -(-(len(text) + FRAME) // CHARACTERS_A_TOKEN)


def is_whole(summary: str) -> bool:
    """Tell whether a summary ends as a sentence does."""
    return bool(_SENTENCE_END.search(summary))


def first_sentence(text: str) -> str:
    """The rule itself: a pattern says it first, and what it is good for after that."""
    found = _FIRST_SENTENCE.match(text)
    return found[1] if found else text


def select_patterns(
    ranked: Sequence[StoredPattern], budget: int, rules: PatternRules, summary: str = ""
) -> PatternSelection:
    """``ranked`` are best first, with their scores; ``summary`` is one prepared of the same patterns, "" for none."""
    left = [(one, _state_reason(one)) for one in ranked if one.state not in INJECTED_STATES]
    usable = [one for one in ranked if one.state in INJECTED_STATES]
    weak = [one for one in usable if one.score < rules.least_score]
    left += [(one, f"Its score is {one.score:.2f}; {rules.least_score} is the least.") for one in weak]
    wanted, said = list[StoredPattern](), set[str]()
    for one in usable:
        words = " ".join(re.findall(r"\w+", one.text.casefold()))
        if one.score < rules.least_score:
            continue
        if words in said:
            left.append((one, "Another pattern says the same."))
            continue
        said.add(words)
        wanted.append(one)
    if sum(tokens_of_line(one.text) for one in wanted) <= budget:
        return PatternSelection(tuple(wanted), "", tuple(left))
    if summary and tokens_of_line(summary) <= budget and is_whole(summary):
        return PatternSelection((), summary, (*left, *((one, "It is part of the summary.") for one in wanted)))
    if sum(tokens_of_line(first_sentence(one.text)) for one in wanted) <= budget:
        return PatternSelection(tuple(wanted), "", tuple(left), shortened=True)
    chosen, spent = list[StoredPattern](), 0
    for one in wanted:
        tokens = tokens_of_line(one.text)
        if spent + tokens <= budget:
            chosen.append(one)
            spent += tokens
        else:
            left.append((one, f"Over the budget: it needs {tokens} tokens, {budget - spent} were left."))
    return PatternSelection(tuple(chosen), "", tuple(left))


def _state_reason(one: StoredPattern) -> str:
    return {
        "observed": "It was seen once only.",
        "candidate": "It is not proven yet.",
        "verified": "It needs the operator's approval.",
        "deprecated": "It is deprecated.",
    }.get(one.state, one.state)
