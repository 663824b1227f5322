"""Tries the operator's ``apiKeyHelper`` where a confined session runs it: in the profile, without the keys of others.

The CLI goes on without a key where its helper fails, and the API then refuses every request.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ...confinement.probe import probe_profile
from ...confinement.single_program import confine_program
from ...core.messages import UserMessage
from ...core.paths import DataFolder
from .installation import operator_login

HELPER_S = 30


def why_helper_fails(environ: Mapping[str, str], folder: DataFolder) -> str:
    """Return why the helper gives no key in the profile, in one sentence without its full stop; "" where it gives one,
    where there is none, and where no session is confined. Waits for the helper."""
    helper = operator_login(environ).settings.get("apiKeyHelper")
    if not isinstance(helper, str) or not probe_profile(folder).works:
        return ""
    with tempfile.TemporaryDirectory(prefix=".probe-", dir=folder.sessions) as place:
        words, inside = confine_program(("/bin/sh", "-c", helper), Path(place), folder.root, environ)
        try:
            done = subprocess.run(
                words,
                env=inside,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=HELPER_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return UserMessage("it did not end within {seconds} s", seconds=HELPER_S)
    if done.returncode == 0 and done.stdout.strip():
        return ""
    said = done.stderr.strip().splitlines()
    return said[-1].rstrip(".") if said else UserMessage("it ended with {code} and no key", code=done.returncode)
