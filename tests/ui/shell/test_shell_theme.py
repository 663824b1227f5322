"""UI.md, Tokens: two sets of colours, readable, followed by everything; an override of the system (D7)."""

from __future__ import annotations

import re
import shutil

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QToolButton

from claudeops_desktop.core.paths import bundled_path
from claudeops_desktop.core.settings import WindowSettings
from claudeops_desktop.ui import icons, stylesheet, theme
from claudeops_desktop.ui.pages import PAGES
from claudeops_desktop.ui.widgets.state_dot import STATE_LOOKS


@pytest.fixture
def look(qapp: QApplication):
    yield lambda **chosen: theme.apply_theme(qapp, WindowSettings(reduce_motion=True, **chosen))
    theme.apply_theme(qapp, WindowSettings(theme="light", reduce_motion=True))


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tokens", [theme.LIGHT, theme.DARK], ids=lambda t: t.name)
@pytest.mark.parametrize("name", ["text", "muted", "accent", "good", "warn", "bad"])
def test_text_is_readable_on_every_ground(tokens, name):
    for ground in (tokens.window, tokens.surface, tokens.raised):
        assert contrast(getattr(tokens, name), ground) >= 4.5


@pytest.mark.parametrize("tokens", [theme.LIGHT, theme.DARK], ids=lambda t: t.name)
@pytest.mark.parametrize("name", ["faint", "idle"])
def test_faint_text_is_readable_on_pages(tokens, name):
    for ground in (tokens.window, tokens.surface):
        assert contrast(getattr(tokens, name), ground) >= 4.5


@pytest.mark.parametrize("tokens", [theme.LIGHT, theme.DARK], ids=lambda t: t.name)
def test_the_edge_of_fields_and_buttons_is_seen_on_every_ground(tokens):
    for ground in (tokens.window, tokens.surface, tokens.raised):
        assert contrast(tokens.border, ground) >= 3


@pytest.mark.parametrize("tokens", [theme.LIGHT, theme.DARK], ids=lambda t: t.name)
def test_selected_rows_and_primary_buttons_are_readable(tokens):
    for name in ("text", "muted", "faint", "accent", "good", "warn", "bad", "idle"):
        assert contrast(getattr(tokens, name), tokens.accent_weak) >= 4.5
        assert contrast(getattr(tokens, name), tokens.raised) >= 4.5
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5


@pytest.mark.parametrize("tokens", [theme.LIGHT, theme.DARK], ids=lambda t: t.name)
def test_the_drawings_of_controls_have_the_colours_of_the_tokens(tokens):
    known = {tokens.muted, tokens.on_accent}
    for path in bundled_path("resources", "icons", "controls", tokens.name).glob("*.svg"):
        assert set(re.findall(r"#[0-9A-Fa-f]{6}", path.read_text(encoding="utf-8"))) <= known


def test_the_override_wins_over_the_system(look, qapp):
    look(theme="dark")
    assert theme.current_tokens() is theme.DARK
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == theme.DARK.window.lower()
    look(theme="light")
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == theme.LIGHT.window.lower()


def test_whoever_paints_by_hand_hears_of_another_theme(look, qtbot):
    with qtbot.waitSignal(theme.theme_changed):
        look(theme="dark")


def test_the_same_again_is_no_change(look, qtbot):
    look(theme="dark")
    with qtbot.assertNotEmitted(theme.theme_changed):
        look(theme="dark")


def test_compact_rows_are_lower(look):
    look(theme="light", compact=True)
    assert theme.row_height() == 26


def test_no_file_of_ours_but_the_theme_names_a_colour():
    package = bundled_path("ui")
    for path in package.rglob("*.py"):
        if path.name != "theme.py":
            assert not re.search(r"#[0-9A-Fa-f]{6}\b", path.read_text(encoding="utf-8")), path


def test_every_icon_is_one_drawing_with_one_stroke_weight():
    for name in icons.icon_names():
        text = bundled_path("resources", "icons", f"{name}.svg").read_text(encoding="utf-8")
        assert 'viewBox="0 0 20 20"' in text
        assert 'stroke="currentColor"' in text
        if name != "more":  # three dots
            assert set(re.findall(r'stroke-width="([^"]+)"', text)) == {"1.5"}, name


def test_every_icon_that_is_named_somewhere_exists():
    known = set(icons.icon_names())
    assert {name for name, _ in STATE_LOOKS.values()} <= known
    assert {entry.icon for entry in PAGES} <= known
    wanted = "overview sessions events memories cooldowns settings play pause stop pin search add trash edit undo redo"
    wanted += " link warning critical info good idle chevron external copy preview clock filter"
    assert set(wanted.split()) <= known


def test_an_icon_that_is_worn_follows_the_theme(look, qtbot):
    button = QToolButton()
    qtbot.addWidget(button)
    icons.set_themed_icon(button, "play")
    before = button.icon().pixmap(20).toImage()
    look(theme="dark")
    assert button.icon().pixmap(20).toImage() != before


@pytest.mark.parametrize("name", ["plain", "Büro Ordner", "jörg's", "R&D", "a)b", 'say "x"', "c#5%20"])
def test_the_look_is_whole_wherever_the_program_lies(look, qtbot, monkeypatch, tmp_path, name: str):
    box = QCheckBox("x")
    qtbot.addWidget(box)
    box.setChecked(True)
    box.resize(80, 30)
    look(theme="light")
    expected = box.grab().toImage()
    controls = shutil.copytree(bundled_path("resources", "icons", "controls"), tmp_path / name / "controls")
    monkeypatch.setattr(stylesheet, "bundled_path", lambda *parts: controls / parts[-1])
    look(theme="dark")
    look(theme="light")
    assert box.grab().toImage() == expected
