"""Connects a bot through the bot gateway when the bot has a network of its own, in which no other address
answers.

Loaded before the bot's code; the gateway forwards to allowed hosts. See bot-gateway/runtime/README.md.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from typing import Any, List


def _connect_through(path: str, hosts: List[str]) -> None:
    import socket

    families = (socket.AF_INET, socket.AF_INET6)
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex
    setsockopt, getaddrinfo = socket.socket.setsockopt, socket.getaddrinfo

    def target_of(host: Any, port: Any) -> str:
        name = host.decode() if isinstance(host, bytes) else str(host)
        return f"{name.lower().rstrip('.')}:{port}"

    def check(host: Any, port: Any) -> None:
        """Raises unless the gateway forwards to the host; the gateway checks the same again."""
        target = target_of(host, port)
        if not any(target.endswith(each[1:]) if each.startswith("*.") else target == each for each in hosts):
            raise OSError(
                errno.ENETUNREACH,
                f"{target} cannot be reached: bots reach Discord alone, and hosts that the operator allows.",
            )

    def named_address(host: Any, port: Any, family: int = 0, type: int = 0, proto: int = 0, flags: int = 0) -> Any:
        """Looks nothing up: returns the name in the place of an address, because the gateway resolves it."""
        if host is None or flags & socket.AI_PASSIVE:
            return getaddrinfo(host, port, family, type, proto, flags)
        number = socket.getservbyname(port) if isinstance(port, str) and not port.isdigit() else int(port or 0)
        check(host, number)
        name = host.decode() if isinstance(host, bytes) else host
        return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (name, number))]

    def connect_line(self: socket.socket, address: Any) -> None:
        """Replaces the socket's connection by one to the gateway, under the same descriptor."""
        if self.family not in families or self.type != socket.SOCK_STREAM:
            return connect(self, address)
        host, port = address[:2]
        check(host, port)
        timeout = self.gettimeout()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(timeout or 10)
            connect(line, path)
            line.sendall(f"{host} {port}\n".encode())
            os.dup2(line.fileno(), self.fileno(), inheritable=False)
        # The object must have the same address family as its new descriptor.
        self.__init__(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=self.fileno())  # type: ignore[misc]
        self.settimeout(timeout)

    def connect_line_ex(self: socket.socket, address: Any) -> int:
        if self.family not in families or self.type != socket.SOCK_STREAM:
            return connect_ex(self, address)
        try:
            connect_line(self, address)
        except OSError as error:
            return error.errno or errno.ENETUNREACH
        return 0

    def set_option(self: socket.socket, level: int, *args: Any) -> None:
        # The gateway sets TCP options on its own side.
        if self.family != socket.AF_UNIX or level != socket.IPPROTO_TCP:
            setsockopt(self, level, *args)

    socket.getaddrinfo = named_address  # type: ignore[assignment]
    socket.socket.connect = connect_line  # type: ignore[method-assign]
    socket.socket.connect_ex = connect_line_ex  # type: ignore[method-assign]
    socket.socket.setsockopt = set_option  # type: ignore[method-assign]
    # aiohttp would use aiodns for its own lookups when it is installed.
    sys.modules["aiodns"] = None  # type: ignore[assignment]


_given = os.environ.pop("COMMAND_CENTRE_NETWORK", "")
if _given:
    _connect_through(**json.loads(_given))
