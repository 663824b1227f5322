"""`scripts/package`: freeze, look through, wrap, validate; with `--check` install it here and try it."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from . import debian, first_use, icu, licences, signing, tree, wheel

ROOT = Path(__file__).resolve().parents[2]


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def version() -> str:
    """The application's own."""
    sys.path.insert(0, str(ROOT))
    from claudeops_desktop import __version__

    return __version__


def source_time() -> int:
    """When the sources were last committed; now, outside a repository."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else int(time.time())


def freeze(dist: Path, build: Path, at: int) -> Path:
    """Run PyInstaller; the frozen folder."""
    frozen = dist / "claudeops-desktop"
    shutil.rmtree(frozen, ignore_errors=True)
    environ = dict(os.environ) | {"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": str(at)}
    environ["PYINSTALLER_ZLIB_COMPRESSION_LEVEL"] = "0"  # the package compresses all modules together, a third smaller
    words = ["--noconfirm", "--log-level", "ERROR", "--distpath", str(dist), "--workpath", str(build)]
    subprocess.run(
        [sys.executable, "-m", "PyInstaller", *words, str(ROOT / "packaging" / "claudeops.spec")],
        check=True,
        cwd=ROOT,
        env=environ,
        stdout=sys.stderr,
    )
    tree.strip_libraries(frozen)
    icu.leave_out_unread(frozen)
    tree.remove_install_records(frozen)
    tree.set_modes(frozen)
    tree.set_times(frozen, at)
    return frozen


ASKED = (
    ["--version"],
    ["--help"],
    ["watch", "--help"],
    ["doctor"],
    ["memory", "add", "Takes 60s to start after a restart", "--category", "timing", "--service", "jellyfin"],
    ["memory", "list"],
    ["recall", "How long does jellyfin take to start?", "--explain"],  # loads the model and all that it needs
    ["context", "--part", "all", "--service", "jellyfin"],
    ["daemon", "--help"],
)


def answers(frozen: Path) -> list[str]:
    """Ask the frozen program some things; what went wrong, in words."""
    found = []
    with tempfile.TemporaryDirectory() as home:
        environ = dict(os.environ) | {"HOME": home, "CLAUDEOPS_DATA_DIR": f"{home}/data"}
        for words in ASKED:
            done = subprocess.run(
                [str(frozen / "claudeops"), *words], env=environ, capture_output=True, text=True, check=False
            )
            if done.returncode or not done.stdout:
                found.append(f"`claudeops {' '.join(words)}` ends with {done.returncode}: {done.stderr.strip()[-300:]}")
    return found


def validated(source: debian.Source) -> list[str]:
    """What the desktop's own validators say against our files; those that are not installed are named."""
    with tempfile.TemporaryDirectory() as place:
        entry, metainfo = Path(place) / f"{debian.APP_ID}.desktop", Path(place) / f"{debian.APP_ID}.metainfo.xml"
        entry.write_text(source.filled(entry.name), encoding="utf-8")
        metainfo.write_text(source.filled(f"{metainfo.name}.in"), encoding="utf-8")
        return _validated(entry, metainfo)


def _validated(entry: Path, metainfo: Path) -> list[str]:
    found = []
    for words in (
        ["desktop-file-validate", str(entry)],
        ["appstreamcli", "validate", "--no-net", str(metainfo)],
    ):
        if not shutil.which(words[0]):
            say(f"{words[0]} is not installed; its check is left out.")
            continue
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode or "error" in done.stdout:
            found.append(f"{words[0]}: {(done.stdout + done.stderr).strip()}")
    return found


def lint(package: Path) -> None:
    """What lintian says: told, not judged."""
    if shutil.which("lintian"):
        done = subprocess.run(
            ["lintian", "--allow-root", "--tag-display-limit", "6", str(package)],
            capture_output=True,
            text=True,
            check=False,
        )
        say(f"lintian: {(done.stdout + done.stderr).strip() or 'nothing to say'}")


def megabytes(path: Path) -> float:
    if path.is_file():
        return path.stat().st_size / 1e6
    return sum(p.lstat().st_size for p in path.rglob("*") if not p.is_symlink()) / 1e6


def make(
    target: Path, number: str, *, frozen: Path | None = None, quick: bool = False
) -> tuple[Path, dict[str, object]]:
    """Build all of it; the package and its figures. Raises SystemExit where something is wrong with it."""
    began = time.monotonic()
    at = source_time()
    build = ROOT / "build" / "package"
    if frozen is None:
        say("freezing…")
        frozen = freeze(target, build / "freeze", at)
    froze = time.monotonic() - began
    wrong = tree.faults(frozen) + answers(frozen)
    if wrong:
        raise SystemExit("\n".join(wrong))
    say("wrapping…")
    source = debian.Source(ROOT, frozen, number, at)
    package = debian.build(source, build / "deb", target, quick=quick)
    wrong = licences.faults(build / "deb" / "usr" / "share" / "doc" / debian.NAME / "licences") + validated(source)
    if wrong:
        raise SystemExit("\n".join(wrong))
    return package, {
        "version": number,
        "folder_mb": round(megabytes(frozen), 1),
        "deb_mb": round(megabytes(package), 1),
        "freeze_s": round(froze, 1),
        "whole_s": round(time.monotonic() - began, 1),
    }


def make_wheel(target: Path, *, extras: bool) -> int:
    """Build the wheel and the source distribution and try the wheel on every Python here; the exit code."""
    built, source = wheel.make(ROOT, target, version(), source_time())
    figures: dict[str, object] = {
        path.name: {"mb": round(megabytes(path), 2), "sha256": wheel.digest(path)} for path in (built, source)
    }
    failed = 0
    tries = [(program, "") for program in wheel.pythons()]
    tries += [(tries[0][0], extra) for extra in wheel.EXTRAS if extras]
    for program, extra in tries:
        name = f"{Path(program).name}{f' [{extra}]' if extra else ''}"
        say(f"{name}: installing {built.name} in an environment of its own…")
        try:
            figures[name] = wheel.try_wheel(built, program, extras=extra)
        except (first_use.Failed, subprocess.SubprocessError) as error:
            failed += 1
            say(f"{name}: {error}")
    print(json.dumps(figures), flush=True)
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/package", description=__doc__)
    parser.add_argument("--check", action="store_true", help="install it on this machine as root, try it, remove it")
    parser.add_argument("--deb", action="store_true", help="wrap the folder that is in dist/ without freezing again")
    parser.add_argument("--metadata", action="store_true", help="only validate what desktops and software centres read")
    parser.add_argument("--wheel", action="store_true", help="build wheel and source distribution, and try the wheel")
    parser.add_argument("--extras", action="store_true", help="with --wheel, also install it with its extras")
    parser.add_argument(
        "--sign",
        metavar="KEY",
        help="only sign the checksums of what is in dist/: file of an OpenSSH key, or a GnuPG key",
    )
    wanted = parser.parse_args()
    target = ROOT / "dist"
    if wanted.sign:
        say(f"Signed: {signing.sign(target, wanted.sign).relative_to(ROOT)}")
        return 0
    if wanted.wheel:
        return make_wheel(target, extras=wanted.extras)
    if wanted.metadata:
        wrong = validated(debian.Source(ROOT, target, version(), source_time()))
        say("\n".join(wrong) if wrong else "The desktop file and the AppStream metadata are valid.")
        return 1 if wrong else 0
    frozen = target / "claudeops-desktop" if wanted.deb else None
    package, figures = make(target, version(), frozen=frozen)
    lint(package)
    print(json.dumps({"package": str(package), **figures}), flush=True)
    say(f"{package.relative_to(ROOT)}: {figures['deb_mb']} MB, {figures['folder_mb']} MB installed.")
    if wanted.check:
        from . import trial

        newer = f"{version()}+later"
        later, _ = make(target / "later", newer, frozen=target / "claudeops-desktop", quick=True)
        return trial.run(package, later, newer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
