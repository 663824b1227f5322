"""Procedures of the knowledge folder as skills in the real CLI (C5): seen, loaded, and nothing widened by them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_operator import Operator, bash
from support.loopback_api import Turn

SKILL = "claudeops:renew-certificate"
SCRIPTS: dict[str, list[Turn]] = {
    "loads": [
        Turn("", (("Skill", {"skill": SKILL}),)),
        Turn("", (bash("touch ran-by-the-skill"), ("Write", {"file_path": "@PLACE", "content": "x"}))),
        Turn("Done."),
    ],
    "unknown": [Turn("", (("Skill", {"skill": "verify"}),)), Turn("Done.")],
    "mentions": [Turn("", (("Skill", {"skill": SKILL, "args": "@/etc/hostname"}),)), Turn("Done.")],
    "writes": [Turn("", (bash("ls"),)), Turn("Done.")],
}
TEXT = """---
name: renew-certificate
description: Renews the certificate of QQNAME. Use it when one expires.
allowed-tools: Bash Write
---

BODYMARK: read @PLACE and restart QQNAME.
"""


class WithProcedure(Operator):
    """An operator whose knowledge folder holds one procedure, and who wants no vectors."""

    def __init__(self, version, api, place: Path) -> None:
        super().__init__(version, api, place)
        self.data.mkdir()
        (self.data / "settings.toml").write_text('[embedding]\nkind = "none"\n')
        self.file = self.home / "read-in-by-the-skill"
        self.file.write_text("READ-IN")
        skill = self.data / "knowledge" / "procedures" / "renew-certificate"
        skill.mkdir(parents=True)
        (skill / "SKILL.md").write_text(TEXT.replace("@PLACE", f"@{self.file}"))

    def first(self, script: str) -> str:
        return json.dumps(next(body for name, body in self.api.asked if name == script))

    def every(self, script: str) -> str:
        return json.dumps([body for name, body in self.api.asked if name == script])


OPERATOR = WithProcedure


@pytest.mark.slow
def test_a_procedure_is_seen_and_loaded_and_grants_nothing(operator):
    told = operator.run("loads")
    assert told["session"]["status"] == "completed", told
    assert "Renews the certificate of QQNAME" in operator.first("loads")
    assert "BODYMARK" not in operator.first("loads") and "BODYMARK" in operator.every("loads")
    assert "READ-IN" not in operator.every("loads"), "a mention in it reads no file in"
    assert not (operator.home / "ran-by-the-skill").exists(), "its allowed-tools are not taken over"
    calls = operator.rows("SELECT tool_name, verdict, by FROM tool_calls ORDER BY id")
    assert calls[0] == ("Skill", "allow", "guard")
    assert {call[1] for call in calls[1:]} == {"deny"}
    assert list((operator.data / "sessions").iterdir()) == [], "the copy is gone with the session"
    log = operator.claudeops("knowledge", "log", "procedures")
    assert "Edited outside" in log, "what the operator wrote was committed first"


@pytest.mark.slow
def test_no_other_skill_is_loaded_and_none_is_given_a_file(operator):
    operator.run("unknown")
    assert operator.rows("SELECT tool_name, verdict FROM tool_calls") in ([("Skill", "deny")], [])
    operator.run("mentions")
    assert operator.rows("SELECT verdict FROM tool_calls ORDER BY id DESC LIMIT 1") == [("deny",)]


@pytest.mark.slow
def test_a_prompt_reads_no_file_in(operator):
    operator.run("writes", "--prompt", f"look at @{operator.file}")
    assert "READ-IN" not in operator.every("writes") and str(operator.file) in operator.every("writes")


@pytest.mark.slow
def test_its_files_cannot_be_written_to_while_the_session_runs(operator):
    skill = f"{operator.data}/sessions/1/skills/.claude/skills/renew-certificate/SKILL.md"
    look = bash(f"stat -c 'mode %a' {skill}")
    change = bash(f"chmod u+w {skill}; echo evil >> {skill}")
    written = ("Write", {"file_path": skill, "content": "evil"})
    SCRIPTS["writes"][0] = Turn("", (look, change, written))
    operator.run("writes")
    answers = operator.tools_answered("writes")
    assert "mode 400" in answers[0]
    first, *others = operator.rows("SELECT verdict FROM tool_calls ORDER BY id")
    assert first == ("allow",)
    assert set(others) == {("deny",)}, "2.1.197 itself refuses to write to a file that was not read"
