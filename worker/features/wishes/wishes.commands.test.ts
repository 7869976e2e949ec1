import { beforeEach, describe, expect, it } from "vitest";
import {
  buttonsOf,
  componentsOf,
  type DiscordUser,
  inDiscord,
  type Said,
  textOf,
} from "../../testing/discord-user.ts";
import { type Caller, freshDatabase, person, raw, rows, value } from "../../testing/world.ts";
import { vote, wish } from "./testing/wishes.factory.ts";
import type { Wish } from "./wishes.schema.ts";

const OF_MESSAGE = "Make a wish of it";
const HOSTILE = "**b** <@123456789012345678> [x](https://evil.example) `c` ||s|| # h";
/** Unescaped signs that Discord would interpret. */
const LOOSE = /(?<!\\)(<@|\|\||`|\]\(https:\/\/evil)/;

let mona: Caller;
let member: DiscordUser;
beforeEach(async () => {
  await freshDatabase();
  mona = await person("member", 1, "Mona");
  member = await inDiscord(mona);
});

const valuesOf = (form: Said) =>
  Object.fromEntries(componentsOf(form).map(({ custom_id, value: typed }) => [custom_id, typed]));
const ofWeb = (caller: Caller) => caller.ok<Wish[]>("GET", "/api/wishes/1");
const message = (content: string) => member.calls(OF_MESSAGE, { messageId: "1300000000000000077", content });

describe("/wish", () => {
  it("lists the same as the web app, with a vote that counts there and can be withdrawn", async () => {
    const [, second] = [await wish(), await wish({ title: "More hangars" })];
    await vote(second, await person("member"));
    await wish({ title: "Old one", status: "completed" });
    const shown = await member.types("wish");
    const places = (await ofWeb(mona)).map(({ title }) => textOf(shown).indexOf(title));
    expect(places.every((each) => each >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(buttonsOf(shown)).toEqual(["Vote", "Open", "Vote", "New wish", "Open the wishes"]);
    const voted = await member.presses(shown, "Vote");
    expect(textOf(voted)).toContain("2 votes · +2 this week · Pending · **Voted**");
    expect((await ofWeb(mona)).find(({ id }) => id === second)).toMatchObject({
      votes: 2,
      own: { by: null },
    });
    await member.presses(voted, "Take it back");
    expect((await ofWeb(mona)).find(({ id }) => id === second)).toMatchObject({ votes: 1, own: null });
  });

  it("shows similar wishes of a title first, and submits a wish once for repeated requests", async () => {
    await wish({ title: "Timer for mining" });
    await wish({ title: "More hangars" });
    const shown = await member.types("wish", { title: "Mining timers" });
    expect(textOf(shown)).toContain("Timer for mining");
    expect(textOf(shown)).not.toContain("More hangars");
    const form = await member.presses(shown, "Submit mine");
    expect(valuesOf(form)).toMatchObject({ title: "Mining timers" });
    const typed = { description: "Warn me." };
    const [reply] = await Promise.all([member.fills(form, typed), member.fills(form, typed)]);
    expect(textOf(reply)).toContain("Mining timers");
    const [mine, ...others] = (await ofWeb(mona)).filter(({ title }) => title === "Mining timers");
    expect([mine, others]).toMatchObject([{ ...typed, submittedBy: { displayName: "Mona" }, votes: 1 }, []]);
  });

  it("refuses a vote for a wish that was decided meanwhile, and shows its state", async () => {
    await wish();
    const shown = await member.types("wish");
    await raw.DB.prepare("update wishes set status = 'rejected'").run();
    const refused = await member.presses(shown, "Vote");
    expect(textOf(refused)).toContain("This wish is decided");
    expect(await rows("select * from wish_votes")).toEqual([]);
    const now = await member.presses(refused, "Show it as it is now");
    expect(textOf(now)).toContain("Rejected");
    expect(buttonsOf(now)).not.toContain("Vote");
  });

  it("shows titles as typed, and uses Danish", async () => {
    await wish({ title: HOSTILE });
    member.locale = "da";
    const shown = await member.types("wish");
    expect(textOf(shown)).not.toMatch(LOOSE);
    expect(textOf(shown)).toContain("Ønsker på vej op");
    expect(buttonsOf(shown)).toEqual(["Stem", "Nyt ønske", "Åbn ønskerne"]);
    expect(textOf(await member.types("wish", { title: "nothing is like this" }))).toContain(
      "Intet åbent ønske ligner dit.",
    );
  });

  it("answers a user without the permission alike, whether the wish exists or not", async () => {
    const id = await wish();
    const shown = await member.types("wish");
    await raw.DB.prepare("delete from members").run();
    const refused = await member.presses(shown, "Vote");
    await raw.DB.prepare("delete from wishes where id = ?").bind(id).run();
    const gone = await member.presses(shown, "Vote");
    expect([textOf(refused), buttonsOf(refused)]).toEqual([textOf(gone), buttonsOf(gone)]);
    const others = [
      await member.types("wish"),
      await member.types("wish", { title: "Mining timer" }),
      await message("Mining timer"),
      await member.presses(shown, "New wish"),
    ];
    expect(new Set([refused, ...others].map(textOf)).size).toBe(1);
    expect(textOf(refused)).toContain("Your role does not include this");
  });
});

describe(OF_MESSAGE, () => {
  it("opens the form with the message as description, its first line as title, and its link", async () => {
    const form = await message("Mining timer\nWarn me.");
    const { title, description } = valuesOf(form);
    expect([form.type, title]).toEqual([9, "Mining timer"]);
    expect(description).toMatch(
      /^Mining timer\nWarn me\.\n\nhttps:\/\/discord\.com\/channels\/\d+\/\d+\/1300000000000000077$/,
    );
    await member.fills(form, {});
    expect(await ofWeb(mona)).toMatchObject([{ title, description, priority: "medium" }]);
  });

  it("accepts a message of 4000 characters with breaking marks, with its link and no halved character", async () => {
    const long = (begin: string) => message(begin + "🚀".repeat((4_000 - begin.length) / 2));
    const form = await long(HOSTILE);
    for (const each of [form, await long(`${HOSTILE} `)]) {
      const { title = "", description = "" } = valuesOf(each);
      expect([[...title].length <= 120, description.length <= 4_000]).toEqual([true, true]);
      expect([title.isWellFormed(), description.isWellFormed()]).toEqual([true, true]);
      expect(description).toMatch(/…\n\nhttps:\/\/discord\.com\/channels\/\S+$/);
    }
    const reply = await member.fills(form, {});
    expect(textOf(reply)).toContain("Wish submitted");
    expect(textOf(reply)).not.toMatch(LOOSE);
    expect(await value("select count(*) from wishes")).toBe(1);
  });
});
