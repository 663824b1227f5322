"""An observer over the desk's memory, and transcripts for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from transcripts import ID, Transcript

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.language.extraction.rule_extractor import RulesExtractor
from claudeops_desktop.memory.extraction.observer import Observer, ObserverCallbacks


@pytest.fixture
def observer(desk, tmp_path):
    """Makes observers; ``model`` stands in for one, ``stopped`` ends the work."""

    def make(model=None, *, settings=None, environ=None, **hooks):
        return Observer(
            desk.book,
            desk.memory,
            settings or Settings(),
            DataFolder(tmp_path / "data"),
            desk.clock,
            environ=environ or {},
            hooks=ObserverCallbacks(**hooks),
            extractors=(RulesExtractor(), model),
        )

    return make


@pytest.fixture
def transcript(tmp_path: Path) -> Transcript:
    return Transcript(tmp_path / "projects" / "-home-ops" / f"{ID}.jsonl")
