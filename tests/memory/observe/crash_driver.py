"""Observes one transcript again and again in processes of their own, each killed at the next boundary of a step.

    crash_driver.py FOLDER TRANSCRIPT STORE [thorough]

Prints JSON: what an undisturbed run stored, and for boundaries what is stored after the kill and one more run. With
``thorough`` these are all boundaries, otherwise the first of each kind of boundary of each step. Forks: one start of
the interpreter serves all.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from support.folders import used_folder
from support.other_process import stored_rows
from support.server_stores import stores_on_server

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.language.extraction.rule_extractor import RulesExtractor
from claudeops_desktop.language.extraction.types import ConversationPassage, ConversationTurn, ExtractionResult
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.extraction.observer import Observer
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.telemetry.steps import DurableSteps
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
WHAT = {
    "memories": "SELECT service, observation, confidence, active, gate, merged_count FROM memories ORDER BY id",
    # A server gives the number of a row that was taken back to no other, so facts are counted.
    "versions": "SELECT (SELECT count(*) FROM memories WHERE memories.id <= memory_id), action, confidence"
    " FROM memory_versions ORDER BY id",
    "resources": "SELECT raw_content, content_type, conversation_id FROM resources ORDER BY id",
    "gate_log": "SELECT outcome, rule, text FROM gate_log ORDER BY id",
    "transcripts": "SELECT offset, state, turns, facts FROM transcripts",
    "unfinished": "SELECT job, step FROM steps WHERE state <> 'done'",
    "told": "SELECT action FROM telemetry WHERE action LIKE 'memory.%' ORDER BY id",
}


class Paid:
    """A model that is paid for each answer: one line in a file."""

    def __init__(self, bill: Path) -> None:
        self.bill = bill

    def extract(self, passage: ConversationPassage) -> ExtractionResult:
        drawn = RulesExtractor().extract(passage)
        with self.bill.open("a") as file:
            file.write(passage.turns[0].text[:20].replace("\n", " ") + "\n")
        return drawn


def observe(folder: Path, transcript: Path, kill_at: int = 0) -> None:
    """Observe to the end, or to the boundary where the process is killed: before and after each record of a step.

    Without a kill the kinds of the boundaries, in their order, are left in the file ``boundaries``.
    """
    kinds: list[str] = []

    def boundary(kind: str) -> None:
        kinds.append(kind)
        if len(kinds) == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    for name in ("_begin", "_end"):
        real = getattr(DurableSteps, name)

        def recorded(
            self: DurableSteps, job: str, step: str, *given: Any, _name: str = name, _real: Any = real, **more: Any
        ) -> Any:
            kind = f"{_name} {step.rstrip('0123456789:-')}"
            boundary(f"before {kind}")
            done = _real(self, job, step, *given, **more)
            boundary(f"after {kind}")
            return done

        setattr(DurableSteps, name, recorded)
    store = open_store(DataFolder(folder))
    real_write = store.write

    def write(operation: Any) -> Any:
        done = real_write(operation)
        done.result()
        boundary(f"committed, {kinds[-1] if kinds else 'first'}")
        return done

    store.write = write  # type: ignore[method-assign]
    book = RecordRepositories(store, lambda: NOW)
    paid = (RulesExtractor(), Paid(folder / "bill"))
    observer = Observer(
        book, MemoryService(book, lambda: NOW), Settings(), DataFolder(folder), lambda: NOW, environ={}, extractors=paid
    )
    observer.observe_file(transcript)
    store.close()
    if not kill_at:
        (folder / "boundaries").write_text("\n".join(kinds))


def in_a_process(folder: Path, transcript: Path, kill_at: int = 0) -> bool:
    """Whether it came to its end."""
    child = os.fork()
    if child == 0:
        try:
            observe(folder, transcript, kill_at)
            os._exit(0)
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit("a run failed by itself")
    return os.WIFEXITED(status)


def standing(folder: Path) -> dict[str, Any]:
    """What is stored, and how often the model was paid."""
    found = {name: stored_rows(folder, sql) for name, sql in WHAT.items()}
    return found | {"bill": (folder / "bill").read_text().splitlines()}


def warm() -> None:
    """Read what is read late once, before the forks."""
    from claudeops_desktop.agents.redact import LineRedactor
    from claudeops_desktop.language.compare.judge import judge_all
    from claudeops_desktop.memory.gate.gate import gate

    facts = (
        RulesExtractor()
        .extract(ConversationPassage((ConversationTurn(1, "assistant", "Jellyfin takes 60 seconds to start."),)))
        .facts
    )
    gate(facts[0], "observed")
    judge_all(facts[0].text, ["Takes 61s to start"])
    LineRedactor(("a secret",))(b"a line")


def main(folder: Path, transcript: Path) -> None:
    """Print what the kills leave behind."""
    warm()
    whole = used_folder(folder / "whole").root
    in_a_process(whole, transcript)
    kinds = (whole / "boundaries").read_text().split("\n")
    told: dict[str, Any] = {"whole": standing(whole), "crashed": [], "boundaries": len(kinds)}
    for at, kind in enumerate(kinds, start=1):
        if "thorough" not in sys.argv and kind in kinds[: at - 1]:
            continue
        crashed = used_folder(folder / f"at-{at}").root
        assert not in_a_process(crashed, transcript, at), "it was killed there"
        in_a_process(crashed, transcript)
        told["crashed"].append(standing(crashed))
        shutil.rmtree(crashed)
    print(json.dumps(told))


if __name__ == "__main__":
    with stores_on_server(Path(sys.argv[1])) if "postgresql" in sys.argv else nullcontext():
        main(Path(sys.argv[1]), Path(sys.argv[2]))
