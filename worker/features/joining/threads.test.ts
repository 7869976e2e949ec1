import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FEATURES } from "../../features.ts";
import { openDb } from "../../lib/db/client.ts";
import { control } from "../../testing/discord.ts";
import { buttonsOf, type DiscordUser, inDiscord, textOf } from "../../testing/discord-user.ts";
import { type Caller, freshDatabase, person, raw, rows, settings, value } from "../../testing/world.ts";
import {
  asSaid,
  CHANNELS,
  choose,
  crashing,
  deliver,
  type Message,
  posted,
  readyDiscord,
} from "../announcements/testing/announcements.factory.ts";
import { deliverDue, deliveryOf } from "../notices/deliver.ts";
import { ANSWERS, openDoor, stranger } from "./testing/joining.factory.ts";

const KIND = "application.review";
const BOT = "1100000000000000001";
type Thread = { id: string; name: string; thread_metadata: { archived: boolean } };

let applicant: Caller;
let officer: Caller;
let inThread: DiscordUser;
beforeEach(async () => {
  await freshDatabase();
  await readyDiscord();
  await openDoor();
  await choose(KIND, "officers");
  applicant = await stranger("Elias");
  officer = await person("officer", 1, "Freja");
  inThread = await inDiscord(officer);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const send = async (answers: object = ANSWERS) => {
  await applicant.ok("POST", "/api/admissions/own/send", { answers, version: 0 });
  return value<number>("select max(id) from admissions");
};
const prospectOf = () => value<number>("select prospect_id from admissions");
const tell = (text: string) => applicant.call("POST", "/api/admissions/own/messages", { body: { text } });
const threads = () => control<Thread[]>("threads?channel=officers");
/** Discord's bodies of what stands in a thread, without the message that begins it. */
const inside = async (id: string) =>
  (await control<Message[]>(`messages?thread=${id}`)).slice(1).map((each) => textOf(asSaid(each)));
const run = () => deliver(FEATURES);
const later = () => control("clock/advance", { ms: 10 * 60_000 });
const waiting = () => rows<{ id: string }>("select id from outbox where channel = 'discord'");
const stateOf = () => value<string>("select state from announcement_channels where kind = ?", KIND);

/** The card in the channel, of which there has to be one. */
async function card() {
  const [only, ...others] = await posted("officers");
  expect([others, only === undefined]).toEqual([[], false]);
  return only as Message;
}
const thread = async () => (await card()).id;
const deny = (bit: bigint) =>
  control("channels/permit", { channel: "officers", userId: BOT, deny: String(1n << bit) });
const permit = () => control("channels/permit", { channel: "officers", userId: BOT });
const test = () =>
  person("administrator").then((one) =>
    one.call("POST", "/api/announcements/1/test", { body: { kind: KIND } }),
  );

describe("a sent application", () => {
  it("opens one thread with a summary by short names, and notifies nobody in Discord", async () => {
    await send({ ...ANSWERS, name: "@everyone **Elias** <@1>" });
    await run();
    const said = asSaid(await card());
    expect(await threads()).toMatchObject([{ id: await thread(), name: "Elias" }]);
    expect(textOf(said)).toMatch(/### \[Elias\][\s\S]*nobody has it yet[\s\S]*\\@everyone \\\*\\\*Elias/);
    expect(buttonsOf(said)).toEqual(["Take it", "Next: intro completed", "Answer", "Decline…", "Open"]);
    expect(await control("messages/pings")).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it("leaves nothing in the outbox without a chosen channel, and opens one once it is chosen", async () => {
    await raw.DB.exec("delete from announcement_channels");
    await send();
    expect(await rows("select id from outbox where channel = 'discord'")).toEqual([]);
    const administrator = await person("administrator");
    const body = { kind: KIND, channelId: CHANNELS.officers, language: "da" };
    await administrator.ok("PUT", "/api/announcements/1", body);
    await run();
    expect(textOf(asSaid(await card()))).toContain("ingen har den endnu");
    expect(await threads()).toHaveLength(1);
  });

  it("with the longest answers stays within what Discord takes", async () => {
    const long = "*_~`|<>[]@\\".repeat(400);
    const questions = Array.from({ length: 25 }, (_, at) => ({
      id: `q${at}`,
      kind: "long",
      label: { en: long.slice(0, 190) },
    }));
    const content = { sections: [{ id: "s", title: {}, questions }] };
    await raw.DB.prepare("update form_versions set content = ?").bind(JSON.stringify(content)).run();
    const answers = Object.fromEntries(questions.map(({ id }) => [id, long]));
    await raw.DB.prepare("update users set display_name = ?").bind("N".repeat(200)).run();
    await send();
    await raw.DB.prepare("update admissions set answers = ?").bind(JSON.stringify(answers)).run();
    await run();
    expect(textOf(asSaid(await card())).length).toBeLessThanOrEqual(4_000);
    expect((await threads())[0]?.name).toHaveLength(100);
  });
});

describe("what happens", () => {
  it("stands in the thread in order, and a decision archives it", async () => {
    await send();
    await run();
    await tell("Hello!\n@everyone **bold**");
    await officer.ok("PATCH", `/api/prospects/${await prospectOf()}/assign`, {
      assignedTo: officer.memberId,
    });
    await officer.ok("POST", "/api/admissions/1/messages", { text: "Welcome" });
    await officer.ok("PATCH", `/api/prospects/${await prospectOf()}/status`, { status: "intro_completed" });
    await tell("Thanks");
    await run();
    const id = await thread();
    const told = [
      "**Elias** wrote:\n> Hello!\n> \\@everyone \\*\\*bold\\*\\*",
      "**Freja** took it.",
      "**Freja** answered:\n> Welcome",
      "**Freja** moved it to **Intro completed**.",
      "**Elias** wrote:\n> Thanks",
    ];
    expect(await inside(id)).toEqual(told);
    expect(textOf(asSaid(await card()))).toContain("Intro completed · **Freja** has it");
    const reason = "Not now";
    const left = { status: "inactive", outcome: "declined", reason, words: "Come again" };
    await officer.ok("PATCH", `/api/prospects/${await prospectOf()}/status`, left);
    await run();
    expect((await inside(id)).slice(told.length)).toEqual(["**Freja** declined."]);
    expect([(await threads())[0]?.thread_metadata.archived, buttonsOf(asSaid(await card()))]).toEqual([
      true,
      ["Open"],
    ]);
  });

  it("of a withdrawal is told, and the answers leave Discord at once", async () => {
    await send();
    await run();
    expect(textOf(asSaid(await card()))).toContain("Cutlass");
    await applicant.ok("POST", "/api/admissions/own/withdrawal", { version: 1 });
    await run();
    expect(textOf(asSaid(await card()))).not.toContain("Cutlass");
    expect(await inside(await thread())).toEqual(["**Elias** took the application back."]);
  });

  it("is deleted there with the answers, after the days and with the account", async () => {
    for (const end of ["purge", "account"]) {
      await control("reset", {});
      await freshDatabase();
      await readyDiscord();
      await openDoor();
      await choose(KIND, "officers");
      applicant = await stranger("Elias");
      await send();
      await tell("Something personal");
      await run();
      const id = await thread();
      expect(await inside(id)).toHaveLength(1);
      const people = await control<{ user: { id: string; bot?: boolean } }[]>("members");
      const userId = people.find(({ user }) => !user.bot)?.user.id;
      await control("messages/say", { channel: id, userId, content: "Talk" });
      if (end === "purge") {
        await applicant.ok("POST", "/api/admissions/own/withdrawal", { version: 1 });
        await raw.DB.exec("update admissions set kept_from = '2020-01-01T00:00:00.000Z'");
        const { purgeOld } = await import("./purge.ts");
        const { write } = await import("../../lib/guard.ts");
        const { db } = openDb(raw.DB, "first-primary");
        await write(db, purgeOld({ db, env: settings(), now: new Date(), language: "en" }));
      } else {
        const administrator = await person("administrator");
        await administrator.ok("DELETE", `/api/users/${applicant.userId}`);
      }
      await run();
      expect([end, await posted("officers"), await inside(id)]).toEqual([end, [], [""]]);
      expect(await rows("select * from review_threads")).toEqual([]);
    }
  });
});

describe("a press", () => {
  const opened = async () => {
    await send();
    await run();
    return asSaid(await card());
  };

  it("takes and moves as the web does; who comes second reads who was first", async () => {
    const said = await opened();
    const second = await inDiscord(await person("officer", 1, "Mikkel"));
    const both = await Promise.all([inThread, second].map((each) => each.presses(said, "Take it")));
    expect(both.filter((each) => textOf(each) === "It is yours.")).toHaveLength(1);
    const taker = both[0] && textOf(both[0]) === "It is yours." ? "Freja" : "Mikkel";
    expect(both.map(textOf)).toContain(`Already answered by **${taker}**: it is at Intro. ${taker} has it.`);
    expect(textOf(await inThread.presses(said, "Next: intro completed"))).toBe("Moved to Intro completed.");
    expect(textOf(await second.presses(said, "Next: intro completed"))).toContain(
      "Already answered by **Freja**: it is at Intro completed.",
    );
    expect(await value("select status from prospects")).toBe("intro_completed");
  });

  it("answers by a form what the applicant reads on the web, in the officer's language", async () => {
    const said = await opened();
    inThread.locale = "da";
    const form = await inThread.presses(said, "Answer");
    expect(form.data?.components?.[0]?.label).toBe("Svar Elias");
    const sent = await inThread.fills(form, { text: "Are you free on Tuesday?" });
    expect(textOf(sent)).toBe("Sendt. Elias læser det på sin side.");
    const own = await applicant.ok<{ messages: object[] }>("GET", "/api/admissions/own");
    expect(own.messages).toMatchObject([
      { isTheirs: false, text: "Are you free on Tuesday?", author: { name: "Freja" } },
    ]);
    await run();
    expect(await inside(await thread())).toEqual(["**Freja** answered:\n> Are you free on Tuesday?"]);
  });

  it("declines with a reason for officers, and words for the applicant", async () => {
    const said = await opened();
    const second = await inDiscord(await person("officer", 1, "Mikkel"));
    const forms = [await inThread.presses(said, "Decline…"), await second.presses(said, "Decline…")] as const;
    await inThread.fills(forms[0], { reason: "Too far away", words: "Try again in spring" });
    expect(textOf(await second.fills(forms[1], { reason: "Too young", words: "" }))).toContain(
      "Already answered by **Freja**",
    );
    const own = await applicant.call("GET", "/api/admissions/own");
    expect([own.text.includes("Try again in spring"), own.text.includes("Too far away")]).toEqual([
      true,
      false,
    ]);
    expect(await value("select count(*) from prospect_history where action = 'status'")).toBe(1);
    for (const label of ["Take it", "Answer", "Next: intro completed"])
      expect(textOf(await inThread.presses(said, label))).toContain("Already answered by **Freja**");
  });

  it("and /reply do nothing for who may not on the web", async () => {
    const said = await opened();
    const before = await rows("select * from prospects");
    const member = await inDiscord(await person("member"));
    member.channelId = await thread();
    for (const label of buttonsOf(said).filter((each) => each !== "Open"))
      expect((await member.presses(said, label)).type).toBe(4);
    await member.types("reply", { text: "Hello" });
    expect([await rows("select * from prospects"), await rows("select * from admission_messages")]).toEqual([
      before,
      [],
    ]);
  });

  it("of /reply in the thread answers, and elsewhere says where it belongs", async () => {
    await opened();
    expect(textOf(await inThread.types("reply", { text: "Hi" }))).toContain(
      "in the thread of an application",
    );
    inThread.channelId = await thread();
    expect(textOf(await inThread.types("reply", { text: "Hi" }))).toBe("Sent. Elias reads it on their page.");
    expect(await value("select text from admission_messages")).toBe("Hi");
  });
});

describe("never twice and never lost", () => {
  /** What stands in Discord after an application, a message and a taking. */
  async function whole() {
    const [only, ...others] = await posted("officers");
    return [others.length, (await threads()).length, await inside(only?.id ?? "")];
  }
  const EXPECTED = [0, 1, ["**Elias** wrote:\n> One", "**Freja** took it."]];
  const happen = async () => {
    await send();
    await tell("One");
    await officer.ok("PATCH", `/api/prospects/${await prospectOf()}/assign`, {
      assignedTo: officer.memberId,
    });
  };

  it("when the worker crashes at any step", async () => {
    let steps = 0;
    for (let at = 1; ; at++) {
      for (const isAfter of [false, true]) {
        await freshDatabase();
        await readyDiscord();
        await openDoor();
        await choose(KIND, "officers");
        applicant = await stranger("Elias");
        officer = await person("officer", 1, "Freja");
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
    await send();
    for (let at = 1; at <= 12; at++) await tell(`Message ${at}`);
    for (let turn = 0; turn < 12 && (await waiting()).length > 0; turn++) {
      await run();
      await control("clock/advance", { ms: 6_000 });
    }
    expect(await inside(await thread())).toEqual(
      Array.from({ length: 12 }, (_, at) => `**Elias** wrote:\n> Message ${at + 1}`),
    );
  });

  it("when the thread is deleted there: the next news opens another, unless it is decided", async () => {
    await send();
    await tell("One");
    await run();
    const first = await thread();
    await control("threads/delete", { thread: first });
    await tell("Two");
    await run();
    const second = await thread();
    expect([second === first, await inside(second)]).toEqual([false, ["**Elias** wrote:\n> Two"]]);
    await control("threads/delete", { thread: second });
    const left = { status: "inactive", outcome: "declined", reason: "No" };
    await officer.ok("PATCH", `/api/prospects/${await prospectOf()}/status`, left);
    await run();
    expect([await threads(), (await posted("officers")).length, await waiting()]).toEqual([[], 1, []]);
  });

  it("when the card is deleted there, the thread goes on; a locked one waits for its key", async () => {
    await send();
    await run();
    const id = await thread();
    await fetch(`${settings().DISCORD_API_URL}/channels/${CHANNELS.officers}/messages/${id}`, {
      method: "DELETE",
      headers: { Authorization: `Bot ${raw["TEST_BOT_TOKEN"]}` },
    });
    await tell("One");
    await run();
    await control("threads/lock", { thread: id });
    await tell("Two");
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
      expect((await tell("The web works")).status).toBe(201);
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

async function readyBot() {
  const { crmBot } = await import("../discord/testing/discord.factory.ts");
  await raw.DB.exec("delete from bots");
  await crmBot();
}
