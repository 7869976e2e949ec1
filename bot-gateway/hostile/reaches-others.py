# Tries every port of the machine and other addresses that might answer on a network, bypassing what Python
# itself refuses, and prints which did.
import _socket
import json
import os
import urllib.error
import urllib.request

reached = []


def note(name, family, kind, address, text=b"hello\n"):
    raw = _socket.socket(family, kind)
    try:
        raw.settimeout(2)
        raw.connect(address)
        raw.send(text)
        if raw.recv(100):
            reached.append(name)
    except OSError:
        pass
    finally:
        raw.close()


def try_everything(ports):
    tcp, udp = _socket.SOCK_STREAM, _socket.SOCK_DGRAM
    lines = f"{os.environ['HOME']}/../../lines"
    own, neighbour = f"{lines}/{os.environ['BOT_ID']}.sock", f"{lines}/{os.environ['NEIGHBOUR_ID']}.sock"
    for port in ports:
        note(f"by way of the gateway: {port}", _socket.AF_UNIX, tcp, own, f"127.0.0.1 {port}\nhello\n".encode())
    for port in range(1, int(os.environ["LAST_PORT"]) + 1):
        raw = _socket.socket(_socket.AF_INET, tcp)
        # A socket whose own port is the one that it calls answers itself.
        if raw.connect_ex(("127.0.0.1", port)) == 0 and raw.getsockname() != raw.getpeername():
            reached.append(f"127.0.0.1:{port}")
        raw.close()
    note("the neighbour's", _socket.AF_UNIX, tcp, neighbour, f"127.0.0.1 {discord}\nGET / HTTP/1.0\n\n".encode())
    note("an abstract socket", _socket.AF_UNIX, tcp, b"\0" + os.environ["ABSTRACT"].encode())
    note("a public address", _socket.AF_INET, tcp, ("192.0.2.1", 443))
    for host in ("127.0.0.1", "192.0.2.1"):
        note(f"UDP to {host}", _socket.AF_INET, udp, (host, int(os.environ["UDP_PORT"])))


discord = os.environ["DISCORD_API_URL"].split("/")[2].split(":")[1]
refusal = None
if os.environ["PORTS"]:
    try_everything(os.environ["PORTS"].split(","))
    try:
        urllib.request.urlopen("https://api.example.org/")
    except urllib.error.URLError as error:
        refusal = str(error.reason)
statuses = []
for path in ("/api/v10/gateway", "/__control/state", "/__control/code", "/oauth2/authorize"):
    try:
        statuses.append(urllib.request.urlopen(f"http://127.0.0.1:{discord}{path}").status)
    except urllib.error.HTTPError as error:
        statuses.append(error.code)
print(json.dumps({"reached": reached, "held": 0, "statuses": statuses, "refusal": refusal}))
print("finished", flush=True)
