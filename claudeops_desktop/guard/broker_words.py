"""The words by which the broker of a session and its clients are started, and the folder where they meet."""

from __future__ import annotations

import os
import shlex
import sys

DOOR = "door"
CLIENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "thin_client.py")


def own_words(*words: str) -> tuple[str, ...]:
    """Return the words by which this program is started with the standard library alone: ``guard --broker FILE``."""
    if getattr(sys, "frozen", False):
        return (sys.executable, *words)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    start = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from claudeops_desktop.__main__ import main; sys.exit(main())"
    )
    return (sys.executable, "-I", "-S", "-c", start, root, *words)


def client_words(door: str, *words: str) -> tuple[str, ...]:
    """Return the words by which a session speaks with its broker. The interpreter takes nothing from the folder it is
    started in, from the environment or from packages (``-I -S``): the agent may write there."""
    own = ("guard", "--client") if getattr(sys, "frozen", False) else ("-I", "-S", CLIENT)
    return (sys.executable, *own, door, *words)


def act_command(door: str, number: str) -> str:
    """Return the command that runs in the place of one that was allowed."""
    return shlex.join(client_words(door, "act", number))
