# Reports activities of invented people as fast as it can.
import json
import os
from datetime import datetime, timezone

TIMES = int(os.environ.get("TIMES", "500"))
person = 0
pipe = os.fdopen(3, "w")


def report(message):
    pipe.write(json.dumps(message) + "\n")
    pipe.flush()


report({"type": "ready", "user": {"id": "1100000000000000001", "username": "flood"}})
for _ in range(TIMES):
    items = []
    for _ in range(200):
        person = (person + 1) % 500
        items.append(
            {
                "guildId": os.environ["DISCORD_GUILD_ID"],
                "discordId": str(10**17 + person),
                "username": "nobody",
                "type": "voice_move",
                "details": None,
                "timestamp": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
            }
        )
    report({"type": "activity", "items": items})
print("finished", flush=True)
