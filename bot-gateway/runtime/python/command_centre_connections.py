"""The bot's connections to Discord's gateway, one after the other."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Container, Dict, Optional

import discord
import yarl
from discord.gateway import DiscordWebSocket

_FIRST_WAIT, _LONGEST_WAIT = 1, 30  # seconds; discord.py gives a connection 60 with the wait before it


class _NoConnection:
    """Stands in for the connection before there is one; discord.py reads its fields when the first connection
    fails.
    """

    sequence = session_id = socket = _close_code = None
    latency = float("nan")
    open = False

    @property
    def gateway(self) -> yarl.URL:
        return DiscordWebSocket.DEFAULT_GATEWAY


class Connections:
    """Connects a client to the gateway with growing delays; discord.py itself does not wait."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._connect, self._ws_connect = DiscordWebSocket.from_client, client.http.ws_connect
        self._socket: Any = None
        self._failures = 0
        self._is_in = False
        self._wait = 0.0
        client.ws = client.ws or _NoConnection()
        client.http.ws_connect = self._watched_connect
        DiscordWebSocket.from_client = self._patient_connect

    def let_in(self) -> None:
        self._is_in, self._failures = True, 0

    def lost(self, final: Container[int]) -> Optional[Dict[str, int]]:
        """Reports with which code a connection ended; returns how long to wait, or None for a final code.

        There is no wait after a connection that had let the bot in.
        """
        ws, socket = self._client.ws, self._socket
        own_code = ws._close_code if ws.socket is socket else None
        code = own_code or (socket and socket.close_code) or 1006
        was_in, self._is_in, self._wait = self._is_in, False, 0.0
        if code in final:
            return None
        if was_in:
            return {"code": code}
        bare = min(_LONGEST_WAIT, _FIRST_WAIT * 2**self._failures)
        self._failures += 1
        self._wait = bare * (1 + random.random() / 5)
        return {"code": code, "wait": round(self._wait)}

    async def _watched_connect(self, *args: Any, **kwargs: Any) -> Any:
        self._socket = None
        self._socket = await self._ws_connect(*args, **kwargs)
        return self._socket

    async def _patient_connect(self, client: discord.Client, **kwargs: Any) -> Any:
        wait, self._wait = self._wait, 0.0
        await asyncio.sleep(wait)
        if kwargs.get("session") is None:  # nothing to resume
            kwargs["resume"] = False
        try:
            return await self._connect(client, **kwargs)
        except Exception:
            if self._socket:
                await self._socket.close()
            raise
