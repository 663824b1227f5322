"""``claudeops memory purge``: forget everything about something (E19)."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line, warn

if TYPE_CHECKING:
    from ..memory import PurgePreview, PurgeReport


def register(group: typer.Typer) -> None:
    """Add the command."""
    group.command("purge")(purge)


def purge(
    context: typer.Context,
    subject: Annotated[str, typer.Argument(help="A name or words, in any case and spelling.")] = "",
    preview: Annotated[bool, typer.Option("--preview", help="Only show what would be removed.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    whole_word: Annotated[
        bool, typer.Option("--whole-word", help="Keep what contains it only inside a longer word.")
    ] = False,
    also: Annotated[
        list[int] | None,
        typer.Option("--also", metavar="ID", help="Also remove this memory, although it does not mention the subject."),
    ] = None,
    keep_settings: Annotated[
        bool,
        typer.Option("--keep-settings", help="Keep saved prompts, schedules, mutes and service limits."),
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an interrupted purge.")] = False,
    json: AsJson = False,
) -> None:
    """Forget everything about a subject: memories, history, logs, session transcripts, indexes and free
    space. It first shows what would be removed. What cannot be reached is listed with what to do about it.
    """
    from ..core.settings import load
    from ..memory import PurgeRequest
    from ..monitoring.results.purging import prepare_purge
    from .progress import ProgressLine

    if bool(subject) == resume:
        raise UsageError("Say what to forget, or --resume.", "Such as: claudeops memory purge jellyfin --preview")
    at_hand = get_cli_context(context)
    with at_hand.data() as data, ProgressLine() as told:
        settings = load(at_hand.folder.settings_file)
        purger = prepare_purge(data.book, data.memory, at_hand.folder, settings, dict(os.environ))
        owed = purger.unfinished()
        if resume:
            _show_reports([purger.finish(number, told) for number in owed], json)
            return
        if owed and not preview:
            raise OperatorError(
                "A purge before this one was cut off.", "Go on with it first: `claudeops memory purge --resume`."
            )
        request = PurgeRequest(subject, whole_word, tuple(also or ()), keep_settings)
        if preview or not yes:
            seen = purger.preview(request, told)
            if preview and json:
                as_json(seen.as_json())
                return
            if not json:
                _show(seen)
            if preview:
                return
            _ask(seen)
        report = purger.run(request, told)
    _show_reports([report], json)
    if report.remains:
        raise OperatorError(
            f"It still stands in {format_count(len(report.remains), 'file')}: {', '.join(report.remains[:5])}.",
            "Close the window and other programs that use the data folder, then purge again.",
        )


def _ask(seen: PurgePreview) -> None:
    if seen.refused:
        raise OperatorError(seen.refused, "Wait until it is over, or stop it; then purge again.")
    if not sys.stdin.isatty():
        raise UsageError("Nothing was changed: nobody is there to ask.", "Say --yes to do it.")
    typer.confirm("Forget all of this for good? It cannot be undone.", abort=True)


def _show(seen: PurgePreview) -> None:
    if not seen.total:
        print_line(f"Nothing here holds “{clean(seen.subject)}”.")
    for one in seen.found:
        print_line(f"{one.count:>8,}  {one.kind}")
        for sample in one.samples:
            print_line(f"{'':>10}{clean(sample)}")
    if seen.within_words:
        print_line(
            f"{format_count(seen.within_words, 'memory', 'memories')} of these hold it only inside a longer word;"
            " --whole-word leaves them:"
        )
        for sample in seen.within_samples:
            print_line(f"{'':>10}{clean(sample)}")
    if seen.near:
        print_line("Not named, but near in meaning (these stay; --also ID takes one too):")
        for near in seen.near:
            print_line(f"{near.id:>8}  {clean(near.text)}")
    _unreachable(seen)
    if seen.refused:
        warn(seen.refused)


def _unreachable(told: PurgePreview | PurgeReport) -> None:
    print_line("Out of reach:")
    for one in told.unreachable:
        print_line(f"  - {clean(one.where)}: {clean(one.remedy)}")


def _show_reports(reports: list[PurgeReport], json: bool) -> None:
    if json:
        documents = [report.as_json() for report in reports]
        as_json(documents[0] if len(documents) == 1 else documents)
        return
    if not reports:
        print_line("No purge was cut off.")
    for report in reports:
        taken = ", ".join(f"{number:,} {kind}" for kind, number in report.counts.items())
        print_line(f"Forgotten: {taken or 'nothing was there'}.")
        if not report.remains and report.searched:
            print_line("A search through every byte of the data folder finds nothing more.")
        if not report.searched:
            print_line(
                "What was looked for is forgotten already, so the folder was not searched; purge again to have it done."
            )
        _unreachable(report)
