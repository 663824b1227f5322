"""A git history without a subject (E19): every version of every file, messages, names, references and their logs.

Authors and dates stay, and commits that never touched the subject keep their numbers. It may be killed anywhere: doing
it again goes on. Only for a repository that is the folder's own, and while its lock is held.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator
from typing import Any

from .git_objects import ZERO, control_folder, keep_only, reachable_objects, reflog_files, roots_of
from .purged_text import Becomes, Touches, purge_file

_LEFT_BY_GIT = (
    *("ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "COMMIT_EDITMSG", "MERGE_MSG"),
    *("SQUASH_MSG", "AUTO_MERGE", "gitk.cache"),
)


class HistoryRewrite:
    """Rewrites one repository of dulwich; ``prefix`` is the folder in it, "" for all of it."""

    def __init__(self, repo: Any, touches: Touches, becomes: Becomes) -> None:
        self._repo = repo
        self._store = repo.object_store
        self._touches = touches
        self._becomes = becomes
        self._blobs: dict[tuple[Any, str], Any] = {}
        self._trees: dict[tuple[Any, str], Any] = {}
        self._commits: dict[Any, Any] = {}
        self._touched: set[Any] = set()

    def find_touched(self) -> set[Any]:
        """All objects that touch the subject, reachable or not."""
        return {number for number in self._store if self._is_touched(self._store[number])}

    def run(self) -> tuple[int, dict[str, str]]:
        """Take it out; how many objects touched it, and the new revision of each version of a file that was changed,
        "" for one that went."""
        self._touched = self.find_touched()
        names = [name for name in self._repo.refs.allkeys() if self._touches(name.decode("utf-8", "replace"))]
        logs = [file for file in reflog_files(self._repo) if self._touches(file.read_text("utf-8", "replace"))]
        if not self._touched and not names and not logs:
            return 0, {}
        before = self._head_tree()
        for number in self._in_order():
            self._commit(number)
        self._move_references()
        self._rewrite_reflogs()
        for name in _LEFT_BY_GIT:
            (control_folder(self._repo) / name).unlink(missing_ok=True)
        self._write_files(before, self._head_tree())
        keep_only(self._repo, reachable_objects(self._repo, roots_of(self._repo, reflogs=False)))
        revisions = {
            old.decode(): new.decode() if new is not None else "" for (old, _), new in self._blobs.items() if new != old
        }
        return len(self._touched) + len(names), revisions

    # --- objects -----------------------------------------------------------------------------------------------------

    def _is_touched(self, one: Any) -> bool:
        if one.type_name == b"tree":
            return any(self._touches(_text(entry.path)) for entry in one.iteritems())
        return self._touches(_text(one.as_raw_string()))

    def _in_order(self) -> Iterator[Any]:
        """The commits of all references, each after its parents."""
        done, waiting = set(), []
        for number in sorted(roots_of(self._repo, reflogs=False)):
            while self._type(number) == b"tag":
                number = self._store[number].object[1]  # noqa: PLW2901
            waiting.append(number)
        while waiting:
            number = waiting[-1]
            if number in done or self._type(number) != b"commit":
                waiting.pop()
                continue
            ahead = [one for one in self._store[number].parents if one not in done and one in self._store]
            if ahead:
                waiting += ahead
                continue
            done.add(number)
            waiting.pop()
            yield number

    def _type(self, number: Any) -> bytes:
        try:
            return bytes(self._store[number].type_name)
        except KeyError:
            return b""

    def _commit(self, number: Any) -> None:
        old = self._store[number]
        tree = self._tree(old.tree, "")
        parents = [self._commits.get(one, one) for one in old.parents]
        if tree == old.tree and parents == list(old.parents) and number not in self._touched:
            return
        new = old.copy()
        new.tree, new.parents, new.gpgsig = tree or self._empty_tree(), parents, None
        new.message = self._becomes(_text(old.message)).encode()
        new.author, new.committer = self._person(old.author), self._person(old.committer)
        new._mergetag, new._extra = [], []
        self._store.add_object(new)
        self._commits[number] = new.id

    def _person(self, who: bytes) -> bytes:
        return b"purged <purged@claudeops.invalid>" if self._touches(_text(who)) else who

    def _empty_tree(self) -> Any:
        from dulwich.objects import Tree

        made = Tree()
        self._store.add_object(made)
        return made.id

    def _tree(self, number: Any, folder: str) -> Any:
        """The number of a tree without the subject; None where nothing is left in it."""
        from dulwich.objects import Tree

        key = (number, folder)
        if key in self._trees:
            return self._trees[key]
        new, changed = Tree(), False
        for entry in self._store[number].iteritems():
            path = f"{folder}{_text(entry.path)}"
            sha: Any = entry.sha
            if self._touches(_text(entry.path)):
                sha = None
            elif stat.S_ISDIR(entry.mode):
                sha = self._tree(sha, f"{path}/")
            elif sha in self._touched:
                sha = self._blob(sha, path)
            changed |= sha != entry.sha
            if sha is not None:
                new.add(entry.path, entry.mode, sha)
        if not changed:
            self._trees[key] = number
        elif len(new):
            self._store.add_object(new)
            self._trees[key] = new.id
        else:
            self._trees[key] = None
        return self._trees[key]

    def _blob(self, number: Any, path: str) -> Any:
        from dulwich.objects import Blob

        key = (number, path)
        if key not in self._blobs:
            data = purge_file(path, self._store[number].data, self._touches, self._becomes)
            self._blobs[key] = None
            if data is not None:
                made = Blob.from_string(data)
                self._store.add_object(made)
                self._blobs[key] = made.id
        return self._blobs[key]

    # --- references --------------------------------------------------------------------------------------------------

    def _move_references(self) -> None:
        refs = self._repo.refs
        for name in sorted(refs.allkeys()):
            if name == b"HEAD" and refs.get_symrefs().get(b"HEAD"):
                continue  # it follows its branch
            try:
                number = refs[name]
            except KeyError:
                continue
            new = self._target(number)
            called = name
            if self._touches(_text(name)):
                called = name.rpartition(b"/")[0] + b"/purged-" + new[:8]
                refs[called] = new
                if refs.get_symrefs().get(b"HEAD") == name:
                    refs.set_symbolic_ref(b"HEAD", called)
                refs.remove_if_equals(name, None)
            elif new != number:
                refs[name] = new

    def _target(self, number: Any) -> Any:
        """What a reference points to after the rewrite: a commit, or a tag that says nothing of the subject."""
        if self._type(number) != b"tag":
            return self._commits.get(number, number)
        old = self._store[number]
        kind, target = old.object
        new_target = self._target(target)
        if new_target == target and number not in self._touched:
            return number
        new = old.copy()
        new.object, new.message, new.signature = (kind, new_target), self._becomes(_text(old.message)).encode(), None
        if old.tagger:
            new.tagger = self._person(old.tagger)
        if self._touches(_text(old.name)):
            new.name = b"purged"
        self._store.add_object(new)
        return new.id

    def _rewrite_reflogs(self) -> None:
        """Lines that lead to something that is gone go, all others name the new commits."""
        kept = reachable_objects(self._repo, roots_of(self._repo, reflogs=False))
        for file in reflog_files(self._repo):
            if self._touches(_text(file.name.encode())):
                file.unlink()
                continue
            lines = []
            for line in file.read_bytes().splitlines():
                old, new, rest = (*line.split(b" ", 2), b"", b"")[:3]
                old, new = self._commits.get(old, old), self._commits.get(new, new)
                if new in kept and not self._touches(_text(rest)):
                    lines.append(b" ".join((old if old in kept else ZERO, new, rest)) + b"\n")
            file.write_bytes(b"".join(lines))

    # --- files on the disk -------------------------------------------------------------------------------------------

    def _head_tree(self) -> dict[bytes, Any]:
        try:
            tree = self._store[self._repo.head()].tree
        except KeyError:
            return {}
        return {entry.path: entry.sha for entry in self._store.iter_tree_contents(tree)}

    def _write_files(self, before: dict[bytes, Any], after: dict[bytes, Any]) -> None:
        """Bring the files in step with the new commit; what is staged is what is committed."""
        import os
        from pathlib import Path

        from ..core.atomic_write import write_whole

        root = Path(os.fsdecode(self._repo.path))
        for path in before.keys() | after.keys():
            file, wanted = root / os.fsdecode(path), after.get(path)
            if file.is_symlink() or not file.resolve().is_relative_to(root.resolve()):
                continue
            if wanted is None:
                file.unlink(missing_ok=True)
                _drop_empty(file.parent, root)
            elif wanted != before.get(path) or (file.is_file() and self._touches(_text(file.read_bytes()))):
                file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(file, self._store[wanted].data, 0o644)
        index = self._repo.open_index()
        index.clear()
        index.write()
        there = [os.fsdecode(path) for path in sorted(after) if (root / os.fsdecode(path)).is_file()]
        if there:
            self._repo.get_worktree().stage(there)


def _drop_empty(folder: Any, root: Any) -> None:
    while folder != root and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
