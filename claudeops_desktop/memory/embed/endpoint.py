"""Vectors from an OpenAI-compatible endpoint: ``POST …/embeddings`` (E8). Its answers are checked, not trusted.

Texts are embedded in the background, and have their time. Somebody waits for the answer to a question: an endpoint that
is slow, or failed a moment ago, is gone without, and words and graph serve.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...core.messages import UserMessage
from ...models.endpoint import hide_password, is_local
from .types import EmbeddingFault, EmbeddingMissing

if TYPE_CHECKING:
    from .types import Vectors

TIMEOUT_S = 30.0
QUESTION_S = 2.0  # as for a model that words it anew
PAUSE_S = 30.0
BATCH = 64
LONGEST_ANSWER = 50_000_000


class EndpointEmbedder:
    """One model behind one address. ``key`` is asked for at the first call; None sends none."""

    local = False
    reads = True

    def __init__(self, url: str, model: str, key: Callable[[], str | None], transport: Any = None) -> None:
        if not url.startswith(("http://", "https://")) or not model:
            raise EmbeddingMissing(
                UserMessage("Embeddings by an endpoint need its address and the name of a model."),
                UserMessage("Set embedding.url (up to /v1) and embedding.name."),
            )
        self._url = url.rstrip("/") + "/embeddings"
        self._shown = hide_password(self._url)
        self._model = model
        self._key = key
        self._transport = transport
        self._client: Any = None
        self._failed_at: float | None = None
        self.name = f"endpoint:{model}"
        self.size = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text, in the order of the texts, in calls of 64 at most."""
        import numpy as np

        parts = [self._call(texts[start : start + BATCH], TIMEOUT_S) for start in range(0, len(texts), BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, self.size), np.float32)

    def question(self, text: str, weights: Mapping[str, float]) -> Vectors:
        """The question as a text like others, in 2 s at most; after a failure none is asked for half a minute."""
        if self._failed_at is not None and time.monotonic() - self._failed_at < PAUSE_S:
            raise EmbeddingFault(
                UserMessage("The embedding endpoint {shown} failed a moment ago.", shown=self._shown), _REMEDY
            )
        found: Vectors = self._call([text], QUESTION_S)[0]
        return found

    def _call(self, texts: Sequence[str], seconds: float) -> Vectors:
        ends = time.monotonic() + seconds
        try:
            found = self._read(self._answer(texts, ends), len(texts))
        except EmbeddingFault:
            self._failed_at = time.monotonic()
            raise
        self._failed_at = None
        return found

    def _answer(self, texts: Sequence[str], ends: float) -> bytes:
        """The body of an answer that is one, within the time."""
        import httpx

        if self._client is None:
            key, near = self._key(), is_local(self._url)
            if key and not near and not self._url.startswith("https://"):
                raise EmbeddingFault(
                    UserMessage("The key is not sent to {shown}: the way there is not encrypted.", shown=self._shown),
                    UserMessage("Use an https address."),
                )
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            self._client = httpx.Client(headers=headers, transport=self._transport, trust_env=not near)
        body = bytearray()
        asked = {"model": self._model, "input": list(texts)}
        try:
            with self._client.stream(
                "POST", self._url, json=asked, timeout=max(0.1, ends - time.monotonic())
            ) as answer:
                for chunk in answer.iter_bytes():
                    body += chunk
                    if time.monotonic() > ends:
                        raise httpx.ReadTimeout("the answer trickles in")
                    if len(body) > LONGEST_ANSWER:
                        raise EmbeddingFault(
                            UserMessage("The embedding endpoint {shown} answers without an end.", shown=self._shown),
                            _REMEDY,
                        )
                status = answer.status_code
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = "not in time" if isinstance(error, httpx.TimeoutException) else type(error).__name__
            raise EmbeddingFault(
                UserMessage("The embedding endpoint {shown} does not answer ({why}).", shown=self._shown, why=why),
                _REMEDY,
            ) from error
        if status != httpx.codes.OK:
            raise EmbeddingFault(
                UserMessage("The embedding endpoint {shown} answered {status}.", shown=self._shown, status=status),
                _REMEDY,
            )
        return bytes(body)

    def _read(self, content: bytes, number: int) -> Vectors:
        import numpy as np
        import orjson

        from .unit_length import scale_to_unit_length

        try:
            found = sorted(orjson.loads(content)["data"], key=lambda one: one["index"])
            rows = np.array([one["embedding"] for one in found], np.float32)
            if [one["index"] for one in found] != list(range(number)) or rows.ndim != 2 or not np.isfinite(rows).all():
                raise ValueError(f"{rows.shape} for {number} texts")
        except (ValueError, KeyError, TypeError) as error:
            raise EmbeddingFault(
                UserMessage(
                    "The embedding endpoint {shown} answered something else than {number} vectors.",
                    shown=self._shown,
                    number=number,
                ),
                _REMEDY,
            ) from error
        self.size = int(rows.shape[1])
        return scale_to_unit_length(rows)

    def close(self) -> None:
        """Let go of the connection."""
        if self._client is not None:
            self._client.close()
            self._client = None


_REMEDY = "Search goes on by keywords. Check embedding.url, embedding.name and the key."
