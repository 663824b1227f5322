"""Generates commands, asks the guard, runs those it calls reading, and counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from claudeops_desktop.guard.classify import understand

from .grammar import HARMLESS, Command, generate
from .sandbox import Sandbox

NOT_EXECUTED = "not executed: no sandbox"
_ATTEMPTS = 40
"""Executions that the search for a shorter command of the same effect may take."""
_SHORTENED = 30
"""Findings for which a shorter command is looked for; the others stand as they were generated."""
_TOKENS = re.compile(r"\s+|[;&|(){}<>]+|[^\s;&|(){}<>]+")


class Finding(NamedTuple):
    """A command that the guard calls reading and that is more: as generated, as short as found, and what it did."""

    command: Command
    shortest: str
    hits: tuple[str, ...]


class FuzzReport(NamedTuple):
    """What a campaign came to. ``kinds`` counts by family and class; ``sandbox`` is "" where nothing was executed."""

    seed: int
    sandbox: str
    kinds: Counter[tuple[str, str]]
    executed: int
    timed_out: int
    findings: tuple[Finding, ...]

    @property
    def generated(self) -> int:
        """Different commands that were generated."""
        return self.kinds.total()

    @property
    def harmless_share(self) -> float:
        """The share of the harmless commands that the guard calls reading."""
        harmless = sum(number for (family, _), number in self.kinds.items() if family == HARMLESS)
        return self.kinds[HARMLESS, "read"] / max(harmless, 1)

    def describe(self) -> list[str]:
        """The figures and the findings, in lines for a reader."""
        classes: Counter[str] = Counter()
        for (_, kind), number in self.kinds.items():
            classes[kind] += number
        counts = ", ".join(f"{kind} {number}" for kind, number in classes.most_common())
        executed = (
            f"executed {self.executed} ({self.sandbox}; {self.timed_out} took too long), hits {len(self.findings)}"
            if self.sandbox
            else f"{self.kinds_read} {NOT_EXECUTED}"
        )
        lines = [f"guard fuzz, seed {self.seed}: generated {self.generated} ({counts}); {executed}"]
        return lines + [f"  {'; '.join(found.hits)[:160]}\n    {found.shortest!r}" for found in self.findings]

    @property
    def kinds_read(self) -> int:
        """Commands that the guard calls reading."""
        return sum(number for (_, kind), number in self.kinds.items() if kind == "read")


def run_campaign(
    number: int, seed: int, kind: str, progress: Callable[[str], None] | None = None, most: int = 200
) -> FuzzReport:
    """Generates so many commands and runs those called reading in a sandbox of this kind ("": none is run).

    After ``most`` findings the rest is only judged. ``progress`` is told each finding as it is made.
    """
    commands = list({command.text: command for command in generate(number, seed)}.values())
    kinds: Counter[tuple[str, str]] = Counter()
    reading: list[Command] = []
    for command in commands:
        called = understand(command.text).kind
        kinds[command.family, called] += 1
        if called == "read":
            reading.append(command)
    if not kind:
        return FuzzReport(seed, "", kinds, 0, 0, ())
    executed = timed_out = 0
    findings: list[Finding] = []
    with Sandbox(kind) as sandbox:
        for command in reading:
            if len(findings) >= most:
                break
            outcome = sandbox.run(command.text)
            executed += 1
            timed_out += outcome.timed_out
            if outcome.hits:
                shortest = shorten(command.text, outcome.hits, sandbox) if len(findings) < _SHORTENED else command.text
                finding = Finding(command, shortest, outcome.hits)
                findings.append(finding)
                if progress:
                    progress(f"{'; '.join(finding.hits)[:160]}\t{finding.command.text!r}\t{finding.shortest!r}")
    return FuzzReport(seed, kind, kinds, executed, timed_out, tuple(findings))


def shorten(text: str, hits: Sequence[str], sandbox: Sandbox) -> str:
    """A shorter command that the guard still calls reading and that still has some of these hits and no other."""
    tokens = _TOKENS.findall(text)
    left, width = _ATTEMPTS, max(len(tokens) // 2, 1)
    while width and left > 0:
        at = 0
        while at < len(tokens) and left > 0:
            rest = tokens[:at] + tokens[at + width :]
            if rest and _still_hits(rest, hits, sandbox):
                tokens = rest
            else:
                at += width
            left -= 1
        width //= 2
    return "".join(tokens)


def _still_hits(tokens: Sequence[str], hits: Sequence[str], sandbox: Sandbox) -> bool:
    text = "".join(tokens)
    if understand(text).kind != "read":
        return False
    found = sandbox.run(text).hits
    return bool(found) and set(found) <= set(hits)
