"""The folder that a session may write in. The guard starts with each session, so this stays light."""

from __future__ import annotations

WORK_VARIABLE = "CLAUDEOPS_WORK_DIR"
"""Names to a session the one folder that it may write in, and to the commands that are run for it outside."""
