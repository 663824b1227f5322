"""Run inside a profile: runs each command of a list in a shell, many at once, and prints what came of each as JSON.

Called with a file that holds the commands as JSON and seconds for each. The standard library alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

AT_ONCE = int(os.environ.get("CLAUDEOPS_COMMANDS_AT_ONCE", "24"))
LONGEST_OUTPUT = 20_000


def run(command: str) -> list[object]:
    """Its exit code (-1 where it did not end in time) and what it printed."""
    try:
        done = subprocess.run(
            ["timeout", "-k", "0.2", sys.argv[2], "bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=float(sys.argv[2]) + 3,
            check=False,
        )
    except (subprocess.TimeoutExpired, ValueError):
        return [-1, ""]
    return [done.returncode, done.stdout[:LONGEST_OUTPUT].decode("utf-8", "replace")]


if __name__ == "__main__":
    with ThreadPoolExecutor(AT_ONCE) as pool:
        print(json.dumps(list(pool.map(run, json.loads(Path(sys.argv[1]).read_text())))))
