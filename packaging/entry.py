"""Where the frozen program begins. What PyInstaller does before every start is done here, and only where it is needed.

Its own start-up scripts import `inspect`, `multiprocessing` and Qt: 35 ms, before `claudeops guard` reads its first
byte. Without them the whole start takes 13 ms.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is not loaded for a constant
    from collections.abc import Iterator

# The frozen program's own libraries are not for the programs that it starts. The loader has read this already.
_before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
os.environ.pop("LD_LIBRARY_PATH", None)
if _before:
    os.environ["LD_LIBRARY_PATH"] = _before

# As Python does by itself (PEP 538), but not in a frozen program: a session of cron or systemd has no locale, and Qt
# would complain of it at every start.
_locale = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or "C"
if _locale in ("C", "POSIX") and not os.environ.get("LC_ALL"):
    os.environ["LC_CTYPE"] = "C.UTF-8"

QUICK = (["guard"], ["hook"], ["replay"])


def _stay_with_this_file() -> None:
    """Read modules from the file that runs, also after an upgrade has put another one in its place."""
    import pyimod02_importers

    own = "/proc/self/exe"
    archive = getattr(pyimod02_importers, "pyz_archive", None)
    if archive is not None and os.access(own, os.R_OK):
        archive._filename = own


def _tell_modules_by_folder() -> None:
    """Let `pkgutil.iter_modules` see what lies in the archive: the migrations are found that way."""
    import pkgutil

    import pyimod02_importers

    def names(finder: object, prefix: str = "") -> "Iterator[tuple[str, bool]]":
        tree = pyimod02_importers.get_pyz_toc_tree()
        for part in filter(None, (finder._pyz_entry_prefix or "").split(".")):
            tree = tree.get(part)
            if not isinstance(tree, dict):
                return
        for name, below in tree.items():
            yield prefix + name, isinstance(below, dict)

    pkgutil.iter_importer_modules.register(pyimod02_importers.PyiFrozenFinder, names)


if sys.argv[1:2] not in QUICK:
    _stay_with_this_file()
    _tell_modules_by_folder()

from claudeops_desktop.__main__ import main  # noqa: E402

sys.exit(main())
