"""Fetching the real CLI for tests: once, whole, and with a sentence where it cannot be had. npm is a stand-in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support import claude_install
from support.claude_install import NotInstalled, cached_claude

VERSION = "2.1.330"
NPM = """#!/bin/sh
echo called >> "PLACE/called"
while [ $# -gt 0 ]; do
    case $1 in --prefix) prefix=$2; shift ;; @*) package=${1%@*} ;; esac
    shift
done
mkdir -p "$prefix/node_modules/$package"
printf '#!/bin/sh\\necho "%s (Claude Code)"\\n' SAYS > "$prefix/node_modules/$package/claude"
chmod +x "$prefix/node_modules/$package/claude"
"""
UNREACHABLE = "#!/bin/sh\necho 'npm error code ECONNREFUSED' >&2\nexit 1\n"


class Registry:
    """npm on PATH, and the cache that it fills."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.place = place
        self.cache = place / "cache" / "claudeops-tests" / "claude"
        self.env = {"PATH": f"{place}:/usr/bin:/bin", "HOME": str(place), "XDG_CACHE_HOME": str(place / "cache")}
        monkeypatch.setattr(claude_install, "_ENVIRON", self.env)
        self.serve()

    def serve(self, text: str = NPM, says: str = VERSION) -> None:
        npm = self.place / "npm"
        npm.write_text(text.replace("PLACE", str(self.place)).replace("SAYS", says))
        npm.chmod(0o755)

    @property
    def times_called(self) -> int:
        called = self.place / "called"
        return len(called.read_text().splitlines()) if called.exists() else 0

    def left_over(self) -> list[str]:
        return sorted(path.name for path in self.cache.iterdir() if path.name not in (VERSION, f"{VERSION}.lock"))


@pytest.fixture
def registry(tmp_path, monkeypatch) -> Registry:
    return Registry(tmp_path, monkeypatch)


def test_it_is_fetched_once_and_kept(registry):
    program = cached_claude(VERSION, registry.cache)
    assert program == registry.cache / VERSION / "claude"
    assert cached_claude(VERSION, registry.cache) == program
    assert registry.times_called == 1
    assert registry.left_over() == []


def test_two_at_once_fetch_it_once(registry):
    command = [sys.executable, claude_install.__file__, VERSION]
    both = [subprocess.Popen(command, env=registry.env, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    told = [process.communicate(timeout=90)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    assert registry.times_called == 1


def test_one_that_does_not_start_is_fetched_again_and_what_a_killed_fetch_left_goes(registry):
    broken = registry.cache / VERSION / "claude"
    broken.parent.mkdir(parents=True)
    broken.write_text("half a program")
    (registry.cache / f"fetch-{VERSION}-abc").mkdir()
    cached_claude(VERSION, registry.cache)
    assert registry.times_called == 1
    assert registry.left_over() == []


def test_another_version_than_asked_for_is_not_kept(registry):
    registry.serve(says="2.1.197")
    with pytest.raises(NotInstalled, match=r"is 2\.1\.197"):
        cached_claude(VERSION, registry.cache)
    assert not (registry.cache / VERSION).exists()


def test_without_the_registry_the_run_fails_with_one_sentence(registry):
    registry.serve(UNREACHABLE)
    done = subprocess.run(
        [sys.executable, claude_install.__file__], env=registry.env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"The Claude CLI {VERSION} cannot be fetched: the npm registry cannot be reached.\n"


def test_without_npm_it_says_so(registry):
    (registry.place / "npm").unlink()
    registry.env["PATH"] = str(registry.place)
    with pytest.raises(NotInstalled, match="npm is not installed"):
        cached_claude(VERSION, registry.cache)
    assert [path.name for path in registry.cache.iterdir()] == [f"{VERSION}.lock"]


def test_what_is_kept_needs_no_npm(registry):
    cached_claude(VERSION, registry.cache)
    (registry.place / "npm").unlink()
    assert cached_claude(VERSION, registry.cache)
