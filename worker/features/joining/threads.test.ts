import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { control } from "../../testing/discord.ts";
import { buttonsOf, type DiscordUser, inDiscord, textOf } from "../../testing/discord-user.ts";
import { type Caller, person, raw, rows, settings, value } from "../../testing/world.ts";
import { asSaid, CHANNELS, posted } from "../announcements/testing/announcements.factory.ts";
import { purgeOld } from "./purge.ts";
import { ANSWERS } from "./testing/joining.factory.ts";
import {
  card,
  change,
  inside,
  KIND,
  readyThreads,
  run,
  send,
  tell,
  thread,
  threads,
  waiting,
} from "./testing/threads.factory.ts";

let applicant: Caller;
let officer: Caller;
let inThread: DiscordUser;
beforeEach(async () => {
  ({ applicant, officer, inThread } = await readyThreads());
});

describe("a sent application", () => {
  it("opens one thread with a summary by short names, and notifies nobody in Discord", async () => {
    await send(applicant, { ...ANSWERS, name: "@everyone **Elias** <@1>" });
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
    await send(applicant);
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
    await send(applicant);
    await raw.DB.prepare("update admissions set answers = ?").bind(JSON.stringify(answers)).run();
    await run();
    expect(textOf(asSaid(await card())).length).toBeLessThanOrEqual(4_000);
    expect((await threads())[0]?.name).toHaveLength(100);
  });
});

describe("what happens", () => {
  it("stands in the thread in order, and a decision archives it", async () => {
    await send(applicant);
    await run();
    await tell(applicant, "Hello!\n@everyone **bold** <t:1796410800:F> <@1>");
    await change(officer, "assign", {
      assignedTo: officer.memberId,
    });
    await officer.ok("POST", "/api/admissions/1/messages", { text: "Welcome" });
    await change(officer, "status", { status: "intro_completed" });
    await tell(applicant, "Thanks");
    await run();
    const id = await thread();
    const told = [
      "**Elias** wrote:\n> Hello!\n> \\@everyone \\*\\*bold\\*\\* <t:1796410800:F> \\<\\@1\\>",
      "**Freja** took it.",
      "**Freja** answered:\n> Welcome",
      "**Freja** moved it to **Intro completed**.",
      "**Elias** wrote:\n> Thanks",
    ];
    expect(await inside(id)).toEqual(told);
    expect(textOf(asSaid(await card()))).toContain("Intro completed · **Freja** has it");
    const reason = "Not now";
    const left = { status: "inactive", outcome: "declined", reason, words: "Come again" };
    await change(officer, "status", left);
    await run();
    expect((await inside(id)).slice(told.length)).toEqual(["**Freja** declined."]);
    expect([(await threads())[0]?.thread_metadata.archived, buttonsOf(asSaid(await card()))]).toEqual([
      true,
      ["Open"],
    ]);
  });

  it("of a withdrawal is told, and the answers leave Discord at once", async () => {
    await send(applicant);
    await run();
    expect(textOf(asSaid(await card()))).toContain("Cutlass");
    await applicant.ok("POST", "/api/admissions/own/withdrawal", { version: 1 });
    await run();
    expect(textOf(asSaid(await card()))).not.toContain("Cutlass");
    expect(await inside(await thread())).toEqual(["**Elias** took the application back."]);
  });

  it("is deleted there with the answers, after the days and with the account", async () => {
    for (const end of ["purge", "account"]) {
      ({ applicant } = await readyThreads());
      await send(applicant);
      await tell(applicant, "Something personal");
      await run();
      const id = await thread();
      expect(await inside(id)).toHaveLength(1);
      const people = await control<{ user: { id: string; bot?: boolean } }[]>("members");
      const userId = people.find(({ user }) => !user.bot)?.user.id;
      await control("messages/say", { channel: id, userId, content: "Talk" });
      if (end === "purge") {
        await applicant.ok("POST", "/api/admissions/own/withdrawal", { version: 1 });
        await raw.DB.exec("update admissions set kept_from = '2020-01-01T00:00:00.000Z'");
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
    await send(applicant);
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
