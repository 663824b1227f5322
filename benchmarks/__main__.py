"""Run benchmarks, each in a process of its own: `python -m benchmarks [NAME…]`, or one with arguments.

Some run only by name: `python -m benchmarks cli_versions 2.1.330`, `extraction FOLDER -v`, `guard_fuzz 20000 7`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EVERY = {
    "start": (),
    "idle": (),
    "memories_page": (),
    "pages": (),
    "context": (),
    "marker": (),
    "observe": (),
    "add_fact": (),
    "batch": (),
    "stream": (),
    "guard": (),
    "guard_process": (),
    "hook_process": (),
    "soak": (),
    "installed": (),
    "logsearch": (),
    "pairs": (str(HERE / "ops_pairs_dev.jsonl"),),
}
BY_NAME_ONLY = (
    "ageing",
    "auditor",
    "coexist",
    "confined_alike",
    "continuous_checks",
    "devbench",
    "lifetime",
    "lives",
    "train_gate",
    "check_results",
    "cli_versions",
    "extraction",
    "git_sync",
    "guard_fuzz",
    "imports",
    "load",
    "locomo",
    "library",
    "documents",
    "federated",
    "mutants",
    "answerable",
    "recall_speed",
    "judge_ablation",
    "outage_folding",
    "service_map",
    "signatures",
    "routine",
    "runbooks",
    "simulated_year",
    "knowledge_year",
    "knowledge_page",
    "takeover",
    "triage",
    "vector_search",
)


def main() -> int:
    """The exit code is 1 where a benchmark failed or missed a target."""
    names = sys.argv[1:] or list(EVERY)
    with_arguments = names[0] in EVERY and len(names) > 1 and names[1] not in EVERY
    if names[0] in BY_NAME_ONLY or with_arguments:
        return subprocess.run([sys.executable, "-m", f"benchmarks.{names[0]}", *names[1:]], check=False).returncode
    unknown = [name for name in names if name not in EVERY]
    if unknown:
        print(f"There is no benchmark {unknown[0]}; there are {', '.join((*EVERY, *BY_NAME_ONLY))}.", file=sys.stderr)
        return 2
    codes = []
    for name in names:
        print(f"running {name}…", file=sys.stderr)
        codes.append(subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *EVERY[name]], check=False).returncode)
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
