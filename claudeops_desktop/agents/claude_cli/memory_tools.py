"""The memory tools that a session of the Claude CLI is handed (E18): which, and how their server is started.

The server is started by the session's broker, outside of the session, and told which data folder and which session it
serves; in a dry run it only reads. The CLI starts a client of the broker in its place. What the server may do is
decided there, by gate and judge; the CLI's list of tools only lets its calls pass, and the guard refuses them where
they would write in a dry run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import orjson

from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...core.paths import DataFolder

SERVER = "claudeops"
READING = (
    f"mcp__{SERVER}__recall",
    f"mcp__{SERVER}__list_services",
    f"mcp__{SERVER}__decisions",
    f"mcp__{SERVER}__operations",
    f"mcp__{SERVER}__search_library",
)
WRITING = (
    f"mcp__{SERVER}__remember",
    f"mcp__{SERVER}__forget",
    f"mcp__{SERVER}__log_operation",
    f"mcp__{SERVER}__propose_note",
    f"mcp__{SERVER}__suggest_source",
)
FILE = "mcp.json"


def memory_tools(*, dry_run: bool) -> tuple[str, ...]:
    """The rules for ``--allowedTools``: all of them in every tier (M4), in a dry run those that read.

    A rule only lets a call pass; which of the tools a session has, its server says.
    """
    return READING if dry_run else (*READING, *WRITING)


def server_words(folder: DataFolder, *, dry_run: bool, tools: Sequence[str] = ()) -> tuple[str, ...]:
    """How the server is started: it lists ``tools`` and no others, or all where none is named."""
    command = server_command("--data-dir", str(folder.root.absolute()))
    command += ["--read-only"] if dry_run else []
    command += ["--tools", ",".join(tools)] if tools else []
    return tuple(command)


def server_command(*words: str) -> list[str]:
    """How a server of the memory tools is started: this interpreter with our package, or the frozen program.

    Nothing is imported from the folder that it is started in: the agent may write there.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, "mcp", *words]
    root = str(Path(__file__).resolve().parents[3])
    start = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from claudeops_desktop.__main__ import main; sys.exit(main())"
    )
    return [sys.executable, "-P", "-c", start, root, "mcp", *words]


def write_mcp_config(place: Path, client: Sequence[str]) -> Path:
    """Write the session's ``--mcp-config`` file, for the operator's eyes alone, with the words of the client that
    stands for the server. Raises EnvironmentFault."""
    server = {"type": "stdio", "command": client[0], "args": list(client[1:]), "env": {}}
    path = place / FILE
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(orjson.dumps({"mcpServers": {SERVER: server}}))
    except OSError as error:
        raise EnvironmentFault(
            UserMessage(
                "The memory tools cannot be handed over in {path}: {strerror}.", path=path, strerror=error.strerror
            )
        ) from error
    return path
