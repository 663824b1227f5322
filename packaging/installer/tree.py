"""The frozen folder after PyInstaller: made smaller, and looked through for what must not be in it."""

from __future__ import annotations

import os
import re
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

from .contents import GPL_ONLY

ELF = b"\x7fELF"
LOAD = 1
INSTALL_RECORDS = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json")
WANTED = ("libqxcb.so", "libqoffscreen.so", "libqwayland.so", "libqsvgicon.so", "tier1-observe.md", "app.svg")


def libraries(tree: Path) -> Iterator[Path]:
    """Shared libraries and programs in a folder, each once."""
    for path in sorted(tree.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == ELF:
                    yield path


def strip_libraries(tree: Path) -> None:
    """Take out symbols for debuggers. Not from the program itself: its modules hang on its end.

    One that was written anew for a wheel (patchelf) may be spoiled by it: that one stays as it was.
    """
    for path in libraries(tree):
        if path.parent != tree:
            smaller = path.with_name(f"{path.name}.stripped")
            subprocess.run(["strip", "--strip-unneeded", "-o", str(smaller), str(path)], check=True)
            if is_loadable(smaller.read_bytes()):
                smaller.replace(path)
            else:
                smaller.unlink()


def is_loadable(library: bytes) -> bool:
    """Whether the segments of a 64-bit library lie where the loader can map them: file and memory on one page.

    Program headers as in elf(5): type, flags, offset, virtual address, …, alignment.
    """
    start, size, number = struct.unpack_from("<Q", library, 32)[0], *struct.unpack_from("<HH", library, 54)
    for at in range(start, start + size * number, size):
        kind, _flags, offset, address = struct.unpack_from("<IIQQ", library, at)
        align = struct.unpack_from("<Q", library, at + 48)[0]
        if kind == LOAD and align > 1 and (offset - address) % align:
            return False
    return True


def remove_install_records(tree: Path) -> None:
    """Take out what the installer of a package wrote about the machine of the build: its folders, and sums of scripts
    and compiled files that are not shipped."""
    for name in INSTALL_RECORDS:
        for path in tree.rglob(f"*.dist-info/{name}"):
            path.unlink()


def set_modes(tree: Path) -> None:
    """Libraries are read, not run; nothing is the builder's alone. The time is that of the sources."""
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent == tree else 0o644)


def set_times(tree: Path, at: int) -> None:
    """One time for all files: two builds of the same sources look alike."""
    for path in (tree, *tree.rglob("*")):
        os.utime(path, (at, at), follow_symlinks=False)


def faults(tree: Path) -> list[str]:
    """What is wrong with a built folder, in words; empty where all is well."""
    found = []
    names = [path for path in tree.rglob("*") if not path.is_dir()]
    pattern = re.compile(rf"^(?:lib)?Qt6?(?:{'|'.join(GPL_ONLY)})\b|^libqt?({'|'.join(GPL_ONLY)})", re.I)
    for path in names:
        if pattern.match(path.name) or any(part.lower() == "virtualkeyboard" for part in path.parts):
            found.append(f"{path.relative_to(tree)} is under the GPL alone and must not be shipped.")
        if path.is_symlink() and not path.exists():
            found.append(f"{path.relative_to(tree)} points to nothing.")
    here = {path.name for path in names}
    return found + [f"{name} is missing." for name in WANTED if name not in here]


def needed_elsewhere(tree: Path) -> dict[str, Path]:
    """Sonames that the folder's files need from the system, with where this system has them."""
    inside = {path.name for path in tree.rglob("*")}
    wanted: set[str] = set()
    for path in libraries(tree):
        said = subprocess.run(["readelf", "-d", str(path)], capture_output=True, text=True, check=True).stdout
        wanted |= set(re.findall(r"\(NEEDED\).*\[(.+?)\]", said))
    cache = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    places = {name: Path(place) for name, place in reversed(re.findall(r"^\s+(\S+) \(.*\) => (\S+)$", cache, re.M))}
    places["ld-linux-x86-64.so.2"] = Path("/lib64/ld-linux-x86-64.so.2")
    missing = sorted(name for name in wanted - inside if name not in places)
    if missing:
        raise SystemExit(f"This machine lacks libraries that the program needs: {', '.join(missing)}.")
    return {name: places[name] for name in sorted(wanted - inside)}


def libc_version(tree: Path) -> str:
    """The lowest version of the C library that has everything that is asked of it."""
    versions: set[tuple[int, ...]] = set()
    for path in libraries(tree):
        said = subprocess.run(["objdump", "-T", str(path)], capture_output=True, text=True, check=False).stdout
        versions |= {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+(?:\.\d+)?)", said)}
    return ".".join(map(str, max(versions)))
