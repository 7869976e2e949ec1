"""The two pipes between the bot and the bot gateway: one JSON object per line."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from typing import Any, Callable, Dict, List, Optional

_BATCH_SECONDS = 0.25
ITEMS_PER_LINE = 200
_LINE_BYTES = 60_000
_WAITING_ITEMS = 5_000  # while the gateway does not read; beyond it the oldest are dropped
_ORDER_BYTES = 65_536


class Line(asyncio.Protocol):
    """Sends the bot's reports. Without a gateway everything is discarded."""

    def __init__(self) -> None:
        self._transport: Optional[asyncio.WriteTransport] = None
        self._waiting: List[Dict[str, Any]] = []
        self._timer: Optional[asyncio.TimerHandle] = None
        self._is_full = False
        self._dropped = 0

    async def open(self, fd: int) -> None:
        pipe = os.fdopen(fd, "wb", buffering=0)
        self._transport, _ = await asyncio.get_running_loop().connect_write_pipe(lambda: self, pipe)

    def connection_lost(self, exc: Optional[Exception]) -> None:
        # The gateway has closed its end; a bot does not outlive its gateway.
        os._exit(1)

    def pause_writing(self) -> None:
        self._is_full = True

    def resume_writing(self) -> None:
        self._is_full = False
        self.flush()

    def send(self, message: Dict[str, Any]) -> None:
        if self._transport:
            self._transport.write(json.dumps(message).encode() + b"\n")

    def add(self, items: List[Dict[str, Any]]) -> None:
        """Sends activities together with those of the next quarter of a second."""
        if not self._transport or not items:
            return
        self._waiting += items
        over = len(self._waiting) - _WAITING_ITEMS
        if over > 0:
            del self._waiting[:over]
            if self._dropped == 0:
                logging.warning("Activities are dropped: the command centre takes none.")
            self._dropped += over
        if not self._timer:
            self._timer = asyncio.get_running_loop().call_later(_BATCH_SECONDS, self.flush)

    def flush(self) -> None:
        """Sends the waiting activities until the pipe is full; the rest follows when it drains."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        while self._waiting and self._transport and not self._is_full:
            texts: List[str] = []
            size = 0
            for item in self._waiting[:ITEMS_PER_LINE]:
                text = json.dumps(item)
                size += len(text) + 2
                if size > _LINE_BYTES:
                    break
                texts.append(text)
            del self._waiting[: len(texts)]
            self._transport.write(('{"type":"activity","items":[' + ",".join(texts) + "]}\n").encode())
        if not self._waiting and self._dropped:
            logging.warning("%d activities were dropped.", self._dropped)
            self._dropped = 0

    async def written(self) -> None:
        """Returns when everything is written."""
        self.flush()
        while self._transport and (self._waiting or self._transport.get_write_buffer_size()):
            await asyncio.sleep(0.01)
            self.flush()


class Orders(asyncio.Protocol):
    """Reads the bot's commands, one JSON object per line; ignores any other line. Looks at each piece once."""

    def __init__(self, obey: Callable[[Dict[str, Any]], None], lost: Callable[[], None]) -> None:
        self._obey = obey
        self._lost = lost
        self._held: List[bytes] = []
        self._size = 0

    def data_received(self, data: bytes) -> None:
        *lines, rest = data.split(b"\n")
        for line in lines:
            self._hold(line)
            line, self._held, self._size = b"".join(self._held), [], 0
            try:
                order = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(order, dict):
                self._obey(order)
        self._hold(rest)

    def _hold(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size > _ORDER_BYTES:
            self._held = []
        else:
            self._held.append(piece)

    def connection_lost(self, exc: Optional[Exception]) -> None:
        self._lost()
