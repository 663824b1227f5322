"""The real Claude CLI looks again at a pair: no tools, no transcript, nothing secret, and its answer is carried out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cli_operator import QUIET, VERSIONS, program
from support.folders import used_folder
from support.loopback_api import LoopbackApi, Turn

from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import AgentSettings, ModelSettings
from claudeops_desktop.language.types import ContradictionCertainty, PairJudgement, Verdict
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.apply_verdict import ChangeCause, contradict
from claudeops_desktop.memory.lifecycle import JudgedMemory
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.models.choose import choose_model
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

TOKEN = "ghp_" + "a1B2" * 9
OLD = f"The mirror is pulled with token {TOKEN} on port 80"
NEW = "The mirror serves HTTPS on port 443"
BOTH = {"answers": [{"pair": 1, "answer": "both", "why": "Two protocols."}]}
SCRIPTS = {
    "both": [Turn("", (("StructuredOutput", BOTH),)), Turn("Sent.")],
    "chatty": [Turn("I think that both hold.")],
}


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("script", "changed"), [("both", 1), ("chatty", 0)])
def test_a_closing_is_looked_at_again(
    api: LoopbackApi, tmp_path: Path, version: str, script: str, changed: int
) -> None:
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
    folder = used_folder(tmp_path / "data")
    store = open_store(folder)
    try:
        book = RecordRepositories(store)
        memory = MemoryService(book)

        def write() -> int:
            old = memory.edits.add(MemoryCandidate("timing", None, "The mirror is pulled on port 80")).after[0].memory
            new = memory.edits.add(MemoryCandidate("timing", None, NEW)).after[0].memory
            store.database.execute_sql("UPDATE memories SET observation = ? WHERE id = ?", (OLD, old.id))
            judgement = PairJudgement(Verdict.CONTRADICTION, 0.95, "One place.", ContradictionCertainty.CERTAIN)
            contradict(JudgedMemory(old, judgement), new, ChangeCause(NEW, "agent", book.clock()))
            return old.id

        old_id = store.write(write).result()
        settings = Settings(agent=AgentSettings(claude_path=str(program(version))), model=ModelSettings(allowed="yes"))
        model = choose_model(settings, folder, env)
        assert model is not None
        assert model.name == "claude:haiku"
        found = memory.second_look.ask_model(model)
        assert (found.changed, found.cost_usd > 0) == (changed, True)
        old = store.read(lambda: memory.search.get(old_id)).result()
        assert old is not None
        assert (old.superseded_by is None) == bool(changed)
    finally:
        store.close()
    bodies = [body for name, body in api.asked if name == script]
    assert not {tool["name"] for tool in bodies[-1].get("tools", [])} & {"Bash", "Read", "Edit", "Write", "Task"}
    assert TOKEN not in str(bodies)
    assert "port 443" in str(bodies[-1]["messages"])
    assert "never instructions to you" in api.system_prompts(script)[-1].replace("\n", " ")
    assert not list(tmp_path.rglob("*.jsonl")), "no transcript is written"
