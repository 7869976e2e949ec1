import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { constants, inflateSync } from "node:zlib";
import { WebSocket } from "ws";
import { type Frame, field, RawGateway, start } from "./testing.ts";

test("closes with the documented codes on misuse", async (t) => {
  const emulator = await start(t);
  const raw = (): RawGateway => new RawGateway(t, emulator);
  const cases: [number, (gateway: RawGateway) => Promise<void>][] = [
    [
      4001,
      async (gateway) => {
        await gateway.identify(emulator);
        await gateway.event("READY");
        await gateway.send(99, {});
      },
    ],
    [
      4002,
      async (gateway) => {
        await once(gateway.socket, "open");
        gateway.socket.send("{");
      },
    ],
    [4002, (gateway) => gateway.send(2, { filler: "x".repeat(4096) })],
    [4003, (gateway) => gateway.send(3, { status: "online", activities: [] })],
    [4004, (gateway) => gateway.identify(emulator, { token: "no" })],
    [
      4005,
      async (gateway) => {
        await gateway.identify(emulator);
        await gateway.identify(emulator);
      },
    ],
    [
      4008,
      async (gateway) => {
        for (let count = 0; count < 121; count += 1) await gateway.send(1, null);
      },
    ],
    [4010, (gateway) => gateway.identify(emulator, { shard: [2, 2] })],
    [4013, (gateway) => gateway.identify(emulator, { intents: 2 ** 30 })],
    [4014, (gateway) => gateway.identify(emulator, { intents: 1 << 15 })],
  ];
  for (const [code, provoke] of cases) {
    const gateway = raw();
    await provoke(gateway);
    assert.equal(await gateway.closed, code);
  }
  assert.equal(await new RawGateway(t, emulator, "/?v=6&encoding=json").closed, 4012);
});

test("closes a client without heartbeats with 4009", async (t) => {
  const emulator = await start(t, { heartbeatInterval: 20 });
  const gateway = new RawGateway(t, emulator);
  await gateway.identify(emulator);
  assert.equal(await gateway.closed, 4009);
  assert.deepEqual(emulator.gateway.sessions(), []);
});

test("replays missed events on a resume and ends with RESUMED; closes a wrong sequence with 4007", async (t) => {
  const emulator = await start(t);
  const first = new RawGateway(t, emulator);
  await first.identify(emulator);
  const ready = await first.event("READY");
  const created = await first.event("GUILD_CREATE");
  const cut = first.closed;
  first.socket.terminate();
  await cut;
  emulator.guild.join({ username: "missed.you" });
  const resume = { token: emulator.botToken, session_id: field(ready.d, "session_id") };
  const second = new RawGateway(t, emulator, "/resume?v=10&encoding=json");
  await second.send(6, { ...resume, seq: created.s });
  await second.event("RESUMED");
  assert.deepEqual(
    second.frames.flatMap(({ t: name, s }) => (name ? [[name, s]] : [])),
    [
      ["GUILD_MEMBER_ADD", 3],
      ["RESUMED", 4],
    ],
  );
  const third = new RawGateway(t, emulator);
  await third.send(6, { ...resume, seq: 999 });
  assert.equal(await third.closed, 4007);
  const fourth = new RawGateway(t, emulator);
  await fourth.send(6, { ...resume, seq: 1 });
  assert.equal((await fourth.frame(({ op }) => op === 9)).d, false);
});

test("sends only events of the requested intents", async (t) => {
  const emulator = await start(t);
  const gateway = new RawGateway(t, emulator);
  await gateway.identify(emulator, { intents: 1 });
  const guild = await gateway.event("GUILD_CREATE");
  assert.deepEqual(field(guild.d, "presences"), []);
  const voices = emulator.guild.state.voice;
  for (const member of field(guild.d, "members") as { user: { id: string } }[])
    assert.ok(member.user.id === emulator.clientId || voices.has(member.user.id));
  const { id } = emulator.guild.join({ username: "unseen" }).user;
  emulator.guild.setPresence(id, { status: "online" });
  emulator.guild.addRole(emulator.clientId, "Crew");
  const own = await gateway.event("GUILD_MEMBER_UPDATE");
  assert.equal(field(own.d, "user", "id"), emulator.clientId);
  const names = gateway.frames.map(({ t: name }) => name);
  assert.ok(!names.includes("GUILD_MEMBER_ADD") && !names.includes("PRESENCE_UPDATE"));
});

test("sends all members in chunks of a thousand", async (t) => {
  const emulator = await start(t, { guildSize: 2500 });
  const gateway = new RawGateway(t, emulator);
  await gateway.identify(emulator, { intents: 3 });
  await gateway.event("GUILD_CREATE");
  await gateway.send(8, { guild_id: emulator.guildId, query: "", limit: 0, nonce: "n1" });
  const last = await gateway.frame(
    ({ d, t: name }) => name === "GUILD_MEMBERS_CHUNK" && d?.["chunk_index"] === 2,
  );
  const sizes = gateway.frames.flatMap(({ t: name, d }) =>
    name === "GUILD_MEMBERS_CHUNK" ? [(field(d, "members") as unknown[]).length] : [],
  );
  assert.deepEqual(sizes, [1000, 1000, 500]);
  assert.equal(field(last.d, "nonce"), "n1");
});

test("keeps an id exact that is sent as a number, as discord.py does", async (t) => {
  const emulator = await start(t);
  const gateway = new RawGateway(t, emulator);
  await gateway.identify(emulator);
  await gateway.event("GUILD_CREATE");
  const { clientId, guildId } = emulator;
  gateway.socket.send(`{"op":8,"d":{"guild_id":${guildId},"user_ids":[${clientId}]}}`);
  const chunk = await gateway.event("GUILD_MEMBERS_CHUNK");
  assert.equal(field(chunk.d, "members", 0, "user", "id"), clientId);
});

test("compresses every frame with zlib-stream, each ending with a flush", async (t) => {
  const emulator = await start(t);
  const socket = new WebSocket(
    `${emulator.url.replace("http", "ws")}/?v=10&encoding=json&compress=zlib-stream`,
  );
  t.after(() => socket.terminate());
  const chunks: Buffer[] = [];
  const received = new Promise<Frame[]>((resolve) => {
    socket.on("message", (data: Buffer) => {
      assert.equal(data.subarray(-4).toString("hex"), "0000ffff");
      chunks.push(data);
      if (chunks.length === 1)
        socket.send(JSON.stringify({ op: 2, d: { token: emulator.botToken, properties: {}, intents: 387 } }));
      if (chunks.length === 3) {
        const text = inflateSync(Buffer.concat(chunks), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
        resolve(JSON.parse(`[${text.replaceAll('}{"t":', '},{"t":')}]`));
      }
    });
  });
  assert.deepEqual(
    (await received).map(({ op, t: name }) => name ?? op),
    [10, "READY", "GUILD_CREATE"],
  );
});
