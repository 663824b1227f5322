"""How well the auditor finds faults that were planted, and that it is silent where there are none.

    python -m benchmarks.auditor [-v]

Sixty faults in a folder of 120 entries, fifteen of each kind; the rules were tuned on forty of them, twenty were held
out. The same folder without faults and a second one of 150 entries show how often it is wrong. Bounds: a precision of
0.95, and no finding on a clean folder. Every figure is told for the tuned and the held-out part separately.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.audit_world import DATA, AuditWorld, EntryLine, build_world, entries_in, read_lines
from benchmarks.report import Figure, report
from claudeops_desktop.knowledge.audits.auditor import audit_knowledge
from claudeops_desktop.knowledge.audits.types import FINDING_KINDS, AuditFinding

PRECISION = 0.95


def main() -> int:
    """Measure, and report."""
    loud = "-v" in sys.argv[1:]
    first, plants = read_lines("first.entries"), read_lines("first.plants")
    world = [*read_lines("first.world"), *(line for line in plants if line.split(" ", 1)[0].isupper())]
    faults = entries_in(plants)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        with build_world(root / "planted", world, [*entries_in(first), *faults]) as planted:
            began = time.perf_counter()
            found = _audit(planted)
            took = time.perf_counter() - began
            began = time.perf_counter()
            again = audit_knowledge(planted.knowledge, planted.book, planted.memory, planted.now,
                                    services_file=planted.services, machine=planted.machine)  # fmt: skip
            second_run = time.perf_counter() - began
        with build_world(root / "clean", world, entries_in(first)) as clean:
            on_clean = _audit(clean)
        lines = entries_in(read_lines("second.entries"))
        with build_world(root / "second", read_lines("second.world"), lines) as other:
            on_other = _audit(other)
    matched = {id(one): _fault_of(one, faults) for one in found}
    wrong = [one for one in found if matched[id(one)] is None]
    hit = {id(fault) for fault in matched.values() if fault is not None}
    figures = [Figure("precision", 1 - len(wrong) / max(len(found), 1), "", PRECISION, at_least=True)]
    figures += _recall(faults, hit)
    figures += [
        Figure("findings on the same folder without faults", len(on_clean), "", 0),
        Figure("findings on a second folder without faults", len(on_other), "", 0),
        Figure("time of an audit", took * 1000, "ms"),
        Figure("time of a second audit with nothing new", second_run * 1000, "ms"),
    ]
    if loud:
        _tell(
            "missed",
            [
                f"{one.kind}, {one.part}: {one.path}: {one.text}"
                for one in faults
                if id(one) not in hit and (one.part == "tuned" or "--all" in sys.argv)
            ],
        )
        _tell("wrong", [_line(one) for one in wrong])
        _tell("on a clean folder", [_line(one) for one in (*on_clean, *on_other)])
    return report("auditor", figures, unchanged=again.unchanged, faults=len(faults), findings=len(found))


def _audit(world: AuditWorld) -> Sequence[AuditFinding]:
    return audit_knowledge(
        world.knowledge, world.book, world.memory, world.now, services_file=world.services, machine=world.machine
    ).findings


def _fault_of(finding: AuditFinding, faults: Sequence[EntryLine]) -> EntryLine | None:
    """The fault that a finding is about; None where it is about none."""
    for fault in faults:
        if fault.kind != finding.kind:
            continue
        if number := fault.options.get("supersedes"):
            matches = finding.path.startswith(f"decisions/{int(number):04d}-")
        else:
            matches = fault.path == finding.path and (fault.path != "MEMORY.md" or finding.text == _plain(fault.text))
        # Which of two that say the same may go is a matter of their standing: both are named.
        if fault.kind == "redundant":
            matches = matches or _plain(fault.bullets[0]) in {one.quote for one in finding.evidence}
        if matches:
            return fault
    return None


def _plain(text: str) -> str:
    from claudeops_desktop.language.extraction.sentences import plain_words

    return plain_words(text)


def _recall(faults: Sequence[EntryLine], hit: set[int]) -> list[Figure]:
    figures = []
    for part in ("tuned", "heldout"):
        mine = [fault for fault in faults if fault.part == part]
        figures.append(Figure(f"recall, {part}", sum(id(one) in hit for one in mine) / len(mine), ""))
        for kind in FINDING_KINDS:
            some = [fault for fault in mine if fault.kind == kind]
            share = sum(id(one) in hit for one in some) / max(len(some), 1)
            figures.append(Figure(f"recall, {part}, {kind}", share, ""))
    return figures


def _line(one: AuditFinding) -> str:
    return f"{one.kind}: {one.path}:{one.line}: {one.text[:90]} — {one.reason[:140]}"


def _tell(title: str, lines: Sequence[str]) -> None:
    print(f"{title}: {len(lines)}", *(f"  {line}" for line in lines), sep="\n", file=sys.stderr)


if __name__ == "__main__":
    assert DATA.is_dir()
    sys.exit(main())
