"""`DeskActor`: a desk for shared agents as a Ray actor, and how tables find it."""

from __future__ import annotations

import asyncio
import functools
import time
from typing import Any

import ray
from ray.exceptions import RayActorError

from engine.codec import unpack
from workers.shared_agents import Ask, Desk

QUEUE = 64
"""Requests that a desk holds beside those that it answers. Who asks more waits: a table has one request at a time."""

TRIES = 6
"""So often a desk is asked that is not there. It has nothing that can be lost, and a decision may be asked for twice, so Ray
starts it again elsewhere. Ray would ask again, too, but tells of that on standard output, which is not its own.
"""


class DeskService:
    """Collects requests while the agent computes, and answers them together."""

    def __init__(self, queue: int = QUEUE) -> None:
        self._desk = Desk()
        self._queue: asyncio.Queue[tuple[bytes, asyncio.Future[bytes]]] = asyncio.Queue(queue)
        self._at_work: asyncio.Task[None] | None = None

    async def ask(self, request: bytes) -> bytes:
        """The reply to a request of `workers.shared_agents`."""
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._serve())
        reply: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        await self._queue.put((request, reply))
        return await reply

    async def _serve(self) -> None:
        while True:
            taken = [await self._queue.get()]
            while not self._queue.empty():
                taken.append(self._queue.get_nowait())
            try:
                replies = await asyncio.to_thread(self._desk.answer, [request for request, _ in taken])
            except Exception as error:  # a request that is none, or a defect here: whoever asked gets to know
                for _, future in taken:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (_, future), reply in zip(taken, replies, strict=True):
                if not future.done():
                    future.set_result(reply)


_remote: Any = ray.remote  # Ray's type stubs don't know `enable_task_events`

DeskActor: Any = _remote(enable_task_events=False, max_restarts=-1, max_task_retries=0)(DeskService)
"""`DeskService` as an actor. Start it with a name and a namespace, and the resources that its agent wants."""


def find_desks(desks: bytes) -> dict[str, Ask]:
    """How each agent's desk is asked: see `TableCore`.

    Raises:
        ValueError: there is no actor of that name.
    """
    found = unpack(desks)
    return {agent: functools.partial(_ask, ray.get_actor(name, found["namespace"])) for agent, name in found["names"].items()}


def _ask(actor: Any, request: bytes) -> bytes:
    for tried in range(1, TRIES + 1):
        try:
            reply: bytes = ray.get(actor.ask.remote(request))
        except RayActorError:
            if tried == TRIES:
                raise
            time.sleep(1.0)
        else:
            break
    return reply
