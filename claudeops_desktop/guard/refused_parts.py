"""Tells the agent which commands of a refused line are refused, and which are allowed alone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from shlex import quote

from ..language.prompt_quoting import one_line
from .classify import understand
from .effects import READ
from .shell_script import read_script
from .shell_types import MARKS, SimpleCommand, readable_text

LONGEST = 120
MOST = 3
_SIDE = frozenset("cd pushd popd sleep true false : echo wait".split())
"""Commands that nobody needs to be told of."""


def tell_refused(command: str, kinds: Collection[str], conceal: Callable[[str], str] = str) -> str:
    """List the commands of a line that are of a refused class; "" for a line that is one command."""
    refused = [text for text, kind, _ in _commands(command) if kind in kinds]
    return f"Refused: {_listed(refused, conceal)}." if refused else ""


def tell_allowed(command: str, conceal: Callable[[str], str] = str) -> str:
    """List the commands of a refused line that only look and need nothing of the others; "" for none."""
    free = [text for text, kind, stands_alone in _commands(command) if kind == READ and stands_alone]
    if not free:
        return ""
    return f"{_listed(free, conceal)} {'alone is allowed' if len(free) == 1 else 'are each allowed alone'}."


def _commands(command: str) -> list[tuple[str, str, bool]]:
    """Yield each command of a line that is several, with its class, and whether it means the same without the
    others."""
    try:
        commands = [each for each in read_script(command).commands if each.words and not each.function]
    except Exception:  # what cannot be read is not told of
        return []
    moves = any(each.words[0].text in ("cd", "pushd") or each.sets for each in commands)
    found = {text: each for each in commands if (text := _text(each))}
    if len(found) < 2:
        return []
    return [
        (readable_text(text), understand(text).kind, not moves and _stands_alone(each)) for text, each in found.items()
    ]


def _stands_alone(command: SimpleCommand) -> bool:
    words = [*command.words, *(redirect.target for redirect in command.redirects)]
    hidden = any(not word.seen or any(sign in word.text for sign in MARKS) for word in words)
    return not hidden and not command.piped and command.words[0].text not in _SIDE


def _text(command: SimpleCommand) -> str:
    """Write the command as it could be typed; what is not seen of it stands as its marks."""
    words = [word.text if word.pattern and not word.quoted else quote(word.text) for word in command.words]
    words += [f"{each.fd}{each.sign} {quote(each.target.text)}" for each in command.redirects if "<<" not in each.sign]
    return " ".join(words)


def _listed(texts: list[str], conceal: Callable[[str], str]) -> str:
    shown = []
    for text in texts[:MOST]:
        line = one_line(conceal(text)).replace("`", "'")
        shown.append(f"`{line if len(line) <= LONGEST else line[: LONGEST - 1] + '…'}`")
    return ", ".join(shown) + (" and more" if len(texts) > MOST else "")
