"""The sentence model that ships: the file is the one the converter makes, and NumPy computes what BERT would."""

from __future__ import annotations

import hashlib
import math
import re
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from claudeops_desktop.core.paths import bundled_path
from claudeops_desktop.memory.embed.sentence_model import (
    MOST_TOKENS,
    SentenceModel,
    batch_by_length,
    gelu,
    softmax,
)

ROOT = Path(__file__).resolve().parents[3]
FILE = bundled_path("resources", "models", "all-MiniLM-L6-v2-int8.npz")
# The first numbers that onnxruntime computes from the same weights.
BY_ONNXRUNTIME = {
    "The web server was restarted.": [0.03585, -0.073005, -0.026279, -0.012544],
    "": [-0.127353, 0.040874, -0.001428, -0.015986],
}


@pytest.fixture(scope="module")
def model() -> SentenceModel:
    return SentenceModel(FILE)


def test_the_file_is_the_one_that_the_converter_makes():
    converter = (ROOT / "packaging" / "convert_sentence_model.py").read_text(encoding="utf-8")
    (wanted,) = re.findall(r'SHA256 = "(\w+)"', converter)
    assert hashlib.sha256(FILE.read_bytes()).hexdigest() == wanted


def test_its_licence_and_its_origin_stand_beside_it():
    assert "Apache License" in FILE.with_name("LICENSE").read_text(encoding="utf-8")
    notice = FILE.with_name("NOTICE").read_text(encoding="utf-8")
    assert FILE.name in notice
    assert "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2" in notice


def test_its_name_tells_the_weights_and_their_precision(model):
    assert (model.name, model.size) == ("all-MiniLM-L6-v2-int8", 384)


@pytest.mark.parametrize("text", BY_ONNXRUNTIME)
def test_its_numbers_are_those_of_another_program(model, text):
    (row,) = model.embed([text])
    assert np.allclose(row[:4], BY_ONNXRUNTIME[text], atol=3e-5)


def test_a_fact_in_other_words_lies_nearer_than_one_in_the_same_words(model):
    asked, same, other = model.embed(
        ["The disk is full", "no space left on device", "The disk is a present from my aunt"]
    )
    assert asked @ same > asked @ other


def test_a_text_has_the_same_vector_by_itself_and_among_others(model):
    texts = ["short", "a much longer text about a proxy that restarts each night " * 4, "", "日本 🙂"]
    together = model.embed(texts)
    assert np.allclose(together, [model.embed([text])[0] for text in texts], atol=1e-6)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)


def test_what_follows_the_longest_text_is_left_out(model):
    long = "word " * MOST_TOKENS
    assert np.allclose(*model.embed([long, long + "another thing"]), atol=1e-6)


def test_no_text_gives_no_row(model):
    assert model.embed([]).shape == (0, 384)


def test_threads_do_not_disturb_each_other(model):
    texts = [f"service {number} listens on port {8000 + number}" for number in range(4)]
    alone = model.embed(texts)
    with ThreadPoolExecutor(4) as threads:
        rows = list(threads.map(lambda text: model.embed([text])[0], texts))
    assert np.allclose(alone, rows, atol=1e-6)


def test_texts_of_like_length_are_computed_together():
    assert list(batch_by_length([3, 100, 4, 90, 300], most=200)) == [[4], [1, 3], [2, 0]]


def test_gelu_is_the_share_of_the_normal_distribution():
    values = np.linspace(-6, 6, 101, dtype=np.float32)
    exact = [value * (1 + math.erf(value / math.sqrt(2))) / 2 for value in values.tolist()]
    assert np.allclose(gelu(values), exact, atol=2e-6)


def test_shares_add_up_to_one_however_large_the_scores():
    assert np.allclose(softmax(np.array([[1e4, 1e4], [0, -1e9]], np.float32)), [[0.5, 0.5], [1, 0]])


def test_a_file_that_is_none_is_refused(tmp_path):
    (tmp_path / "damaged.npz").write_bytes(FILE.read_bytes()[:5000])
    with pytest.raises(zipfile.BadZipFile):
        SentenceModel(tmp_path / "damaged.npz")
