import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { freshDatabase, nobody, organization, person, raw, rows, value } from "../../testing/world.ts";
import { nameOfOrganization, selectProfile, toProfile } from "./index.ts";
import type { Profile } from "./organization.schema.ts";
import { picture } from "./testing/organization.factory.ts";

const PATH = "/api/organization/1/profile";
const database = () => openDb(raw.DB, "first-primary").db;
let administrator: Awaited<ReturnType<typeof person>>;
beforeEach(async () => {
  await freshDatabase();
  administrator = await person("administrator");
});

const change = (body: object) => administrator.ok<Profile>("PUT", PATH, body);

describe("what an organization says of itself", () => {
  it("is blank at first, under the name that nobody chose, and everybody reads it", async () => {
    const blank = { sentenceEn: null, sentenceDa: null, textEn: null, textDa: null, looksForEn: null };
    expect(await nobody.ok("GET", PATH)).toEqual({
      ...{ id: 1, name: "Command Centre", isNamed: false, ...blank, looksForDa: null },
      ...{ since: null, invite: null, symbol: null, pictures: [], updatedAt: null, version: 0 },
    });
    expect((await nobody.fails("GET", "/api/organization/999/profile")).code).toBe("not_found");
  });

  it("is changed by an administrator, who names it, with one audit entry of the values before and after", async () => {
    const named = await change({
      name: "Nordic Star",
      invite: "discord.gg/nordicstar",
      symbol: "nstar",
      version: 0,
    });
    expect(named).toMatchObject({ name: "Nordic Star", isNamed: true, symbol: "NSTAR", version: 1 });
    expect(named.invite).toBe("https://discord.gg/nordicstar");
    expect(await change({ sentenceEn: "Fly with us", since: 2019, version: 1 })).toMatchObject({
      version: 2,
    });
    expect(await nobody.ok("GET", PATH)).toMatchObject({
      name: "Nordic Star",
      sentenceEn: "Fly with us",
      since: 2019,
    });
    expect(await value("select name from organizations where id = 1")).toBe("Nordic Star");
    const logged = await rows<{ details: string }>(
      "select details from audit_log where action = 'organization.changed' order by id",
    );
    expect(logged.map(({ details }) => JSON.parse(details))).toEqual([
      {
        ...{ fromName: "Command Centre", toName: "Nordic Star", fromSymbol: null, toSymbol: "NSTAR" },
        ...{ fromInvite: null, toInvite: "https://discord.gg/nordicstar" },
      },
      { fromSentenceEn: null, toSentenceEn: "Fly with us", fromSince: null, toSince: 2019 },
    ]);
    expect(await administrator.ok("GET", "/api/user")).toMatchObject({ organizationName: "Nordic Star" });
  });

  it("is not written again with equal values, and an empty text is none", async () => {
    await change({ sentenceEn: "Fly with us" });
    const answer = await administrator.call("PUT", PATH, {
      body: { sentenceEn: "Fly with us", sentenceDa: "" },
    });
    expect([answer.status, answer.meter.rowsWritten]).toEqual([200, 0]);
    expect(await change({ sentenceEn: "" })).toMatchObject({ sentenceEn: null, version: 2 });
  });

  it("refuses a stale version with 409 and the current record, which nothing has changed", async () => {
    await change({ name: "Nordic Star", version: 0 });
    const stale = await administrator.fails("PUT", PATH, { name: "Northern Star", version: 0 });
    expect(stale).toMatchObject({ code: "stale_version", current: { name: "Nordic Star", version: 1 } });
    expect(await nobody.ok("GET", PATH)).toMatchObject({ name: "Nordic Star", version: 1 });
  });

  it.each([
    ["invite", "https://discord.gg.evil.example/abc"],
    ["invite", "https://evil.example/discord.gg/abc"],
    ["invite", "javascript:alert(1)"],
    ["invite", "https://discord.gg/abc?x=<script>"],
    ["symbol", "N STAR"],
    ["name", " "],
    ["name", "Nordic\u202eStar"],
    ["since", 1200],
    ["sentenceEn", "x".repeat(121)],
    ["version2", 1],
  ])("refuses %s: %s, and says which field", async (field, wrong) => {
    const refusal = await administrator.fails("PUT", PATH, { [field]: wrong });
    expect([refusal.code, Object.keys(refusal["errors"] as object)]).toEqual(["invalid_input", [field]]);
    expect(await value("select count(*) from organization_profiles")).toBe(0);
  });

  it("is changed by no officer, and by no administrator of another organization", async () => {
    const officer = await person("officer");
    expect((await officer.fails("PUT", PATH, { name: "Ours" })).code).toBe("forbidden");
    const foreigner = await person("administrator", await organization());
    expect((await foreigner.fails("PUT", PATH, { name: "Ours" })).code).toBe("not_found");
  });

  it("comes in a reader's language, with the texts of the other one where it lacks", async () => {
    await change({
      ...{ sentenceEn: "Fly with us", textDa: "Vi **flyver**", textEn: null },
      looksForEn: "- Medics and gunners: the convoys leave with empty seats\n\n* New pilots",
    });
    await picture(1, { caption_da: "Holdet" });
    const [row] = await selectProfile(database(), 1);
    if (!row) throw new Error("no profile");
    const bold = { text: "flyver", isStrong: true, isEm: false, href: null };
    expect(toProfile(row, "da")).toMatchObject({
      sentence: "Fly with us",
      text: [{ kind: "paragraph", runs: [{ text: "Vi " }, bold] }],
      looksFor: [
        { title: "Medics and gunners", text: "the convoys leave with empty seats" },
        { title: "New pilots", text: "" },
      ],
      pictures: [{ caption: "Holdet" }],
    });
    expect(toProfile(row, "en")).toMatchObject({ text: [{ runs: [{ text: "Vi " }, bold] }] });
  });

  it("is named to mails and Discord by its id, the deployment's first without one", async () => {
    const other = await organization();
    await change({ name: "Nordic Star", invite: "https://discord.com/invite/ns" });
    expect(await nameOfOrganization(database())).toEqual({
      ...{ name: "Nordic Star", invite: "https://discord.com/invite/ns", isNamed: true },
    });
    expect(await nameOfOrganization(database(), other)).toMatchObject({ name: "Elsewhere", invite: null });
  });

  it("is told in the audit log in the reader's language", async () => {
    await change({ name: "Nordic Star", since: 2019 });
    const text = (await administrator.call("GET", "/api/audit/1")).text;
    expect(text).toContain("changed the organization's record");
    expect(text).toContain("Founded");
  });
});
