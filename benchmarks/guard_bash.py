"""The guard's reading of bash against bash itself: pieces of shell put together by chance, as long as one likes.

    python benchmarks/guard_bash.py [SECONDS]

A program ``mark`` that nobody knows writes down that it ran. Whatever bash runs it for must not be called reading.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from claudeops_desktop.guard.understand import understand

PIECES = (
    *(
        "$(",
        "`",
        "'",
        '"',
        "\\",
        "{mark,b}",
        ";",
        "&&",
        "||",
        "|",
        "\n",
        "((",
        "))",
        "(",
        ")",
        "[[",
        "]]",
        "${x",
        "}",
        "$'",
    ),
    *(
        "mark",
        "mark",
        "true",
        "echo",
        "for i in a",
        "do",
        "done",
        "if",
        "then",
        "fi",
        "elif",
        "else",
        "case a in",
        "a)",
    ),
    *(";;", "esac", "{", "!", "#", "x=mark", "$x", "&", "f()", "f", "<("),
)


def main(seconds: float) -> int:
    """Try for so long; 1 where something ran that was called reading."""
    tried = wrong = 0
    with tempfile.TemporaryDirectory() as place:
        folder, hit = Path(place), Path(place) / "hit"
        mark = folder / "mark"
        mark.write_text(f"#!/bin/sh\necho x >> {hit}\n")
        mark.chmod(0o755)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = " ".join(random.choice(PIECES) for _ in range(random.randint(1, 9)))
            if understand(text).kind != "read":
                continue
            tried += 1
            subprocess.run(
                ["/bin/bash", "--norc", "-c", text],
                env={"PATH": f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin"},
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=10,
            )
            if hit.exists():
                wrong += 1
                hit.unlink()
                print(f"ran, though it was called reading: {text!r}")
    print(f"{tried:,} texts that were called reading were run by bash; {wrong} of them ran the program")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0))
