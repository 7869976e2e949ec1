"""The users of the bot's server as far as Discord has reported them."""

from __future__ import annotations

import os
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, Iterator, List, Optional

from discord.utils import parse_time

_PEOPLE = 25_000  # beyond it the oldest entries are removed
_STATUSES = {"online", "idle", "dnd", "offline"}
_VOICE_TYPES = {2, 13}  # voice and stage channels

_guild_id = os.environ.get("DISCORD_GUILD_ID", "")


def _is_id(value: Any) -> bool:
    """Returns whether a value is an id; Discord promises no field of an event by its type."""
    return isinstance(value, str) and value != ""


def _objects(value: Any) -> List[Dict[str, Any]]:
    """Returns the objects of a list, none where it is no list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _object(value: Any) -> Dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _short(value: str) -> str:
    """Returns the value as a text of at most 100 characters as JavaScript counts them."""
    text = value[:100]
    while len(text.encode("utf-16-le", "surrogatepass")) > 200:
        text = text[:-1]
    return text


def _time(text: str) -> datetime:
    """Returns the time that a text says, now for one that says none."""
    try:
        when = parse_time(text) if text else datetime.now(timezone.utc)
    except ValueError:
        return datetime.now(timezone.utc)
    return when if when.tzinfo else when.replace(tzinfo=timezone.utc)


def now() -> str:
    """Returns the time as reports have it."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _Person:
    __slots__ = ("channel", "is_bot", "is_pending", "joined", "name", "status")

    def __init__(self) -> None:
        self.name = ""
        self.is_bot = False
        self.is_pending = False
        self.status = "offline"
        self.channel: Optional[str] = None
        self.joined = ""


class People:
    """Reads the raw dispatches of the gateway, so that it does not depend on the caches of discord.py."""

    def __init__(self) -> None:
        self.is_seeded = False
        self._was_seeded = False
        self._is_watching = False  # whether the bot hears of voice
        self._bot_id = ""
        self._people: Dict[str, _Person] = {}
        self._channels: Dict[str, str] = {}

    def take(self, name: str, data: Any) -> List[Dict[str, Any]]:
        """Returns the activities that one dispatch means, in order; none when it changes nothing."""
        if name == "RESUMED":
            return self._watch("resumed", now()) if self.is_seeded else []
        where = data.get("id" if name in ("GUILD_CREATE", "GUILD_DELETE") else "guild_id")
        if not _guild_id or where != _guild_id:
            return []
        if name == "GUILD_CREATE":
            return [] if data.get("unavailable") else self._seed(data)
        if name == "GUILD_DELETE":
            # Discord's own outage, or the bot was removed: the next state of the server tells who is in voice.
            self.is_seeded = False
            return self.lost(now())
        if name in ("CHANNEL_CREATE", "CHANNEL_UPDATE"):
            self._name_channel(data)
        elif name == "GUILD_MEMBERS_CHUNK":
            return self._screen(_objects(data.get("members")))
        elif name == "GUILD_MEMBER_ADD":
            return self._screen([data]) + self._join(data)
        elif name == "GUILD_MEMBER_UPDATE":
            return self._screen([data])
        elif name == "GUILD_MEMBER_REMOVE":
            user = _object(data.get("user"))
            if self.meet(user) is None:
                return []
            user_id = user["id"]
            items = self._voice(user_id, None) + self._item(user_id, "server_leave", None)
            self._people.pop(user_id, None)
            return items
        elif name == "VOICE_STATE_UPDATE":
            self.meet(_object(_object(data.get("member")).get("user")))
            return self._voice(data.get("user_id"), data.get("channel_id", ""))
        elif name == "PRESENCE_UPDATE":
            user = _object(data.get("user"))
            self.meet(user)
            return self._presence(user.get("id"), data.get("status"))
        return []

    def present(self) -> Iterator[Dict[str, Any]]:
        """Yields the presence of each user who is not offline, and the channel of each user in voice."""
        for user_id, person in list(self._people.items()):
            if person.status != "offline":
                yield from self._item(user_id, "presence", person.status)
        yield from self._in_voice()

    def sign_in(self, user: Dict[str, Any]) -> None:
        """Remembers the bot itself."""
        self.meet({**user, "bot": True})
        self._bot_id = user["id"]

    def lost(self, at: str) -> List[Dict[str, Any]]:
        """Tells that the connection is lost, whose last word came at a time."""
        items = self._watch("lost", at) if self._is_watching else []
        self._is_watching = False
        return items

    def still(self, at: str) -> List[Dict[str, Any]]:
        """Returns what a bot says now and then while somebody is in voice; nothing when nobody is."""
        is_somebody_there = any(each.channel and not each.is_bot for each in self._people.values())
        return self._watch("still", at) if self._is_watching and is_somebody_there else []

    def _in_voice(self) -> Iterator[Dict[str, Any]]:
        """Yields everybody in voice at one time, and then that they were all."""
        at = now()
        for user_id, person in list(self._people.items()):
            if person.channel:
                yield from self._item(user_id, "voice_present", self._channels.get(person.channel), at)
        yield from self._watch("present", at)

    def _watch(self, details: str, at: str) -> List[Dict[str, Any]]:
        """Returns what the bot says of its own sight of voice; see `watch` in protocol.ts."""
        self._is_watching = True
        item = {"guildId": _guild_id, "discordId": self._bot_id, "username": "", "type": "watch"}
        return [{**item, "details": details, "timestamp": at}] if self._bot_id else []

    def meet(self, user: Dict[str, Any]) -> Optional[_Person]:
        """Stores the name and bot flag of a user object; Discord often sends the id alone. Returns None for a
        user without one.
        """
        if not _is_id(user.get("id")):
            return None
        person = self._people.get(user["id"])
        if person is None:
            if len(self._people) >= _PEOPLE:
                del self._people[next(iter(self._people))]
            person = self._people[user["id"]] = _Person()
        if isinstance(user.get("username"), str) and user["username"]:
            person.name = _short(user["username"])
        if user.get("bot") is True:
            person.is_bot = True
        return person

    def _seed(self, data: Dict[str, Any]) -> List[Dict[str, Any]]:
        """Stores the state of a GUILD_CREATE; returns who is in voice, and for a later one, which follows a lost
        session, which presences differ.
        """
        self._channels.clear()
        for channel in _objects(data.get("channels")):
            self._name_channel(channel)
        accepted = self._screen(_objects(data.get("members")))
        states, presences = _objects(data.get("voice_states")), _objects(data.get("presences"))
        voice = {each["user_id"]: each.get("channel_id", "") for each in states if _is_id(each.get("user_id"))}
        users = [(_object(each.get("user")).get("id"), each.get("status")) for each in presences]
        statuses = {user_id: status for user_id, status in users if _is_id(user_id)}
        missed: List[Dict[str, Any]] = []
        for user_id in dict.fromkeys([*self._people, *voice, *statuses]):
            self._voice(user_id, voice.get(user_id))
            missed += self._presence(user_id, statuses.get(user_id, "offline"))
        is_first, self._was_seeded, self.is_seeded = not self._was_seeded, True, True
        return [*([] if is_first else accepted + missed), *self._in_voice()]

    def _screen(self, members: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
        """Stores whether members have yet to accept the rules of the server; Discord may leave that out where it
        is false.
        """
        items: List[Dict[str, Any]] = []
        for member in members:
            user = _object(member.get("user"))
            person = self.meet(user)
            if person is None:
                continue
            was_pending, person.is_pending = person.is_pending, member.get("pending") is True
            if was_pending and not person.is_pending:
                items += self._item(user["id"], "rules_accepted", None)
        return items

    def _name_channel(self, channel: Dict[str, Any]) -> None:
        kind, channel_id, name = channel.get("type"), channel.get("id"), channel.get("name")
        if type(kind) is int and kind in _VOICE_TYPES and _is_id(channel_id) and isinstance(name, str) and name:
            self._channels[channel_id] = _short(name)

    def _join(self, member: Dict[str, Any]) -> List[Dict[str, Any]]:
        """Handles GUILD_MEMBER_ADD, which Discord may repeat for a member; the date of joining identifies a
        repetition.
        """
        user = _object(member.get("user"))
        person = self.meet(user)
        if person is None:
            return []
        joined = member.get("joined_at")
        joined = joined if isinstance(joined, str) else ""
        is_again = person.joined == joined or datetime.now(timezone.utc) - _time(joined) > timedelta(days=1)
        person.joined = joined
        return [] if is_again else self._item(user["id"], "server_join", None)

    def _voice(self, user_id: Any, channel: Any) -> List[Dict[str, Any]]:
        person = self.meet({"id": user_id})
        if person is None or not (channel is None or _is_id(channel)):
            return []
        before, person.channel = person.channel, channel
        if before == channel:
            return []
        kind = "voice_join" if before is None else "voice_leave" if channel is None else "voice_move"
        return self._item(user_id, kind, self._channels.get(channel or before or ""))

    def _presence(self, user_id: Any, status: Any) -> List[Dict[str, Any]]:
        person = self.meet({"id": user_id})
        if person is None or not isinstance(status, str) or status not in _STATUSES or person.status == status:
            return []
        person.status = status
        return self._item(user_id, "presence", status)

    def _item(self, user_id: str, kind: str, details: Optional[str], at: str = "") -> List[Dict[str, Any]]:
        person = self.meet({"id": user_id})
        if person.is_bot:
            return []
        item = {"guildId": _guild_id, "discordId": user_id, "username": person.name}
        return [{**item, "type": kind, "details": details, "timestamp": at or now()}]
