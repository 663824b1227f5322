"""Imports as Python makes them, also where Qt is.

PySide6 puts a hook around every import of the process, for the sake of ``from __feature__ import …``, which we do not
use: it reads the source of each new module and looks for its own name in it. While it does, it asks the module for
attributes. Where two threads load pydantic at that moment, pydantic answers with an import of its own that is only half
done, and both fail (seen at the first start of a fresh installation). It also costs a tenth of all loading.
"""

from __future__ import annotations

import builtins


def keep_imports_plain() -> None:
    """Take the hook away. To be called once PySide6 is imported, before a thread begins; again it changes nothing."""
    original = getattr(builtins, "__orig_import__", None)  # where PySide6 leaves what it found
    if original is not None:
        builtins.__import__ = original
