"""Vectors from an OpenAI-compatible endpoint: ``POST …/embeddings`` (E8). Its answers are checked, not trusted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .words import EmbeddingFault, EmbeddingMissing

if TYPE_CHECKING:
    from .words import Vectors

TIMEOUT_S = 30.0
BATCH = 64


class Endpoint:
    """One model behind one address. ``key`` is asked for at the first call; None sends none."""

    local = False
    reads = True

    def __init__(self, url: str, model: str, key: Callable[[], str | None], transport: Any = None) -> None:
        if not url.startswith(("http://", "https://")) or not model:
            raise EmbeddingMissing(
                "Embeddings by an endpoint need its address and the name of a model.",
                "Set embedding.url (up to /v1) and embedding.name.",
            )
        self._url = url.rstrip("/") + "/embeddings"
        self._model = model
        self._key = key
        self._transport = transport
        self._client: Any = None
        self.name = f"endpoint:{model}"
        self.size = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text, in the order of the texts, in calls of 64 at most."""
        import numpy as np

        parts = [self._call(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, self.size), np.float32)

    def question(self, text: str, weights: Mapping[str, float]) -> Vectors:
        """The question as a text like others."""
        found: Vectors = self.embed([text])[0]
        return found

    def _call(self, texts: Sequence[str]) -> Vectors:
        import httpx

        if self._client is None:
            key = self._key()
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            self._client = httpx.Client(timeout=TIMEOUT_S, headers=headers, transport=self._transport)
        try:
            answer = self._client.post(self._url, json={"model": self._model, "input": list(texts)})
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise EmbeddingFault(
                f"The embedding endpoint {self._url} does not answer ({type(error).__name__}).", _REMEDY
            ) from error
        if answer.status_code != httpx.codes.OK:
            raise EmbeddingFault(f"The embedding endpoint {self._url} answered {answer.status_code}.", _REMEDY)
        return self._read(answer.content, len(texts))

    def _read(self, content: bytes, number: int) -> Vectors:
        import numpy as np
        import orjson

        from .built_in import of_length_one

        try:
            found = sorted(orjson.loads(content)["data"], key=lambda one: one["index"])
            rows = np.array([one["embedding"] for one in found], np.float32)
            if [one["index"] for one in found] != list(range(number)) or rows.ndim != 2 or not np.isfinite(rows).all():
                raise ValueError(f"{rows.shape} for {number} texts")
        except (ValueError, KeyError, TypeError) as error:
            raise EmbeddingFault(
                f"The embedding endpoint {self._url} answered something else than {number} vectors.", _REMEDY
            ) from error
        self.size = int(rows.shape[1])
        return of_length_one(rows)

    def close(self) -> None:
        """Let go of the connection."""
        if self._client is not None:
            self._client.close()
            self._client = None


_REMEDY = "Search goes on by keywords. Check embedding.url, embedding.name and the key."
