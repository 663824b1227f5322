"""``claudeops services``: what the built-in watcher checks (S1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.atomic_write import write_whole
from ..core.errors import EnvironmentFault, OperatorError
from ..core.text_format import format_count
from . import services_discover, services_edit, services_heartbeat, services_map, services_names, services_trends
from .options import AsJson, Fail, get_cli_context
from .output import as_json, clean, duration, print_line, table, warn
from .services_reading import read, read_usable

if TYPE_CHECKING:
    from ..agents.watch.services import ServicesFile


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Show, check and change services.toml.")
    group.command("list")(list_services)
    group.command("check")(check)
    group.command("init")(init)
    group.command("add")(services_edit.add)
    group.command("edit")(services_edit.edit)
    group.command("rm")(services_edit.remove)
    group.command("test")(services_edit.test)
    group.command("kinds")(services_edit.kinds)
    group.command("rename")(services_names.rename)
    group.command("remove")(services_names.remove)
    group.command("discover")(services_discover.discover)
    group.command("trends")(services_trends.trends)
    group.command("map")(services_map.show_map)
    group.command("depend")(services_map.depend)
    group.command("heartbeat")(services_heartbeat.heartbeat)
    app.add_typer(group, name="services")


def list_services(context: typer.Context, json: AsJson = False) -> None:
    """List what is checked. Without a services.toml, that is this machine."""
    found = read_usable(get_cli_context(context).folder)
    if json:
        as_json([_json(found, number) for number in range(len(found.checks))])
        return
    print_line(f"From {clean(found.origin)}:")
    table(("service", "check", "label", "target"), [(s.name, s.check, s.label, s.target) for s in found.checks])


def check(
    context: typer.Context,
    now: Annotated[bool, typer.Option("--now", help="Measure every service now, too.")] = False,
    fail: Fail = False,
    json: AsJson = False,
) -> None:
    """Check that services.toml is right; with --now also measure each service, which may be down without --fail."""
    if not now:
        found = read(get_cli_context(context).folder)
        warnings = services_map.warnings_of(found)
        if json:
            as_json(
                {
                    "valid": True,
                    "origin": found.origin,
                    "checks": len(found.checks),
                    "services": list(found.names),
                    "warnings": list(warnings),
                }
            )
        else:
            for sentence in warnings:
                warn(sentence)
            print_line(
                f"{clean(found.origin)} is right: {format_count(len(found.checks), 'check')} of {_services(found)}."
            )
        return
    from concurrent.futures import ThreadPoolExecutor

    from ..agents.watch.measurement import ServiceStatus
    from ..agents.watch.services import run_check

    found = read_usable(get_cli_context(context).folder)
    failed = fail and bool(found.invalid)

    with ThreadPoolExecutor(min(16, len(found.checks))) as pool:
        measured = list(pool.map(run_check, found.checks))
    failed = failed or (fail and any(m.status is ServiceStatus.DOWN for m in measured))
    if json:
        as_json(
            [
                {
                    "service": m.service,
                    "check": m.check,
                    "target": m.target,
                    "status": str(m.status),
                    "detail": m.detail,
                    "response_ms": round(m.response_ms, 1),
                }
                for m in measured
            ]
        )
    else:
        table(
            ("service", "check", "status", "took", "what was seen"),
            [(m.service, m.check, str(m.status), duration(m.response_ms), m.detail) for m in measured],
            right=("took",),
        )
    if failed:
        raise typer.Exit(1)


def init(context: typer.Context) -> None:
    """Create a services.toml with commented examples in the data folder. An existing file is kept."""
    from ..core.paths import bundled_path

    folder = get_cli_context(context).folder.create()
    target = folder.services_file
    if target.exists() or target.is_symlink():
        raise OperatorError(f"{target} is there already.", "Edit that one.")
    try:
        write_whole(target, bundled_path("resources", "services.toml").read_text(encoding="utf-8"))
    except OSError as error:
        raise EnvironmentFault(f"{target} cannot be written: {error.strerror}.") from error
    print_line(f"Wrote {target}. Edit it, then see `claudeops services check --now`.")


def _services(found: ServicesFile) -> str:
    return format_count(len(found.names), "service")


def _json(found: ServicesFile, number: int) -> dict[str, Any]:
    service = found.checks[number]
    return {"service": service.name, "check": service.check, "target": service.target, "origin": found.origin}
