"""What a git repository holds apart from its files: which objects are reachable, and packing them. dulwich alone.

Everything here is given a repository of dulwich that is open.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ZERO = b"0" * 40


def control_folder(repo: Any) -> Path:
    """The folder ``.git``."""
    return Path(os.fsdecode(repo.controldir()))


def roots_of(repo: Any, *, reflogs: bool = True) -> set[Any]:
    """What everything else is reached from: references, HEAD, and with ``reflogs`` what they pointed to before and what
    is staged."""
    found = set()
    for name in repo.refs.allkeys():
        try:
            found.add(repo.refs[name])
        except KeyError:
            continue  # a reference to a branch that has no commit yet
    if reflogs:
        for file in reflog_files(repo):
            for line in file.read_bytes().splitlines():
                found |= {number for number in line.split(b" ", 2)[:2] if len(number) == 40 and number != ZERO}
        found |= {entry.sha for _, entry in repo.open_index().items() if hasattr(entry, "sha")}
    return found


def reflog_files(repo: Any) -> list[Path]:
    """The files that say what each reference pointed to."""
    folder = control_folder(repo) / "logs"
    return sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []


def reachable_objects(repo: Any, roots: Iterable[Any]) -> set[Any]:
    """All objects that are reached from these; those that are missing are left out."""
    store, found, waiting = repo.object_store, set(), list(roots)
    while waiting:
        number = waiting.pop()
        if number in found:
            continue
        try:
            one = store[number]
        except KeyError:
            continue
        found.add(number)
        if one.type_name == b"commit":
            waiting += [one.tree, *one.parents]
        elif one.type_name == b"tag":
            waiting.append(one.object[1])
        elif one.type_name == b"tree":
            for entry in one.iteritems():
                if entry.sha not in found:
                    if stat.S_ISDIR(entry.mode):
                        waiting.append(entry.sha)
                    elif not stat.S_ISREG(entry.mode) and not stat.S_ISLNK(entry.mode):
                        continue  # a commit of another repository
                    else:
                        found.add(entry.sha)
    return found


def loose_objects(repo: Any) -> list[Any]:
    """The objects that have a file each."""
    return list(repo.object_store._iter_loose_objects())


def write_pack(repo: Any, numbers: Iterable[Any]) -> Any:
    """Write these objects into one new pack, reading one after the other; the pack, None for none."""
    from dulwich.pack import full_unpacked_object

    store = repo.object_store
    there = [number for number in numbers if number in store]

    def objects() -> Iterator[Any]:
        for number in there:
            yield full_unpacked_object(store[number])

    return store.add_pack_data(len(there), objects()) if there else None


def keep_only(repo: Any, numbers: set[Any]) -> int:
    """Write all of these objects into one pack, and remove every other pack and loose object; how many objects went.
    Lists that other programs derive from the objects are removed with them."""
    store = repo.object_store
    every = set(store)
    old = {pack.name(): pack for pack in store.packs}
    loose = loose_objects(repo)
    made = write_pack(repo, sorted(numbers))
    if made is not None:
        old.pop(made.name(), None)
    for pack in old.values():
        remove_pack(repo, pack)
    for number in loose:
        store.delete_loose_object(number)
    folder = control_folder(repo) / "objects"
    derived = ("info/commit-graph", "info/commit-graphs/*", "pack/multi-pack-index*", "pack/*.bitmap", "pack/*.keep")
    left = {path.stem for path in (folder / "pack").glob("*.pack")}
    for path in (found for pattern in derived for found in folder.glob(pattern)):
        path.unlink(missing_ok=True)
    for path in (folder / "pack").glob("pack-*.*"):
        if path.stem not in left:
            path.unlink(missing_ok=True)
    return len(every - numbers)


def remove_pack(repo: Any, pack: Any) -> None:
    """Remove a pack with its index."""
    repo.object_store._remove_pack(pack)
