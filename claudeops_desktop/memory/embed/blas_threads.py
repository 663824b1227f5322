"""Keeps NumPy's products on one thread for a while.

The products of the sentence model are small. OpenBLAS spreads each over all cores and has its threads wait in a loop:
on a computer that is busy otherwise, that takes seven times as long.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

_lock = threading.Lock()
_inside = 0
_before = 0


@contextlib.contextmanager
def one_blas_thread() -> Iterator[None]:
    """Have products take one thread, in the whole process, until the last that asked for it leaves. Does nothing where
    NumPy came without its own OpenBLAS."""
    global _inside, _before  # noqa: PLW0603
    found = _library()
    if found is None:
        yield
        return
    read, change = found
    with _lock:
        if not _inside:
            _before = read()
            change(1)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                change(_before)


@cache
def _library() -> tuple[Callable[[], int], Callable[[int], object]] | None:
    """What reads and sets the number of threads of the OpenBLAS in NumPy's wheel."""
    import numpy as np

    for path in Path(np.__file__).parent.with_name("numpy.libs").glob("libscipy_openblas*"):
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(str(path))
            return library.scipy_openblas_get_num_threads64_, library.scipy_openblas_set_num_threads64_
    return None
