"""A file is written whole or not at all, and what it was before stays until then."""

from __future__ import annotations

import os
import stat

import pytest
from support.full_device import NEEDS_FULL_DEVICE

from claudeops_desktop.core.atomic_write import replacing, write_whole


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_is_for_its_owner_alone(tmp_path):
    path = tmp_path / "memories ö.json"
    write_whole(path, "one\r\ntwo ö\n")
    assert path.read_bytes() == "one\r\ntwo ö\n".encode()
    assert mode(path) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_one_that_is_there_keeps_its_rights_and_a_link_stays_one(tmp_path):
    path, link = tmp_path / "kept.toml", tmp_path / "link.toml"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, b"new", mode=0o644)
    assert link.is_symlink()
    assert (path.read_text(), mode(path)) == ("new", 0o640)


def test_what_fails_half_way_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "kept.json"
    path.write_text("old")
    with pytest.raises(OSError, match="no room"), replacing(path) as stream:
        stream.write(b"half of the new")
        raise OSError("no room")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@NEEDS_FULL_DEVICE
def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    """What is buffered fails when it is written out: on a disk with no room that is the last moment."""
    path = tmp_path / "kept.json"
    path.write_text("old")
    full = os.open("/dev/full", os.O_WRONLY)
    opened = os.open

    def on_the_full_disk(name, flags, *rest):
        made = opened(name, flags, *rest)
        if flags & os.O_EXCL:
            os.dup2(full, made)
        return made

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", on_the_full_disk)
        with pytest.raises(OSError, match="No space left"):
            write_whole(path, b"x" * 100_000)
    os.close(full)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_is_written_as_it_is(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    end = os.open(path, os.O_RDWR)
    try:
        write_whole(path, b"through")
        assert os.read(end, 100) == b"through"
    finally:
        os.close(end)
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_folder_is_not_replaced(tmp_path):
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"x")
