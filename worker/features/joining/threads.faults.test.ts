import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FEATURES } from "../../features.ts";
import { openDb } from "../../lib/db/client.ts";
import { control } from "../../testing/discord.ts";
import { textOf } from "../../testing/discord-user.ts";
import { type Caller, person, raw, settings, value } from "../../testing/world.ts";
import { asSaid, CHANNELS, crashing, posted } from "../announcements/testing/announcements.factory.ts";
import { deliverDue, deliveryOf } from "../notices/deliver.ts";
import {
  change,
  inside,
  KIND,
  readyBot,
  readyThreads,
  run,
  send,
  tell,
  thread,
  threads,
  waiting,
} from "./testing/threads.factory.ts";

const BOT = "1100000000000000001";
let applicant: Caller;
let officer: Caller;
beforeEach(async () => {
  ({ applicant, officer } = await readyThreads());
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const later = () => control("clock/advance", { ms: 10 * 60_000 });
const stateOf = () => value<string>("select state from announcement_channels where kind = ?", KIND);
const deny = (bit: bigint) =>
  control("channels/permit", { channel: "officers", userId: BOT, deny: String(1n << bit) });
const permit = () => control("channels/permit", { channel: "officers", userId: BOT });
const test = () =>
  person("administrator").then((one) =>
    one.call("POST", "/api/announcements/1/test", { body: { kind: KIND } }),
  );

describe("never twice and never lost", () => {
  /** What stands in Discord after an application, a message and a taking. */
  async function whole() {
    const [only, ...others] = await posted("officers");
    return [others.length, (await threads()).length, await inside(only?.id ?? "")];
  }
  const EXPECTED = [0, 1, ["**Elias** wrote:\n> One", "**Freja** took it."]];
  const happen = async () => {
    await send(applicant);
    await tell(applicant, "One");
    await change(officer, "assign", {
      assignedTo: officer.memberId,
    });
  };

  it("when the worker crashes at any step", async () => {
    let steps = 0;
    for (let at = 1; ; at++) {
      for (const isAfter of [false, true]) {
        ({ applicant, officer } = await readyThreads());
        // Nothing is delivered with the requests.
        await raw.DB.exec("update announcement_channels set state = 'no_token'");
        await raw.DB.exec("update bots set token = null");
        await happen();
        await readyBot();
        const { database, calls } = crashing(at, isAfter);
        const db = openDb(database, "first-primary").db;
        await raw.DB.exec(
          "update outbox set next_try_at = '2026-01-01T00:00:00.000Z', unknown = 0, attempts = 0",
        );
        const context = { db, env: settings(), now: new Date(), language: "en" } as const;
        await deliverDue(context, 1, deliveryOf(FEATURES)).catch((error) => {
          if (calls() < at) throw error;
        });
        steps = calls();
        await later();
        await run();
        await run();
        expect([at, isAfter, await whole(), await waiting()]).toEqual([at, isAfter, EXPECTED, []]);
      }
      if (steps < at) break;
    }
    expect(steps).toBeGreaterThan(8);
  });

  // The card, the thread, and two messages in it.
  for (const after of [0, 1, 2, 3])
    for (const [what, fault] of [
      ["Discord answers 500 and has done it", { mode: "status", status: 500, carriedOut: true }],
      ["the connection is cut after it", { mode: "lost" }],
      ["the connection is cut before it", { mode: "reset" }],
      ["Discord answers garbage", { mode: "garbage", carriedOut: true }],
    ] as const)
      it(`when ${what}: the request ${after + 1} that makes something`, async () => {
        await control("fail", { path: "/messages", method: "POST", times: 1, after, ...fault });
        await happen();
        for (let turn = 0; turn < 4; turn++) {
          await run();
          await later();
        }
        expect([await whole(), await waiting()]).toEqual([EXPECTED, []]);
      });

  it("within Discord's rate limits", async () => {
    await control("limit/reset", {});
    await send(applicant);
    for (let at = 1; at <= 12; at++) await tell(applicant, `Message ${at}`);
    for (let turn = 0; turn < 12 && (await waiting()).length > 0; turn++) {
      await run();
      await control("clock/advance", { ms: 6_000 });
    }
    expect(await inside(await thread())).toEqual(
      Array.from({ length: 12 }, (_, at) => `**Elias** wrote:\n> Message ${at + 1}`),
    );
  });

  it("when the thread is deleted there: the next news opens another, unless it is decided", async () => {
    await send(applicant);
    await tell(applicant, "One");
    await run();
    const first = await thread();
    await control("threads/delete", { thread: first });
    await tell(applicant, "Two");
    await run();
    const second = await thread();
    expect([second === first, await inside(second)]).toEqual([false, ["**Elias** wrote:\n> Two"]]);
    await control("threads/delete", { thread: second });
    const left = { status: "inactive", outcome: "declined", reason: "No" };
    await change(officer, "status", left);
    await run();
    expect([await threads(), (await posted("officers")).length, await waiting()]).toEqual([[], 1, []]);
  });

  it("when the card is deleted there, the thread goes on; a locked one waits for its key", async () => {
    await send(applicant);
    await run();
    const id = await thread();
    await fetch(`${settings().DISCORD_API_URL}/channels/${CHANNELS.officers}/messages/${id}`, {
      method: "DELETE",
      headers: { Authorization: `Bot ${raw["TEST_BOT_TOKEN"]}` },
    });
    await tell(applicant, "One");
    await run();
    await control("threads/lock", { thread: id });
    await tell(applicant, "Two");
    await run();
    expect([await inside(id), await waiting()]).toEqual([["**Elias** wrote:\n> One"], []]);
  });

  for (const [bit, state, permission] of [
    [10n, "unseen", "view the channel, and"],
    [11n, "forbidden", "to send messages there"],
    [35n, "no_threads", "create public threads"],
    [38n, "no_replies", "send messages in threads"],
  ] as const)
    it(`without the permission ${permission}, which administrators are told of, until it is there`, async () => {
      await deny(bit);
      const administrator = await person("administrator");
      await happen();
      await run();
      expect(await stateOf()).toBe(state);
      const told = await administrator.ok<{ items: { text: string }[] }>("GET", "/api/user/notices");
      expect(JSON.stringify(told)).toContain(permission);
      const panel = await administrator.call("GET", "/api/announcements/1");
      expect(panel.text).toContain(permission);
      expect((await tell(applicant, "The web works")).status).toBe(201);
      if (state === "no_replies") {
        const left = { status: "inactive", outcome: "declined", reason: "No" };
        await change(officer, "status", left);
      }
      await permit();
      const answer = await test();
      expect([answer.status, await stateOf()]).toEqual([200, "ready"]);
      await run();
      const cards = (await posted("officers")).filter((each) => textOf(asSaid(each)).includes("Elias"));
      expect([cards.length, (await threads()).length]).toEqual([1, 1]);
      expect(await inside(cards[0]?.id ?? "")).toEqual([
        "**Elias** wrote:\n> One",
        "**Freja** took it.",
        "**Elias** wrote:\n> The web works",
        ...(state === "no_replies" ? ["**Freja** declined."] : []),
      ]);
    });

  it("without the bot: the web works, and what happened is told once it is back", async () => {
    await raw.DB.exec("update bots set token = null");
    await happen();
    await run();
    expect([await posted("officers"), await stateOf()]).toEqual([[], "no_token"]);
    await raw.DB.exec("delete from bots");
    await readyBot();
    await run();
    expect([await whole(), await stateOf()]).toEqual([EXPECTED, "ready"]);
  });
});
