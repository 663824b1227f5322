"""Libraries are brought into memory before they are imported.

While Python loads a library it lets no other thread run: with tens of megabytes that come from a disk, the window would
stand still for that long. What the kernel has read before is loaded in some milliseconds.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path


def read_ahead(*packages: str) -> int:
    """Have the kernel read the compiled parts of packages, in the background; how many bytes. Imports none of them."""
    asked = 0
    for library in (found for name in packages for found in libraries_of(name)):
        with suppress(OSError, AttributeError):  # not every system can be asked
            descriptor = os.open(library, os.O_RDONLY | os.O_CLOEXEC)
            try:
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_WILLNEED)
                asked += os.fstat(descriptor).st_size
            finally:
                os.close(descriptor)
    return asked


def libraries_of(package: str) -> Iterator[Path]:
    """The compiled parts of a package, and the libraries that its wheel brings along. None where it is not there."""
    spec = find_spec(package)
    for place in spec.submodule_search_locations or () if spec is not None else ():
        folder = Path(place)
        yield from folder.rglob("*.so")
        yield from folder.with_name(f"{package}.libs").glob("*.so*")
