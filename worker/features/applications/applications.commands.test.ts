import { beforeEach, describe, expect, it } from "vitest";
import {
  buttonsOf,
  componentsOf,
  type DiscordUser,
  inDiscord,
  textOf,
  unknownUser,
} from "../../testing/discord-user.ts";
import { type Caller, freshDatabase, hoursFromNow, person, raw, rows, value } from "../../testing/world.ts";
import { addTo, theirShip } from "../hangar/testing/hangar.factory.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import type { Application } from "./applications.schema.ts";
import { application, postedBy } from "./testing/applications.factory.ts";

let owner: Caller;
let pilot: Caller;
let member: DiscordUser;
beforeEach(async () => {
  await freshDatabase();
  owner = await person("officer", 1, "Captain Holm");
  pilot = await person("member", 1, "Vega Rook");
  member = await inDiscord(pilot);
});

const COMMAND = "contract-apply";
const type = (contract: string | number, who = member) => who.types(COMMAND, { contract: `${contract}` });
const stored = () =>
  value<number>("select count(*) from contract_applications where contract_id is not null");
/** An available contract with a title to find it by. */
const offered = (title: string, values: Record<string, unknown> = {}, by = owner) =>
  postedBy(by, { title, search_text: title.toLowerCase(), ...values });
/** An earlier application of the pilot. */
const appliedBefore = (values: Record<string, unknown> = {}) =>
  application(pilot, null, {
    ...{ status: "withdrawn", rsi_handle: "VegaRook", '"references"': "Ada knows me" },
    ...{ additional_notes: "I bring snacks", ...values },
  });
const ticked = { termsAccepted: true, availability: "Tonight" };

describe("/contract-apply", () => {
  it("sends the whole application from a form with the last application's values", async () => {
    await appliedBefore();
    const id = await offered("Haul quantanium");
    const form = await type(id);
    expect([form.type, form.data?.title]).toEqual([9, "Apply for Haul quantanium"]);
    const fields = componentsOf(form).filter(({ custom_id }) => custom_id);
    expect(fields.map((each) => [each.custom_id, each.value])).toEqual([
      ["experience", "Two years of hauling"],
      ["shipType", "C2 Hercules"],
      ["availability", undefined],
      ["additionalNotes", "I bring snacks"],
      ["termsAccepted", undefined],
    ]);
    const sent = await member.fills(form, { shipType: "Caterpillar", ...ticked });
    expect(textOf(sent)).toContain("You have applied.");
    expect(buttonsOf(sent)).toEqual(["View"]);
    const [own] = await pilot.ok<Application[]>("GET", "/api/contract-applications/1");
    expect(own).toMatchObject({
      ...{ contractId: id, kind: "contract", status: "pending", shipType: "Caterpillar" },
      ...{ experience: "Two years of hauling", availability: "Weekday evenings" },
      ...{
        availability: "Tonight",
        firstName: "Vega",
        lastName: "Rook",
        timezone: "Europe/Copenhagen",
        backgroundCheck: true,
      },
      ...{ rsiHandle: "VegaRook", references: "Ada knows me", additionalNotes: "I bring snacks" },
    });
    expect(await value("select actor_kind from audit_log where action = 'application.sent'")).toBe(
      "interaction",
    );
  });

  it("offers the ships of the applicant's hangar, the last application's first", async () => {
    await appliedBefore();
    await addTo(pilot, await theirShip(pilot, { name: "Carrack" }));
    const form = await type(await offered("Haul quantanium"));
    const choice = componentsOf(form).find(({ custom_id }) => custom_id === "shipType");
    expect([choice?.type, choice?.options?.map(({ value }) => value)]).toEqual([
      3,
      ["C2 Hercules", "Carrack"],
    ]);
    expect(textOf(await member.fills(form, { shipType: "Carrack", ...ticked }))).toContain(
      "You have applied.",
    );
    const [own] = await pilot.ok<Application[]>("GET", "/api/contract-applications/1");
    expect(own?.shipType).toBe("Carrack");
  });

  it("accepts the name of a ship from a hangar with more ships than Discord offers", async () => {
    await appliedBefore();
    for (let at = 0; at < 25; at++) await addTo(pilot, await theirShip(pilot, { name: `Aurora ${at}` }));
    const form = await type(await offered("Haul quantanium"));
    const label = componentsOf(form).find(({ component }) => component?.custom_id === "shipType");
    expect([label?.component?.type, label?.component?.value]).toEqual([4, "C2 Hercules"]);
    expect(label).toMatchObject({ description: expect.stringContaining("26 to choose from") });
    await member.fills(form, { shipType: "Aurora 24", ...ticked });
    const [own] = await pilot.ok<Application[]>("GET", "/api/contract-applications/1");
    expect(own?.shipType).toBe("Aurora 24");
  });

  it("refers a first application to the web app, with the link", async () => {
    const id = await postedBy(owner);
    const reply = await type(id);
    expect(textOf(reply)).toContain("You write your first application in the command centre");
    const urls = componentsOf(reply).flatMap(({ url }) => url ?? []);
    expect(urls).toEqual([`${raw["APP_URL"]}/tools/contracts?contract=${id}`]);
    member.locale = "da";
    expect(textOf(await type(id))).toContain("Din første ansøgning skriver du i Command Centre");
  });

  it("is opened by the button Apply of a contract's card, which then shows that the member applied", async () => {
    await appliedBefore();
    await postedBy(owner);
    const shown = await member.presses(await member.types("contracts"), "Open");
    const sent = await member.fills(await member.presses(shown, "Apply"), ticked);
    expect([sent.type, buttonsOf(sent)]).toEqual([7, ["View"]]);
    expect(await stored()).toBe(1);
  });

  it("refuses without the declaration, and returns the typed texts", async () => {
    await appliedBefore();
    const form = await type(await postedBy(owner));
    const typed = "Ten years of hauling @everyone";
    const refused = textOf(await member.fills(form, { experience: typed }));
    expect(refused).toContain("Tick the box to send");
    expect(refused).toContain("> Ten years of hauling \\@everyone");
    const tooLong = await member.fills(form, { experience: "x".repeat(4_000), ...ticked });
    expect(textOf(tooLong)).toContain("At most 2000 characters");
    expect(await stored()).toBe(0);
  });

  it("applies once when the form is sent twice at once", async () => {
    await appliedBefore();
    const form = await type(await postedBy(owner));
    const both = await Promise.all([member.fills(form, ticked), member.fills(form, ticked)]);
    for (const reply of both) expect(textOf(reply)).toContain("You have applied.");
    expect([
      await stored(),
      await rows("select id from audit_log where action = 'application.sent'"),
    ]).toEqual([1, [expect.anything()]]);
  });

  it("refuses a form of a contract that was assigned meanwhile, and shows its current state", async () => {
    await appliedBefore();
    const holder = await person("member", 1, "**Kira** [x](https://evil.test)");
    const form = await type(await postedBy(owner));
    await raw.DB.prepare("update contracts set status = 'accepted', assigned_to = ?")
      .bind(holder.userId)
      .run();
    const refused = await member.fills(form, ticked);
    expect(textOf(refused)).toContain("\\*\\*Kira\\*\\* \\[x\\]");
    expect(await stored()).toBe(0);
    const now = await member.presses(refused, "Show it as it is now");
    expect(textOf(now)).toContain("**Accepted: assigned to");
    expect(buttonsOf(now)).toEqual(["View"]);
  });

  it("offers by autocomplete the contracts that the person can apply for, and none to others", async () => {
    await offered("Haul quantanium", { amount: 45_000, pay: 45_000 });
    await offered("Haul gold", { status: "cancelled" });
    await offered("Haul a secret", { status: "draft", posted_at: null });
    await offered("Haul of my own", {}, pilot);
    await offered("🚀".repeat(60));
    expect(await member.completes(COMMAND, "contract", "haul")).toEqual(["Haul quantanium · 45,000 aUEC"]);
    const all = await member.completes(COMMAND, "contract", "");
    expect(all).toEqual([`${"🚀".repeat(29)}… · 1,000 aUEC`, "Haul quantanium · 45,000 aUEC"]);
    const without = await inDiscord(await holderOf(await customRole(["security.view"])));
    expect(await without.completes(COMMAND, "contract", "")).toEqual([]);
    expect(await unknownUser().completes(COMMAND, "contract", "")).toEqual([]);
  });

  it("accepts a typed title: the one match, a note that offers several, or a note that none matches", async () => {
    await appliedBefore();
    await offered("Haul quantanium");
    await offered("Haul gold");
    expect((await type("QUANT")).data?.title).toBe("Apply for Haul quantanium");
    const several = await type("haul");
    expect(textOf(several)).toContain("Several were found by “haul”.");
    expect(buttonsOf(await member.presses(several, "Haul gold · 1,000 aUEC"))).toEqual(["Apply", "View"]);
    const none = await type("**@everyone**");
    expect(textOf(none)).toContain("nothing by “\\*\\*\\@everyone\\*\\*”");
    expect(textOf(await type("x".repeat(4_000)))).toContain("At most 64 characters");
  });

  it("tells why a contract takes no application: an own one is pending, or its deadline has passed", async () => {
    await appliedBefore();
    const id = await offered("Haul quantanium");
    await application(pilot, id);
    await offered("Gold run", { deadline: hoursFromNow(-1) });
    for (const typed of [id, "quantanium"]) {
      const reply = await type(typed);
      expect([textOf(reply), buttonsOf(reply)]).toEqual([
        expect.stringContaining("You have applied."),
        ["View"],
      ]);
    }
    expect(textOf(await type("gold"))).toContain("**Deadline passed**");
    member.locale = "da";
    expect(textOf(await type("gold"))).toContain("**Frist overskredet**");
    expect(await stored()).toBe(1);
  });

  it("reveals neither a draft, nor any contract to a role without the permission", async () => {
    await appliedBefore();
    const draft = await offered("Secret haul", { status: "draft", posted_at: null });
    const ofDraft = textOf(await type(draft));
    expect([textOf(await type(99_999)), ofDraft.includes("Secret")]).toEqual([ofDraft, false]);
    const without = await inDiscord(await holderOf(await customRole(["security.view"])));
    expect(textOf(await without.types("help"))).not.toContain("contract-apply");
    const refused = textOf(await type(draft, without));
    expect(refused).toContain("Your role does not include this");
    for (const id of [99_999, await postedBy(owner), "haul"])
      expect(textOf(await type(id, without))).toBe(refused);
  });
});
