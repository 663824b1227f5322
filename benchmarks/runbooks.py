"""Is the right runbook found for an alert? ``runbooks RUNBOOKS ALERTS``: both as JSON lines.

A runbook has name and text, an alert has alert (the name of its runbook), summary and description. Names are hidden:
the alert is asked for without its name, and a runbook's own name is taken out of it. Alerts are split into two halves
by a hash of their names: what was tuned was tuned on the first.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from claudeops_desktop.core.settings import Settings
from claudeops_desktop.learning.runbooks import search
from claudeops_desktop.learning.runbooks.search import AlertText, RunbookDocument, RunbookIndex, embed_with
from claudeops_desktop.memory import embedder

from .report import Figure, report

FIRST, FIFTH = 0.81, 0.94


def hide_name(name: str, text: str) -> str:
    """The text without a name, in any case and taken apart."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", r"[\\s_-]*", name)
    return re.sub(rf"{re.escape(name)}|{apart}", " ", text, flags=re.IGNORECASE)


def half_of(name: str) -> int:
    """0 or 1, always the same for a name."""
    return hashlib.sha256(name.encode()).digest()[0] % 2


def hits(find: Callable[[AlertText], Sequence[str]], alerts: Sequence[dict[str, str]]) -> tuple[float, float]:
    """The share of alerts whose runbook comes first, and is among the first five."""
    first = fifth = 0
    for alert in alerts:
        found = find(AlertText("", alert["summary"], hide_name(alert["alert"], alert["description"])))
        first += alert["alert"] in found[:1]
        fifth += alert["alert"] in found[:5]
    return first / max(1, len(alerts)), fifth / max(1, len(alerts))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runbooks", type=Path)
    parser.add_argument("alerts", type=Path)
    given = parser.parse_args()
    books = [json.loads(line) for line in given.runbooks.read_text(encoding="utf-8").splitlines()]
    alerts = [json.loads(line) for line in given.alerts.read_text(encoding="utf-8").splitlines()]
    documents = [RunbookDocument(one["name"], "", hide_name(one["name"], one["text"])) for one in books]
    embed = embed_with(embedder(Settings().embedding))
    by_words, fused = RunbookIndex(documents), RunbookIndex(documents, embed)
    share = search.BY_MEANING
    figures = []

    def ask(index: RunbookIndex) -> Callable[[AlertText], list[str]]:
        return lambda alert: [hint.path for hint in index.find(alert, 5)]

    for name, index, weight in (
        ("words alone", by_words, share),
        ("meaning alone", fused, 1.0),
        ("fused", fused, share),
    ):
        search.BY_MEANING = weight
        aims = (FIRST, FIFTH) if name == "fused" else (None, None)
        first, fifth = hits(ask(index), alerts)
        figures.append(Figure(f"{name}: hit@1", first, "", aims[0], at_least=True))
        figures.append(Figure(f"{name}: hit@5", fifth, "", aims[1], at_least=True))
    search.BY_MEANING = share
    for half in (0, 1):
        first, fifth = hits(ask(fused), [one for one in alerts if half_of(one["alert"]) == half])
        figures.append(Figure(f"fused, {('tuned', 'held')[half]} half: hit@1", first, ""))
        figures.append(Figure(f"fused, {('tuned', 'held')[half]} half: hit@5", fifth, ""))
    began = time.perf_counter()
    for alert in alerts:
        fused.find(AlertText(alert["alert"], alert["summary"], alert["description"]))
    figures.append(Figure("one alert", (time.perf_counter() - began) * 1000 / len(alerts), "ms", 20.0))
    return report("runbooks", figures)


if __name__ == "__main__":
    sys.exit(main())
