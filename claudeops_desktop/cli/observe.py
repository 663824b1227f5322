"""``claudeops observe``: draw facts from transcripts that are there already, resumable and without repeating itself."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import EnvironmentFault
from ..core.money import money
from ..core.text_format import format_count
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup, TextTable
from .interrupt import STOPPED, ended_by_interrupt
from .output import warn

if TYPE_CHECKING:
    from ..memory.extraction import ObservationResult, Observer

OBSERVE = CommandGroup("")
register = OBSERVE.register


@OBSERVE.command("observe")
def observe(
    cli: CliContext,
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
) -> CommandAnswer:
    """Draw facts from what was said: existing transcripts of the Claude CLI, or sessions that were not observed yet.

    It goes on where it stopped: after Ctrl+C, and when a transcript has grown. The same transcript again adds nothing.
    With --dry-run the rules show what they would draw; no model is asked.
    """
    from ..memory.extraction import transcripts_in

    found = transcripts_in(paths or (), limit)
    if dry_run:
        return _preview(found, cli.folder.services_file)
    return _observe(cli, found, bool(paths))


def _observe(cli: CliContext, found: list[Path], named: bool) -> CommandAnswer:
    from ..core.settings import SettingsService
    from ..memory.extraction import ObservationProgress, ObservationResult, Observer, ObserverCallbacks
    from ..records.prompt_requests import wish_in
    from ..runs.observe_sessions import learn_from_transcript, refuted_claims
    from .progress import ProgressLine

    whole, unreadable = ObservationResult(), 0
    with cli.data() as data, ended_by_interrupt() as stopped, ProgressLine() as line:
        place = ""

        def told(progress: ObservationProgress) -> None:
            line(ObservationProgress(f"{place}{progress.what}", progress.done, progress.total))

        observer = Observer(
            data.book,
            data.memory,
            SettingsService(cli.folder.settings_file).current,
            cli.folder,
            hooks=ObserverCallbacks(
                wish_of=wish_in,
                stopped=stopped,
                progress=told,
                wait=True,
                observed=partial(learn_from_transcript, data.book),
                refutes=refuted_claims,
            ),
        )
        if not named:
            whole.add(observer.catch_up(since=""))
        for number, path in enumerate(found, 1):
            if stopped():
                break
            place = f"{number} of {len(found)}: "
            whole, unreadable = _one(observer, path, whole, unreadable)
        cut_off = stopped()
    for failure in dict.fromkeys(whole.failures):
        warn(failure)
    return CommandAnswer(
        whole.as_json() | {"files": len(found), "unreadable_files": unreadable, "stopped": cut_off},
        _in_words(whole, cut_off),
        exit_code=STOPPED if cut_off else int(bool(unreadable)),
    )


def _one(observer: Observer, path: Path, whole: ObservationResult, unreadable: int) -> tuple[ObservationResult, int]:
    try:
        done = observer.observe_file(path)
    except EnvironmentFault as fault:
        whole.failures.append(fault.full_text)
        return whole, unreadable + 1
    whole.add(done)
    return whole, unreadable + int(bool(done.failures) and not done.parts)


def _in_words(done: ObservationResult, cut_off: bool) -> list[str]:
    lines = [
        f"{format_count(done.transcripts, 'transcript')} observed ({done.bytes / 1e6:,.1f} MB,"
        f" {format_count(done.counts.turns, 'turn')}): {format_count(done.facts, 'fact')}, of which {done.kept:,} new,"
        f" {done.confirmed:,} known, {done.held:,} held for review, {done.dropped:,} dropped,"
        f" {done.repeated:,} already in the prompt."
    ]
    if done.cost_usd:
        lines.append(f"The model's answers cost {money(done.cost_usd)}.")
    lost = [
        f"{number:,} {what}"
        for number, what in (
            (done.counts.unreadable, "that are not JSON"),
            (done.counts.too_long, "that are too long"),
        )
        if number
    ]
    if lost:
        lines.append(f"Lines passed over: {' and '.join(lost)}.")
    if cut_off:
        lines.append("Stopped. The same command goes on from here.")
    return lines


def _preview(found: list[Path], services_file: Path) -> CommandAnswer:
    from ..memory.extraction import preview_facts, rules

    extractor = rules()
    facts = [one for path in found for one in preview_facts(path, extractor, services_file)]
    rows = [
        (one.gated.outcome, one.fact.category, one.fact.service or "general", one.fact.text, one.gated.why)
        for one in facts
    ]
    text: list[str | TextTable] = [TextTable(("gate", "category", "service", "fact", "why"), rows)] if rows else []
    text.append(f"{format_count(len(facts), 'fact')} in {format_count(len(found), 'transcript')}. Nothing was written.")
    return CommandAnswer({"files": len(found), "facts": [one.as_json() for one in facts]}, text)
