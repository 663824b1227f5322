"""The device that is always full, for tests of what happens where nothing can be written."""

from __future__ import annotations

import os

import pytest

NEEDS_FULL_DEVICE = pytest.mark.skipif(
    not os.access("/dev/full", os.W_OK), reason="this user may not write to /dev/full, or there is none"
)
