import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { type DiscordEmulator, startDiscord } from "../../emulators/discord/index.ts";
import { probeSandbox } from "../sandbox/sandbox.ts";
import type { Sandbox } from "../sandbox/sandbox.types.ts";
import { findTool } from "../sandbox/tools.ts";
import { DISCORD_HOSTS, hostsOf, isAllowed } from "./hosts.ts";
import { openLine, readTarget } from "./line.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("allows Discord's hosts on 443, or the one host and port of another server, and the hosts of the operator", () => {
  assert.deepEqual(hostsOf("https://discord.com/api/v10", []), DISCORD_HOSTS);
  assert.deepEqual(hostsOf("http://127.0.0.1:8790/api/v10", []), ["127.0.0.1:8790"]);
  assert.deepEqual(hostsOf("http://[::1]:8790/api", ["API.example.org", "203.0.113.7:8443"]), [
    "::1:8790",
    "api.example.org:443",
    "203.0.113.7:8443",
  ]);
  for (const host of ["gateway.discord.gg", "gateway-us-east1-b.discord.gg", "Discord.com", "discord.com."])
    assert.ok(isAllowed(DISCORD_HOSTS, host, 443), host);
  for (const host of [
    "discord.gg",
    "evildiscord.gg",
    "discord.com.evil.example",
    "evil.example/.discord.gg",
    ".discord.gg",
  ])
    assert.ok(!isAllowed(DISCORD_HOSTS, host, 443), host);
});

test("allows nothing that is not listed, in any spelling", () => {
  const names = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.domain(),
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom("discord.com", "gateway.discord.gg", "a.discord.gg", "discord.gg", "cdn.discordapp.com"),
  );
  const whole = /^(discord\.com|[\w.-]+\.discord\.gg|cdn\.discordapp\.com|media\.discordapp\.net)\.?$/i;
  const ports = fc.oneof(fc.constant(443), fc.nat(70_000));
  fc.assert(
    fc.property(names, ports, (host, port) => {
      const target = readTarget(`${host} ${port}`);
      if (target) assert.deepEqual(target, { host, port });
      if (target && isAllowed(DISCORD_HOSTS, host, port)) assert.ok(port === 443 && whole.test(host), host);
      if (whole.test(host) && port === 443) assert.ok(!target || isAllowed(DISCORD_HOSTS, host, port), host);
    }),
    { numRuns: 200 },
  );
});

test("forwards bytes both ways, passes on each end, and closes connections to hosts that are not allowed", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "line-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
  await once(echo.listen(0, "127.0.0.1"), "listening");
  t.after(() => echo.close());
  const { port } = echo.address() as AddressInfo;
  const line = await openLine({ path: join(folder, "7.sock"), uid: null, hosts: [`127.0.0.1:${port}`] });
  t.after(() => line.close());
  const say = async (first: string, rest: Buffer = Buffer.alloc(0)) => {
    const socket = connect({ path: line.path, allowHalfOpen: true });
    socket.on("error", () => undefined);
    socket.write(first);
    socket.end(rest);
    const heard: Buffer[] = [];
    for await (const chunk of socket) heard.push(chunk as Buffer);
    return Buffer.concat(heard);
  };
  // More bytes than all buffers on the way hold.
  const much = Buffer.alloc(8 * 2 ** 20, "0123456789");
  assert.ok((await say(`127.0.0.1 ${port}\n`, much)).equals(much));
  assert.equal(String(await say(`127.0.0.1 ${port}\nwith the first line`)), "with the first line");
  for (const first of [
    "\n",
    "127.0.0.1\n",
    `localhost ${port}\n`,
    `127.0.0.1 ${port + 1}\n`,
    "x".repeat(9_999),
    "",
  ])
    assert.equal(String(await say(first).catch(() => "")), "", first.slice(0, 40));
  await assert.rejects(
    openLine({ path: join(folder, "x".repeat(100)), uid: null, hosts: [] }),
    /the path of the data directory is too long/,
  );
});

/** Connects by every module that bots use; `address` answers over TLS. */
const EVERY_WAY = `
import { connect } from "node:tls";
import { get } from "node:https";
import { get as plain } from "node:http";
import { connect as tcp } from "node:net";
const { SECURE, OPEN, NOWHERE } = process.env;
const body = (request) => new Promise((resolve, reject) => request.on("error", reject).on("response", async (answer) => {
  let text = "";
  for await (const chunk of answer) text += chunk;
  resolve(text);
}));
const [host, port] = SECURE.split(":");
const said = {
  fetch: await (await fetch("https://" + SECURE)).text(),
  https: await body(get("https://" + SECURE)),
  tls: await new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), servername: host }, () => {
      socket.write("GET / HTTP/1.0\\r\\n\\r\\n");
    });
    let text = "";
    socket.on("error", reject).on("data", (data) => { text += data; }).on("end", () => resolve(text.split("\\r\\n\\r\\n")[1]));
  }),
  http: (await body(plain("http://" + OPEN + "/"))).includes("Discord emulator"),
  tcp: await new Promise((resolve, reject) => {
    const [, at] = OPEN.split(":");
    const socket = tcp(Number(at), "127.0.0.1", () => socket.end("GET / HTTP/1.0\\r\\n\\r\\n"));
    socket.once("data", (data) => resolve(String(data).slice(0, 12))).on("error", reject);
  }),
  refused: await Promise.all([
    fetch("https://" + NOWHERE).catch((error) => error.cause.message),
    body(get("https://" + NOWHERE)).catch((error) => error.message),
    body(plain("http://" + NOWHERE)).catch((error) => error.message),
    new Promise((resolve) => connect(443, NOWHERE).on("error", (error) => resolve(error.message))),
  ]),
  environment: process.env.COMMAND_CENTRE_NETWORK,
};
console.log(JSON.stringify(said));
process.exit(0);
`;

const EVERY_WAY_IN_PYTHON = `
import asyncio, json, os, ssl, urllib.request
import aiohttp
context = ssl.create_default_context()
secure, nowhere = os.environ["SECURE"], os.environ["NOWHERE"]

def read(url):
    return urllib.request.urlopen(url, context=context).read().decode()

async def through_aiohttp(url):
    async with aiohttp.ClientSession() as session, session.get(url, ssl=context) as answer:
        return await answer.text()

async def stream():
    host, port = secure.split(":")
    reader, writer = await asyncio.open_connection(host, int(port), ssl=context)
    writer.write(b"GET / HTTP/1.0\\r\\n\\r\\n")
    return (await reader.read()).decode().split("\\r\\n\\r\\n")[1]

def refusal(act):
    try:
        return act()
    except Exception as error:
        return str(error)

print(json.dumps({
    "urllib": read("https://" + secure),
    "aiohttp": asyncio.run(through_aiohttp("https://" + secure)),
    "stream": asyncio.run(stream()),
    "http": "Discord emulator" in read("http://" + os.environ["OPEN"] + "/"),
    "refused": [
        refusal(lambda: read("https://" + nowhere)),
        refusal(lambda: asyncio.run(through_aiohttp("https://" + nowhere))),
    ],
    "environment": os.environ.get("COMMAND_CENTRE_NETWORK"),
}))
`;

suite("a bot with a network of its own", () => {
  let [discord, sandbox, root] = [{} as DiscordEmulator, {} as Sandbox, ""];
  let isOn = false;
  let securePort = 0;
  const certificates = findTool("openssl");
  const secure = createHttps((_, response) => response.end("over TLS"));
  before(async () => {
    root = await mkdtemp(join(tmpdir(), "network-"));
    await chmod(root, 0o711);
    discord = await startDiscord({ port: 0, guildSize: 10 });
    const [key, cert] = [join(root, "key.pem"), join(root, "cert.pem")];
    if (certificates) {
      const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"];
      const files = [
        "-subj",
        "/CN=localhost",
        "-addext",
        "subjectAltName=DNS:localhost",
        "-keyout",
        key,
        "-out",
        cert,
      ];
      execFileSync(certificates, ["req", "-x509", ...kind, ...files], { stdio: "ignore" });
      secure.setSecureContext({ key: await readFile(key), cert: await readFile(cert) });
    }
    await once(secure.listen(0, "127.0.0.1"), "listening");
    securePort = (secure.address() as AddressInfo).port;
    sandbox = await probeSandbox({
      root: join(root, "data"),
      runtime: here("../runtime"),
      require: "process",
      limits: { memoryMegabytes: 256 },
      ...(certificates ? { caFile: cert } : {}),
      hosts: hostsOf(discord.apiUrl, [`localhost:${securePort}`]),
    });
    isOn = sandbox.isolation.layers.some(({ name, on }) => name === "network" && on);
  });
  after(async () => {
    secure.close();
    secure.closeAllConnections();
    await discord.close();
    await rm(root, { recursive: true, force: true });
  });

  let lastId = 0;
  const start = async (t: TestContext, file: string, source: string | URL) => {
    const framework = file.endsWith(".py") ? "discord.py" : "discord.js";
    if (!isOn) return t.skip("this machine gives bots no network of their own");
    if (!sandbox.frameworks.some((each) => each.framework === framework && each.version))
      return t.skip(`${framework} is not installed`);
    lastId += 1;
    const folder = await sandbox.prepareFolder(lastId);
    if (typeof source === "string") await writeFile(join(folder, file), source);
    else await cp(source, join(folder, file));
    const bot = await sandbox.spawn({
      ...{ botId: lastId, framework, folder, mainFile: file, token: discord.botToken },
      environment: {
        ...{ PATH: "/usr/bin:/bin", HOME: folder, LANG: "C.UTF-8", COMMAND_CENTRE_FD: "3" },
        ...{ DISCORD_API_URL: discord.apiUrl, DISCORD_GUILD_ID: discord.guildId, BOT_ID: String(lastId) },
        ...{ SECURE: `localhost:${securePort}`, OPEN: new URL(discord.url).host, NOWHERE: "api.example.org" },
      },
    });
    let output = "";
    for (const stream of [bot.stdout, bot.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    t.after(async () => {
      bot.kill("SIGKILL");
      await bot.exited;
    });
    return { bot, output: () => output };
  };

  for (const [file, source, ways] of [
    [
      "ways.mjs",
      EVERY_WAY,
      { fetch: "over TLS", https: "over TLS", tls: "over TLS", http: true, tcp: "HTTP/1.1 200" },
    ],
    [
      "ways.py",
      EVERY_WAY_IN_PYTHON,
      { urllib: "over TLS", aiohttp: "over TLS", stream: "over TLS", http: true },
    ],
  ] as const)
    test(`lets ${file} reach allowed hosts through every module, and says why others are refused`, async (t) => {
      if (!certificates) return t.skip("openssl is not installed");
      const started = await start(t, file, source);
      if (!started) return;
      await started.bot.exited;
      assert.match(started.output(), /^\{/, started.output());
      const { refused, environment, ...report } = JSON.parse(started.output());
      assert.deepEqual(report, ways);
      for (const each of refused)
        assert.match(each, /api\.example\.org:\d+ cannot be reached: bots reach Discord alone/);
      assert.ok(environment === undefined || environment === null);
    });

  for (const [file, template] of [
    ["bot.js", "discord-js/bot.js"],
    ["bot.py", "discord-py/bot.py"],
  ] as const)
    test(`lets a new ${file} sign in, add its command and log out`, async (t) => {
      discord.requests.length = 0;
      const started = await start(t, file, new URL(`../templates/${template}`, import.meta.url));
      if (!started) return;
      let reports = "";
      started.bot.reports.setEncoding("utf8");
      while (!reports.includes('"ready"') || discord.count({ method: "POST", path: "/commands" }) === 0) {
        const [chunk] = await Promise.race([
          once(started.bot.reports, "data"),
          started.bot.exited.then(() => assert.fail(started.output())),
        ]);
        reports += chunk;
        discord.guild.join({ username: `heard.${reports.length}` });
      }
      started.bot.commands.write('{"type":"stop"}\n');
      assert.deepEqual(await started.bot.exited, { code: 0, signal: null });
      assert.deepEqual(discord.gateway.sessions(), []);
    });
});
