"""What the words of one statement say, by the tables of extraction and of the gate. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..word_lists import table
from ..words.irregular_forms import forms_of

FILE = "language/extraction/rules.txt"
_WORTH = "language/words/worth.txt"
ASKS = re.compile(
    r"^(?:use|take|run|call|try|do|check|wait|restart|reload|ask|look|verify|test|stop|start|read|make|set|keep|leave|send|"
    r"write|report|measure|drain|back|start|tell|skip|avoid|prefer|touch|delete|remove|change|edit|assume|guess|retry|kill|"
    r"reboot|upgrade|install|pull|push|commit|scale|mount|unmount|log|open|close|clear|prune|run|act|report|escalate|poll)\b",
    re.IGNORECASE,
)
"""What a session is asked to do begins so."""
AGAINST_ALL = ("of-tests", "secondhand", "reported")


def says(name: str, text: str) -> bool:
    """Tell whether a row of a table of ``rules.txt`` is found in a text."""
    return bool(table(FILE, name).search(text))


def has_doubts(text: str, names: Iterable[str]) -> bool:
    """Tell whether a text is a question, or has words that speak against a fact, as the gate knows them."""
    lower = text.lower()
    return any(lower.endswith("?") if name == "question" else table(_WORTH, name).search(lower) for name in names)


def is_of_the_moment(text: str) -> bool:
    """Tell whether a text says how something stands just now."""
    return says("moment", text) or has_doubts(text, ("transient", "moment"))


_BASE_IN_ED = re.compile(r"(?:[nsf]e|sh)ed$|eed$|^embed$")
_PAST = frozenset(("had", "did", "done", "got", "gotten"))


def is_told_form(verb: str) -> bool:
    """Tell whether a verb is in the past, or said of a third: "never came", "never fails" tell what was seen, and only
    "never come" can ask for something."""
    word = verb.lower()
    if word.endswith("ed"):
        return not _BASE_IN_ED.search(word)
    if word.endswith("s"):
        return not word.endswith(("ss", "us"))
    return word in _PAST or forms_of(word)[0] != word


def lays_down_for_good(text: str) -> bool:
    """Tell whether a text asks for something for good: "never do …", "from now on …", "I prefer … over …"."""
    if says("for-good", text) or says("preference", text):
        return True
    return any(not is_told_form(hit["verb"]) for hit in table(FILE, "never-do").finditer(text))
