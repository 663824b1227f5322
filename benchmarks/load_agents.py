"""Agents that write to memory and ask it over REST, for the benchmark ``load``; one process has several.

Standard input brings one JSON object: ``url``, ``seconds``, ``every_s`` (a turn of an agent), ``seed``, ``services``,
``tokens`` (of agents), ``editors`` (tokens of people) and ``shared`` (the memory that people count up). Each line of
standard output is one request that was answered, or one write that is about to be sent, so that what an agent knew
when it was killed can be compared with what is stored.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
import uuid
from typing import Any

import httpx

RETRY_S = 0.2
GIVE_UP_S = 120.0
SUBJECTS = ("data directory", "log file", "socket", "cache", "backup target", "certificate", "key ring", "spool")


class LoadAgent:
    """One agent, or one person, with a token of its own."""

    def __init__(self, order: dict[str, Any], token: str, number: int) -> None:
        self._order = order
        self._chance = random.Random(f"{order['seed']}-{number}")
        self._name = f"{order['seed']}-{number}"
        self._ends = time.monotonic() + order["seconds"]
        self._client = httpx.AsyncClient(
            base_url=f"{order['url']}/api/v1",
            headers={"Authorization": f"Bearer {token}"},
            trust_env=False,
            timeout=30,
        )

    async def act(self) -> None:
        """Ask, and every second time write, until the time is over."""
        async with self._client:
            await asyncio.sleep(self._chance.uniform(0, self._order["every_s"]))
            turn = 0
            while time.monotonic() < self._ends:
                started = time.monotonic()
                await self._recall()
                if turn % 2:
                    await self._remember(turn)
                turn += 1
                await self._rest(started)

    async def count_up(self) -> None:
        """Add one to a number in a memory that others count up as well."""
        async with self._client:
            await asyncio.sleep(self._chance.uniform(0, self._order["every_s"]))
            while time.monotonic() < self._ends:
                started = time.monotonic()
                while not await self._add_one():
                    pass
                await self._rest(started)

    async def _rest(self, started: float) -> None:
        left = self._order["every_s"] * self._chance.uniform(0.8, 1.2) - (time.monotonic() - started)
        await asyncio.sleep(max(0.0, min(left, self._ends - time.monotonic())))

    async def _recall(self) -> None:
        subject, service = self._chance.choice(SUBJECTS), self._chance.randrange(self._order["services"])
        answer = await self._send(
            "recall", "POST", "/recall", {"question": f"Where is the {subject} of svc-{service}?"}
        )
        answer.raise_for_status()

    async def _remember(self, turn: int) -> None:
        service, subject = f"svc-{self._chance.randrange(self._order['services'])}", self._chance.choice(SUBJECTS)
        place = "".join(self._chance.choice("abcdefghijklmnop") for _ in range(12))
        text = f"The {subject} {self._name}-{turn} of {service} is /srv/{place}."
        _tell(kind="sending", text=text)
        body = {"text": text, "category": "behavior", "service": service, "strength": "explicit"}
        answer = await self._send("write", "POST", "/memories", body, key=uuid.uuid4().hex)
        answer.raise_for_status()
        found = answer.json()
        memory = found.get("memory") or {}
        _tell(kind="written", text=text, action=found["action"], id=memory.get("id", 0))

    async def _add_one(self) -> bool:
        """Whether it was added; False where somebody else was faster."""
        path = f"/memories/{self._order['shared']}"
        shown = await self._send("read", "GET", path)
        shown.raise_for_status()
        text = shown.json()["observation"]
        number = int(re.findall(r"\d+", text)[-1])
        answer = await self._send(
            "edit",
            "PATCH",
            path,
            {"text": re.sub(r"\d+(?=\D*$)", str(number + 1), text)},
            key=uuid.uuid4().hex,
            match=shown.headers["ETag"],
        )
        if answer.status_code == 412:
            return False
        answer.raise_for_status()
        _tell(kind="counted", number=number + 1)
        return True

    async def _send(
        self, kind: str, method: str, path: str, body: object = None, *, key: str = "", match: str = ""
    ) -> httpx.Response:
        """Send it until it is answered: the server may be away for a while. What was sent twice is not timed."""
        headers = {name: value for name, value in (("Idempotency-Key", key), ("If-Match", match)) if value}
        since, tries = time.monotonic(), 0
        while True:
            started = time.monotonic()
            try:
                answer = await self._client.request(method, path, json=body, headers=headers)
            except httpx.TransportError as error:
                problem = type(error).__name__
            else:
                if answer.status_code not in (409, 429, 503):
                    _tell(kind=kind, status=answer.status_code, tries=tries, seconds=time.monotonic() - started)
                    return answer
                problem = f"{answer.status_code} {answer.text[:200]}"
            tries += 1
            if time.monotonic() - since > GIVE_UP_S:
                raise RuntimeError(f"{method} {path} was not answered for {GIVE_UP_S:.0f} s: {problem}")
            await asyncio.sleep(RETRY_S)


def _tell(**line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


async def main() -> None:
    """Act as all agents of the order until the time is over."""
    order = json.load(sys.stdin)
    agents = [LoadAgent(order, token, number) for number, token in enumerate(order["tokens"])]
    editors = [LoadAgent(order, token, 1000 + number) for number, token in enumerate(order["editors"])]
    async with asyncio.TaskGroup() as group:
        for agent in agents:
            group.create_task(agent.act())
        for editor in editors:
            group.create_task(editor.count_up())


if __name__ == "__main__":
    asyncio.run(main())
