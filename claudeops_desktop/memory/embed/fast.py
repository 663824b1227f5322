"""A fastembed model: better vectors, an extra of its own, and a download when a model is first used (E8)."""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_cache_path

from ...core.desktop.installation import advise_extra
from ...core.messages import UserMessage, join_messages
from .types import EmbeddingFault, EmbeddingMissing, load_fault

if TYPE_CHECKING:
    from .types import Vectors

log = logging.getLogger(__name__)

DEFAULT_MODEL = "BAAI/bge-small-en-v1.5"
_REMEDY = "Check its name and the network: a model is downloaded when it is first used."
# The pipe closes when the process that wanted the model is gone, however it ended: then the download ends too.
_DOWNLOAD = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
from fastembed import TextEmbedding
TextEmbedding(sys.argv[1], cache_dir=sys.argv[2])
"""
_downloads: set[subprocess.Popen[bytes]] = set()


class FastEmbedEmbedder:
    """A sentence model on the processor."""

    local = False  # some milliseconds a text: not inside a write
    reads = True

    def __init__(self, model: Any, name: str) -> None:
        self._model = model
        self.name = f"fastembed:{name}"
        self.size = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text, as a passage."""
        return self._rows(lambda: self._model.passage_embed(list(texts)), len(texts))

    def question(self, text: str, weights: Mapping[str, float]) -> Vectors:
        """The question as the model wants questions; it reads the sentence whole and needs no weights."""
        found: Vectors = self._rows(lambda: self._model.query_embed([text]), 1)[0]
        return found

    def _rows(self, ask: Any, number: int) -> Vectors:
        import numpy as np

        from .unit_length import scale_to_unit_length

        try:
            rows = np.asarray(list(ask()), np.float32)
        except Exception as error:
            raise EmbeddingFault(
                UserMessage(
                    "The model {name} failed ({name_2}: {error}).",
                    name=self.name,
                    name_2=type(error).__name__,
                    error=error,
                )
            ) from error
        if number and (rows.ndim != 2 or len(rows) != number):
            raise EmbeddingFault(
                UserMessage(
                    "The model {name} gave {shape} for {number} texts.", name=self.name, shape=rows.shape, number=number
                )
            )
        self.size = int(rows.shape[1]) if number else self.size
        return scale_to_unit_length(rows) if number else np.zeros((0, self.size), np.float32)


def load(name: str, cache_dir: Path | None = None) -> FastEmbedEmbedder:
    """Load a model by its name; the first time it is downloaded. Raises EmbeddingMissing or EmbeddingFault."""
    if importlib.util.find_spec("fastembed") is None:
        raise EmbeddingMissing(
            UserMessage("Embeddings by fastembed need a library that is not installed."),
            join_messages(advise_extra("fastembed"), UserMessage("Or set embedding.kind to endpoint or wordllama.")),
        )
    name, folder = name or DEFAULT_MODEL, str(cache_dir or cache_folder())
    try:
        return FastEmbedEmbedder(_open(name, folder), name)
    except Exception as error:  # most often it was never downloaded
        log.info("the fastembed model %s is not on this computer (%s): it is downloaded", name, type(error).__name__)
    _download(name, folder)
    try:
        return FastEmbedEmbedder(_open(name, folder), name)
    except Exception as error:
        raise load_fault(f"fastembed:{name}", error, _REMEDY) from error


def end_downloads() -> None:
    """End every download that is going on: who waits for the end of a process must not wait for the network."""
    for download in tuple(_downloads):
        download.kill()


def _open(name: str, folder: str) -> Any:
    """The model out of the cache; nothing is asked of the network."""
    from fastembed import TextEmbedding

    with contextlib.suppress(ImportError):
        from loguru import logger  # the library's own log goes to stderr, past ours

        logger.disable("fastembed")
    return TextEmbedding(name, cache_dir=folder, local_files_only=True)


def _download(name: str, folder: str) -> None:
    """Download a model in a process of its own, which can be ended. Raises EmbeddingFault."""
    download = subprocess.Popen(
        [sys.executable, "-c", _DOWNLOAD, name, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _downloads.add(download)
    try:
        code = download.wait()
    finally:
        _downloads.discard(download)
        if download.stdin is not None:
            download.stdin.close()
    if code:
        raise EmbeddingFault(UserMessage("The fastembed model {name} could not be downloaded.", name=name), _REMEDY)


def cache_folder() -> Path:
    """Where models are kept: the library's own choice is a temporary folder, which a restart empties."""
    named = os.environ.get("FASTEMBED_CACHE_PATH")
    return Path(named) if named else user_cache_path("claudeops", appauthor=False) / "fastembed"
