"""What the frozen program holds. Ours is found by looking, so that a new module needs no word here."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

PACKAGE = "claudeops_desktop"

# Modules that are found by name at run time. Whole packages: a release may add to them.
FOUND_BY_NAME = ("apprise", "keyring.backends", "dns", "uvicorn", "apscheduler", "rich._unicode_data", "mcp_types")
ONE_BY_NAME = ("dateparser.data.date_translation_data.en",)  # of 200 languages: dates are read in English

EXCLUDED_MODULES = [
    "PIL", "PyInstaller", "_pytest", "bz2.test", "curses", "doctest", "hypothesis", "idlelib", "lib2to3", "mypy",
    "pip", "pydoc_data", "pytest", "pytestqt", "readline", "ruff", "setuptools", "sqlalchemy", "test",
    "time_machine", "tkinter", "turtle", "turtledemo", "uvloop", "watchfiles", "wheel",
    # Of tools of the developers, or asked for by none of our own uses: colours of source code, other event loops.
    "mypy_extensions", "outcome", "pygments", "sniffio", "socks", "sortedcontainers", "trio", "wsproto",
    # Of the extras that are not in it, where the environment of the build has them.
    "bs4", "fastembed", "flatbuffers", "lxml", "magika", "mammoth", "markdownify", "markitdown", "onnxruntime",
    "pdfminer",
    "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtSql", "PySide6.QtTest", "PySide6.QtOpenGL", "PySide6.QtHelp",
]  # fmt: skip

# A tool of the developers brings it; where it is missing, PyInstaller takes the name for another module.
if find_spec("tomli"):
    EXCLUDED_MODULES.append("tomli")

# Apprise looks for its plug-ins by the names of files in its folders.
COLLECTION_MODES = {"apprise": "pyz+py"}

# Qt, as far as the window uses it. Everything else of Qt is left out, what is under the GPL alone before all.
QT_LIBRARIES = (
    "Core", "DBus", "Gui", "OpenGL", "Svg", "WaylandClient", "Widgets", "WlShellIntegration", "XcbQpa",
)  # fmt: skip
QT_BINDINGS = ("QtCore", "QtDBus", "QtGui", "QtSvg", "QtWidgets")
QT_PLUGINS = {
    "iconengines": ("libqsvgicon.so",),
    "imageformats": ("libqgif.so", "libqico.so", "libqjpeg.so", "libqsvg.so"),
    "platforminputcontexts": (
        "libcomposeplatforminputcontextplugin.so",
        "libibusplatforminputcontextplugin.so",
    ),
    "platforms": ("libqminimal.so", "libqoffscreen.so", "libqwayland.so", "libqxcb.so"),
    "platformthemes": ("libqxdgdesktopportal.so",),
    "wayland-decoration-client": None,
    "wayland-graphics-integration-client": None,
    "wayland-shell-integration": None,
    "xcbglintegrations": None,
}
# Under the GPL (or a commercial licence) only. None of them may be in what is given away.
GPL_ONLY = (
    "Charts", "Coap", "DataVisualization", "Graphs", "HttpServer", "Lottie", "Mqtt", "NetworkAuth", "OpcUa", "Quick3D",
    "QuickTimeline", "StateMachine", "TextToSpeech", "VirtualKeyboard", "WaylandCompositor", "qtvirtualkeyboard",
)  # fmt: skip

SYSTEM_FOLDERS = ("/lib/", "/usr/lib/", "/lib64/", "/usr/lib64/")
# Where the build's Python is the distribution's, it lies there too. It goes in: another version may be on the machine.
SYSTEM_PYTHON = re.compile(r"^(?:/usr)?/lib(?:64)?/(?:[^/]+/)?(?:python3(?:\.\d+)?/|libpython3)")


def own_modules(root: Path) -> list[str]:
    """Every module of the application, by looking at its files."""
    found = []
    for path in sorted((root / PACKAGE).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


def hidden_imports(root: Path) -> list[str]:
    """Ours, and the packages that look for their own parts by name."""
    from PyInstaller.utils.hooks import collect_submodules

    found = [*own_modules(root), *ONE_BY_NAME]
    for name in FOUND_BY_NAME:
        found += collect_submodules(name, filter=lambda module: ".test" not in module and ".pytest" not in module)
    return found


def data_files(root: Path) -> list[tuple[str, str]]:
    """Prompts, resources and the data that lie beside our modules; metadata that is asked for by entry points."""
    from PyInstaller.utils.hooks import collect_data_files, copy_metadata

    from claudeops_desktop.confinement.remote_script import MODULES

    found = [(str(root / "prompts"), "prompts"), (str(root / "resources"), "resources")]
    found += [(str(root / "CHANGELOG.md"), ".")]
    found += [(str(root / "docs" / "guide"), "docs/guide")]  # the help shows it
    confinement = root / PACKAGE / "confinement"  # `hosts prepare` copies their text to other hosts
    found += [(str(confinement / f"{name}.py"), f"{PACKAGE}/confinement") for name in MODULES]
    found += [(str(path), "docs/screenshots") for path in pictures_of_guide(root)]
    found += [
        (str(path), str(path.parent.relative_to(root)))
        for path in sorted((root / PACKAGE).rglob("*"))
        if path.is_file() and path.suffix not in (".py", ".pyc", ".pyi")
    ]
    found += collect_data_files("apprise", includes=["assets/**"])
    found += collect_data_files("certifi")
    found += collect_data_files("wordllama", includes=["weights/*.safetensors", "tokenizers/*.json"])
    found += collect_data_files("dateparser", includes=["data/*.pkl"])
    for name in ("keyring", "apprise", "mcp"):
        found += copy_metadata(name)
    found += copy_metadata("claudeops-desktop", recursive=True)  # About lists the licences of all libraries
    return found


def pictures_of_guide(root: Path) -> list[Path]:
    """Return the pictures that a page of the guide shows; others are for readers of the repository."""
    pages = (root / "docs" / "guide").glob("*.md")
    named = {name for page in pages for name in re.findall(r"\.\./(screenshots/[\w-]+\.png)", page.read_text("utf-8"))}
    return sorted(root / "docs" / name for name in named)


def is_wanted_module(name: str) -> bool:
    """Tell whether a module that PyInstaller found goes in: its hook takes all languages of dateparser."""
    languages = name.rpartition(".")[0]
    return languages != "dateparser.data.date_translation_data" or name in ONE_BY_NAME


def is_wanted_binary(target: str, source: str) -> bool:
    """Whether a library goes in. The system's own stay the system's, which keeps them safe: the package names them."""
    path = PurePosixPath(target)
    if any(source.startswith(folder) for folder in SYSTEM_FOLDERS) and not SYSTEM_PYTHON.match(source):
        return False
    if path.name.startswith("libQt6"):
        return path.name.removeprefix("libQt6").split(".")[0] in QT_LIBRARIES
    if "PySide6" not in path.parts:
        return True
    if "plugins" in path.parts:
        kind, name = path.parts[-2], path.name
        return kind in QT_PLUGINS and ((allowed := QT_PLUGINS[kind]) is None or name in allowed)
    if path.name.startswith("Qt"):
        return path.name.split(".")[0] in QT_BINDINGS
    return True


def is_wanted_data(target: str) -> bool:
    """Qt's translations and QML go: the window speaks English and has no QML."""
    parts = PurePosixPath(target).parts
    if parts[-1].startswith("libQt6"):  # a link to a library
        return is_wanted_binary(target, target)
    return not ("PySide6" in parts and ("translations" in parts or "qml" in parts or "typesystems" in parts))
