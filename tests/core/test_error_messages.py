"""Errors of the layers below the window are raised with messages, whose templates the window can translate."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import claudeops_desktop
from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.core.messages import UserMessage, message_of
from claudeops_desktop.ui.text import translation

PACKAGE = Path(claudeops_desktop.__file__).parent
ERRORS = {
    "ClaudeOpsError", "OperatorError", "UsageError", "PolicyRefusal", "EnvironmentFault", "NameInUseError",
    "RecallClosedError", "StepInProgressError", "ServicesError", "AddressError",
}  # fmt: skip
MESSAGES = {"UserMessage", "PluralMessage"}
SPEAKS_ENGLISH = {"cli", "hooks", "mcp", "ui"}  # the window has texts of its own; the others are never translated
STARTS = {"app.py", "__main__.py", "engine.py"}  # what is said before there is a window, or to a terminal


def _sources() -> list[Path]:
    found = [source.relative_to(PACKAGE) for source in sorted(PACKAGE.rglob("*.py"))]
    return [source for source in found if source.parts[0] not in SPEAKS_ENGLISH | STARTS]


def _calls(source: Path, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse((PACKAGE / source).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in names:
            yield node


def _marked_tables(source: Path) -> set[str]:
    """The names of the tables of a module whose texts are all marked for the catalogue."""
    return {
        ast.unparse(node.targets[0])
        for node in ast.parse((PACKAGE / source).read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
        if all(isinstance(text, ast.Call) and ast.unparse(text.func) == "mark_text" for text in node.value.values)
    }


def _is_bare_text(given: ast.expr) -> bool:
    match given:
        case ast.Constant(value=str(text)):
            return bool(text)
        case ast.JoinedStr() | ast.BinOp():
            return True
        case ast.IfExp():
            return _is_bare_text(given.body) or _is_bare_text(given.orelse)
        case ast.BoolOp():
            return any(map(_is_bare_text, given.values))
    return False


@pytest.mark.slow
def test_no_error_of_a_lower_layer_is_raised_with_bare_text():
    bare = [
        f"{source}:{call.lineno}"
        for source in _sources()
        for call in _calls(source, ERRORS)
        if any(map(_is_bare_text, call.args))
    ]
    assert not bare, "wrap these texts in UserMessage: " + ", ".join(bare)


@pytest.mark.slow
def test_templates_are_literals_which_the_catalogue_can_be_made_from():
    wrong = [
        f"{source}:{call.lineno}"
        for source in _sources()
        if source.name != "messages.py"
        for call in _calls(source, MESSAGES)
        if not isinstance(call.args[0], ast.Constant)
        and ast.unparse(call.args[0]) != "sentence.template"
        and not (isinstance(call.args[0], ast.Subscript) and ast.unparse(call.args[0].value) in _marked_tables(source))
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            OperatorError(UserMessage("No {what}.", what="disk"), UserMessage("Free it.")),
            "Kein disk. Freigeben.",
        ),
        (ValueError(UserMessage("No {what}.", what="disk")), "Kein disk."),
        (ValueError("as it is"), "as it is"),
        (OSError(28, "No space left"), "[Errno 28] No space left"),
    ],
)
def test_an_error_is_shown_in_the_language_of_the_window(error, said):
    german = {"No {what}.": "Kein {what}.", "Free it.": "Freigeben."}
    translation.use_catalogue(lambda text, _comment, _number: german.get(text, ""))
    try:
        assert translation.error_text(error) == said
    finally:
        translation.use_catalogue(None)


def test_an_error_that_is_raised_again_keeps_its_template():
    again = OperatorError(message_of(ValueError(UserMessage("No {what}.", what="disk"))))
    assert again.sentence.template == "No {what}."
    assert again.full_text == "No disk."
