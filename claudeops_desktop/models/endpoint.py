"""Ask an OpenAI-compatible endpoint, such as Ollama's (``model.kind`` endpoint).

The schema is sent as ``response_format``; an endpoint that refuses it is asked for any JSON, and one that refuses that
too in words alone: what holds is remembered. An answer that comes in pieces all the same is put together. The key comes
from the secrets and goes into the header, nowhere else: no redirection is followed, and it is not sent over http to
another machine.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import orjson

from ..core.messages import UserMessage
from ..core.trusted_time import hear_date
from .base import ModelAnswer, ModelFault, UnreadableAnswer
from .parse_answer import LONGEST_ANSWER, in_words, read_document
from .sse import is_streamed, join_message

if TYPE_CHECKING:
    import httpx

CONNECT_S = 10.0
_REFUSES_FORMAT = (400, 404, 415, 422, 501)
_FORMATS = ("schema", "json", "words")


class EndpointModel:
    """A model behind ``url`` (up to /v1). ``key`` is asked for at each call, so that a changed one is taken up."""

    def __init__(
        self, url: str, model: str, *, key: Callable[[], str | None] = lambda: None, timeout_s: float = 60.0
    ) -> None:
        self._url = url.rstrip("/")
        self._model = model
        self._key = key
        self._timeout_s = timeout_s
        self._format = 0

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model

    def ask(
        self, prompt: str, *, system: str = "", schema: Mapping[str, Any] | None = None, timeout_s: float | None = None
    ) -> ModelAnswer:
        """Ask once, or again where the endpoint refuses a format. Raises ModelFault."""
        begun = time.monotonic()
        ends = begun + (timeout_s or self._timeout_s)
        status, body = self._post(self._request(prompt, system, schema), ends)
        while schema is not None and status in _REFUSES_FORMAT and self._format < len(_FORMATS) - 1:
            if status == 404 and not _about_format(body):
                break
            self._format += 1
            status, body = self._post(self._request(prompt, system, schema), ends)
        if status != 200:
            if self._format and status in _REFUSES_FORMAT:
                self._format = 0  # it was not the format that was refused
            raise self._refused(status, body)
        return self._answer(body, schema, (time.monotonic() - begun) * 1000)

    def _request(self, prompt: str, system: str, schema: Mapping[str, Any] | None) -> dict[str, Any]:
        form = _FORMATS[self._format]
        if schema is not None and form != "schema":
            system = f"{system}\n\n{in_words(schema)}".strip()
        messages = [{"role": "system", "content": system}] if system else []
        messages.append({"role": "user", "content": prompt})
        request: dict[str, Any] = {"model": self._model, "messages": messages, "temperature": 0, "stream": False}
        if schema is not None and form == "schema":
            held = {"name": "answer", "strict": True, "schema": schema}
            request["response_format"] = {"type": "json_schema", "json_schema": held}
        elif schema is not None and form == "json":
            request["response_format"] = {"type": "json_object"}
        return request

    def _post(self, request: Mapping[str, Any], ends: float) -> tuple[int, bytes]:
        """Status and body; everything within the time that is left."""
        import httpx

        headers = {"content-type": "application/json"}
        if key := self._safe_key():
            headers["authorization"] = f"Bearer {key}"
        left = max(0.1, ends - time.monotonic())
        timeout = httpx.Timeout(left, connect=min(left, CONNECT_S))
        content = orjson.dumps(request)
        try:
            with (
                httpx.Client(timeout=timeout, follow_redirects=False, trust_env=not is_local(self._url)) as client,
                client.stream("POST", f"{self._url}/chat/completions", content=content, headers=headers) as response,
            ):
                if response.url.scheme == "https":
                    hear_date(response.headers.get("date"))
                return response.status_code, self._body(response, ends)
        except httpx.TimeoutException as error:
            raise self._late() from error
        except httpx.InvalidURL as error:
            raise ModelFault(
                UserMessage("{url} is not a valid URL.", url=self._url),
                UserMessage("Set model.url, such as http://127.0.0.1:11434/v1."),
            ) from error
        except httpx.TransportError as error:
            why = "it refused the connection" if isinstance(error, httpx.ConnectError) else type(error).__name__
            raise ModelFault(
                UserMessage(
                    "The endpoint {hide_password} cannot be reached: {why}.",
                    hide_password=hide_password(self._url),
                    why=why,
                ),
                UserMessage("Is it running?"),
            ) from error

    def _body(self, response: httpx.Response, ends: float) -> bytes:
        found = bytearray()
        for chunk in response.iter_bytes():
            found += chunk
            if len(found) > LONGEST_ANSWER:
                raise ModelFault(
                    UserMessage(
                        "The endpoint {hide_password} answered with more than 4 MB.",
                        hide_password=hide_password(self._url),
                    )
                )
            if time.monotonic() > ends:
                raise self._late()
        return bytes(found)

    def _safe_key(self) -> str | None:
        key = self._key()
        if key and not self._url.startswith("https://") and not is_local(self._url):
            raise ModelFault(
                UserMessage(
                    "The key is not sent to {hide_password}: the way there is not encrypted.",
                    hide_password=hide_password(self._url),
                ),
                UserMessage("Use an https address."),
            )
        return key

    def _late(self) -> ModelFault:
        return ModelFault(
            UserMessage("The endpoint {hide_password} did not answer in time.", hide_password=hide_password(self._url)),
            UserMessage("Raise model.timeout_s, or look there."),
        )

    def _refused(self, status: int, body: bytes) -> ModelFault:
        said = _said(body)
        told = f": {said}" if said else ""
        where = hide_password(self._url)
        if status in (401, 403):
            return ModelFault(
                UserMessage("The endpoint {where} refused the key (status {status}).", where=where, status=status),
                UserMessage("claudeops secrets set model-key"),
            )
        if status == 429:
            return ModelFault(
                UserMessage(
                    "The endpoint {where} is asked too often for it (status 429){detail}.", where=where, detail=told
                )
            )
        if status == 404:
            return ModelFault(
                UserMessage(
                    "The endpoint {where} has no model {model}, or the address is wrong{detail}.",
                    where=where,
                    model=self._model,
                    detail=told,
                )
            )
        if 300 <= status < 400:
            return ModelFault(
                UserMessage("The endpoint {where} sends on to another address.", where=where),
                UserMessage("Set that address as model.url."),
            )
        return ModelFault(
            UserMessage(
                "The endpoint {where} answered with status {status}{detail}.", where=where, status=status, detail=told
            )
        )

    def _answer(self, body: bytes, schema: Mapping[str, Any] | None, duration_ms: float) -> ModelAnswer:
        try:
            said = join_message(body) if is_streamed(body) else orjson.loads(body)
            choice = said["choices"][0]
            message = choice["message"]
            text = message["content"]
        except (orjson.JSONDecodeError, KeyError, IndexError, TypeError, AttributeError) as error:
            raise ModelFault(
                UserMessage(
                    "The endpoint {hide_password} answered with something else than a message.",
                    hide_password=hide_password(self._url),
                )
            ) from error
        if message.get("refusal"):
            raise ModelFault(UserMessage("The model refused to answer."))
        if not isinstance(text, str) or not text.strip():
            raise ModelFault(UserMessage("The model answered with nothing."))
        if choice.get("finish_reason") == "length":
            raise ModelFault(UserMessage("The model's answer was cut off: it is too long for it."))
        usage = said.get("usage")
        cost = usage.get("cost") if isinstance(usage, dict) else None
        cost_usd = float(cost) if isinstance(cost, (int, float)) and not isinstance(cost, bool) and cost >= 0 else 0.0
        try:
            data = None if schema is None else read_document(text, schema)
        except UnreadableAnswer as fault:
            fault.cost_usd = cost_usd
            raise
        return ModelAnswer(text, data, self.name, cost_usd, duration_ms)


def is_local(url: str) -> bool:
    """Tell whether an address is on this machine."""
    try:
        host = urlsplit(url).hostname or ""
        return host == "localhost" or host.endswith(".localhost") or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def hide_password(url: str) -> str:
    """An address without a password in it."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "that is set"
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _about_format(body: bytes) -> bool:
    return any(word in body for word in (b"response_format", b"json_schema", b"json_object"))


def _said(body: bytes) -> str:
    """What an endpoint said of its refusal, on one line."""
    try:
        error = orjson.loads(body)["error"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return ""
    told = error.get("message") if isinstance(error, dict) else error
    return " ".join(str(told or "").split())[:200].rstrip(".")
