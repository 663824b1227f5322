"""How a benchmark tells its figures: a table on stderr for people, one JSON object on stdout for programs."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import psutil


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; ``target`` None where it is only told. A target is met from below unless ``at_least``."""

    name: str
    value: float
    unit: str
    target: float | None = None
    at_least: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.value >= self.target if self.at_least else self.value <= self.target


def report(benchmark: str, figures: Sequence[Figure], **more: Any) -> int:
    """Print the figures; 0 where every target is met, else 1."""
    rows = [
        (
            figure.name,
            f"{figure.value:,.3f}".rstrip("0").rstrip("."),
            figure.unit,
            "" if figure.target is None else f"{'≥' if figure.at_least else '≤'} {figure.target:g}",
            {None: "", True: "met", False: "MISSED"}[figure.met],
        )
        for figure in figures
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    print(f"── {benchmark}", file=sys.stderr)
    for name, value, unit, target, met in rows:
        print(
            f"   {name:<{widths[0]}}  {value:>{widths[1]}} {unit:<{widths[2]}}  {target:<{widths[3]}}  {met}".rstrip(),
            file=sys.stderr,
        )
    met = all(figure.met is not False for figure in figures)
    document = {
        "benchmark": benchmark,
        "met": met,
        "figures": {
            figure.name: {
                "value": round(figure.value, 4),
                "unit": figure.unit,
                "target": figure.target,
                "met": figure.met,
            }
            for figure in figures
        },
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "load": round(os.getloadavg()[0], 2)},
    } | more
    print(json.dumps(document), flush=True)
    return 0 if met else 1


def median_and_worst(seconds: Sequence[float]) -> tuple[float, float]:
    """Median and worst in milliseconds."""
    return statistics.median(seconds) * 1000, max(seconds) * 1000


def resident_mb() -> float:
    """Memory that this process holds now, in megabytes."""
    return psutil.Process().memory_info().rss / 1e6
