"""``claudeops operations``: the log of what was done (C12). Answers say what can be done next."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .knowledge import knowledge_of
from .options import AsJson
from .output import as_json, clean, local, print_line, table


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="The operations log: what was done, by whom, and how it ended.")
    group.command("list")(list_operations)
    group.command("add")(add)
    app.add_typer(group, name="operations")


def list_operations(
    context: typer.Context,
    action: Annotated[str, typer.Option("--action", help="Only this verb, such as restart.")] = "",
    tool: Annotated[str, typer.Option("--tool", help="Only this tool, such as nginx.")] = "",
    search: Annotated[str, typer.Option("--search", help="Only lines with all of these words.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many.")] = 50,
    json: AsJson = False,
) -> None:
    """List operations, the latest first."""
    from ..knowledge import find_operations

    every, unreadable = knowledge_of(context).operations()
    found = find_operations(every, action=action, tool=tool, text=search, limit=limit)
    if json:
        as_json({
            "operations": [one.as_json() for one in found], "total": len(every), "unreadable_lines": unreadable,
            "links": _links(),
        })  # fmt: skip
        return
    if not found:
        print_line("No such operation was logged.")
    else:
        rows = [
            (local(one.timestamp), one.action, clean(one.tool), clean(one.target), one.outcome, clean(one.detail))
            for one in found
        ]
        table(("when", "action", "tool", "target", "outcome", "detail"), rows)
    for number in unreadable:
        print_line(f"Line {number} of operations.jsonl cannot be read.")


def add(
    context: typer.Context,
    action: Annotated[str, typer.Option("--action", help="A verb: deploy, configure, restart, fix, …")],
    tool: Annotated[str, typer.Option("--tool", help="What it was done with or to: nginx, ansible, …")],
    detail: Annotated[str, typer.Option("--detail", help="What was done, in a sentence.")],
    reason: Annotated[str, typer.Option("--reason", help="Why.")] = "",
    target: Annotated[str, typer.Option("--target", help="The host or service.")] = "",
    outcome: Annotated[str, typer.Option("--outcome", help="done, failed or unclear.")] = "done",
    session: Annotated[int | None, typer.Option("--session", help="The session that did it.")] = None,
    json: AsJson = False,
) -> None:
    """Log an operation. Lines are only ever added."""
    from ..knowledge import new_operation

    folder = knowledge_of(context)
    operation = new_operation(
        folder.now, action, tool, detail, reason=reason, target=target, outcome=outcome, session_id=session
    )
    line = folder.log_operation(operation)
    if json:
        as_json({**operation.as_json(), "line": line, "links": _links(action, tool)})
    else:
        print_line(f"Logged: {action} {clean(tool)}: {clean(operation.detail)}")


def _links(action: str = "", tool: str = "") -> list[dict[str, Any]]:
    """What can be done next, as commands."""
    found = [
        {"rel": "add", "command": "claudeops operations add --action VERB --tool TOOL --detail TEXT --json"},
        {"rel": "list", "command": "claudeops operations list --json"},
        {"rel": "history", "command": "claudeops knowledge log operations.jsonl --json"},
    ]
    if action:
        found.append({"rel": "same-action", "command": f"claudeops operations list --action {action} --json"})
    if tool:
        found.append({"rel": "same-tool", "command": f"claudeops operations list --tool {tool} --json"})
    return found
