"""``claudeops memory purge``: forget everything about something (E19)."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup
from .options import AsJson
from .output import clean, warn

if TYPE_CHECKING:
    from ..memory import PurgePreview, PurgeReport


PURGE = CommandGroup("")
register = PURGE.register


@PURGE.command("purge")
def purge(
    cli: CliContext,
    data: OpenData,
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
) -> CommandAnswer:
    """Forget everything about a subject: memories, history, logs, session transcripts, indexes and free
    space. It first shows what would be removed. What cannot be reached is listed with what to do about it.
    """
    from ..memory import PurgeRequest
    from ..monitoring.results.purging import prepare_purge
    from .progress import ProgressLine

    if bool(subject) == resume:
        raise UsageError("Say what to forget, or --resume.", "Such as: claudeops memory purge jellyfin --preview")
    settings = cli.settings()
    purger = prepare_purge(data.book, data.memory, cli.folder, settings, dict(os.environ))
    with ProgressLine() as told:
        owed = purger.unfinished()
        if resume:
            return _report([purger.finish(number, told) for number in owed])
        if owed and not preview:
            raise OperatorError(
                "A purge before this one was cut off.", "Go on with it first: `claudeops memory purge --resume`."
            )
        request = PurgeRequest(subject, whole_word, tuple(also or ()), keep_settings)
        if preview or not yes:
            seen = purger.preview(request, told)
            shown = CommandAnswer(seen.as_json(), _describe(seen))
            if seen.refused and not json:
                warn(seen.refused)
            if preview:
                return shown
            if not json:
                shown.write(json)
            _ask(seen)
        report = purger.run(request, told)
    done = _report([report])
    if report.remains:
        done.write(json)
        raise OperatorError(
            f"It still stands in {format_count(len(report.remains), 'file')}: {', '.join(report.remains[:5])}.",
            "Close the window and other programs that use the data folder, then purge again.",
        )
    return done


def _ask(seen: PurgePreview) -> None:
    if seen.refused:
        raise OperatorError(seen.refused, "Wait until it is over, or stop it; then purge again.")
    if not sys.stdin.isatty():
        raise UsageError("Nothing was changed: nobody is there to ask.", "Say --yes to do it.")
    typer.confirm("Forget all of this for good? It cannot be undone.", abort=True)


def _describe(seen: PurgePreview) -> list[str]:
    lines = [] if seen.total else [f"Nothing here holds “{clean(seen.subject)}”."]
    for one in seen.found:
        lines.append(f"{one.count:>8,}  {one.kind}")
        lines += map(_sample, one.samples)
    if seen.within_words:
        lines.append(
            f"{format_count(seen.within_words, 'memory', 'memories')} of these hold it only inside a longer word;"
            " --whole-word leaves them:"
        )
        lines += map(_sample, seen.within_samples)
    if seen.near:
        lines.append("Not named, but near in meaning (these stay; --also ID takes one too):")
        lines += [f"{near.id:>8}  {clean(near.text)}" for near in seen.near]
    return lines + _out_of_reach(seen)


def _sample(text: str) -> str:
    return f"{'':>10}{clean(text)}"


def _out_of_reach(told: PurgePreview | PurgeReport) -> list[str]:
    return ["Out of reach:", *(f"  - {clean(one.where)}: {clean(one.remedy)}" for one in told.unreachable)]


def _report(reports: list[PurgeReport]) -> CommandAnswer:
    documents = [report.as_json() for report in reports]
    lines = [] if reports else ["No purge was cut off."]
    for report in reports:
        taken = ", ".join(f"{number:,} {kind}" for kind, number in report.counts.items())
        lines.append(f"Forgotten: {taken or 'nothing was there'}.")
        if not report.searched:
            lines.append(
                "What was looked for is forgotten already, so the folder was not searched; purge again to have it done."
            )
        elif not report.remains:
            lines.append("A search through every byte of the data folder finds nothing more.")
        lines += _out_of_reach(report)
    return CommandAnswer(documents[0] if len(documents) == 1 else documents, lines)
