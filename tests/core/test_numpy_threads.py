"""A server's NumPy takes one thread, and nobody else is told."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import os, sys
from claudeops_desktop.core.numpy_threads import import_numpy_with_one_thread
before = len(os.listdir("/proc/self/task"))
import_numpy_with_one_thread()
import numpy
one = numpy.ones((5000, 256), numpy.float32)
one @ one[0]
print(len(os.listdir("/proc/self/task")) - before, os.environ.get("OPENBLAS_NUM_THREADS"))
"""


@pytest.mark.parametrize(("given", "said"), [(None, "0 None"), ("1", "0 1")])
def test_numpy_takes_one_thread_and_the_environment_stays(given: str | None, said: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    if given is not None:
        environment["OPENBLAS_NUM_THREADS"] = given
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == said
