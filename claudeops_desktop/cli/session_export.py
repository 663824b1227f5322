"""``claudeops sessions export``: one session as one file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..core.errors import UsageError
from .cli_context import CliContext
from .output import clean, print_line


def export(
    cli: CliContext,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number, as `sessions list` shows it.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file; - prints to stdout.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--format", metavar="html|json|md", help="By default, taken from the file name.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Export one session to a file: HTML or Markdown for reading, JSON with everything. Secrets are removed."""
    from .. import __version__
    from ..core.clock import to_text, utc_now
    from ..core.settings import SettingsService
    from ..export.gather_session import gather_export, records_of
    from ..export.write_export import FORMATS, kind_of, redactor_for, render_export, suggest_name, write_export

    if kind is not None and kind not in FORMATS:
        raise UsageError(f"There is no format “{clean(kind)}”.", f"Use {', '.join(FORMATS)}.")
    to_stdout = str(output) == "-"
    if output is None or to_stdout:
        chosen = kind or "html"
        path = Path(suggest_name(number, chosen))
    else:
        path = output / suggest_name(number, kind or "html") if output.is_dir() else output
        chosen = kind or kind_of(path)
    if not to_stdout and path.exists() and not force:
        raise UsageError(f"{path} is there already.", "Name another file, or add --force.")
    with cli.data() as data:
        records = data.ask(lambda: records_of(data.book, number))
    redactor = redactor_for(SettingsService(cli.folder.settings_file).current)
    made = gather_export(records, cli.folder, redactor, made_at=to_text(utc_now()), version=__version__)
    if to_stdout:
        for piece in render_export(made, chosen):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    size = write_export(made, chosen, path)
    gone = " Its log is gone: the file has what the records know." if made.log_gone else ""
    print_line(f"{path} ({size / 1000:,.0f} kB).{gone}")
