"""The application's icon in the sizes that desktops ask for, drawn from its one SVG."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def write(svg: Path, hicolor: Path, name: str) -> list[Path]:
    """Write the SVG and a PNG of each size below ``hicolor``; the files."""
    scalable = hicolor / "scalable" / "apps" / f"{name}.svg"
    scalable.parent.mkdir(parents=True)
    shutil.copyfile(svg, scalable)
    targets = {size: hicolor / f"{size}x{size}" / "apps" / f"{name}.png" for size in SIZES}
    for path in targets.values():
        path.parent.mkdir(parents=True)
    # A process of its own: Qt wants its platform named before it begins, and leaves nothing behind that way.
    subprocess.run(
        [sys.executable, __file__, str(svg), *(f"{size}={path}" for size, path in targets.items())],
        check=True,
        env=dict(os.environ) | {"QT_QPA_PLATFORM": "offscreen"},
    )
    return [scalable, *targets.values()]


def draw(svg: str, wanted: list[str]) -> None:
    """Draw ``SIZE=PATH`` each."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication([])
    renderer = QSvgRenderer(svg)
    for word in wanted:
        size, _, path = word.partition("=")
        image = QImage(int(size), int(size), QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter)
        painter.end()
        if not image.save(path):
            raise SystemExit(f"{path} cannot be written.")
    del application


if __name__ == "__main__":
    draw(sys.argv[1], sys.argv[2:])
