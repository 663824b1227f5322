"""``claudeops services add|edit|rm|test|kinds``: the checks of services.toml changed one by one, as the form does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import OperatorError, UsageError
from .cli_context import CliContext
from .command import CommandAnswer, RowTable, TextTable
from .output import clean, duration
from .services_reading import services_errors

if TYPE_CHECKING:
    from ..agents.watch.measurement import CheckMeasurement
    from ..core.paths import DataFolder

Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="FIELD=VALUE", help="A field of the check; may be repeated."),
]
Which = Annotated[
    str, typer.Argument(metavar="CHECK", help="As NAME, NAME:KIND or NAME:KIND:LABEL, so that it is one check.")
]


MEASUREMENT_TABLE: RowTable[CheckMeasurement] = RowTable(
    ("check", "status", "took", "what was seen"),
    lambda m: (m.key, str(m.status), duration(m.response_ms), m.detail),
    right=("took",),
)


def measurement_json(measured: CheckMeasurement) -> dict[str, Any]:
    """Return what a check found, for ``--json``."""
    return {
        "service": measured.service,
        "check": measured.check,
        "target": measured.target,
        "status": str(measured.status),
        "detail": measured.detail,
        "response_ms": round(measured.response_ms, 1),
    }


def add(
    cli: CliContext,
    name: Annotated[str, typer.Argument(help="The name used in events and memories; or just an address.")],
    kind: Annotated[
        str,
        typer.Argument(
            metavar="[KIND|ADDRESS]",
            help="Kind of check (see `claudeops services kinds`), or an address: localhost:8101, https://host/path.",
        ),
    ] = "",
    sets: Sets = None,
    label: Annotated[str, typer.Option("--label", help="Distinguishes two checks of the same kind.")] = "",
) -> CommandAnswer:
    """Add a check to services.toml. If there is no file, it is created from the sample."""
    from ..agents.watch import edit as file

    folder = cli.folder.create()
    with services_errors():
        row = _new_row(folder, name, kind) | ({"label": label} if label else {})
        row |= _values(row["check"], sets)
        before = file.read(folder.services_file)
        text = file.add(_sample() if before is None else before, row, str(folder.services_file))
        file.save(folder.services_file, text, before)
        done = file.checked(row)
    return _told(done.key, row, f"Added {done.key} to {folder.services_file}.")


def edit(
    cli: CliContext,
    which: Which,
    sets: Sets = None,
    unset: Annotated[
        list[str] | None,
        typer.Option("--unset", metavar="FIELD", help="Return this field to its default; may be repeated."),
    ] = None,
) -> CommandAnswer:
    """Change fields of a check; other fields and comments are kept."""
    from ..agents.watch import edit as file

    if not sets and not unset:
        raise UsageError("Say what to change: --set FIELD=VALUE, or --unset FIELD.")
    path = cli.folder.services_file
    with services_errors():
        before, place, row = _find(cli.folder, which)
        changed = row | _values(row["check"], sets, own=True)
        for name in unset or ():
            if name not in row:
                raise UsageError(f"{which} has no {name} of its own.", "Nothing was changed.")
            changed.pop(name)
        text = file.change(before, place, changed, str(path))
        file.save(path, text, before)
        done = file.checked(changed)
    return _told(done.key, changed, f"Changed {done.key}.")


def remove(cli: CliContext, which: Which) -> CommandAnswer:
    """Remove a check from services.toml. Measurements and memories are kept."""
    from ..agents.watch import edit as file

    path = cli.folder.services_file
    with services_errors():
        before, place, row = _find(cli.folder, which)
        key = file.checked(row).key
        file.save(path, file.remove(before, place, str(path)), before)
    return _told(key, row, f"Removed {key}.")


def test(
    cli: CliContext, which: Annotated[str, typer.Argument(metavar="CHECK", help="A check, or all those of a service.")]
) -> CommandAnswer:
    """Run one check now and print the result. A service that is down is not an error."""
    from ..agents.watch.services import run_checks
    from .services_reading import read

    found = read(cli.folder)
    wanted = tuple(check for check in found.checks if which.lower() in (check.name, check.key))
    if not wanted:
        raise OperatorError(f"There is no check {which!r}.", "See `claudeops services list`.")
    from dataclasses import replace

    measured = list(run_checks(replace(found, checks=wanted)))
    return CommandAnswer([measurement_json(m) | {"key": m.key} for m in measured], [MEASUREMENT_TABLE.text(measured)])


def kinds(kind: Annotated[str, typer.Argument(help="Only this kind, with its fields.")] = "") -> CommandAnswer:
    """List the kinds of checks, or the fields of one."""
    from dataclasses import asdict

    from ..agents.watch.fields import check_kinds, fields_of

    kinds = check_kinds()
    if not kind:
        return CommandAnswer(kinds, [TextTable(("kind", "what it looks at"), list(kinds.items()))])
    if kind not in kinds:
        raise UsageError(f"There is no kind {kind!r}.", f"There are {', '.join(kinds)}.")
    found = fields_of(kind)
    rows = [(f.name, "must be given" if f.required else f.default, f.help) for f in found]
    return CommandAnswer([asdict(field) for field in found], [TextTable(("field", "default", "what it is"), rows)])


def _new_row(folder: DataFolder, name: str, kind: str) -> dict[str, Any]:
    """The row to begin with. Without a kind an address says what is looked at: it is asked what it speaks."""
    from ..agents.watch.discovery.add_checks import read_rows
    from ..agents.watch.discovery.address import AddressError, check_of_address, looks_like_address

    own, address = (name, kind) if kind else ("", name)
    if not looks_like_address(address):
        if not kind:
            raise UsageError(
                f"What is to be checked about {name}?",
                f"Write `services add {name} localhost:8080`, or a kind of check; see `claudeops services kinds`.",
            )
        return {"name": name, "check": kind}
    try:
        return check_of_address(address, {str(row["name"]).lower() for row in read_rows(folder.services_file)}, own)
    except AddressError as error:
        raise UsageError(str(error)) from error


def _values(kind: str, sets: list[str] | None, *, own: bool = False) -> dict[str, Any]:
    """The fields that were set, as the file holds them. With ``own`` the default is written too where it is said."""
    from ..agents.watch.fields import CheckField, fields_of, from_text
    from ..agents.watch.plugin_check import check_model, check_models
    from ..agents.watch.services import ServicesError

    if check_model(kind) is None:
        raise ServicesError(f"There is no check {kind!r}. Use one of: {', '.join(check_models())}.")
    known = {field.name: field for field in fields_of(kind)}
    known |= {name: CheckField(name, "text", "") for name in ("name", "label")}
    found: dict[str, Any] = {}
    for said in sets or ():
        name, equals, text = said.partition("=")
        name = name.strip()
        if not equals:
            raise UsageError(f"{said!r} is not FIELD=VALUE.")
        if name not in known:
            raise UsageError(f"A check of kind {kind} has no field {name!r}.", f"It can have: {', '.join(known)}.")
        try:
            value = from_text(known[name], text)
        except ValueError as error:
            raise UsageError(f"{name} {error}.") from error
        if value is not None:
            found[name] = value
        elif own and text.strip():
            found[name] = from_text(CheckField(name, known[name].kind, ""), text)
    return found


def _find(folder: DataFolder, which: str) -> tuple[str, int, dict[str, Any]]:
    """The file's text, and the place and row of one check in it."""
    from ..agents.watch import edit as file

    text = file.read(folder.services_file)
    if text is None:
        raise OperatorError("There is no services.toml yet.", "Begin it with `claudeops services add`, or `init`.")
    rows = file.rows(text, str(folder.services_file))
    keys = [file.checked(row) for row in rows]
    matching = [place for place, check in enumerate(keys) if which.lower() in (check.key, check.name)]
    exact = [place for place in matching if keys[place].key == which.lower()]
    matching = exact or matching
    if not matching:
        raise OperatorError(f"There is no check {which!r} in {folder.services_file}.", "See `claudeops services list`.")
    if len(matching) > 1:
        named = ", ".join(keys[place].key for place in matching)
        raise UsageError(f"{which} has several checks.", f"Name one: {named}.")
    return text, matching[0], rows[matching[0]]


def _sample() -> str:
    from ..core.paths import bundled_path

    return bundled_path("resources", "services.toml").read_text(encoding="utf-8")


def _told(key: str, row: dict[str, Any], sentence: str) -> CommandAnswer:
    return CommandAnswer({"key": key, **row}, clean(sentence))
