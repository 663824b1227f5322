"""The code of docs/extending.md works as it stands there: each block as a plugin in the data folder."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from support.folders import used_folder

from claudeops_desktop.agents.registry import agent_named
from claudeops_desktop.agents.watch.services import read_services, run_check
from claudeops_desktop.cli.cli_context import CliBackend, CliContext
from claudeops_desktop.core.extensions.registry import current_registry, extensions_of, use_data_folder
from claudeops_desktop.core.settings import build
from claudeops_desktop.models.choose import choose_model
from claudeops_desktop.notifications.external_delivery import send_external_notice

PAGE = (Path(__file__).parents[2] / "docs" / "extending.md").read_text("utf-8")
KINDS = {
    "agents": ("my-agent", "MyAgent"),
    "checks": ("queue", "QueueCheck"),
    "notifiers": ("file", "FileNotifier"),
    "models": ("echo", "EchoProvider"),
    "importers": ("lines", "LinesImporter"),
    "converters": ("text", "TextConverter"),
}


@pytest.fixture
def enabled(data_dir, put_plugin):
    """Every block of the page, enabled."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == len(KINDS)
    use_data_folder(data_dir)
    for (kind, (name, kind_class)), block in zip(KINDS.items(), blocks, strict=True):
        put_plugin(f"the-{kind}", block, f'[{kind}]\n{name} = "code:{kind_class}"')
        assert current_registry().enable(f"the-{kind}").state == "on"
    return data_dir


@pytest.mark.slow
def test_each_block_is_an_extension_that_works(enabled, tmp_path):
    agent = agent_named("my-agent")
    assert agent is not None and agent.capabilities.takes_prompt
    row = {"name": "spool", "check": "queue", "folder": str(tmp_path), "most": 0}
    assert run_check(read_services({"service": [row]}).checks[0]).status == "down"
    (sent,) = send_external_notice("A title", "A body")
    assert sent.why == ""
    assert "A title: A body" in (Path.home() / "notices.txt").read_text()
    folder = used_folder(enabled)
    model = choose_model(build({"model": {"kind": "echo", "allowed": "yes"}}, {}), folder)
    assert model is not None and model.ask("hello").text == "hello"
    (tmp_path / "note.txt").write_text("A note.")
    assert extensions_of("converters")["text"].convert(tmp_path / "note.txt") == "A note."
    importer = extensions_of("importers")["lines"]
    (tmp_path / "facts").write_text("Jellyfin takes 60s to start\n?\nGrafana listens on port 3000\n")
    with CliContext(folder, CliBackend(None, None, None)).data() as data:
        totals = data.memory.imports.take_in(importer.read_facts(tmp_path / "facts"), kind="lines", origin="facts")
        assert totals.counts["added"] == 2
        assert [part.line for part in totals.unreadable] == [2]


def test_the_plugin_toml_of_the_page_is_read(data_dir):
    text = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)[1]
    assert tomllib.loads(text)["checks"] == {"queue": "queue_check:QueueCheck"}
