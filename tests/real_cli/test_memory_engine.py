"""The memory engine with the real CLI: what a session says is observed, the agent recalls it while it works, a changed
fact replaces the old one in the next prompt, and what is purged leaves no trace.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.loopback_api import Turn

from claudeops_desktop.memory.context import INTRODUCTION

QUESTION = "How long does quokkacast take to start?"
SCRIPTS = {
    "measures": [
        Turn("I looked at the log. quokkacast took 63 seconds to start after the restart."),
    ],
    "recalls": [
        Turn("I ask what is known.", (("mcp__claudeops__recall", {"question": QUESTION}),)),
        Turn("It is as I was told."),
    ],
    "changes": [
        Turn(
            "It is slower since the upgrade.",
            (
                (
                    "mcp__claudeops__remember",
                    {
                        "text": "quokkacast takes 95 seconds to start after a restart",
                        "category": "timing",
                        "service": "quokkacast",
                        "strength": "explicit",
                    },
                ),
            ),
        ),
        Turn("Noted."),
    ],
    "later": [Turn("All is well.")],
}


def places_with(word: str, *folders: Path) -> list[Path]:
    """Files whose bytes hold a word, in any case."""
    return [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and word.encode() in path.read_bytes().lower()
    ]


@pytest.mark.slow
def test_from_what_a_session_says_to_what_the_next_one_knows_and_to_nothing_at_all(operator, api):
    api.asked.clear()

    # Observed: nobody wrote a marker.
    first = operator.run("measures", "--service", "quokkacast")
    assert first["session"]["status"] == "completed"
    assert first["memories"] == []
    operator.claudeops("observe")  # a busy machine leaves it to later
    (drawn,) = operator.ask("review", "list", "--kind", "held")
    assert "63" in drawn["observation"]
    operator.claudeops("review", "approve", str(drawn["id"]))
    (known,) = [m for m in operator.ask("memory", "list") if m["source"] == "observed" and "63" in m["observation"]]
    assert (known["service"], known["category"], known["gate"]) == ("quokkacast", "timing", "allow")
    assert known["resource_id"]

    # Recalled in the middle of a session, by the agent itself.
    assert operator.run("recalls")["session"]["status"] == "completed"
    assert "63" in "\n".join(operator.tools_answered("recalls"))

    # Changed: merely written.
    operator.run("changes")
    by_id = {m["id"]: m for m in operator.ask("memory", "list")}
    (new,) = [m for m in by_id.values() if "95" in m["observation"]]
    old = by_id[known["id"]]
    assert (old["superseded_by"], bool(old["valid_until"])) == (new["id"], True)
    assert "63" in old["observation"]

    # The next run's prompt holds only the new value, and what was to be seen before is what is sent, to the byte.
    run = ("--service", "quokkacast", "--prompt", "check the services")
    previewed = operator.ask("context", "--part", "all", *run)["appended_prompt"]
    operator.run("later", "--service", "quokkacast")
    (prompt, *_) = [text for text in api.system_prompts("later") if "quokkacast" in text]
    assert "95 seconds" in prompt
    assert "63" not in prompt.replace(str(operator.data.parent), "")
    assert INTRODUCTION in previewed
    assert prompt.endswith(previewed[previewed.index(INTRODUCTION) :])

    # Forgotten: everywhere that we reach.
    operator.ask("memory", "purge", "quokkacast", "--yes")
    ours = [path for path in places_with("quokkacast", operator.data) if "backups" not in path.parts]
    assert ours == []
    assert places_with("quokkacast", operator.home / ".claude" / "projects") == []
