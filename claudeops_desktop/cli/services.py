"""``claudeops services``: what the built-in watcher checks (S1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.atomic_write import write_whole
from ..core.errors import OperatorError
from ..core.text_format import format_count
from . import services_discover, services_edit, services_heartbeat, services_map, services_names, services_trends
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup, RowTable
from .options import AsJson, Fail
from .output import clean, duration, print_line, warn, writing_errors
from .services_reading import read, read_usable

if TYPE_CHECKING:
    from ..agents.watch.measurement import CheckMeasurement
    from ..agents.watch.models import Service
    from ..agents.watch.services import ServicesFile

SERVICES = CommandGroup("services", "Show, check and change services.toml.")
register = SERVICES.register
CHECK_TABLE: RowTable[Service] = RowTable(
    ("service", "check", "label", "target"), lambda s: (s.name, s.check, s.label, s.target)
)
MEASUREMENT_TABLE: RowTable[CheckMeasurement] = RowTable(
    ("service", "check", "status", "took", "what was seen"),
    lambda m: (m.service, m.check, str(m.status), duration(m.response_ms), m.detail),
    right=("took",),
)


@SERVICES.command("list")
def list_services(cli: CliContext) -> CommandAnswer:
    """List what is checked. Without a services.toml, that is this machine."""
    found = read_usable(cli.folder)
    rows = [{"service": s.name, "check": s.check, "target": s.target, "origin": found.origin} for s in found.checks]
    return CommandAnswer(rows, (f"From {clean(found.origin)}:", CHECK_TABLE.text(found.checks)))


@SERVICES.command("check")
def check(
    cli: CliContext,
    now: Annotated[bool, typer.Option("--now", help="Measure every service now, too.")] = False,
    fail: Fail = False,
    json: AsJson = False,
) -> CommandAnswer:
    """Check that services.toml is right; with --now also measure each service, which may be down without --fail."""
    if now:
        return _measure(read_usable(cli.folder), fail=fail)
    found = read(cli.folder)
    warnings = services_map.warnings_of(found)
    if not json:
        for sentence in warnings:
            warn(sentence)
    document = {
        "valid": True,
        "origin": found.origin,
        "checks": len(found.checks),
        "services": list(found.names),
        "warnings": list(warnings),
    }
    counted = f"{format_count(len(found.checks), 'check')} of {format_count(len(found.names), 'service')}"
    return CommandAnswer(document, f"{clean(found.origin)} is right: {counted}.")


def _measure(found: ServicesFile, *, fail: bool) -> CommandAnswer:
    from concurrent.futures import ThreadPoolExecutor

    from ..agents.watch.measurement import ServiceStatus
    from ..agents.watch.services import run_check

    with ThreadPoolExecutor(min(16, len(found.checks))) as pool:
        measured = list(pool.map(run_check, found.checks))
    failed = bool(found.invalid) or any(m.status is ServiceStatus.DOWN for m in measured)
    rows = [services_edit.measurement_json(m) for m in measured]
    return CommandAnswer(rows, [MEASUREMENT_TABLE.text(measured)], exit_code=int(fail and failed))


@SERVICES.command("init", json=False)
def init(cli: CliContext) -> None:
    """Create a services.toml with commented examples in the data folder. An existing file is kept."""
    from ..core.paths import bundled_path

    folder = cli.folder.create()
    target = folder.services_file
    if target.exists() or target.is_symlink():
        raise OperatorError(f"{target} is there already.", "Edit that one.")
    with writing_errors(target):
        write_whole(target, bundled_path("resources", "services.toml").read_text(encoding="utf-8"))
    print_line(f"Wrote {target}. Edit it, then see `claudeops services check --now`.")


for _name, _function in (
    ("add", services_edit.add),
    ("edit", services_edit.edit),
    ("rm", services_edit.remove),
    ("test", services_edit.test),
    ("kinds", services_edit.kinds),
    ("rename", services_names.rename),
    ("remove", services_names.remove),
    ("discover", services_discover.discover),
    ("trends", services_trends.trends),
    ("map", services_map.show_map),
    ("depend", services_map.depend),
    ("heartbeat", services_heartbeat.heartbeat),
):
    SERVICES.command(_name)(_function)
