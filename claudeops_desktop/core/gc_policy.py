"""Garbage is collected on the main thread only.

Python collects cycles on whatever thread happens to allocate. A widget or a process of Qt's that lies in such a cycle
would then be destroyed on a thread that it does not belong to, which ends in a crash or a hang inside Qt. So Qt
processes collect where work comes back to the main thread, as often as Python would.
"""

from __future__ import annotations

import gc
import threading

YOUNG = 20_000  # objects made since the last collection; one of so many takes a few milliseconds
STEPS = 10  # younger collections before the next older one, as Python has it


_state = {"begun": False}


def keep_to_main_thread(*, begun: bool = True) -> None:
    """From now on nothing is collected by itself; ``collect_if_due`` does it, once it has ``begun``."""
    gc.disable()
    _state["begun"] = begun


def collect_if_due() -> bool:
    """On the main thread, between two pieces of work: collect what has come together; whether it did.

    Does nothing where Python collects by itself, or before all that stays is made.
    """
    if gc.isenabled() or not _state["begun"] or threading.current_thread() is not threading.main_thread():
        return False
    young, middle, old = gc.get_count()
    if young < YOUNG:
        return False
    gc.collect(2 if old >= STEPS and middle >= STEPS else 1 if middle >= STEPS else 0)
    return True
