"""``claudeops operations``: the log of what was done (C12). Answers say what can be done next."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from .cli_context import OpenKnowledge
from .command import CommandAnswer, CommandGroup, RowTable
from .options import require_known
from .output import clean, local

if TYPE_CHECKING:
    from ..knowledge import LoggedOperation

OPERATIONS = CommandGroup("operations", "The operations log: what was done, by whom, and how it ended.")
register = OPERATIONS.register
OPERATION_TABLE: RowTable[LoggedOperation] = RowTable(
    ("line", "when", "action", "tool", "target", "outcome", "detail"),
    lambda one: (one.line, local(one.timestamp), one.action, one.tool, one.target, one.outcome, one.detail),
    right=(),
)


@OPERATIONS.command("list")
def list_operations(
    folder: OpenKnowledge,
    action: Annotated[str, typer.Option("--action", help="Only this verb, such as restart.")] = "",
    tool: Annotated[str, typer.Option("--tool", help="Only this tool, such as nginx.")] = "",
    target: Annotated[str, typer.Option("--target", help="Only this host or service.")] = "",
    outcome: Annotated[str, typer.Option("--outcome", help="Only done, failed or unclear.")] = "",
    session: Annotated[int | None, typer.Option("--session", help="Only what this session did.")] = None,
    search: Annotated[str, typer.Option("--search", help="Only lines with all of these words.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many.")] = 50,
    skip: Annotated[int, typer.Option("--skip", min=0, help="Pass over so many of the latest.")] = 0,
) -> CommandAnswer:
    """List operations, the latest first."""
    from ..knowledge import OUTCOMES, find_operations

    require_known(outcome or None, OUTCOMES, "“{}” is not an outcome.", "Take one of {}.")
    every, unreadable = folder.operations()
    found = find_operations(
        every, action=action, tool=tool, target=target, outcome=outcome, session_id=session, text=search, limit=None
    )
    shown = found[skip : skip + limit]
    asked = {
        "--action": action,
        "--tool": tool,
        "--target": target,
        "--outcome": outcome,
        "--search": search,
        "--session": "" if session is None else str(session),
        "--limit": str(limit),
    }
    document = {
        "operations": [one.as_json() | {"links": _links_of(one)} for one in shown],
        "total": len(every),
        "found": len(found),
        "unreadable_lines": unreadable,
        "links": _links(action, tool) + _pages(asked, skip, limit, len(found)),
    }
    broken = [f"Line {number} of operations.jsonl cannot be read." for number in unreadable]
    return CommandAnswer(document, (OPERATION_TABLE.text(shown) if shown else "No such operation was logged.", *broken))


@OPERATIONS.command("show")
def show(
    folder: OpenKnowledge,
    line: Annotated[int, typer.Argument(metavar="LINE", min=1, help="Its line in `operations list`.")],
) -> CommandAnswer:
    """Print one operation."""
    every, _ = folder.operations()
    found = next((one for one in every if one.line == line), None)
    if found is None:
        raise OperatorError(
            UserMessage("There is no operation in line {line}.", line=line),
            UserMessage("See `claudeops operations list`."),
        )
    told = [f"{name}: {clean(str(value))}" for name, value in found.as_json().items() if value not in ("", None)]
    return CommandAnswer(found.as_json() | {"links": _links_of(found)}, told)


@OPERATIONS.command("add")
def add(
    folder: OpenKnowledge,
    action: Annotated[str, typer.Option("--action", help="A verb: deploy, configure, restart, fix, …")],
    tool: Annotated[str, typer.Option("--tool", help="What it was done with or to: nginx, ansible, …")],
    detail: Annotated[str, typer.Option("--detail", help="What was done, in a sentence.")],
    reason: Annotated[str, typer.Option("--reason", help="Why.")] = "",
    target: Annotated[str, typer.Option("--target", help="The host or service.")] = "",
    outcome: Annotated[str, typer.Option("--outcome", help="done, failed or unclear.")] = "done",
    session: Annotated[int | None, typer.Option("--session", help="The session that did it.")] = None,
) -> CommandAnswer:
    """Log an operation. Lines are only ever added."""
    from ..knowledge import new_operation

    operation = new_operation(
        folder.now, action, tool, detail, reason=reason, target=target, outcome=outcome, session_id=session
    )
    line = folder.log_operation(operation)
    return CommandAnswer(
        {**operation.as_json(), "line": line, "links": [_self(line), *_links(action, tool)]},
        f"Logged: {action} {clean(tool)}: {clean(operation.detail)}",
    )


def _links(action: str = "", tool: str = "") -> list[dict[str, Any]]:
    """What can be done next, as commands."""
    found = [
        {"rel": "add", "command": "claudeops operations add --action VERB --tool TOOL --detail TEXT --json"},
        {"rel": "list", "command": "claudeops operations list --json"},
        {"rel": "history", "command": "claudeops knowledge log operations.jsonl --json"},
    ]
    if action:
        found.append({"rel": "same-action", "command": _list("--action", action)})
    if tool:
        found.append({"rel": "same-tool", "command": _list("--tool", tool)})
    return found


def _links_of(one: LoggedOperation) -> list[dict[str, Any]]:
    found = [_self(one.line)]
    if one.session_id is not None:
        found.append({"rel": "session", "command": f"claudeops sessions show {one.session_id} --json"})
    if one.target:
        found.append({"rel": "same-target", "command": _list("--target", one.target)})
    return found


def _self(line: int) -> dict[str, Any]:
    return {"rel": "self", "command": f"claudeops operations show {line} --json"}


def _pages(asked: dict[str, str], skip: int, limit: int, found: int) -> list[dict[str, Any]]:
    """The earlier and later lines, where there are any."""
    words = [word for name, value in asked.items() if value for word in (name, value)]
    pages = []
    if skip + limit < found:
        pages.append({"rel": "next", "command": _list(*words, "--skip", str(skip + limit))})
    if skip:
        pages.append({"rel": "previous", "command": _list(*words, "--skip", str(max(0, skip - limit)))})
    return pages


def _list(*words: str) -> str:
    return f"claudeops operations list {shlex.join(words)} --json"
