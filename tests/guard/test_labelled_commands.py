"""Commands that were labelled apart from the rules: nothing risky is called reading, nearly all that is harmless is."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.guard import read_labelled
from claudeops_desktop.guard.classify import understand

ASKS_LESS = ("read", "restart", "redeploy")
"""Classes that are free, or automatic within cooldowns unless the operator says otherwise."""
FILES = sorted((Path(__file__).parents[2] / "benchmarks" / "data").glob("guard_commands_*.tsv"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
class TestLabelledCommands:
    def test_nothing_risky_is_called_reading(self, file):
        risky = [row.command for row in read_labelled(file) if not row.harmless]
        assert risky and [command for command in risky if understand(command).kind == "read"] == []

    def test_nineteen_of_twenty_harmless_ones_are_called_reading(self, file):
        harmless = [row.command for row in read_labelled(file) if row.harmless]
        missed = [command for command in harmless if understand(command).kind != "read"]
        assert len(missed) <= len(harmless) / 20, missed

    def test_no_command_is_called_a_class_that_asks_less(self, file):
        called = [(row.kind, understand(row.command).kind, row.command) for row in read_labelled(file) if row.kind]
        assert [row for row in called if row[1] != row[0] and row[1] in ASKS_LESS] == []
