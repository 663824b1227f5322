"""The real Claude CLI as the helping model: it has no tools, keeps no transcript, and draws facts by the schema."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cli_operator import QUIET, VERSIONS, program
from support.loopback_api import LoopbackApi, Turn

from claudeops_desktop.language.extraction.types import ConversationPassage
from claudeops_desktop.language.extraction.types import ConversationTurn as Said
from claudeops_desktop.memory.extraction.model_extractor import ModelExtractor
from claudeops_desktop.models.base import ModelFault
from claudeops_desktop.models.cli import CliModel

FACT = {
    "text": "Jellyfin takes 63 s to become healthy after a restart",
    "priority": "medium",
    "gate": "allow",
    "confidence": 0.92,
    "category": "timing",
    "service": "jellyfin",
    "domain": "operations",
    "strength": "explicit",
    "sentiment": "neutral",
    "quote": "it took 63 s",
}
DOCUMENT = {"segments": [{"narrative": "A restart was timed.", "facts": [FACT]}]}
PASSAGE = ConversationPassage(
    (Said(1, "assistant", "I restarted jellyfin and it took 63 s to become healthy."),), "session:1"
)
SCRIPTS = {
    "observed": [Turn("", (("StructuredOutput", DOCUMENT),)), Turn("Sent.")],
    "chatty": [Turn("There is nothing to note.")],
    "hang": [Turn(hang=True)],
    "e529": [Turn(error=(529, "overloaded_error", "Overloaded"))],
}


@pytest.fixture(params=VERSIONS)
def model_of(request, api, tmp_path):
    def made(script: str, timeout_s: float = 60.0) -> CliModel:
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "TMPDIR": str(tmp_path),
            "CLAUDE_CODE_TMPDIR": str(tmp_path),
            "LANG": "C.UTF-8",
            "ANTHROPIC_API_KEY": "a-key",
            "ANTHROPIC_BASE_URL": api.url(script),
            **QUIET,
        }
        return CliModel(str(program(request.param)), request.param, env, timeout_s=timeout_s)

    return made


@pytest.mark.slow
def test_a_passage_is_observed_by_the_cli(model_of, api: LoopbackApi, tmp_path: Path) -> None:
    found = ModelExtractor(model_of("observed")).extract(PASSAGE)
    assert [fact.text for fact in found.facts] == [FACT["text"]]
    assert found.cost_usd > 0
    script, body = next(asked for asked in reversed(api.asked) if asked[0] == "observed")
    tools = {tool["name"] for tool in body.get("tools", [])}
    assert not tools & {"Bash", "Read", "Edit", "Write", "WebFetch", "Task"}, script
    assert "You read a passage of a session" in api.system_prompts("observed")[-1]
    assert not list(tmp_path.rglob("*.jsonl")), "no transcript is written"


@pytest.mark.slow
def test_a_time_out_of_the_cli_is_a_fault(model_of) -> None:
    with pytest.raises(ModelFault, match="within 3 s"):
        model_of("hang", timeout_s=3.0).ask("q")
