"""The form of one check: fields by kind, checked as typed, tested for real."""

from __future__ import annotations

import socket

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QWidget
from support.ports import held_port
from support.web_server import web_server

from claudeops_desktop.agents.watch.edit import checked
from claudeops_desktop.agents.watch.fields import fields_of
from claudeops_desktop.agents.watch.models import MODELS
from claudeops_desktop.ui.pages.services.dialogs import CheckDialog
from claudeops_desktop.ui.widgets.fit_to_screen import FRAME


@pytest.fixture
def make(qtbot, desk):
    host = QWidget()
    qtbot.addWidget(host)

    def build(row=None, taken=(), new=True):
        form = CheckDialog(desk, row or {}, taken, new=new, parent=host)
        form.show()
        return form

    return build


def kind(form, name):
    form.kind.setCurrentIndex(form.kind.findData(name))


@pytest.mark.parametrize("name", MODELS)
def test_every_kind_has_its_fields(make, name):
    form = make()
    kind(form, name)
    assert set(form._fields) == {field.name for field in fields_of(name)}
    assert all(form.field(field.name)._said.text() for field in fields_of(name))


def test_what_is_missing_is_not_shouted_before_anything_is_typed(make):
    form = make()
    assert not form.keep.isEnabled()
    assert form.field("url")._said.text().startswith("The address to request")


@pytest.mark.slow
def test_a_mistake_is_said_at_its_field_as_it_is_typed(qtbot, make):
    form = make({"name": "web"})
    qtbot.keyClicks(form.field("url")._input, "ftp://x")
    qtbot.waitUntil(lambda: form.field("url")._said.text().startswith("URL must be an address"))
    assert not form.keep.isEnabled()
    assert not form.test.isEnabled()
    form.field("url")._input.setText("http://x/")
    qtbot.waitUntil(form.keep.isEnabled)


@pytest.mark.slow
def test_a_value_that_cannot_be_read_says_what_it_must_be(qtbot, make):
    form = make({"name": "web", "url": "http://x/"})
    qtbot.keyClicks(form.field("retries")._input, "many")
    qtbot.waitUntil(lambda: "must be a whole number" in form.field("retries")._said.text())
    qtbot.keyClicks(form.field("retries")._input, "")
    form.field("retries")._input.setText("99")
    qtbot.waitUntil(lambda: "less than or equal to 10" in form.field("retries")._said.text())


def test_what_concerns_several_fields_is_said_below(qtbot, make):
    form = make({"name": "db"})
    kind(form, "process")
    qtbot.waitUntil(lambda: "Needs either process" in form._fault.text())
    qtbot.keyClicks(form.field("process")._input, "postgres")
    qtbot.waitUntil(form.keep.isEnabled)
    assert form._fault.text() == ""


def test_a_second_check_of_a_kind_needs_a_label(qtbot, make):
    form = make({"name": "web", "url": "http://x/"}, taken=("web:http",))
    qtbot.waitUntil(lambda: "another label" in form.label._said.text())
    qtbot.keyClicks(form.label._input, "inside")
    qtbot.waitUntil(form.keep.isEnabled)


def test_only_what_is_not_the_default_is_kept(qtbot, make):
    form = make({"name": "web", "url": "http://x/"})
    form.field("headers")._input.setPlainText("Accept: text/html")
    form.field("verify")._input.setChecked(False)
    form.field("expect_status")._input.setText("200, 3xx")
    with qtbot.waitSignal(form.check_submitted) as kept:
        qtbot.mouseClick(form.keep, Qt.MouseButton.LeftButton)
    assert kept.args == [
        {
            "name": "web",
            "check": "http",
            "url": "http://x/",
            "expect_status": [200, "3xx"],
            "headers": {"Accept": "text/html"},
            "verify": False,
        }
    ]
    assert checked(kept.args[0]).verify is False


def test_what_was_typed_stays_when_another_kind_has_that_field(make):
    form = make({"name": "web"})
    kind(form, "tcp")
    form.field("address")._input.setText("nas.lan")
    kind(form, "tls")
    assert form.field("address").text == "nas.lan"


def test_a_test_makes_the_real_check(qtbot, make):
    with socket.create_server(("127.0.0.1", 0)) as server:
        form = make({"name": "web", "check": "tcp", "address": "127.0.0.1", "port": server.getsockname()[1]})
        qtbot.waitUntil(form.test.isEnabled)
        qtbot.mouseClick(form.test, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: form._result.text().startswith("healthy, "))
    assert form._dot.state == "healthy"
    assert form.test.text() == "Test this check now"


def test_a_test_can_be_given_up(qtbot, make):
    with socket.create_server(("127.0.0.1", 0)) as server:  # takes connections and never answers
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        form = make({"name": "web", "url": url, "timeout": 5})
        qtbot.waitUntil(form.test.isEnabled)
        qtbot.mouseClick(form.test, Qt.MouseButton.LeftButton)
        assert form.test.text() == "Stop the test"
        qtbot.mouseClick(form.test, Qt.MouseButton.LeftButton)
        assert form._result.text() == "The test was cancelled."
        assert form.test.text() == "Test this check now"


def test_escape_leaves_everything_as_it_was(qtbot, make):
    form = make({"name": "web", "url": "http://x/"})
    kept = []
    form.check_submitted.connect(kept.append)
    qtbot.keyClick(form, Qt.Key.Key_Escape)
    assert kept == []


# --- short, whole, and in order ----------------------------------------------------------------------------------


class SmallScreen:
    """What is asked of a screen."""

    def __init__(self, width: int, height: int) -> None:
        self._room = QRect(0, 0, width, height)

    def availableGeometry(self) -> QRect:
        return self._room


def shown_fields(form):
    return [name for name, field in form._fields.items() if field.isVisible()]


def test_the_form_is_short_and_the_rest_is_folded(qtbot, make):
    form = make({"name": "web"})
    qtbot.waitUntil(lambda: shown_fields(form) == ["url", "interval"])
    assert not form.label.isVisible()
    qtbot.mouseClick(form.advanced, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: set(shown_fields(form)) == {field.name for field in fields_of("http")})
    assert {"depends_on", "investigate", "incident_when_degraded"} <= set(shown_fields(form))


@pytest.mark.parametrize("name", MODELS)
def test_every_kind_shows_what_must_be_filled_in_without_unfolding(qtbot, make, name):
    form = make({"name": "x"})
    kind(form, name)
    needed = {field.name for field in fields_of(name) if field.required}
    qtbot.waitUntil(lambda: needed <= set(shown_fields(form)))
    assert len(shown_fields(form)) <= 5


def test_how_many_folded_fields_are_set_is_said(make):
    form = make({"name": "web", "check": "http", "url": "http://x/", "verify": False, "label": "a"}, new=False)
    assert form.advanced.text() == "Advanced (2 set)"


def test_a_mistake_in_a_folded_field_unfolds_it(qtbot, make):
    form = make({"name": "web", "url": "http://x/"})
    form.field("slow_ms")._input.setText("fast")
    qtbot.waitUntil(form.advanced.isChecked)
    assert "must be a number" in form.field("slow_ms")._said.text()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 600), (800, 500)])
@pytest.mark.parametrize("name", ["http", "tls", "command"])
def test_it_fits_the_screen_with_its_frame_and_can_be_saved_there(qtbot, make, monkeypatch, width, height, name):
    monkeypatch.setattr(CheckDialog, "screen", lambda _self: SmallScreen(width, height))
    form = make({"name": "web"})
    kind(form, name)
    form.advanced.setChecked(True)
    for _ in range(20):
        QApplication.processEvents()
    assert form.height() <= height - FRAME
    assert form.width() <= width
    assert form.minimumSizeHint().height() <= height - FRAME
    for button in (form.keep, form._cancel, form.test):
        assert form.rect().contains(QRect(button.mapTo(form, QPoint(0, 0)), button.size()))


@pytest.mark.parametrize("name", ["http", "tcp", "disk"])
def test_tab_goes_as_the_form_is_read(qtbot, make, name):
    form = make({})
    kind(form, name)
    form.advanced.setChecked(True)
    for _ in range(20):
        QApplication.processEvents()
    form.activateWindow()
    form.name.input.setFocus()
    seen, expected = [], len(form._fields) + 4
    for _ in range(expected):
        widget = QApplication.focusWidget() or form.focusWidget()
        place = widget.mapTo(form._scroll.widget(), QPoint(0, 0)) if form._scroll.isAncestorOf(widget) else None
        seen.append((widget, place))
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    tops = [place.y() for _, place in seen if place is not None]
    assert tops == sorted(tops)
    assert seen[0][0] is form.name.input
    assert seen[1][0] is form.kind
    assert seen[-1][0] is form.label.input
    assert len({id(widget) for widget, _ in seen}) == expected


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_row_overlaps_another_at_any_size_of_letters(qtbot, make, scale):
    form = make({"name": "web"})
    form.setStyleSheet(f"QWidget {{ font-size: {round(13 * scale)}px; }}")
    for name in ("http", "tls", "unit"):
        kind(form, name)
        form.advanced.setChecked(True)
        for _ in range(30):
            QApplication.processEvents()
        inner = form._scroll.widget()
        parts = [form.name, form.kind, *form._fields.values(), form.label]
        boxes = [QRect(part.mapTo(inner, QPoint(0, 0)), part.size()) for part in parts]
        fold = QRect(form.advanced.mapTo(inner, QPoint(0, 0)), form.advanced.size())
        for number, box in enumerate(boxes):
            assert not any(box.intersects(other) for other in boxes[number + 1 :]), (name, parts[number])
            assert not box.intersects(fold)
        for field in form._fields.values():
            assert field._said.height() >= field._said.heightForWidth(field._said.width())
            assert field._said.geometry().bottom() <= field.rect().bottom()


@pytest.mark.slow
def test_an_address_that_speaks_http_becomes_a_web_check(qtbot, make, tmp_path):
    with web_server(tmp_path) as (port, name):
        form = make({})
        field = form.field("url")
        field.input.setFocus()
        qtbot.keyClicks(field.input, f"localhost:{port}")
        qtbot.keyClick(field.input, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: form.field("url").text == f"http://localhost:{port}/")
        assert form.name.text == name
        qtbot.waitUntil(form.keep.isEnabled)


def test_an_address_where_nobody_speaks_http_becomes_a_connection(qtbot, make):
    with held_port() as port:
        form = make({"name": "box"})
        field = form.field("url")
        qtbot.keyClicks(field.input, f"127.0.0.1:{port}")
        qtbot.keyClick(field.input, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: form.kind.currentData() == "tcp")
        assert (form.field("address").text, form.field("port").text) == ("127.0.0.1", str(port))
        assert form.row == {"name": "box", "check": "tcp", "address": "127.0.0.1", "port": port}
