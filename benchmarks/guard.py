"""How well the guard tells harmless commands from risky ones. How quickly it answers: ``guard_process``.

    python benchmarks/guard.py [FILE…]

Each line of a FILE holds a label (harmless, risky, or risky with the class that is expected: risky:stop), a tab and a
command, in which ␊ stands for a line break; "# family: NAME" names the family of the lines that follow. Without a FILE
the files that ship here are measured, each by itself.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from claudeops_desktop.guard.classify import understand

HERE = Path(__file__).parent


class Labelled(NamedTuple):
    """A command, whether it is harmless, and the class that is expected of it ("" where the label names none)."""

    harmless: bool
    kind: str
    command: str
    family: str = ""


def read_labelled(file: Path) -> list[Labelled]:
    """The labelled commands of a file; lines that begin with another label, such as comments, are left out."""
    rows, family = [], ""
    for line in file.read_text(encoding="utf-8").split("\n"):
        family = line.removeprefix("# family: ") if line.startswith("# family: ") else family
        label, _, command = line.partition("\t")
        name, _, kind = label.partition(":")
        if command and name in ("harmless", "risky"):
            rows.append(Labelled(name == "harmless", kind, command.replace("␊", "\n"), family))
    return rows


def measure_file(file: Path) -> None:
    """Prints every command that is called wrongly, and the shares of the two labels."""
    rows = read_labelled(file)
    calls = [(row, understand(row.command).kind) for row in rows]
    print(f"{file.name}:")
    for row, kind in calls:
        if row.harmless != (kind == "read"):
            print(f"  {'harmless' if row.harmless else 'risky'}, called {kind}: {row.command!r}")
    for label, harmless in (("harmless", True), ("risky", False)):
        kinds = [kind for row, kind in calls if row.harmless == harmless]
        read = kinds.count("read")
        print(f"{label}: {len(kinds)}, called read: {read} ({read / max(len(kinds), 1):.1%})")
    for family in dict.fromkeys(row.family for row in rows if row.family and not row.harmless):
        kinds = [kind for row, kind in calls if row.family == family and not row.harmless]
        print(f"risky, {family}: {len(kinds)}, called read: {kinds.count('read')}")
    of_class = [(row.kind, kind) for row, kind in calls if row.kind]
    if of_class:
        met = sum(wanted == kind for wanted, kind in of_class)
        print(f"of a known class: {len(of_class)}, called so: {met} ({met / len(of_class):.1%})")
        for (wanted, kind), number in sorted(Counter(pair for pair in of_class if pair[0] != pair[1]).items()):
            print(f"  {wanted}, called {kind}: {number}")


if __name__ == "__main__":
    files = [Path(name) for name in sys.argv[1:]] or sorted((HERE / "data").glob("guard_commands*.tsv"))
    for labelled in files:
        measure_file(labelled)
