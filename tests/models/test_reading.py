"""What a model said, read strictly."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.models.base import ModelFault
from claudeops_desktop.models.parse_answer import read_document
from claudeops_desktop.models.schema_match import misfit

ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
SCHEMA = {
    "type": "object",
    "required": ["name", "rows"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 5, "pattern": "^[a-z]+$"},
        "rows": {"type": "array", "maxItems": 2, "items": {"type": "number", "minimum": 0, "maximum": 1}},
        "kind": {"enum": ["x", "y"]},
        "more": {"anyOf": [{"type": "null"}, {"type": "boolean"}]},
    },
}


def test_a_document_that_fits() -> None:
    assert misfit({"name": "abc", "rows": [0, 0.5], "kind": "x", "more": None}, SCHEMA) == ""


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ([], "the answer is not an object"),
        ({"rows": []}, "the answer has no “name”"),
        ({"name": "", "rows": []}, "“name” of the answer is too short"),
        ({"name": "abcdef", "rows": []}, "“name” of the answer is too long"),
        ({"name": "A", "rows": []}, "“name” of the answer is not written as asked"),
        ({"name": "a", "rows": [1, 1, 1]}, "“rows” of the answer has too many entries"),
        ({"name": "a", "rows": [True]}, "entry 1 of “rows” of the answer is not a number"),
        ({"name": "a", "rows": [2]}, "entry 1 of “rows” of the answer is out of bounds"),
        ({"name": "a", "rows": [], "kind": "z"}, "“kind” of the answer is none of x, y"),
        ({"name": "a", "rows": [], "more": 1}, "“more” of the answer is not a null"),
        ({"name": "a", "rows": [], "other": 1}, "the answer has a “other”, which nobody asked for"),
    ],
)
def test_what_does_not_fit_is_told(data: object, wrong: str) -> None:
    assert misfit(data, SCHEMA) == wrong


@pytest.mark.slow
@given(ANY)
def test_any_document_is_judged(data: object) -> None:
    assert isinstance(misfit(data, SCHEMA), str)


@given(ANY, st.sampled_from(["{}", "```json\n{}\n```", "```\n{}\n```", "<think>hm</think>{}", " \n{}\n "]))
def test_a_document_is_read_back_from_each_wrapping(data: object, wrapping: str) -> None:
    text = json.dumps(data)
    assert read_document(wrapping.replace("{}", text), {}) == json.loads(text)


@pytest.mark.slow
@given(st.text(max_size=60))
def test_other_texts_are_faults_and_never_guessed(text: str) -> None:
    try:
        data = read_document(text, {"type": "object"})
    except ModelFault:
        return
    assert isinstance(data, dict)
