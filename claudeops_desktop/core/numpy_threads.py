"""NumPy with one thread for each product, in a process that answers many at once."""

from __future__ import annotations

import os
import sys

_VARIABLE = "OPENBLAS_NUM_THREADS"


def import_numpy_with_one_thread() -> None:
    """Import NumPy, which reads the number once, when it is first imported; it stays as the environment says where that
    says something. Programs that are started from here are not told.

    The threads of its library wait for each other without sleeping. Where other threads and programs want the same
    cores, the product for one recall takes eight times as long with two threads as with one.
    """
    if "numpy" in sys.modules or _VARIABLE in os.environ:
        return
    os.environ[_VARIABLE] = "1"
    try:
        import numpy  # noqa: F401
    finally:
        del os.environ[_VARIABLE]
