"""E18: ``claudeops mcp`` as a process over stdio, as an MCP client starts it."""

from __future__ import annotations

import json
import subprocess
import sys

import anyio
import pytest
from mcp import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

from claudeops_desktop.agents.claude_cli.memory_tools import (
    READING,
    memory_tools,
    server_command,
    server_words,
    write_mcp_config,
)
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.mcp.tool_schemas import TOOLS


@pytest.fixture
def folder(tmp_path):
    one = DataFolder(tmp_path / "data").create()
    one.settings_file.write_text('[embedding]\nkind = "none"\n')
    return one


@pytest.mark.slow
def test_a_client_starts_it_by_the_file_that_is_handed_over(folder, tmp_path):
    file = write_mcp_config(folder.sessions / "7", server_words(folder, dry_run=False))
    assert file.stat().st_mode & 0o777 == 0o600
    ((name, server),) = json.loads(file.read_bytes())["mcpServers"].items()

    async def talking():
        parameters = StdioServerParameters(
            command=server["command"], args=server["args"], env=server["env"], cwd=tmp_path
        )
        async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
            told = await session.initialize()
            tools = await session.list_tools()
            answer = await session.call_tool("recall", {"question": "jellyfin"})
            return told.server_info.name, [tool.name for tool in tools.tools], answer

    named, tools, answer = anyio.run(talking)
    assert (name, named, tools) == ("claudeops", "claudeops", [tool.name for tool in TOOLS])
    assert not answer.is_error
    assert answer.content[0].text.startswith("Nothing is known about that.")


def test_in_a_dry_run_it_is_handed_over_read_only(folder):
    assert "--read-only" in server_words(folder, dry_run=True)
    assert memory_tools(dry_run=True) == READING


def test_the_server_is_told_which_tools_it_hands_over(folder):
    words = server_words(folder, dry_run=False, tools=("recall", "remember"))
    assert words[-2:] == ("--tools", "recall,remember")


@pytest.mark.slow
def test_it_ends_when_the_client_is_gone_and_prints_nothing(folder):
    argv = server_command("--data-dir", str(folder.root))
    done = subprocess.run(argv, input=b"", capture_output=True, timeout=90, check=False)
    assert (done.returncode, done.stdout) == (0, b"")


def test_words_it_does_not_know_are_wrong_usage():
    done = subprocess.run(server_command("--fast"), capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 2
    assert "Usage: claudeops mcp" in done.stderr
    assert subprocess.run(server_command("--help"), capture_output=True, timeout=90, check=False).returncode == 0


@pytest.mark.slow
def test_nothing_of_the_window_is_loaded(folder):
    """It starts with every session."""
    code = (
        "import sys; sys.argv = ['claudeops', 'mcp', '--help']; from claudeops_desktop.__main__ import main; main();"
        " from claudeops_desktop.mcp import tool_handlers, server, tool_schemas; print(sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=90, check=True)
    modules = done.stdout.rpartition("[")[2]
    for heavy in ("PySide6", "typer", "rich", "numpy", "wordllama", "httpx", "apscheduler"):
        assert f"'{heavy}'" not in modules, heavy
