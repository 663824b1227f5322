"""``claudeops services map`` and ``depend``: what depends on what, and which failure is behind others (D12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import utc_now
from ..core.errors import OperatorError, UsageError
from .cli_context import CliContext, OpenData
from .command import CommandAnswer
from .options import AsJson
from .output import clean, warn
from .services_reading import read_usable

if TYPE_CHECKING:
    from ..agents.watch.services import ServicesFile
    from ..topology.service_map import ServiceMap


def show_map(cli: CliContext, data: OpenData, json: AsJson = False) -> CommandAnswer:
    """Show what depends on what: declared, confirmed and proposed dependencies, circles, and causes of failures."""
    from ..runs.service_states import read_states
    from ..topology.dependencies import dependency_warnings
    from ..topology.proposals import propose_dependencies
    from ..topology.service_map import load_service_map

    found = read_usable(cli.folder)
    propose_dependencies(data.book, data.memory, found.checks, cli.settings().repositories.folders, utc_now())
    states = data.ask(lambda: read_states(data.book, cli.folder))
    measured = {name: state.status for name, state in states.items()}
    shown = data.ask(lambda: load_service_map(data.book, found.checks, measured))
    warnings = dependency_warnings(found.checks, shown.records)
    if not json:
        for sentence in warnings:
            warn(sentence)
    return CommandAnswer(_map_json(shown, warnings), _describe_map(shown))


def depend(
    cli: CliContext,
    data: OpenData,
    name: Annotated[str, typer.Argument(help="The service that needs another.")],
    on: Annotated[str, typer.Option("--on", metavar="OTHER", help="The service it needs.")],
    remove: Annotated[bool, typer.Option("--remove", help="It no longer needs it.")] = False,
    dismiss: Annotated[bool, typer.Option("--dismiss", help="Never propose this dependency again.")] = False,
) -> CommandAnswer:
    """Declare in services.toml that a service depends on another, remove a dependency, or dismiss a proposal."""
    from ..topology.dependency_edits import add_dependency, remove_dependency

    if remove and dismiss:
        raise UsageError("Give one of --remove and --dismiss.")
    service, other, path = name.lower(), on.lower(), cli.folder.services_file
    if dismiss:
        _dismiss(data, service, other)
        return _answer(service, other, "dismissed", f"The dependency of {service} on {other} is not proposed again.")
    edit = (remove_dependency if remove else add_dependency)(path, service, other)
    is_record_changed = _settle(data, service, other, remove=remove)
    if remove and not (edit.is_changed or is_record_changed):
        raise OperatorError(f"{service} does not depend on {other}.", "Nothing was changed.")
    if remove:
        told = f"{service} no longer depends on {other}."
    else:
        told = f"{service} depends on {other}." if edit.is_changed else f"{service} depends on {other} already."
    what = "removed" if remove else "declared"
    return _answer(service, other, what, told, {"depends_on": list(edit.depends_on)})


def warnings_of(found: ServicesFile) -> tuple[str, ...]:
    """What is wrong with the dependencies of a services.toml that can be used: unknown names, circles."""
    from ..topology.dependencies import dependency_warnings

    return dependency_warnings(found.checks)


def _settle(data: OpenData, service: str, other: str, *, remove: bool) -> bool:
    """Keep the record of a pair in step with the file: what was proposed is confirmed, what is removed stays away."""
    from ..records.service_edges import EdgeState

    edges = data.book.service_edges
    record = data.ask(lambda: edges.find(service, other))
    wanted = EdgeState.DISMISSED if remove else EdgeState.CONFIRMED
    if record is None or record.state == wanted or (remove and record.state == EdgeState.PROPOSED):
        return False
    data.write(lambda: edges.set_state(service, other, wanted, utc_now()))
    return True


def _dismiss(data: OpenData, service: str, other: str) -> None:
    from ..records.service_edges import EdgeState

    edges = data.book.service_edges
    record = data.ask(lambda: edges.find(service, other))
    if record is None:
        raise OperatorError(f"{service} was not proposed to depend on {other}.", "See `claudeops services map`.")
    if record.state == EdgeState.CONFIRMED:
        raise OperatorError(f"{service} depends on {other}; it is no proposal.", "Use --remove.")
    data.write(lambda: edges.set_state(service, other, EdgeState.DISMISSED, utc_now()))


def _answer(service: str, other: str, what: str, told: str, more: dict[str, Any] | None = None) -> CommandAnswer:
    return CommandAnswer({"from": service, "to": other, "result": what} | (more or {}), clean(told))


def _map_json(shown: ServiceMap, warnings: tuple[str, ...]) -> dict[str, Any]:
    return {
        "services": [{"service": name, "state": shown.states.get(name, "unknown")} for name in shown.graph.names],
        "edges": [
            {"from": e.start, "to": e.end, "source": e.source, "applied": e.applied, "evidence": e.evidence}
            for e in shown.edges
        ],
        "circles": [list(cycle) for cycle in shown.graph.cycles()],
        "causes": [{"service": cause.name, "explains": list(cause.explains)} for cause in shown.causes],
        "folded": shown.folded,
        "warnings": list(warnings),
    }


def _describe_map(shown: ServiceMap) -> Iterator[str]:
    from ..topology.map_text import tree_lines

    if not shown.edges:
        yield "No dependencies yet. Declare one: claudeops services depend NAME --on OTHER"
    for line in tree_lines(shown):
        yield clean(line, lines=True)
    proposed = [edge for edge in shown.edges if edge.source == "proposed"]
    if proposed:
        yield ""
        yield "Proposed, not applied (confirm with `services depend NAME --on OTHER`, or add --dismiss):"
        for edge in proposed:
            yield clean(f"  {edge.start} → {edge.end}: {edge.evidence}")
    if shown.causes:
        yield ""
        yield "Causes:"
        for cause in shown.causes:
            others = [name for name in cause.explains if name != cause.name]
            yield clean(f"  {cause.name}" + (f", which explains {', '.join(others)}" if others else ""))
