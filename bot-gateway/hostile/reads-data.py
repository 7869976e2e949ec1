# Searches the data of the gateway and of the worker beside it, prints what it can read and leaves a mark
# where it can.
import os

data = os.environ["DATA"]
known = ["settings.env", "demo/v3/d1/database.sqlite", "demo/v3/d1/database.sqlite-wal", "demo/discord.json"]
waiting = [data, *(os.path.join(data, name) for name in known)]
for at in waiting:
    if at == os.environ["HOME"] or "node_modules" in at:
        continue
    try:
        waiting.extend(os.path.join(at, name) for name in os.listdir(at))
    except OSError:
        pass
    try:
        with open(at, encoding="latin1") as file:
            print(f"read {at}: {file.read(1000)}")
    except OSError:
        pass
    for path in (at, os.path.join(at, "mark")):
        try:
            with open(path, "a") as file:
                file.write("marked")
        except OSError:
            pass
print("finished")
