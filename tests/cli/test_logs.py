"""The application's own log."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from support.full_device import NEEDS_FULL_DEVICE

from claudeops_desktop.cli import logs
from claudeops_desktop.core.paths import DataFolder


@pytest.fixture
def root():
    """The root logger, as it was before afterwards."""
    logger = logging.getLogger()
    before, level = list(logger.handlers), logger.level
    yield logger
    for handler in [handler for handler in logger.handlers if handler not in before]:
        logger.removeHandler(handler)
        handler.close()
    for handler in before:
        if handler not in logger.handlers:
            logger.addHandler(handler)
    logger.setLevel(level)


def test_the_log_begins_anew_when_it_is_full_and_keeps_the_three_before(root, data_dir, monkeypatch):
    monkeypatch.setattr(logs, "BYTES", 1000)
    path = logs.keep_log(DataFolder(data_dir))
    for number in range(100):
        logging.getLogger("x").info("entry %d %s", number, "." * 100)
    assert path == data_dir / "logs" / "app.log"
    assert sorted(file.name for file in path.parent.iterdir()) == ["app.log", "app.log.1", "app.log.2", "app.log.3"]
    kept = "".join((path.parent / name).read_text() for name in ("app.log.3", "app.log.2", "app.log.1", "app.log"))
    numbers = [int(line.split("entry ")[1].split()[0]) for line in kept.splitlines()]
    assert numbers == list(range(numbers[0], 100))


def test_without_a_folder_to_write_in_work_goes_on(root, new_data_dir, capsys):
    (new_data_dir / "logs").write_text("a file where the folder belongs")
    assert logs.keep_log(DataFolder(new_data_dir)) is None
    assert "cannot be written" in capsys.readouterr().err


@NEEDS_FULL_DEVICE
def test_a_full_disk_is_said_once_and_nothing_fails_by_it(capsys):
    """What logs while it cleans up after a failure would leave the rest undone, and a run without an end."""
    handler = logs._KeptFile(Path("/dev/full"))
    for number in range(3):
        handler.emit(logging.LogRecord("x", logging.ERROR, "", 1, f"entry {number}", None, None))
    assert capsys.readouterr().err == "WARNING: /dev/full cannot be written: No space left on device\n"
    handler.stream.buffer.raw.close()  # what is left unwritten would be tried again at its end
