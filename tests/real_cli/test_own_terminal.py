"""The operator's own Claude Code session in a terminal, hooks installed (E18).

It is told what is known when it begins, and with each prompt what has become known since; a compaction and the end note
the transcript, other hooks keep running, and afterwards the settings are what they were.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
import threading
from contextlib import contextmanager

import pytest
from cli_operator import KEY, Operator, program
from support.loopback_api import Turn

from claudeops_desktop.language.extraction.quotation import quoted_words

KNOWN = "Takes 63s to answer after a restart"
OTHER = "Wants its cache emptied by hand every month"
SAID = "Quokkacast returns HTTP 302 when it is healthy."
SCRIPTS = {"own": [Turn(SAID)]}


class AtATerminal(Operator):
    """An operator who has met the CLI before: no questions of a first start."""

    def __init__(self, version, api, place) -> None:
        super().__init__(version, api, place)
        self.env |= {"TERM": "xterm-256color"}
        (self.home / ".claude.json").write_text(
            json.dumps(
                {
                    "hasCompletedOnboarding": True,
                    "theme": "dark",
                    "lastOnboardingVersion": version,
                    "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
                    "projects": {str(self.home): {"hasTrustDialogAccepted": True, "allowedTools": []}},
                }
            )
        )

    @contextmanager
    def terminal(self, script: str):
        """A session in a terminal of its own; what types a line into it."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.screen = bytearray()
        process = subprocess.Popen(
            [str(program(self.version))],
            env=self.env | {"ANTHROPIC_BASE_URL": self.api.url(script)},
            cwd=self.home,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        reader = threading.Thread(target=self._watch, args=(ours,), daemon=True)
        reader.start()
        try:
            yield lambda text: self._type(ours, text)
            self.wait_for(lambda: process.poll() is not None)
        finally:
            process.kill()
            process.wait()
            reader.join(10)
            os.close(ours)

    def _watch(self, terminal: int) -> None:
        try:
            while some := os.read(terminal, 65_536):
                self.screen += some
        except OSError:
            """The other end is closed."""

    def _type(self, terminal: int, text: str) -> None:
        """As a person does: Enter comes once the line is on the screen."""
        before = len(self.screen)
        last = text.rsplit(maxsplit=1)[-1].encode()
        os.write(terminal, text.encode())
        self.wait_for(lambda: last in self.screen[before:])
        os.write(terminal, b"\r")

    def prompts(self, words: str) -> list[str]:
        """What the agent was asked with these words of ours in it, as JSON; not what names the session."""
        asked = [json.dumps(body["messages"]) for _, body in self.api.asked if body.get("tools")]
        return [messages for messages in asked if words in messages]


OPERATOR = AtATerminal


def told_with_prompts(messages: str) -> list[str]:
    """What our hook told with each prompt so far."""
    return re.findall(r"UserPromptSubmit hook additional context: <claudeops-memory>(.*?)</claudeops-memory>", messages)


@pytest.mark.slow
def test_a_session_in_a_terminal_is_told_by_each_prompt_and_noted_at_compaction_and_end(operator):
    operator.api.asked.clear()
    settings = operator.home / ".claude" / "settings.json"
    settings.parent.mkdir()
    trail = operator.home / "other-hook"
    theirs = {"type": "command", "command": f"echo x >> {trail}"}
    before = json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [theirs]}]}, "model": "haiku"}, indent=4)
    settings.write_text(before)
    operator.add_fact(KNOWN, "quokkacast", "timing")
    operator.claudeops("hooks", "install")

    with operator.terminal("own") as type_line:
        operator.wait_for(lambda: "❯".encode() in operator.screen)
        type_line("why is quokkacast slow today")
        operator.wait_for(lambda: operator.prompts("slow today"))
        operator.wait_for(lambda: b"302" in operator.screen)
        operator.add_fact(OTHER, "wombatdb", "maintenance")
        type_line("and what does wombatdb want")
        operator.wait_for(lambda: operator.prompts("wombatdb want"))
        type_line("/compact")
        operator.wait_for(lambda: any(trigger == "compaction" for _, trigger in operator.noted()))
        type_line("/exit")

    first = operator.prompts("slow today")[0]
    assert KNOWN in first, "told when the session began"
    assert told_with_prompts(first) == [], "and not a second time with the prompt"
    *_, second = told_with_prompts(operator.prompts("wombatdb want")[0])
    assert OTHER in second
    assert KNOWN not in second
    assert trail.read_text().count("x") >= 2, "the operator's own hook ran too"
    noted = operator.noted()
    assert len({conversation for conversation, _ in noted}) == 1
    assert noted[-1][1] == "session_end"

    assert operator.ask("observe")["held"] == 1, "the observer reads what was noted"
    ((kept,),) = operator.rows("SELECT observation FROM memories WHERE source = 'observed'")
    assert quoted_words(kept) == SAID.rstrip(".")

    operator.claudeops("hooks", "remove")
    assert settings.read_text() == before
