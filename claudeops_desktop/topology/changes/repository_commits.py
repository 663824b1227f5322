"""Commits that arrived in the repositories of the application (``repositories.folders``). Read by the git program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from ...agents.watch.programs import CannotRunError, ProgramHost
from ...core.clock import to_text
from ...records.changes import ChangeKind, NewChange
from .reading import SourceReading, earliest
from .service_names import ServiceNameIndex

MOST_COMMITS = 50
TIMEOUT_S = 10.0
_FORMAT = "%x1e%H%x1f%ct%x1f%an%x1f%s"
# A repository's own settings must start nothing here: no file monitor, no hooks, no program that checks signatures.
_QUIET = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false")
_REFLOG = re.compile(r"[0-9a-f]{40,64} ([0-9a-f]{40,64}) .*> (\d+) [+-]\d{4}")


class CommitRecord(NamedTuple):
    """One commit; ``paths`` are the files it touched."""

    number: str
    at: datetime
    author: str
    summary: str
    paths: tuple[str, ...]


def parse_log(out: str) -> list[CommitRecord]:
    """The answer of ``git log --name-only`` in our format, newest first."""
    found: list[CommitRecord] = []
    for block in out.split("\x1e")[1:]:
        head, _, rest = block.partition("\n")
        parts = head.split("\x1f", 3)
        if len(parts) == 4 and parts[1].isdigit():
            at = datetime.fromtimestamp(int(parts[1]), UTC)
            paths = tuple(line for line in rest.splitlines() if line.strip())
            found.append(CommitRecord(parts[0], at, parts[2], parts[3], paths))
    return found


def parse_reflog(text: str) -> dict[str, datetime]:
    """When each commit became the one that is checked out here, from ``.git/logs/HEAD``; the last time counts."""
    found: dict[str, datetime] = {}
    for line in text.splitlines():
        match = _REFLOG.match(line)
        if match:
            found[match[1]] = datetime.fromtimestamp(int(match[2]), UTC)
    return found


def find_arrivals(commits: Iterable[CommitRecord], reflog: Mapping[str, datetime]) -> list[datetime]:
    """When each commit arrived here, newest first as given: a pulled one came with the pull, however old it is."""
    arrivals: list[datetime] = []
    came: datetime | None = None
    for commit in commits:
        came = reflog.get(commit.number, came)
        arrivals.append(commit.at if came is None else max(commit.at, came))
    return arrivals


def read_commit_changes(
    state: Mapping[str, Any], now: datetime, folders: Iterable[str], names: ServiceNameIndex
) -> SourceReading:
    """The commits that came into these folders since the last reading, on the first one in the last week."""
    known: Mapping[str, Any] = state.get("heads", {})
    heads: dict[str, Any] = {}
    changes: list[NewChange] = []
    problems: list[str] = []
    for folder in folders:
        path = Path(folder).expanduser()
        before = known.get(str(path), {})
        if (place := _git_folder(path)) is None:
            continue  # a folder that describes infrastructure need not be under git
        try:
            head, commits = _new_commits(path, str(before.get("head", "")))
        except CannotRunError as error:
            problems.append(f"The commits of {path} cannot be read: {error.finding.detail}.")
            if before:
                heads[str(path)] = before
            continue
        heads[str(path)] = {"head": head}
        since = earliest({}, now)
        for commit, arrived in zip(commits, find_arrivals(commits, _reflog(place)), strict=True):
            if before or arrived >= since:
                changes.append(_change(path.name, commit, min(arrived, now), names))
    return SourceReading(tuple(changes), {"heads": heads, "seen": to_text(now)}, " ".join(problems))


def _change(repository: str, commit: CommitRecord, at: datetime, names: ServiceNameIndex) -> NewChange:
    text = f"{repository}: {commit.summary} ({commit.number[:8]}, {commit.author})"
    services = names.of_paths(commit.paths, commit.summary)
    return NewChange(at, ChangeKind.COMMIT, repository, text, "", commit.number[:12], services)


def _new_commits(path: Path, before: str) -> tuple[str, list[CommitRecord]]:
    head = _git(path, "rev-parse", "--verify", "--quiet", "HEAD")
    if not head:  # nothing was committed yet
        return "", []
    if head == before:
        return head, []
    words = ["log", f"--max-count={MOST_COMMITS}", f"--format={_FORMAT}", "--name-only", "--no-color", "--no-ext-diff"]
    if before and not _git(path, "cat-file", "-t", before):
        before = ""  # the history was written anew: the commit is gone
    out = _git(path, *words, "HEAD", *([f"^{before}"] if before else []), "--")
    return head, parse_log(out)


def _git(path: Path, *words: str) -> str:
    done = ProgramHost(timeout=TIMEOUT_S).run(["git", *_QUIET, "-C", str(path), *words], plain_locale=True)
    if done.code not in (0, 1, 128) or (done.code == 128 and words[0] != "cat-file"):
        raise CannotRunError(done.first_output_line)
    return done.out.strip("\n") if done.code == 0 else ""


def _git_folder(path: Path) -> Path | None:
    """The ``.git`` of the folder or of one above it, which may be a file that names another folder."""
    for folder in (path, *path.parents):
        place = folder / ".git"
        if place.is_dir():
            return place
        if place.is_file():
            try:
                word, _, target = place.read_text(errors="replace").strip().partition(": ")
            except OSError:
                return None
            return (folder / target) if word == "gitdir" else None
    return None


def _reflog(place: Path) -> dict[str, datetime]:
    try:
        return parse_reflog((place / "logs" / "HEAD").read_text(errors="replace"))
    except OSError:  # it is not kept: the commits' own times are taken
        return {}
