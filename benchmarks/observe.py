"""Drawing facts by rules (E3): at least 10 MB of transcript a second.

The transcript is made up, seeded: turns of a session as they come, tool output for the most part, and a second one
without any tool output, where every character is read.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from claudeops_desktop.language.extraction.rule_extractor import RulesExtractor
from claudeops_desktop.language.extraction.types import ConversationPassage, ConversationTurn
from claudeops_desktop.memory.extraction.transcript_parts import read_part

from .report import Figure, median_and_worst, report

TARGET_MB_S = 10
SERVICES = ("jellyfin", "postgres", "caddy", "wireguard", "adguard", "nextcloud", "grafana", "mosquitto")
FACTS = (
    "I restarted {0} and it took {1} seconds to become healthy.",
    "{0} must be started after {2}, otherwise it fails with no route to host.",
    "Restarting {0} fixed the connection errors.",
    "{0} returns 302 when healthy, so a check for 200 reports it as down.",
    "The root cause was that {0} ran out of file handles because {2} kept {1} connections open.",
    "{0} needs a manual cleanup every {1} days.",
)
TALK = (
    "Let me look at the status of {0} first.",
    "All checks passed; {0} is healthy and answers with 200.",
    "I'll read the last {1} lines of the journal of {0} and see whether anything stands out there.",
    "The configuration that I found looks the same as on the other host, so I leave it as it is.",
    "Memory is at {1} percent, the load is low, and nothing in the log of {2} points to a problem.",
    "Next I compare the two compose files line by line to find out what was changed in the last deployment.",
    "- `{0}`: up, {1} connections, no restarts",
    "That is all I can see from here; the rest has to be looked at on the host itself.",
)
OUTPUT = (
    '2026-03-01T12:{0:02d}:11Z {1}[{0}]: level=info msg="request served" status=200 duration={0}ms path=/api/v1/items\n'
)


def transcript(megabytes: float, tool_share: float, seed: int = 7) -> ConversationPassage:
    """Turns of about so many million characters, ``tool_share`` of them tool output; one line in ten holds a fact."""
    chance = random.Random(seed)
    wanted = int(megabytes * 1_000_000)
    turns: list[ConversationTurn] = []
    size = 0
    while size < wanted:
        if chance.random() < tool_share:
            text = "".join(OUTPUT.format(chance.randrange(60), chance.choice(SERVICES)) for _ in range(20))
            turns.append(ConversationTurn(len(turns) + 1, "tool", text, tool="Bash"))
        else:
            lines = [
                chance.choice(FACTS if chance.random() < 0.1 else TALK).format(
                    chance.choice(SERVICES), chance.randrange(2, 99), chance.choice(SERVICES)
                )
                for _ in range(24)
            ]
            turns.append(
                ConversationTurn(len(turns) + 1, "user" if chance.random() < 0.1 else "assistant", "\n".join(lines))
            )
        size += len(turns[-1].text)
    return ConversationPassage(tuple(turns))


def write(passage: ConversationPassage, path: Path) -> None:
    """The same turns as the CLI writes a transcript: one JSON object a line."""
    with path.open("w", encoding="utf-8") as file:
        for turn in passage.turns:
            about = {"sessionId": "s", "uuid": str(turn.number), "timestamp": "2026-03-01T12:00:00.000Z"}
            if turn.role == "tool":
                block = {"type": "tool_result", "tool_use_id": "t", "content": turn.text}
                line = {"type": "user", "message": {"role": "user", "content": [block]}}
                line["toolUseResult"] = {"stdout": turn.text, "stderr": ""}
            else:
                block = {"type": "text", "text": turn.text}
                line = {"type": turn.role, "message": {"role": turn.role, "content": [block]}}
            file.write(json.dumps(about | line) + "\n")


def from_file(path: Path, extractor: RulesExtractor) -> int:
    """Read part by part, and draw: what an observer does, without storing. How many facts."""
    offset = facts = 0
    while True:
        part = read_part(path, offset, "cli:s")
        facts += sum(len(extractor.extract(passage).facts) for passage in part.passages)
        if part.last:
            return facts
        offset = part.end


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=20.0)
    parser.add_argument("--tool-share", type=float, default=0.8, help="share of the turns that is tool output")
    parser.add_argument("--times", type=int, default=3)
    wanted = parser.parse_args()
    extractor = RulesExtractor(SERVICES)
    extractor.extract(transcript(0.05, 0.5))  # its expressions are compiled once
    speeds: dict[str, tuple[float, float]] = {}
    facts = 0
    for name, share, size in (
        ("session", wanted.tool_share, wanted.megabytes),
        ("words alone", 0.0, wanted.megabytes / 5),
    ):
        passage = transcript(size, share)
        read = sum(len(turn.text) for turn in passage.turns) / 1_000_000
        times = []
        for _ in range(wanted.times):
            began = time.perf_counter()
            found = extractor.extract(passage)
            times.append(time.perf_counter() - began)
        facts = max(facts, len(found.facts))
        median, worst = median_and_worst(times)
        speeds[name] = (read / (median / 1000), read / (worst / 1000))
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "transcript.jsonl"
        write(transcript(wanted.megabytes, wanted.tool_share), path)
        size, times = path.stat().st_size / 1_000_000, []
        for _ in range(wanted.times):
            began = time.perf_counter()
            from_file(path, extractor)
            times.append(time.perf_counter() - began)
        median, _ = median_and_worst(times)
        speeds["file"] = (size / (median / 1000), 0.0)
    figures = [
        Figure("a transcript from its file, read and drawn", speeds["file"][0], "MB/s", TARGET_MB_S, at_least=True),
        Figure("a transcript", speeds["session"][0], "MB/s", TARGET_MB_S, at_least=True),
        Figure("a transcript, slowest", speeds["session"][1], "MB/s"),
        Figure("words alone, without tool output", speeds["words alone"][0], "MB/s"),
    ]
    return report("observe", figures, megabytes=wanted.megabytes, tool_share=wanted.tool_share, facts=facts)


if __name__ == "__main__":
    sys.exit(main())
