"""The sentence model in use: loaded late, in no write, forgotten after a while; its products take one thread."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest

from claudeops_desktop.memory.embed.blas_threads import _library, one_blas_thread
from claudeops_desktop.memory.embed.sentences import SentenceEmbedder, sentence_embedder
from claudeops_desktop.memory.embed.types import EmbeddingFault


def test_nothing_is_loaded_before_a_text_comes():
    made = SentenceEmbedder()
    assert (made.name, made.size, made.is_loaded) == ("all-MiniLM-L6-v2-int8", 384, False)
    assert made.embed(["one", "two"]).shape == (2, 384)
    assert made.is_loaded


def test_a_question_is_read_as_a_text_is():
    made = sentence_embedder()
    assert np.allclose(made.question("where is the key", {}), made.embed(["where is the key"])[0], atol=1e-6)


def test_it_never_serves_inside_a_write():
    assert SentenceEmbedder.local is False


def test_it_is_forgotten_when_nobody_uses_it_and_comes_back():
    made = SentenceEmbedder(idle_s=0.0)
    model = made.load()
    for timer in threading.enumerate():
        if timer.name == "sentence-model-idle" and timer.function.__self__ is made:
            timer.join()
    assert not made.is_loaded
    assert made.load() is not model


def test_it_stays_while_it_is_used():
    made = SentenceEmbedder(idle_s=3600.0)
    model = made.load()
    first = made._timer
    first.function()  # the time is over, but somebody asked meanwhile
    assert made.load() is model
    assert made._timer is not first
    for timer in (first, made._timer):
        timer.cancel()


@pytest.mark.parametrize("content", [None, b"no weights"])
def test_a_file_that_is_missing_or_damaged_is_a_fault_that_names_the_model(tmp_path, content):
    file = tmp_path / "model.npz"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(EmbeddingFault, match="all-MiniLM-L6-v2-int8 did not load"):
        SentenceEmbedder(file).embed(["text"])


def test_products_take_one_thread_until_the_last_leaves():
    read, change = _library()
    before = read()
    change(2)
    try:
        with one_blas_thread():
            with one_blas_thread():
                assert read() == 1
            assert read() == 1
        assert read() == 2
    finally:
        change(before)


def test_its_memory_is_given_back():
    """In a process of its own: how much that is, the tests before would blur."""
    code = (
        "import psutil; from claudeops_desktop.memory.embed.sentences import SentenceEmbedder;"
        "used = lambda: psutil.Process().memory_info().rss / 1e6;"
        "made = SentenceEmbedder(); made.embed(['text']); full = used();"
        "made._idle_s = 0; made._timer.function(); print(made.is_loaded, full - used() > 50)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_nothing_of_it_is_imported_before_it_is_used():
    code = (
        "import sys; from claudeops_desktop.memory.embed.sentences import sentence_embedder; sentence_embedder();"
        "print([n for n in ('numpy', 'tokenizers') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
