"""The knowledge folder in a backup (X4): one tar with its files and its git history, and back.

A backup may come from elsewhere. Nothing of it may run or lead out of the folder: only plain files are unpacked, and of
the repository no hooks; its configuration is written anew with the addresses of its remotes alone.
"""

from __future__ import annotations

import configparser
import fcntl
import io
import os
import re
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.paths import KNOWLEDGE_LOCK

KNOWLEDGE = "knowledge.tar"
"""How it is called in a backup."""
_HOOKS = (".git", "hooks")
_REMOTE = re.compile(r'remote "([A-Za-z0-9._-]{1,64})"')
_LOGIN = re.compile(r"(?<=^http://)[^/@]*@|(?<=^https://)[^/@]*@")
_ADDRESS = re.compile(r"(?:https?|ssh|git)://[^\s-][^\s]*|[A-Za-z0-9._-]+@[A-Za-z0-9.-]+:[^\s-][^\s]*")


def pack_knowledge(root: Path, target: Path) -> None:
    """Write the folder into the file ``target`` while nobody writes to it. Raises OSError."""
    with _held(root), tarfile.open(target, "x", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(root.rglob("*")):
            parts = path.relative_to(root).parts
            if not path.is_file() or path.is_symlink() or _is_left_out(parts):
                continue
            if any((root / Path(*parts[:depth])).is_symlink() for depth in range(1, len(parts))):
                continue
            if parts == (".git", "config"):
                _add_config(archive, path)
            else:
                archive.add(path, "/".join(parts), recursive=False)


def _add_config(archive: tarfile.TarFile, path: Path) -> None:
    """The repository's configuration as it is unpacked: addresses of remotes, without passwords."""
    data = plain_config(path.read_bytes().decode("utf-8", "replace")).encode()
    member = tarfile.TarInfo(".git/config")
    member.size, member.mode = len(data), 0o600
    archive.addfile(member, io.BytesIO(data))


def unpack_knowledge(source: Path, target: Path, where: Path) -> None:
    """Unpack such a file into the folder ``target``, which is made. ``where`` is the backup it is from. Raises
    OperatorError for anything that is no plain file inside the folder."""
    target.mkdir(mode=0o700)
    try:
        with tarfile.open(source, "r:") as archive:
            for member in archive:
                name = PurePosixPath(member.name)
                if not member.isreg() or name.is_absolute() or ".." in name.parts or not name.parts:
                    raise _bad(where, member.name)
                if _is_left_out(name.parts):
                    continue
                file = target.joinpath(*name.parts)
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                packed = archive.extractfile(member)
                data = packed.read() if packed is not None else b""
                if name.parts == (".git", "config"):
                    data = plain_config(data.decode("utf-8", "replace")).encode()
                mode = 0o600 if name.parts[0] == ".git" else 0o644
                with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode), "wb") as out:
                    out.write(data)
                    out.flush()
                    os.fsync(out.fileno())
    except (tarfile.TarError, OSError) as error:
        raise _bad(where, str(error)) from error


def plain_config(text: str) -> str:
    """A configuration of git that runs no program: what a repository needs, and the addresses of its remotes."""
    found = configparser.RawConfigParser(strict=False, allow_no_value=True)
    lines = ["[core]", "\trepositoryformatversion = 0", "\tfilemode = true", "\tbare = false"]
    lines.append("\tlogallrefupdates = true")
    try:
        found.read_file(io.StringIO("\n".join(line.strip() for line in text.splitlines())))
    except configparser.Error:
        return "\n".join(lines) + "\n"
    for section in found.sections():
        address = _LOGIN.sub("", found.get(section, "url", fallback="") or "")
        if (match := _REMOTE.fullmatch(section)) and _ADDRESS.fullmatch(address):
            lines += [f'[remote "{match[1]}"]', f"\turl = {address}"]
            lines.append(f"\tfetch = +refs/heads/*:refs/remotes/{match[1]}/*")
    return "\n".join(lines) + "\n"


def _is_left_out(parts: tuple[str, ...]) -> bool:
    return parts[:2] == _HOOKS or (parts[0] == ".git" and parts[-1].endswith(".lock"))


@contextmanager
def _held(root: Path) -> Iterator[None]:
    """Hold the folder as those do who write to it; a folder without a repository is nobody's to hold."""
    control = root / ".git"
    if not control.is_dir():
        yield
        return
    with (control / KNOWLEDGE_LOCK).open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _bad(where: Path, name: str) -> OperatorError:
    return OperatorError(
        UserMessage("{where} cannot be restored: its knowledge folder holds “{name}”.", where=where, name=name[:80]),
        UserMessage("Nothing was changed."),
    )
