import { beforeEach, expect, it } from "vitest";
import { fill } from "../../testing/fill.ts";
import { type Caller, organization, person, raw } from "../../testing/world.ts";

const FORMULA = '=HYPERLINK("https://evil.example","Otto")';
let administrator: Caller;
let officer: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  officer = await person("officer", 1, FORMULA);
  await raw.DB.prepare("update users set email = 'otto@example.org', language = 'en' where id = ?")
    .bind(officer.userId)
    .run();
  await person("member", await organization(), "Elsewhere");
});

const linesOf = async (caller: Caller, query = "") => {
  const { status, text, headers } = await caller.call("GET", `/api/members/1/export${query}`);
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="members-\d{4}-\d\d-\d\d\.csv"$/);
  return text.trimEnd().split("\r\n");
};

it("contains the members of the list, and no formula", async () => {
  const all = await linesOf(officer);
  expect(all).toHaveLength(3);
  expect(all[0]).toBe(
    "\ufeffName,Username,Role,Status,Joined (UTC),Last seen in Discord (UTC),Last used the app (UTC),In Discord,Discord id,Has signed in".slice(
      1,
    ),
  );
  expect(all.find((line) => line.includes("Officer"))).toMatch(/^"'=HYPERLINK\(""https/);
  const [, ...found] = await linesOf(officer, "?q=ada&status=active");
  expect(found).toEqual([expect.stringMatching(/^Ada,.+,Administrator,Active,/)]);
});

it("has a format that Danish spreadsheets read: semicolons, ids as texts, and times", async () => {
  await raw.DB.prepare("update users set language = 'da' where id = ?").bind(officer.userId).run();
  await raw.DB.prepare("update users set discord_id = '670111036634382231' where id = ?")
    .bind(administrator.userId)
    .run();
  const [head, ada] = [(await linesOf(officer))[0], (await linesOf(officer, "?q=ada"))[1]];
  expect(head).toBe(
    "Navn;Brugernavn;Rolle;Status;Tiltrådt (UTC);Sidst set på Discord (UTC);Sidst brugt appen (UTC);På Discord;Discord-id;Har logget ind",
  );
  expect(ada).toMatch(
    /^Ada;[^;]+;Administrator;Aktiv;\d{4}-\d\d-\d\d \d\d:\d\d;[^;]*;[^;]*;(Ja|Nej);'670111036634382231;(Ja|Nej)$/,
  );
});

it("the export contains e-mail addresses only for readers who see them in the list", async () => {
  expect((await linesOf(officer)).join()).not.toContain("otto@example.org");
  const [head, ...members] = await linesOf(administrator);
  expect(head).toMatch(/,E-mail$/);
  expect(members.join("\n")).toMatch(/,otto@example\.org$/m);
});

it("the export contains all members, whatever their number", async () => {
  await fill(1_203, [administrator.memberId]);
  const lines = await linesOf(officer);
  expect(new Set(lines).size).toBe(1_203 + 2 + 1);
});

it("the export refuses a page and unknown filters", async () => {
  for (const query of ["limit=5", "cursor=x", "signedIn=1"]) {
    expect((await officer.fails("GET", `/api/members/1/export?${query}`)).code).toBe("invalid_input");
  }
});
