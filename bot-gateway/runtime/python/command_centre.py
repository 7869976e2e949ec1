"""The module through which a bot reports to the command centre and receives its commands.

bot-gateway/runtime/README.md documents it for users who edit bots.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import os
import re
import signal
import sys
from typing import Any, Callable, Dict, List, Optional, Set

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from command_centre_connections import Connections
from command_centre_line import ITEMS_PER_LINE, Line, Orders
from command_centre_people import People, now

__all__ = ["attach", "client_options", "guild", "register_commands", "run"]

_LOGOUT_SECONDS = 2
_STILL_SECONDS = 300  # how often the bot says that it still sees who is in voice

# Fields that discord.py reads of the user of a presence update (unless it has only its id), of every
# channel and of every thread, although Discord documents them as optional.
_USER_FIELDS = {"avatar", "discriminator", "username"}
_CHANNEL_FIELDS = {"position": 0, "bitrate": 64_000, "user_limit": 0}
_THREAD_FIELDS = {"owner_id": 0, "message_count": 0, "member_count": 0}

# Close codes after which Discord refuses to reconnect a client.
_FINAL_CODES = {
    4004: ("token_refused", "Discord refused the token."),
    4010: ("closed_by_discord", "Discord refused the shard."),
    4011: ("closed_by_discord", "Discord wants this bot to be sharded."),
    4012: ("closed_by_discord", "Discord no longer speaks this version of its gateway."),
    4013: ("intents_refused", "Discord does not know one of the intents."),
    4014: (
        "intents_refused",
        "Discord refused the intents: switch on Presence Intent and Server Members Intent (and Message Content "
        "Intent if the bot asks for it) under Bot in the Developer Portal.",
    ),
}

_MISSING = "The token is missing: the bot has none, or DISCORD_TOKEN is empty."
_MISTYPED = (
    "The token has a character that no token has, such as a space, a quotation mark or a line break: copy it again from "
    "Bot in the Developer Portal."
)

_guild_id = os.environ.get("DISCORD_GUILD_ID", "")
_api = os.environ.get("DISCORD_API_URL", "").rstrip("/")

guild = discord.Object(id=int(_guild_id or 0))
"""The Discord server that this bot works for, for ``@tree.command(guild=command_centre.guild)``."""

# Log lines as soon as they are printed, in any language, and without discord.py's warnings about voice.
for _stream in (sys.stdout, sys.stderr):
    _stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
for _warning in ("warn_nacl", "warn_dave"):
    if hasattr(discord.VoiceClient, _warning):
        setattr(discord.VoiceClient, _warning, False)


_people = People()
_line = Line()
_attached: Optional[discord.Client] = None
_connections: Optional[Connections] = None
_leaving: Optional[asyncio.Future[int]] = None
_heard_at = ""  # when Discord said something last
_tasks: List[asyncio.Task[None]] = []  # the event loop itself keeps no task alive


def _leave(exit_code: int) -> None:
    if _leaving and not _leaving.done():
        _leaving.set_result(exit_code)


def _obey(order: Dict[str, Any]) -> None:
    order_id = order.get("id")
    if order.get("type") == "stop":
        _leave(0)
    elif order.get("type") == "command" and type(order_id) is int:
        if order.get("command") == "syncmembers":
            _tasks.append(asyncio.get_running_loop().create_task(_sync_members(order_id)))
        else:
            _line.send({"type": "command_failed", "id": order_id, "detail": "The bot knows no such command."})


async def _sync_members(order_id: int) -> None:
    _tasks[:] = [task for task in _tasks if not task.done()]
    if not _people.is_seeded:
        _line.send({"type": "command_failed", "id": order_id, "detail": "The bot does not see the server yet."})
        return
    items: List[Dict[str, Any]] = []
    for item in _people.present():
        items.append(item)
        if len(items) == ITEMS_PER_LINE:
            _line.add(items)
            items = []
            await _line.written()
    _line.add(items)
    await _line.written()
    _line.send({"type": "command_done", "id": order_id})


def _give_up(reason: str, code: Optional[int], detail: str) -> int:
    logging.error(detail if code is None else f"{detail} (close code {code})")
    _line.send({"type": "fatal", "reason": reason, "code": code, "detail": detail})
    return 1


def _disconnected() -> None:
    _line.add(_people.lost(_heard_at))
    lost = _connections.lost(_FINAL_CODES)
    if lost and not (_leaving and _leaving.done()):
        _line.send({"type": "disconnected", **lost})


async def _say_still() -> None:
    while True:
        await asyncio.sleep(_STILL_SECONDS)
        _line.add(_people.still(_heard_at))


def _received(message: Any) -> None:
    global _heard_at
    _heard_at = now()
    packet = json.loads(message)
    name, data = packet.get("t"), packet.get("d")
    if name in ("READY", "RESUMED") and _connections:
        _connections.let_in()
    if name == "READY":
        user = data["user"]
        _people.sign_in(user)
        _line.send({"type": "ready", "user": {"id": user["id"], "username": user["username"]}})
    elif name == "RESUMED" or (name and isinstance(data, dict)):
        try:
            _line.add(_people.take(name, data))
        except Exception:
            _log_unread(name)


_unread: Set[str] = set()  # kinds of events that could not be read; each is logged once


def _log_unread(name: str) -> None:
    if name not in _unread:
        _unread.add(name)
        logging.exception("discord.py could not read %s; the bot goes on without it.", name)


def _fill(objects: Optional[List[Dict[str, Any]]], defaults: Dict[str, Any]) -> None:
    for each in objects or []:
        for field, value in defaults.items():
            each.setdefault(field, value)


def _complete(name: str, data: Dict[str, Any]) -> None:
    """Fills in fields that Discord may leave out and that discord.py requires."""
    if name == "PRESENCE_UPDATE" and not _USER_FIELDS <= data["user"].keys():
        data["user"] = {"id": data["user"]["id"]}
    _fill([data] if name.startswith("CHANNEL_") else data.get("channels"), _CHANNEL_FIELDS)
    _fill([data] if name.startswith("THREAD_") else None, _THREAD_FIELDS)
    _fill(data.get("threads"), _THREAD_FIELDS)


def _guarded(name: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """A dispatch parser that logs what it cannot read instead of ending the bot."""

    def parse_or_skip(data: Any) -> None:
        try:
            if isinstance(data, dict):
                _complete(name, data)
            parse(data)
        except Exception:
            _log_unread(name)

    return parse_or_skip


def _set_up_logging() -> None:
    """Sends warnings and errors to standard error and the rest to standard output, which gives log lines
    their level.
    """
    calm = logging.StreamHandler(sys.stdout)
    calm.addFilter(lambda record: record.levelno < logging.WARNING)
    loud = logging.StreamHandler(sys.stderr)
    loud.setLevel(logging.WARNING)
    logging.basicConfig(format="%(message)s", level=logging.INFO, handlers=[calm, loud])
    logging.getLogger("discord").setLevel(logging.WARNING)


async def _connect(client: discord.Client) -> int:
    token = os.environ.get("DISCORD_TOKEN", "").strip()
    # A header with another character fails long before Discord sees it.
    if not re.fullmatch(r"[\w.-]+", token, re.ASCII):
        return _give_up("token_refused", None, _MISTYPED if token else _MISSING)
    try:
        await client.login(token)
        if _api:
            gateway = await client.http.request(Route("GET", "/gateway/bot"))
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway["url"])
        await client.connect()
    except discord.LoginFailure:
        return _give_up("token_refused", None, "Discord refused the token.")
    except discord.PrivilegedIntentsRequired:
        reason, detail = _FINAL_CODES[4014]
        return _give_up(reason, 4014, detail)
    except discord.ConnectionClosed as error:
        if error.code not in _FINAL_CODES:
            raise
        reason, detail = _FINAL_CODES[error.code]
        return _give_up(reason, error.code, detail)
    except discord.HTTPException as error:
        if error.status != 401:
            raise
        return _give_up("token_refused", None, "Discord refused the token.")
    return 0


async def _main(client: discord.Client) -> int:
    global _leaving
    loop = asyncio.get_running_loop()
    _leaving = loop.create_future()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _leave, 0)
    if os.environ.get("COMMAND_CENTRE_FD"):
        await _line.open(int(os.environ["COMMAND_CENTRE_FD"]))
        orders = os.fdopen(0, "rb", buffering=0, closefd=False)
        await loop.connect_read_pipe(lambda: Orders(_obey, lambda: _leave(1)), orders)
    async with client:
        work = loop.create_task(_connect(client))
        _tasks.append(loop.create_task(_say_still()))
        await asyncio.wait({work, _leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            work.cancel()
            await asyncio.wait({loop.create_task(client.close())}, timeout=_LOGOUT_SECONDS)
        exit_code = _leaving.result() if _leaving.done() else None
        _leave(0)
        try:
            return work.result() if exit_code is None else exit_code
        finally:
            await asyncio.wait({loop.create_task(_line.written())}, timeout=_LOGOUT_SECONDS / 2)


def client_options() -> Dict[str, Any]:
    """Returns options for ``discord.Client(**options)`` with the intents and small caches that the command
    centre needs.
    """
    intents = discord.Intents.none()
    intents.guilds = intents.members = intents.voice_states = intents.presences = True
    return {
        "intents": intents,
        "enable_debug_events": True,
        "chunk_guilds_at_startup": False,
        "member_cache_flags": discord.MemberCacheFlags(joined=False, voice=True),
        "max_messages": None,
        "guild_ready_timeout": 1.0,
    }


def attach(client: discord.Client) -> None:
    """Connects a client with the command centre: from now on presence, voice, joining and leaving are
    reported.

    Call it before ``run`` and with one client only; a second call with the same client does nothing.
    """
    global _attached, _connections
    if _attached is client:
        return
    if _attached:
        raise RuntimeError("command_centre.attach: a bot has one client.")
    _attached = client
    _set_up_logging()
    if _api:
        Route.BASE = _api
    client._enable_debug_events = True
    _connections = Connections(client)
    dispatch, before_identify = client.dispatch, client.before_identify_hook

    def watched_dispatch(event: str, /, *args: Any, **kwargs: Any) -> None:
        if event == "socket_raw_receive":
            _received(args[0])
        elif event == "disconnect":
            _disconnected()
        dispatch(event, *args, **kwargs)

    async def watched_identify(shard_id: Optional[int], *, initial: bool = False) -> None:
        await before_identify(shard_id, initial=initial)
        _line.send({"type": "identify"})

    parsers = client._connection.parsers
    parsers.update({name: _guarded(name, parse) for name, parse in parsers.items() if name != "READY"})
    client.dispatch = watched_dispatch
    client.before_identify_hook = watched_identify


def run(client: discord.Client) -> None:
    """Signs the bot in with the token that was saved for it, and obeys Stop and Sync members until it ends.

    When Discord refuses it, the process ends, and the bot's page says why.
    """
    attach(client)
    sys.exit(asyncio.run(_main(client)))


async def register_commands(tree: discord.app_commands.CommandTree) -> None:
    """Adds the tree's commands of this server to it, or changes those of the same name.

    Other commands of the bot's application stay; ``tree.sync`` would remove them.
    """
    client = tree.client
    for command in tree.get_commands(guild=guild):
        # discord.py 2.4 added the tree as a parameter.
        needs_tree = inspect.signature(command.to_dict).parameters
        payload = command.to_dict(tree) if needs_tree else command.to_dict()
        await client.http.upsert_guild_command(client.application_id, guild.id, payload)
