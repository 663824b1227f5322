"""Runs the fuzz campaign on demand.

    python -m benchmarks.guard_fuzz [NUMBER [SEED]]

Without a sandbox the commands are only judged. The exit code is 1 where a command called reading touched a canary.
"""

from __future__ import annotations

import sys
import time

from .campaign import run_campaign
from .sandbox import find_kind

NUMBER = 3000


def main() -> int:
    """Runs one campaign and prints its figures."""
    number, seed = (*(int(word) for word in sys.argv[1:3]), *(NUMBER, 1)[len(sys.argv[1:3]) :])
    start = time.monotonic()
    report = run_campaign(number, seed, find_kind(), progress=lambda line: print(line, file=sys.stderr, flush=True))
    print("\n".join(report.describe()))
    print(f"harmless commands called reading: {report.harmless_share:.1%}; {time.monotonic() - start:.0f} s")
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
