"""Cross-encoders for the second look: models that read two texts together and score how related they are.

One of fastembed's runs on this computer, one behind an endpoint speaks the rerank API that text-embeddings-inference,
Infinity, vLLM and others have: ``POST …/rerank``. Scores are brought to 0 to 1. What they gain is not measured.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable
from typing import Any

from ...core.desktop.installation import advise_install
from ...core.messages import UserMessage
from ...core.secrets import keyring_store
from ...core.settings.groups import SecondLookSettings
from ...models.base import ModelFault
from ...models.endpoint import hide_password, is_local
from .types import PairScorer

DEFAULT_MODEL = "Xenova/ms-marco-MiniLM-L-6-v2"
TIMEOUT_S = 10.0
LONGEST_ANSWER = 100_000


def cross_encoder(settings: SecondLookSettings, key: Callable[[], str | None] | None = None) -> PairScorer | None:
    """The cross-encoder that the settings name; None for ``none``. Loading one takes its time. Raises ModelFault."""
    if not settings.enabled or settings.cross_encoder == "none":
        return None
    if settings.cross_encoder == "fastembed":
        return _load_fastembed(settings.cross_encoder_name)
    return RerankEndpoint(settings.cross_encoder_url, settings.cross_encoder_name, key or _key)


class LocalCrossEncoder:
    """A cross-encoder of fastembed. ``model`` has fastembed's ``rerank(query, documents)``, whose scores are logits."""

    def __init__(self, model: Any, name: str) -> None:
        self._model = model
        self._name = name

    @property
    def name(self) -> str:
        """``fastembed:<model>``."""
        return f"fastembed:{self._name}"

    def score(self, old: str, new: str) -> float:
        """How related two texts are, 0 to 1, whichever comes first. Raises ModelFault."""
        try:
            (there,), (back,) = self._model.rerank(old, [new]), self._model.rerank(new, [old])
            found = max(_sigmoid(float(there)), _sigmoid(float(back)))
        except Exception as error:
            raise ModelFault(
                UserMessage(
                    "The cross-encoder {name} failed ({name_2}: {error}).",
                    name=self.name,
                    name_2=type(error).__name__,
                    error=error,
                )
            ) from error
        return _checked(found, self.name)


class RerankEndpoint:
    """A cross-encoder behind ``url`` (up to /v1). ``key`` is asked for at each call."""

    def __init__(self, url: str, model: str, key: Callable[[], str | None]) -> None:
        if not url.startswith(("http://", "https://")) or not model:
            raise ModelFault(
                UserMessage("A cross-encoder behind an endpoint needs an address and the name of a model."),
                UserMessage("Set second_look.cross_encoder_url (up to /v1) and second_look.cross_encoder_name."),
            )
        self._url = f"{url.rstrip('/')}/rerank"
        self._model = model
        self._key = key

    @property
    def name(self) -> str:
        """``endpoint:<model>``."""
        return f"endpoint:{self._model}"

    def score(self, old: str, new: str) -> float:
        """How related the newer text is to the older one, 0 to 1. Raises ModelFault."""
        import httpx
        import orjson

        key, near = self._key(), is_local(self._url)
        if key and not near and not self._url.startswith("https://"):
            raise ModelFault(
                UserMessage(
                    "The key is not sent to {hide_password}: the way there is not encrypted.",
                    hide_password=hide_password(self._url),
                )
            )
        headers = {"authorization": f"Bearer {key}"} if key else {}
        asked = {"model": self._model, "query": old, "documents": [new]}
        try:
            with httpx.Client(timeout=TIMEOUT_S, follow_redirects=False, trust_env=not near) as client:
                answer = client.post(self._url, json=asked, headers=headers)
            if answer.status_code != httpx.codes.OK or len(answer.content) > LONGEST_ANSWER:
                raise ModelFault(
                    UserMessage(
                        "The cross-encoder at {hide_password} answered {status_code}.",
                        hide_password=hide_password(self._url),
                        status_code=answer.status_code,
                    )
                )
            (row,) = orjson.loads(answer.content)["results"]
            score = row["relevance_score"]
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = type(error).__name__
            raise ModelFault(
                UserMessage(
                    "The cross-encoder at {hide_password} does not answer ({why}).",
                    hide_password=hide_password(self._url),
                    why=why,
                )
            ) from error
        except (ValueError, KeyError, TypeError) as error:
            raise ModelFault(
                UserMessage(
                    "The cross-encoder at {hide_password} answered with no score.",
                    hide_password=hide_password(self._url),
                )
            ) from error
        if not isinstance(score, (int, float)) or isinstance(score, bool):
            raise ModelFault(
                UserMessage(
                    "The cross-encoder at {hide_password} answered with no score.",
                    hide_password=hide_password(self._url),
                )
            )
        return _checked(float(score) if 0 <= score <= 1 else _sigmoid(float(score)), self.name)


def _load_fastembed(name: str) -> LocalCrossEncoder:
    """Load a model out of fastembed's cache, or download it. Raises ModelFault."""
    if importlib.util.find_spec("fastembed") is None:
        raise ModelFault(
            UserMessage("A cross-encoder of fastembed needs a library that is not installed."),
            advise_install(
                package="The Debian package cannot be extended: set second_look.cross_encoder to endpoint or none.",
                checkout="Install it with `scripts/setup --fastembed`, or set second_look.cross_encoder to none.",
                environment="`pip install 'claudeops-desktop[fastembed]'` adds it; or set it to none.",
            ),
        )
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    from ..embed.fast import cache_folder

    name = name or DEFAULT_MODEL
    try:
        return LocalCrossEncoder(TextCrossEncoder(name, cache_dir=str(cache_folder())), name)
    except Exception as error:
        raise ModelFault(
            UserMessage(
                "The cross-encoder {name} did not load ({name_2}: {error}).",
                name=name,
                name_2=type(error).__name__,
                error=error,
            ),
            UserMessage("Check its name and the network: a model is downloaded when it is first used."),
        ) from error


def _sigmoid(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, logit))))


def _checked(score: float, name: str) -> float:
    if not math.isfinite(score):
        raise ModelFault(UserMessage("The cross-encoder {name} answered with no number.", name=name))
    return round(score, 4)


def _key() -> str | None:
    return keyring_store.get_secret(keyring_store.MODEL_KEY)
