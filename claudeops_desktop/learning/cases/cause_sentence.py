"""The sentence of an agent that names a cause: a hypothesis, in its own words (L6). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...language.prompt_quoting import one_line
from ...language.word_lists import table

LONGEST = 200  # characters
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_WORDING = "learning/cases/wording.txt"
_CAUSAL = table(_WORDING, "causal")
_PLANS = table(_WORDING, "plans")
_COMMANDS = table(_WORDING, "commands")


def find_cause(texts: Sequence[str], *, last: bool = False) -> str:
    """The sentence that names the cause best, the latest among equals; with ``last`` the last sentence that states
    anything. What holds a command or an instruction is never taken: another may have put it there."""
    best, score = "", 0 if not last else -1
    for text in texts:
        for sentence in _SENTENCE.split(text):
            said = one_line(sentence).strip("*-• ")
            if (
                not 8 <= len(said) <= LONGEST
                or _COMMANDS.search(said)
                or _PLANS.match(said)
                or said.endswith((":", "?"))
            ):
                continue
            found = 0 if last else len(_CAUSAL.findall(said))
            if found >= score and (last or found):
                best, score = said, found
    return best
