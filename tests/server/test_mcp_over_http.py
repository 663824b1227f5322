"""MCP over HTTP, as a client of the protocol's own library meets it: tokens, tools, resources, prompts, errors."""

from __future__ import annotations

from contextlib import asynccontextmanager

import anyio
import httpx2
import pytest
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.learning import CaseDraft, LearningService
from claudeops_desktop.memory import MemoryCandidate
from claudeops_desktop.server.write_log import WriteLog


@asynccontextmanager
async def connected(server, token):
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=90) as http,
        streamable_http_client(f"{server.url}/mcp", http_client=http) as streams,
        ClientSession(streams[0], streams[1]) as session,
    ):
        await session.initialize()
        yield session


def talk(server, work, scopes="read,write", **named):
    """What ``work`` answers for a session with a new token."""
    token = server.token(scopes, kind="agent", **named)

    async def talking():
        async with connected(server, token) as session:
            return await work(session)

    return anyio.run(talking)


def known(server, text="Jellyfin takes 90 seconds to start.", service="jellyfin"):
    return server.write(lambda: server.memory.edits.add(MemoryCandidate("timing", service, text)))


@pytest.mark.slow
def test_what_one_client_remembers_another_recalls_and_it_is_on_record(server):
    async def remember(session):
        return await session.call_tool(
            "remember",
            {"text": "Jellyfin takes 90 seconds to start.", "category": "timing", "service": "jellyfin"},
        )

    async def recall(session):
        return await session.call_tool("recall", {"question": "How long does jellyfin take to start?"})

    made = talk(server, remember, name="first")
    assert made.structured_content["action"] == "inserted"
    found = talk(server, recall, "read").structured_content
    assert [row["text"] for row in found["memories"]] == ["Jellyfin takes 90 seconds to start."]
    assert found["message"]
    (row,) = WriteLog(server.book.store).list()
    assert (row.token_name, row.interface, row.operation, row.detail) == ("first", "mcp", "remember", "inserted")


@pytest.mark.slow
def test_a_token_that_only_reads_has_no_tools_that_write(server):
    async def names(session):
        tools = [tool.name for tool in (await session.list_tools()).tools]
        with pytest.raises(MCPError, match="Unknown tool") as failed:
            await session.call_tool("remember", {"text": "x", "category": "timing"})
        return tools, failed.value.error.code

    reading = ["recall", "list_services", "decisions", "operations", "search_library"]
    assert talk(server, names, "read") == (reading, -32602)
    assert "remember" in talk(server, _tool_names)


async def _tool_names(session):
    return [tool.name for tool in (await session.list_tools()).tools]


def test_wrong_arguments_are_the_answer_of_the_tool_and_limits_are_those_of_its_schema(server):
    async def asked(session):
        many = await session.call_tool("recall", {"question": "x", "limit": 11})
        services = await session.call_tool("recall", {"question": "x", "services": ["a" * 81]})
        return many, services

    many, services = talk(server, asked)
    assert (many.is_error, many.content[0].text) == (True, "limit goes from 1 to 10.")
    assert (services.is_error, services.content[0].text) == (
        True,
        "services holds at most 20 texts of 80 characters.",
    )


@pytest.mark.slow
def test_the_memory_of_a_service_memory_md_and_a_case_are_resources(server):
    known(server)
    server.folder.knowledge.mkdir(exist_ok=True)
    (server.folder.knowledge / "MEMORY.md").write_text("# Memory\n\nAsk before a restart.\n")
    draft = CaseDraft(
        "test:1", "check", "caddy", "502 from caddy", "went_away", (), utc_now(), utc_now(), trigger="http"
    )
    server.write(lambda: LearningService(server.book).cases.file(draft))

    async def read(session):
        listed = [str(one.uri) for one in (await session.list_resources()).resources]
        templates = [one.uri_template for one in (await session.list_resource_templates()).resource_templates]
        wanted = (*listed, "claudeops://cases/1")
        texts = {uri: (await session.read_resource(uri)).contents[0].text for uri in wanted}
        wrong = []
        for uri in ("claudeops://cases/99", "claudeops://memory/nobody", "file:///etc/passwd", "claudeops://x"):
            with pytest.raises(MCPError) as failed:
                await session.read_resource(uri)
            wrong.append(failed.value.error.code)
        return texts, templates, wrong

    texts, templates, wrong = talk(server, read)
    assert texts["claudeops://knowledge/MEMORY.md"].endswith("Ask before a restart.\n")
    assert "Jellyfin takes 90 seconds" in texts["claudeops://memory/jellyfin"]
    assert "502 from caddy" in texts["claudeops://cases/1"]
    assert templates == ["claudeops://memory/{service}", "claudeops://cases/{id}"]
    assert wrong == [-32002] * 4


@pytest.mark.slow
def test_prompts_carry_what_is_known_and_refuse_what_is_missing(server):
    known(server)

    async def prompted(session):
        names = [one.name for one in (await session.list_prompts()).prompts]
        text = (await session.get_prompt("investigate_service", {"service": "jellyfin", "symptom": "502"})).messages[0]
        wrong = []
        for name, given in (
            ("before_a_change", {"service": "x"}),
            ("nothing", {}),
            ("investigate_service", {"a": "b"}),
        ):
            with pytest.raises(MCPError) as failed:
                await session.get_prompt(name, given)
            wrong.append(failed.value.error.code)
        return names, text.content.text, wrong

    names, text, wrong = talk(server, prompted)
    assert names == ["investigate_service", "before_a_change"]
    assert "Jellyfin takes 90 seconds to start." in text
    assert "502" in text
    assert wrong == [-32602] * 3


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


def post(http, server, token, body, **headers):
    return http.post(f"{server.url}/mcp", json=body, headers=ACCEPT | {"Authorization": f"Bearer {token}"} | headers)


@pytest.mark.slow
def test_without_a_token_or_with_another_scope_nobody_comes_in(server, http):
    refused = http.post(f"{server.url}/mcp", json=INITIALIZE, headers=ACCEPT)
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, 'Bearer realm="Claude Ops"')
    assert post(http, server, server.token("write,run,admin"), INITIALIZE).status_code == 403
    token = server.token("read")
    assert post(http, server, token, INITIALIZE, Origin="https://evil.example").status_code == 403
    assert post(http, server, token, INITIALIZE, Host="evil.example").status_code == 421
    assert post(http, server, token, {"x": "y" * 1_100_000}).status_code == 413


def test_a_session_belongs_to_the_token_that_opened_it(server, http):
    mine, other = server.token("read"), server.token("read")
    opened = post(http, server, mine, INITIALIZE)
    assert opened.status_code == 200
    session = {"Mcp-Session-Id": opened.headers["mcp-session-id"]}
    ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    assert post(http, server, mine, ping, **session).status_code == 200
    assert post(http, server, other, ping, **session).status_code == 404


@pytest.mark.slow
def test_a_token_writes_twelve_times_a_minute_and_not_more(server):
    async def loop(session):
        answers = []
        for number in range(14):
            text = f"Host h{number} has {number + 2} disks and {number + 5} fans."
            answers.append(
                await session.call_tool("remember", {"text": text, "category": "behavior", "service": f"h{number}"})
            )
        return [answer.is_error for answer in answers], answers[-1].content[0].text

    failed, last = talk(server, loop)
    assert failed == [False] * 12 + [True] * 2
    assert "12 writes a minute" in last


def test_streams_end_with_the_server(server, http):
    token = server.token("read")
    session = {"Mcp-Session-Id": post(http, server, token, INITIALIZE).headers["mcp-session-id"]}
    headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}"} | session
    with http.stream("GET", f"{server.url}/mcp", headers=headers) as stream:
        assert stream.status_code == 200
        server.application.close()
        assert list(stream.iter_lines()) == []
