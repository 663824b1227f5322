"""Which model serves now: loaded in the background when first needed, never at the start of the window (E8)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from ...core.errors import ClaudeOpsError
from ...core.settings.groups import EmbeddingSettings
from .sentences import sentence_embedder
from .types import BUILT_IN

if TYPE_CHECKING:
    from .sentences import SentenceEmbedder
    from .types import TextEmbedder

log = logging.getLogger(__name__)
LEAVE_S = 5.0  # a model that is being read holds up an end for no longer


def embedder(settings: EmbeddingSettings, key: Callable[[], str | None] | None = None) -> TextEmbedder | None:
    """Load the model that the settings name; None for ``none``. Takes its time. Raises ClaudeOpsError."""
    if settings.kind == "none":
        return None
    if settings.kind == "fastembed":
        from . import fast

        return fast.load(settings.name)
    if settings.kind == "endpoint":
        from .endpoint import EndpointEmbedder

        return EndpointEmbedder(settings.url, settings.name, key or _key)
    from . import built_in

    return built_in.load()


def model_name(settings: EmbeddingSettings) -> str:
    """How the model of these settings is called beside its vectors; "" for none. Nothing is loaded."""
    if settings.kind == "fastembed":
        return f"fastembed:{settings.name or 'BAAI/bge-small-en-v1.5'}"
    if settings.kind == "endpoint":
        return f"endpoint:{settings.name}"
    return BUILT_IN if settings.kind == "wordllama" else ""


def _key() -> str | None:
    from ...core.secrets import keyring_store

    return keyring_store.get_secret(keyring_store.MODEL_KEY)


class EmbedderProvider:
    """The model of the settings in force. ``ready`` never waits; ``wait`` does."""

    def __init__(
        self,
        settings: Callable[[], EmbeddingSettings],
        load: Callable[[EmbeddingSettings], TextEmbedder | None] = embedder,
        sentences: Callable[[], SentenceEmbedder | None] = sentence_embedder,
    ) -> None:
        self._settings = settings
        self._load = load
        self._sentences = sentences
        self._lock = threading.Lock()
        self._wanted: EmbeddingSettings | None = None
        self._loaded = threading.Event()
        self._began = 0.0
        self._found: TextEmbedder | None = None
        self._fault = ""
        self._told: list[Callable[[], None]] = []
        self._loading: threading.Thread | None = None
        self._closed = False

    def on_loaded(self, told: Callable[[], None]) -> None:
        """Call this, on a thread of ours, whenever a model was loaded."""
        self._told.append(told)

    @property
    def fault(self) -> str:
        """Why there is none, in one sentence; "" where there is one, or none is wanted."""
        return self._fault

    @property
    def wanted(self) -> bool:
        """Tell whether the settings want a model at all."""
        return self._settings().kind != "none"

    def sentences(self) -> SentenceEmbedder | None:
        """The built-in sentence model, where the settings name the built-in ones; nothing is loaded for this."""
        return self._sentences() if self._settings().kind == "wordllama" else None

    def ready(self) -> TextEmbedder | None:
        """The model, where it is loaded; else loading begins in the background."""
        return self.wait(0)

    def loaded(self) -> TextEmbedder | None:
        """The model, where it is loaded already; nothing begins."""
        with self._lock:
            return self._found if self._wanted == self._settings() and self._loaded.is_set() else None

    def wait(self, seconds: float) -> TextEmbedder | None:
        """The model, once it is loaded; None where that takes longer, fails, or none is wanted.

        ``seconds`` count from when loading began: who asks while a model is being downloaded does not wait again.
        """
        settings = self._settings()
        with self._lock:
            if self._wanted != settings:
                if self._closed:
                    return None
                self._wanted, self._found, self._fault = settings, None, ""
                self._loaded, self._began = threading.Event(), monotonic()
                if settings.kind == "none":
                    self._loaded.set()
                else:
                    self._loading = threading.Thread(
                        target=self._work, args=(settings, self._loaded), name="embedding-load", daemon=True
                    )
                    self._loading.start()
            event, left = self._loaded, self._began + seconds - monotonic()
        event.wait(max(0.0, left))
        with self._lock:
            return self._found if event is self._loaded and event.is_set() else None

    def end(self) -> None:
        """Load no more; who waits need not. Waits for nobody."""
        with self._lock:
            self._closed = True
            self._loaded.set()
            kind = self._wanted.kind if self._wanted is not None else ""
        if kind == "fastembed":
            from .fast import end_downloads

            end_downloads()

    def close(self) -> None:
        """End. What is being loaded is waited for: no thread may be inside a library when the process ends."""
        self.end()
        with self._lock:
            loading = self._loading
        if loading is not None and loading is not threading.current_thread():
            loading.join(LEAVE_S)

    def _work(self, settings: EmbeddingSettings, event: threading.Event) -> None:
        found: TextEmbedder | None = None
        fault = ""
        try:
            found = self._load(settings)
        except ClaudeOpsError as error:
            fault = error.full_text
            log.warning("%s", fault)
        except Exception as error:
            fault = f"The embedding model did not load ({type(error).__name__}: {error})."
            log.exception("the embedding model did not load")
        with self._lock:
            if self._loaded is event:
                self._found, self._fault = found, fault
            event.set()
            wanted = found is not None and not self._closed
        for told in tuple(self._told) if wanted else ():
            told()
