"""``claudeops observe``: draw facts from transcripts that are there already, resumable and without repeating itself."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import EnvironmentFault
from ..core.money import money
from ..core.text_format import format_count
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line, table, warn

if TYPE_CHECKING:
    from ..memory.extraction import ObservationResult, Observer

STOPPED = 130


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("observe")(observe)


def observe(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH]…", help="Transcripts, or folders of them (~/.claude). Without one: all that waits here."
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be stored; write nothing.")] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="Read only this many of the newest transcripts; 0: all.")
    ] = 0,
    json: AsJson = False,
) -> None:
    """Draw facts from what was said: existing transcripts of the Claude CLI, or sessions that were not observed yet.

    It goes on where it stopped: after Ctrl+C, and when a transcript has grown. The same transcript again adds nothing.
    With --dry-run the rules show what they would draw; no model is asked.
    """
    from ..memory.extraction import transcripts_in

    found = transcripts_in(paths or (), limit)
    if dry_run:
        _preview(found, get_cli_context(context).folder.services_file, json)
        return
    raise typer.Exit(_observe(context, found, bool(paths), json))


def _observe(context: typer.Context, found: list[Path], named: bool, json: bool) -> int:
    from ..core.settings import SettingsService
    from ..memory.extraction import ObservationProgress, ObservationResult, Observer, ObserverCallbacks
    from ..records.prompt_requests import wish_in
    from ..runs.observe_sessions import learn_from_transcript, refuted_claims
    from .progress import ProgressLine

    whole, unreadable = ObservationResult(), 0
    with get_cli_context(context).data() as data, _interrupt() as stop, ProgressLine() as line:
        place = ""

        def told(progress: ObservationProgress) -> None:
            line(ObservationProgress(f"{place}{progress.what}", progress.done, progress.total))

        observer = Observer(
            data.book,
            data.memory,
            SettingsService(get_cli_context(context).folder.settings_file).current,
            get_cli_context(context).folder,
            hooks=ObserverCallbacks(
                wish_of=wish_in,
                stopped=stop.is_set,
                progress=told,
                wait=True,
                observed=partial(learn_from_transcript, data.book),
                refutes=refuted_claims,
            ),
        )
        if not named:
            whole.add(observer.catch_up(since=""))
        for number, path in enumerate(found, 1):
            if stop.is_set():
                break
            place = f"{number} of {len(found)}: "
            whole, unreadable = _one(observer, path, whole, unreadable)
        stopped = stop.is_set()
    if json:
        as_json(whole.as_json() | {"files": len(found), "unreadable_files": unreadable, "stopped": stopped})
    else:
        _tell(whole, stopped)
    for failure in dict.fromkeys(whole.failures):
        warn(failure)
    return STOPPED if stopped else int(bool(unreadable))


def _one(observer: Observer, path: Path, whole: ObservationResult, unreadable: int) -> tuple[ObservationResult, int]:
    try:
        done = observer.observe_file(path)
    except EnvironmentFault as fault:
        whole.failures.append(fault.full_text)
        return whole, unreadable + 1
    whole.add(done)
    return whole, unreadable + int(bool(done.failures) and not done.parts)


def _tell(done: ObservationResult, stopped: bool) -> None:
    print_line(
        f"{format_count(done.transcripts, 'transcript')} observed ({done.bytes / 1e6:,.1f} MB,"
        f" {format_count(done.counts.turns, 'turn')}): {format_count(done.facts, 'fact')}, of which {done.kept:,} new,"
        f" {done.confirmed:,} known, {done.held:,} held for review, {done.dropped:,} dropped,"
        f" {done.repeated:,} already in the prompt."
    )
    if done.cost_usd:
        print_line(f"The model's answers cost {money(done.cost_usd)}.")
    lost = [
        f"{number:,} {what}"
        for number, what in (
            (done.counts.unreadable, "that are not JSON"),
            (done.counts.too_long, "that are too long"),
        )
        if number
    ]
    if lost:
        print_line(f"Lines passed over: {' and '.join(lost)}.")
    if stopped:
        print_line("Stopped. The same command goes on from here.")


def _preview(found: list[Path], services_file: Path, json: bool) -> None:
    from ..memory.extraction import preview_facts, rules

    extractor = rules()
    facts = [one for path in found for one in preview_facts(path, extractor, services_file)]
    if json:
        as_json({"files": len(found), "facts": [one.as_json() for one in facts]})
        return
    if facts:
        rows = [
            (
                one.gated.outcome,
                one.fact.category,
                one.fact.service or "general",
                clean(one.fact.text),
                clean(one.gated.why),
            )
            for one in facts
        ]
        table(("gate", "category", "service", "fact", "why"), rows)
    print_line(f"{format_count(len(facts), 'fact')} in {format_count(len(found), 'transcript')}. Nothing was written.")


@contextmanager
def _interrupt() -> Iterator[threading.Event]:
    """The first Ctrl+C ends the work after the fact at hand; the second ends it at once."""
    event = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        if event.is_set():
            raise KeyboardInterrupt
        event.set()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)
