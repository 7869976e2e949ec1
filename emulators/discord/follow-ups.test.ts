import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { call, field } from "./testing.ts";
import { answering, endpoint, withCommands } from "./testing-interactions.ts";

/** Sends a command that is deferred; `hook` makes requests of its webhook. */
async function deferred(t: TestContext) {
  const { emulator, send } = await answering(t, { type: 5, data: { flags: 64 } });
  const begin = async () => {
    const record = await send({});
    const hook = (method: string, path = "", body?: object) =>
      call(emulator, method, `/webhooks/${emulator.clientId}/${record.token}${path}`, body);
    return { record, hook, edit: () => hook("PATCH", "/messages/@original", { content: "Done" }) };
  };
  return { emulator, begin };
}

test("fills a deferred answer by an edit, keeping that it is ephemeral", async (t) => {
  const { begin } = await deferred(t);
  const { record, hook } = await begin();
  assert.equal(record.original?.flags, 64 | 128);
  const { body } = await hook("PATCH", "/messages/@original", { content: "Done", flags: 0 });
  assert.equal(field(body, "flags"), 64);
  const other = await hook("POST", "", { content: "More" });
  assert.deepEqual([field(other.body, "flags"), record.followups.length], [0, 1]);
  const refused = await hook("PATCH", "/messages/@original", { content: "x".repeat(2001) });
  assert.equal(field(refused.body, "code"), 50035);
});

test("takes follow-ups for fifteen minutes", async (t) => {
  const { emulator, begin } = await deferred(t);
  const { hook, edit } = await begin();
  emulator.clock.advance(14 * 60_000);
  assert.equal((await edit()).status, 200);
  emulator.clock.advance(61_000);
  for (const reply of [
    await edit(),
    await hook("POST", "", { content: "Late" }),
    await hook("GET", "/messages/@original"),
    await hook("DELETE", "/messages/@original"),
  ])
    assert.deepEqual([reply.status, field(reply.body, "code")], [401, 50027]);
});

test("answers an unknown webhook as often after a deferral as a test sets", async (t) => {
  const { emulator, begin } = await deferred(t);
  emulator.interactions.delayWebhooks({ times: 2 });
  const first = await begin();
  const codes = [await first.edit(), await first.edit()].map(({ status, body }) => [
    status,
    field(body, "code"),
  ]);
  assert.deepEqual(codes, [
    [404, 10015],
    [404, 10015],
  ]);
  assert.equal((await first.edit()).status, 200);
  emulator.interactions.delayWebhooks({ ms: 5000 });
  const second = await begin();
  assert.equal((await second.edit()).status, 404);
  emulator.clock.advance(5000);
  assert.equal((await second.edit()).status, 200);
  emulator.interactions.delayWebhooks({});
  assert.equal((await (await begin()).edit()).status, 200);
});

test("fails requests of webhooks in the ways of other requests", async (t) => {
  const { emulator, begin } = await deferred(t);
  const { record, edit } = await begin();
  const fail = (mode: "status" | "rate_limit" | "reset" | "lost", status = 500) =>
    emulator.failures.fail({ path: "/messages/@original", mode, status, times: 1 });
  fail("status", 503);
  assert.equal((await edit()).status, 503);
  fail("rate_limit");
  assert.equal((await edit()).headers.get("retry-after"), "1");
  fail("reset");
  await assert.rejects(edit(), TypeError);
  assert.equal(record.original?.content, "");
  fail("lost");
  await assert.rejects(edit(), TypeError);
  assert.equal(record.original?.content, "Done");
});

test("refuses a second answer, and unknown tokens", async (t) => {
  const { emulator, begin } = await deferred(t);
  const { record } = await begin();
  const path = `/interactions/${record.id}/${record.token}/callback`;
  assert.equal(field((await call(emulator, "POST", path, { type: 5 })).body, "code"), 40060);
  const unknown = `/webhooks/${emulator.clientId}/nothing`;
  assert.equal(field((await call(emulator, "POST", unknown, { content: "x" })).body, "code"), 10015);
});

test("forgets a deleted answer everywhere", async (t) => {
  const button = { type: 1, components: [{ type: 2, style: 1, label: "Go", custom_id: "go" }] };
  const { emulator, send } = await answering(
    t,
    { type: 4, data: { content: "Card", flags: 64, components: [button] } },
    { type: 6 },
  );
  const card = await send({});
  const press = { kind: "component", customId: "go", messageId: card.original?.id ?? "" } as const;
  const { token } = await send(press);
  const path = `/webhooks/${emulator.clientId}/${token}/messages/@original`;
  assert.equal((await call(emulator, "DELETE", path)).status, 204);
  await assert.rejects(send(press), /Unknown Message/);
});

test("takes five follow-ups where only the person installed the application", async (t) => {
  const { emulator, userId } = await withCommands(t, [
    { name: "ping", description: "Answers", integration_types: [0, 1] },
  ]);
  const url = await endpoint(t, emulator.publicKey, () => ({ type: 4, data: { content: "Hi" } }));
  await emulator.setInteractionsEndpoint(url);
  for (const [install, last] of [
    ["user", 400],
    ["guild", 200],
  ] as const) {
    const { token } = await emulator.interactions.send({ kind: "command", name: "ping", userId, install });
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push(
        (await call(emulator, "POST", `/webhooks/${emulator.clientId}/${token}`, { content: "x" })).status,
      );
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, last]);
  }
});
