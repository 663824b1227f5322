"""Echo and fizzle after a session (E12): its log is read, its memories are judged, their priorities move; once."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ...agents.turns import read_turns
from ...core.clock import Clock
from ...records.record_books import RecordRepositories
from ...records.telemetry import recording
from ...records.telemetry.steps import DurableSteps
from ...stream.provenance import ProvenanceReader
from ...stream.turns import ToolStep, Turn
from .. import tables
from ..confirm_by_evidence import confirm_measured
from ..prompt_memory import records
from ..session_sources import SERVICES, own_hosts_in, read_log_into
from ..tool_evidence import ShownOutput
from . import echo

log = logging.getLogger(__name__)
KNOWN = 1_000  # texts that tell how rare a word is
LONGEST_HEARD = 40_000
ANSWERS = ("StructuredOutput",)  # a tool by which the CLI hands over what the agent says


def settle_all(book: RecordRepositories, clock: Clock) -> int:
    """Settle every session that is over and was not settled; how many. Waits: never inside a write."""
    return sum(settle_session(book, clock, number) for number in book.store.read(records.list_unsettled).result())


def settle_session(book: RecordRepositories, clock: Clock, session_id: int) -> bool:
    """Judge what one session was told, and move the priorities. A session is settled once, whatever ends the process.

    Whether there was anything to settle. Waits for the log: never on a GUI thread, never inside a write.
    """
    rows = book.store.read(lambda: [row for row in records.of_session(session_id) if not row.settled_at]).result()
    session = book.sessions.get(session_id)
    if not rows or session is None or session.status == "running":
        return False
    run = book.sessions.run(session.run_id)
    services = run.services if run is not None else ()
    spoken, missing = _spoken(session.log_file)
    injections, known = book.store.read(lambda: (_injections(rows), tables.latest_texts([], KNOWN))).result()
    uses = echo.judge_use(injections, spoken, known, services)
    steps = DurableSteps(book.store, clock)

    printed = _printed(book, session.log_file)

    def apply() -> dict[str, int]:
        confirm_measured(book, clock(), session_id, [row.memory_id for row in rows], printed)
        return _apply(book, clock, session_id, uses, missing)

    book.store.write(
        lambda: steps.apply_once(f"echo:session:{session_id}", "settle", apply, session_id=session_id)
    ).result()
    return True


def _printed(book: RecordRepositories, log_file: str) -> list[ShownOutput]:
    """What the commands of a session printed on the operator's own hosts, each with the command."""
    reader = ProvenanceReader(own_hosts_in(Path(book.store.path).with_name(SERVICES)))
    if log_file:
        read_log_into(reader, Path(log_file))
    return [ShownOutput(command, text) for command, text in reader.printed_output()]


def _apply(
    book: RecordRepositories, clock: Clock, session_id: int, uses: dict[int, echo.UsageVerdict], missing: str
) -> dict[str, int]:
    now, counts = clock(), {"used": 0, "ignored": 0, "open": 0}
    memories = {memory.id: memory for memory in tables.by_ids([r.memory_id for r in records.of_session(session_id)])}
    for row in records.of_session(session_id):
        use, memory = uses.get(row.memory_id), memories.get(row.memory_id)
        if row.settled_at:
            continue
        if use is None or memory is None:
            records.settle_injection(row, used=None, how=missing or "The session said nothing.", priority=None, now=now)
            counts["open"] += 1
            continue
        value = echo.priority(memory.retrieval_priority, used=use.used, tokens=row.tokens)
        records.settle_injection(row, used=use.used, how=use.how, priority=value, now=now)
        counts["used" if use.used else "ignored"] += 1
    recording.emit_event(
        "echo",
        "memory.echo.settled",
        now=now,
        session_id=session_id,
        success=not counts["open"],
        used=counts["used"],
        ignored=counts["ignored"],
        open=counts["open"],
    )
    book.store.changed("injections", session_id)
    return counts


def _injections(rows: Sequence[records.InjectionRow]) -> list[echo.InjectedText]:
    memories = {memory.id: memory for memory in tables.by_ids([row.memory_id for row in rows])}
    return [
        echo.InjectedText(row.memory_id, memory.observation, memory.service, row.tokens)
        for row in rows
        if (memory := memories.get(row.memory_id)) is not None
    ]


def _spoken(log_file: str) -> tuple[list[echo.SessionUtterance], str]:
    """What the session said, did and was shown; and a sentence where its log cannot be read."""
    try:
        return list(list_utterances(read_turns(Path(log_file)) if log_file else [])), ""
    except OSError as error:
        log.warning("the log of a session could not be read for what it used: %s", error)
        return [], "The session's log is gone: nobody knows what it used."


def list_utterances(turns: Iterable[Turn]) -> Iterable[echo.SessionUtterance]:
    """What the main agent said, did and was shown, in order. A sub-agent was told none of it."""
    for turn in turns:
        if turn.agent or turn.failed:
            continue
        if turn.text:
            yield echo.SessionUtterance("text", turn.text)
        for step in turn.tools:
            yield from _of_call(step)


def _of_call(step: ToolStep) -> Iterable[echo.SessionUtterance]:
    given = "\n".join(_texts(step.input))
    if given:
        yield echo.SessionUtterance("text" if step.name in ANSWERS else "command", given)
    if step.result:
        yield echo.SessionUtterance("heard", step.result[:LONGEST_HEARD])


def _texts(value: Any, depth: int = 4) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, dict):
        for part in value.values():
            yield from _texts(part, depth - 1)
    elif depth and isinstance(value, list):
        for part in value[:100]:
            yield from _texts(part, depth - 1)
